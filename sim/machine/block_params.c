// SPDX-License-Identifier: BSD-3-Clause
// Structural parameters of a machine's blocks; see block_params.h.
#include "sim/machine/block_params.h"

#include <string.h>

#include "tb/blocks.h"

// L2 sectors (or lines, without sectors) in a row of a DRAM bank, from the C and S bits of dram.map. 0: a line spans several
// rows.
static unsigned lines_of_row(const machine *m)
{
    uint64_t row_bytes = 1, bit = 1;

    for (const char *at = m->dram.map + strlen(m->dram.map); at-- > m->dram.map;) {
        bool in_row = *at == 'C' || *at == 'S';
        if (*at == '.')
            continue;
        if (bit < m->l2.line_bytes && !in_row)
            return 0;
        row_bytes <<= in_row;
        bit <<= 1;
    }
    return (unsigned)(row_bytes / m->l2.sector_bytes);
}

void block_params_of_machine(const machine *m, block_param params[static BLOCK_PARAMS + 1])
{
#define MACHINE_PARAM(name, section, key, least, most, words) *params++ = (block_param){#name, m->section.key};
#define DERIVED_PARAM(name, value, least, most, keys, words) *params++ = (block_param){#name, value};
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
    const block_ops *described = block_described(block);
    return described && find(described->params, name);
}

bool block_params_fit(const char *block, const block_param *params, const char *who, char *error, size_t error_size)
{
    static const struct { const char *name, *keys, *words; unsigned least, most; } limits[] = {
#define MACHINE_PARAM(name, section, key, least, most, words) {#name, #section "." #key, "", least, most},
#define DERIVED_PARAM(name, value, least, most, keys, words) {#name, keys, " " words, least, most},
#include "sim/machine/block_params.def"
    };

    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        const block_param *param = find(params, limits[i].name);
        unsigned value = param ? param->value : 0;
        if (!param || (value >= limits[i].least && value <= limits[i].most) || !block_has(block, param->name))
            continue;
        bool few = value < limits[i].least;
        snprintf(error, error_size, "%s: seen %u%s, expected at %s %u: block %s of %s has no %s", limits[i].keys, value,
                 limits[i].words, few ? "least" : "most", few ? limits[i].least : limits[i].most, block, who,
                 few ? "fewer" : "more");
        return false;
    }
    return true;
}
