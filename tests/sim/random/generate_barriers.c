// SPDX-License-Identifier: BSD-3-Clause
// Random barriers of all threads of a CTA: waits, arrivals and votes.
#include <stdio.h>
#include <string.h>

#include "tests/sim/random/generator.h"

// Numbers of a barrier and of threads as numbers or in registers. All threads: their count may be left out.
static const char *barrier_operands(generator *g, unsigned number, bool counted, char *to, size_t size)
{
    static const char *const counts[] = {"", "%tmp", NULL};
    char named[16] = "%off";
    if (gen_chance(g, 80)) snprintf(named, sizeof named, "%u", number);
    else gen_emit_always(g, "mov.u32 %%off, %u", number);
    unsigned how = counted ? 1 + gen_below(g, 2) : 0;
    if (how == 1) gen_emit_always(g, "mov.u32 %%tmp, %u", g->threads);
    if (how == 2) snprintf(to, size, "%s, %u", named, g->threads);
    else snprintf(to, size, "%s%s%s", named, how ? ", " : "", counts[how]);
    return to;
}

static const char *barrier_name(generator *g)
{
    static const char *const names[] = {"bar", "bar", "bar.cta", "barrier", "barrier.cta"};
    return PICK(g, names);
}

// Every second warp arrives and goes on, the others wait for it; then all meet at another barrier.
static void split_barrier(generator *g)
{
    char operands[32];
    int arrive = gen_new_block(g), wait = gen_new_block(g), all = gen_new_block(g);
    unsigned number = 1 + gen_below(g, 15);
    barrier_operands(g, number, true, operands, sizeof operands);
    gen_emit_always(g, "and.b32 %%choice, %%ltid, 32");
    gen_emit_always(g, "setp.ne.s32 %%ischosen, %%choice, 0");
    gen_branch(g, "%ischosen", false, arrive, wait);
    gen_enter(g, arrive);
    gen_emit_always(g, "%s.arrive %s", barrier_name(g), operands);
    gen_jump(g, all);
    gen_enter(g, wait);
    gen_emit_always(g, "%s.sync %s", barrier_name(g), operands);
    gen_jump(g, all);
    gen_enter(g, all);
    gen_emit_always(g, "bar.sync 0");
}

// With a vote of all threads as long as none has left.
void gen_barrier(generator *g)
{
    const char *name = barrier_name(g),
               *aligned = strncmp(name, "barrier", 7) == 0 && gen_chance(g, 30) ? ".aligned" : "";
    bool whole = g->threads % 32 == 0;
    char operands[32];
    if (g->together && whole && g->threads > 32 && gen_chance(g, 10)) split_barrier(g);
    barrier_operands(g, gen_chance(g, 70) ? 0 : gen_below(g, 16), g->together && whole && gen_chance(g, 20), operands,
                     sizeof operands);
    if (!g->together || gen_chance(g, 70)) {
        gen_emit_always(g, "%s.sync%s %s", name, aligned, operands);
    } else if (gen_chance(g, 40)) {
        gen_emit_always(g, "%s.red.popc%s.u32 %s, %s, %s", name, aligned, gen_reg(g, 'w'), operands,
                        gen_maybe_not(g, gen_reg(g, 'p')));
    } else {
        gen_emit_always(g, "%s.red.%s%s.pred %s, %s, %s", name, gen_chance(g, 50) ? "and" : "or", aligned,
                        gen_reg(g, 'p'), operands, gen_maybe_not(g, gen_reg(g, 'p')));
    }
    for (unsigned n = g->together ? gen_below(g, 4) : 0; n > 0; n--) gen_lanes_statement(g);
}
