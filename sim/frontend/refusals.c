// SPDX-License-Identifier: BSD-3-Clause
// The table of refusals, and its look-up by word.
#include "sim/frontend/refusals.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct { refusal_kind kind; const char *words, *feature, *instead; } rows[] = {
#define REFUSAL(kind, words, feature, instead) { REFUSE_##kind, words, feature, instead },
#include "sim/frontend/refusals.def"
#undef REFUSAL
};

// "vadd*" is any word that begins with "vadd".
static bool matches(const char *pattern, size_t length, const char *word, size_t word_length)
{
    bool any_ending = pattern[length - 1] == '*';
    length -= any_ending;
    return (any_ending ? word_length >= length : word_length == length) && memcmp(pattern, word, length) == 0;
}

static bool has_word(const char *words, const char *word, size_t word_length)
{
    while (*words != '\0') {
        size_t length = strcspn(words, " ");
        if (matches(words, length, word, word_length)) {
            return true;
        }
        words += length + strspn(words + length, " ");
    }
    return false;
}

bool refusal_find(refusal_kind kind, const char *word, uint32_t length, refusal *found)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].kind == kind && has_word(rows[i].words, word, length)) {
            snprintf(found->text, sizeof found->text, "not supported: %s; instead: %s", rows[i].feature,
                     rows[i].instead);
            return true;
        }
    }
    return false;
}

refusal refusal_of(refusal_kind kind, const char *word)
{
    refusal found;
    if (!refusal_find(kind, word, (uint32_t)strlen(word), &found)) {
        fprintf(stderr, "front end: refusals: no row has %s\n", word);
        abort();
    }
    return found;
}
