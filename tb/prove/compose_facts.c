// SPDX-License-Identifier: BSD-3-Clause
// What a front end relies on of one block (compose_facts.h), asked of the block's model: compiled as step.c is, with
// -DKEEPS=<block>_keeps besides.
#include "tb/prove/compose_facts.h"

#include "tb/prove/step.c"

void prove_alone(void)
{
    BLOCK_STATE   q = {0};
    BLOCK_INPUTS  early = {0}, in = {0};
    BLOCK_OUTPUTS out = {0};
    get_inputs(&early, &in);
    get_state(&q);
    prove_assume(BLOCK_JOIN(BLOCK, _invariant)(&q));
    BLOCK_JOIN(BLOCK, _out)(&q, &early, &out);
    prove_check("what the wiring relies on", true, KEEPS(&in, &out, N, S));
}
