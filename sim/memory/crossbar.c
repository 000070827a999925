// SPDX-License-Identifier: BSD-3-Clause
// Crossbar. Work is done for ports that have flits: sets of ports are bits. Flits are counted, not stored: within a port
// they stay in order, so a ring of packets and the number of flits at each stage say everything.
#include "sim/memory/crossbar.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    PORTS = NETWORK_PORTS,
    SWITCH_STEPS = 2,          // allocations of the switch a cycle
    CHANNEL_CYCLES = 2,        // from the sender's cycle to the receiver's
    HISTORY = 128              // cycles of masks on their way: more than crossbar and channel take
};

typedef struct {
    memory_request *request;
    uint32_t flits;
    uint8_t  output;
} packet;

typedef struct {
    packet  *ring;             // head: at the switch; inject: being injected; tail: next free
    uint32_t head, inject, tail;
    uint32_t queued;           // flits in the injection queue
    uint32_t inject_left;      // of the packet at `inject`
    uint32_t buffered;         // flits in the input buffer, those in the channel to it included
    uint32_t at_switch;        // of these, arrived
    uint32_t send_left;        // flits of the head packet, which wants its output or holds it, that have not passed the switch; else 0
} input_port;

typedef struct {
    packet  *ring;             // head: oldest that has not been taken; fill: arriving; tail: next free
    uint32_t head, fill, tail;
    uint32_t fill_left;        // flits of the packet at `fill` that have not arrived
    uint32_t credits;          // flits that may still pass the switch towards this output
    uint32_t output_buffer, ejection_buffer, boundary_buffer;        // flits in each
    number_set wanted_by;      // inputs whose head packet waits for this output
    uint8_t  pointer;          // round robin: first input that is looked at
    uint8_t  holder;           // input whose packet holds the output
} output_port;

typedef struct {
    network  network;
    uint32_t injection_flits, input_flits, boundary_flits;
    uint32_t input_mask, output_mask;              // of the rings
    uint32_t crossbar_delay[SWITCH_STEPS];         // cycles from an allocation to the output buffer
    uint64_t time;
    number_set injecting, wanted, held, sending, ejecting;    // ports with something at that stage
    number_set injected[HISTORY], crossed[SWITCH_STEPS][HISTORY], sent[HISTORY];
    input_port  input[PORTS];
    output_port output[PORTS];
} crossbar;

static inline crossbar *crossbar_of(network *base)
{
    return (crossbar *)base;
}

// A network with at most 64 ports a side is not wide: what it does at every step looks at the first words alone.
static inline bool any(const number_set *ports, bool wide) { return wide ? number_set_any(ports) : ports->word[0] != 0; }
static inline unsigned take_lowest(number_set *ports, bool wide)
{
    if (wide)
        return number_set_take_lowest(ports);
    const unsigned lowest = (unsigned)__builtin_ctzll(ports->word[0]);
    ports->word[0] &= ports->word[0] - 1;
    return lowest;
}

static inline void add(number_set *ports, unsigned port, bool wide)
{
    if (wide)
        number_set_add(ports, port);
    else
        ports->word[0] |= UINT64_C(1) << port;
}

static inline void drop(number_set *ports, unsigned port, bool wide)
{
    if (wide)
        number_set_drop(ports, port);
    else
        ports->word[0] &= ~(UINT64_C(1) << port);
}

// The first from `port` on, around to 0; there is one.
static inline unsigned next(const number_set *ports, unsigned port, bool wide)
{
    if (wide)
        return number_set_next(ports, port);
    const uint64_t behind = port < 64 ? ports->word[0] & UINT64_MAX << port : 0;
    return (unsigned)__builtin_ctzll(behind ? behind : ports->word[0]);
}

static inline bool has(const number_set *ports, unsigned port, bool wide)
{
    return wide ? number_set_has(ports, port) : ports->word[0] >> port & 1;
}

static inline void join(number_set *ports, number_set others, bool wide)
{
    if (wide)
        number_set_join(ports, others);
    else
        ports->word[0] |= others.word[0];
}

static inline number_set both(const number_set *a, const number_set *b, bool wide)
{
    return (number_set){{a->word[0] & b->word[0], wide ? a->word[1] & b->word[1] : 0}};
}

// What a slot of a history holds, which is empty then.
static inline number_set take_all(number_set *slot, bool wide)
{
    number_set all = {{slot->word[0], wide ? slot->word[1] : 0}};
    slot->word[0] = 0;
    if (wide)
        slot->word[1] = 0;
    return all;
}

static inline void put_all(number_set *slot, const number_set *ports, bool wide)
{
    slot->word[0] = ports->word[0];
    if (wide)
        slot->word[1] = ports->word[1];
}

