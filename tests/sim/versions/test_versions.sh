#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# needs: versions/warplock
# Versions of memory travel with stores, requests and replies (sim/memory/versions.h), and the ledger holds what each load
# gets against what it must: each access of each load is answered exactly once, with data no older than the memory model
# allows; nothing fills the L1D that has passed it by. Litmus kernels load and store one line and its neighbours in every
# order, on every machine, with few MSHRs, every write policy of the L1D, loads that pass it by; some bundled kernels too.
# A second kernel (race.sh) has prefetches, evictions and write-backs of the L2 and of a write-back L1D meet stores to the same
# DRAM rows in random orders: every store and every dirty line arrives at the L2 once, and no prefetch brings an old line.
# Shown to fail: a bug planted for each check.
set -u
. tests/lib.sh
versions=$BUILD/versions/warplock
work=$BUILD/versions_test
rm -rf "$work" && mkdir -p "$work"
sh tests/sim/versions/litmus.sh "$work"

# holds OPTIONS...: the run ends well and the ledger has counted its loads.
holds() {
    "$versions" run "$@" >"$work/log" 2>&1 && grep -q '^versions: [1-9][0-9]* accesses of loads answered once' "$work/log" ||
        { complain "$*"; grep -E '^(versions|warplock):' "$work/log" || tail -n 3 "$work/log"; }
}
# bypasses COUNTER OPTIONS...: and the counter is not 0.
bypasses() {
    counter=$1
    shift
    holds --verbose "$@"
    grep -qE "^ *$counter +[1-9]" "$work/log" || complain "$*: $counter is 0"
}

for type in u8 u32; do
    for machine in bucl gtx480 oaws ccws kaws owl; do
        holds --machine "$machine" --policy gto "$work/$type.json"
        holds --machine "$machine" --policy mrpb "$work/$type.json"
    done
    for write in evict through back; do
        for mshrs in 2 32; do
            bypasses l1d.fails_bypassed --machine bucl --policy mrpb --set l1d.global_write=$write --set l1d.mshrs=$mshrs \
                "$work/$type.json"
            holds --machine bucl --policy gto --set l1d.global_write=$write --set l1d.mshrs=$mshrs --set l1d.allocate=fill \
                "$work/$type.json"
        done
    done
    # Loads of 32 accesses pass the L1D by beside loads of one that do not, then all loads.
    for tucd in 5 0; do
        for mshrs in 2 32; do
            bypasses l1d.accesses_bypassed --machine bucl --policy bucl-dyn --set policy.bucl_tucd=$tucd \
                --set policy.bucl_tucd_min=$tucd --set l1d.mshrs=$mshrs "$work/$type.json"
        done
    done
    bypasses l1d.fails_bypassed --machine bucl --policy bucl-dyn --set policy.bucl_tucd=32 --set policy.bucl_tucd_min=32 \
        --set policy.bucl_tucd_max=32 --set l1d.mshrs=2 "$work/$type.json"
    bypasses l1d.accesses_bypassed --machine bucl --policy bucl-prf --set l1d.bypass_bytes=line "$work/$type.json"
    bypasses l1d.accesses_bypassed --machine bucl --policy swl+bucl "$work/$type.json"
    holds --machine kaws --policy gto --set l1d.global=cached "$work/$type.json"
    holds --machine bucl --policy mascar "$work/$type.json"
    # Stores that are sent and stay in sectors, banks, few ways: lines leave while sectors of them are on their way.
    for banks in 1 4; do
        for ways in 2 96; do
            for policy in gto mrpb; do
                holds --machine kaws --policy $policy --set l1d.global=cached --set l1d.allocate=miss --set l1d.global_write=through \
                    --set l1d.write_miss=lazy --set l1d.write_ratio=25 --set l1d.ways=$ways --set l1d.mshrs=16 --set l1d.banks=$banks "$work/$type.json"
            done
        done
    done
    bypasses l1d.fails_bypassed --machine bucl --policy mrpb --set l1d.bypass_bytes=line "$work/$type.json"
done
for kernel in bfs kmeans atax; do
    bypasses l1d.fails_bypassed --machine bucl --policy mrpb "$kernel"
    bypasses l1d.accesses_bypassed --machine bucl --policy bucl-dyn "$kernel"
done

