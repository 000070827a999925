// SPDX-License-Identifier: BSD-3-Clause
// Shared by the comparisons: check.c goes through the cycles; one file per system knows its blocks.
#ifndef WARPLOCK_SIM_CHECK_CHECK_INTERNAL_H
#define WARPLOCK_SIM_CHECK_CHECK_INTERNAL_H

#include "sim/check/check.h"
#include "sim/check/facts.h"

enum { FIELDS = 48, WIRE_FIFO = 64, RECENT_STORES = 64 };
enum { RULES_OAWS = 1, RULES_CCWS = 2, RULES_SWL = 4, RULES_MASCAR = 8, RULES_MRPB = 16, RULES_BUCL = 32, RULES_PROGRESS = 64,
       RULES_SHARE = 128, RULES_OWL = 256, RULES_PREFETCH = 512, RULES_LOSS = 1024, RULES_RANKS = 2048 };

typedef struct { const char *name; unsigned mode; bool any_order, classes; unsigned rules; } checked_policy;

typedef struct {
    const recorded *r;
    checked_policy  policy;                         // name NULL: no row of policies.def
    check_result   *result;
    facts           f;
    uint64_t        cycle;
    const shown_levels *shown;                      // the levels in this cycle
    size_t          level;                          // earlier lines of levels are in effect
    unsigned        compared[RECORDED_MAX][FIELDS]; // by block and row
    const recorded_block *order, *rank, *arbiter[4], *ocw, *dlc, *misspred, *qualify, *vta, *lls, *llds, *progress, *share, *bypass,
        *groups, *update, *prefetch;
    // What the policy lets the arbiters do in this cycle
    uint64_t        may_issue, can_issue, occlude;
    uint8_t         priority[WARPS];
    bool            answers_known;                  // else the policy has no row, and these inputs are not compared
    bool            ldst_free;                      // check_base.c: the LD/ST unit was in the cycle before, as the SM says
    uint64_t        owner;                          // check_mascar.c
    unsigned        score[WARPS];                   // check_ccws.c: 0: no warp; as they were in that cycle
    fact_cycle      before;                         // check_ccws.c: what ccws_vta sees in this cycle with policy.ccws_vta_latency
    uint64_t        scored_at;
    uint64_t        inflight;                       // check_oaws.c
    struct { uint64_t pc; unsigned lines; } fifo[WIRE_FIFO];   // divergent loads on the wires, from coalescing to done
    unsigned        first, count;
    uint64_t        stored[RECENT_STORES];          // check_bucl.c: lines that stores went to
    unsigned        stores;
    unsigned        came, told, told_warps, ctas_per_sm;   // check_owl.c: CTAs since the kernel's start; of the first fill, as told
} check;

// The input of this name must have this value; a mask of warps, or of a scheduler's slots; an element; all elements,
// which are warps first, first + step, ...; at least the bits `least`, at most `most`.
void check_value(check *, const recorded_block *, const char *name, uint64_t expected);
void check_warps(check *, const recorded_block *, const char *name, uint64_t expected);
void check_slots(check *, const recorded_block *, unsigned scheduler, const char *name, uint64_t expected);
void check_element(check *, const recorded_block *, const char *name, unsigned element, uint64_t expected);
void check_each(check *, const recorded_block *, const char *name, unsigned first, unsigned step, const uint8_t *expected);
void check_between(check *, const recorded_block *, const char *name, uint64_t least, uint64_t most);
// A rule that must hold for the warp (-1: none), as this block's recording shows (NULL: the first arbiter's).
void check_rule(check *, bool holds, const char *rule, int warp, const recorded_block *, const char *text);
void check_found(check *, const char *name, int warp, uint64_t cycle, const recorded_block *, const char *text);   // violated
int  check_first(uint64_t seen, uint64_t expected); // the first warp in which two masks differ, -1: none

bool check_is_under(const check *, const char *policy);     // the recording's policy is that one, or contains it
void check_show_levels(check *);                    // sets `shown` to the levels of this cycle
unsigned check_param(const recorded_block *, const char *name);     // of its tuple; 0 without the block
uint64_t check_slots_of(const check *, unsigned scheduler, uint64_t warps);
#define OUT_OF(type, block) ((const struct type##_out *)recorded_out(block, c->cycle))
#define IN_OF(type, block) ((const struct type##_in *)recorded_in(block, c->cycle))

// Per system: inputs before the schedulers look and the answers to them; then inputs after the schedulers.
void check_order_early(check *);
void check_order_late(check *);
void check_arbiter_early(check *, unsigned scheduler);
void check_arbiter_granted(check *, unsigned scheduler);
void check_arbiter_late(check *, unsigned scheduler);
void check_levels(check *);
void check_oaws_early(check *);
void check_oaws_late(check *);
uint64_t check_behind_charge(const check *);        // warps whose load would be this cycle's second with a charge
void check_ccws_early(check *);
void check_ccws_late(check *);
void check_swl(check *);
void check_mascar(check *);
void check_bucl_early(check *);
void check_update_early(check *);
void check_update_late(check *);
void check_progress_early(check *);
void check_progress_late(check *);
void check_share_early(check *);
void check_share_late(check *);
void check_owl_early(check *);
void check_owl_late(check *);

// Whole places other than SMs.
void check_controller(check *);
void check_gpu(check *);

#endif