static bool has_room(const network *base, unsigned input, uint32_t flits)
{
    const crossbar *net = (const crossbar *)base;
    return net->input[input].queued + flits <= net->injection_flits;
}

static void push(network *base, unsigned input, unsigned output, memory_request *request, uint32_t flits)
{
    crossbar *net = crossbar_of(base);
    input_port *port = &net->input[input];
    if (!has_room(base, input, flits)) {
        fprintf(stderr, "interconnect: cycle %llu: packet pushed into a full port %u\n", (unsigned long long)net->time, input);
        abort();
    }
    port->ring[port->tail++ & net->input_mask] = (packet){ .request = request, .flits = flits, .output = (uint8_t)output };
    if (!port->queued)
        port->inject_left = flits;
    port->queued += flits;
    number_set_add(&net->injecting, input);
    net->network.moving++;
}

static memory_request *pop(network *base, unsigned output)
{
    crossbar *net = crossbar_of(base);
    output_port *port = &net->output[output];
    if (port->head == port->fill)
        return NULL;
    packet *oldest = &port->ring[port->head++ & net->output_mask];
    port->boundary_buffer -= oldest->flits;
    if (port->head == port->fill)
        number_set_drop(&net->network.arrived, output);
    return oldest->request;
}

// A flit from the ejection buffer into the boundary buffer of its output.
static inline void eject(crossbar *net, unsigned o, bool wide)
{
    output_port *port = &net->output[o];
    port->boundary_buffer++;
    port->credits++;
    if (--port->fill_left)
        return;
    port->fill++;
    add(&net->network.arrived, o, wide);
    net->network.moving--;
    if (port->fill != port->tail)
        port->fill_left = port->ring[port->fill & net->output_mask].flits;
}

static inline void eject_all(crossbar *net, bool wide)
{
    const number_set landed = take_all(&net->sent[(net->time - CHANNEL_CYCLES) % HISTORY], wide);
    number_set ports = net->ejecting, left = {{0}};
    join(&ports, landed, wide);
    while (any(&ports, wide)) {
        const unsigned o = take_lowest(&ports, wide);
        output_port *port = &net->output[o];
        const bool leaves = port->boundary_buffer < net->boundary_flits;
        if (port->ejection_buffer += has(&landed, o, wide) - leaves)
            add(&left, o, wide);
        if (leaves)
            eject(net, o, wide);
    }
    put_all(&net->ejecting, &left, wide);
}

// The head packet of an input asks for its output.
static inline void want(crossbar *net, unsigned i, bool wide)
{
    input_port *port = &net->input[i];
    const packet *first = &port->ring[port->head & net->input_mask];
    port->send_left = first->flits;
    add(&net->output[first->output].wanted_by, i, wide);
    add(&net->wanted, first->output, wide);
}

static inline void arrive_all(crossbar *net, bool wide)
{
    number_set landed = take_all(&net->injected[(net->time - CHANNEL_CYCLES) % HISTORY], wide);
    while (any(&landed, wide)) {
        unsigned i = take_lowest(&landed, wide);
        net->input[i].at_switch++;
        if (!net->input[i].send_left)
            want(net, i, wide);
    }
}

static inline void inject_all(crossbar *net, bool wide)
{
    number_set *injected = &net->injected[net->time % HISTORY];
    for (number_set ports = net->injecting; any(&ports, wide);) {
        unsigned i = take_lowest(&ports, wide);
        input_port *port = &net->input[i];
        if (port->buffered >= net->input_flits)
            continue;
        port->buffered++;
        add(injected, i, wide);
        if (!--port->inject_left)
            port->inject++;
        if (!--port->queued)
            drop(&net->injecting, i, wide);
        else if (!port->inject_left)
            port->inject_left = port->ring[port->inject & net->input_mask].flits;
    }
}

static inline void grant(crossbar *net, unsigned o, bool wide)
{
    output_port *port = &net->output[o];
    unsigned winner = next(&port->wanted_by, port->pointer, wide);
    drop(&port->wanted_by, winner, wide);
    if (!any(&port->wanted_by, wide))
        drop(&net->wanted, o, wide);
    port->pointer = (uint8_t)((winner + 1) % PORTS);
    port->holder = (uint8_t)winner;
    add(&net->held, o, wide);
    const input_port *input = &net->input[winner];
    if (port->fill == port->tail)
        port->fill_left = input->send_left;
    port->ring[port->tail++ & net->output_mask] = input->ring[input->head & net->input_mask];
}

