// A system is a policy with the parameters that the papers vary, under the words that the papers' claims use (rows of
// system_words.def): POLICY, then words with a number or alone. "POLICY MSHR 48" is that policy with l1d.mshrs = 48. Of
// the best of some systems there is one per kernel, the one with the highest IPC; it is resolved by campaign_find and never
// run by that name.
#ifndef WARPLOCK_SIM_CAMPAIGN_SYSTEM_H
#define WARPLOCK_SIM_CAMPAIGN_SYSTEM_H

#include <stdbool.h>
#include <stdio.h>

#include "sim/machine/machine.h"

enum { SYSTEM_NAME = 48, SYSTEM_SETS = 4 };

typedef struct {
    char     name[SYSTEM_NAME];
    char     policy[24];
    char     sets[SYSTEM_SETS][56];             // as --set takes them
    unsigned n_sets;
} campaign_system;

// False when its policy is not built, or for words that mean nothing here.
bool system_resolve(const char *name, campaign_system *);

// A row BEST_WORD.
typedef struct { const char *name, *systems, *unlimited, *help; } best_word;
extern const best_word best_words[];            // ends with a NULL name
// The row that the first word of a system names; NULL: it is a system.
const best_word *best_word_of(const char *system);
// The word in front of `*` in its systems, and the values that the key of that word may have on the machine.
bool best_word_range(const best_word *, const machine *, const char **key, uint32_t *low, uint32_t *most);
// A list of systems in which `*` stands for every value that the key of the word before it may have on the machine.
enum { SYSTEMS_TEXT = 512 };
void system_spell(const char *systems, const machine *, char text[static SYSTEMS_TEXT]);

// A list of systems: a word "a,b" stands for either, so that "a,b MSHR 32,96" are four, the first word changing
// fastest; `;` ends a list and begins another behind it. The index-th; false past the last one, and for a name that is too
// long.
bool system_choose(const char *systems, unsigned index, char name[static SYSTEM_NAME]);

#endif
