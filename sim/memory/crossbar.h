// SPDX-License-Identifier: BSD-3-Clause
// Crossbar: intersim2's one-stage butterfly as GPGPU-Sim 4.2 configures it.
//
// Models the injection queue, the input buffer (one virtual channel), VC allocation per packet (round robin per output, the
// pointer moves past the winner: iSLIP with one request per input), switch allocation per flit, the crossbar, the output
// buffer, the ejection buffer, and the boundary buffer from which whole packets are taken.
// The switch allocates twice a cycle (internal_speedup 2). Channels carry one flit a cycle and take two cycles. A packet
// holds its output until its tail has passed. An isolated packet of F flits takes 5 + F - 1 steps from the first step after
// its push to the step after which it can be taken, with router_latency 1.
// Not modelled: several virtual channels, several stages, the two cycles that a credit travels.
#ifndef WARPLOCK_SIM_MEMORY_CROSSBAR_H
#define WARPLOCK_SIM_MEMORY_CROSSBAR_H

#include "sim/memory/network.h"

network *crossbar_new(const machine *, unsigned inputs, unsigned outputs);         // at most NETWORK_PORTS of each

#endif
