// SPDX-License-Identifier: BSD-3-Clause
// Nested divergence in an irreducible-looking layout: a state machine written with gotos, whose loops are entered in
// the middle, within a loop whose trip count differs by lane (the 3n + 1 sequence).
#include "cuda.h"

__global__ void maze(const unsigned *seeds, unsigned *out, int n, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned state, steps = 0, sum = 0;

    if (i >= n)
        return;
    state = seeds[i];
    for (int round = 0; round < rounds; round++) {
        unsigned limit = steps + 60;

        if (state & 1)
            goto odd;
even:
        state >>= 1;
        steps++;
        if (state & 2)
            goto fork;
        if (state & 1)
            goto odd;
        if (state > 4)
            goto even;
        goto join;
odd:
        state = (3 * state + 1) & 0xffff;
        steps += 2;
        if (steps > limit)
            goto join;
        if (state > 0x8000)
            goto fork;
        if (state & 8)
            goto even;
        goto join;
fork:
        sum += steps ^ state;
        state = (state >> 2) + 1;
        if ((state & 5) == 5)
            goto odd;
        if ((state & 3) == 2 && state > 64)
            goto even;
join:
        sum = sum * 31 + state;
        state += seeds[i] + round;
    }
    out[i] = sum + steps;
}
