// SPDX-License-Identifier: BSD-3-Clause
#include "tests/sim/memory/mesh_traffic.h"

#include <stdlib.h>

// A packet's request: `sm` is its input, `slice` its output, `slot` its number among those of the pair, `bytes`
// its flits.

uint64_t traffic_random(traffic *t)
{
    t->random ^= t->random << 13;
    t->random ^= t->random >> 7;
    t->random ^= t->random << 17;
    return t->random;
}

traffic *traffic_new(const machine *machine)
{
    traffic *t = calloc(1, sizeof *t);
    mesh_side side = {.count = machine->mesh.width * machine->mesh.height};
    if (!t)
        abort();
    for (unsigned i = 0; i < side.count; i++)
        side.router[i] = (uint8_t)i;
    t->nodes = side.count;
    t->buffer = (uint16_t)machine->mesh.vc_buffer;
    t->ejection = (uint16_t)machine->icnt.ejection_buffer;
    t->random = 88172645463325252u;
    t->net = mesh_new(machine, &side, &side, &t->counted);
    return t;
}

void traffic_free(traffic *t)
{
    while (t->free) {
        memory_request *request = t->free;
        t->free = request->next;
        free(request);
    }
    network_free(t->net);
    free(t);
}

bool traffic_send(traffic *t, unsigned from, unsigned to, uint32_t flits)
{
    if (!network_has_room(t->net, from, flits * t->net->flit_bytes))
        return false;
    memory_request *request = t->free;
    if (request)
        t->free = request->next;
    else if (!(request = malloc(sizeof *request)))
        abort();
    *request = (memory_request){.sm = (uint8_t)from, .slice = (uint8_t)to, .slot = t->sent[from][to]++, .bytes = flits};
    network_push(t->net, from, to, request, flits * t->net->flit_bytes);
    t->packets++;
    t->flits_sent += flits;
    return true;
}

static void expect(traffic *t, bool good, const char *what)
{
    if (!good && !t->wrong)
        t->wrong = what;
}

static void look_at(traffic *t, unsigned output, const flit *flit)
{
    const memory_request *request = flit->request;
    if (!request) {
        expect(t, false, "a flit that nobody has sent");
        return;
    }
    expect(t, request->slice == output, "a flit at an output that is not its own");
    expect(t, flit->number == t->next_flit[output], "flits of a packet out of order");
    if (flit->number == 0) {
        t->coming[output] = request;
        expect(t, request->slot == t->arriving[request->sm][output]++, "packets of a pair out of order");
    }
    expect(t, t->coming[output] == request, "flits of two packets mixed at an output");
    t->next_flit[output] = flit->number + 1u < request->bytes ? flit->number + 1u : 0;
    t->flits_seen++;
}

void traffic_step(traffic *t)
{
    const mesh *net = (const mesh *)t->net;
    network_step(t->net);
    for (unsigned output = 0; output < t->nodes && !t->wrong; output++)
        for (const taker *taker = &net->takers[output]; t->looked_at[output] != taker->tail; t->looked_at[output]++)
            look_at(t, output, &taker->flits[t->looked_at[output] & net->ejection_mask]);
}

void traffic_take(traffic *t, unsigned output)
{
    memory_request *request = t->wrong ? NULL : network_pop(t->net, output);
    if (!request)
        return;
    expect(t, request->slice == output && request->slot == t->taken[request->sm][output]++,
           "a packet taken twice or out of order");
    if (t->wrong)
        return;
    request->slice = NETWORK_PORTS;                        // who comes a second time is at no output of his own
    request->next = t->free;
    t->free = request;
    t->popped++;
}

void traffic_settled(traffic *t)
{
    const mesh *net = (const mesh *)t->net;
    expect(t, !network_moving(t->net) && !network_any_arrived(t->net), "something is left");
    expect(t, !net->busy && !net->injecting && !net->ejecting, "somebody still has work");
    for (unsigned r = 0; r < net->n_routers; r++)
        for (unsigned channel = 0; channel < net->channels; channel++) {
            for (unsigned port = 0; port < MESH_PORTS; port++) {
                const unsigned of = port < MESH_DIRECTIONS ? t->buffer : port > MESH_DIRECTIONS ? 0 :
                                    channel == mesh_channel_of(net, r) ? t->ejection : 0;
                expect(t, net->routers[r].credits[port][channel] == of, "a credit too few or too many");
                expect(t, net->routers[r].holder[port][channel] == MESH_NOBODY, "a channel is held by nobody's packet");
            }
            expect(t, net->givers[r].credits[channel] == t->buffer, "a terminal's credit too few or too many");
        }
}
