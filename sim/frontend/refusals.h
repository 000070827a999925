// SPDX-License-Identifier: BSD-3-Clause
// PTX features that are not executed: which feature a word stands for, and what to do instead (refusals.def).
#ifndef WARPLOCK_SIM_FRONTEND_REFUSALS_H
#define WARPLOCK_SIM_FRONTEND_REFUSALS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum { REFUSE_OPCODE, REFUSE_DOTTED, REFUSE_FUNCTION, REFUSE_FORM } refusal_kind;

typedef struct { char text[200]; } refusal;         // "not supported: feature; instead: what to do"

// False when no row has the word.
bool refusal_find(refusal_kind, const char *word, uint32_t length, refusal *);
// Of a word that has a row; every function name has one.
refusal refusal_of(refusal_kind, const char *word);

#endif
