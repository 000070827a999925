#!/bin/sh
# Plants one bug at a time in a copy of the LD/ST unit's and caches' sources and demands that their tests fail.
# A row: source, test, sed expression. The sources themselves must pass first.
set -eu
BUILD=${BUILD:-build}
[ -f "$BUILD/libsim.a" ] || { echo "skipped: the libraries are not built (make test builds them)"; exit 77; }
work=$BUILD/planted/ldst
rm -rf "$work" && mkdir -p "$work"

sources='sim/memory/cache_geometry.c sim/memory/tag_array.c sim/memory/mshr.c sim/memory/read_only_cache.c sim/memory/l1d.c
sim/memory/coalescer.c sim/memory/shared_banks.c'
unit='sim/core/ldst.c sim/core/ldst_loads.c sim/core/ldst_dispatch.c sim/core/ldst_count.c'
tests='tests/sim/memory/test_coalescer.c tests/sim/memory/test_cache.c tests/sim/memory/test_l1d.c tests/sim/memory/test_l1d_random.c
tests/sim/core/test_ldst.c tests/sim/core/test_ldst_count.c tests/sim/core/test_ldst_past_l1d.c'

name() { basename "$1" .c; }
compile() { gcc -std=c11 -O1 -w -I. -D_POSIX_C_SOURCE=200809L -c "$1" -o "$2"; }

# Links the test with the sources it needs, one of them ($2) replaced by $3, and runs it.
run() {
    objects="$work/$(name "$1").o $work/fake_memory.o"
    needed=$sources
    case $1 in *ldst*) needed="$sources $unit" objects="$objects $work/ldst_bench.o" ;; esac
    for part in $needed; do
        if [ "$part" = "$2" ]; then objects="$objects $3"; else objects="$objects $work/$(name "$part").o"; fi
    done
    # shellcheck disable=SC2086
    gcc -o "$work/program" $objects "$BUILD/libsim.a" -linih -lm -lcmocka || exit 2
    timeout 60 "$work/program" >"$work/log" 2>&1
}

for source in $sources $unit $tests tests/sim/memory/fake_memory.c tests/sim/core/ldst_bench.c; do compile "$source" "$work/$(name "$source").o"; done
for test in $tests; do run "$test" none none || { echo "$test fails without a planted bug"; cat "$work/log"; exit 1; }; done

planted=0 missed=0
while IFS='|' read -r source test edit; do
    [ -n "$source" ] || continue
    sed "$edit" "$source" >"$work/$(name "$source")_planted.c"
    if cmp -s "$source" "$work/$(name "$source")_planted.c"; then
        echo "nothing to plant: $source: $edit"
        missed=$((missed + 1))
        continue
    fi
    planted=$((planted + 1))
    compile "$work/$(name "$source")_planted.c" "$work/planted.o"
    if run "$test" "$source" "$work/planted.o"; then
        echo "not caught by $test: $source: $edit"
        missed=$((missed + 1))
    fi
