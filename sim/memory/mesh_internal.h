// SPDX-License-Identifier: BSD-3-Clause
// What the files of the mesh share. A virtual channel of a router is a bit: port * MESH_CHANNELS + channel.
//
// Masks hold the work to do: channels whose head flit wants an output, channels that an output would let pass, routers
// and terminals with work. A flit on a link is already in the receiver's ring; a calendar of masks says in which cycle
// it arrives. Credits work the same way.
#ifndef WARPLOCK_SIM_MEMORY_MESH_INTERNAL_H
#define WARPLOCK_SIM_MEMORY_MESH_INTERNAL_H

#include "sim/machine/seats.h"
#include "sim/memory/mesh.h"

enum {
    MESH_LOCALS = SEATS_SLICES,        // terminals of a kind at a router
    MESH_PORTS = MESH_DIRECTIONS + MESH_LOCALS,
    MESH_CHANNELS = 8,                 // virtual channels of a port at most
    MESH_NOBODY = 255
};

typedef struct {
    memory_request *request;
    uint16_t number, flits;            // of its packet: 0 is the head, flits - 1 the tail
    uint8_t  output;
} flit;

typedef struct {
    flit    *ring;
    uint32_t head, tail;
    uint32_t landed;                   // from head on; later ones are on the link or in the router's pipeline
    uint8_t  towards;                  // output of the packet at the head
} channel_buffer;

typedef struct {
    uint64_t wants[MESH_PORTS];        // by output: channels whose next flit is here and goes there
    uint64_t open[MESH_PORTS];         // by output: channels that may send: a credit, and no other packet holds it
    uint32_t wanted;                   // outputs that some channel wants
    uint16_t credits[MESH_PORTS][MESH_CHANNELS];
    uint8_t  holder[MESH_PORTS][MESH_CHANNELS];     // channel whose packet holds this output channel
    uint8_t  pointer[MESH_PORTS];      // round robin: first channel to look at
    uint8_t  neighbour[MESH_DIRECTIONS];
    uint8_t  taker[MESH_LOCALS];       // output of the network at each local port
    uint8_t  giver[MESH_LOCALS];       // input of the network
    uint64_t link_flits[MESH_DIRECTIONS];
    channel_buffer in[MESH_PORTS * MESH_CHANNELS];
} router;

typedef struct {
    memory_request *request;
    uint32_t flits;
    uint8_t  output;
} packet;

typedef struct {                       // an input of the network: a queue of packets
    packet  *ring;
    uint32_t head, tail;
    uint32_t queued;                   // flits
    uint16_t sent;                     // of the packet at the head
    uint16_t credits[MESH_CHANNELS];
    uint8_t  router, port;
} giver;

typedef struct {                       // an output of the network
    flit    *flits;                    // ejection buffer
    uint32_t head, tail, landed;
    packet  *packets;                  // boundary buffer; the one at `arriving` is being assembled
    uint32_t oldest, arriving;
    uint32_t held;                     // flits of these packets, here or expected
    uint8_t  router, port, channel;
} taker;

typedef struct {                       // what happens in a cycle
    uint64_t flits_at, credits_at, returns_at;      // routers
    uint64_t ejected_at;                            // outputs of the network
    uint64_t flits[MESH_ROUTERS];                   // channels that a flit reaches, ready to go on
    uint64_t credits[MESH_ROUTERS];                 // channels of outputs that a credit reaches
    uint64_t returns[MESH_ROUTERS];                 // channels of local ports: a credit reaches the terminal
} mesh_slot;

typedef struct {
    network  network;
    counters *counters;
    uint32_t channels, router_latency, link_latency;
    uint32_t injection_flits, boundary_flits;
    uint32_t channel_mask, ejection_mask, injection_mask, boundary_mask;       // of the rings
    uint32_t calendar_mask;
    uint64_t time;
    uint64_t busy, injecting, ejecting;             // routers, inputs, outputs with work
    mesh_slot *calendar;
    uint8_t  route[MESH_ROUTERS][NETWORK_PORTS];    // the port towards each output of the network
    unsigned n_routers, n_givers, n_takers;
    router   routers[MESH_ROUTERS];
    giver    givers[NETWORK_PORTS];
    taker    takers[NETWORK_PORTS];
    flit    *flit_store;
} mesh;

static inline mesh *mesh_of(network *base) { return (mesh *)base; }
static inline uint64_t mesh_bit(unsigned index) { return UINT64_C(1) << index; }
static inline unsigned mesh_take_lowest(uint64_t *mask)
{
    unsigned lowest = (unsigned)__builtin_ctzll(*mask);
    *mask &= *mask - 1;
    return lowest;
}
static inline mesh_slot *mesh_in(mesh *net, uint32_t cycles)
{
    return &net->calendar[(net->time + cycles) & net->calendar_mask];
}
static inline unsigned mesh_channel_of(const mesh *net, unsigned output) { return output % net->channels; }

// sim/memory/mesh_terminal.c
bool mesh_has_room(const network *, unsigned input, uint32_t flits);
void mesh_push(network *, unsigned input, unsigned output, memory_request *, uint32_t flits);
memory_request *mesh_pop(network *, unsigned output);
void mesh_inject(mesh *);
void mesh_eject(mesh *);

#endif
