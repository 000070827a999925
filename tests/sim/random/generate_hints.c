// Random statements that compute nothing (prefetch, nanosleep, brkpt under a guard that no thread passes), questions
// about addresses (isspacep), barriers, and what lanes compute behind one.
#include <stdio.h>

#include "tests/sim/random/generator.h"

// A generic address that this thread may use, or any number.
static const char *generic_address(generator *g)
{
    static const char *const everywhere[] = {"%ingen", "%depotgen"}, 
                             *const in_entry[] = {"%owngen", "%resultsgen", "%slotgen"};
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

void gen_hint_statement(generator *g)
{
    static const char *const spaces[] = {"global", "shared", "local"};
    switch (gen_below(g, 4)) {
    case 0: prefetch(g); break;
    case 1: gen_emit(g, "nanosleep.u32 %s", gen_source(g, 'w')); break;
    case 2:
        gen_emit_always(g, "setp.ge.u32 %%isdone, %%tid.x, 0xffff");
        gen_emit_always(g, "@%%isdone brkpt");
        break;
    default: gen_emit(g, "isspacep.%s %s, %s", PICK(g, spaces), gen_reg(g, 'p'), generic_address(g)); break;
    }
}

static void barrier_reduction(generator *g, const char *name)
{
    const char *not = gen_chance(g, 30) ? "!" : "";
    char threads[16] = "";
    if (gen_chance(g, 50)) snprintf(threads, sizeof threads, ", %u", (g->threads + 31) / 32 * 32);
    const char *p = gen_reg(g, 'p'), *how = gen_chance(g, 50) ? "and" : "or";
    unsigned number = gen_below(g, 16);
    if (gen_chance(g, 50)) {
        gen_emit_always(g, "%s.red.popc.u32 %s, %u%s, %s%s", name, gen_reg(g, 'w'), number, threads, not, p);
    } else {
        gen_emit_always(g, "%s.red.%s.pred %s, %u%s, %s%s", name, how, gen_reg(g, 'p'), number, threads, not, p);
    }
}

// Of all threads, in one of its forms.
void gen_barrier(generator *g)
{
    static const char *const names[] = {"bar", "bar.cta", "barrier", "barrier.cta"};
    const char *name = PICK(g, names);
    switch (gen_below(g, 6)) {
    case 0:
        gen_emit_always(g, "mov.u32 %%tmp, %u", gen_below(g, 16));
        gen_emit_always(g, "mov.u32 %%off, %u", (g->threads + 31) / 32 * 32);
        gen_emit_always(g, gen_chance(g, 50) ? "%s.sync %%tmp" : "%s.sync %%tmp, %%off", name);
        break;
    case 1: gen_emit_always(g, "%s.sync %u, %u", name, gen_below(g, 16), (g->threads + 31) / 32 * 32); break;
    case 2: gen_emit_always(g, "barrier.sync.aligned %u", gen_below(g, 16)); break;
    case 3: barrier_reduction(g, name); break;
    default: gen_emit_always(g, "bar.sync 0"); break;
    }
}

// Behind a barrier, where all lanes that have not ended run together.
void gen_lanes_together(generator *g)
{
    static const char *const sums[] = {"add.u32", "add.s32", "min.u32", "min.s32", "max.u32",
                                       "max.s32", "and.b32", "or.b32", "xor.b32"};
    const char *w = gen_reg(g, 'w'), *p = gen_reg(g, 'p');
    switch (gen_below(g, 4)) {
    case 0:
        if (gen_chance(g, 50)) gen_emit_always(g, "and.b32 %s, %s, 3", w, w);              // so that some are equal
        gen_emit_always(g, "match.any.sync.b32 %s, %s, -1", w, w);
        break;
    case 1:
        if (gen_chance(g, 50)) gen_emit_always(g, "match.all.sync.b32 %s|%s, %s, 0xffffffff", w, p, gen_source(g, 'w'));
        else gen_emit_always(g, "match.any.sync.b64 %s, %s, -1", w, gen_source(g, 'd'));
        break;
    case 2: gen_emit_always(g, "redux.sync.%s %s, %s, -1", PICK(g, sums), w, gen_source(g, 'w')); break;
    default: gen_emit_always(g, "elect.sync %s|%s, -1", gen_chance(g, 50) ? w : "_", p); break;
    }
}
