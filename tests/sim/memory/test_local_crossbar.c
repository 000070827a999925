// SPDX-License-Identifier: BSD-3-Clause
// Local crossbar: by hand who is moved in each step under both arbiters, what the buffers hold; then random traffic beside a model
// that scans every node of GPGPU-Sim's numbering at every step.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "sim/memory/local_crossbar.h"

static machine with(unsigned arbiter, uint32_t packets_in, uint32_t packets_out)
{
    machine m;
    machine_defaults(&m);
    m.icnt.kind = NETWORK_LOCAL;
    m.icnt.arbiter = arbiter;
    m.icnt.packets_in = packets_in;
    m.icnt.packets_out = packets_out;
    return m;
}

// Packets are known by the number that stands in `slot`.
static memory_request packets[64];

static void send(network *net, unsigned number, unsigned input, unsigned output)
{
    packets[number].slot = number;
    assert_true(network_has_room(net, input, 8));
    network_push(net, input, output, &packets[number], 8);
}

// One step; then what each output from 0 on gives: "3,-,7" of three outputs. All of them are looked at.
static void step_gives(network *net, unsigned outputs, const char *expected)
{
    char text[64] = "";
    network_step(net);
    net->time++;
    for (unsigned o = 0; o < outputs; o++) {
        const bool here = network_has_arrived(net, o);
        const memory_request *packet = network_pop(net, o);
        assert_int_equal(here, packet != NULL);
        snprintf(text + strlen(text), sizeof text - strlen(text), packet ? "%s%u" : "%s-", o ? "," : "", packet ? packet->slot : 0);
    }
    assert_string_equal(text, expected);
}

// A packet is one unit whatever its size, and takes one step.
static void a_packet_is_one_unit(void **state)
{
    (void)state;
    const machine m = with(NETWORK_ISLIP, 64, 64);
    network *net = local_crossbar_new(&m, 15, 12, 0);
    for (uint32_t bytes = 8; bytes <= 264; bytes += 32) {
        assert_int_equal(network_flits(net, bytes), 1);
        assert_true(network_has_room(net, 3, bytes));
        network_push(net, 3, 7, &packets[0], bytes);
        assert_true(network_moving(net));
        assert_false(network_any_arrived(net));
        network_step(net);
        assert_false(network_moving(net));
        assert_int_equal(network_arrived(net).word[0], 1 << 7);
        assert_ptr_equal(network_pop(net, 7), &packets[0]);
        assert_null(network_pop(net, 7));
        assert_false(network_any_arrived(net));
    }
    network_free(net);
}

// Inputs 0, 1 and 2 have two packets each for output 1: in turn. Then the pointer is at 3: of 0 and 3 the latter goes first, and
// the pointer is behind the last input; then at 1.
static void conflicts_at_one_output(void **state)
{
    (void)state;
    const machine m = with(NETWORK_ISLIP, 64, 64);
    network *net = local_crossbar_new(&m, 4, 2, 0);
    for (unsigned i = 0; i < 6; i++)
        send(net, i, i % 3, 1);
    for (const char *const *row = (const char *const[]){"-,0", "-,1", "-,2", "-,3", "-,4", "-,5", NULL}; *row; row++)
        step_gives(net, 2, *row);
    send(net, 6, 0, 1);
    send(net, 7, 3, 1);
    step_gives(net, 2, "-,7");
    step_gives(net, 2, "-,6");
    send(net, 8, 0, 1);
    send(net, 9, 2, 1);
    step_gives(net, 2, "-,9");
    step_gives(net, 2, "-,8");
    step_gives(net, 2, "-,-");
    network_free(net);
}

// A pointer is its output's own, and moves only when its output takes one: output 1 is at input 1 behind the first step, output 0
// still at 0.
static void each_output_has_a_pointer(void **state)
{
    (void)state;
    const machine m = with(NETWORK_ISLIP, 64, 64);
    network *net = local_crossbar_new(&m, 2, 2, 0);
    send(net, 0, 0, 1);
    step_gives(net, 2, "-,0");
    send(net, 1, 0, 0);
    send(net, 2, 1, 0);
    step_gives(net, 2, "1,-");
    send(net, 3, 0, 1);
    step_gives(net, 2, "2,3");
    network_free(net);
}

