// SPDX-License-Identifier: BSD-3-Clause
// A system is a policy with parameters in the words of the papers' claims (rows of system_words.def): POLICY, then words
// alone or with a number, SECTION.KEY=VALUE, and @MACHINE of the campaign. "POLICY MSHR 48" sets l1d.mshrs to 48, and so
// does "POLICY l1d.mshrs=48". A name may stand for each kernel's best of some systems, by IPC or another number;
// campaign_find resolves it, and it is never run by that name.
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
// The key set by the number after the word; NULL: it takes none. How many keys the word alone sets; 0: none.
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
// The row that a system's first word names; NULL: no such row, so it is a system. `rows` ends with a NULL name.
const best_word *best_word_in(const best_word *rows, const char *system);
const best_word *best_word_of(const char *system);      // of BEST_WORD
// The key before `*` in its systems, and the range of that key on the machine.
bool best_word_range(const best_word *, const machine *, char key[static SYSTEM_SET], uint32_t *low, uint32_t *most);
// The list with each `*` replaced by all values that its key may have on the machine; to be freed.
char *system_spell(const char *systems, const machine *);

// The index-th system of a list. A word "a,b" stands for either: "a,b MSHR 32,96" are four systems, the first word
// changing fastest. `;` separates lists. False past the last system, and for a name that is too long.
bool system_choose(const char *systems, unsigned index, char name[static SYSTEM_NAME]);

#endif
