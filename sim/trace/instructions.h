// SPDX-License-Identifier: BSD-3-Clause
// Instruction lines: the table of static instructions, and a line as one of them with its mask and addresses.
//
// The part of a line that is the same in every execution, from after the mask to the access width, is kept as text. A line with
// known PC and text is recognised by comparing bytes; fields are parsed only the first time.
#ifndef WARPLOCK_SIM_TRACE_INSTRUCTIONS_H
#define WARPLOCK_SIM_TRACE_INSTRUCTIONS_H

#include "sim/trace/lines.h"
#include "sim/trace/opcodes.h"

typedef struct {
    trace_insn insn;                   // opcode points into `text` of its own
    char      *text;                   // as in the file, from after the mask to the width
    uint32_t   length;
    uint64_t   warps, threads;         // warp and thread instructions in the file
    uint32_t   next;                   // with the same hash; UINT32_MAX: none
    uint8_t    text_width;             // of the file: the line has addresses unless 0
    bool       bulk;                   // its line ends in a special form
} static_insn;

typedef struct {
    static_insn *rows;
    uint32_t     count, room;
    uint32_t    *heads, hash_size;     // by PC
    size_t       text_bytes;
    uint32_t    *number;               // row to number in order of PC, once sorted
    uint32_t    *row;                  // and back
} insn_table;

void insn_table_free(insn_table *);
void insn_table_sort(insn_table *);

typedef struct {
    generation    generation;
    uint32_t      binary_version;
    bool          line_info, immediate;                    // fields present in a line
    trace_unknown unknown;
    bool          closed;              // no new lines allowed: second pass over the file
} line_format;

typedef enum { ADDRESSES_NONE, ADDRESSES_STRIDE, ADDRESSES_LIST } address_form;

typedef struct {
    uint32_t row;                      // of the table
    uint32_t mask;
    uint8_t  form;                     // address_form; the list has the addresses of active lanes one after another
    uint64_t base;                     // ADDRESSES_STRIDE: of the first active lane
    int64_t  stride;
    uint64_t list[TRACE_LANES];
} line_insn;

// The current line. False on a mistake.
bool line_read(lines *, insn_table *, const line_format *, line_insn *);

#endif
