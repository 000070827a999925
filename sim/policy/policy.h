// SPDX-License-Identifier: BSD-3-Clause
// A warp-scheduling policy: the blocks that it adds, what it feeds them, and its answers. One file, one descriptor and one row
// in policies.def per policy.
//
// The simulator reports events (sim/events/events.h) and levels (levels.h) of a place, and asks questions. A policy
// copies events and levels into the inputs of its blocks (feed) and answers from their outputs: all decisions are made in the
// blocks. Wires between blocks are in rtl_c/wires.def, the places of blocks in rtl_c/places.def.
#ifndef WARPLOCK_SIM_POLICY_POLICY_H
#define WARPLOCK_SIM_POLICY_POLICY_H

#include "sim/events/events.h"
#include "sim/events/levels.h"
#include "sim/machine/machine.h"
#include "tb/lockstep.h"

enum { POLICY_MAX_BLOCKS = 8, OBSERVERS_MAX = 4, POLICY_PARTS_MAX = 4, POLICY_NAME = 64 };

// What a policy sees in a place: events and levels of this kind of place (others are NULL), its own blocks and state.
typedef struct {
    const machine          *machine;
    block_place             at;
    const sm_events        *events;             // at an SM
    const sm_levels        *levels;
    const controller_events *controller_events; // at a memory controller
    const controller_levels *controller;
    const gpu_events       *gpu_events;         // at the GPU
    const gpu_levels       *gpu;
    block                  *blocks[POLICY_MAX_BLOCKS];  // in the order of its list; NULL: it is in another kind of place
    void                   *state;              // of state_size bytes, initially 0
} policy_view;

// Which inputs: before any out; after the arbiters, for the blocks there; before next.
typedef enum { FEED_EARLY, FEED_LEND, FEED_LATE } feed_phase;

// The answer to `select`. All-ones or zero by default. A warp held back counts as a stall by the policy, never as idle.
typedef struct {
    uint64_t may_issue;                 // masks ready (SWL, two-level groups outside the arbiter)
    uint64_t can_issue;                 // arbiter input: loads of other warps are held back (CCWS)
    uint64_t occlude;                   // arbiter input: warps held back (OAWS: loads; MASCAR: memory instructions)
    const uint8_t *priority;            // arbiter input: class of each warp, lowest first; from a policy with `classes`
} policy_masks;
#define POLICY_HOLDS_NOTHING ((policy_masks){.may_issue = ~UINT64_C(0), .can_issue = ~UINT64_C(0)})


// The answer to `lend`. None by default.
typedef struct {
    uint8_t through;                    // schedulers that issue another scheduler's warp
    uint8_t warp[SCHEDULERS_MAX];       // which warp
} policy_loans;

// The answer to `prefetch`, per bank of a memory controller. None by default. For an open row that no request waits for:
typedef struct {
    uint64_t offers;                    // banks, one bit each: this line of the row may be prefetched into the L2
    uint16_t line[BANKS_MAX];
    uint64_t hold;                      // banks: the row stays open, even if a request waits for another row
} policy_prefetches;

// A key of the machine that must have this value, or must not, and why: a row REQUIRES or
// REFUSES(section, key, value, reason).
typedef struct {
    const char *key;
    size_t offset;
    unsigned value;
    const char *reason;
    bool refused;
} policy_requirement;
#define REQUIRES(section, key, value, reason) {#section "." #key, offsetof(machine, section.key), value, reason, false}
#define REFUSES(section, key, value, reason) {#section "." #key, offsetof(machine, section.key), value, reason, true}

// A key in `reads`, which the machine must have: "section.key".
#define READS(section, key) (sizeof((machine *)0)->section.key ? #section "." #key : NULL)
#define READS_KEYS(...) (const char *const[]){__VA_ARGS__, NULL}

#define HEARS(place) (1u << PLACE_##place)

// What a policy's blocks take at most one of per cycle. On a machine that could do several, the second waits for the next cycle
// (D-44). With one bank, one fetch and one issue register of the LD/ST unit nothing waits.
enum {
    ONE_DIVERGENT = 1,                  // L1D: access of a divergent load, from the oldest with accesses left
    ONE_MISS = 2,                       // L1D: lookup that finds its sector neither present nor in flight, or takes a way
    ONE_FAIL = 4,                       // L1D: access that fails and is asked about
    ONE_CHARGE = 8,                     // issue: load with a charge
    ONE_LOAD_FILL = 16                  // fetch: fill of an instruction buffer that brings a load
};

