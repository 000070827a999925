// SPDX-License-Identifier: BSD-3-Clause
// A hash table from texts to numbers. It keeps copies of the texts. All zero is an empty table.
#ifndef WARPLOCK_SIM_CAMPAIGN_STORE_LOOKUP_H
#define WARPLOCK_SIM_CAMPAIGN_STORE_LOOKUP_H

#include <stdint.h>

typedef struct { char *text; uint64_t hash; unsigned number; } lookup_entry;
typedef struct { lookup_entry *entries; unsigned n_entries, n_texts; } lookup;     // a power of two, at most half of it used

enum { LOOKUP_NONE = UINT32_MAX };

unsigned lookup_find(const lookup *, const char *text);                // LOOKUP_NONE: it has none
void lookup_add(lookup *, const char *text, unsigned number);          // the text must be new
void lookup_free(lookup *);                                            // it is empty again

#endif
