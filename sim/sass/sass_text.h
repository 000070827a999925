// SPDX-License-Identifier: BSD-3-Clause
// PTX instructions as trace lines: each with an opcode of binary version 61 of its unit and latency class, if there is one, and
// with machine-code registers.
#ifndef WARPLOCK_SIM_SASS_SASS_TEXT_H
#define WARPLOCK_SIM_SASS_SASS_TEXT_H

#include "sim/frontend/program.h"

typedef struct {
    uint64_t pc;                       // in the file: 32 bytes hold a control word and three instructions
    uint32_t width;                    // bytes a lane moves; 0: its lines have no addresses
    char    *words;                    // from the number of destinations to that of the bytes
} sass_text;

// One per instruction of the kernel's module, in PC order; then one without words.
sass_text *sass_text_new(const kernel *);
void       sass_text_free(sass_text *);                    // NULL is none

#endif
