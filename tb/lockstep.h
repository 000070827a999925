// SPDX-License-Identifier: BSD-3-Clause
// The one interface through which the simulator and the block benches reach a hardware block: reset, out, next, commit.
//
// Behind it sits the C model, the Verilated module, or both compared on every output and register. One SM cycle is:
// lockstep_cycle -> set early inputs -> block_out for each block in chain order -> set late inputs -> block_next for
// all -> block_commit for all. Late inputs must not change an output; the caller may write them into `in` at any time
// before block_next, but the early ones must stay as they were at block_out. An idle block need not be stepped at all.
#ifndef WARPLOCK_TB_LOCKSTEP_H
#define WARPLOCK_TB_LOCKSTEP_H

#include <stdio.h>
#include <string.h>

#include "rtl_c/block.h"
#include "rtl_c/places.h"
#include "tb/number_set.h"
#include "tb/tuples.h"

typedef enum { BLOCKS_C, BLOCKS_VERILOG, BLOCKS_LOCKSTEP } blocks_mode;
typedef enum { LOCKSTEP_ACTIVE, LOCKSTEP_EVERY } lockstep_when;   // active: skip what idle and count of block_ops say

typedef struct lockstep lockstep;      // all instances of one run: mode, counters, wave, failure pack
typedef struct block_monitor block_monitor;   // the Verilog side of an instance, its history and its wave

// Where an instance stands. A scheduler belongs to its SM: index is the SM's, scheduler its number there.
typedef struct { place_kind kind; unsigned index, scheduler; } block_place;
enum { PLACE_NAME = 32 };
void block_place_name(block_place, char name[PLACE_NAME]);     // "sm 3", "sm 3 sched 1", "controller 5", "gpu"

// A clock counts its own edges; blocks of one place share one. Several of its edges may lie in one core cycle.
typedef struct { uint64_t cycle; } block_clock;

// One hardware instance. The caller owns the meaning of in and out (structs of rtl_c/<block>.h) and writes only in.
typedef struct block {
    const block_ops *ops;
    void            *in;               // set by the caller
    void            *out;              // valid after block_out
    void            *q;                // registers after the last commit; read only; a commit moves them
    void            *d;                // between next and commit, those after the edge
    lockstep        *owner;
    block_monitor   *monitor;          // NULL: C model alone, no wave; the functions below then are the model's own
    block_place      place;
    block_clock     *clock;            // of its place
    char             name[PLACE_NAME]; // the place's, printed
    uint64_t         cycle;            // commits since reset, skipped cycles included
    bool             every;            // LOCKSTEP_EVERY: an idle step is a step
    bool             skip;             // this cycle's step changes nothing and is left out
    struct block    *next;             // of the run, in order of adding
} block;

typedef struct {
    blocks_mode   mode;
    lockstep_when when;
    const char   *wave_path;           // FST to write, or NULL; its save file is beside it, .gtkw for .fst
    uint64_t      wave_start, wave_cycles;  // window in cycles; wave_cycles 0 = to the end
    number_set    wave_places;         // numbers of the SMs and memory controllers in it; none = all
    const char   *pack_dir;            // folder for failure packs; NULL = "warplock-failure"; numbered if it exists
    uint64_t      pack_cycles;         // cycles of history a failure pack holds at least; 0 = 200
    const char   *command;             // the command line of this run, for the failure pack
    const char   *replay;              // before a pack's path, as a shell reads it; NULL = "build/warplock replay"
    bool          check_late;          // evaluate outputs again with the late inputs set: they must not change
    bool          no_pack;             // a failure leaves only its one line
    const char   *record_dir;          // new folder for the inputs of one SM's blocks (lockstep_save_recording), or NULL
    block_place   record_place;        // whose blocks; an SM's schedulers belong to it
    uint64_t      record_cycles;       // the first so many
    uint64_t      seed;                // of the stimuli, named in the failure line; 0 = none
    tuple_list   *wanted;              // not NULL: the run is only tried; the tuples that it has are noted there
} lockstep_options;

typedef struct {
#define LOCKSTEP_COUNT(member, help) uint64_t member;
#include "tb/lockstep_counts.def"
#undef LOCKSTEP_COUNT
} lockstep_counts;

// NULL and a message on failure.
lockstep *lockstep_open(const lockstep_options *options, char *error, size_t error_size);
blocks_mode lockstep_mode(const lockstep *);
// It is only tried (options.wanted): its blocks may be those of other parameters, and no cycle comes.
bool lockstep_is_tried(const lockstep *);
// The block for the values that params gives to its own parameters (others are ignored), built when it is not at hand;
// NULL when it cannot be had, and why in error.
block *lockstep_add(lockstep *, const char *block_name, const block_param *params, const char *instance_name,
                    char *error, size_t error_size);
// The same in a place, under its name. The clock is the place's own, or NULL for the run's (lockstep_cycle).
block *lockstep_add_at(lockstep *, block_place, block_clock *, const char *block_name, const block_param *params,
                       char *error, size_t error_size);
