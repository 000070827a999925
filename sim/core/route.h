// SPDX-License-Identifier: BSD-3-Clause
// Where a memory instruction goes from the LD/ST unit, and into what accesses it falls on that way: the one statement of
// both, for the timing model and for the functional executor's counts.
//
// Loads and stores of global and local memory go to the L1D; atomics, ld.cg and st.cg pass it by, and with l1d.global = skip
// all of global memory does but ld.nc, as with GPGPU-Sim's gmem_skip_L1D. Loads of constants and
// parameters go to the L1C, lookups of textures to the L1T; nothing is stored there. A generic address is known when the instruction executes: until then
// it is taken for global, as most are.
// Not modelled: a way that follows from anything but the instruction and its addresses.
#ifndef WARPLOCK_SIM_CORE_ROUTE_H
#define WARPLOCK_SIM_CORE_ROUTE_H

#include "sim/frontend/exec.h"
#include "sim/machine/machine.h"
#include "sim/memory/coalescer.h"

typedef enum { ROUTE_NONE, ROUTE_SHARED, ROUTE_CONST, ROUTE_TEXTURE, ROUTE_L1D, ROUTE_L2 } memory_route;   // L2: past the L1D

// global: l1d.global of the machine.
memory_route route_of_insn(const insn *, uint32_t global);       // as decoded
memory_route route_of_step(const warp_step *, uint32_t global);  // executed: NONE when no lane has a valid address

// What blocks, masks and measures call a load.
static inline bool route_is_load(memory_route route, const insn *insn)
{
    return route == ROUTE_L1D && insn->memory == MEMORY_LOAD;
}

uint32_t route_segment(memory_route, const machine *);  // bytes that an access of CONST, TEXTURE, L1D or L2 has at most
// The accesses of a step on its route; none on NONE and SHARED. parts: core.warp_parts, of which constants and textures know nothing;
// local_stride: launch_local_stride.
unsigned route_coalesce(memory_route, const warp_step *, uint32_t segment, unsigned parts, uint64_t local_stride,
                        coalesced out[COALESCER_MAX]);
// The lanes of the part of the warp that an access of these, by its number, was made for; of a step for the L1D.
uint32_t route_lanes_of(const warp_step *, uint32_t segment, unsigned parts, uint64_t local_stride, unsigned access);

#endif
