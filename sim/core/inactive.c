// SPDX-License-Identifier: BSD-3-Clause
// Cycles in which an SM issues nothing, by what its warps wait for (core.count_inactive): what the OWL paper calls inactive
// time, MemoryBlockCycles and NoWarpCycles (section 3, Fig. 3 and Table 2).
//
// A warp waits for memory (hardware.md D-33) if its next instruction needs a register that an outstanding load (not from shared
// memory; hit or miss) or an atomic writes, if it is at a membar, if it has atomics in flight, or (policy.owl_waits) if it is ready
// but the LD/ST unit is full. A warp at a barrier waits for warps of its CTA, so where all wait some wait for memory. Waiting for
// arithmetic, fetch or another unit is neither.
#include "sim/core/sm.h"

uint64_t sm_blocked(const sm *s)
{
    return s->needs_data | s->on_atomic | sm_waiting(s) | (s->ldst_blocks ? sm_held_by_ldst(s) : 0);
}

inactive_class sm_inactive_class(const sm *s)
{
    const uint64_t unfinished = s->resident & ~s->finished;
    if (!unfinished)
        return INACTIVE_NO_WARP;
    return unfinished & ~sm_blocked(s) ? INACTIVE_OTHER : INACTIVE_MEMORY;
}

void sm_count_inactive(sm *s, inactive_class class, uint64_t cycles)
{
    s->counters->core_inactive_cycles += cycles;
    if (class == INACTIVE_MEMORY)
        s->counters->core_memory_block_cycles += cycles;
    if (class == INACTIVE_NO_WARP)
        s->counters->core_no_warp_cycles += cycles;
}
