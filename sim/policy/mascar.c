// SPDX-License-Identifier: BSD-3-Clause
// MASCAR: while memory is saturated only one owner warp may issue memory instructions; otherwise memory instructions of all
// warps go before any computation. A re-execution queue lets hits overtake accesses that had a reservation fail.
//
// Source: Sethia and others, HPCA 2015, as OAWS section 5 compares with it; hardware.md section 7. Saturated: at most one MSHR
// is free, or at most one place is left in the miss queue, the SM's queue to the network. D-36: the owner is the oldest warp
// with a ready memory instruction. It stays owner until it waits for a load of its own or at a barrier, ends, or saturation
// ends. Memory instructions are loads, stores and atomics of global and local memory; within a class the arbiters go greedy
// then oldest. Not modelled: any effect on other warps but at issue; what they have in the LD/ST unit when saturation begins
// goes on, or into the queue (sim/core/ldst_reexecute.c).
#include "sim/policy/policy.h"
#include "rtl_c/warp_arbiter.h"

enum { NEARLY_FULL = 1, MEMORY_FIRST = 0, COMPUTATION = 1 };

typedef struct {
    uint64_t owner;                     // one bit; 0: none
    uint64_t memory;                    // the warps that `priority` is for
    uint8_t  priority[N_MAX];
    bool     known;
} mascar_state;

// rank_run gives the age of ready warps: only waiting ones are out of order in it.
static uint64_t oldest_ready(const sm_levels *levels, uint64_t ready)
{
    uint64_t found = 0;
    unsigned least = N_MAX;
    for (; ready; ready &= ready - 1) {
        const unsigned warp = (unsigned)__builtin_ctzll(ready), rank = levels->numbers->rank_run[warp];
        if (rank < least)
            found = UINT64_C(1) << warp;
        least = rank < least ? rank : least;
    }
    return found;
}

static void mascar_select(const policy_view *view, policy_masks *masks)
{
    mascar_state *mascar = view->state;
    const sm_levels *levels = view->levels;
    const bool saturated = levels->free_mshrs <= NEARLY_FULL || levels->miss_queue_room <= NEARLY_FULL;
    mascar->owner &= saturated ? levels->resident & ~levels->waiting & ~levels->needs_data : 0;
    if (saturated && !mascar->owner)
        mascar->owner = oldest_ready(levels, levels->ready & levels->memory);
    if (saturated)
        masks->occlude = levels->memory & ~mascar->owner;
    for (unsigned warp = 0; warp < N_MAX && (!mascar->known || mascar->memory != levels->memory); warp++)
        mascar->priority[warp] = levels->memory >> warp & 1 ? MEMORY_FIRST : COMPUTATION;
    mascar->memory = levels->memory;
    mascar->known = true;
    masks->priority = mascar->priority;
}

static uint32_t places(const machine *m) { return m->policy.mascar_queue; }

static const policy_requirement requires[] = {
    REQUIRES(core, issue_width, 1, "a warp's second instruction in a cycle would not be asked for"), {NULL, 0, 0, NULL, false}};

const policy policy_mascar = {.name = "mascar",
                              .help = "one owner warp's memory instructions while memory is saturated, else memory first; re-execution queue",
                              .arbiter_mode = ARBITER_GTO, .numbers = NUMBERS_RANK_RUN, .state_size = sizeof(mascar_state),
                              .requires = requires, .classes = true, .watches_memory = true, .select = mascar_select,
                              .reads = READS_KEYS(READS(policy, mascar_queue)), .reexecution = places};
