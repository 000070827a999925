// SPDX-License-Identifier: BSD-3-Clause
// Policies and the models of their blocks; see sim/campaign/simulator/simulator.h.
#include <stdio.h>
#include <stdlib.h>

#include "sim/campaign/simulator/simulator.h"
#include "sim/core/gpu.h"
#include "sim/policy/policy.h"
#include "sim/policy/readers.h"
#include "tb/tuples.h"

_Static_assert((int)SIMULATOR_POLICY == (int)POLICY_NAME, "policy_find_or_tell() fills it");
_Static_assert((int)SIMULATOR_READERS == (int)READERS_WORDS, "key_readers() fills it");

struct block_models { tuple_list wanted; };

const char *simulator_policy_at(unsigned index) { return policy_table[index] ? policy_table[index]->name : NULL; }

bool simulator_policy_exists(const char *name) { return policy_find(name) != NULL; }

void simulator_policy_fault(const char *name, char unknown[static SIMULATOR_POLICY], simulator_error *error)
{
    error->text[0] = 0;
    policy_find_or_tell(name, unknown, error->text, sizeof error->text);
}

static uint64_t bits_of(const policy *of)
{
    uint64_t bits = 0;

    for (unsigned bit = 0; policy_table[bit]; bit++)
        if (policy_table[bit] == of)
            return UINT64_C(1) << bit;
    for (const policy *const *part = of->parts; *part; part++)
        bits |= bits_of(*part);
    return bits;
}

uint64_t simulator_policy_bits(const char *name) { return bits_of(policy_find(name)); }

bool simulator_reads(const machine *m, const char *policy, const char *key)
{
    return key_is_read(key, &(key_reader){ .machine = m, .policy = policy_find(policy) });
}

void simulator_readers(const machine *m, const char *policy, const char *key, char words[static SIMULATOR_READERS])
{
    key_readers(key, &(key_reader){ .machine = m, .policy = policy_find(policy) }, words);
}

block_models *simulator_models(void)
{
    block_models *models = calloc(1, sizeof *models);

    if (!models)
        abort();
    return models;
}

bool simulator_models_note(block_models *models, const machine *m, const char *policy, simulator_error *error)
{
    return gpu_can_be_built(m, policy_find(policy), NULL, &models->wanted, error->text, sizeof error->text);
}

bool simulator_models_build(const block_models *models, simulator_error *error)
{
    return tuples_make(&models->wanted, false, error->text, sizeof error->text);
}

void simulator_models_free(block_models *models)
{
    tuples_forget(&models->wanted);
    free(models);
}
