// SPDX-License-Identifier: BSD-3-Clause
// Random barriers: waits, arrivals and votes of all threads of a CTA, waits of every second warp.
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

// Each half of the warps at a barrier of its own, twice: what its threads write before the first one another of them reads
// behind it.
static void halves(generator *g)
{
    uint32_t odd = g->threads / 64 * 32, threads[2] = {g->threads - odd, odd};
    unsigned number = 1 + gen_below(g, 14);
    int side[2] = {gen_new_block(g), gen_new_block(g)}, all = gen_new_block(g);
    gen_emit_always(g, "and.b32 %%choice, %%ltid, 32");
    gen_emit_always(g, "setp.ne.s32 %%ischosen, %%choice, 0");
    gen_branch(g, "%ischosen", false, side[1], side[0]);
    for (unsigned i = 0; i < 2; i++) {
        gen_enter(g, side[i]);
        if (g->phase == SHARED_OWN) gen_emit_always(g, "st.shared.u32 [%%slot+8], %s", gen_reg(g, 'w'));
        gen_emit_always(g, "%s.sync %u, %u", barrier_name(g), number + i, threads[i]);
        if (g->phase == SHARED_OWN) {
            if (g->threads % 64 == 0) {
                gen_emit_always(g, "add.s32 %%off, %%ltid, 64");
                gen_emit_always(g, "rem.u32 %%off, %%off, %u", g->threads);
            } else {
                gen_emit_always(g, "xor.b32 %%off, %%ltid, %u", gen_below(g, 32));
            }
            gen_emit_always(g, "mad.wide.u32 %%adr, %%off, %u, %%slots64", SLOT_BYTES);
            gen_emit_always(g, "ld.shared.u32 %s, [%%adr+8]", gen_reg(g, 'w'));
        }
        gen_emit_always(g, "%s.sync %u, %u", barrier_name(g), number + i, threads[i]);
        gen_jump(g, all);
    }
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
    if (g->together && whole && g->threads > 32 && gen_chance(g, 10)) halves(g);
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
