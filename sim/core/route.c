// SPDX-License-Identifier: BSD-3-Clause
// The route and the accesses of a memory instruction.
#include "sim/core/route.h"

#include "sim/memory/lane_addresses.h"

enum { L2_SEGMENT_MIN = 32 };                       // what GPGPU-Sim coalesces for sectored caches at least into
enum { PARAM_BASE = 0, CONST_BASE = 0x10000 };      // where kernel parameters and constants lie below the L1C

static bool passes_l1d(const insn *insn, memory_space space, uint32_t global)
{
    bool skips = global == L1D_SKIPS_GLOBAL && space != SPACE_LOCAL && !(insn->flags & INSN_AT_L1D);
    return skips || insn->memory == MEMORY_ATOMIC || insn->flags & INSN_PAST_L1D;
}

static memory_route route_to(const insn *insn, memory_space space, uint32_t global)
{
    if (insn->memory == MEMORY_NONE)
        return ROUTE_NONE;
    switch (space) {
    case SPACE_SHARED:  return ROUTE_SHARED;
    case SPACE_CONST:
    case SPACE_PARAM:   return insn->memory == MEMORY_LOAD ? ROUTE_CONST : ROUTE_NONE;
    case SPACE_TEXTURE: return ROUTE_TEXTURE;
    case SPACE_LOCAL:
    case SPACE_GLOBAL:
    case SPACE_GENERIC: return passes_l1d(insn, space, global) ? ROUTE_L2 : ROUTE_L1D;
    default:            return ROUTE_NONE;
    }
}

memory_route route_of_insn(const insn *insn, uint32_t global)
{
    return route_to(insn, insn->space, global);
}

memory_route route_of_step(const warp_step *step, uint32_t global)
{
    return step->memory_lanes ? route_to(step->insn, step->space, global) : ROUTE_NONE;
}

uint32_t route_segment(memory_route route, const machine *machine)
{
    switch (route) {
    case ROUTE_CONST: return machine->l1c.line_bytes;
    case ROUTE_TEXTURE: return machine->l1t.line_bytes;
    case ROUTE_L1D:   return machine->l1d.sector_bytes ? machine->l1d.sector_bytes : machine->l1d.line_bytes;
    case ROUTE_L2:    return machine->l2.sector_bytes < L2_SEGMENT_MIN ? L2_SEGMENT_MIN : machine->l2.sector_bytes;
    default:          return 0;
    }
}

static unsigned coalesce_constants(const warp_step *step, uint32_t block, coalesced *out)
{
    uint64_t base = step->space == SPACE_CONST ? CONST_BASE : PARAM_BASE;
    unsigned count = coalesce_blocks(step->memory_lanes, step->address, block, out);
    for (unsigned i = 0; i < count; i++)
        out[i].address += base;
    return count;
}

// The lanes of one part of a warp.
static unsigned coalesce_part(const warp_step *step, uint32_t lanes, uint32_t segment, uint64_t local_stride, coalesced *out)
{
    uint8_t width = step->insn->element;
    if (step->insn->memory == MEMORY_ATOMIC)
        return coalesce_atomic(lanes, step->address, width, segment, out);
    if (step->pieces)
        return coalesce_pieces(lanes, step->address, step->pieces, width, step->piece_stride, segment, out);
    if (step->space == SPACE_LOCAL)
        return coalesce_local(lanes, step->address, width, local_stride, segment, out);
    return coalesce(lanes, step->address, width, segment, out);
}

unsigned route_coalesce(memory_route route, const warp_step *step, uint32_t segment, unsigned parts, uint64_t local_stride,
                        coalesced out[COALESCER_MAX])
{
    if (route == ROUTE_CONST)
        return coalesce_constants(step, segment, out);
    if (route == ROUTE_TEXTURE)
        return coalesce_blocks(step->memory_lanes, step->address, segment, out);
    if (route != ROUTE_L1D && route != ROUTE_L2)
        return 0;
    if (parts == 1)                                 // most machines: the whole warp at once
        return coalesce_part(step, step->memory_lanes, segment, local_stride, out);
    unsigned count = 0;
    for (unsigned part = 0; part < parts; part++)
        count += coalesce_part(step, step->memory_lanes & lanes_of_part(part, parts), segment, local_stride, out + count);
    return count;
}

uint32_t route_lanes_of(const warp_step *step, uint32_t segment, unsigned parts, uint64_t local_stride, unsigned access)
{
    coalesced accesses[COALESCER_MAX];
    for (unsigned part = 0, count = 0; part + 1 < parts; part++) {
        count += coalesce_part(step, step->memory_lanes & lanes_of_part(part, parts), segment, local_stride, accesses);
        if (access < count)
            return step->memory_lanes & lanes_of_part(part, parts);
    }
    return step->memory_lanes & lanes_of_part(parts - 1, parts);
}
