// SPDX-License-Identifier: BSD-3-Clause
// Random calls as clang prints them, parameters and results stored and loaded whole or in pieces, and the choice of the
// next statement.
#include <stdio.h>
#include <string.h>

#include "tests/sim/random/generator.h"

static const char *param_type(char class) { return class == 'w' || class == 'f' ? "b32" : "b64"; }
static const char *value_type(char class) { return class == 'f' ? "f32" : class == 'g' ? "f64" : param_type(class); }

// Whole, then perhaps piece by piece: bits of a float that are seen are no NaN's.
static void store_parameter(generator *g, unsigned number, char class)
{
    const unsigned bytes = class == 'w' || class == 'f' ? 4 : 8;
    bool pieces = number > 0 && gen_chance(g, 40), is_float = class == 'f' || class == 'g';
    const char *value = number == 0 ? "%ingen" : pieces && is_float ? gen_seen_float(g, class, 0) : gen_reg(g, class);
    gen_emit_always(g, "st.param.%s [param%u+0], %s", value_type(class), number, value);
    if (!pieces) return;
    gen_access a = gen_access_within(g, bytes);
    for (unsigned at = 0; at < bytes; at += a.bytes) {
        char from[96];
        gen_stored_values(g, &a, from, sizeof from);
        gen_emit_always(g, "st.param%s.%s [param%u+%u], %s", gen_vector_suffix(&a), a.type, number, at, from);
    }
}

static void load_result(generator *g, const char *guard, char class)
{
    const unsigned bytes = class == 'w' || class == 'f' ? 4 : 8;
    if (gen_chance(g, 60)) {
        gen_emit_always(g, "%sld.param.%s %s, [retval0+0]", guard, value_type(class), gen_reg(g, class));
        return;
    }
    gen_access a = gen_access_within(g, bytes);
    char to[64];
    gen_destination(g, &a, to, sizeof to);
    gen_emit_always(g, "%sld.param%s.%s %s, [retval0+%u]", guard, gen_vector_suffix(&a), a.type, to,
                    gen_below(g, bytes / a.bytes) * a.bytes);
}

// Parameter 0 is the generic address of the input.
void gen_call_statement(generator *g)
{
    if (g->function_count == 0) return;
    const device_function *f = &g->functions[gen_below(g, g->function_count)];
    gen_text(&g->blocks[g->here].body, "\t{ // callseq\n");
    for (unsigned i = 0; i < f->params; i++) {
        gen_emit_always(g, ".param .%s param%u", param_type(f->types[i]), i);
        store_parameter(g, i, f->types[i]);
    }
    if (f->result) gen_emit_always(g, ".param .%s retval0", param_type(f->result));
    char args[80] = "";
    for (unsigned i = 0; i < f->params; i++) {
        snprintf(args + strlen(args), sizeof args - strlen(args), "%sparam%u", i ? ", " : "", i);
    }
    char guard[16] = "";
    if (gen_chance(g, 15)) snprintf(guard, sizeof guard, "@%s ", gen_reg(g, 'p'));
    const char *uni = guard[0] ? "" : ".uni";
    gen_emit_always(g, "%scall%s %s%s, (%s)", guard, uni, f->result ? "(retval0), " : "", f->name, args);
    if (f->result) load_result(g, guard, f->result);
    gen_text(&g->blocks[g->here].body, "\t}\n");
}

void gen_statement(generator *g)
{
    unsigned kind = gen_below(g, 100);
    g->budget--;
    if (kind < 34) gen_integer_statement(g);
    else if (kind < 42) gen_predicate_statement(g);
    else if (kind < 58) gen_float_statement(g);
    else if (kind < 67) gen_convert_statement(g);
    else if (kind < 80) gen_load_statement(g);
    else if (kind < 83) gen_call_statement(g);
    else if (kind < 84) gen_hint_statement(g);
    else if (g->in_function || kind < 92) gen_memory_statement(g);
    else if (kind < 95) gen_atomic_own_statement(g);
    else gen_atomic_statement(g);
}
