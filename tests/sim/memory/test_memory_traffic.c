// SPDX-License-Identifier: BSD-3-Clause
// The whole memory system under random traffic: nothing is lost, idle cycles may be left out, DRAM keeps its rules, with either
// kind of network and with queues of one place.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

// White box: the test looks at slices, controllers and the pool.
#include "sim/memory/memory_system.c"
#include "tests/sim/memory/dram_checker.h"
#include "tests/sim/memory/memory_bench.h"

// Every command of every controller goes to its checker.
static struct { dram_checker checker[32]; const memory_system *memory; } ear;
static void hear(const policy_view *view, feed_phase phase)
{
    if (phase == FEED_LATE)
        dram_checker_hear(&ear.checker[view->at.index], ear.memory->dram_time, view->controller_events);
}
static const policy hearer = {.name = "hearer", .hears = HEARS(CONTROLLER), .feed = hear};

// Every request that wants an answer gets one; with `leave_out`, idle cycles are not run. Returns a hash of who got what when.
static uint64_t traffic(const machine *machine, uint64_t random, unsigned requests, bool leave_out, counters *counted)
{
    *counted = (counters){ 0 };
    memory_system *m = memory_new(machine, counted);
    char error[256];
    lockstep *owner = lockstep_open(&(lockstep_options){.mode = BLOCKS_C}, error, sizeof error);
    ear.memory = m;
    for (unsigned i = 0; i < machine->dram.controllers; i++)
        dram_checker_open(&ear.checker[i], machine);
    assert_true(memory_open_places(m, machine, &(place_options){.lockstep = owner, .policy = &hearer}, error, sizeof error));
    uint8_t *waiting = calloc(requests, 1);
    unsigned sent = 0, received = 0, wanted = 0;
    uint64_t hash = 1, cycle = 0;
    assert_non_null(waiting);
    while (sent < requests || !memory_idle(m)) {
        for (unsigned sm = 0; sm < machine->gpu.sms; sm++) {
            memory_request *reply = (cycle + sm) % 7 ? memory_receive(m, sm) : NULL;      // now and then an SM does not look
            if (!reply)
                continue;
            assert_int_equal(reply->sm, sm);
            assert_int_equal(waiting[reply->slot]--, 1);
            hash = (hash ^ reply->slot ^ cycle << 20) * 0x100000001b3;
            memory_request_free(m, reply);
            received++;
        }
        m->wake = leave_out ? m->wake : 0;                               // else nothing is rested through
        memory_advance(m, cycle);
        bool burst = cycle / 300 % 4 != 3 && sent < requests;
        for (unsigned sm = 0; burst && sm < machine->gpu.sms && sent < requests; sm++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            static const request_kind kinds[8] = { REQUEST_GLOBAL_READ, REQUEST_GLOBAL_READ, REQUEST_GLOBAL_WRITE, REQUEST_GLOBAL_ATOMIC,
                                                   REQUEST_LOCAL_READ, REQUEST_LOCAL_WRITE, REQUEST_L1_WRITE_BACK, REQUEST_INSN_READ };
            request_kind kind = kinds[random >> 61];
            uint32_t bytes = kind == REQUEST_GLOBAL_ATOMIC ? 32 : 32u << (random >> 40) % 3;
            uint64_t address = (random >> 44) % 3000 * 128 * 7 + (random >> 30) % (128 / bytes) * bytes;
            if (!memory_can_send(m, sm, bytes) || (random >> 50) % 3 == 0)
                continue;
            memory_request *r = make(m, sm, kind, address, bytes);
            r->slot = sent;
            waiting[sent++] = r->wants_reply;
            wanted += r->wants_reply;
            memory_send(m, sm, r);
        }
        for (unsigned i = 0; i < m->n_clusters; i++)
            assert_true(m->replies[i].count <= machine->icnt.response_queue);
        uint64_t next = cycle + 1, event = memory_next_event(m, next), until = (cycle / 300 + 1) * 300;
        if (leave_out && !burst)
            next = event < until || sent == requests ? event : until;
        cycle = next;
        assert_true(cycle < 3000000 || memory_idle(m));
    }
    assert_int_equal(received, wanted);
    for (uint64_t end = m->next_cycle + 3000; m->next_cycle < end;)
        memory_advance(m, m->next_cycle);                                // the last write-backs
    assert_int_equal(m->pool.in_use, 0);
    assert_int_equal(memory_next_event(m, 1u << 30), UINT64_MAX);
    for (unsigned i = 0; i < machine->dram.controllers; i++) {
        assert_string_equal(ear.checker[i].violation, "");
        assert_true(ear.checker[i].commands > 0);
    }
    free(waiting), memory_free(m), lockstep_close(owner);
    return hash;
}

