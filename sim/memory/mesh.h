// SPDX-License-Identifier: BSD-3-Clause
// Mesh of routers with virtual channels, credits and links; wormhole switching, dimension-order routing
// (docs/mesh.md).
//
// A router has a port for each neighbour and one for each terminal: an SM's cluster, the slices of a memory controller.
// Each input port has mesh.virtual_channels buffers of mesh.vc_buffer flits. A packet goes along its row to the column of
// its terminal, then along the column. It stays in one virtual channel, chosen by the terminal's number, so packets of one
// input to one output never overtake. The head takes the output's channel, flits follow as credits allow, and the tail
// frees the channel. Inputs and outputs each send one flit a cycle, in round robin. A flit that reaches a router in cycle t
// leaves it in t + router_latency at the earliest and reaches the next one link_latency later; a credit takes link_latency.
// Terminals are one link away: an isolated packet of F flits over h links between routers takes (h + 1) * router_latency +
// (h + 2) * link_latency + F steps, from the first after its push to the one after which it can be taken. A terminal's
// queue holds one packet even if it is too small for it.
// Not modelled: adaptive or look-ahead routing, speculation, switch speed-up, priorities.
#ifndef WARPLOCK_SIM_MEMORY_MESH_H
#define WARPLOCK_SIM_MEMORY_MESH_H

#include "sim/memory/network.h"
#include "sim/report/counters.h"

enum { MESH_ROUTERS = 64, MESH_DIRECTIONS = 4 };
enum { MESH_EAST, MESH_WEST, MESH_SOUTH, MESH_NORTH };

typedef struct {                       // the network's inputs or outputs, and the router of each
    unsigned count;
    uint8_t  router[NETWORK_PORTS];
} mesh_side;

network *mesh_new(const machine *, const mesh_side *inputs, const mesh_side *outputs, counters *);
uint64_t mesh_link_flits(const network *, unsigned router, unsigned direction);      // flits that left the router in this direction

#endif
