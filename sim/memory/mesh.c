// SPDX-License-Identifier: BSD-3-Clause
// Routers of the mesh: what arrives, who may go on, where to.
#include "sim/memory/mesh_internal.h"

#include <stdlib.h>
#include <string.h>

// The input port of a neighbour that an output leads to, and the output that leads to an input port.
static inline unsigned opposite(unsigned direction) { return direction ^ 1; }

// Which channels the output's channel would let pass: with a credit the one whose packet holds it, or all of that
// number.
static inline void reopen(router *router, unsigned output, unsigned channel)
{
    const uint64_t all = UINT64_C(0x0101010101010101) << channel;
    const uint8_t holder = router->holder[output][channel];
    const uint64_t who = holder == MESH_NOBODY ? all : mesh_bit(holder);
    router->open[output] = (router->open[output] & ~all) | (router->credits[output][channel] ? who : 0);
}

// The flit in front of a channel is here, the first one since it was empty or since a tail has gone.
static void offer(mesh *net, unsigned index, unsigned in)
{
    router *router = &net->routers[index];
    channel_buffer *buffer = &router->in[in];
    const flit *first = &buffer->ring[buffer->head & net->channel_mask];
    if (first->number == 0)
        buffer->towards = net->route[index][first->output];
    router->wants[buffer->towards] |= mesh_bit(in);
    router->wanted |= 1u << buffer->towards;
    net->busy |= mesh_bit(index);
}

// --- what arrives

static void land_flits(mesh *net, mesh_slot *now)
{
    while (now->flits_at) {
        const unsigned index = mesh_take_lowest(&now->flits_at);
        while (now->flits[index]) {
            const unsigned in = mesh_take_lowest(&now->flits[index]);
            if (net->routers[index].in[in].landed++ == 0)
                offer(net, index, in);
        }
    }
    net->ejecting |= now->ejected_at;
    while (now->ejected_at)
        net->takers[mesh_take_lowest(&now->ejected_at)].landed++;
}

static void land_credits(mesh *net, mesh_slot *now)
{
    while (now->credits_at) {
        const unsigned index = mesh_take_lowest(&now->credits_at);
        while (now->credits[index]) {
            const unsigned out = mesh_take_lowest(&now->credits[index]);
            const unsigned output = out / MESH_CHANNELS, channel = out % MESH_CHANNELS;
            if (net->routers[index].credits[output][channel]++ == 0)
                reopen(&net->routers[index], output, channel);
            net->network.moving--;
        }
    }
    while (now->returns_at) {
        const unsigned index = mesh_take_lowest(&now->returns_at);
        while (now->returns[index]) {
            const unsigned in = mesh_take_lowest(&now->returns[index]);
            const unsigned local = in / MESH_CHANNELS - MESH_DIRECTIONS;
            net->givers[net->routers[index].giver[local]].credits[in % MESH_CHANNELS]++;
            net->network.moving--;
        }
    }
}

// --- what leaves

// A place of the channel is free again: whoever sends there may know.
static inline void give_credit_back(mesh *net, unsigned index, unsigned in)
{
    const unsigned port = in / MESH_CHANNELS, channel = in % MESH_CHANNELS;
    mesh_slot *then = mesh_in(net, net->link_latency);
    net->network.moving++;
    if (port >= MESH_DIRECTIONS) {
        then->returns_at |= mesh_bit(index);
        then->returns[index] |= mesh_bit(in);
        return;
    }
    const unsigned sender = net->routers[index].neighbour[port];
    then->credits_at |= mesh_bit(sender);
    then->credits[sender] |= mesh_bit(opposite(port) * MESH_CHANNELS + channel);
}

static inline void send_to_neighbour(mesh *net, router *router, unsigned output, unsigned channel, const flit *flit)
{
    const unsigned next = router->neighbour[output], in = opposite(output) * MESH_CHANNELS + channel;
    channel_buffer *there = &net->routers[next].in[in];
    there->ring[there->tail++ & net->channel_mask] = *flit;
    mesh_slot *then = mesh_in(net, net->link_latency + net->router_latency);
    then->flits_at |= mesh_bit(next);
    then->flits[next] |= mesh_bit(in);
    net->counters->icnt_link_flits++;
    net->counters->icnt_link_most += ++router->link_flits[output] > net->counters->icnt_link_most;
}

static inline void send_to_terminal(mesh *net, const router *router, unsigned output, const flit *flit)
{
    const unsigned index = router->taker[output - MESH_DIRECTIONS];
    taker *taker = &net->takers[index];
    taker->flits[taker->tail++ & net->ejection_mask] = *flit;
    mesh_in(net, net->link_latency + 1)->ejected_at |= mesh_bit(index);
}

