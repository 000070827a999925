// SPDX-License-Identifier: BSD-3-Clause
// Instructions of PTX as lines of a trace: each by an opcode of binary version 61 that has its unit and latency class, as far
// as there is one, with registers that machine code has.
#ifndef WARPLOCK_SIM_SASS_SASS_TEXT_H
#define WARPLOCK_SIM_SASS_SASS_TEXT_H

#include "sim/frontend/program.h"

typedef struct {
    uint64_t pc;                       // in the file: 32 bytes hold three instructions behind a word that is none
    uint32_t width;                    // bytes a lane moves; 0: its lines have no addresses
    char    *words;                    // from the number of destinations to that of the bytes
} sass_text;

// One for each instruction of the kernel's module, in the order of PC; behind the last one without words.
sass_text *sass_text_new(const kernel *);
void       sass_text_free(sass_text *);                    // NULL is none

#endif