// Input 0 has packets for outputs 0, 1 and 2: all go in one step, as outputs are served in that order. For 2, 1 and 0: one a step.
// Two for one output never go together. What becomes the oldest takes part where its output comes later: input 1's packet for output
// 2 goes, input 0's waits behind it with the pointer at 1.
static void several_of_an_input_in_one_step(void **state)
{
    (void)state;
    const machine m = with(NETWORK_ISLIP, 64, 64);
    network *net = local_crossbar_new(&m, 2, 3, 0);
    for (unsigned i = 0; i < 3; i++)
        send(net, i, 0, i);
    step_gives(net, 3, "0,1,2");
    for (unsigned i = 0; i < 3; i++)
        send(net, i, 0, 2 - i);
    step_gives(net, 3, "-,-,0");
    step_gives(net, 3, "-,1,-");
    step_gives(net, 3, "2,-,-");
    send(net, 0, 0, 1);
    send(net, 1, 0, 1);
    step_gives(net, 3, "-,0,-");
    step_gives(net, 3, "-,1,-");
    send(net, 0, 0, 0);
    send(net, 1, 0, 2);
    send(net, 2, 1, 2);
    step_gives(net, 3, "0,-,2");
    step_gives(net, 3, "-,-,1");
    network_free(net);
}

// An input takes two packets; an output that nobody looks at holds two, and the pointer stays while it is full.
static void limits(void **state)
{
    (void)state;
    for (unsigned arbiter = NETWORK_ISLIP; arbiter <= NETWORK_ROUND; arbiter++) {
        const machine m = with(arbiter, 2, 2);
        network *net = local_crossbar_new(&m, 2, 1, 0);
        send(net, 0, 0, 0);
        send(net, 1, 0, 0);
        assert_false(network_has_room(net, 0, 8));
        assert_true(network_has_room(net, 1, 8));
        for (unsigned step = 0; step < 10; step++, net->time++)
            network_step(net);
        assert_true(network_has_room(net, 0, 8));
        send(net, 2, 0, 0);
        send(net, 3, 1, 0);
        send(net, 4, 0, 0);
        for (unsigned step = 0; step < 10; step++, net->time++)
            network_step(net);
        assert_false(network_has_room(net, 0, 8));
        assert_true(network_moving(net));
        assert_int_equal(network_pop(net, 0)->slot, 0);
        net->time = 0;                                          // round: input 0 first; islip: 1, as 0 was served last
        network_step(net);
        assert_int_equal(network_pop(net, 0)->slot, 1);
        assert_int_equal(network_pop(net, 0)->slot, arbiter == NETWORK_ROUND ? 2 : 3);
        network_free(net);
    }
}

// The pointer is the number of the step among all nodes: here inputs 0 and 1 are nodes 2 and 3 of five. At nodes 0, 1, 4 input 0 is
// the first from there on, at 2 too, at 3 input 1.
static void one_pointer_for_all(void **state)
{
    (void)state;
    static const char *const first[] = {"0", "0", "0", "1", "0"};
    const machine m = with(NETWORK_ROUND, 64, 64);
    network *net = local_crossbar_new(&m, 2, 3, 2);
    for (unsigned time = 0; time < 10; time++) {
        char expected[16];
        net->time = time;
        send(net, 0, 0, 2);
        send(net, 1, 1, 2);
        snprintf(expected, sizeof expected, "-,-,%s", first[time % 5]);
        step_gives(net, 3, expected);
        snprintf(expected, sizeof expected, "-,-,%s", *first[time % 5] == '0' ? "1" : "0");
        step_gives(net, 3, expected);
    }
    // Each input once a step, each output once.
    net->time = 0;
    send(net, 0, 0, 0);
    send(net, 1, 0, 1);
    send(net, 2, 1, 0);
    send(net, 3, 1, 2);
    step_gives(net, 3, "0,-,-");
    step_gives(net, 3, "2,1,-");
    step_gives(net, 3, "-,-,3");
    network_free(net);
}

// --- beside a model

enum { NODES = 2 * NETWORK_PORTS, ROOM = 8, MOST = 2048 };

typedef struct { unsigned packet[ROOM], output[ROOM], count; } buffer;      // the oldest first

typedef struct {
    unsigned nodes, start;                                      // start: round
    buffer   in[NODES], out[NODES];
    unsigned pointer[NODES], packets_out;
} model;

static void model_move(model *m, unsigned from, unsigned to)
{
    buffer *in = &m->in[from], *out = &m->out[to];
    out->packet[out->count++] = in->packet[0];
    in->count--;
    memmove(in->packet, in->packet + 1, in->count * sizeof *in->packet);
    memmove(in->output, in->output + 1, in->count * sizeof *in->output);
}

