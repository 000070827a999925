// SPDX-License-Identifier: BSD-3-Clause
// The storage of a system's own blocks: bits of registers and tables for its machine's geometry. Gates and area are in the
// overhead report (docs/overhead.md).
#include <stdlib.h>

#include "sim/campaign/html/html.h"

static machine *machine_of(const html_system *of)
{
    machine *m = simulator_machine_copy(of->machine->base);
    simulator_error error;

    for (unsigned i = 0; i < of->system->n_sets; i++) {
        if (!simulator_machine_set(m, of->system->sets[i], &error)) {
            free(m);
            return NULL;
        }
    }
    return m;
}

json_t *html_cost(const html_system *of, unsigned index)
{
    policy_block own[SIMULATOR_BLOCKS];
    json_t *blocks = json_array(), *cost;
    long in_sms = 0, beyond = 0;
    machine *m = machine_of(of);
    bool known = false;
    const unsigned count = m ? simulator_blocks(m, of->system->policy, &known, own) : 0;

    for (const policy_block *block = own; block < own + count; block++) {
        known = known && block->bits >= 0;
        *(block->in_sm ? &in_sms : &beyond) += block->bits * block->instances;
        json_array_append_new(blocks, json_pack("{s:s, s:s, s:i, s:o}", "name", block->name, "place", block->place, "count",
                                                (int)block->instances, "bits",
                                                block->bits < 0 ? json_null() : json_integer(block->bits)));
    }
    cost = json_pack("{s:i, s:o, s:o, s:o, s:o}", "system", (int)index, "blocks", blocks, "sm_bits",
                     known ? json_integer(in_sms / (long)simulator_machine_sms(m)) : json_null(), "other_bits",
                     known ? json_integer(beyond) : json_null(), "bits",
                     known ? json_integer(in_sms + beyond) : json_null());
    free(m);
    return cost;
}
