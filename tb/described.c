// SPDX-License-Identifier: BSD-3-Clause
// A block without a model: the names of its parameters, the rows of its table, the sizes of its structs, which are the
// same in all of its tuples (tb/blocks.h). Compiled once per block, as rtl_c/<block>.c is per tuple, with the
// parameters of its first tuple in rtl_c/configs.def, -DDESCRIBED=<block>,
//   DESCRIBED_HEADER "rtl_c/<block>.h"   DESCRIBED_TABLE "rtl_c/<block>.def"
// and BLOCK_COUNTS for one with REG_COUNT rows.
#include <stdio.h>
#include <stdlib.h>

#include "rtl_c/bits.h"
#include DESCRIBED_HEADER

#define BLOCK DESCRIBED
#define TABLE DESCRIBED_TABLE
#include "rtl_c/table_ops.h"

// The maximum of each parameter, in order.
extern const unsigned BLOCK_JOIN(BLOCK, _most)[];
const unsigned BLOCK_JOIN(BLOCK, _most)[] = {
#define PARAM(name, max, words) (max),
#include "rtl_c/table.h"
};

static _Noreturn void has_no_model(void)
{
    fprintf(stderr, "warplock: bug: " BLOCK_TEXT(BLOCK) " is described, it has no model to step\n");
    abort();
}

static void BLOCK_JOIN(BLOCK, _out)(const BLOCK_STATE *restrict q, const BLOCK_INPUTS *restrict in, BLOCK_OUTPUTS *restrict out)
{
    (void)q, (void)in, (void)out;
    has_no_model();
}
static void BLOCK_JOIN(BLOCK, _next)(const BLOCK_STATE *restrict q, const BLOCK_INPUTS *restrict in,
                                     const BLOCK_OUTPUTS *restrict out, BLOCK_STATE *restrict d)
{
    (void)q, (void)in, (void)out, (void)d;
    has_no_model();
}
static bool BLOCK_JOIN(BLOCK, _idle)(const BLOCK_STATE *q, const BLOCK_INPUTS *in)
{
    (void)q, (void)in;
    has_no_model();
}
static bool BLOCK_JOIN(BLOCK, _invariant)(const BLOCK_STATE *q)
{
    (void)q;
    has_no_model();
}
#ifdef BLOCK_COUNTS
static uint64_t BLOCK_JOIN(BLOCK, _count)(const BLOCK_STATE *q, const BLOCK_INPUTS *in, uint64_t cycles, BLOCK_STATE *d)
{
    (void)q, (void)in, (void)cycles, (void)d;
    has_no_model();
}
#endif
