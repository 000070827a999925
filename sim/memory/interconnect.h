// One crossbar network (the simulator has two: requests and replies): packets of flits from input ports to output ports.
//
// Models intersim2's one-stage butterfly as GPGPU-Sim 4.2 configures it: injection queue, input buffer (one virtual channel),
// VC allocation per packet (round robin per output, the pointer moves past the winner: iSLIP with one request an input),
// switch allocation per flit, crossbar, output buffer, ejection buffer, boundary buffer from which whole packets are taken.
// The switch allocates twice a cycle (internal_speedup 2); channels carry one flit a cycle and take two cycles. A packet
// holds its output until its tail has passed. Latency of an isolated packet of F flits, from the first step after its push
// to the step after which it can be taken: 5 + F - 1 steps, with router_latency 1.
// Does not model more than one virtual channel, several stages, and the two cycles that a credit travels.
#ifndef WARPLOCK_SIM_MEMORY_INTERCONNECT_H
#define WARPLOCK_SIM_MEMORY_INTERCONNECT_H

#include "sim/machine/machine.h"
#include "sim/memory/request.h"

typedef struct network network;

network *network_new(const machine *, unsigned inputs, unsigned outputs);          // at most 64 of each
void network_free(network *);
uint32_t network_flits(const network *, uint32_t bytes);
bool network_has_room(const network *, unsigned input, uint32_t bytes);            // in the injection queue
void network_push(network *, unsigned input, unsigned output, memory_request *, uint32_t bytes);   // only when there is room
uint64_t network_arrived(const network *);                                         // outputs that hold a whole packet
memory_request *network_pop(network *, unsigned output);                           // its oldest packet; NULL: none
void network_step(network *);                                                      // one cycle
bool network_moving(const network *);                                              // some packet has not wholly arrived

#endif