done <<'ROWS'
sim/memory/cache_geometry.c|tests/sim/memory/test_cache.c|s/address_bit(address, 17)/address_bit(address, 16)/
sim/memory/cache_geometry.c|tests/sim/memory/test_cache.c|s/fermi_hash(address, linear) & mask/fermi_hash(address, linear)/;s/& mask;$/\& mask \& 31;/
sim/memory/cache_geometry.c|tests/sim/memory/test_cache.c|s/(end - 1)/end/
sim/memory/tag_array.c|tests/sim/memory/test_cache.c|s/\.used = time;$/.used = time \/ 1024;/
sim/memory/tag_array.c|tests/sim/memory/test_cache.c|s/!entry->reserved && entry->used/entry->used/
sim/memory/tag_array.c|tests/sim/memory/test_cache.c|s/^            invalid = index;/            invalid = invalid < index ? invalid : index;/
sim/memory/tag_array.c|tests/sim/memory/test_cache.c|s/!(sectors & ~entry->readable)/true/
sim/memory/tag_array.c|tests/sim/memory/test_cache.c|s/entry->readable |= sectors;/;/
sim/memory/mshr.c|tests/sim/memory/test_cache.c|s/\.count < table->merges/.count <= table->merges/
sim/memory/mshr.c|tests/sim/memory/test_cache.c|s/first + 1u == table->merges/first == table->merges/
sim/memory/mshr.c|tests/sim/memory/test_cache.c|s/entry->atomic |= atomic/entry->atomic = false/
sim/memory/mshr.c|tests/sim/memory/test_cache.c|s/table->free_entries++;/;/
sim/memory/read_only_cache.c|tests/sim/memory/test_cache.c|s/if (!mshr_has(cache->mshrs, line))/if (true)/
sim/memory/read_only_cache.c|tests/sim/memory/test_cache.c|s/queue_count >= cache->config.miss_queue/queue_count > cache->config.miss_queue/
sim/memory/l1d.c|tests/sim/memory/test_l1d.c|s/queue_count + 1 >= cache->miss_queue/queue_count >= cache->miss_queue/
sim/memory/l1d.c|tests/sim/memory/test_l1d.c|s/    if (cache->queue_count >= cache->miss_queue)/    if (cache->queue_count > cache->miss_queue)/
sim/memory/l1d.c|tests/sim/memory/test_l1d.c|s/        tag_array_invalidate(cache->tags, way);/        tag_array_fill(cache->tags, way, 1);/
sim/memory/l1d.c|tests/sim/memory/test_l1d_random.c|s/if (found == LOOKUP_PENDING)/if (false)/
sim/memory/l1d.c|tests/sim/memory/test_l1d.c|s/hit && policy == WRITE_THROUGH/false/
sim/memory/l1d.c|tests/sim/memory/test_l1d.c|s/victim->valid && victim->dirty_sectors/victim->valid/
sim/memory/l1d.c|tests/sim/memory/test_l1d.c|s/return merge ? L1D_FAIL_MERGE : L1D_FAIL_MSHR/return merge ? L1D_FAIL_MSHR : L1D_FAIL_MERGE/
sim/memory/l1d.c|tests/sim/memory/test_l1d.c|s/tag_array_reserved(cache->tags, way) && tag_array_line(cache->tags, way) == reply->line/true/
sim/memory/l1d.c|tests/sim/memory/test_l1d.c|s/request_is_write(head) ? head->bytes : 0/0/
sim/memory/l1d.c|tests/sim/memory/test_l1d.c|s/kind == REQUEST_LOCAL_WRITE ? (uint32_t)WRITE_BACK : cache->global_write/kind == REQUEST_LOCAL_WRITE ? (uint32_t)WRITE_EVICT : cache->global_write/
sim/memory/coalescer.c|tests/sim/memory/test_coalescer.c|s/if (lower && upper)/if (lower)/
sim/memory/coalescer.c|tests/sim/memory/test_coalescer.c|s/width == 2 ? 64/width == 2 ? 128/
sim/memory/coalescer.c|tests/sim/memory/test_coalescer.c|s/if (!marks_any(&all->entry\[place\], first, bytes))/if (true)/
sim/memory/coalescer.c|tests/sim/memory/test_coalescer.c|s/segment >= segment)/segment > segment)/
sim/memory/coalescer.c|tests/sim/memory/test_coalescer.c|s/bytes == UINT32_MAX/bytes > UINT32_MAX \/ 2/
sim/memory/shared_banks.c|tests/sim/memory/test_coalescer.c|s/word\[bank\]\[known\] != wanted/1/
sim/memory/shared_banks.c|tests/sim/memory/test_coalescer.c|s/wanted % banks/wanted % 32/
sim/core/ldst.c|tests/sim/core/test_ldst.c|s/cycle - unit->last_cycle - 1;$/cycle - unit->last_cycle;/
sim/core/ldst.c|tests/sim/core/test_ldst.c|s/first_attempt_hit = !unit->blocked \&\& status == L1D_HIT/first_attempt_hit = status != L1D_MISS/
sim/core/ldst.c|tests/sim/core/test_ldst.c|s/    else if (!head->load \&\& status == L1D_HIT)/    else if (false)/
sim/core/ldst.c|tests/sim/core/test_ldst.c|s/unit->blocked \&\& l1d_would_still_fail(unit->l1d)) {/unit->blocked) {/
sim/core/ldst.c|tests/sim/core/test_ldst.c|s/unit->shared\[unit->shared_head\].ready < next/false/
sim/core/ldst_loads.c|tests/sim/core/test_ldst.c|s/first_client = (client + 1)/first_client = (client + 0)/
sim/core/ldst_loads.c|tests/sim/core/test_ldst.c|s/!insn || !sm_write_register(unit->sm, insn)/!insn/
sim/core/ldst_loads.c|tests/sim/core/test_ldst.c|s/unit->shared\[unit->shared_head\].ready > cycle/false/
sim/core/ldst_dispatch.c|tests/sim/core/test_ldst.c|s/cycle + unit->machine->l1d.latency/cycle + unit->machine->l1d.latency - 1/
sim/core/ldst_dispatch.c|tests/sim/core/test_ldst.c|s/unit->queue_count < unit->queue_places/unit->queue_count + 1 < unit->queue_places/
sim/core/ldst_dispatch.c|tests/sim/core/test_ldst.c|s/insn->step.insn->memory != MEMORY_LOAD)/true)/
sim/core/ldst_dispatch.c|tests/sim/core/test_ldst.c|s/core.warps \* WARP_LANES \* 4;/core.warps * 4;/
sim/core/ldst_dispatch.c|tests/sim/core/test_ldst_past_l1d.c|s/== MEMORY_LOAD ? 0 : access->bytes/!= MEMORY_NONE ? 0 : access->bytes/
sim/core/ldst_dispatch.c|tests/sim/core/test_ldst_past_l1d.c|s/== MEMORY_LOAD ? 0 : access->bytes/== MEMORY_NONE ? 0 : access->bytes/
sim/core/ldst_dispatch.c|tests/sim/core/test_ldst_past_l1d.c|s/route == ROUTE_L2 ? unit->l2_segment : //
sim/core/ldst_dispatch.c|tests/sim/core/test_ldst_past_l1d.c|s/insn->element, unit->l2_segment, unit->accesses/insn->element, 32, unit->accesses/
sim/core/ldst.c|tests/sim/core/test_ldst_past_l1d.c|s/L2_SEGMENT_MIN ? L2_SEGMENT_MIN : machine->l2.sector_bytes/999 ? L2_SEGMENT_MIN : 0/
sim/core/ldst_dispatch.c|tests/sim/core/test_ldst_past_l1d.c|s/insn->memory == MEMORY_ATOMIC || insn->flags \& INSN_PAST_L1D/insn->memory == MEMORY_ATOMIC/
sim/core/ldst_dispatch.c|tests/sim/core/test_ldst_past_l1d.c|s/store ? insn->warp : unit->slot/unit->slot/
sim/core/ldst_loads.c|tests/sim/core/test_ldst_past_l1d.c|s/reply->client == CLIENT_LDST/reply->kind == REQUEST_GLOBAL_ATOMIC/
sim/core/ldst.c|tests/sim/core/test_ldst_count.c|s/missed |= !events->first_attempt_hit/missed |= status == L1D_MISS/
sim/core/ldst.c|tests/sim/core/test_ldst_count.c|s/    unit->last_cycle = cycle - 1;/    ;/
sim/core/ldst.c|tests/sim/core/test_ldst_count.c|s/    ldst_count_time(unit, cycles);/    ;/
sim/core/ldst_loads.c|tests/sim/core/test_ldst_count.c|s/.to_l1d = unit->route == ROUTE_L1D/.to_l1d = true/
sim/core/ldst_loads.c|tests/sim/core/test_ldst_count.c|s/unit->mshrs_used = unit->machine/unit->mshrs_used = 1 + unit->machine/
sim/core/ldst_count.c|tests/sim/core/test_ldst_count.c|s/COHERENT_LINES = 2/COHERENT_LINES = 3/
sim/core/ldst_count.c|tests/sim/core/test_ldst_count.c|s/COHERENT_LINES = 2/COHERENT_LINES = 1/
sim/memory/coalescer.c|tests/sim/memory/test_coalescer.c|s/unsigned lines = count != 0/unsigned lines = 1/
sim/memory/coalescer.c|tests/sim/memory/test_coalescer.c|s/lines += (accesses/lines += 1 || (accesses/
sim/core/ldst_count.c|tests/sim/core/test_ldst_count.c|s/slot->lines <= COHERENT/slot->accesses <= COHERENT/
sim/core/ldst_dispatch.c|tests/sim/core/test_ldst_count.c|s/(uint16_t)coalesced_lines(.*)/(uint16_t)unit->accesses_left/
sim/core/ldst.c|tests/sim/core/test_ldst_count.c|s/events->lines = slot->lines/events->lines = slot->accesses/
sim/core/ldst_count.c|tests/sim/core/test_ldst_count.c|s/slot->accepted + slot->accesses + /slot->accepted + /
sim/core/ldst_count.c|tests/sim/core/test_ldst_count.c|s/.ready <= unit->last_cycle/.ready < UINT64_MAX/
sim/core/ldst_count.c|tests/sim/core/test_ldst_count.c|s/loads_sets_touched += slot->sets/loads_sets_touched += slot->accesses/
sim/core/ldst.c|tests/sim/core/test_ldst_count.c|s/unit->loads_started += events->start;/;/
sim/core/ldst.c|tests/sim/core/test_ldst_count.c|s/    unit->set_touched_by\[events->set\] = unit->loads_started;/    ;/
sim/core/ldst.c|tests/sim/core/test_ldst_count.c|s/(uint16_t)l1d_set_of/(uint8_t)l1d_set_of/
sim/core/ldst_count.c|tests/sim/core/test_ldst_count.c|s/if (unit->mshrs_used == /if (unit->mshrs_used + 1 >= /
ROWS
echo "$planted bugs planted, $missed not caught"
[ "$missed" -eq 0 ]