// A flit of the packet that holds the output passes the switch; its tail frees the output.
static inline bool pass(crossbar *net, unsigned o, bool wide)
{
    output_port *port = &net->output[o];
    input_port *input = &net->input[port->holder];
    if (!input->at_switch || !port->credits)
        return false;
    input->at_switch--;
    input->buffered--;
    port->credits--;
    if (--input->send_left)
        return true;
    drop(&net->held, o, wide);
    input->head++;
    if (input->at_switch)
        want(net, port->holder, wide);
    return true;
}

// One allocation: what was held and wanted before it decides, so grants come before the passes that change both.
static inline void allocate(crossbar *net, unsigned step, bool wide)
{
    number_set holding = net->held, passed = {{0}}, outputs = net->wanted;
    number_set_leave(&outputs, holding);
    while (any(&outputs, wide))
        grant(net, take_lowest(&outputs, wide), wide);
    while (any(&holding, wide)) {
        unsigned o = take_lowest(&holding, wide);
        if (pass(net, o, wide))
            add(&passed, o, wide);
    }
    if (any(&passed, wide))
        put_all(&net->crossed[step][(net->time + net->crossbar_delay[step]) % HISTORY], &passed, wide);
}

static inline void send_all(crossbar *net, bool wide)
{
    const uint64_t now = net->time % HISTORY;
    const number_set first = take_all(&net->crossed[0][now], wide), second = take_all(&net->crossed[1][now], wide);
    number_set sent = net->sending, buffered = both(&first, &second, wide);         // what comes alone to an empty buffer passes it
    join(&buffered, sent, wide);
    join(&sent, first, wide);
    join(&sent, second, wide);
    put_all(&net->sent[now], &sent, wide);
    for (number_set ports = buffered; any(&ports, wide);) {
        const unsigned o = take_lowest(&ports, wide);
        if (!(net->output[o].output_buffer += has(&first, o, wide) + has(&second, o, wide) - 1u))
            drop(&buffered, o, wide);
    }
    put_all(&net->sending, &buffered, wide);
}

static inline __attribute__((always_inline)) void step_of(crossbar *net, bool wide)
{
    eject_all(net, wide);
    arrive_all(net, wide);
    inject_all(net, wide);
    for (unsigned step = 0; step < SWITCH_STEPS && (any(&net->wanted, wide) || any(&net->held, wide)); step++)
        allocate(net, step, wide);
    send_all(net, wide);
    net->time++;
}

static void step(network *base) { step_of(crossbar_of(base), false); }
static void step_wide(network *base) { step_of(crossbar_of(base), true); }

// --- as a network

static uint32_t ring_size(uint32_t at_least)
{
    uint32_t size = 1;
    while (size < at_least)
        size *= 2;
    return size;
}

static packet *ring_new(uint32_t size)
{
    packet *ring = malloc(size * sizeof *ring);
    if (!ring)
        abort();
    return ring;
}

static void close(network *base)
{
    crossbar *net = crossbar_of(base);
    for (unsigned port = 0; port < PORTS; port++) {
        free(net->input[port].ring);
        free(net->output[port].ring);
    }
    free(net);
}

network *crossbar_new(const machine *machine, unsigned inputs, unsigned outputs)
{
    static const network_kind kind = {.close = close, .has_room = has_room, .push = push, .pop = pop, .step = step};
    static const network_kind wide = {.close = close, .has_room = has_room, .push = push, .pop = pop, .step = step_wide};
    crossbar *net = calloc(1, sizeof *net);
    if (!net || inputs > PORTS || outputs > PORTS)
        abort();
    net->network = (network){.kind = inputs > 64 || outputs > 64 ? &wide : &kind, .flit_bytes = machine->icnt.flit_bytes};
    net->injection_flits = machine->icnt.injection_buffer;
    net->input_flits = machine->icnt.input_buffer;
    net->boundary_flits = machine->icnt.boundary_buffer;
    for (unsigned step = 0; step < SWITCH_STEPS; step++)
        net->crossbar_delay[step] = (machine->icnt.router_latency + step) / SWITCH_STEPS;
    uint32_t input_ring = ring_size(net->injection_flits + net->input_flits + 1);
    uint32_t output_ring = ring_size(machine->icnt.ejection_buffer + net->boundary_flits + 2);
    net->input_mask = input_ring - 1;
    net->output_mask = output_ring - 1;
    for (unsigned port = 0; port < inputs; port++)
        net->input[port].ring = ring_new(input_ring);
    for (unsigned port = 0; port < outputs; port++) {
        net->output[port].ring = ring_new(output_ring);
        net->output[port].credits = machine->icnt.ejection_buffer;
    }
    return &net->network;
}