# Small caches, so that lines leave them while others are on their way, at last with a port of the L2 so narrow that prefetches wait
# behind fetches; each of these orders under both schemes of OWL's
# prefetches and without any. What the orders are to reach is counted: prefetches filled, dirty lines that have arrived.
small="--machine owl --set l2.sets=4 --set l2.ways=2 --set l1d.sets=4 --set l1d.ways=4"
larger="--machine owl --set l2.sets=16 --set l2.ways=4 --set l1d.sets=8 --set l1d.ways=8"
narrow="--machine owl --set l2.sets=4 --set l2.ways=1 --set l2.port_bytes=4 --set dram.latency=1 --set l1d.sets=4 --set l1d.ways=4"
# races LINES OPTIONS...: holds, and the counted lines of that kind are not 0.
races() {
    wanted=$1
    shift
    holds "$@"
    grep -qE "^versions: .*[ (][1-9][0-9]* $wanted" "$work/log" || complain "$*: no $wanted"
    grep -qE '^versions: .*, [1-9][0-9]* in [1-9][0-9]* dirty lines;' "$work/log" || complain "$*: no dirty line"
}
for seed in 1 2 3 4 5 6 7 8; do
    sh tests/sim/versions/race.sh "$work" $seed
    # shellcheck disable=SC2086
    for caches in "$small" "$larger" "$narrow"; do
        races 'of prefetches' $caches --policy owl --set policy.owl_scheme=1 "$work/race$seed.json"
        races 'of prefetches' $caches --policy owl --set policy.owl_scheme=2 "$work/race$seed.json"
        races 'write-backs' $caches --policy lrr "$work/race$seed.json"
    done
done
for machine in bucl gtx480 oaws ccws kaws owl; do holds --machine $machine --policy gto "$work/race1.json"; done

# plant SOURCE WORDS SCRIPT SAID: with the sed script on the source, the ledger ends the run of $job in these words.
job="--machine bucl --policy mrpb $work/u32.json"
plant() {
    planted=$((planted + 1))
    plant_copy "$1" "$work/planted.c" "$3" "$2" || return 0
    # shellcheck disable=SC2046
    gcc -std=c11 -O1 -w -I. -D_DEFAULT_SOURCE -DLINE_VERSIONS -march=x86-64-v3 -ffp-contract=off -c "$work/planted.c" -o "$work/planted.o" &&
        gcc $plant_linker -o "$work/warplock" "$work/planted.o" $(find "$BUILD/obj/versions" -name '*.o' ! -path "*/${1%.c}.o") \
            "$BUILD/obj/bundled_files.o" "$BUILD/obj/version.o" "$BUILD/obj/program_sums.o" "$BUILD/libtb.a" "$BUILD/libfst.a" \
            $(sed -n 's/^LDLIBS *:= //p' Makefile) || { complain "$2: does not build"; return; }
    # shellcheck disable=SC2086
    "$work/warplock" run --max-cycles 3000000 $job >"$work/log" 2>&1
    grep -q "^versions: .*$4\$" "$work/log" && echo "planted, $2: $(grep -m1 '^versions: ' "$work/log")" ||
        { complain "planted, $2: expected '$4'"; tail -n 2 "$work/log"; }
}
plant sim/core/ldst_loads.c "a reply dropped" \
    's/        unit->next_memory = reply;/        ldst_access_back(unit, reply->slot); memory_request_free(unit->memory, reply);/' "never answered"
plant sim/core/ldst.c "an access that passes by stays in the queue, so that it has two replies" \
    '/unit->answers.access_passes \&\& /,/return;/s/leave_queue(unit, bank);//' "answered twice"
plant sim/core/ldst_loads.c "what has passed by fills the L1D" \
    's/reply->client == CLIENT_LDST/reply->client == CLIENT_LDST \&\& reply->kind == REQUEST_GLOBAL_ATOMIC/' "passed the L1D by fills it"
plant sim/memory/l1d.c "a merged load takes what is there when the request leaves" \
    's/    memory_send(cache->memory, cache->sm, head);/&if (!request_is_write(head)) mshr_fill(cache->mshrs, head->line);/' \
    "without the data of the request that it waits for"
plant sim/core/ldst_bypass.c "a load passes stores by" 's/    return l1d_sends_to(unit->l1d, address);/    return false;/' \
    "its data are older than a store of its SM before it"
plant sim/memory/l1d_store.c "a store leaves the line that it hits" 's/if (hit \&\& policy == WRITE_EVICT)/if (0)/' \
    "a hit on a line that is not here"
plant sim/memory/l1d.c "a fetch goes in front of the store before it" \
    '/^void l1d_fetch/,/^}/s/    request->warp = access->warp;/&if (cache->queue_count > 1) { uint32_t last = (cache->queue_head + cache->queue_count - 1) \& cache->queue_mask, before = (last - 1) \& cache->queue_mask; cache->queue[last] = cache->queue[before]; cache->queue[before] = request; }/' \
    "its line comes older than a store of its SM before it"

job="$narrow --policy owl $work/race1.json"
plant sim/memory/l2_prefetch.c "the second look forgets what has been served meanwhile" \
    's/const bool wanted = !sent->overtaken \&\& /const bool wanted = /' "a prefetched line is older than a store before it"
job="$narrow --set l2.ways=4 --policy owl $work/race1.json"
plant sim/memory/l2_prefetch.c "no second look at what the slice holds" \
    's/const bool wanted = !sent->overtaken.*/const bool wanted = found != LOOKUP_NO_WAY;/' "a prefetched line takes the place of the line that is here"
