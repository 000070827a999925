// SPDX-License-Identifier: BSD-3-Clause
// Mesh of routers with virtual channels, credits and links; wormhole switching, dimension-order routing
// (docs/mesh.md).
//
// A router has a port for each neighbour and one for each terminal that sits there: an SM's cluster, the slices of a
// memory controller. Each input port has mesh.virtual_channels buffers of mesh.vc_buffer flits. A packet goes along
// its row to the column of its terminal, then along that, in one virtual channel all the way, that of its terminal's
// number: so packets of an input to an output never overtake one another. Its head takes the channel of an output,
// flit follows flit as credits allow, its tail gives the channel back. An output sends one flit a cycle, an input
// port one too; who goes is round robin. A flit that reaches a router in cycle t may leave it in t + router_latency
// at the earliest and reaches the next one link_latency later; a credit takes link_latency back. Terminals are a
// link away: for a packet of F flits alone, h links from router to router, (h + 1) * router_latency + (h + 2) *
// link_latency + F steps pass from the first one after its push to the one behind which it can be taken. A queue at
// a terminal that is too small for a packet holds one all the same.
// Does not model adaptive or look-ahead routing, speculation, speed-up of the switch, priorities.
#ifndef WARPLOCK_SIM_MEMORY_MESH_H
#define WARPLOCK_SIM_MEMORY_MESH_H

#include "sim/memory/network.h"
#include "sim/report/counters.h"

enum { MESH_ROUTERS = 64, MESH_DIRECTIONS = 4 };
enum { MESH_EAST, MESH_WEST, MESH_SOUTH, MESH_NORTH };

typedef struct {                       // the inputs or the outputs of the network, and the router where each sits
    unsigned count;
    uint8_t  router[NETWORK_PORTS];
} mesh_side;

network *mesh_new(const machine *, const mesh_side *inputs, const mesh_side *outputs, counters *);
uint64_t mesh_link_flits(const network *, unsigned router, unsigned direction);      // that have left the router that way

#endif
