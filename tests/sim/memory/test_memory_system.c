// SPDX-License-Identifier: BSD-3-Clause
// The whole memory system: latency of an isolated request as the sum of its stages, bandwidth, warm start, leaving out idle
// cycles. Random traffic: tests/sim/memory/test_memory_traffic.c.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

// White box: the test looks at slices, controllers and the pool.
#include "sim/memory/memory_system.c"
#include "tests/sim/memory/memory_bench.h"

static bool leave_out_idle;                // round_trip: run only the cycles in which something happens
static bool rest_through;                  // run all of them, and let it rest where nothing does; else it never rests

// As if something might happen in the cycle.
static void advance_awake(memory_system *m, uint64_t cycle)
{
    m->wake = 0;
    memory_advance(m, cycle);
}

// Sends after the memory's part of cycle `at`; the cycle in which the SM can take the reply.
static uint64_t round_trip(memory_system *m, uint64_t at, memory_request *request)
{
    void (*advance)(memory_system *, uint64_t) = leave_out_idle || rest_through ? memory_advance : advance_awake;
    unsigned sm = request->sm;
    advance(m, at);
    assert_true(memory_can_send(m, sm, request_is_write(request) ? request->bytes : 0));
    memory_send(m, sm, request);
    assert_false(memory_idle(m));
    for (uint64_t cycle = at + 1; cycle < at + 2000; cycle++) {
        uint64_t event = memory_next_event(m, cycle);
        if (leave_out_idle && event > cycle)
            cycle = event;
        memory_request *reply = memory_peek(m, sm);
        if (reply) {
            assert_ptr_equal(reply, request);
            assert_ptr_equal(memory_receive(m, sm), request);
            assert_null(memory_receive(m, sm));
            memory_request_free(m, reply);
            assert_true(memory_idle(m));
            advance(m, cycle);
            return cycle;
        }
        advance(m, cycle);
    }
    fail_msg("no reply");
    return 0;
}

enum {
    NETWORK = 6,            // steps from push to the boundary buffer (test_crossbar)
    TAKE = 1,               // the receiver looks in the cycle after
    ROP = 120,
    LOOKUP = 1,             // out of the ROP queue at the end of a slice's clock, looked up in the next
    REPLY = 1,              // into the network in the next cycle; its first step is in that cycle
    FIFO = 1                // a cycle in the cluster's response FIFO
};

static void isolated_hit(void **state)
{
    (void)state;
    machine machine = gtx480();
    counters counted = { 0 };
    memory_system *m = memory_new(&machine, &counted);
    memory_host_copy(m, 0xC0000000, 4096);
    const uint64_t expected = NETWORK + TAKE + ROP + LOOKUP + REPLY + (NETWORK - 1) + TAKE + FIFO;
    assert_int_equal(expected, 136);
    assert_int_equal(round_trip(m, 10, make(m, 4, REQUEST_GLOBAL_READ, 0xC0000020, 32)), 10 + expected);
    // 128 bytes: four sectors, one a cycle
    assert_int_equal(round_trip(m, 1000, make(m, 4, REQUEST_GLOBAL_READ, 0xC0000000, 128)), 1000 + expected + 3);
    // A write of 128 bytes: 136 bytes in four flits on the way there, four acknowledgements of a flit on the way back
    assert_int_equal(round_trip(m, 2000, make(m, 4, REQUEST_GLOBAL_WRITE, 0xC0000000, 128)), 2000 + expected + 3 + 3);
    // An atomic carries its data both ways: 40 bytes, one flit
    assert_int_equal(round_trip(m, 3000, make(m, 4, REQUEST_GLOBAL_ATOMIC, 0xC0000040, 32)), 3000 + expected);
    assert_int_equal(counted.icnt_request_flits, 1 + 1 + 4 + 1);
    assert_int_equal(counted.icnt_reply_flits, 1 + 4 + 4 + 1);
    assert_int_equal(counted.l2_accesses, 10);
    assert_int_equal(counted.l2_hits, 10);
    memory_free(m);
}