// The same for given operations; rtl may be NULL when the mode is BLOCKS_C.
block *lockstep_add_ops(lockstep *, const block_ops *ops, const verilated_ops *rtl, const char *instance_name);
void lockstep_cycle(lockstep *, uint64_t cycle);     // the core clock: first in each cycle in which any block on it steps
// A part of the run, from 0: blocks that one thread steps while others step those of other parts. It has its own clock, which
// lockstep_cycle of the run sets, and known steps. A run with a wave or a recording is its own only part.
enum { LOCKSTEP_PARTS = 4 };
lockstep *lockstep_part(lockstep *, unsigned part);
bool lockstep_is_one(const lockstep *);              // its own only part
// Between cycles, by one thread: of the parts that have diverged the run reports the earliest divergence, of several in a cycle
// that of the lowest place.
void lockstep_settle(lockstep *);
// Another clock: first at each of its edges at which a block on it steps. The edge is the nth (from 1) between the core
// cycle before and this one, and comes before lockstep_cycle of this one.
// Fewer than EDGES_IN_CYCLE between two core cycles: a wave has room for no more.
enum { EDGES_IN_CYCLE = 20 };
void lockstep_edge(lockstep *, block_clock *, uint64_t edge, uint64_t core_cycle, unsigned nth);
const char *lockstep_failed(const lockstep *);          // NULL, or the one-line report of the first divergence; of a part, of its own
const char *lockstep_pack(const lockstep *);            // folder of the failure pack that was written, or NULL
lockstep_counts lockstep_count(const lockstep *);
// At the end: gives the Verilog of each instance what it is still due, and compares; may fail.
void lockstep_complete(lockstep *);
// This place is being recorded: its first so many edges.
bool lockstep_records(const lockstep *, block_place, uint64_t *cycles);
// A text that becomes a file of the recording, to be written until the recording is saved; NULL without a recording.
FILE *lockstep_attach(lockstep *, const char *file_name);
// Writes what was recorded: a stimulus file and one of outputs per instance, and the attached texts, in a folder that appears
// when it is complete. False and a message when it cannot; true without a recording.
bool lockstep_save_recording(lockstep *, char *error, size_t error_size);
// The wave complete and in its place, its save file beside it; true when there is none. At the end; without it no wave is left.
bool lockstep_save_wave(lockstep *, char *error, size_t error_size);
// Shows in the wave, if there is one and this place is in it, what the counter rises by in a cycle; the words say of
// what.
void lockstep_show_rate(lockstep *, block_place, const char *name, const char *words, const uint64_t *counter);
void lockstep_close(lockstep *);                        // frees every instance; a wave that was not saved is gone

// Replays a failure pack, or one stimulus file: prints the divergence it finds, as the run that left it did. Returns
// the exit status: 1 it diverges, 0 it does not, 2 not a pack, which is said on the standard error.
typedef struct {
    const char *wave_path;             // FST to write, or NULL
    uint64_t wave_start, wave_cycles;  // as in lockstep_options
    const char *vectors_path;          // takes each step as a line of vectors (tb/vectors.c), or NULL
    const char *pack_dir;              // where a divergence leaves a failure pack; NULL: nowhere
    const char *command, *replay;      // for that pack, as in lockstep_options
} replay_options;
int lockstep_replay(const char *pack, const replay_options *, FILE *output);

void block_reset(block *);
void block_load(block *, const void *q);                // after a reset, registers and memories of both sides
// Steps `cycles` cycles at once (the SM slept), with the inputs as they stand. LOCKSTEP_ACTIVE leaves out those in which the
// model is idle, behind one in which the Verilog changed nothing either, or, of a block that is in no wave, nothing but registers
// count (block_ops.count); LOCKSTEP_EVERY leaves out none.
void block_sleep(block *, uint64_t cycles);
// Whether cycles in which it is idle may be left to a later block_sleep: it is in no wave and no recording, and nothing else shows each.
bool block_may_lag(const block *);

// Lets the clock show the cycle that its blocks make up for, and then the present one again. Of models alone nothing is told by
// cycles, and blocks of several threads may be on the clock: it stays.
static inline void block_turn_clock(block *b, uint64_t cycle)
{
    if (b->monitor)
        b->clock->cycle = cycle;
}

void block_monitor_out(block *);
void block_monitor_next(block *);

static inline void block_out(block *b)
{
    if (b->monitor)
        block_monitor_out(b);
    else
        b->ops->out(b->q, b->in, b->out);
}

static inline void block_next(block *b)
{
    if (b->monitor) {
        block_monitor_next(b);
        return;
    }
    b->skip = !b->every && b->ops->idle(b->q, b->in);
    if (!b->skip) {
        memcpy(b->d, b->q, b->ops->state_size);
        b->ops->next(b->q, b->in, b->out, b->d);
    }
}

static inline void block_commit(block *b)
{
    void *before = b->q;

    b->cycle++;
    if (b->skip)
        return;
    b->q = b->d;
    b->d = before;
}

#endif
