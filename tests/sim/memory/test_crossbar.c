// SPDX-License-Identifier: BSD-3-Clause
// Crossbar: latency by hand, one flit a cycle and output, round robin, back-pressure, nothing lost or reordered.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "sim/memory/crossbar.h"
#include "sim/memory/network.h"

static machine small(uint32_t injection, uint32_t input, uint32_t ejection, uint32_t boundary)
{
    machine m;
    machine_defaults(&m);
    m.icnt.injection_buffer = injection;
    m.icnt.input_buffer = input;
    m.icnt.ejection_buffer = ejection;
    m.icnt.boundary_buffer = boundary;
    return m;
}

static unsigned steps_until_arrival(network *net, unsigned output)
{
    unsigned steps = 0;
    while (!network_has_arrived(net, output)) {
        network_step(net);
        assert_true(++steps < 1000);
    }
    return steps;
}

// Step 1 injects, 2 lies in the channel, 3 arrives, gets the output and passes, 4 leaves the crossbar, 5 lies in the channel,
// 6 ejects. A flit more, a step more.
static void latency(void **state)
{
    (void)state;
    machine m;
    machine_defaults(&m);
    for (uint32_t flits = 1; flits <= 4; flits++) {
        for (uint32_t router = 1; router <= 5; router += 2) {
            m.icnt.router_latency = router;
            network *net = crossbar_new(&m, 15, 12);
            memory_request request = { 0 };
            network_push(net, 3, 7, &request, flits * 40 - 39);
            assert_int_equal(steps_until_arrival(net, 7), 6 + flits - 1 + (router - 1) / 2);     // two allocations a step
            assert_int_equal(network_arrived(net).word[0], 1 << 7);
            assert_false(network_moving(net));
            assert_ptr_equal(network_pop(net, 7), &request);
            assert_null(network_pop(net, 7));
            assert_false(network_any_arrived(net));
            network_free(net);
        }
    }
}

static void flits_of_a_packet(void **state)
{
    (void)state;
    machine m;
    machine_defaults(&m);
    network *net = crossbar_new(&m, 15, 12);
    const uint32_t expected[][2] = { { 8, 1 }, { 40, 1 }, { 41, 2 }, { 136, 4 }, { 160, 4 }, { 161, 5 } };
    for (unsigned i = 0; i < 6; i++)
        assert_int_equal(network_flits(net, expected[i][0]), expected[i][1]);
    network_free(net);
}

// Inputs keep `senders` of them busy towards the last output (or each its own); packets that arrive in 4000 steps.
static unsigned throughput(const machine *m, unsigned ports, unsigned senders, bool own_output, uint32_t bytes, unsigned *by_input)
{
    static memory_request requests[NETWORK_PORTS];
    network *net = crossbar_new(m, ports, ports);
    unsigned arrived = 0;
    for (unsigned step = 0; step < 4000; step++) {
        for (unsigned i = 0; i < senders; i++) {
            requests[i].sm = (uint8_t)i;
            while (network_has_room(net, i, bytes))
                network_push(net, i, own_output ? i : ports - 1, &requests[i], bytes);
        }
        network_step(net);
        for (unsigned o = 0; o < ports; o++) {
            memory_request *request = network_pop(net, o);
            if (request) {
                arrived++;
                by_input[request->sm]++;
            }
        }
    }
    network_free(net);
    return arrived;
}

static void one_flit_a_cycle(void **state)
{
    (void)state;
    machine m;
    machine_defaults(&m);
    for (uint32_t flits = 1; flits <= 4; flits++) {
        unsigned shared[64] = { 0 }, own[64] = { 0 };
        unsigned packets = throughput(&m, 64, 5, false, flits * 40, shared);
        assert_in_range(packets, 4000 / flits - 20, 4000 / flits);
        for (unsigned i = 0; i < 5; i++)
            assert_in_range(shared[i], packets / 5 - 3, packets / 5 + 4);        // round robin is fair
        packets = throughput(&m, 64, 15, true, flits * 40, own);
        assert_in_range(packets, 15 * (4000 / flits - 20), 15 * (4000 / flits));
    }
    m.icnt.flit_bytes = 20;
    unsigned narrow[64] = { 0 };
    assert_in_range(throughput(&m, 64, 5, false, 40, narrow), 1980, 2000);           // half the width, half the packets
}

