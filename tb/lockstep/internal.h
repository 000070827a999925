// SPDX-License-Identifier: BSD-3-Clause
// A run and its instances, shared by the parts of tb/lockstep: run.c opens and ends it, instances.c builds, lockstep.c compares,
// diverge.c finds the difference, pack.c reports.
#ifndef WARPLOCK_TB_LOCKSTEP_INTERNAL_H
#define WARPLOCK_TB_LOCKSTEP_INTERNAL_H

#include "tb/field.h"
#include "tb/lockstep/chunks.h"
#include "tb/lockstep/history.h"
#include "tb/lockstep/known_steps.h"
#include "tb/lockstep.h"
#include "tb/lockstep/record.h"
#include "tb/stimuli/stimulus.h"
#include "tb/wave/wave.h"

enum { FAILURE_TEXT = 320, DEFAULT_PACK_CYCLES = 200 };

typedef struct {                       // the first divergence
    block             *block;
    field_kind         kind;           // of the field
    const block_field *field;
    unsigned           element;
    uint64_t           cycle;
    uint64_t           c, verilog;
    bool               late;           // a late input changed this output; `verilog` is the value after, of either side
    const void        *met;            // the model's registers before the failing step
} divergence;

struct block_monitor {
    const verilated_ops *ops;          // NULL: C model with a wave
    void                *rtl;
    const void          *rtl_out, *rtl_q;   // structs that ops returned last
    unsigned char       *seen;         // inputs at the Verilog's ports; late ones are those of the last edge
    chunk_sum            seen_sum;     // of their words
    uint64_t             looked;       // the block's cycle whose early inputs they are
    void                *again;        // outputs of a second evaluation (check_late)
    unsigned char       *excess;       // input bits beyond the declared widths
    unsigned char       *still;        // register bits that are not counters
    bool                 waits;        // its Verilog is evaluated only when needed (tb/lockstep/lockstep.c), else at once
    known_steps         *known;        // of its tuple: in these its Verilog is not evaluated. NULL: it always is
    bool                 behind;       // after such a step: its Verilog lacks the model's registers, but owes no edge
    bool                 edge_due;     // the model has had an edge that the Verilog has not,
    uint64_t             edge_cycle;   // in this cycle; d still has the registers that it met
    void                *counted;      // registers behind cycles that only count
    bool                 follows;      // d differs from q in the chunks listed, and no others; sum is of q's words
    uint32_t            *changed;
    unsigned             n_changed;
    chunk_sum            sum;
    bool                 out_due;      // the outputs under `seen` have not been compared,
    uint64_t             out_cycle;    // those of this cycle
    bool                 settled;      // outputs belong to `seen` and the present registers
    bool                 rests;        // the model's last edge, under the inputs `seen`, changed no register
    size_t               early_size;   // bytes of the early inputs, which come first
    size_t               register_size;     // bytes of the registers, which come before the memories
    uint32_t            *in_chunks, *in_end;    // where the chunks (chunks.h) begin that have a field in this configuration
    uint32_t            *q_chunks, *q_end;
    uint32_t            *early_end, *late_chunks;  // in_chunks of early and of late inputs; they may share one
    unsigned             outputs, registers, memories;   // elements
    uint64_t             steps;        // clock edges since reset
    history              history;      // its last steps
    recording           *recorded;     // for lockstep_save_recording, or NULL
    wave_instance       *wave;
    bool                 shown;        // the wave holds inputs of the last cycle, which may be over
};

struct lockstep {
    lockstep_options options;
    lockstep_counts  counts;
    block_clock      clock;            // of the core
    wave_time        time;             // of the current edge
    bool             waving;
    wave            *wave;
    block           *first, *last;
    char             failure[FAILURE_TEXT];
    divergence       divergence;
    void           (*leave_pack)(lockstep *);   // pack_write, which replays and so is in a layer above; NULL: no pack is wanted
    char            *pack;             // folder written
    known_steps     *known;            // of all tuples
    known_steps     *shared;           // of all parts
    record_text     *texts;            // of the recording
    lockstep        *run;              // that this is a part of; or itself
    lockstep        *parts[LOCKSTEP_PARTS];     // NULL: not asked for
    void            *met;              // of a part: a copy of its divergence's
    const lockstep  *failed;           // this or the part whose divergence is the run's
};

// Aborts with block, instance, cycle and register when the cycles that the model has counted, from q on, move one that is no counter.
void count_check(const block *, const void *counted);
unsigned char *inputs_excess(const block_ops *ops);
unsigned char *count_still(const block_ops *ops);

// After the structs of the two sides differed (tb/lockstep/diverge.c): notes the first field of a kind that does, in table order,
// and the run's message; none when only padding differs. `met`: the registers at the step that went wrong.
void diverge_in(block *, const void *met, field_kind, uint64_t cycle, const void *c, const void *verilog, bool late);
// Whether the first comes before the second, or is of the same block and kind.
bool diverges_first(const divergence *, const divergence *);
// Shows the differing cycle (after an edge, the one that it begins), then leaves the failure pack.
void diverge_end(block *, bool after_edge);

// Writes the failure pack of the run's recorded divergence.
void pack_write(lockstep *run);

// At the end of the run.
void instances_free(lockstep *run);

#endif
