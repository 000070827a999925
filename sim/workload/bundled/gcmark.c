// SPDX-License-Identifier: BSD-3-Clause
// gcmark: the mark phase of a garbage collector over a random heap, two launches a round, repeated by the host until
// nothing is found. An object has half to all of the largest one's words, of which about one in 4 is a reference; one
// reference in 4 leads to one of a few popular objects. The reference is a walk with a stack.
#include <stdlib.h>

#include "sim/workload/workload.h"

enum { THREADS = 256, REFERENCE = 4, POPULAR = 4, OF_ALL = 64 };

typedef struct { uint32_t objects; const int32_t *starts; const uint32_t *words; } heap;

static uint32_t drawn_word(uint32_t *state, uint32_t objects)
{
    uint32_t few = objects / OF_ALL + 1;

    if (job_lcg(state) % REFERENCE)
        return job_lcg(state) << 1;
    return (job_lcg(state) % POPULAR ? job_lcg(state) % objects : job_lcg(state) % few) << 1 | 1;
}

static heap make_heap(job *j, uint32_t objects, uint32_t largest)
{
    uint32_t state = workload_stream(j, 1), first = state, all = 0;
    int32_t *starts = workload_data(j, "starts", SCALAR_S32, objects);
    uint32_t *words;

    for (uint32_t object = 0; object < objects; object++) {
        starts[object] = (int32_t)all;
        all += largest - job_lcg(&state) % (largest / 2 + 1);
    }
    words = workload_data(j, "heap", SCALAR_U32, all);
    for (uint32_t object = 0; object < objects; object++) {
        uint32_t *at = &words[starts[object]];

        at[0] = largest - job_lcg(&first) % (largest / 2 + 1) - 1;
        for (uint32_t i = 1; i <= at[0]; i++)
            at[i] = drawn_word(&state, objects);
    }
    return (heap){ objects, starts, words };
}

static void reference(const heap *h, uint8_t *marked)
{
    uint32_t *stack = malloc(h->objects * sizeof *stack), depth = 0;

    if (!stack)
        abort();
    for (uint32_t object = 0; object < h->objects; object++)
        if (marked[object])
            stack[depth++] = object;
    while (depth > 0) {
        const uint32_t *object = &h->words[h->starts[stack[--depth]]];

        for (uint32_t i = 1; i <= object[0]; i++) {
            if ((object[i] & 1) && !marked[object[i] >> 1]) {
                marked[object[i] >> 1] = 1;
                stack[depth++] = object[i] >> 1;
            }
        }
    }
    free(stack);
}

static void build(job *j, workload_size size)
{
    uint32_t objects = size.rows, state = workload_stream(j, 2);
    workload_extent grid = workload_ctas(objects, THREADS), block = { THREADS, 1 };
    const heap h = make_heap(j, objects, size.columns);
    uint8_t *gray = workload_data(j, "gray", SCALAR_U8, objects);
    uint8_t *marked = workload_data(j, "marked", SCALAR_U8, objects), *want;
    job_steps *round;

    for (uint32_t i = 0; i < objects / OF_ALL + 1; i++)
        gray[job_lcg(&state) % objects] = 1;
    for (uint32_t i = 0; i < objects; i++)
        marked[i] = gray[i];
    workload_zero(j, "found", SCALAR_U8, objects);
    workload_zero(j, "over", SCALAR_S32, 1);
    round = workload_repeat(j, "over", objects + 1);
    workload_fill(j, round, "over", 0);
    workload_launch(j, round, "gcmark_scan", grid, block, "bbbbbi", "heap", "starts", "gray", "marked", "found",
                    (int)objects);
    workload_launch(j, round, "gcmark_shade", grid, block, "bbbbi", "gray", "marked", "found", "over", (int)objects);
    want = workload_want(j, "marked", 0, 0);
    for (uint32_t i = 0; i < objects; i++)
        want[i] = marked[i];
    reference(&h, want);
}

const workload workload_gcmark = {
    .name = "gcmark", .help = "mark phase of a garbage collector: objects word by word, shared ones, two kernels a round",
    .size_help = "objects x words of the largest one", .size = { 1024, 16 }, .low = { 1, 2 },
    .high = { 1 << 22, 1 << 10 }, .most = 1 << 26, .paper_size = { 1 << 16, 64 },
    .bound = "equal", .build = build,
};
