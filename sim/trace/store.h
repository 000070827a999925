// SPDX-License-Identifier: BSD-3-Clause
// Blocks of packed instructions: STORE_MEMORY of them in memory, further ones in an unlinked temporary file (in TMPDIR, else
// /var/tmp). What is given back is taken again, so neither grows with the trace, only with the CTAs that are held.
#ifndef WARPLOCK_SIM_TRACE_STORE_H
#define WARPLOCK_SIM_TRACE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STORE_BLOCK = 4096, STORE_MEMORY = 4096 };

typedef struct store store;
store *store_new(void);
void   store_free(store *);
// The number of a block with these bytes. False with a reason when the temporary file cannot be written.
bool   store_put(store *, const uint8_t block[STORE_BLOCK], uint32_t *number, char *why, size_t why_size);
void   store_give_back(store *, uint32_t number);
// The bytes of a block: where they lie in memory, else read to `room`. NULL with a reason.
const uint8_t *store_look(store *, uint32_t number, uint8_t room[STORE_BLOCK], char *why, size_t why_size);
bool   store_in_memory(uint32_t number);

#endif