static void tiny(machine *m)
{
    m->icnt.input_buffer = m->icnt.ejection_buffer = m->icnt.boundary_buffer = m->icnt.injection_buffer = 4;
    m->icnt.response_queue = 1;
    m->l2.sets = 2;
    m->l2.ways = 2;
    m->l2.mshrs = 2;
    m->l2.mshr_merges = 1;
    m->l2.miss_queue = 2;
    m->l2.queue_from_icnt = 4;
    m->l2.queue_to_dram = m->l2.queue_from_dram = m->l2.queue_to_icnt = 1;
    m->dram.queue = m->dram.return_queue = 1;
}

// A mesh whose every buffer holds a flit.
static void mesh_of_ones(machine *m, unsigned channels)
{
    m->icnt.kind = NETWORK_MESH;
    m->mesh.virtual_channels = channels;
    m->mesh.vc_buffer = m->icnt.ejection_buffer = m->icnt.boundary_buffer = m->icnt.injection_buffer = 1;
}

// Buffers of a packet each.
static void local_of_ones(machine *m, unsigned arbiter)
{
    m->icnt.kind = NETWORK_LOCAL;
    m->icnt.arbiter = arbiter;
    m->icnt.packets_in = m->icnt.packets_out = 1;
}

static void nothing_lost(void **state)
{
    (void)state;
    counters counted;
    for (unsigned variant = 0; variant < 15; variant++) {
        machine m = variant < 7 ? gtx480() : lines();
        if (variant >= 1)
            tiny(&m);
        if (variant == 2)
            m.gpu.sms = 30;
        if (variant == 3)
            m.l2.sector_bytes = 128;
        if (variant == 4)
            m.clock.core_mhz = m.clock.icnt_mhz = 1400;
        if (variant == 5)
            m.dram.controllers = m.l2.sub_partitions = 8;
        if (variant == 6)
            m.l2.latency = m.dram.latency = 0;
        if (variant >= 7)
            m.l2.miss_queue = 3, m.icnt.input_buffer = m.icnt.ejection_buffer = m.icnt.boundary_buffer = m.icnt.injection_buffer = 5;
        if (variant == 8)
            m.l2.sector_bytes = 32, m.clock.icnt_mhz = 1400;
        if (variant == 9 || variant == 10)
            mesh_of_ones(&m, variant - 8);
        if (variant >= 11)
            local_of_ones(&m, variant & 1 ? NETWORK_ISLIP : NETWORK_ROUND);
        if (variant >= 13)
            m.gpu.sms = 128, m.gpu.clusters = variant == 13 ? 128 : 64;
        traffic(&m, variant + 1, variant ? 4000 : 20000, false, &counted);
        assert_true(counted.l2_reservation_fails > 0);
        assert_true(counted.icnt_request_stalls > 0);
        assert_true(!variant || counted.dram_writes > 0);                // all of it fits into the L2 of variant 0
    }
}

// The same traffic with idle cycles left out and with every cycle run: same replies in the same cycles, same counters.
static void leaving_out_idle_cycles(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < 8; variant++) {
        machine m = variant == 3 ? lines() : gtx480();
        if (variant == 1)
            tiny(&m);
        if (variant == 2)
            m.clock.dram_mhz = 333;
        if (variant == 4)
            m.icnt.kind = NETWORK_MESH;
        if (variant == 5)
            mesh_of_ones(&m, 1);
        if (variant >= 6)
            local_of_ones(&m, variant == 6 ? NETWORK_ISLIP : NETWORK_ROUND);
        counters every, some;
        uint64_t hash = traffic(&m, 99 + variant, 3000, false, &every);
        assert_int_equal(traffic(&m, 99 + variant, 3000, true, &some), hash);
        assert_memory_equal(&every, &some, sizeof every);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_lost),
        cmocka_unit_test(leaving_out_idle_cycles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