static bool model_wants(const model *m, unsigned from, unsigned to) { return m->in[from].count && m->in[from].output[0] == to; }

static void model_islip(model *m)
{
    for (unsigned to = 0; to < m->nodes; to++)
        for (unsigned turn = 0; turn < m->nodes && m->out[to].count < m->packets_out; turn++) {
            const unsigned from = (m->pointer[to] + turn) % m->nodes;
            if (!model_wants(m, from, to))
                continue;
            model_move(m, from, to);
            m->pointer[to] = (from + 1) % m->nodes;
            break;
        }
}

static void model_round(model *m)
{
    bool given[NODES] = {false};
    for (unsigned turn = 0; turn < m->nodes; turn++) {
        const unsigned from = (m->start + turn) % m->nodes, to = m->in[from].output[0];
        if (!m->in[from].count || given[to] || m->out[to].count == m->packets_out)
            continue;
        given[to] = true;
        model_move(m, from, to);
    }
    m->start = (m->start + 1) % m->nodes;
}

static uint64_t random_state;
static unsigned below(unsigned most)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(random_state >> 33) % most;
}

// Clusters at nodes 0 to clusters - 1, slices behind them; requests, or replies the other way. Traffic comes in waves, so that
// buffers fill and run empty; a receiver looks now and then.
static void beside_the_model(unsigned arbiter, unsigned clusters, unsigned slices, bool replies)
{
    static memory_request sent[MOST];
    const unsigned inputs = replies ? slices : clusters, outputs = replies ? clusters : slices;
    const unsigned first = replies ? clusters : 0, behind = replies ? 0 : clusters;
    const machine m = with(arbiter, ROOM - 2, ROOM / 2);
    network *net = local_crossbar_new(&m, inputs, outputs, first);
    model *beside = calloc(1, sizeof *beside);
    unsigned pushed = 0, popped = 0;
    beside->nodes = clusters + slices;
    beside->packets_out = ROOM / 2;
    for (unsigned step = 0; popped < MOST; step++, net->time++) {
        const unsigned rate = 1 + below(8) * (step / 64 % 2);
        for (unsigned i = 0; i < inputs; i++) {
            buffer *in = &beside->in[first + i];
            const unsigned o = below(3) ? below(outputs) : outputs - 1;
            assert_int_equal(network_has_room(net, i, 136), in->count < ROOM - 2);
            if (pushed == MOST || in->count == ROOM - 2 || below(8) >= rate)
                continue;
            in->packet[in->count] = pushed;
            in->output[in->count++] = behind + o;
            sent[pushed].slot = pushed;
            network_push(net, i, o, &sent[pushed++], 136);
        }
        network_step(net);
        (arbiter == NETWORK_ROUND ? model_round : model_islip)(beside);
        for (unsigned o = 0; o < outputs; o++) {
            buffer *out = &beside->out[behind + o];
            assert_int_equal(network_has_arrived(net, o), out->count != 0);
            if (!out->count || !below(2))
                continue;
            assert_int_equal(network_pop(net, o)->slot, out->packet[0]);
            out->count--;
            memmove(out->packet, out->packet + 1, out->count * sizeof *out->packet);
            popped++;
        }
        assert_true(step < 100 * MOST);
    }
    assert_false(network_moving(net));
    assert_false(network_any_arrived(net));
    free(beside);
    network_free(net);
}

static void random_traffic(void **state)
{
    static const unsigned sides[][2] = {{1, 1}, {3, 2}, {15, 12}, {64, 64}, {80, 64}, {65, 1}, {128, 64}};
    (void)state;
    random_state = 11;
    for (unsigned i = 0; i < sizeof sides / sizeof *sides; i++)
        for (unsigned arbiter = NETWORK_ISLIP; arbiter <= NETWORK_ROUND; arbiter++)
            for (unsigned replies = 0; replies < 2; replies++)
                beside_the_model(arbiter, sides[i][0], sides[i][1], replies);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_packet_is_one_unit),
        cmocka_unit_test(conflicts_at_one_output),
        cmocka_unit_test(each_output_has_a_pointer),
        cmocka_unit_test(several_of_an_input_in_one_step),
        cmocka_unit_test(limits),
        cmocka_unit_test(one_pointer_for_all),
        cmocka_unit_test(random_traffic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
