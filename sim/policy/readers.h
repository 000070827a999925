// SPDX-License-Identifier: BSD-3-Clause
// Which runs read a machine key: by machine, policy, and with or without timing. From the rows of sim/machine/readers.def and
// the keys that policies and observers name (`reads` in sim/policy/policy.h).
#ifndef WARPLOCK_SIM_POLICY_READERS_H
#define WARPLOCK_SIM_POLICY_READERS_H

#include "sim/policy/policy.h"

enum { READERS_WORDS = 400 };

typedef struct {
    const machine *machine;
    const policy  *policy;
    const policy  *const *observers;            // NULL-terminated; may be NULL
    bool           functional, program, listed; // without timing; of a CUDA program; in the list of `warplock kernels`
} key_reader;

// Whether the run's results may depend on the key. Keys for instructions that the kernel lacks count as read.
bool key_is_read(const char *key, const key_reader *);
// What would read a key that this run does not read: "policies swl, swl+bucl", "icnt.kind mesh".
void key_readers(const char *key, const key_reader *, char words[static READERS_WORDS]);
// The keys that not every run with timing reads, as a Markdown table.
void key_readers_table(FILE *);

#endif