// A packet of any size is one unit, and one step takes it to its output.
static void isolated_hit_of_a_local_network(void **state)
{
    (void)state;
    machine machine = gtx480();
    counters counted = { 0 };
    machine.icnt.kind = NETWORK_LOCAL;
    memory_system *m = memory_new(&machine, &counted);
    memory_host_copy(m, 0xC0000000, 4096);
    const uint64_t expected = 1 + TAKE + ROP + LOOKUP + REPLY + 0 + TAKE + FIFO;
    assert_int_equal(expected, 126);
    assert_int_equal(round_trip(m, 10, make(m, 4, REQUEST_GLOBAL_READ, 0xC0000020, 32)), 10 + expected);
    assert_int_equal(round_trip(m, 1000, make(m, 4, REQUEST_GLOBAL_READ, 0xC0000000, 128)), 1000 + expected + 3);
    assert_int_equal(round_trip(m, 2000, make(m, 4, REQUEST_GLOBAL_WRITE, 0xC0000000, 128)), 2000 + expected + 3);
    assert_int_equal(round_trip(m, 3000, make(m, 4, REQUEST_GLOBAL_ATOMIC, 0xC0000040, 32)), 3000 + expected);
    assert_int_equal(counted.icnt_request_flits, 4);
    assert_int_equal(counted.icnt_reply_flits, 1 + 4 + 4 + 1);
    memory_free(m);
}

// Its one pointer counts every step, those left out with nothing to do and those of launches that have ended, too.
static void steps_of_a_local_network(void **state)
{
    (void)state;
    for (unsigned twice = 1; twice <= 2; twice++) {
        machine machine = gtx480();
        counters counted = { 0 };
        machine.icnt.kind = NETWORK_LOCAL;
        machine.icnt.arbiter = NETWORK_ROUND;
        machine.clock.icnt_mhz = twice * machine.clock.core_mhz;
        memory_system *m = memory_new(&machine, &counted);
        advance_awake(m, 0);
        assert_int_equal(m->to_memory->time, 0);
        advance_awake(m, 1);
        assert_int_equal(m->to_memory->time, twice);
        for (uint64_t cycle = 2; cycle < 100; cycle++)
            memory_advance(m, cycle);
        advance_awake(m, 100);
        assert_int_equal(m->to_memory->time, 100 * twice);
        assert_int_equal(m->to_sms->time, 100 * twice);
        memory_kernel_end(m);
        advance_awake(m, 500);
        assert_int_equal(m->to_sms->time, 100 * twice + 1);
        memory_free(m);
    }
}

// A sector leaves the ROP queue at the end of a clock and is looked up in the next: it is in the queue between them as one
// core cycle ends, also when idle cycles are left out. A full queue is one without a place left.
static void input_buffers(void **state)
{
    (void)state;
    machine machine = gtx480();
    for (unsigned left_out = 0; left_out < 2; left_out++) {
        counters counted = { 0 };
        slice_profile *p = slices_new(machine.l2.sub_partitions, machine.l2.queue_from_icnt);
        memory_system *m = memory_new(&machine, &counted);
        memory_count_slices(m, p);
        memory_host_copy(m, 0xC0000000, 4096);
        leave_out_idle = left_out;
        round_trip(m, 10, make(m, 4, REQUEST_GLOBAL_READ, 0xC0000020, 32));
        round_trip(m, 1000, make(m, 4, REQUEST_GLOBAL_READ, 0xC0000000, 128));
        leave_out_idle = false;
        const unsigned slice = memory_slice_of(m, 0xC0000000);
        for (unsigned i = 0; i < p->n; i++) {
            assert_int_equal(p->of[i].held, i == slice ? 1 + 4 : 0);
            assert_int_equal(p->of[i].most, i == slice);
            assert_int_equal(p->of[i].full, 0);
        }
        memory_request *waits[64];
        for (unsigned i = 0; i < p->depth; i++) {
            waits[i] = memory_request_new(m);
            request_list_push(&m->slices[slice].from_icnt, waits[i]);
            count_slices(m);
        }
        assert_int_equal(p->of[slice].held, 5 + p->depth * (p->depth + 1) / 2);
        assert_int_equal(p->of[slice].most, p->depth);
        assert_int_equal(p->of[slice].full, 1);
        for (unsigned i = 0; i < p->depth; i++)
            memory_request_free(m, request_list_pop(&m->slices[slice].from_icnt));
        memory_free(m);
        free(p);
    }
}

