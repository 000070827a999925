// SPDX-License-Identifier: BSD-3-Clause
// Policy, machine and keys of a random run, drawn by its seed. Seeds go through all pairs of a policy and a machine in
// rounds, each round in an order of its own, so that of n consecutive seeds every pair has at least n / pairs - 1.
#ifndef WARPLOCK_TESTS_SIM_RANDOM_RANDOM_PAIRS_H
#define WARPLOCK_TESTS_SIM_RANDOM_RANDOM_PAIRS_H

#include "tests/sim/random/random_run.h"

enum { PAIR_MACHINES = 16, PAIR_POLICIES = 64, PAIR_KEYS = 40 };

typedef struct {
    machine  machines[PAIR_MACHINES];
    unsigned n_machines, n_policies, count;
    struct { uint8_t machine, policy; } pair[PAIR_MACHINES * PAIR_POLICIES];
    int      number[PAIR_POLICIES][PAIR_MACHINES];      // of a pair; -1: the machine cannot have the policy
} random_pairs;

// All policies on all bundled machines. False with a message when a machine cannot be read.
bool random_pairs_open(random_pairs *, char message[RANDOM_MESSAGE]);

typedef struct {
    random_setting setting;
    unsigned       pair;
    unsigned       n_keys;
    const char    *keys[PAIR_KEYS];                     // "section.key=value"s between blanks
} random_draw;

unsigned random_pairs_number(const random_pairs *, uint64_t seed);          // of the pair that the seed draws
void random_pairs_draw(const random_pairs *, uint64_t seed, random_draw *);
// Only these of its keys, a bit each. False when the machine, or its policy, refuses.
bool random_pairs_keep(const random_pairs *, random_draw *, uint64_t keys);
// Loads the models and the Verilog that it needs, once for all processes that are forked behind.
void random_pairs_load(const random_draw *);
// The options of `warplock run` for it.
void random_draw_options(const random_draw *, char *text, size_t size);

#endif
