// SPDX-License-Identifier: BSD-3-Clause
// Mesh: latency of every pair derived link by link, ways by the links that were used, a flit a cycle, back-pressure,
// bounds of throughput, every flit once and in order with buffers of one flit, no deadlock, and nothing left behind.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "sim/memory/interconnect.h"
#include "tests/sim/memory/mesh_traffic.h"
#include "tests/tier.h"

enum { WIDTH = 6, HEIGHT = 6, NODES = WIDTH * HEIGHT, STUCK = 20000 };

static machine square(unsigned router_latency, unsigned link_latency, unsigned channels, unsigned buffer)
{
    machine m;
    machine_defaults(&m);
    m.icnt.kind = NETWORK_MESH;
    m.icnt.flit_bytes = 32;
    m.mesh.width = WIDTH;
    m.mesh.height = HEIGHT;
    m.mesh.virtual_channels = channels;
    m.mesh.router_latency = router_latency;
    m.mesh.link_latency = link_latency;
    m.mesh.vc_buffer = buffer;
    return m;
}

// Every queue of the mesh holds a flit.
static machine tight(unsigned router_latency, unsigned link_latency, unsigned channels)
{
    machine m = square(router_latency, link_latency, channels, 1);
    m.icnt.injection_buffer = m.icnt.ejection_buffer = m.icnt.boundary_buffer = 1;
    return m;
}

static void fine(const traffic *t)
{
    if (t->wrong)
        fail_msg("%s, after %llu flits", t->wrong, (unsigned long long)t->flits_seen);
}

// --- an empty mesh

// Goes the way of dimension order link by link and adds what each router and link costs; the flits that each link has
// had are then one packet's more.
static unsigned walk(const machine *m, unsigned from, unsigned to, uint32_t flits, uint64_t used[NODES][MESH_DIRECTIONS])
{
    unsigned steps = 1 + m->mesh.link_latency;                     // out of the queue, to the first router
    for (unsigned at = from;;) {
        steps += m->mesh.router_latency + m->mesh.link_latency;    // through it, to the next or to the terminal
        if (at == to)
            return steps + flits - 1;
        const unsigned column = at % WIDTH, target = to % WIDTH;
        const unsigned way = column < target ? MESH_EAST : column > target ? MESH_WEST :
                             at < to ? MESH_SOUTH : MESH_NORTH;
        used[at][way] += flits;
        at = way == MESH_EAST ? at + 1 : way == MESH_WEST ? at - 1 : way == MESH_SOUTH ? at + WIDTH : at - WIDTH;
    }
}

static void links_are(const traffic *t, uint64_t used[NODES][MESH_DIRECTIONS])
{
    uint64_t sum = 0, most = 0;
    for (unsigned r = 0; r < NODES; r++)
        for (unsigned way = 0; way < MESH_DIRECTIONS; way++) {
            assert_int_equal(mesh_link_flits(t->net, r, way), used[r][way]);
            sum += used[r][way];
            most = used[r][way] > most ? used[r][way] : most;
        }
    assert_int_equal(t->counted.icnt_link_flits, sum);
    assert_int_equal(t->counted.icnt_link_most, most);
}

static void latency_of_every_pair(const machine *m, uint32_t flits)
{
    uint64_t used[NODES][MESH_DIRECTIONS] = {{0}};
    traffic *t = traffic_new(m);
    for (unsigned from = 0; from < NODES; from++)
        for (unsigned to = 0; to < NODES; to++) {
            const unsigned expected = walk(m, from, to, flits, used);
            const unsigned hops = (unsigned)abs((int)(from % WIDTH) - (int)(to % WIDTH)) +
                                  (unsigned)abs((int)(from / WIDTH) - (int)(to / WIDTH));
            assert_int_equal(expected, (hops + 1) * m->mesh.router_latency + (hops + 2) * m->mesh.link_latency + flits);
            assert_true(traffic_send(t, from, to, flits));
            for (unsigned step = 1; step <= expected; step++) {
                assert_false(network_any_arrived(t->net));
                traffic_step(t);
            }
            assert_int_equal(network_arrived(t->net).word[0], UINT64_C(1) << to);
            traffic_take(t, to);
            for (unsigned step = 0; network_moving(t->net); step++) {
                assert_true(step < m->mesh.link_latency);          // the last credit's way
                traffic_step(t);
            }
            links_are(t, used);
            fine(t);
        }
    traffic_settled(t);
    fine(t);
    traffic_free(t);
}