// A write of a whole line without sectors: four flits there, an acknowledgement of one flit back.
static void write_without_sectors(void **state)
{
    (void)state;
    machine machine = gtx480();
    counters counted = { 0 };
    machine.l2.sector_bytes = 128;
    memory_system *m = memory_new(&machine, &counted);
    round_trip(m, 0, make(m, 1, REQUEST_GLOBAL_WRITE, 0xC0000000, 128));
    assert_int_equal(counted.icnt_request_flits, 4);
    assert_int_equal(counted.icnt_reply_flits, 1);
    assert_int_equal(counted.l2_accesses, 1);
    memory_free(m);
}

// A line of 128 bytes and 8 of control: five flits of 32 bytes; its four sectors would be four packets of two, eight flits.
static void flits_of_a_line(void **state)
{
    (void)state;
    for (unsigned sectors = 0; sectors < 2; sectors++) {
        machine machine = lines();
        counters counted = { 0 };
        machine.l2.sector_bytes = sectors ? 32 : 128;
        memory_system *m = memory_new(&machine, &counted);
        round_trip(m, 0, make(m, 1, REQUEST_GLOBAL_READ, 0xC0000000, 128));
        uint64_t start = 5000, back = round_trip(m, start, make(m, 1, REQUEST_GLOBAL_READ, 0xC0000000, 128));
        assert_int_equal(counted.icnt_request_flits, 1 + 1);
        assert_int_equal(counted.icnt_reply_flits, 2 * (sectors ? 8 : 5));
        assert_int_equal(counted.l2_misses, sectors ? 4 : 1);
        assert_int_equal(counted.dram_reads, sectors ? 4 : 1);
        // the hit: as one of one flit, its last flit 4 cycles, or 7, behind the first
        assert_int_equal(back - start, NETWORK + TAKE + ROP + LOOKUP + REPLY + (NETWORK - 1) + TAKE + FIFO + (sectors ? 7 : 4));
        memory_free(m);
    }
}

static void host_copies_bypass_the_l2(void **state)
{
    (void)state;
    for (unsigned fill = 0; fill < 2; fill++) {
        machine machine = lines();
        counters counted = { 0 };
        machine.l2.host_copy = fill ? HOST_COPY_FILLS : HOST_COPY_BYPASSES;
        memory_system *m = memory_new(&machine, &counted);
        memory_host_copy(m, 0xC0000000, 4096);
        round_trip(m, 0, make(m, 1, REQUEST_GLOBAL_READ, 0xC0000000, 128));
        assert_int_equal(counted.l2_hits, fill);
        memory_free(m);
    }
}

// What goes to memory carries its data there: a store and an atomic, of 8 bytes or of 128, a read none. With sectors of 32 bytes
// and flits of 40: one flit for 8 and 40 bytes, four for 136.
static void an_atomic_carries_its_data(void **state)
{
    (void)state;
    const struct { request_kind kind; uint32_t bytes, flits; } sent[] = {
        { REQUEST_GLOBAL_READ, 128, 1 }, { REQUEST_GLOBAL_WRITE, 128, 4 }, { REQUEST_GLOBAL_ATOMIC, 128, 4 },
        { REQUEST_GLOBAL_ATOMIC, 32, 1 }, { REQUEST_GLOBAL_ATOMIC, 64, 2 },
    };
    for (unsigned i = 0; i < sizeof sent / sizeof sent[0]; i++) {
        machine machine = gtx480();
        counters counted = { 0 };
        memory_system *m = memory_new(&machine, &counted);
        memory_send(m, 0, make(m, 0, sent[i].kind, 0xC0000000, sent[i].bytes));
        assert_int_equal(counted.icnt_request_flits, sent[i].flits);
        memory_free(m);
    }
}

// Each part goes by its clock: the network's steps take twice as long at half of it, whatever the others do meanwhile.
static void each_part_has_its_clock(void **state)
{
    (void)state;
    uint64_t took[3];
    for (unsigned half = 0; half < 3; half++) {
        machine machine = gtx480();
        counters counted = { 0 };
        machine.clock.icnt_mhz = half == 1 ? 350 : 700, machine.clock.l2_mhz = half == 2 ? 350 : 700;
        memory_system *m = memory_new(&machine, &counted);
        memory_host_copy(m, 0xC0000000, 32);
        took[half] = round_trip(m, 1000, make(m, 1, REQUEST_GLOBAL_READ, 0xC0000000, 32)) - 1000;
        assert_int_equal(counted.l2_hits, 1);
        memory_free(m);
    }
    assert_in_range(took[1] - took[0], 2 * NETWORK - 2, 2 * NETWORK + 2);
    assert_in_range(took[2] - took[0], 1, 4);                            // looked up, answered; ROP latency is of the core's cycles
}

