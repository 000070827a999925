// SPDX-License-Identifier: BSD-3-Clause
// Random statements that compute nothing (prefetch, nanosleep, brkpt under a guard that no thread passes), and
// questions about addresses (isspacep).
#include "tests/sim/random/generator.h"

// A generic address that this thread may use, or any number.
static const char *generic_address(generator *g)
{
    static const char *const everywhere[] = {"%ingen", "%depotgen"}, *const in_entry[] = {"%owngen", "%resultsgen",
                                                                                          "%slotgen"};
    if (gen_chance(g, 20)) {
        gen_emit_always(g, "mov.u64 %%adr, constants");
        gen_emit_always(g, "cvta.const.u64 %%adr, %%adr");
        return "%adr";
    }
    if (!g->in_function && gen_chance(g, 10)) {
        gen_emit_always(g, "mov.u64 %%adr, %s_param_%u", g->launch->entry, gen_below(g, 11));
        gen_emit_always(g, "cvta.param.u64 %%adr, %%adr");
        return "%adr";
    }
    if (!g->in_function && gen_chance(g, 50)) return in_entry[gen_below(g, g->phase == NO_SHARED ? 2 : 3)];
    return PICK(g, everywhere);
}

static void prefetch(generator *g)
{
    static const char *const forms[] = {"prefetch.global.L1", "prefetch.global.L2"};
    switch (gen_below(g, 4)) {
    case 0: gen_emit(g, "%s [%%in+%u]", PICK(g, forms), gen_below(g, INPUT_BYTES)); break;
    case 1: gen_emit(g, "prefetch.local.L%u [%%depot+%u]", 1 + gen_below(g, 2), gen_below(g, DEPOT_BYTES)); break;
    case 2: gen_emit(g, "%s [%s]", gen_chance(g, 50) ? "prefetchu.L1" : "prefetch.L1", generic_address(g)); break;
    default: gen_emit(g, "%s [%s]", PICK(g, forms), gen_reg(g, 'd')); break;         // wherever that is
    }
}

static void fence(generator *g)
{
    static const char *const forms[] = {"membar.gl",         "membar.cta",        "membar.sys",
                                        "fence.sc.cta",      "fence.sc.gpu",      "fence.sc.sys",
                                        "fence.acq_rel.cta", "fence.acq_rel.gpu", "fence.acq_rel.sys"};
    gen_emit(g, "%s", PICK(g, forms));
}

void gen_hint_statement(generator *g)
{
    static const char *const spaces[] = {"global", "shared", "local", "const", "param"};
    switch (gen_below(g, 5)) {
    case 0: prefetch(g); break;
    case 1: gen_emit(g, "nanosleep.u32 %s", gen_source(g, 'w')); break;
    case 2:
        gen_emit_always(g, "setp.ge.u32 %%isdone, %%tid.x, 0xffff");
        gen_emit_always(g, "@%%isdone %s", gen_chance(g, 50) ? "brkpt" : "trap");
        break;
    case 3: fence(g); break;
    default: gen_emit(g, "isspacep.%s %s, %s", PICK(g, spaces), gen_reg(g, 'p'), generic_address(g)); break;
    }
}