static void latency(void **state)
{
    (void)state;
    for (unsigned router = 1; router <= 4; router += 3)
        for (unsigned link = 1; link <= 2; link++)
            for (uint32_t flits = 1; flits <= 3; flits += 2) {
                const machine m = square(router, link, 2, 8);
                latency_of_every_pair(&m, flits);
            }
    const machine one = tight(4, 1, 1);
    latency_of_every_pair(&one, 1);
}

// The router where the word stands in the text of the seats.
static unsigned seat_of(const machine *m, const char *kind, unsigned number)
{
    char text[MACHINE_TEXT], word[16];
    unsigned router = 0;
    strcpy(text, m->mesh.seats);
    snprintf(word, sizeof word, "%s%u", kind, number);
    for (const char *seat = strtok(text, ",/"); strcmp(seat, word) != 0; seat = strtok(NULL, ",/"))
        router++;
    return router;
}

static unsigned hops_between(const machine *m, unsigned a, unsigned b)
{
    const int width = (int)m->mesh.width;
    return (unsigned)(abs((int)a % width - (int)b % width) + abs((int)a / width - (int)b / width));
}

static void takes(network *net, unsigned input, unsigned output, unsigned steps)
{
    static memory_request request;
    network_push(net, input, output, &request, 8);
    for (unsigned step = 1; step <= steps; step++) {
        assert_false(network_any_arrived(net));
        network_step(net);
    }
    assert_ptr_equal(network_pop(net, output), &request);
    while (network_moving(net))
        network_step(net);
}

// The networks of a machine: who is near whom is what its seats say. Of gtx480 two slices share a seat.
static void seats_decide(void **state)
{
    (void)state;
    static const char *const names[] = {"owl", "gtx480", "kaws"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        machine m;
        machine_error error;
        counters counted = {0};
        network *to_memory, *to_sms;
        assert_true(machine_load(&m, names[i], &error) && machine_set(&m, "icnt.kind=mesh", &error));
        assert_true(machine_check(&m, &error));
        interconnect_open(&m, &counted, &to_memory, &to_sms);
        assert_int_equal(to_memory->links, 2 * (m.mesh.width * (m.mesh.height - 1) + m.mesh.height * (m.mesh.width - 1)));
        for (unsigned cluster = 0; cluster < m.gpu.clusters; cluster++)
            for (unsigned slice = 0; slice < m.l2.sub_partitions; slice++) {
                const unsigned hops = hops_between(&m, seat_of(&m, "", cluster),
                                                   seat_of(&m, "m", slice * m.dram.controllers / m.l2.sub_partitions));
                const unsigned steps = (hops + 1) * m.mesh.router_latency + (hops + 2) * m.mesh.link_latency + 1;
                takes(to_memory, cluster, slice, steps);
                takes(to_sms, slice, cluster, steps);
            }
        network_free(to_memory), network_free(to_sms);
    }
}

// --- a loaded one

// Packets of `flits` from each input to output 0, or to one of its own; packets that arrived in 4000 steps.
static unsigned throughput(const machine *m, unsigned first, unsigned count, bool own, uint32_t flits, unsigned *by_input)
{
    traffic *t = traffic_new(m);
    for (unsigned step = 0; step < 4000; step++) {
        for (unsigned i = first; i < first + count; i++)
            while (traffic_send(t, i, own ? (i + WIDTH) % NODES : 0, flits)) {}
        traffic_step(t);
        for (unsigned o = 0; o < NODES; o++)
            traffic_take(t, o);
    }
    fine(t);
    for (unsigned i = 0; by_input && i < NODES; i++)
        by_input[i] = t->taken[i][0];
    const unsigned arrived = (unsigned)t->popped;
    traffic_free(t);
    return arrived;
}