// The flit in front of a channel leaves by an output that lets it pass.
static void pass(mesh *net, unsigned index, unsigned output, unsigned in)
{
    router *router = &net->routers[index];
    channel_buffer *from = &router->in[in];
    const unsigned channel = in % MESH_CHANNELS;
    const flit *flit = &from->ring[from->head++ & net->channel_mask];
    const bool tail = flit->number + 1 == flit->flits;
    if (output < MESH_DIRECTIONS)
        send_to_neighbour(net, router, output, channel, flit);
    else
        send_to_terminal(net, router, output, flit);
    const uint8_t holder = tail ? MESH_NOBODY : (uint8_t)in;
    if (--router->credits[output][channel] == 0 || router->holder[output][channel] != holder) {
        router->holder[output][channel] = holder;
        reopen(router, output, channel);
    }
    give_credit_back(net, index, in);
    if (--from->landed && !tail)
        return;
    router->wants[output] &= ~mesh_bit(in);
    if (!router->wants[output])
        router->wanted &= ~(1u << output);
    if (from->landed)
        offer(net, index, in);
}

// From `first` on, and then from the lowest.
static inline unsigned next_of(uint64_t channels, unsigned first)
{
    const uint64_t behind = channels & ~UINT64_C(0) << first;
    return (unsigned)__builtin_ctzll(behind ? behind : channels);
}

// The output takes the next channel in turn whose port has sent nothing in this cycle; one that is passed over for
// its port's sake stays the next. Ports that have sent.
static uint64_t serve(mesh *net, unsigned index, unsigned output, uint64_t sent)
{
    router *router = &net->routers[index];
    const uint64_t ready = router->wants[output] & router->open[output];
    if (!(ready & ~sent))
        return sent;
    const unsigned first = next_of(ready, router->pointer[output]);
    const unsigned winner = next_of(ready & ~sent, router->pointer[output]);
    if (winner == first)
        router->pointer[output] = (uint8_t)((winner + 1) % (MESH_PORTS * MESH_CHANNELS));
    pass(net, index, output, winner);
    return sent | UINT64_C(0xff) << winner / MESH_CHANNELS * MESH_CHANNELS;
}

// Every output is the first to choose in one cycle of MESH_PORTS, so that nobody is passed over for ever.
static void switch_flits(mesh *net, unsigned index)
{
    const uint32_t wanted = net->routers[index].wanted, behind = ~0u << net->time % MESH_PORTS;
    uint64_t sent = 0;
    for (uint32_t outputs = wanted & behind; outputs; outputs &= outputs - 1)
        sent = serve(net, index, (unsigned)__builtin_ctz(outputs), sent);
    for (uint32_t outputs = wanted & ~behind; outputs; outputs &= outputs - 1)
        sent = serve(net, index, (unsigned)__builtin_ctz(outputs), sent);
    if (!net->routers[index].wanted)
        net->busy &= ~mesh_bit(index);
}

static void mesh_step(network *base)
{
    mesh *net = mesh_of(base);
    mesh_slot *now = mesh_in(net, 0);
    land_flits(net, now);
    land_credits(net, now);
    mesh_eject(net);
    mesh_inject(net);
    for (uint64_t routers = net->busy; routers;)
        switch_flits(net, mesh_take_lowest(&routers));
    net->time++;
}

// --- as a network

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (!memory)
        abort();
    return memory;
}

static uint32_t power_from(uint32_t at_least)
{
    uint32_t size = 1;
    while (size < at_least)
        size *= 2;
    return size;
}

static void close(network *base)
{
    mesh *net = mesh_of(base);
    for (unsigned i = 0; i < net->n_givers; i++)
        free(net->givers[i].ring);
    for (unsigned i = 0; i < net->n_takers; i++)
        free(net->takers[i].packets), free(net->takers[i].flits);
    free(net->flit_store);
    free(net->calendar);
    free(net);
}

static void open_routers(mesh *net, const machine *machine)
{
    const unsigned width = machine->mesh.width;
    net->n_routers = width * machine->mesh.height;
    net->channel_mask = power_from(machine->mesh.vc_buffer) - 1;
    net->flit_store = allocate((size_t)net->n_routers * MESH_PORTS * net->channels * (net->channel_mask + 1),
                               sizeof(flit));
    flit *ring = net->flit_store;
    for (unsigned index = 0; index < net->n_routers; index++) {
        router *router = &net->routers[index];
        const unsigned neighbours[MESH_DIRECTIONS] = {index + 1, index - 1, index + width, index - width};
        memset(router->holder, MESH_NOBODY, sizeof router->holder);
        for (unsigned port = 0; port < MESH_PORTS; port++)
            for (unsigned channel = 0; channel < net->channels; channel++, ring += net->channel_mask + 1)
                router->in[port * MESH_CHANNELS + channel].ring = ring;
        for (unsigned direction = 0; direction < MESH_DIRECTIONS; direction++) {
            router->neighbour[direction] = (uint8_t)neighbours[direction];
            for (unsigned channel = 0; channel < net->channels; channel++) {
                router->credits[direction][channel] = (uint16_t)machine->mesh.vc_buffer;
                reopen(router, direction, channel);
            }
        }
    }
}

