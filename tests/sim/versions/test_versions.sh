#!/bin/sh
# tier: all
# needs: versions/warplock
# Versions of memory travel with stores, requests and replies (sim/memory/versions.h), and the ledger holds what each load
# gets against what it must: each access of each load is answered exactly once, with data no older than the memory model
# allows; nothing fills the L1D that has passed it by. Litmus kernels load and store one line and its neighbours in every
# order, on every machine, with few MSHRs, every write policy of the L1D, loads that pass it by; some bundled kernels too.
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
    holds "$@"
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
    bypasses l1d.fails_bypassed --machine bucl --policy mrpb --set l1d.bypass_bytes=line "$work/$type.json"
done
for kernel in bfs kmeans atax; do
    bypasses l1d.fails_bypassed --machine bucl --policy mrpb "$kernel"
    bypasses l1d.accesses_bypassed --machine bucl --policy bucl-dyn "$kernel"
done

# plant SOURCE WORDS SCRIPT SAID: with the sed script on the source, the ledger ends the run in these words.
plant() {
    planted=$((planted + 1))
    plant_copy "$1" "$work/planted.c" "$3" "$2" || return 0
    # shellcheck disable=SC2046
    gcc -std=c11 -O1 -w -I. -D_DEFAULT_SOURCE -DLINE_VERSIONS -march=x86-64-v3 -ffp-contract=off -c "$work/planted.c" -o "$work/planted.o" &&
        gcc -o "$work/warplock" "$work/planted.o" $(find "$BUILD/obj/versions" -name '*.o' ! -path "*/${1%.c}.o") \
            "$BUILD/obj/bundled_files.o" "$BUILD/libtb.a" "$BUILD/librtl_c.a" "$BUILD"/verilated/*.a "$BUILD/libfst.a" \
            $(sed -n 's/^LDLIBS *:= //p' Makefile) || { complain "$2: does not build"; return; }
    "$work/warplock" run --machine bucl --policy mrpb --max-cycles 3000000 "$work/u32.json" >"$work/log" 2>&1
    grep -q "^versions: .*$4\$" "$work/log" && echo "planted, $2: $(grep -m1 '^versions: ' "$work/log")" ||
        { complain "planted, $2: expected '$4'"; tail -n 2 "$work/log"; }
}
plant sim/core/ldst_loads.c "a reply dropped" \
    's/        unit->next_memory = reply;/        ldst_access_back(unit, reply->slot); memory_request_free(unit->memory, reply);/' "never answered"
plant sim/core/ldst.c "an access that passes by stays in the queue, so that it has two replies" \
    '/unit->answers.access_passes \&\& /,/return;/s/leave_queue(unit);//' "answered twice"
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
[ "$failures" = 0 ] && echo "every access answered once, with data as new as they must be"