// The sectors that a copy touches are in the L2, at either end too where it begins or ends inside of one, and no others.
static void host_copies_fill_what_they_touch(void **state)
{
    (void)state;
    const struct { uint32_t first, bytes; uint8_t sectors; } copies[] = {
        { 0, 1, 0x1 }, { 31, 1, 0x1 }, { 31, 2, 0x3 }, { 32, 32, 0x2 }, { 32, 33, 0x6 }, { 20, 45, 0x7 }, { 127, 1, 0x8 }, { 40, 0, 0x0 },
    };
    for (unsigned i = 0; i < sizeof copies / sizeof copies[0]; i++)
        for (unsigned sector = 0; sector < 4; sector++) {
            machine machine = gtx480();
            counters counted = { 0 };
            memory_system *m = memory_new(&machine, &counted);
            memory_host_copy(m, 0xC0000000 + copies[i].first, copies[i].bytes);
            round_trip(m, 0, make(m, 1, REQUEST_GLOBAL_READ, 0xC0000000 + 32 * sector, 32));
            assert_int_equal(counted.l2_hits, copies[i].sectors >> sector & 1);
            memory_free(m);
        }
}

// Replies that have piled up leave a cluster one packet a cycle, and a sector that completes nothing takes its cycle too.
static void one_packet_a_cycle(void **state)
{
    (void)state;
    machine machine = gtx480();
    counters counted = { 0 };
    machine.gpu.sms = 30;                                                // SMs 0 and 1 share cluster 0
    memory_system *m = memory_new(&machine, &counted);
    memory_host_copy(m, 0, 4096);
    memory_advance(m, 0);
    for (unsigned i = 0; i < 4; i++)
        memory_send(m, i % 2, make(m, i % 2, REQUEST_GLOBAL_READ, i * 128, i < 2 ? 32 : 128));
    uint64_t cycle = 1, taken[4], count = 0;
    for (; cycle < 300; cycle++)
        memory_advance(m, cycle);
    for (; cycle < 320; cycle++) {
        for (unsigned sm = 0; sm < 2; sm++) {
            for (memory_request *reply; (reply = memory_receive(m, sm)) != NULL; memory_request_free(m, reply)) {
                assert_true(count < 4);
                taken[count++] = cycle;
            }
        }
        memory_advance(m, cycle);
    }
    assert_int_equal(count, 4);
    assert_int_equal(taken[0], 300);
    assert_int_equal(taken[1], 301);
    assert_int_equal(taken[2] - taken[1] + taken[3] - taken[2], 4 + 4);
    memory_free(m);
}

// First DRAM clock after core edge `cycle`, and the core cycle in which a DRAM clock is served; 924 : 700 = 33 : 25.
static uint64_t dram_after(uint64_t cycle) { return cycle * 33 / 25 + 1; }
static uint64_t cycle_of(uint64_t dram) { return (dram * 25 + 32) / 33; }

static void isolated_miss(void **state)
{
    (void)state;
    machine machine = gtx480();
    counters counted = { 0 };
    memory_system *m = memory_new(&machine, &counted);
    memory_advance(m, 0);                                                // clocks in phase at 0
    for (uint64_t at = 10; at < 30; at++) {
        uint64_t lookup = 1000 * at + NETWORK + TAKE + ROP + LOOKUP;
        uint64_t to_dram = lookup + 1;                                   // miss queue to DRAM queue
        uint64_t taken = cycle_of(dram_after(to_dram));                  // into the latency queue
        uint64_t ready = dram_after(taken + 100 - 1);                    // first DRAM clock at or after core cycle taken + 100
        uint64_t data = ready + 1 + 12 + 12;                             // scheduler and activate; RCD; CL
        uint64_t filled = cycle_of(data + 1);                            // return queue to the slice; L2 comes after DRAM
        uint64_t reply = filled + 1 + REPLY;                             // MSHR answers in the clock after the fill
        uint64_t expected = reply + (NETWORK - 1) + TAKE + FIFO;
        // every time another bank, so that each finds its bank closed
        assert_int_equal(round_trip(m, 1000 * at, make(m, 0, REQUEST_GLOBAL_READ, (at % 6 + at / 6 * 6 * 32 * 2) * 256, 32)), expected);
    }
    assert_int_equal(counted.l2_misses, 20);
    assert_int_equal(counted.dram_reads, 20);
    memory_free(m);
}

