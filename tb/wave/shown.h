// SPDX-License-Identifier: BSD-3-Clause
// The rows of rtl_c/shown.def: what a timeline and the overview of a wave show of a block.
#ifndef WARPLOCK_TB_WAVE_SHOWN_H
#define WARPLOCK_TB_WAVE_SHOWN_H

#include "tb/field.h"

typedef enum { SHOWN_VALUE, SHOWN_ONES, SHOWN_LARGEST, SHOWN_SUM } shown_as;
typedef struct { const char *block, *name; shown_as as; const char *words; } shown_row;

extern const shown_row shown_rows[];                        // ends with a NULL name

// The field of a row in this block: a register before an output of the same name. NULL: the row is of another block, or
// names nothing (tests/tb/wave/test_shown.c).
const block_field *shown_field(const shown_row *, const block_ops *);
uint64_t shown_value(const shown_row *, const block_field *, const void *structure);
void shown_name(const shown_row *, char text[FIELD_TEXT]);  // "ocw", "lls_largest"
unsigned shown_width(const shown_row *, const block_field *);   // bits that hold any value of it

#endif
