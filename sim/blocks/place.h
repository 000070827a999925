// SPDX-License-Identifier: BSD-3-Clause
// A place that holds blocks: an SM with its schedulers, a memory controller, the GPU. It opens and wires the blocks, keeps
// their clock, sleep and order, feeds those of the policy and the observers, and steps them all. rtl_c/places.def says where
// each block is, rtl_c/wires.def what drives which input.
//
// At an edge, the owner evaluates base's blocks that changed (place_out); place_early feeds the hooks' blocks and evaluates
// them in chain order; the policy is asked; late events are raised; place_late feeds the late inputs; place_end steps.
// Blocks sleep through edges at which nothing happens: a resting block catches up when it is next read; a hook's blocks stay
// awake together while one of them changes.
// Source: hardware.md section 0.
#ifndef WARPLOCK_SIM_BLOCKS_PLACE_H
#define WARPLOCK_SIM_BLOCKS_PLACE_H

#include "sim/blocks/wires.h"
#include "sim/machine/block_params.h"
#include "sim/policy/policy.h"

enum { HOOKS_MAX = POLICY_PARTS_MAX + OBSERVERS_MAX, PLACE_BLOCKS_MAX = 48, PLACE_WIRES_MAX = 96, BASE = -1 };

// Options for all places of a run.
typedef struct {
    lockstep     *lockstep;
    const policy *policy;
    const policy *const *observers;                 // ends with NULL; may be NULL
    FILE         *events;                           // --events: a line for each event, or NULL
} place_options;

typedef struct {
    block      *block;
    int         hook;                               // the hook that it belongs to, or BASE
    const wire *wires;                              // those that its outputs drive
    unsigned    n_wires;
    void       *driven;                             // the outputs that the wires carry; NULL without wires
} placed_block;

typedef struct {                                    // a policy or observer and what it has in this place
    const policy *policy;
    policy_view   view;
    unsigned      first, count;                     // its blocks, among the place's
    unsigned      early;                            // how many of these, from the first, come before the arbiters
    bool          fed;                              // in this place
} place_hook;

typedef struct place {
    block_place    at;
    const machine *machine;
    place_options  options;
    block_param    params[BLOCK_PARAMS + 1];
    char           name[PLACE_NAME];
    block_clock    clock;                           // of blocks that do not count core cycles
    uint64_t       edges;                           // edges that blocks have seen or must catch up with
    place_hook     hooks[HOOKS_MAX];                // the policy or its parts, then the observers
    unsigned       n_hooks, n_asked;                // asked: those of the policy
    bool           looks;                           // one of them must see every edge
    bool           hears;                           // one of them is fed events here
    bool           compared;                        // or shown, or recorded
    bool           always_step;                     // blocks are shown or recorded: step them at every edge not slept through
    bool           reversed;                        // for tests: feed hooks and step blocks in reverse; results must not change
    placed_block   blocks[PLACE_BLOCKS_MAX];        // in chain order
    unsigned       n_blocks;
    wire          *wires;
    block         *stepping[PLACE_BLOCKS_MAX];      // at this edge
    unsigned       n_stepping;
} place;

// place_open, base's blocks and the hooks in chain order, then place_connect.
void place_open(place *, place_kind, unsigned index, const machine *, const place_options *);
// One of base's blocks, for this scheduler if its row says so; NULL and a message if it cannot be built.
placed_block *place_add(place *, const char *block_name, unsigned scheduler, char *error, size_t error_size);
// The policy and the observers with their blocks here; they see the events and levels of `shown`.
bool place_open_hooks(place *, const policy_view *shown, char *error, size_t error_size);
// Whether anything reads its events: a hook fed here, or --events. Call once all hooks are open.
bool place_is_heard(const place *);
// Whether one of their blocks is in a place of this kind; base is in every SM.
bool place_is_used(place_kind, const policy *, const policy *const *observers);
void place_connect(place *);                        // once all blocks exist
// All of this at once, for a place without a block of base.
bool place_open_alone(place *, place_kind, unsigned index, const machine *, const place_options *, const policy_view *shown,
                      char *error, size_t error_size);
void place_close(place *);

static inline void place_wake(const place *p, block *b) // catches up, before it is read or its inputs change
{
    if (b->cycle < p->edges)
        block_sleep(b, p->edges - b->cycle);
}
void place_out(const placed_block *);               // evaluates its outputs and the wires that they drive
void place_begin(const place *);                    // the hooks' blocks catch up, before any wire is driven
void place_early(place *);                          // the hooks' blocks: fed, then evaluated
void place_step(place *, block *);                  // steps at this edge; it must be awake and up to date
void place_late(place *);                           // late inputs of the hooks' blocks
void place_end(place *);                            // next of all stepping blocks, then commit of all
bool place_stirs(const place *);                    // a hook's block may change its outputs without an event
void place_sleep(place *, uint64_t edges);
// For a place whose owner knows the number of the edge: sleeps until that edge is the next.
static inline void place_sleep_until(place *p, uint64_t edge) { p->edges = edge; }
void place_catch_up(const place *);                 // brings every block up to date

void         place_select(const place *, policy_masks *);   // the policy's answer, joined over its parts, starting from POLICY_HOLDS_NOTHING
uint32_t     place_charge(const place *, unsigned warp);
void         place_lend(const place *, policy_loans *);   // feeds and evaluates the blocks after the arbiters; the policy must answer `lend`
// Asked before the early inputs of the edge: blocks are fed and evaluated with what is known so far.
bool         place_load_passes(const place *);
bool         place_access_passes(const place *);
void         place_prefetch(const place *, policy_prefetches *);   // for a memory controller; the policy must answer `prefetch`

#endif
