// SPDX-License-Identifier: BSD-3-Clause
// Where the LD/ST unit sends a memory instruction, and which accesses it makes there. The timing model and the counts of
// the functional executor both use this.
//
// Loads and stores of global and local memory go to the L1D. Atomics, ld.cg and st.cg bypass it; with l1d.global = skip all
// global accesses but ld.nc do, as with GPGPU-Sim's gmem_skip_L1D. Loads of constants and parameters go to the L1C, texture
// fetches to the L1T; nothing is stored there. The space of a generic address is known only at execution; until then it
// counts as global.
// Not modelled: a route that depends on anything but the instruction and its addresses.
#ifndef WARPLOCK_SIM_CORE_ROUTE_H
#define WARPLOCK_SIM_CORE_ROUTE_H

#include "sim/frontend/exec.h"
#include "sim/machine/machine.h"
#include "sim/memory/coalescer.h"

typedef enum { ROUTE_NONE, ROUTE_SHARED, ROUTE_CONST, ROUTE_TEXTURE, ROUTE_L1D, ROUTE_L2 } memory_route;   // L2: bypasses the L1D

// global: l1d.global of the machine.
memory_route route_of_insn(const insn *, uint32_t global);       // as decoded
memory_route route_of_step(const warp_step *, uint32_t global);  // after execution: NONE when no lane has a valid address

// What blocks, masks and measures call a load.
static inline bool route_is_load(memory_route route, const insn *insn)
{
    return route == ROUTE_L1D && insn->memory == MEMORY_LOAD;
}

uint32_t route_segment(memory_route, const machine *);  // largest access of CONST, TEXTURE, L1D or L2, in bytes
// The accesses of a step on its route; none on NONE and SHARED. parts: core.warp_parts, of which constants and textures ignore;
// local_stride: launch_local_stride.
unsigned route_coalesce(memory_route, const warp_step *, uint32_t segment, unsigned parts, uint64_t local_stride,
                        coalesced out[COALESCER_MAX]);
// The lanes, of its part of the warp, that the numbered one of these accesses serves; for a step that goes to the L1D.
uint32_t route_lanes_of(const warp_step *, uint32_t segment, unsigned parts, uint64_t local_stride, unsigned access);

#endif
