// SPDX-License-Identifier: BSD-3-Clause
// The levels of a place that policies see: read-only, valid from the early half of the edge on.
//
// Masks have one bit per warp slot. A level is never read by name: whatever feeds a block reads what its row of rtl_c/wires.def
// names.
#ifndef WARPLOCK_SIM_EVENTS_LEVELS_H
#define WARPLOCK_SIM_EVENTS_LEVELS_H

#include "rtl_c/warp_order.h"
#include "rtl_c/warp_rank.h"
#include "sim/machine/machine.h"

enum { SCHEDULERS_MAX = 4 };

// What the LD/ST unit asks the policy in this cycle; all 0: nothing. Early.
typedef struct {
    bool     load;                          // it has taken a load for the L1D
    bool     load_global;                   // of global memory
    uint16_t load_accesses;                 // accesses that the coalescer made of it
    bool     fail;                          // a load's access fails at the L1D, looked up again or not
    bool     fail_global;                   // of global memory
    uint8_t  fail_slice;                    // sub-partition that it goes to
    bool     queue_full;                    // the SM's injection queue has no room for it
} bypass_level;

typedef struct {
    uint64_t ctas_issued, ctas;             // of the running kernel: issued so far, in the grid
    // Late, of this cycle, kept if a policy reads the GPU's levels
    uint8_t  occupancy[P_MAX];              // by sub-partition: requests in its input buffer at the end of the cycle
    uint16_t thread_insns[MACHINE_SMS];     // issued by each SM
} gpu_levels;

typedef struct {
    const struct warp_order_out *order;     // pairs of this cycle
    const struct warp_rank_out  *numbers;   // those that the policy needs, of this cycle; NULL: none
    uint64_t ready;                         // valid instruction, scoreboard clear; the scheduler checks the unit's slots
    uint64_t may_get_ready;                 // the same, plus warps that may leave a barrier before the schedulers look
    uint64_t load;                          // its next instruction is a load that goes to the L1D
    uint64_t resident, waiting;
    uint32_t free_mshrs;                    // of the L1D
    const uint64_t *unit;                   // warps whose next instruction goes to SP, SFU, LD/ST, tensor, DP, INT
    const gpu_levels *gpu;                  // late: levels of the whole GPU
    // Kept for a policy that watches memory, needs_data also if it watches data (sim/policy/policy.h); else 0.
    uint32_t miss_queue_room;               // free places in the L1D's miss queue
    uint64_t memory;                        // its next instruction is a load, store or atomic of global or local memory
    uint64_t needs_data;                    // it waits for a load of its own, not from shared memory, or for an atomic
    uint64_t held_by_ldst;                  // if the policy watches data: ready, but the LD/ST unit is full
    // After the arbiters, for `lend`
    uint64_t ready_but_register;            // ready, not issued in this cycle, and its scheduler's issue register for it is full
    uint64_t other_unit;                    // its next instruction is for a separate tensor, DP or INT unit, which is never lent
    uint8_t  can_accept[SCHEDULERS_MAX];    // by scheduler: units with an empty issue register, one bit each
    uint8_t  issues;                        // schedulers that issued
    bypass_level bypass;                    // for a policy that decides what bypasses the L1D
} sm_levels;

typedef struct {
    uint32_t pending;                       // requests waiting for their bank
    // Banks, one bit each, kept if the controller's policy reads them
    uint64_t demand_open;                   // a request, in service or waiting, is for the open row
    uint64_t demand_other;                  // a request is for another row, or no row is open
    uint64_t room;                          // its L2 slice can take another prefetch
} controller_levels;

#endif
