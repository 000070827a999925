// SPDX-License-Identifier: BSD-3-Clause
// How full the queue of a slice from the network is (memory_occupancy): nothing while requests are in the network or in the
// ROP delay; a read that finds all it needs stands there as one core cycle ends, several stand behind each other.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "sim/memory/memory_system.c"             // the tests' other memory has its names

enum { NETWORK = 7, ROP = 120, CYCLES = 400 };      // cycles from a push to the slice; see tests/sim/memory/test_memory_system.c

static machine bucl(void)
{
    machine m;
    machine_error bad;
    assert_true(machine_load(&m, "bucl", &bad));
    return m;
}

static void send(memory_system *m, unsigned sm, uint64_t address)
{
    memory_request *r = memory_request_new(m);
    r->kind = REQUEST_GLOBAL_READ;
    r->client = CLIENT_LDST;
    r->sm = (uint8_t)sm;
    r->address = r->line = address;
    r->bytes = 32;
    r->sector_mask = request_sectors(address, 32);
    r->wants_reply = true;
    assert_true(memory_has_room(m, sm, 0));
    memory_send(m, sm, r);
}

// Sends one read from each of so many SMs at cycle 0, all to one slice: sum of its occupancies, their most and the first cycle.
typedef struct { uint64_t sum, most, first; } filled;
static filled fill(unsigned requests, uint64_t address)
{
    const machine machine = bucl();
    counters counted = {0};
    memory_system *m = memory_new(&machine, &counted);
    const unsigned slice = memory_slice_of(m, address);
    filled f = {.first = CYCLES};
    memory_advance(m, 0);
    for (unsigned i = 0; i < requests; i++)
        send(m, i, address + 32 * (i % 4));
    for (uint64_t cycle = 1; cycle < CYCLES; cycle++) {
        for (unsigned sm = 0; sm < machine.gpu.sms; sm++)
            if (memory_peek(m, sm))
                memory_request_free(m, memory_receive(m, sm));
        memory_advance(m, cycle);
        for (unsigned i = 0; i < machine.l2.sub_partitions; i++)
            if (i != slice)
                assert_int_equal(memory_occupancy(m, i), 0);
        const uint64_t now = memory_occupancy(m, slice);
        f.first = now && cycle < f.first ? cycle : f.first;
        f.most = now > f.most ? now : f.most;
        f.sum += now;
    }
    memory_free(m);
    return f;
}

static void a_request_alone_stands_there_for_a_cycle(void **state)
{
    (void)state;
    for (uint64_t address = 0; address < 24 * 256; address += 128) {
        const filled f = fill(1, address);
        assert_true(f.sum == 1 && f.most == 1);
        assert_in_range(f.first, NETWORK + ROP - 1, NETWORK + ROP + 2);
    }
}

static void several_stand_behind_each_other(void **state)
{
    (void)state;
    const filled f = fill(12, 0x3000);
    assert_true(f.sum >= 12 && f.most >= 1 && f.most <= 8);
    assert_in_range(f.first, NETWORK + ROP - 1, NETWORK + ROP + 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_alone_stands_there_for_a_cycle), cmocka_unit_test(several_stand_behind_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
