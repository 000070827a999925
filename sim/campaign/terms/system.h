// SPDX-License-Identifier: BSD-3-Clause
// A system is a policy with the parameters that the papers vary, under the words that the papers' claims use (rows of
// system_words.def): POLICY, then words with a number or alone, SECTION.KEY=VALUE, and  of the campaign.
// "POLICY MSHR 48" is that policy with l1d.mshrs = 48, and so is "POLICY l1d.mshrs=48". Of
// the best of some systems there is one per kernel, the one with the highest IPC; it is resolved by campaign_find and never
// run by that name.
#ifndef WARPLOCK_SIM_CAMPAIGN_TERMS_SYSTEM_H
#define WARPLOCK_SIM_CAMPAIGN_TERMS_SYSTEM_H

#include <stdbool.h>
#include <stdio.h>

#include "sim/campaign/simulator/simulator.h"

enum { SYSTEM_NAME = 160, SYSTEM_SETS = 8, SYSTEM_SET = 72, SYSTEM_VALUES = 4096 };

typedef struct {
    char     name[SYSTEM_NAME];
    char     policy[SIMULATOR_POLICY];
    char     machine[64];                       // "" = the first of the campaign
    char     sets[SYSTEM_SETS][SYSTEM_SET];     // as --set takes them
    unsigned n_sets;
} campaign_system;

// False when its policy is not built, or for unknown words.
bool system_resolve(const char *name, campaign_system *);
// The key that takes the number behind the word; NULL: it takes none. How many keys a word alone sets; 0: it is none.
const char *system_number_key(const char *word);
unsigned system_flag_sets(const char *word);
const char *system_words(void);                 // all of them, for messages

// The best of some systems: a row BEST_WORD, or a search of a campaign file.
typedef struct {
    const char *name, *systems;
    const char *unlimited;                      // another name of the last key's highest value; "": none
    const char *help, *by;                      // by: the number of the report to compare
    bool        lowest;                         // the lowest number is the best
} best_word;
extern const best_word best_words[];            // ends with a NULL name
// The row that the first word of a system names, of rows that end with a NULL name; NULL: it is a system.
const best_word *best_word_in(const best_word *rows, const char *system);
const best_word *best_word_of(const char *system);      // of BEST_WORD
// The word in front of `*` in its systems, and the values that the key of that word may have on the machine.
bool best_word_range(const best_word *, const machine *, char key[static SYSTEM_SET], uint32_t *low, uint32_t *most);
// The list with every value that the key in front of a `*` may have on the machine in its place; to be freed.
char *system_spell(const char *systems, const machine *);

// A list of systems: a word "a,b" stands for either, so that "a,b MSHR 32,96" are four, the first word changing
// fastest; `;` ends a list and begins another behind it. The index-th; false past the last one, and for a name that is too
// long.
bool system_choose(const char *systems, unsigned index, char name[static SYSTEM_NAME]);

#endif
