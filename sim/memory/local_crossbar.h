// SPDX-License-Identifier: BSD-3-Clause
// Local crossbar: GPGPU-Sim 4's own network (-network_mode 2), one for requests and one for replies.
//
// A packet of any size is one unit. It waits at its input, moves to its output in one step, and waits there until the receiver
// takes it. An input holds icnt.packets_in packets, an output icnt.packets_out; a full output gets none. icnt.arbiter decides
// what moves in a step:
//   islip  Each output in the order of their numbers takes the first input, from its pointer on and then from 0, whose oldest
//          packet is for it; the pointer is then behind that input. An input whose oldest packet has been taken shows its next
//          one to the outputs that come later in the same step, so that it may send several.
//   round  Each input once, from one pointer on that moves by one at every step: its oldest packet goes if its output has been
//          given none in this step. The pointer counts all nodes, clusters first and then slices, and idle steps too.
// Latency of an isolated packet: one step, the first one after its push. Counts of flits are counts of packets.
// Does not model a packet's size, several cycles for a grant (-icnt_grant_cycles), one network for both (-icnt_subnets 1).
#ifndef WARPLOCK_SIM_MEMORY_LOCAL_CROSSBAR_H
#define WARPLOCK_SIM_MEMORY_LOCAL_CROSSBAR_H

#include "sim/memory/network.h"

// At most NETWORK_PORTS of each; `first`: the number that GPGPU-Sim gives input 0 among all nodes.
network *local_crossbar_new(const machine *, unsigned inputs, unsigned outputs, unsigned first);

#endif
