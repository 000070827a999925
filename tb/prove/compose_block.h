// SPDX-License-Identifier: BSD-3-Clause
// Makes, of one block of a front end that stands there as a black box, what compose.c asks of it. Included once for each
// instance, by a file that defines BLOCK and INSTANCE, both a C word; they are undefined at the end.
//
// An output of the block is an input of the problem, "order__older_o_i": anything. An input of the block is an output of the
// problem, "order__launch_i_o".
#define TABLE_OF(block) BLOCK_TEXT_OF(rtl_c/block.def)
#define TABLE_NAMED(block) TABLE_OF(block)
#define TABLE TABLE_NAMED(BLOCK)
#define OF_INSTANCE(name) BLOCK_JOIN(BLOCK_JOIN(name, _), INSTANCE)
#define NAMED(name) BLOCK_TEXT(INSTANCE) "__" name

// What stands in its inputs and outputs from the cycle before: read in its place it is a difference. 0 behind the last element.
static void OF_INSTANCE(stale)(struct BLOCK_JOIN(BLOCK, _in) *in, struct BLOCK_JOIN(BLOCK, _out) *out)
{
#define PARAM(name, max, words) enum { name = CFG_##name };
#define DERIVED(name, expression, words) enum { name = (expression) };
#include "rtl_c/table.h"
    memset(in, 0, sizeof *in);
    memset(out, 0, sizeof *out);
#define IN(type, name, width, ...) in->name = (type)prove_in(NAMED(#name "_before"), 0, width);
#define IN_LATE(type, name, width, ...) in->name = (type)prove_in(NAMED(#name "_before"), 0, width);
#define OUT(type, name, width, ...) out->name = (type)prove_in(NAMED(#name "_before"), 0, width);
#define IN_VEC(type, name, width, count, ...) EACH(count) in->name[element] = (type)prove_in(NAMED(#name "_before"), element * (width), width);
#define IN_LATE_VEC(type, name, width, count, ...) EACH(count) in->name[element] = (type)prove_in(NAMED(#name "_before"), element * (width), width);
#define OUT_VEC(type, name, width, count, ...) EACH(count) out->name[element] = (type)prove_in(NAMED(#name "_before"), element * (width), width);
#include "rtl_c/table.h"
}

static void OF_INSTANCE(evaluate)(struct BLOCK_JOIN(BLOCK, _out) *out)
{
#define PARAM(name, max, words) enum { name = CFG_##name };
#define DERIVED(name, expression, words) enum { name = (expression) };
#include "rtl_c/table.h"
#define OUT(type, name, width, ...) out->name = (type)prove_in(NAMED(#name "_o_i"), 0, width);
#define OUT_VEC(type, name, width, count, ...) EACH(count) out->name[element] = (type)prove_in(NAMED(#name "_o_i"), element * (width), width);
#include "rtl_c/table.h"
}

// What it gets at the edge, and that its early inputs are then as they were when it was evaluated, once.
static void OF_INSTANCE(compare)(const block *b)
{
#define PARAM(name, max, words) enum { name = CFG_##name };
#define DERIVED(name, expression, words) enum { name = (expression) };
#include "rtl_c/table.h"
    const struct BLOCK_JOIN(BLOCK, _in) *in = b->in, *early = b->d;
    prove_out(NAMED("clk_i_o"), 0, 1, prove_in("clock_i", 0, 1));
    prove_out(NAMED("rst_i_o"), 0, 1, prove_in("reset_i", 0, 1));
#define IN(type, name, width, ...) \
    prove_out(NAMED(#name "_i_o"), 0, width, in->name); \
    prove_check(NAMED(#name "_i as it was evaluated"), true, in->name == early->name);
#define IN_VEC(type, name, width, count, ...) \
    EACH(count) { \
        prove_out(NAMED(#name "_i_o"), element * (width), width, in->name[element]); \
        prove_check(NAMED(#name "_i as it was evaluated"), true, in->name[element] == early->name[element]); \
    }
#define IN_LATE(type, name, width, ...) prove_out(NAMED(#name "_i_o"), 0, width, in->name);
#define IN_LATE_VEC(type, name, width, count, ...) EACH(count) prove_out(NAMED(#name "_i_o"), element * (width), width, in->name[element]);
#include "rtl_c/table.h"
    prove_check(NAMED("evaluated once a cycle"), true, b->cycle == 1);
}

#undef TABLE_OF
#undef TABLE_NAMED
#undef TABLE
#undef OF_INSTANCE
#undef NAMED
#undef BLOCK
#undef INSTANCE
