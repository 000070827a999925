// SPDX-License-Identifier: BSD-3-Clause
// Local crossbar. Work is done for ports with packets: each output knows the inputs whose oldest packet is for it.
#include "sim/memory/local_crossbar.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
    memory_request *request;
    uint8_t  output;
} packet;

typedef struct {
    packet  *ring;
    uint32_t head, tail;
} input_port;

typedef struct {
    memory_request **ring;
    uint32_t head, tail;
    uint32_t pointer;                  // islip: first input that is looked at
    number_set wanted_by;              // inputs whose oldest packet is for this output
} output_port;

typedef struct {
    network  network;
    uint32_t packets_in, packets_out;
    uint32_t input_mask, output_mask;  // of the rings
    uint32_t n_inputs, first, nodes;   // first: the node that input 0 is
    number_set waiting, wanted;        // inputs with packets; outputs that some input wants
    packet  *packets;                  // the rings of all inputs
    memory_request **arrived;          // those of all outputs
    input_port  input[NETWORK_PORTS];
    output_port output[NETWORK_PORTS];
} local_crossbar;

static inline local_crossbar *crossbar_of(network *base) { return (local_crossbar *)base; }

static bool has_room(const network *base, unsigned input, uint32_t flits)
{
    const local_crossbar *net = (const local_crossbar *)base;
    (void)flits;
    return net->input[input].tail - net->input[input].head < net->packets_in;
}

// The oldest packet of an input asks for its output.
static void want(local_crossbar *net, unsigned i)
{
    const input_port *port = &net->input[i];
    const unsigned o = port->ring[port->head & net->input_mask].output;
    number_set_add(&net->output[o].wanted_by, i);
    number_set_add(&net->wanted, o);
}

static void push(network *base, unsigned input, unsigned output, memory_request *request, uint32_t flits)
{
    local_crossbar *net = crossbar_of(base);
    input_port *port = &net->input[input];
    if (!has_room(base, input, flits)) {
        fprintf(stderr, "local crossbar: packet pushed into a full port %u\n", input);
        abort();
    }
    port->ring[port->tail++ & net->input_mask] = (packet){.request = request, .output = (uint8_t)output};
    net->network.moving++;
    if (port->tail - port->head > 1)
        return;
    number_set_add(&net->waiting, input);
    want(net, input);
}

static memory_request *pop(network *base, unsigned output)
{
    local_crossbar *net = crossbar_of(base);
    output_port *port = &net->output[output];
    if (port->head == port->tail)
        return NULL;
    memory_request *oldest = port->ring[port->head++ & net->output_mask];
    if (port->head == port->tail)
        number_set_drop(&net->network.arrived, output);
    return oldest;
}

static inline bool is_full(const local_crossbar *net, unsigned o)
{
    return net->output[o].tail - net->output[o].head == net->packets_out;
}

// The oldest packet of the input goes to its output, which has room; the next one asks for its own.
static void move(local_crossbar *net, unsigned i, unsigned o)
{
    input_port *from = &net->input[i];
    output_port *to = &net->output[o];
    to->ring[to->tail++ & net->output_mask] = from->ring[from->head++ & net->input_mask].request;
    number_set_add(&net->network.arrived, o);
    net->network.moving--;
    number_set_drop(&to->wanted_by, i);
    if (!number_set_any(&to->wanted_by))
        number_set_drop(&net->wanted, o);
    if (from->head != from->tail)
        want(net, i);
    else
        number_set_drop(&net->waiting, i);
}

// The pointer may be behind the last input: then there is none from it on.
static void step_islip(network *base)
{
    local_crossbar *net = crossbar_of(base);
    for (unsigned o = 0; (o = number_set_from(&net->wanted, o)) < NUMBER_SET_MAX; o++) {
        if (is_full(net, o))
            continue;
        const unsigned i = number_set_next(&net->output[o].wanted_by, net->output[o].pointer);
        net->output[o].pointer = i + 1;
        move(net, i, o);
    }
}

static void step_round(network *base)
{
    local_crossbar *net = crossbar_of(base);
    const uint32_t node = (uint32_t)(base->time % net->nodes);
    unsigned i = node >= net->first && node < net->first + net->n_inputs ? node - net->first : 0;
    number_set given = {{0}};
    for (number_set left = net->waiting; number_set_any(&left);) {
        i = number_set_next(&left, i);
        number_set_drop(&left, i);
        const unsigned o = net->input[i].ring[net->input[i].head & net->input_mask].output;
        if (number_set_has(&given, o) || is_full(net, o))
            continue;
        number_set_add(&given, o);
        move(net, i, o);
    }
}

// --- as a network

static uint32_t ring_size(uint32_t at_least)
{
    uint32_t size = 1;
    while (size < at_least)
        size *= 2;
    return size;
}

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (!memory)
        abort();
    return memory;
}

static void close(network *base)
{
    local_crossbar *net = crossbar_of(base);
    free(net->packets);
    free(net->arrived);
    free(net);
}

network *local_crossbar_new(const machine *machine, unsigned inputs, unsigned outputs, unsigned first)
{
    static const network_kind islip = {.close = close, .has_room = has_room, .push = push, .pop = pop, .step = step_islip};
    static const network_kind round = {.close = close, .has_room = has_room, .push = push, .pop = pop, .step = step_round};
    local_crossbar *net = allocate(1, sizeof *net);
    const uint32_t input_ring = ring_size(machine->icnt.packets_in), output_ring = ring_size(machine->icnt.packets_out);
    if (inputs > NETWORK_PORTS || outputs > NETWORK_PORTS)
        abort();
    net->network = (network){.kind = machine->icnt.arbiter == NETWORK_ROUND ? &round : &islip, .flit_bytes = NETWORK_ONE_UNIT};
    net->packets_in = machine->icnt.packets_in;
    net->packets_out = machine->icnt.packets_out;
    net->input_mask = input_ring - 1;
    net->output_mask = output_ring - 1;
    net->n_inputs = inputs;
    net->first = first;
    net->nodes = inputs + outputs;
    net->packets = allocate((size_t)inputs * input_ring, sizeof *net->packets);
    net->arrived = allocate((size_t)outputs * output_ring, sizeof *net->arrived);
    for (unsigned i = 0; i < inputs; i++)
        net->input[i].ring = net->packets + (size_t)i * input_ring;
    for (unsigned o = 0; o < outputs; o++)
        net->output[o].ring = net->arrived + (size_t)o * output_ring;
    return &net->network;
}
