// SPDX-License-Identifier: BSD-3-Clause
// Random nested control flow: conditions, loops with bounded trips, switches, loops with two entries, jumps out of all
// nesting, early returns. Whatever is built, every cycle of blocks decrements a counter of its own.
#include <stdio.h>

#include "tests/sim/random/generator.h"

enum { MAX_NESTING = 4 };

static void guard_text(generator *g, char guard[8])
{
    const char *p = gen_random_predicate(g);
    snprintf(guard, 8, "%s%s", gen_chance(g, 40) ? "!" : "", p);
}

static void condition(generator *g, unsigned depth, int size, bool with_else)
{
    char guard[8];
    int then = gen_new_block(g), join = gen_new_block(g), otherwise = with_else ? gen_new_block(g) : join;
    guard_text(g, guard);
    gen_branch(g, guard, false, otherwise, then);
    gen_enter(g, then);
    gen_sequence(g, depth + 1, with_else ? size / 2 : size);
    gen_jump(g, join);
    if (with_else) {
        gen_enter(g, otherwise);
        gen_sequence(g, depth + 1, size / 2);
        gen_jump(g, join);
    }
    gen_enter(g, join);
}

// The number of a loop's counter, set to a data-dependent trip count.
static unsigned start_counter(generator *g)
{
    static const unsigned most_trips[MAX_LOOPS] = {7, 3, 3, 1};
    unsigned counter = g->counter++;
    gen_emit_always(g, "and.b32 %%cnt%u, %s, %u", counter, gen_reg(g, 'w'), most_trips[g->loops]);
    return counter;
}

static void loop_body(generator *g, unsigned depth, int size, int latch, int exit)
{
    g->loop_heads[g->loops] = latch;
    g->loop_exits[g->loops++] = exit;
    gen_sequence(g, depth + 1, size);
    g->loops--;
    gen_jump(g, latch);
}

static void loop(generator *g, unsigned depth, int size)
{
    int head = gen_new_block(g), body = gen_new_block(g), latch = gen_new_block(g), exit = gen_new_block(g);
    bool test_first = gen_chance(g, 50);
    unsigned counter = start_counter(g);
    gen_jump(g, test_first ? head : body);
    gen_enter(g, head);
    gen_emit_always(g, "setp.eq.s32 %%isdone, %%cnt%u, 0", counter);
    gen_branch(g, "%isdone", false, exit, body);
    gen_enter(g, body);
    loop_body(g, depth, size, latch, exit);
    gen_enter(g, latch);
    gen_emit_always(g, "add.s32 %%cnt%u, %%cnt%u, -1", counter, counter);
    if (test_first) {
        gen_jump(g, head);
    } else {
        gen_emit_always(g, "setp.gt.s32 %%isdone, %%cnt%u, 0", counter);
        gen_branch(g, "%isdone", false, body, exit);
    }
    g->counter--;
    gen_enter(g, exit);
}

// Two blocks that lead to each other, entered at either; only the first counts.
static void two_entry_loop(generator *g, unsigned depth, int size)
{
    char guard[8];
    int first = gen_new_block(g), inside = gen_new_block(g), second = gen_new_block(g), exit = gen_new_block(g);
    unsigned counter = start_counter(g);
    guard_text(g, guard);
    gen_branch(g, guard, false, second, first);
    gen_enter(g, first);
    gen_emit_always(g, "add.s32 %%cnt%u, %%cnt%u, -1", counter, counter);
    gen_emit_always(g, "setp.lt.s32 %%isdone, %%cnt%u, 0", counter);
    gen_branch(g, "%isdone", false, exit, inside);
    g->loops++;                                    // nested loops get fewer trips; break and continue stay outside
    g->loop_heads[g->loops - 1] = first;
    g->loop_exits[g->loops - 1] = exit;
    gen_enter(g, inside);
    gen_sequence(g, depth + 1, size / 2);
    gen_jump(g, second);
    gen_enter(g, second);
    gen_sequence(g, depth + 1, size / 2);
    g->loops--;
    gen_jump(g, first);
    g->counter--;
    gen_enter(g, exit);
}

// A chain of comparisons; a case may fall into the next one.
static void switch_on(generator *g, unsigned depth, int size)
{
    int cases[4], join = gen_new_block(g);
    unsigned count = 2 + gen_below(g, 3);
    for (unsigned i = 0; i < count; i++) cases[i] = gen_new_block(g);
    gen_emit_always(g, "and.b32 %%choice, %s, 3", gen_reg(g, 'w'));
    for (unsigned i = 0; i < count; i++) {
        int next = i + 1 < count ? gen_new_block(g) : join;
        gen_emit_always(g, "setp.eq.s32 %%ischosen, %%choice, %u", i);
        gen_branch(g, "%ischosen", false, cases[i], next);
        gen_enter(g, next);
    }
    for (unsigned i = 0; i < count; i++) {
        gen_enter(g, cases[i]);
        gen_sequence(g, depth + 1, size / (int)count);
        gen_jump(g, i + 1 < count && gen_chance(g, 30) ? cases[i + 1] : join);
    }
    gen_enter(g, join);
}

