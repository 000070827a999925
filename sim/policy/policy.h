// A warp-scheduling policy: which blocks it adds to an SM and how it wires them. One file per policy, one descriptor each.
//
// Every SM has warp_order and one warp_arbiter per scheduler; the policy chooses the arbiter's mode, may mask warps, may ask for
// numbers of the age order (warp_rank), and may add blocks of its own. Chain within a cycle: memory and LD/ST events set early
// inputs -> out of warp_order and warp_rank, then of the policy's blocks, then of the arbiters -> issue, fills, releases set
// late inputs -> next of all -> commit of all.
#ifndef WARPLOCK_SIM_POLICY_POLICY_H
#define WARPLOCK_SIM_POLICY_POLICY_H

#include "rtl_c/warp_order.h"
#include "rtl_c/warp_rank.h"
#include "sim/core/ldst.h"
#include "tb/lockstep.h"

enum { POLICY_MAX_BLOCKS = 8, SCHEDULERS_MAX = 4 };

// The instructions that enter a warp's instruction buffer at the end of this cycle: slots 0 and 1, PC, what they are.
enum { FILLS = 2 };
typedef struct {
    uint8_t  warp, active;              // active lanes of the warp
    bool     present[FILLS], load[FILLS];
    uint32_t pc[FILLS];
} policy_fill;

// What a policy sees of its SM in a cycle. Masks have one bit per warp slot.
typedef struct {
    const machine *machine;
    const struct warp_order_out *order; // pairs of this cycle
    const struct warp_rank_out *numbers;    // what the policy asked for, of this cycle; NULL: it asked for none
    uint64_t ready;                     // valid instruction, scoreboard clear (unit slots are looked at by the scheduler later)
    uint64_t may_get_ready;             // the same, warps included that may leave a barrier before the schedulers look
    uint64_t load;                      // its next instruction is a load that goes to the L1D
    uint64_t resident, waiting;
    const ldst_events *ldst;            // of this cycle
    uint32_t free_mshrs;
    policy_fill fill;
    uint64_t flushed;                   // late: warps whose instruction buffer is emptied in this cycle
    uint8_t  issue_active[SCHEDULERS_MAX];  // late: active lanes of the warp that each scheduler issues, behind it
    bool     kernel_start;              // first cycle of a kernel on this SM
} policy_view;

// What it answers: all-ones / zero by default.
typedef struct {
    uint64_t may_issue;                 // masks ready (SWL, two-level groups outside the arbiter)
    uint64_t can_issue;                 // arbiter input: loads of other warps are held back (CCWS)
    uint64_t occlude;                   // arbiter input: loads held back (OAWS)
} policy_masks;

// A register of one of a policy's blocks, for the timeline of a run.
typedef struct { const char *block, *name; } policy_register;

typedef struct policy {
    const char *name, *help;
    uint8_t     arbiter_mode;           // cfg_mode of warp_arbiter
    uint8_t     numbers;                // NUMBERS of warp_rank; 0: it needs none
    const char *const *blocks;          // names of its own blocks, in chain order; ends with NULL
    size_t      state_size;             // policy's own C state per SM (wiring only)
    const policy_register *shown;       // in the timeline; ends with a NULL name, NULL = none
    // Hooks, each may be NULL. `blocks` are the instances of this SM in the order above.
    void (*early)(void *state, block *const *blocks, const policy_view *);                       // set early inputs, before any out
    void (*wire)(void *state, block *const *blocks, unsigned next, const policy_view *);         // before out of block `next`
    void (*mask)(void *state, block *const *blocks, const policy_view *, policy_masks *);        // after the blocks' out, before the arbiters
    void (*late)(void *state, block *const *blocks, const policy_view *, uint64_t launched, uint64_t exited, uint64_t issued);   // late inputs
    uint32_t (*charge)(void *state, block *const *blocks, unsigned warp, const inflight *);      // attached to an issued load
} policy;

extern const policy *const policy_table[];      // ends with NULL
const policy *policy_find(const char *name);    // exact name; NULL if there is none
void policy_list(FILE *);

// Blocks that run beside a policy without a say in the issue (--observe): the same hooks, mask ignored.
extern const policy *const observer_table[];
const policy *observer_find(const char *name);

#endif