// A buffer that covers the way of a credit (router_latency + 2 link_latency) keeps a link busy; a smaller one in
// proportion.
static void a_flit_a_cycle(void **state)
{
    (void)state;
    for (unsigned buffer = 1; buffer <= 8; buffer++) {
        const machine m = square(4, 1, 1, buffer);
        const unsigned flits = 4000 * (buffer < 6 ? buffer : 6) / 6;
        assert_in_range(throughput(&m, 5, 1, false, 1, NULL), flits - 60, flits);
    }
    const machine m = square(4, 1, 2, 8);
    assert_in_range(throughput(&m, 1, 1, false, 4, NULL), 4000 / 4 - 10, 4000 / 4);
    assert_in_range(throughput(&m, 0, NODES - WIDTH, true, 4, NULL), (NODES - WIDTH) * 985, (NODES - WIDTH) * 1000);
    unsigned shared[NODES];
    assert_in_range(throughput(&m, 1, WIDTH - 1, false, 1, shared), 3900, 4000);       // an output has one link
    for (unsigned i = 1; i < WIDTH; i++)                           // and each router on the way to it halves what is left
        assert_in_range(shared[i], (4000 >> (i < 5 ? i : 4)) - 40, 4000 >> (i < 5 ? i : 4));
}

// Nobody takes packets: what the buffers on the way hold is what went in.
static void back_pressure(void **state)
{
    (void)state;
    machine m = square(2, 1, 2, 3);
    m.icnt.injection_buffer = 5;
    m.icnt.ejection_buffer = 4;
    m.icnt.boundary_buffer = 7;
    traffic *t = traffic_new(&m);
    for (unsigned step = 0; step < 400; step++) {
        while (traffic_send(t, 0, 3, 1)) {}                        // three links: four routers, each with an input buffer
        traffic_step(t);
    }
    assert_int_equal(t->flits_sent, 5 + 4 * 3 + 4 + 7);
    for (unsigned step = 0; step < 400; step++) {
        traffic_take(t, 3);
        traffic_step(t);
    }
    assert_int_equal(t->popped, t->packets);
    traffic_settled(t);
    fine(t);
    traffic_free(t);
}

// Packets for 9 and for 22 come to router 15 by one port, in two channels, and leave it by two: one flit a cycle
// of both.
static void one_flit_of_a_port(void **state)
{
    (void)state;
    const machine m = square(1, 1, 2, 8);
    traffic *t = traffic_new(&m);
    uint64_t before = 0;
    for (unsigned step = 0; step < 1000; step++) {
        while (traffic_send(t, 12, step % 2 ? 9 : 22, 1)) {}
        traffic_step(t);
        const uint64_t left = mesh_link_flits(t->net, 15, MESH_NORTH) + mesh_link_flits(t->net, 15, MESH_EAST);
        assert_true(left - before <= 1);
        before = left;
        if (step > 200)                                            // until then both channels fill
            traffic_take(t, 9), traffic_take(t, 22);
    }
    assert_in_range(t->popped, 900, 1000);
    fine(t);
    traffic_free(t);
}

// --- random traffic

typedef struct { uint64_t flits; unsigned most_flits; bool lazy; } load;

// Uniform random pairs and sizes, as much as goes in; receivers that look away now and then. Steps that it took.
static uint64_t drive(traffic *t, const load *load)
{
    uint64_t steps = 0, last = 0, quiet = 0;
    while ((t->flits_sent < load->flits || t->popped < t->packets) && !t->wrong) {
        for (unsigned from = 0; from < t->nodes && t->flits_sent < load->flits; from++) {
            const uint64_t dice = traffic_random(t);
            unsigned to = (unsigned)(dice >> 20) % (t->nodes - 1);
            to += to >= from;
            traffic_send(t, from, to, 1 + (unsigned)(dice >> 40) % load->most_flits);
        }
        traffic_step(t);
        const uint64_t looks = load->lazy ? traffic_random(t) & traffic_random(t) : UINT64_MAX;
        for (uint64_t here = network_arrived(t->net).word[0] & looks; here; here &= here - 1)
            traffic_take(t, (unsigned)__builtin_ctzll(here));
        quiet = t->flits_seen == last ? quiet + 1 : 0;
        last = t->flits_seen;
        if (quiet > STUCK)
            fail_msg("no flit arrives any more, after %llu", (unsigned long long)last);
        steps++;
    }
    while (network_moving(t->net) && !t->wrong)
        traffic_step(t);
    return steps;
}

