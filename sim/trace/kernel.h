// SPDX-License-Identifier: BSD-3-Clause
// Shared by the files of the kernel reader: header, iteration over CTAs, packed instructions.
#ifndef WARPLOCK_SIM_TRACE_KERNEL_H
#define WARPLOCK_SIM_TRACE_KERNEL_H

#include "sim/trace/instructions.h"
#include "sim/trace/spill.h"
#include "sim/trace/trace.h"

// A record of a warp's instruction, packed (packed.c): at most RECORD_BYTES, never in two blocks.
enum { RECORD_BYTES = 1 + 5 + 4 + 8 + (TRACE_LANES - 1) * 10 };

typedef struct {
    uint64_t       insns, left;        // in all, not yet taken
    uint32_t       block, offset;      // in the CTA's blocks
    const uint8_t *bytes;              // of that block; NULL: not read yet
    uint8_t       *room;               // its own room for blocks of the file; NULL: none was needed
    uint32_t       insn, mask;         // of the last one, and of the next once `ready`
    uint8_t        form;               // address_form of the next
    bool           ready;
} warp_cursor;

struct trace_cta {
    trace_kernel *kernel;
    trace_cta    *before, *after;      // in the list of those held
    uint32_t     *blocks, count, room;
    warp_cursor   warps[];
};

typedef struct {
    uint8_t  block[SPILL_BLOCK];
    uint32_t fill;
    uint32_t insn, mask;               // of the last record
} packer;

struct trace_kernel {
    char         *path, *name, *nvbit_version;
    trace_header  header;
    trace_counts  counts;
    trace_watcher *watch;
    void         *context;
    line_format   format;
    insn_table    table;
    uint32_t      warps;               // of a CTA
    uint8_t      *seen;                // CTAs, a bit each; NULL: they must be in order
    uint64_t      last_cta;            // number of the last one, + 1
    uint64_t      total_ctas;          // of the grid
    spill        *spill;
    trace_cta    *held, *spare;
    packer        packer;
    bool          at_cta;              // the current line is #BEGIN_TB
    bool          failed;
    trace_error   failure, error;
    lines         lines;
};

// The header, up to the line of the first #BEGIN_TB. False on a mistake.
bool header_read(trace_kernel *);

// Callbacks for a CTA of the file, each warp and each instruction. One that returns false has set the error.
typedef struct {
    bool (*cta)(trace_kernel *, const uint32_t place[3]);
    void (*warp)(trace_kernel *, uint32_t warp, uint64_t insns);
    bool (*insn)(trace_kernel *, const line_insn *);
} cta_teller;
// The current line must be #BEGIN_TB. Afterwards it is the next CTA's, or the file is at its end.
bool cta_read(trace_kernel *, const cta_teller *);

// The addresses of a line by lane, and their space.
void step_fill(const trace_kernel *, const trace_insn *, uint32_t mask, address_form, uint64_t base, int64_t stride,
               const uint64_t *list, trace_step *);

// --- packed.c
void packed_warp(trace_kernel *, trace_cta *, uint32_t warp, uint64_t insns);
bool packed_insn(trace_kernel *, trace_cta *, uint32_t number, const line_insn *);
bool packed_end(trace_kernel *, trace_cta *);
void packed_give_back(trace_kernel *, trace_cta *);

#endif
