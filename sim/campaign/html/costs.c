// SPDX-License-Identifier: BSD-3-Clause
// The storage of a system's own blocks: bits of registers and tables for its machine's geometry. Gates and area are in the
// overhead report (docs/overhead.md).
#include <stdlib.h>
#include <string.h>

#include "rtl_c/places.h"
#include "sim/campaign/html/html.h"
#include "sim/machine/block_params.h"
#include "sim/policy/policy.h"
#include "tb/tuples.h"

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

// Of one instance; -1 when this geometry has no tuple.
static long bits_of_block(const char *block, const block_param *params)
{
    char error[TUPLE_ERROR];
    const block_ops *ops = tuple_find(block, params, false, error, sizeof error);
    long bits = 0;

    if (!ops)
        return -1;
    for (const block_field *field = ops->fields; field->name; field++)
        if (field->kind == FIELD_REG || field->kind == FIELD_MEM)
            bits += field_bits(field);
    return bits;
}

static bool machine_of(const html_system *of, machine *m)
{
    machine_error error;

    *m = of->machine->base;
    for (unsigned i = 0; i < of->system->n_sets; i++)
        if (!machine_set(m, of->system->sets[i], &error))
            return false;
    return true;
}

json_t *html_cost(const html_system *of, unsigned index)
{
    static const char *const words[] = {
        [PLACE_NONE] = "", [PLACE_SM] = "SM", [PLACE_SCHEDULER] = "scheduler", [PLACE_CONTROLLER] = "controller",
        [PLACE_GPU] = "GPU",
    };
    const policy *p = policy_find(of->system->policy);
    json_t *blocks = json_array();
    block_param params[BLOCK_PARAMS + 1];
    long in_sms = 0, beyond = 0;
    bool known = true;
    machine m;

    known = p && machine_of(of, &m);
    if (known)
        block_params_of(&m, p->numbers, params);
    for (const char *const *block = known && p->blocks ? p->blocks : NULL; block && *block; block++) {
        place_kind kind = place_of_block(*block);
        long bits = bits_of_block(*block, params);
        unsigned count = instances(&m, kind);

        known = known && bits >= 0;
        *(kind == PLACE_SM || kind == PLACE_SCHEDULER ? &in_sms : &beyond) += bits * count;
        json_array_append_new(blocks, json_pack("{s:s, s:s, s:i, s:o}", "name", *block, "place", words[kind], "count",
                                                (int)count, "bits", bits < 0 ? json_null() : json_integer(bits)));
    }
    return json_pack("{s:i, s:o, s:o, s:o, s:o}", "system", (int)index, "blocks", blocks, "sm_bits",
                     known ? json_integer(in_sms / (long)m.gpu.sms) : json_null(), "other_bits",
                     known ? json_integer(beyond) : json_null(), "bits",
                     known ? json_integer(in_sms + beyond) : json_null());
}
