// SPDX-License-Identifier: BSD-3-Clause
// Who reads a key of the machine: a run on some machine, under some policy, with timing or without. From the rows of
// sim/machine/readers.def and the keys that policies and observers name (`reads` of sim/policy/policy.h).
#ifndef WARPLOCK_SIM_POLICY_READERS_H
#define WARPLOCK_SIM_POLICY_READERS_H

#include "sim/policy/policy.h"

enum { READERS_WORDS = 400 };

typedef struct {
    const machine *machine;
    const policy  *policy;
    const policy  *const *observers;            // ends with NULL; may be NULL
    bool           functional, program, listed; // without timing; of a CUDA program; in the list of `warplock kernels`
} key_reader;

// Whether what the run does may depend on the key. What the kernel has no instruction for is read as well.
bool key_is_read(const char *key, const key_reader *);
// What would read a key that this run does not: "policies swl, swl+bucl", "icnt.kind mesh".
void key_readers(const char *key, const key_reader *, char words[static READERS_WORDS]);
// The keys that not every run with timing reads, as a Markdown table.
void key_readers_table(FILE *);

#endif
