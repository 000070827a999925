// SPDX-License-Identifier: BSD-3-Clause
// A place where blocks stand: an SM with its schedulers, a memory controller, the GPU. It opens them, wires them, sees to
// their clock, sleep and order, feeds those of the policy and the observers and steps them all. Which block stands where is
// a row of rtl_c/places.def, what drives which input a row of rtl_c/wires.def.
//
// One edge: the owner evaluates those of base's blocks that have changed (place_out); place_early feeds the hooks' blocks
// and evaluates them in chain order; answers are asked for; late events are raised; place_late feeds the late inputs and
// place_end steps. Edges at which nothing happens are slept through: a block that rests catches up when it is looked at next, a hook's
// blocks together as long as one of them moves.
// Source: hardware.md section 0.
#ifndef WARPLOCK_SIM_BLOCKS_PLACE_H
#define WARPLOCK_SIM_BLOCKS_PLACE_H

#include "sim/blocks/wires.h"
#include "sim/machine/block_params.h"
#include "sim/policy/policy.h"

enum { HOOKS_MAX = POLICY_PARTS_MAX + OBSERVERS_MAX, PLACE_BLOCKS_MAX = 48, PLACE_WIRES_MAX = 96, BASE = -1 };

// What all places of a run are opened with.
typedef struct {
    lockstep     *lockstep;
    const policy *policy;
    const policy *const *observers;                 // ends with NULL; may be NULL
    FILE         *events;                           // --events: a line for each event, or NULL
} place_options;

typedef struct {
    block      *block;
    int         hook;                               // that it belongs to, or BASE
    const wire *wires;                              // that its outputs drive
    unsigned    n_wires;
    void       *driven;                             // the outputs that the wires carry; NULL where there is no wire
} placed_block;

typedef struct {                                    // a policy or observer with what it has in this place
    const policy *policy;
    policy_view   view;
    unsigned      first, count;                     // its blocks, among the place's
    unsigned      early;                            // of these, in front of the arbiters: the first ones
    bool          fed;                              // here
} place_hook;

typedef struct place {
    block_place    at;
    const machine *machine;
    place_options  options;
    block_param    params[BLOCK_PARAMS + 1];
    char           name[PLACE_NAME];
    block_clock    clock;                           // of blocks that do not count core cycles
    uint64_t       edges;                           // that blocks have lived through or are to catch up with
    place_hook     hooks[HOOKS_MAX];                // the policy or its parts, then the observers
    unsigned       n_hooks, n_asked;                // asked: those of the policy
    bool           looks;                           // one of them wants to see every edge
    bool           hears;                           // one of them lives on events: it is fed here
    bool           always_step;                     // blocks are compared or recorded: step them at every edge that is not slept
    bool           reversed;                        // for tests: hooks are fed, blocks step in reverse; nothing may show it
    placed_block   blocks[PLACE_BLOCKS_MAX];        // in chain order
    unsigned       n_blocks;
    wire           wires[PLACE_WIRES_MAX];
    block         *stepping[PLACE_BLOCKS_MAX];      // at this edge
    unsigned       n_stepping;
} place;

// place_open, base's blocks and the hooks in chain order, then place_connect.
void place_open(place *, place_kind, unsigned index, const machine *, const place_options *);
// One of base's blocks, for this scheduler where its row says so; NULL and a message when it cannot be built.
placed_block *place_add(place *, const char *block_name, unsigned scheduler, char *error, size_t error_size);
// The policy and the observers with their blocks that stand here; they see the events and levels of `shown`.
bool place_open_hooks(place *, const policy_view *shown, char *error, size_t error_size);
// Its events find somebody: a hook that is fed here, or --events. Of all hooks, once they are open.
bool place_is_heard(const place *);
// One of their blocks stands in a place of this kind; base stands in every SM.
bool place_is_used(place_kind, const policy *, const policy *const *observers);
void place_connect(place *);                        // all blocks are there
// All of it at once, for a place that base has no block in.
bool place_open_alone(place *, place_kind, unsigned index, const machine *, const place_options *, const policy_view *shown,
                      char *error, size_t error_size);
void place_close(place *);

static inline void place_wake(const place *p, block *b) // catches up, before it is looked at or its inputs change
{
    if (b->cycle < p->edges)
        block_sleep(b, p->edges - b->cycle);
}
void place_out(const placed_block *);               // its outputs, and the wires that they drive
void place_begin(const place *);                    // the hooks' blocks catch up, before any wire is driven
void place_early(place *);                          // the hooks' blocks: fed, then evaluated
void place_step(place *, block *);                  // steps at this edge; it is awake, and its clock is at it
void place_late(place *);                           // late inputs of the hooks' blocks
void place_end(place *);                            // next of all that step, then commit of all
bool place_stirs(const place *);                    // a hook's block may put out something else though nothing happens
void place_sleep(place *, uint64_t edges);
// The same for a place whose owner knows the number of the edge: sleeps up to it, so that it is the next one.
static inline void place_sleep_until(place *p, uint64_t edge) { p->edges = edge; }
void place_catch_up(const place *);                 // every block has lived through all edges

void         place_select(const place *, policy_masks *);   // the policy's answer, its parts' joined, from POLICY_HOLDS_NOTHING on; observers are not asked
uint32_t     place_charge(const place *, unsigned warp);
void         place_lend(const place *, policy_loans *);   // feeds and evaluates what stands behind the arbiters; the policy has an answer
// Asked while the early inputs of the edge are still to come: blocks are fed and evaluated with what stands so far.
bool         place_load_passes(const place *);
bool         place_access_passes(const place *);
void         place_prefetch(const place *, policy_prefetches *);   // of a memory controller whose policy has an answer

#endif
