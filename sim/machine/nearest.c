// SPDX-License-Identifier: BSD-3-Clause
// Edit distance by dynamic programming with one row, on words cut to WORD_MAX characters.
#include "sim/machine/nearest.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { WORD_MAX = 64 };

static unsigned smaller(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

unsigned nearest_distance(const char *a, const char *b)
{
    size_t length_a = strnlen(a, WORD_MAX), length_b = strnlen(b, WORD_MAX);
    unsigned row[WORD_MAX + 1];

    for (unsigned j = 0; j <= length_b; j++)
        row[j] = j;
    for (unsigned i = 1; i <= length_a; i++) {
        unsigned diagonal = row[0];

        row[0] = i;
        for (unsigned j = 1; j <= length_b; j++) {
            unsigned above = row[j];
            unsigned change = diagonal + (a[i - 1] != b[j - 1]);

            row[j] = smaller(change, smaller(above, row[j - 1]) + 1);
            diagonal = above;
        }
    }
    return row[length_b];
}

void nearest_offer(nearest_search *search, const char *candidate)
{
    unsigned distance = nearest_distance(search->wanted, candidate);

    if (!search->best || distance < search->distance) {
        search->best = candidate;
        search->distance = distance;
    }
}

const char *nearest_of(const char *wanted, const char *words, const char *between, char best[static NEAREST_WORD])
{
    unsigned least = UINT_MAX;

    best[0] = 0;
    for (words += strspn(words, between); *words; words += strspn(words, between)) {
        const size_t length = strcspn(words, between);
        char word[NEAREST_WORD];
        unsigned distance;

        snprintf(word, sizeof word, "%.*s", (int)length, words);
        distance = nearest_distance(wanted, word);
        if (distance < least) {
            least = distance;
            strcpy(best, word);
        }
        words += length;
    }
    return best;
}
