#!/bin/sh
# Plants one bug at a time in a copy of a source of the memory system and demands that a unit test fails.
# A row: source, test, what is wrong, sed expression. The tests must pass on the sources as they are.
set -eu
BUILD=${BUILD:-build}
work=$BUILD/planted/memory
rm -rf "$work" && mkdir -p "$work"

sources='clocks dram_map interconnect dram dram_banks l2_slice request_pool tag_array mshr cache_geometry memory_system'
tests='clocks dram_map interconnect dram l2_slice memory_system'
[ -f "$BUILD/libsim.a" ] || { echo "SKIPPED: $BUILD/libsim.a is not built (make test builds it)"; exit 77; }

compile() { gcc -std=c11 -O1 -w -I. -D_POSIX_C_SOURCE=200809L -c "$1" -o "$2"; }

# Links test $1 with the objects of all sources, the one named $2 replaced by $3, and runs it. test_memory_system includes
# its source: for a bug planted there the test's own object is replaced.
run() {
    objects="$work/test_$1.o $work/dram_checker.o"
    [ "$1" = memory_system ] && [ "$2" = memory_system ] && objects="$3 $work/dram_checker.o"
    for unit in $sources; do
        case $unit in
            memory_system) ;;
            "$2") objects="$objects $3" ;;
            *) objects="$objects $work/$unit.o" ;;
        esac
    done
    # shellcheck disable=SC2086
    gcc -o "$work/program" $objects "$BUILD/libsim.a" -linih -lcmocka -lm || exit 2
    timeout 60 "$work/program" >"$work/log" 2>&1
}

for unit in $sources; do compile "sim/memory/$unit.c" "$work/$unit.o"; done
for test in $tests; do compile "tests/sim/memory/test_$test.c" "$work/test_$test.o"; done
compile tests/sim/memory/dram_checker.c "$work/dram_checker.o"
for test in $tests; do
    run "$test" none none || { echo "test_$test fails on the sources as they are"; tail -20 "$work/log"; exit 1; }
done

planted=0 failed=0
plant() {
    source=$1 test=$2 words=$3 script=$4
    planted=$((planted + 1))
    copy=$work/planted_$source.c
    sed "$script" "sim/memory/$source.c" >"$copy"
    if cmp -s "sim/memory/$source.c" "$copy"; then
        echo "FAIL $source.c: '$words' does not apply any more"; failed=$((failed + 1)); return
    fi
    if [ "$source" = memory_system ]; then
        sed "s|#include \"sim/memory/memory_system.c\"|#include \"$copy\"|" tests/sim/memory/test_memory_system.c >"$work/planted_test.c"
        compile "$work/planted_test.c" "$work/planted.o"
    else
        compile "$copy" "$work/planted.o"
    fi
    if run "$test" "$source" "$work/planted.o"; then
        echo "FAIL test_$test does not notice: $source.c: $words"; failed=$((failed + 1))
    else
        echo "caught by test_$test: $source.c: $words"
    fi
}