static void side_exit(generator *g, int target)
{
    char guard[8];
    int next = gen_new_block(g);
    guard_text(g, guard);
    gen_branch(g, guard, false, target, next);
    gen_enter(g, next);
}

static void break_or_continue(generator *g)
{
    unsigned level = gen_below(g, g->loops);
    side_exit(g, gen_chance(g, 60) ? g->loop_exits[level] : g->loop_heads[level]);
}

// What a thread that returns leaves behind. The guard is text in front of the store, possibly empty.
static void store_before_return(generator *g, const char *guard)
{
    if (g->in_function) gen_store_function_result(g, guard);
    else
        gen_emit_always(g, "%sst.global.v2.u32 [%%own+%u], {%s, %s}", guard, OWN_RESULTS, gen_reg(g, 'w'),
                        gen_reg(g, 'w'));
}

// A return under a guard, without a branch.
static void guarded_return(generator *g)
{
    char guard[16];
    snprintf(guard, sizeof guard, "@%s%s ", gen_chance(g, 40) ? "!" : "", gen_random_predicate(g));
    store_before_return(g, guard);
    gen_emit_always(g, "%s%s", guard, g->in_function || gen_chance(g, 60) ? "ret" : "exit");
}

// A divergent return.
static void early_return(generator *g)
{
    int leave = gen_new_block(g);
    side_exit(g, leave);
    int after = g->here;
    gen_enter(g, leave);
    store_before_return(g, "");
    gen_return_here(g);
    if (g->in_function && gen_chance(g, 10)) {                 // ends the thread, not the call
        g->blocks[leave].end = ENDS_IN_EXIT;
        g->functions_end_threads = true;
    }
    gen_enter(g, after);
}

// Addition by compare-and-swap until nobody came between.
static void swap_loop(generator *g)
{
    int head = gen_new_block(g), exit = gen_new_block(g);
    gen_emit_always(g, "and.b32 %%off, %s, %u", gen_reg(g, 'w'), RESULT_SLOTS - 1);
    gen_emit_always(g, "mad.wide.u32 %%adr, %%off, 8, %%results");
    gen_emit_always(g, "ld.global.u32 %%tmp, [%%adr]");
    gen_jump(g, head);
    gen_enter(g, head);
    gen_emit_always(g, "add.s32 %%sum, %%tmp, %s", gen_reg(g, 'w'));
    gen_emit_always(g, "atom.global.cas.b32 %%sum, [%%adr], %%tmp, %%sum");
    gen_emit_always(g, "setp.ne.s32 %%isdone, %%sum, %%tmp");
    gen_emit_always(g, "mov.u32 %%tmp, %%sum");
    gen_branch(g, "%isdone", false, head, exit);
    gen_enter(g, exit);
}

// One construct, or false when a plain statement is to come instead.
static bool construct(generator *g, unsigned depth, int size)
{
    unsigned kind = gen_below(g, 100);
    bool loops_left = g->loops < MAX_LOOPS;
    int inner = size > 12 ? 4 + (int)gen_below(g, (uint32_t)size / 2) : 4;
    if (kind < 7) condition(g, depth, inner, false);
    else if (kind < 13) condition(g, depth, inner, true);
    else if (kind < 20 && loops_left) loop(g, depth, inner);
    else if (kind < 24) switch_on(g, depth, inner);
    else if (kind < 26 && loops_left) two_entry_loop(g, depth, inner);
    else if (kind < 28) side_exit(g, g->region_end);
    else if (kind < 33 && g->loops) break_or_continue(g);
    else if (kind < 34 && g->may_return) early_return(g);
    else if (kind < 35 && g->may_return) guarded_return(g);
    else if (kind < 37 && !g->in_function) swap_loop(g);
    else return false;
    return true;
}

void gen_sequence(generator *g, unsigned depth, int size)
{
    int left = size;
    while (left > 0 && g->budget > 0) {
        int before = g->budget;
        if (depth >= MAX_NESTING || left < 4 || !construct(g, depth, left)) gen_statement(g);
        left -= before - g->budget > 0 ? before - g->budget : 1;
    }
}

void gen_region(generator *g, int size)
{
    g->region_end = gen_new_block(g);
    gen_sequence(g, 0, size);
    gen_jump(g, g->region_end);
    gen_enter(g, g->region_end);
}
