// SPDX-License-Identifier: BSD-3-Clause
// Random traffic over a mesh of which every router is an input and an output: what is sent is numbered by pair and
// flit, and every flit is looked at as it reaches its output (the ejection buffers are the mesh's own: a white box).
#ifndef WARPLOCK_TESTS_SIM_MEMORY_MESH_TRAFFIC_H
#define WARPLOCK_TESTS_SIM_MEMORY_MESH_TRAFFIC_H

#include "sim/memory/mesh_internal.h"

typedef struct {
    network *net;
    counters counted;
    unsigned nodes;
    uint16_t buffer, ejection;                             // flits of a virtual channel, of an ejection buffer
    uint64_t random;
    uint64_t packets, flits_sent, flits_seen, popped;      // so far
    const char *wrong;                                     // NULL: nothing yet
    uint32_t sent[NETWORK_PORTS][NETWORK_PORTS], taken[NETWORK_PORTS][NETWORK_PORTS];      // packets of a pair
    uint32_t looked_at[NETWORK_PORTS];                     // by output: flits of its ejection buffer
    uint32_t next_flit[NETWORK_PORTS];                     // number that the next flit there must have
    const memory_request *coming[NETWORK_PORTS];           // of this packet
    uint32_t arriving[NETWORK_PORTS][NETWORK_PORTS];       // packets of a pair of which the head has been seen
    memory_request *free;
} traffic;

uint64_t traffic_random(traffic *);
// width x height routers, a terminal at each on both sides.
traffic *traffic_new(const machine *);
void traffic_free(traffic *);
bool traffic_send(traffic *, unsigned from, unsigned to, uint32_t flits);      // false: no room
void traffic_step(traffic *);                              // a cycle of the mesh; the flits that it has brought are looked at
void traffic_take(traffic *, unsigned output);             // a packet, if there is one
void traffic_settled(traffic *);                           // nothing is left in it, and every credit is where it began

#endif
