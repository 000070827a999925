// SPDX-License-Identifier: BSD-3-Clause
// What stands in a place, for the policies to see: levels, read-only, valid from the early half of the edge on.
//
// Masks have one bit per warp slot. A level is never asked for by name: whoever feeds a block reads what its row of
// rtl_c/wires.def names.
#ifndef WARPLOCK_SIM_EVENTS_LEVELS_H
#define WARPLOCK_SIM_EVENTS_LEVELS_H

#include "rtl_c/warp_order.h"
#include "rtl_c/warp_rank.h"
#include "sim/machine/machine.h"

enum { SCHEDULERS_MAX = 4 };

// What the LD/ST unit asks about in this cycle, of a policy that has an answer; all 0: nothing. Early.
typedef struct {
    bool     load;                          // it has taken a load for the L1D
    bool     load_global;                   // of global memory
    uint16_t load_accesses;                 // that the coalescer has made of it
    bool     fail;                          // an access of a load fails at the L1D, looked up again or not
    bool     fail_global;                   // of global memory
    uint8_t  fail_slice;                    // sub-partition of memory that it goes to
    bool     queue_full;                    // the SM's injection queue has no room for it
} bypass_level;

typedef struct {
    uint64_t ctas_issued, ctas;             // of the kernel that runs: issued so far, in the grid
    // Late, of this cycle, kept where somebody sees the GPU
    uint8_t  occupancy[P_MAX];              // of each sub-partition of memory: requests in its input buffer, as the cycle ends
    uint16_t thread_insns[MACHINE_SMS];     // that each SM has issued
} gpu_levels;

typedef struct {
    const struct warp_order_out *order;     // pairs of this cycle
    const struct warp_rank_out  *numbers;   // what the policy asked for, of this cycle; NULL: it asked for none
    uint64_t ready;                         // valid instruction, scoreboard clear; unit slots are looked at by the scheduler
    uint64_t may_get_ready;                 // the same, warps included that may leave a barrier before the schedulers look
    uint64_t load;                          // its next instruction is a load that goes to the L1D
    uint64_t resident, waiting;
    uint32_t free_mshrs;                    // of the L1D
    const uint64_t *unit;                   // warps whose next instruction goes to SP, SFU, LD/ST, tensor, DP, INT
    const gpu_levels *gpu;                  // late: what stands in the whole GPU
    // Kept for a policy that watches memory, needs_data also for one that watches data (sim/policy/policy.h), 0 for others.
    uint32_t miss_queue_room;               // places left in the L1D's miss queue
    uint64_t memory;                        // its next instruction is a load, store or atomic of global or local memory
    uint64_t needs_data;                    // it waits for a load of its own, not from shared memory, or for an atomic
    uint64_t held_by_ldst;                  // for one that watches data: ready, and the LD/ST unit that it is for is full
    // Behind the arbiters, for `lend`
    uint64_t ready_but_register;            // ready, and not issued in this cycle; its scheduler's issue register for it is full
    uint64_t other_unit;                    // its next instruction is for a unit of its own for tensors, DP or INT: none of those is lent
    uint8_t  can_accept[SCHEDULERS_MAX];    // of each scheduler: units whose issue register is empty, one bit each
    uint8_t  issues;                        // schedulers that have issued
    bypass_level bypass;                    // for a policy that is asked what passes the L1D by
} sm_levels;

typedef struct {
    uint32_t pending;                       // requests that wait for their bank
    // Banks, one bit each, where a policy of the controller looks
    uint64_t demand_open;                   // a request, in service or waiting, is for the row that is open
    uint64_t demand_other;                  // one is for another row than that, or none is open
    uint64_t room;                          // the way to its L2 slice takes another line that nobody asked for
} controller_levels;

#endif