// The same of ports beyond a word: all 128 towards output 127, and each to its own.
static void beyond_a_word(void **state)
{
    (void)state;
    machine m;
    unsigned shared[NETWORK_PORTS] = { 0 }, own[NETWORK_PORTS] = { 0 };
    machine_defaults(&m);
    unsigned packets = throughput(&m, NETWORK_PORTS, NETWORK_PORTS, false, 40, shared);
    assert_in_range(packets, 3980, 4000);
    for (unsigned i = 0; i < NETWORK_PORTS; i++)
        assert_in_range(shared[i], packets / NETWORK_PORTS - 3, packets / NETWORK_PORTS + 4);
    assert_in_range(throughput(&m, NETWORK_PORTS, NETWORK_PORTS, true, 80, own), NETWORK_PORTS * 1980, NETWORK_PORTS * 2000);
    for (unsigned i = 0; i < NETWORK_PORTS; i++)
        assert_in_range(own[i], 1980, 2000);
}

// Nobody takes packets: all buffers fill, and as many flits as they hold are in the network.
static void back_pressure(void **state)
{
    (void)state;
    machine m = small(9, 10, 12, 5);
    network *net = crossbar_new(&m, 2, 2);
    memory_request request = { 0 };
    unsigned pushed = 0, taken = 0;
    for (unsigned step = 0; step < 200; step++) {
        while (network_has_room(net, 0, 40)) {
            network_push(net, 0, 1, &request, 40);
            pushed++;
        }
        network_step(net);
    }
    assert_int_equal(pushed, 9 + 10 + 12 + 5);
    for (unsigned step = 0; step < 200; step++) {
        taken += network_pop(net, 1) != NULL;
        network_step(net);
    }
    assert_int_equal(taken, pushed);
    assert_false(network_moving(net));
    network_free(net);
}

// The number of a packet, the input and the output it belongs to travel in the request; order within a pair must hold.
static void nothing_lost(void **state)
{
    (void)state;
    enum { PACKETS = 20000, PORTS = 6 };
    machine m = small(5, 4, 4, 4);
    network *net = crossbar_new(&m, PORTS, PORTS);
    memory_request *requests = calloc(PACKETS, sizeof *requests);
    uint32_t last[PORTS][PORTS] = { { 0 } }, pushed = 0, popped = 0;
    uint64_t random = 7;
    for (uint64_t step = 0; popped < PACKETS; step++) {
        for (unsigned i = 0; i < PORTS && pushed < PACKETS; i++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            unsigned output = (unsigned)(random >> 40) % PORTS, bytes = 8 + (unsigned)(random >> 50) % 153;
            if (random >> 63 && network_has_room(net, i, bytes)) {
                requests[pushed] = (memory_request){ .sm = (uint8_t)i, .slice = (uint8_t)output, .slot = pushed + 1 };
                network_push(net, i, output, &requests[pushed++], bytes);
            }
        }
        network_step(net);
        random = random * 6364136223846793005u + 1442695040888963407u;
        for (unsigned o = 0; o < PORTS; o++) {
            memory_request *request = (random >> (40 + o) & 1) ? network_pop(net, o) : NULL;
            if (!request)
                continue;
            assert_int_equal(request->slice, o);
            assert_true(request->slot > last[request->sm][o]);
            last[request->sm][o] = request->slot;
            request->slot = 0;                                  // a second arrival would fail the line above
            popped++;
        }
        assert_true(step < 200000);
    }
    assert_false(network_moving(net));
    assert_false(network_any_arrived(net));
    free(requests);
    network_free(net);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(latency),
        cmocka_unit_test(flits_of_a_packet),
        cmocka_unit_test(one_flit_a_cycle),
        cmocka_unit_test(beyond_a_word),
        cmocka_unit_test(back_pressure),
        cmocka_unit_test(nothing_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
