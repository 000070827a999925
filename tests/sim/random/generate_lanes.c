// SPDX-License-Identifier: BSD-3-Clause
// Random statements in which the lanes of a warp work together: all of them must stand there, so they come before any
// thread has left and outside of all divergence. No lane reads from one that is not there: shuffles are for whole
// warps.
#include <stdio.h>

#include "tests/sim/random/generator.h"

static void shuffle(generator *g)
{
    static const char *const modes[] = {"up", "down", "bfly", "idx"};
    const char *mode = PICK(g, modes), *sync = gen_chance(g, 60) ? ".sync" : "";
    char second[16] = "";
    if (gen_chance(g, 40)) snprintf(second, sizeof second, "|%s", gen_reg(g, 'p'));
    gen_emit_always(g, "shfl%s.%s.b32 %s%s, %s, %s, %s%s", sync, mode, gen_reg(g, 'w'), second, gen_reg(g, 'w'),
                    gen_word_source(g, 32), gen_word_source(g, 8192), sync[0] ? ", -1" : "");
}

static void vote(generator *g)
{
    static const char *const modes[] = {"all", "any", "uni"};
    const char *sync = gen_chance(g, 60) ? ".sync" : "", *mask = sync[0] ? ", -1" : "";
    const char *voted = gen_maybe_not(g, gen_reg(g, 'p'));
    if (gen_chance(g, 25)) gen_emit_always(g, "vote%s.ballot.b32 %s, %s%s", sync, gen_reg(g, 'w'), voted, mask);
    else gen_emit_always(g, "vote%s.%s.pred %s, %s%s", sync, PICK(g, modes), gen_reg(g, 'p'), voted, mask);
}

// Few different values, or no two lanes ever agree.
static void match(generator *g)
{
    bool wide = gen_chance(g, 50), all = gen_chance(g, 50);
    const char *value = wide ? "%tmp64" : "%tmp";
    char second[16] = "";
    gen_emit_always(g, "and.b%s %s, %s, %u", wide ? "64" : "32", value, gen_reg(g, wide ? 'd' : 'w'),
                    gen_chance(g, 40) ? 0 : gen_below(g, 8));
    if (all && gen_chance(g, 60)) snprintf(second, sizeof second, "|%s", gen_reg(g, 'p'));
    gen_emit_always(g, "match.%s.sync.b%s %s%s, %s, -1", all ? "all" : "any", wide ? "64" : "32", gen_reg(g, 'w'),
                    second, value);
}

static void reduce(generator *g)
{
    static const char *const forms[] = {"add.u32", "add.s32", "min.u32", "min.s32", "max.u32",
                                        "max.s32", "and.b32", "or.b32",  "xor.b32"};
    gen_emit_always(g, "redux.sync.%s %s, %s, -1", PICK(g, forms), gen_reg(g, 'w'), gen_reg(g, 'w'));
}

void gen_lanes_statement(generator *g)
{
    switch (gen_below(g, 8)) {
    case 0: case 1: case 2:
        if (g->threads % 32 == 0) shuffle(g);
        break;
    case 3: case 4: vote(g); break;
    case 5: match(g); break;
    case 6: reduce(g); break;
    default:
        switch (gen_below(g, 3)) {
        case 0: gen_emit_always(g, "bar.warp.sync -1"); break;
        case 1: gen_emit_always(g, "activemask.b32 %s", gen_reg(g, 'w')); break;
        default:
            gen_emit_always(g, "elect.sync %s|%s, -1", gen_chance(g, 20) ? "_" : gen_reg(g, 'w'), gen_reg(g, 'p'));
            break;
        }
    }
}