typedef struct policy {
    const char *name, *help;
    const struct policy *const *parts;  // of a composed policy (sim/policy/compose.h), NULL-terminated; NULL: a single policy
    uint8_t     arbiter_mode;           // cfg_mode of warp_arbiter
    bool        adds_nothing;           // beside another policy, as it is the default behaviour
    bool        any_order;              // beside another policy it takes that one's arbiter_mode: it orders no warps
    uint8_t     numbers;                // NUMBERS of warp_rank; 0: it needs none
    const char *const *blocks;          // names of its own blocks, in chain order; ends with NULL
    unsigned    behind;                 // how many, from the last, come after the SM's arbiters: evaluated for `lend`
    size_t      state_size;             // policy's own C state per place (wiring only)
    const policy_requirement *requires; // ends with a NULL key, NULL = none
    unsigned    one_a_cycle;            // ONE_DIVERGENT | ...
    const char *const *reads;           // machine keys that it reads and other policies do not; ends with NULL, NULL = none
    bool        classes;                // cfg_use_class of warp_arbiter: `select` answers a priority class for each warp
    // It reads the levels of memory instructions and of the room for them, and its answer depends on the last cycle: an SM sleeps
    // only while these levels do not change.
    bool        watches_memory;
    bool        watches_data;           // it reads which warps wait for data from memory
    bool        watches_grid;           // it reads the GPU's levels: every SM is awake in the cycle that issues the last CTA
    bool        follows_loads;          // its blocks follow one load at the L1D at a time: not with `reexecution`, where loads overtake
    // Whether, on this machine, it feeds its blocks events of the last cycle: its SMs do not sleep. NULL: never.
    bool (*remembers)(const machine *);
    unsigned    hears;                  // kinds of places, HEARS(SM) | ..., where it is fed without a block of its own
    // Each may be NULL. Copies events and levels into the inputs of its blocks here.
    void (*feed)(const policy_view *, feed_phase);
    // Questions. NULL: as without a policy.
    void (*select)(const policy_view *, policy_masks *);    // before the arbiters of an SM: which warps
    uint32_t (*charge)(const policy_view *, unsigned warp); // at issue of a load: a number that travels with it
    uint32_t (*charges_done)(const machine *);              // largest sum of charges of serviced loads that its blocks take per cycle (D-44)
    void (*lend)(const policy_view *, policy_loans *);      // after all schedulers of an SM had their turn
    // When an SM is built: places of the re-execution queue of its LD/ST unit (sim/core/ldst_reexecute.c); 0: it has none.
    uint32_t (*reexecution)(const machine *);
    // Asked by the LD/ST unit about view->levels->bypass, before the other early inputs of the cycle (sim/core/ldst_bypass.c).
    // Once for each load that it takes for the L1D: do all accesses bypass the L1D?
    bool (*load_passes)(const policy_view *);
    // In every cycle in which a load's access fails at the L1D: does it bypass the L1D? Not with `reexecution`.
    bool (*access_passes)(const policy_view *);
    // At every clock at which a memory controller may send a line; the event line_sent tells if it did.
    void (*prefetch)(const policy_view *, policy_prefetches *);
} policy;

extern const policy *const policy_table[];      // ends with NULL
// By exact name, or several names joined by `+`, which are composed: NULL if there is none.
const policy *policy_find(const char *name);
// The same, with the reason for NULL: `unknown` is the unknown name, or "" when `error` says how the parts conflict.
const policy *policy_find_or_tell(const char *name, char unknown[static POLICY_NAME], char *error, size_t error_size);
void policy_list(FILE *);                      // a line each, text of sim/report/fit.h
// Whether the machine has what the policy's blocks need; else a message.
bool policy_suits(const policy *, const machine *, char *error, size_t error_size);

// Blocks that run beside a policy (--observe): fed like a policy, never asked.
extern const policy *const observer_table[];
const policy *observer_find(const char *name);

#endif