plant clocks clocks "edges that coincide are served one by one" 's/== edge \* clocks->mhz\[domain\])/== edge * clocks->mhz[domain] \&\& !due)/'
plant clocks clocks "an edge on the core edge is left for the next" 's/core_mhz > cycle \* mhz/core_mhz >= cycle * mhz/'
plant clocks clocks "skipping stops one edge early" 's/core_mhz + 1;/core_mhz;/'
plant dram_map dram_map "remainder of the low bits" 's/high - quotient \* map->controllers/address \& (map->controllers - 1)/'
plant dram_map dram_map "slice bits are not taken out" 's/location.place >> (bit + 1) << bit/location.place >> bit << bit/'
plant dram_map dram_map "slice from the high bank bits" 's/location.bank \& (map->slices_per_controller - 1)/location.bank >> 3 \& (map->slices_per_controller - 1)/'
plant dram_map dram_map "inverse forgets the controller" 's/map->controllers + controller;/map->controllers;/'
plant interconnect interconnect "the pointer stays at the winner" 's/(winner + 1) % PORTS/winner/'
plant interconnect interconnect "a channel takes one cycle" 's/CHANNEL_CYCLES = 2/CHANNEL_CYCLES = 1/'
plant interconnect interconnect "the tail does not free the output" 's/    net->held &= ~bit(o);/    net->held \&= ~bit(o) | (o ? 0 : bit(o));/'
plant interconnect interconnect "the output is freed before the tail" 's/if (--input->send_left)$/if (--input->send_left \&\& input->send_left != 1)/'
plant interconnect interconnect "ejection does not give the credit back" 's/    port->credits++;/    port->credits += port->boundary_buffer \& 1;/'
plant interconnect interconnect "the boundary buffer never fills" 's/port->boundary_buffer >= net->boundary_flits/0/'
plant interconnect interconnect "flits are rounded down" 's/(bytes + net->flit_bytes - 1)/(bytes + net->flit_bytes \/ 2)/'
plant interconnect interconnect "two flits a cycle leave an output" 's/if (!--net->output\[o\].output_buffer)/if (!(net->output[o].output_buffer -= net->output[o].output_buffer > 1 ? 2 : 1))/'
plant interconnect interconnect "room is not looked at" 's/<= net->injection_flits;/<= net->injection_flits + 1;/'
plant dram_banks dram "RRD forgotten" 's/b->activate_ok = clock + b->rrd/b->activate_ok = clock + 1/'
plant dram_banks dram "RCD one short" 's/bank->read_ok = clock + b->rcd;/bank->read_ok = clock + b->rcd - 1;/'
plant dram_banks dram "RC forgotten" 's/bank->activate_ok = clock + b->rc;/;/'
plant dram_banks dram "RP one short" 's/clock + b->rp)/clock + b->rp - 1)/'
plant dram_banks dram "RAS forgotten" 's/clock + b->ras)/clock)/'
plant dram_banks dram "CCD one short" 's/b->column_ok = clock + b->ccd;/b->column_ok = clock + b->ccd - 1;/'
plant dram_banks dram "CCDL not per group" 's/group->ccd_ok = clock + b->ccdl/group->ccd_ok = clock/'
plant dram_banks dram "RTPL forgotten" 's/clock + b->rtpl;/clock;/'
plant dram_banks dram "write to read without CDLR" 's/b->burst_clocks + machine->dram.cdlr/b->burst_clocks/'
plant dram_banks dram "read to write one short" 's/b->burst_clocks + 2)/b->burst_clocks + 1)/'
plant dram_banks dram "write recovery forgotten" 's/b->burst_clocks + machine->dram.wr;/b->burst_clocks;/'
plant dram_banks dram "activate to write as to read less one" 's/(int32_t)(b->wl + 1))/(int32_t)(b->wl + 2))/'
plant dram_banks dram "groups by the high bits" 's/index \& b->group_mask/index \/ 4 \& b->group_mask/'
plant dram_banks dram "youngest row hit first" 's/while (at \&\& at->row != bank->row) {/while (at \&\& (at->row != bank->row || (at->next \&\& at->next->row == bank->row))) {/'
plant dram_banks dram "row hits are not preferred" 's/while (at \&\& at->row != bank->row) {/while (0) {/'
plant dram_banks dram "the bus moves on without room" 's/room ? bus_step(b) : NULL/bus_step(b)/'
plant dram_banks dram "CL one short" 's/b->bus_position + (delay ? delay - 1 : 0)/b->bus_position + (delay ? delay - 2 : 0)/'
plant dram_banks dram "one burst whatever the size" 's/(bytes + b->atom_bytes - 1) \/ b->atom_bytes/1/'
plant dram_banks dram "sleeps past a new request" 's/^    b->quiet_until = 0;$/    ;/'
plant dram dram "credit of a write-back is lost" 's/^            give_credit(d, inner);/            ;/'
plant dram dram "full slice queue is ignored" 's/    if (slice->from_dram.count >= slice->room_from_dram)$/    if (0)/'
plant dram memory_system "latency one short" 's/cycle + d->latency;/cycle + d->latency - 1;/'
plant l2_slice l2_slice "sectors by mask for 128 bytes too" 's/write \&\& request->bytes < SEGMENT_BYTES/write/'
plant l2_slice l2_slice "partial writes count as whole" 's/whole ? sector->sector_mask : 0/sector->sector_mask/'
plant l2_slice l2_slice "a write fetches nothing, ever" 's/tag_array_set_dirty(slice->tags, way, request->sector_mask, request->byte_mask_sectors)/tag_array_set_dirty(slice->tags, way, request->sector_mask, request->sector_mask)/'
plant l2_slice l2_slice "partial writes are never joined" 's/    if (!request->byte_mask_sectors \&\& tag_array_note_written/    if (0 \&\& tag_array_note_written/'
plant tag_array l2_slice "bytes of an evicted line are kept" 's/if (tags->entries\[way\].dirty)/if (0)/'
plant tag_array l2_slice "one byte short is whole" 's/if (line\[chunk\] != UINT16_MAX)/if (line[chunk] < UINT16_MAX \/ 2)/'
plant l2_slice l2_slice "write-back of the whole line" 's/(uint32_t)__builtin_popcount(victim->dirty_sectors) \* slice->sector_bytes;/slice->line_sectors * slice->sector_bytes;/'
plant l2_slice l2_slice "an atomic hit stays clean" 's/if (request->kind == REQUEST_GLOBAL_ATOMIC)/if (0)/'
plant l2_slice l2_slice "a merged atomic stays clean" 's/mshr_add(slice->mshrs, key, (uintptr_t)request, request->kind == REQUEST_GLOBAL_ATOMIC)/mshr_add(slice->mshrs, key, (uintptr_t)request, false)/'
plant l2_slice l2_slice "every merge fetches" 's/    if (!merged)/    if (1)/'
plant l2_slice l2_slice "L1 write-backs are answered" 's/    if (request->wants_reply)/    if (1)/'
plant l2_slice l2_slice "data port is free" 's/        !slice->data_port)/        1)/'
plant l2_slice l2_slice "reply queue is not looked at" 's/ \&\& slice->to_icnt.count < slice->room_to_icnt//'
plant l2_slice l2_slice "ROP latency one short" 's/cycle + slice->latency;/cycle + slice->latency - 1;/'
plant l2_slice l2_slice "sleeps with an MSHR ready" 's/^        mshr_has_ready(slice->mshrs))$/        0)/;s/slice->data_port || slice->fill_port ||/slice->data_port || slice->fill_port || 0 ||/;s/wake = cycle + 1/wake = cycle + 1 + mshr_has_ready(slice->mshrs)/;s/    if (mshr_has_ready(slice->mshrs) \&\&/    if (slice->wake <= cycle \&\& mshr_has_ready(slice->mshrs) \&\& slice->from_dram.head \&\&/'
plant l2_slice l2_slice "a store that misses stays here" 's/slice->write_miss == WRITE_MISS_FETCH/0/'
plant l2_slice l2_slice "the line of a store is not fetched" 's/^    fetch(slice, fetched, status, way);/    request_pool_give(slice->pool, fetched);/'
plant l2_slice l2_slice "the fetch for a store is answered" 's/fetched->wants_reply = false;/fetched->wants_reply = true;/'
plant l2_slice l2_slice "the fetch for a store begins where the store does" 's/    fetched->address &= .*/    ;/'
plant l2_slice l2_slice "a store needs two places" 's/slice->miss.count + 2 >= slice->room_miss/slice->miss.count + 1 >= slice->room_miss/'
plant l2_slice l2_slice "a store that hits goes on too" 's/if (status != LOOKUP_HIT \&\& slice->write_miss/if (slice->write_miss/'
plant l2_slice l2_slice "the line of a store is dirty" 's/mshr_add(slice->mshrs, key, (uintptr_t)request, request->kind == REQUEST_GLOBAL_ATOMIC)/mshr_add(slice->mshrs, key, (uintptr_t)request, request->kind == REQUEST_GLOBAL_ATOMIC || request->kind == REQUEST_L2_FILL)/'
plant l2_slice l2_slice "DRAM's acknowledgement is taken for a line" 's/if (!request_is_write(slice->from_dram.head)) {/if (1) {/'
plant l2_slice l2_slice "DRAM's acknowledgement finds room without looking" 's/} else if (slice->to_icnt.count < slice->room_to_icnt) {/} else {/'
plant l2_slice l2_slice "an unlimited port takes a hit a cycle more" 's/(bytes + slice->port_bytes - 1) \/ slice->port_bytes : 0;/(bytes + slice->port_bytes - 1) \/ slice->port_bytes : 2;/'
plant l2_slice l2_slice "an unlimited port takes a fill a cycle more" 's/slice->sector_bytes \/ slice->port_bytes : 0;/slice->sector_bytes \/ slice->port_bytes : 2;/'
plant dram memory_system "stores are not acknowledged" 's/ \&\& !done->wants_reply / /'
plant dram dram "the credit of an acknowledged store is lost" 's/    give_credit(d, inner);$/    if (d->slices[inner].from_dram.tail->kind != REQUEST_GLOBAL_WRITE) give_credit(d, inner);/'
plant request_pool l2_slice "each sector answers for the whole" 's/return --whole->pending ? NULL : whole;/return whole;/'
plant memory_system memory_system "several packets a cycle to a cluster" 's/handed_over = true/handed_over = false/'
plant memory_system memory_system "sectors do not take their cycle" 's/more_to_come(cluster->replies.head))/more_to_come(cluster->replies.head) \&\& (take_packet(m, index), cluster->replies.head) \&\& more_to_come(cluster->replies.head))/'
plant memory_system memory_system "write acknowledgements carry the data" 's/(request_is_write(packet) ? 0 : packet->bytes)/packet->bytes/'
plant memory_system memory_system "replies of reads carry no control" 's/uint32_t bytes = CONTROL_BYTES + (request_is_write(packet)/uint32_t bytes = (request_is_write(packet)/'
plant memory_system memory_system "host copies fill every L2" 's/m->host_copy == HOST_COPY_BYPASSES/0/'
plant memory_system memory_system "write requests carry no data" 's/(carries_data ? request->bytes : 0)/0/'
plant memory_system memory_system "response queue without end" 's/cluster->replies.count < m->response_room/1/'
plant memory_system memory_system "network before L2" 's/        if (due \& DOMAIN_L2)/        if (due \& DOMAIN_ICNT) { network_step(m->to_memory); network_step(m->to_sms); }\n        if (due \& DOMAIN_L2)/;s/^        if (due \& DOMAIN_ICNT) {$/        if (0) {/'
plant memory_system memory_system "slice room is not looked at" 's/ \&\& l2_slice_has_room(slice))/)/'
plant memory_system memory_system "next event forgets the L2's replies" 's/        if (m->slices\[i\].to_icnt.head)/        if (0)/;s/m->slices\[i\].wake < event ? m->slices\[i\].wake : event/m->slices[i].wake < event ? m->slices[i].wake + 1 : event/'
plant memory_system memory_system "idle DRAM clocks are not passed" 's/m->dram_time += clocks_skip(/(void)clocks_skip(/;s/core_cycle - m->origin - 1/0/'
plant memory_system memory_system "clocks run on over a kernel's end" 's/    m->in_phase = false;/    ;/'
plant memory_system memory_system "host copies of 128 bytes" 's/HOST_COPY_BYTES = 32/HOST_COPY_BYTES = 128/'
echo "$planted planted, $((planted - failed)) caught"
[ "$failed" = 0 ]