static void every_flit_once(const machine *m, uint64_t flits, unsigned most_flits)
{
    traffic *t = traffic_new(m);
    const load load = {.flits = flits, .most_flits = most_flits, .lazy = true};
    const uint64_t steps = drive(t, &load);
    fine(t);
    traffic_settled(t);
    fine(t);
    assert_int_equal(t->flits_seen, t->flits_sent);
    assert_int_equal(t->popped, t->packets);
    print_message("%u virtual channels, buffers of %u: %llu flits in %llu packets, each once and in order, %llu steps\n",
                  m->mesh.virtual_channels, m->mesh.vc_buffer,
                  (unsigned long long)t->flits_seen, (unsigned long long)t->popped,
                  (unsigned long long)steps);
    traffic_free(t);
}

static void every_flit_once_and_in_order(void **state)
{
    (void)state;
    const uint64_t flits = tier_is_all() ? 10000000 : 100000;
    const machine one = tight(1, 1, 1), two = tight(1, 1, 2), deep = tight(4, 2, 3), wide = square(4, 1, 2, 8);
    every_flit_once(&two, flits, 5);
    every_flit_once(&one, flits / 10, 5);
    every_flit_once(&deep, flits / 20, 3);
    every_flit_once(&wide, flits / 2, 5);
}

// What uniform traffic gets through at the most, beside the bound of the bisection: half of the nodes send (NODES /
// 2) / (NODES - 1) of their flits over the HEIGHT links of each direction in the middle.
static void saturation(void **state)
{
    (void)state;
    const double bound = HEIGHT * (NODES - 1) / (NODES / 2.0 * (NODES / 2.0));
    for (unsigned channels = 1; channels <= 4; channels *= 2) {
        const machine m = square(4, 1, channels, 8);
        traffic *t = traffic_new(&m);
        const load load = {.flits = 200000, .most_flits = 3};
        const uint64_t steps = drive(t, &load);
        fine(t);
        const double rate = (double)t->flits_seen / (double)steps / NODES;
        print_message("uniform traffic, %u virtual channels of 8 flits: %.3f flits a node and cycle, "
                      "%.0f %% of the bisection's %.3f\n",
                      channels, rate, 100 * rate / bound, bound);
        assert_true(rate < bound && rate > 0.4 * bound);
        traffic_free(t);
    }
}

// --- requests and replies

// Memory takes a request only when it can send the reply of the one before; cores take every reply. Every queue holds
// a flit.
static void requests_and_replies(void **state)
{
    (void)state;
    enum { MEMORIES = 8, PACKETS = 20000 };
    static const unsigned seat[MEMORIES] = {3, 7, 10, 12, 23, 25, 28, 32};
    const machine m = tight(4, 1, 2);
    traffic *requests = traffic_new(&m), *replies = traffic_new(&m);
    unsigned owed[MEMORIES], left = PACKETS, stuck = 0;
    for (unsigned i = 0; i < MEMORIES; i++)
        owed[i] = NODES;
    while (replies->popped < PACKETS) {
        const uint64_t before = replies->popped + requests->popped;
        for (unsigned from = 0; from < NODES && left; from++)
            left -= traffic_send(requests, from, seat[traffic_random(requests) % MEMORIES], 3);
        for (unsigned i = 0; i < MEMORIES; i++) {
            if (owed[i] < NODES && traffic_send(replies, seat[i], owed[i], 3))
                owed[i] = NODES;
            if (owed[i] == NODES && network_has_arrived(requests->net, seat[i])) {
                const mesh *net = (const mesh *)requests->net;
                const taker *taker = &net->takers[seat[i]];
                owed[i] = taker->packets[taker->oldest & net->boundary_mask].request->sm;
                traffic_take(requests, seat[i]);
            }
        }
        for (unsigned o = 0; o < NODES; o++)
            traffic_take(replies, o);
        traffic_step(requests), traffic_step(replies);
        fine(requests), fine(replies);
        stuck = replies->popped + requests->popped == before ? stuck + 1 : 0;
        assert_true(stuck < STUCK);
    }
    traffic_free(requests), traffic_free(replies);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(latency),
        cmocka_unit_test(seats_decide),
        cmocka_unit_test(a_flit_a_cycle),
        cmocka_unit_test(back_pressure),
        cmocka_unit_test(one_flit_of_a_port),
        cmocka_unit_test(every_flit_once_and_in_order),
        cmocka_unit_test(saturation),
        cmocka_unit_test(requests_and_replies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
