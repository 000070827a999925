// SPDX-License-Identifier: BSD-3-Clause
// Blocks of packed instructions: SPILL_MEMORY of them in memory, more in an unlinked temporary file (in TMPDIR, else
// /var/tmp). Freed blocks are reused, so neither grows with the trace, only with the CTAs held.
#ifndef WARPLOCK_SIM_TRACE_SPILL_H
#define WARPLOCK_SIM_TRACE_SPILL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SPILL_BLOCK = 4096, SPILL_MEMORY = 4096 };

typedef struct spill spill;
spill *spill_new(void);
void   spill_free(spill *);
// Stores the bytes and gives the block's number. False with a reason if the temporary file cannot be written.
bool   spill_put(spill *, const uint8_t block[SPILL_BLOCK], uint32_t *number, char *why, size_t why_size);
void   spill_give_back(spill *, uint32_t number);
// The bytes of a block, in memory or read into `room`. NULL with a reason.
const uint8_t *spill_look(spill *, uint32_t number, uint8_t room[SPILL_BLOCK], char *why, size_t why_size);
bool   spill_in_memory(uint32_t number);

#endif