static void open_giver(mesh *net, const machine *machine, unsigned index, unsigned at)
{
    unsigned local = 0;
    for (unsigned before = 0; before < index; before++)
        local += net->givers[before].router == at;
    if (local >= MESH_LOCALS)
        abort();
    net->routers[at].giver[local] = (uint8_t)index;
    net->givers[index] = (giver){.ring = allocate(net->injection_mask + 1, sizeof(packet)), .router = (uint8_t)at,
                                 .port = (uint8_t)(MESH_DIRECTIONS + local)};
    for (unsigned channel = 0; channel < net->channels; channel++)
        net->givers[index].credits[channel] = (uint16_t)machine->mesh.vc_buffer;
}

static void open_taker(mesh *net, const machine *machine, unsigned index, unsigned at)
{
    unsigned local = 0;
    for (unsigned before = 0; before < index; before++)
        local += net->takers[before].router == at;
    if (local >= MESH_LOCALS)
        abort();
    const unsigned port = MESH_DIRECTIONS + local, channel = mesh_channel_of(net, index);
    net->routers[at].taker[local] = (uint8_t)index;
    net->routers[at].credits[port][channel] = (uint16_t)machine->icnt.ejection_buffer;
    reopen(&net->routers[at], port, channel);
    net->takers[index] = (taker){.flits = allocate(net->ejection_mask + 1, sizeof(flit)),
                                 .packets = allocate(net->boundary_mask + 1, sizeof(packet)), .router = (uint8_t)at,
                                 .port = (uint8_t)port, .channel = (uint8_t)channel};
}

// Dimension order: along the row first, then along the column.
static uint8_t port_towards(const taker *taker, unsigned from, unsigned width)
{
    const unsigned x = from % width, y = from / width, to_x = taker->router % width, to_y = taker->router / width;
    if (x != to_x)
        return x < to_x ? MESH_EAST : MESH_WEST;
    if (y != to_y)
        return y < to_y ? MESH_SOUTH : MESH_NORTH;
    return taker->port;
}

network *mesh_new(const machine *machine, const mesh_side *inputs, const mesh_side *outputs, counters *counters)
{
    static const network_kind kind = {.close = close, .has_room = mesh_has_room, .push = mesh_push,
                                      .pop = mesh_pop, .step = mesh_step};
    mesh *net = allocate(1, sizeof *net);
    const uint32_t width = machine->mesh.width, height = machine->mesh.height;
    net->network = (network){.kind = &kind, .flit_bytes = machine->icnt.flit_bytes,
                             .links = 2 * ((width - 1) * height + (height - 1) * width)};
    net->counters = counters;
    net->channels = machine->mesh.virtual_channels;
    net->router_latency = machine->mesh.router_latency;
    net->link_latency = machine->mesh.link_latency;
    net->injection_flits = machine->icnt.injection_buffer;
    net->boundary_flits = machine->icnt.boundary_buffer;
    net->injection_mask = power_from(net->injection_flits + 1) - 1;
    net->ejection_mask = power_from(machine->icnt.ejection_buffer) - 1;
    net->boundary_mask = power_from(net->boundary_flits + 2) - 1;
    net->calendar_mask = power_from(net->link_latency + net->router_latency + 2) - 1;
    net->calendar = allocate(net->calendar_mask + 1, sizeof *net->calendar);
    open_routers(net, machine);
    net->n_givers = inputs->count;
    net->n_takers = outputs->count;
    for (unsigned i = 0; i < net->n_givers; i++)
        open_giver(net, machine, i, inputs->router[i]);
    for (unsigned i = 0; i < net->n_takers; i++)
        open_taker(net, machine, i, outputs->router[i]);
    for (unsigned from = 0; from < net->n_routers; from++)
        for (unsigned i = 0; i < net->n_takers; i++)
            net->route[from][i] = port_towards(&net->takers[i], from, width);
    return &net->network;
}

uint64_t mesh_link_flits(const network *base, unsigned index, unsigned direction)
{
    return ((const mesh *)base)->routers[index].link_flits[direction];
}