// A store that misses waits for DRAM: as a read up to the activate, then RCD - (WL + 1) to the write, WL to its data; its
// acknowledgement leaves in the L2 clock in which it comes, one flit. The line that is fetched behind it answers nobody.
static void isolated_store_miss(void **state)
{
    (void)state;
    machine machine = lines();
    counters counted = { 0 };
    memory_system *m = memory_new(&machine, &counted);
    memory_advance(m, 0);
    for (uint64_t at = 10; at < 30; at++) {
        uint64_t lookup = 1000 * at + (NETWORK + 1) + TAKE + ROP + LOOKUP;      // 40 bytes: two flits
        uint64_t taken = cycle_of(dram_after(lookup + 1)), ready = dram_after(taken + 100 - 1);
        uint64_t data = ready + 1 + (12 - (4 + 1)) + 4, back = cycle_of(data + 1);
        assert_int_equal(round_trip(m, 1000 * at, make(m, 0, REQUEST_GLOBAL_WRITE, (at % 6 + at / 6 * 6 * 32 * 2) * 256, 32)),
                         back + REPLY + (NETWORK - 1) + TAKE + FIFO);
    }
    for (uint64_t end = m->next_cycle + 1000; m->next_cycle < end;)
        memory_advance(m, m->next_cycle);
    assert_int_equal(m->pool.in_use, 0);
    assert_int_equal(counted.icnt_request_flits, 20 * 2);
    assert_int_equal(counted.icnt_reply_flits, 20);
    assert_int_equal(counted.dram_writes, 20);
    assert_int_equal(counted.dram_reads, 20);
    memory_free(m);
}

// An SM reads warm lines as fast as it can: one 32-byte sector a cycle of 40-byte flits, half of that with 20-byte flits.
static uint64_t lines_read(const machine *machine, unsigned sms, uint64_t cycles)
{
    counters counted = { 0 };
    memory_system *m = memory_new(machine, &counted);
    uint64_t received = 0, sent = 0;
    memory_host_copy(m, 0, 512 * 1024);
    for (uint64_t cycle = 0; cycle < cycles; cycle++) {
        for (unsigned sm = 0; sm < sms; sm++) {
            memory_request *reply = memory_receive(m, sm);
            if (reply) {
                memory_request_free(m, reply);
                received++;
            }
        }
        memory_advance(m, cycle);
        for (unsigned sm = 0; sm < sms; sm++)
            if (memory_can_send(m, sm, 0) && sent - received < 200 * sms) {
                memory_send(m, sm, make(m, sm, REQUEST_GLOBAL_READ, (sent * 128 + sm * 7168) % (512 * 1024), 128));
                sent++;
            }
    }
    assert_int_equal(counted.dram_reads, 0);
    memory_free(m);
    return received;
}

static void bandwidth(void **state)
{
    (void)state;
    machine m = gtx480();
    assert_in_range(lines_read(&m, 1, 10000), 2400, 2500);               // 4 flits a line, one a cycle
    // 12 slices of a sector a cycle could give 3 lines a cycle; one queue at each network input has its head block the
    // others (58 % for uniform single flits, less since the sectors of a line follow one another).
    assert_in_range(lines_read(&m, 15, 10000), 13000, 17500);
    m.icnt.flit_bytes = 20;
    assert_in_range(lines_read(&m, 1, 10000), 1200, 1250);               // 2 flits a sector
    m.icnt.flit_bytes = 40;
    m.l2.sector_bytes = 128;
    assert_in_range(lines_read(&m, 1, 10000), 2400, 2500);               // 136 bytes: 4 flits
    m.icnt.flit_bytes = 32;
    assert_in_range(lines_read(&m, 1, 10000), 1930, 2000);               // 5 flits
    m.clock.icnt_mhz = 1400;
    m.l2.port_bytes = 0;
    assert_in_range(lines_read(&m, 1, 10000), 3860, 4000);               // 5 flits, two a cycle
    m.l2.sector_bytes = 32;
    assert_in_range(lines_read(&m, 1, 10000), 2400, 2500);               // 4 packets, of which a cluster takes one a cycle
    m = gtx480();
    m.gpu.sms = 30;                                                      // two SMs share a port
    assert_in_range(lines_read(&m, 2, 10000), 2400, 2500);
}

