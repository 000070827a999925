// Structural parameters of a machine's blocks; see block_params.h.
#include "sim/machine/block_params.h"

#include <string.h>

void block_params_of_machine(const machine *m, block_param params[static BLOCK_PARAMS + 1])
{
#define MACHINE_PARAM(name, section, key, most, words) *params++ = (block_param){#name, m->section.key};
#define PAPER_PARAM(name, value, words) *params++ = (block_param){#name, value};
#include "sim/machine/block_params.def"
    *params = (block_param){NULL, 0};
}

void block_params_of(const machine *m, unsigned numbers, block_param params[static BLOCK_PARAMS + 1])
{
    block_params_of_machine(m, params);
    while (params->name)
        params++;
#define ASKED_PARAM(name, value, words) *params++ = (block_param){#name, value};
#include "sim/machine/block_params.def"
    *params = (block_param){NULL, 0};
}

static const block_param *find(const block_param *params, const char *name)
{
    while (params->name && strcmp(params->name, name) != 0)
        params++;
    return params->name ? params : NULL;
}

static bool block_has(const char *block, const char *name)
{
    for (const block_ops *const *ops = block_table; *ops; ops++)
        if (strcmp((*ops)->block, block) == 0)
            return find((*ops)->params, name) != NULL;      // a block's tuples have the same parameters
    return false;
}

bool block_params_fit(const char *block, const block_param *params, const char *who, char *error, size_t error_size)
{
    static const struct { const char *name, *key; unsigned most; } limits[] = {
#define MACHINE_PARAM(name, section, key, most, words) {#name, #section "." #key, most},
#include "sim/machine/block_params.def"
    };

    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        const block_param *param = find(params, limits[i].name);
        if (param && param->value > limits[i].most && block_has(block, param->name)) {
            snprintf(error, error_size, "%s: seen %u, expected at most %u: block %s of %s has no more", limits[i].key,
                     param->value, limits[i].most, block, who);
            return false;
        }
    }
    return true;
}