job="$narrow --policy owl $work/race1.json"
plant sim/memory/dram_prefetch.c "no first look" \
    's/if (!l2_prefetch_wanted(slice, address) || l2_prefetch_meets(.*)) {/if (0) {/' "a prefetched line is older than a store before it"
job="$small --policy owl $work/race1.json"
plant sim/memory/dram_prefetch.c "the first look forgets what is on its way to the bank" \
    's/ || l2_prefetch_meets(slice, \&d->delayed, address)//' "a prefetched line is older than a store before it"
job="$narrow --policy owl $work/race1.json"
plant sim/memory/dram_banks.c "reads of a row pass its writes" \
    '/^static void serve/,/^}/s/while (at \&\& at->row != bank->row)/while (at \&\& (at->row != bank->row || request_is_write(at)))/' \
    "a fill is older than what went to DRAM before it"
plant sim/memory/dram_banks.c "writes to a row pass its reads" \
    '/^static void serve/,/^}/s/while (at \&\& at->row != bank->row)/while (at \&\& (at->row != bank->row || !request_is_write(at)))/' \
    "a fill has what went to DRAM behind it"
plant sim/memory/dram_banks.c "a write passes the one before it" \
    '/^static void admit/,/^}/s/    request_list_push(.*/&for (memory_request *a = b->bank[request->bank].waiting.head; a \&\& a->next; a = a->next) if (a->next == request \&\& request_is_write(a) \&\& request_is_write(request)) { memory_request t = *a; *a = *request; a->next = request; *request = t; request->next = NULL; break; }/' \
    "a write reaches the DRAM behind a newer one"
plant sim/memory/l2_slice.c "a dirty line leaves unwritten" \
    '/^void l2_slice_evicted/,/^}/s/if (victim->dirty_sectors)$/if (victim->dirty_sectors \&\& slice->accesses % 8)/' \
    "a dirty line leaves the L2 without a write-back"
job="$narrow --policy lrr $work/race1.json"
plant sim/memory/l2_slice.c "a victim is forgotten" \
    '/^static void fetch/,/^}/s/    l2_slice_evicted(slice, &victim);//' "a line is fetched without a store before it"
plant sim/memory/l2_slice.c "a line on its way is hit" \
    '/^static bool read(/,/^}/s/if (status == LOOKUP_HIT)/if (status == LOOKUP_HIT || status == LOOKUP_PENDING)/' \
    "a hit in the L2 is older than a store before it"
plant sim/memory/l1d_store.c "a line is dropped by the flush" 's/if (cause == EVICT_FLUSH)/if (cause == EVICT_FLUSH \&\& way % 8 != 3)/' \
    "a dirty line leaves its L1D without a write-back"
plant sim/memory/l1d_store.c "the flush forgets the last ways" \
    '/^bool l1d_flush(/,/^}/s/way < tag_array_ways(cache->tags)/way + 4 < tag_array_ways(cache->tags)/; /^void l1d_flush_line/,/^}/s/cache->flush_way < tag_array_ways(cache->tags)/cache->flush_way + 4 < tag_array_ways(cache->tags)/g' \
    "a line is still dirty at the end of a kernel"
plant sim/memory/l1d.c "a dirty line is written back twice" \
    '/^static void take_way/,/^}/s/    l1d_write_back(cache, &victim, cycle);/&&/' "a line that is not dirty is written back"
plant sim/memory/l1d.c "a line that is written back is sent twice" \
    's/    memory_send(cache->memory, cache->sm, head);/if (head->kind == REQUEST_L1_WRITE_BACK) { memory_request *again = memory_request_new(cache->memory); *again = *head; memory_send(cache->memory, cache->sm, again); }&/' \
    "a dirty line arrives twice"
plant sim/memory/l1d.c "a line that is written back is never sent" \
    's/    memory_send(cache->memory, cache->sm, head);/if (head->kind == REQUEST_L1_WRITE_BACK \&\& cache->flushing) memory_request_free(cache->memory, head); else&/' \
    "a dirty line has never arrived"
plant sim/memory/l1d_store.c "a store is taken for a hit" \
    's/    if (hit \&\& policy == WRITE_BACK) {/if (!hit \&\& access->address >= 0xc0048000) return L1D_HIT;&/' "a store has never arrived"
plant sim/memory/l1d_store.c "a store that stays is sent, too" \
    's/    if (hit \&\& policy == WRITE_BACK) {/&if (cache->queue_count < cache->miss_queue) { send_store(cache, access, cycle); cache->queue[(cache->queue_head + cache->queue_count - 1) \& cache->queue_mask]->wants_reply = false; }/' \
    "a store arrives twice"
[ "$failures" = 0 ] && echo "every access answered once, with data as new as they must be"