static void warm_start(void **state)
{
    (void)state;
    machine machine = gtx480();
    counters counted = { 0 };
    memory_system *m = memory_new(&machine, &counted);
    memory_host_copy(m, 0xC0000000, 768 * 1024);                         // all of it fits
    memory_host_copy(m, 0xC0000000 + 768 * 1024, 32);                    // one more sector pushes one line out
    uint64_t cycle = 0;
    for (uint64_t at = 0; at < 768 * 1024; at += 128)
        cycle = round_trip(m, cycle + 1, make(m, 0, REQUEST_GLOBAL_READ, 0xC0000000 + at, 32));
    assert_int_equal(counted.l2_hits + counted.l2_misses, 6144);
    assert_in_range(counted.l2_misses, 1, 8);                            // reading in order evicts the rest of that set's lines
    memory_free(m);
}

// Timers of the banks run on while cycles are left out: two rows of one bank, the first of which must stay open for long.
static void timers_run_while_idle(void **state)
{
    (void)state;
    uint64_t done[3];
    for (unsigned i = 0; i < 3; i++) {
        machine machine = gtx480();
        counters counted = { 0 };
        machine.dram.ras = machine.dram.rc = 200;
        memory_system *m = memory_new(&machine, &counted);
        leave_out_idle = i == 1;
        rest_through = i == 2;
        done[i] = round_trip(m, 0, make(m, 0, REQUEST_GLOBAL_READ, 0, 32));
        done[i] = round_trip(m, done[i] + 1, make(m, 0, REQUEST_GLOBAL_READ, 6 * 0x10000, 32));
        leave_out_idle = rest_through = false;
        memory_free(m);
    }
    assert_int_equal(done[0], done[1]);
    assert_int_equal(done[0], done[2]);
}

// After a kernel's end the next one finds the clocks in phase again: the same latency at any cycle.
static void kernel_end(void **state)
{
    (void)state;
    machine machine = gtx480();
    counters counted = { 0 };
    memory_system *m = memory_new(&machine, &counted);
    uint64_t first = 0;
    for (uint64_t i = 0; i < 8; i++) {                                   // each time a bank that is closed
        uint64_t start = i * 5001, at = round_trip(m, start, make(m, 0, REQUEST_GLOBAL_READ, i * 6 * 256 * 32, 32)) - start;
        first = i ? first : at;
        assert_int_equal(at, first);
        memory_kernel_end(m);
    }
    memory_free(m);
}

// The clocks of DRAM that pass while it rests are time for its banks, though a launch ends and the clocks begin anew: in phase, as they
// were in cycle 1000.
static void a_launch_ends_while_dram_rests(void **state)
{
    (void)state;
    uint64_t took[2];
    for (unsigned ends = 0; ends < 2; ends++) {
        machine machine = gtx480();
        counters counted = { 0 };
        machine.dram.ras = machine.dram.rc = 600;
        memory_system *m = memory_new(&machine, &counted);
        for (uint64_t cycle = round_trip(m, 0, make(m, 0, REQUEST_GLOBAL_READ, 0, 32)) + 1; cycle < 1000; cycle++)
            advance_awake(m, cycle);
        if (ends)
            memory_kernel_end(m);
        took[ends] = round_trip(m, 1000, make(m, 0, REQUEST_GLOBAL_READ, 6 * 0x10000, 32)) - 1000;
        memory_free(m);
    }
    assert_int_equal(took[0], took[1]);
}

