// SPDX-License-Identifier: BSD-3-Clause
// Functions and random calls of them as clang prints them, parameters and results stored and loaded whole or in pieces, and the choice
// of the next statement.
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

void gen_store_function_result(generator *g, const char *guard)
{
    char c = g->functions[g->function_count].result;
    if (!c) return;
    const char *value =
        c == 'f' || c == 'g' ? gen_seen_float(g, c, 0) : gen_reg(g, c);       // the caller may load its bits
    gen_emit_always(g, "%sst.param.%s [func_retval0+0], %s", guard, value_type(c), value);
}

static void build_function(generator *g)
{
    static const char classes[] = "wdfg";
    device_function *f = &g->functions[g->function_count];
    unsigned number = g->function_count;
    *f = (device_function){.params = 1 + gen_below(g, 5), .types = "d"};
    sprintf(f->name, gen_chance(g, 50) ? "_Z6deviceILi%uEEvv" : "device%u", number);
    for (unsigned i = 1; i < f->params; i++) f->types[i] = classes[gen_below(g, 4)];
    f->result = gen_chance(g, 85) ? classes[gen_below(g, 4)] : 0;
    g->function_number = (int)number + 1;
    gen_text(&g->out, ".func ");
    if (f->result) gen_text(&g->out, " (.param .b%s func_retval0) ", value_type(f->result) + 1);
    gen_text(&g->out, "%s(\n", f->name);
    for (unsigned i = 0; i < f->params; i++) {
        gen_text(&g->out, "\t.param .b%s %s_param_%u%s\n", value_type(f->types[i]) + 1, f->name, i,
                 i + 1 < f->params ? "," : "");
    }
    gen_text(&g->out, ")\n{\n");
    gen_depot(g);
    gen_declare_registers(g);
    gen_enter(g, gen_new_block(g));
    gen_emit_always(g, "ld.param.u64 %%ingen, [%s_param_0]", f->name);
    gen_emit_always(g, "cvta.to.global.u64 %%in, %%ingen");
    gen_emit_always(g, "mov.u32 %%tmp, %%tid.x");
    gen_initial_values(g, "%tmp");
    for (unsigned i = 1; i < f->params; i++) {
        char c = f->types[i];
        gen_emit_always(g, "ld.param.%s %s, [%s_param_%u]", value_type(c), gen_reg(g, c), f->name, i);
    }
    g->budget = 30;
    g->may_return = true;
    gen_region(g, 8 + (int)gen_below(g, 18));
    gen_store_function_result(g, "");
    gen_return_here(g);
    gen_lay_out_blocks(g);
    gen_text(&g->out, "}\n\n");
}

void gen_device_functions(generator *g)
{
    unsigned count = gen_below(g, 4);
    g->in_function = true;
    for (unsigned i = 0; i < count; i++) {
        build_function(g);
        g->function_count++;                       // from here on it may be called
    }
    g->in_function = g->may_return = false;
    g->function_number = 0;
}
