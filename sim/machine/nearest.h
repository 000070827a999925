// SPDX-License-Identifier: BSD-3-Clause
// The known word nearest to a misspelt one, for messages like "unknown key `wrap`, nearest is `warps`".
#ifndef WARPLOCK_SIM_MACHINE_NEAREST_H
#define WARPLOCK_SIM_MACHINE_NEAREST_H

#include <stddef.h>

// Levenshtein distance; both words are cut to 64 characters.
unsigned nearest_distance(const char *a, const char *b);

// Offer candidates one by one to a search that starts as { .wanted = word }; `best` is NULL while nothing was offered.
typedef struct {
    const char *wanted;
    const char *best;
    unsigned    distance;
} nearest_search;

void nearest_offer(nearest_search *, const char *candidate);

// The same for words in one text, separated by characters of `between`: "first|second", "u8, s8".
enum { NEAREST_WORD = 64 };
const char *nearest_of(const char *wanted, const char *words, const char *between, char best[static NEAREST_WORD]);

#endif