// A row of a bank of a controller has a number of its own, and every address of it that one.
static void rows_have_numbers(void **state)
{
    static const uint64_t strides[] = { 1, 32, 256, 4096, 65536, 1 << 20, 1 << 24 };
    machine machine = gtx480();
    counters counted = { 0 };
    memory_system *m = memory_new(&machine, &counted);
    dram_map map;

    (void)state;
    dram_map_open(&map, &machine);
    for (unsigned i = 0; i < sizeof strides / sizeof strides[0]; i++)
        for (uint64_t address = 0xC0000000, before = address; address < 0xC0000000 + 200 * strides[i]; before = address, address += strides[i]) {
            const dram_location at = dram_map_locate(&map, address), last = dram_map_locate(&map, before);
            const bool same = at.controller == last.controller && at.bank == last.bank && at.row == last.row;

            assert_int_equal(memory_row_of(m, address) == memory_row_of(m, before), same);
            assert_int_equal(memory_row_of(m, address) >> 56, at.controller);
            assert_int_equal(memory_row_of(m, address) >> 48 & 255, at.bank);
            assert_int_equal(memory_row_of(m, address) & ((UINT64_C(1) << 48) - 1), at.row);
            assert_int_equal(memory_slice_of(m, address), at.slice);
        }
    memory_free(m);
}

// What enters the buffer of a slice leaves it when the slice takes it; of no other slice.
static void what_passes_a_slice(void **state)
{
    machine machine = gtx480();
    counters counted = { 0 };
    memory_system *m = memory_new(&machine, &counted);
    const unsigned slice = memory_slice_of(m, 0xC0000000);
    uint64_t entered, left;

    (void)state;
    memory_host_copy(m, 0xC0000000, 4096);
    for (unsigned n = 1; n <= 5; n++) {
        round_trip(m, 1000 * n, make(m, 4, REQUEST_GLOBAL_READ, 0xC0000000, 32));
        for (unsigned i = 0; i < machine.l2.sub_partitions; i++) {
            memory_passed(m, i, &entered, &left);
            assert_int_equal(entered, i == slice ? n : 0);
            assert_int_equal(left, i == slice ? n : 0);
        }
    }
    // Between the two a request is in the buffer.
    unsigned waits = 0;
    memory_advance(m, 5900);
    memory_send(m, 4, make(m, 4, REQUEST_GLOBAL_READ, 0xC0000000, 128));
    for (uint64_t cycle = 5901; cycle < 6300; cycle++) {
        memory_advance(m, cycle);
        memory_passed(m, slice, &entered, &left);
        assert_int_equal(entered - left, memory_occupancy(m, slice));
        waits += left < entered;
    }
    assert_true(waits > 0 && entered > 5 && left == entered);
    memory_request_free(m, memory_receive(m, 4));
    memory_free(m);
}

// SM 0 sits at router 1 of five a row, controller 1 at 8: a request goes east, east, south, its reply west, west, north. Two kernels add up.
static void links_of_both_networks(void **state)
{
    static const struct { unsigned network, router, direction, flits; } expected[] = {
        { 0, 1, MESH_EAST, 1 }, { 0, 2, MESH_EAST, 1 }, { 0, 3, MESH_SOUTH, 1 }, { 1, 8, MESH_WEST, 5 }, { 1, 7, MESH_WEST, 5 }, { 1, 6, MESH_NORTH, 5 } };
    machine machine = lines();
    counters counted = { 0 };
    uint64_t address = 0xC0000000;

    (void)state;
    machine.icnt.kind = NETWORK_MESH;
    memory_system *m = memory_new(&machine, &counted);
    link_profile *links = links_new(machine.mesh.width, machine.mesh.height);
    memory_count_links(m, links);
    while (memory_slice_of(m, address) * machine.dram.controllers / machine.l2.sub_partitions != 1)
        address += 128;
    for (unsigned kernels = 1; kernels <= 2; kernels++) {
        round_trip(m, 5000 * kernels, make(m, 0, REQUEST_GLOBAL_READ, address, 128));
        memory_kernel_end(m);
        for (unsigned network = 0; network < LINKS_NETWORKS; network++)
            for (unsigned router = 0; router < 25; router++)
                for (unsigned direction = 0; direction < LINKS_DIRECTIONS; direction++) {
                    unsigned flits = 0;
                    for (unsigned i = 0; i < sizeof expected / sizeof *expected; i++)
                        if (expected[i].network == network && expected[i].router == router && expected[i].direction == direction)
                            flits = expected[i].flits * kernels;
                    assert_int_equal(links->flits[network][router][direction], flits);
                }
        assert_int_equal(counted.icnt_link_flits, 18 * kernels);
        assert_int_equal(counted.icnt_link_cycles, links->clocks * 2 * (2 * 5 * 4 + 2 * 5 * 4));
    }
    free(links);
    memory_free(m);
}

