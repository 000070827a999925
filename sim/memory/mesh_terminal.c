// SPDX-License-Identifier: BSD-3-Clause
// Terminals of the mesh: packets become flits at an input of the network and packets again at an output.
#include "sim/memory/mesh_internal.h"

#include <stdio.h>
#include <stdlib.h>

bool mesh_has_room(const network *base, unsigned input, uint32_t flits)
{
    const mesh *net = (const mesh *)base;
    const uint32_t queued = net->givers[input].queued;
    return !queued || queued + flits <= net->injection_flits;
}

void mesh_push(network *base, unsigned input, unsigned output, memory_request *request, uint32_t flits)
{
    mesh *net = mesh_of(base);
    giver *giver = &net->givers[input];
    if (!mesh_has_room(base, input, flits)) {
        fprintf(stderr, "mesh: cycle %llu: packet pushed into a full port %u\n", (unsigned long long)net->time, input);
        abort();
    }
    giver->ring[giver->tail++ & net->injection_mask] =
        (packet){.request = request, .flits = flits, .output = (uint8_t)output};
    giver->queued += flits;
    net->injecting |= mesh_bit(input);
    net->network.moving++;
}

// A flit of the packet in front goes onto the link to the router, if its channel there has a place.
static void inject(mesh *net, unsigned input)
{
    giver *giver = &net->givers[input];
    const packet *first = &giver->ring[giver->head & net->injection_mask];
    const unsigned channel = mesh_channel_of(net, first->output), in = giver->port * MESH_CHANNELS + channel;
    if (!giver->credits[channel])
        return;
    giver->credits[channel]--;
    channel_buffer *buffer = &net->routers[giver->router].in[in];
    buffer->ring[buffer->tail++ & net->channel_mask] =
        (flit){.request = first->request, .number = giver->sent, .flits = (uint16_t)first->flits,
               .output = first->output};
    mesh_slot *then = mesh_in(net, net->link_latency + net->router_latency - 1);
    then->flits_at |= mesh_bit(giver->router);
    then->flits[giver->router] |= mesh_bit(in);
    if (++giver->sent == first->flits) {
        giver->sent = 0;
        giver->head++;
    }
    if (!--giver->queued)
        net->injecting &= ~mesh_bit(input);
}

void mesh_inject(mesh *net)
{
    for (uint64_t inputs = net->injecting; inputs;)
        inject(net, mesh_take_lowest(&inputs));
}

// A flit goes from the ejection buffer to the packet that is put together; the head of one waits until the boundary
// buffer has room for it all, or nothing in it.
static void eject(mesh *net, unsigned output)
{
    taker *taker = &net->takers[output];
    const flit *first = &taker->flits[taker->head & net->ejection_mask];
    if (first->number == 0) {
        if (taker->held && taker->held + first->flits > net->boundary_flits)
            return;
        taker->held += first->flits;
    }
    taker->head++;
    if (!--taker->landed)
        net->ejecting &= ~mesh_bit(output);
    mesh_slot *then = mesh_in(net, net->link_latency);
    then->credits_at |= mesh_bit(taker->router);
    then->credits[taker->router] |= mesh_bit(taker->port * MESH_CHANNELS + taker->channel);
    net->network.moving++;
    if (first->number + 1 < first->flits)
        return;
    taker->packets[taker->arriving++ & net->boundary_mask] = (packet){.request = first->request, .flits = first->flits};
    number_set_add(&net->network.arrived, output);
    net->network.moving--;
}

void mesh_eject(mesh *net)
{
    for (uint64_t outputs = net->ejecting; outputs;)
        eject(net, mesh_take_lowest(&outputs));
}

memory_request *mesh_pop(network *base, unsigned output)
{
    mesh *net = mesh_of(base);
    taker *taker = &net->takers[output];
    if (taker->oldest == taker->arriving)
        return NULL;
    const packet *oldest = &taker->packets[taker->oldest++ & net->boundary_mask];
    taker->held -= oldest->flits;
    if (taker->oldest == taker->arriving)
        number_set_drop(&net->network.arrived, output);
    return oldest->request;
}
