// SPDX-License-Identifier: BSD-3-Clause
// Blocks of policies on a machine; see sim/campaign/simulator/simulator.h.
#include <string.h>

#include "rtl_c/places.h"
#include "sim/campaign/simulator/simulator.h"
#include "sim/machine/block_params.h"
#include "sim/policy/policy.h"
#include "tb/wave/shown.h"
#include "tb/tuples.h"

_Static_assert((int)SIMULATOR_SHOWN >= (int)FIELD_TEXT, "shown_name() fills it");

static const struct { const char *block; place_kind kind; } places[] = {
#define PLACE(block, kind, clock, role) { #block, PLACE_##kind },
#include "rtl_c/places.def"
#undef PLACE
};

static place_kind place_of_block(const char *block)
{
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        if (strcmp(places[i].block, block) == 0)
            return places[i].kind;
    return PLACE_NONE;
}

static unsigned instances(const machine *m, place_kind kind)
{
    switch (kind) {
    case PLACE_SM:
        return m->gpu.sms;
    case PLACE_SCHEDULER:
        return m->gpu.sms * m->core.schedulers;
    case PLACE_CONTROLLER:
        return m->dram.controllers;
    default:
        return 1;
    }
}

static bool is_stored(const block_field *field) { return field->kind == FIELD_REG || field->kind == FIELD_MEM; }

// Of one instance; -1 when this geometry has no tuple.
static long bits_of_block(const char *block, const block_param *params)
{
    char error[TUPLE_ERROR];
    const block_ops *ops = tuple_find(block, params, false, error, sizeof error);
    long bits = 0;

    if (!ops)
        return -1;
    for (const block_field *field = ops->fields; field->name; field++)
        if (is_stored(field))
            bits += field_bits(field);
    return bits;
}

unsigned simulator_blocks(const machine *m, const char *name, bool *known, policy_block blocks[static SIMULATOR_BLOCKS])
{
    static const char *const words[] = {
        [PLACE_NONE] = "", [PLACE_SM] = "SM", [PLACE_SCHEDULER] = "scheduler", [PLACE_CONTROLLER] = "controller",
        [PLACE_GPU] = "GPU",
    };
    const policy *p = policy_find(name);
    block_param params[BLOCK_PARAMS + 1];
    unsigned n = 0;

    *known = p != NULL;
    if (p)
        block_params_of(m, p->numbers, params);
    for (const char *const *block = p && p->blocks ? p->blocks : NULL; block && *block && n < SIMULATOR_BLOCKS; block++) {
        const place_kind kind = place_of_block(*block);

        blocks[n++] = (policy_block){ .name = *block, .place = words[kind], .in_sm = kind == PLACE_SM || kind == PLACE_SCHEDULER,
                                      .instances = instances(m, kind), .bits = bits_of_block(*block, params) };
    }
    return n;
}

unsigned simulator_register_bits(const machine *m, const char *block, const char *field)
{
    block_param params[BLOCK_PARAMS + 1];
    char error[TUPLE_ERROR];
    const block_ops *ops;

    block_params_of(m, 1, params);
    ops = tuple_find(block, params, false, error, sizeof error);
    for (const block_field *f = ops ? ops->fields : NULL; f && f->name; f++)
        if (is_stored(f) && strcmp(f->name, field) == 0)
            return field_bits(f);
    return 0;
}

bool simulator_shown_at(unsigned index, char name[static SIMULATOR_SHOWN], const char **words)
{
    if (!shown_rows[index].name)
        return false;
    shown_name(&shown_rows[index], name);
    *words = shown_rows[index].words;
    return true;
}