// What a copy of `turns` times the L2 and `more` bytes leaves, in pieces of `piece` bytes: each line is here or not, and so is the
// line that would leave for it.
static void expect_the_same(const machine *machine, unsigned turns, uint64_t more, uint64_t piece)
{
    counters counted = {0};
    memory_system *whole = memory_new(machine, &counted), *pieces = memory_new(machine, &counted);
    const uint64_t begin = 0xC0000000, bytes = turns * whole->l2_bytes + more;
    memory_host_copy(whole, begin, bytes);
    for (uint64_t at = 0; at < bytes; at += piece)
        memory_host_copy(pieces, begin + at, bytes - at < piece ? bytes - at : piece);
    for (uint64_t address = begin; address < begin + bytes + whole->l2_bytes; address += 32) {
        const dram_location at = dram_map_locate(&whole->map, address);
        const tag_array *a = whole->slices[at.slice].tags, *b = pieces->slices[at.slice].tags;
        uint32_t way_a, way_b;
        assert_int_equal(tag_array_lookup(a, at.place, 1, false, &way_a), tag_array_lookup(b, at.place, 1, false, &way_b));
        assert_int_equal(tag_array_line(a, way_a), tag_array_line(b, way_b));
    }
    memory_free(whole);
    memory_free(pieces);
}

// A copy of many times the L2 leaves what it leaves in pieces, of which each is too small to be shortened.
static void host_copies_of_many_turns(void **state)
{
    const uint32_t ways[] = {1, 2, 8}, sets[] = {2, 64}, index[] = {INDEX_LINEAR, INDEX_XOR};
    (void)state;
    for (unsigned i = 0; i < 6; i++) {
        machine machine = gtx480();
        machine.l2.ways = ways[i % 3];
        machine.l2.sets = sets[i / 3];
        machine.l2.index = index[i / 3];
        const uint64_t l2_bytes = (uint64_t)machine.l2.sub_partitions * machine.l2.sets * machine.l2.ways * machine.l2.line_bytes;
        for (unsigned more = 0; more < 3; more++)
            expect_the_same(&machine, 9, 4160 * more, l2_bytes);
    }
}

// It is shortened: one touches the lines of two times the L2 and four a set, whatever its bytes.
static void long_host_copies_are_cut(void **state)
{
    machine machine = gtx480();
    counters counted = {0};
    (void)state;
    memory_system *m = memory_new(&machine, &counted);
    uint64_t accesses = 0;
    memory_host_copy(m, 0xC0000000, 20 * m->l2_bytes);
    for (unsigned i = 0; i < m->n_slices; i++)
        accesses += m->slices[i].accesses;
    assert_int_equal(accesses, (2 * m->l2_bytes + m->l2_bytes / 2) / machine.l2.line_bytes);
    memory_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(isolated_hit),
        cmocka_unit_test(isolated_hit_of_a_local_network),
        cmocka_unit_test(steps_of_a_local_network),
        cmocka_unit_test(rows_have_numbers),
        cmocka_unit_test(what_passes_a_slice),
        cmocka_unit_test(links_of_both_networks),
        cmocka_unit_test(input_buffers),
        cmocka_unit_test(isolated_miss),
        cmocka_unit_test(write_without_sectors),
        cmocka_unit_test(flits_of_a_line),
        cmocka_unit_test(an_atomic_carries_its_data),
        cmocka_unit_test(each_part_has_its_clock),
        cmocka_unit_test(host_copies_fill_what_they_touch),
        cmocka_unit_test(host_copies_of_many_turns), cmocka_unit_test(long_host_copies_are_cut), cmocka_unit_test(host_copies_bypass_the_l2),
        cmocka_unit_test(isolated_store_miss),
        cmocka_unit_test(one_packet_a_cycle),
        cmocka_unit_test(bandwidth),
        cmocka_unit_test(warm_start),
        cmocka_unit_test(timers_run_while_idle),
        cmocka_unit_test(a_launch_ends_while_dram_rests),
        cmocka_unit_test(kernel_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
