// SPDX-License-Identifier: BSD-3-Clause
// A warp-scheduling policy: the blocks that it adds, what it feeds them, and what it answers when it is asked. One file per
// policy, one descriptor each, one row in policies.def.
//
// The simulator tells what happens in a place (sim/events/events.h), shows what stands there (levels.h), and asks. A policy
// copies the first two into the inputs of its own blocks (feed), and answers from their outputs; whatever decides is in the
// blocks. What goes from block to block is no policy's business: rtl_c/wires.def. Where a block stands: rtl_c/places.def.
#ifndef WARPLOCK_SIM_POLICY_POLICY_H
#define WARPLOCK_SIM_POLICY_POLICY_H

#include "sim/events/events.h"
#include "sim/events/levels.h"
#include "sim/machine/machine.h"
#include "tb/lockstep.h"

enum { POLICY_MAX_BLOCKS = 8, OBSERVERS_MAX = 4, POLICY_PARTS_MAX = 4, POLICY_NAME = 64 };

// What a policy gets in a place: events and levels of the place's kind, NULL the others; its own blocks and state there.
typedef struct {
    const machine          *machine;
    block_place             at;
    const sm_events        *events;             // at an SM
    const sm_levels        *levels;
    const controller_events *controller_events; // at a memory controller
    const controller_levels *controller;
    const gpu_events       *gpu_events;         // at the GPU
    const gpu_levels       *gpu;
    block                  *blocks[POLICY_MAX_BLOCKS];  // in the order of its list; NULL: it stands in another kind of place
    void                   *state;              // of state_size bytes, 0 at first
} policy_view;

// Which inputs: before any out; behind the arbiters, of the blocks that stand there; before next.
typedef enum { FEED_EARLY, FEED_LEND, FEED_LATE } feed_phase;

// The answer to `select`. All-ones or zero by default. What is kept back is a stall held by the policy, never idle.
typedef struct {
    uint64_t may_issue;                 // masks ready (SWL, two-level groups outside the arbiter)
    uint64_t can_issue;                 // arbiter input: loads of other warps are held back (CCWS)
    uint64_t occlude;                   // arbiter input: warps held back (OAWS: loads; MASCAR: memory instructions)
    const uint8_t *priority;            // arbiter input: class of each warp, the lowest first; of a policy with `classes`
} policy_masks;
#define POLICY_HOLDS_NOTHING ((policy_masks){.may_issue = ~UINT64_C(0), .can_issue = ~UINT64_C(0)})


// The answer to `lend`. None by default.
typedef struct {
    uint8_t through;                    // schedulers that issue a warp of another one
    uint8_t warp[SCHEDULERS_MAX];       // and which
} policy_loans;

// The answer to `prefetch`, of each bank of a memory controller. None by default. Where the row is open and nobody waits for it:
typedef struct {
    uint64_t offers;                    // banks, one bit each: this line of the row may be sent to the L2 unasked
    uint16_t line[BANKS_MAX];
    uint64_t hold;                      // banks: the row stays open, whoever waits for another one
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

// What the blocks of a policy take one of a cycle, for all machines; where a machine has several, the unit that wants a second turn
// waits for the next cycle (D-44). With one bank, one fetch and one issue register of the LD/ST unit nothing waits.
enum {
    ONE_DIVERGENT = 1,                  // L1D: access of a divergent load, of the oldest one that has accesses left
    ONE_MISS = 2,                       // L1D: lookup that finds its sector neither there nor on its way, or takes a way
    ONE_FAIL = 4,                       // L1D: access that fails and is asked about
    ONE_CHARGE = 8,                     // issue: load with a charge
    ONE_LOAD_FILL = 16                  // fetch: fill of an instruction buffer that brings a load
};

typedef struct policy {
    const char *name, *help;
    const struct policy *const *parts;  // of a composed one (sim/policy/compose.h); ends with NULL. NULL: it is one policy
    uint8_t     arbiter_mode;           // cfg_mode of warp_arbiter
    bool        adds_nothing;           // beside another policy: it is what there is without one
    bool        any_order;              // beside another policy it takes that one's arbiter_mode: its mechanism does not order warps
    uint8_t     numbers;                // NUMBERS of warp_rank; 0: it needs none
    const char *const *blocks;          // names of its own blocks, in chain order; ends with NULL
    unsigned    behind;                 // so many of them, the last ones, stand behind the arbiters of an SM: evaluated for `lend`
    size_t      state_size;             // policy's own C state per place (wiring only)
    const policy_requirement *requires; // ends with a NULL key, NULL = none
    unsigned    one_a_cycle;            // ONE_DIVERGENT | ...
    const char *const *reads;           // keys of the machine that it reads and a policy without them does not; ends with NULL, NULL = none
    bool        classes;                // cfg_use_class of warp_arbiter: `select` answers a priority class for each warp
    // It looks at the levels of memory instructions and of the room for them, and what it answers depends on the cycle before: an
    // SM sleeps only while its levels stand.
    bool        watches_memory;
    bool        watches_data;           // it looks at who waits for data of memory
    bool        watches_grid;           // it looks at what stands in the GPU: every SM is awake in the cycle in which the last CTA is issued
    bool        follows_loads;          // its blocks know one load at the L1D at a time: not beside `reexecution`, where others pass it
    unsigned    hears;                  // kinds of places, HEARS(SM) | ..., in which it is fed without a block of its own there
    // Each may be NULL. Copies events and levels into the inputs of its blocks that stand here.
    void (*feed)(const policy_view *, feed_phase);
    // Questions; where a policy has no answer it is as without a policy.
    void (*select)(const policy_view *, policy_masks *);    // before the arbiters of an SM: which warps
    uint32_t (*charge)(const policy_view *, unsigned warp); // at the issue of a load: a number that travels with it
    uint32_t (*charges_done)(const machine *);              // of loads that the L1D has serviced: the sum that its blocks take a cycle, at most (D-44)
    void (*lend)(const policy_view *, policy_loans *);      // after all schedulers of an SM had their turn
    // When an SM is built: places of the re-execution queue of its LD/ST unit (sim/core/ldst_reexecute.c); 0: it has none.
    uint32_t (*reexecution)(const machine *);
    // Of the LD/ST unit, about what view->levels->bypass shows, before the other early inputs of the cycle are there
    // (sim/core/ldst_bypass.c). A load that it has taken for the L1D, once: all its accesses pass the L1D by.
    bool (*load_passes)(const policy_view *);
    // An access of a load that fails at the L1D, in every cycle in which it does: it passes the L1D by. Not beside `reexecution`.
    bool (*access_passes)(const policy_view *);
    // Of a memory controller, at every clock at which it may send a line; whether it does stands in the event line_sent.
    void (*prefetch)(const policy_view *, policy_prefetches *);
} policy;

extern const policy *const policy_table[];      // ends with NULL
// By its exact name, or those of several joined by `+`, which are composed: NULL if there is none.
const policy *policy_find(const char *name);
// The same; why it is NULL: a name that no policy has as `unknown`, or else, with `unknown` empty, what the parts contradict each other in.
const policy *policy_find_or_tell(const char *name, char unknown[static POLICY_NAME], char *error, size_t error_size);
void policy_list(FILE *);                      // a line each, text of sim/report/fit.h
// Whether the machine has what the policy's blocks need; else a message.
bool policy_suits(const policy *, const machine *, char *error, size_t error_size);

// Blocks that run beside a policy without a say in the issue (--observe): fed like a policy, never asked.
extern const policy *const observer_table[];
const policy *observer_find(const char *name);

#endif
