// SPDX-License-Identifier: BSD-3-Clause
// The mark phase of a garbage collector, a round in two kernels (the paper of cache-conscious scheduling measures a
// parallel collector). In the first a thread whose object is gray walks the object's words one by one and asks for each
// reference whether what it leads to is marked already: objects are shared. In the second what was found is marked and
// becomes gray. A word is a reference when it is odd, an object's first word counts those that follow; marks lie beside
// the heap, a byte an object. Nothing that a launch reads is written by another thread of it. The host repeats while
// `*over` is set.
#include "cuda.h"

__global__ void gcmark_scan(const unsigned *heap, const int *starts, const unsigned char *gray,
                            const unsigned char *marked, unsigned char *found, int objects)
{
    int at = blockIdx.x * blockDim.x + threadIdx.x;

    if (at < objects && gray[at]) {
        const unsigned *object = &heap[starts[at]];
        int words = (int)object[0];

        for (int i = 1; i <= words; i++) {
            unsigned word = object[i];

            if ((word & 1) && !marked[word >> 1])
                found[word >> 1] = 1;
        }
    }
}

__global__ void gcmark_shade(unsigned char *gray, unsigned char *marked, unsigned char *found, int *over, int objects)
{
    int at = blockIdx.x * blockDim.x + threadIdx.x;

    if (at < objects) {
        gray[at] = found[at];
        if (found[at]) {
            marked[at] = 1;
            found[at] = 0;
            *over = 1;
        }
    }
}
