// SPDX-License-Identifier: BSD-3-Clause
// sssp: shortest paths from node 0 of a random graph with lengths of 1 to 100, two launches a round, repeated
// by the host until no node comes nearer. The reference corrects distances in a queue.
#include <stdlib.h>

#include "sim/workload/graph.h"

enum { THREADS = 256, LENGTHS = 100, UNREACHED = INT32_MAX };

static void reference(const graph *g, const int32_t *lengths, int32_t *distances)
{
    uint32_t *queue = malloc(g->nodes * sizeof *queue), head = 0, waiting = 1;
    bool *queued = calloc(g->nodes, sizeof *queued);

    if (!queue || !queued)
        abort();
    for (uint32_t i = 1; i < g->nodes; i++)
        distances[i] = UNREACHED;
    queue[0] = 0;
    while (waiting > 0) {
        uint32_t at = queue[head];

        head = (head + 1) % g->nodes;
        waiting--;
        queued[at] = false;
        for (int32_t i = g->node[at].start; i < g->node[at].start + g->node[at].count; i++) {
            int32_t to = g->edge[i];

            if (distances[at] + lengths[i] >= distances[to])
                continue;
            distances[to] = distances[at] + lengths[i];
            if (!queued[to])
                queue[(head + waiting++) % g->nodes] = (uint32_t)to;
            queued[to] = true;
        }
    }
    free(queue);
    free(queued);
}

static void build(job *j, workload_size size)
{
    uint32_t nodes = size.rows, state = workload_stream(j, 2);
    workload_extent grid = workload_ctas(nodes, THREADS), block = { THREADS, 1 };
    const graph g = graph_random(j, nodes, size.columns);
    int32_t *lengths = workload_data(j, "lengths", SCALAR_S32, g.edges);
    uint8_t *nearer = workload_data(j, "nearer", SCALAR_U8, nodes);
    int32_t *distances = workload_data(j, "distances", SCALAR_S32, nodes);
    int32_t *offers = workload_data(j, "offers", SCALAR_S32, nodes);
    job_steps *round;

    for (uint32_t i = 0; i < g.edges; i++)
        lengths[i] = 1 + (int32_t)(job_lcg(&state) % LENGTHS);
    nearer[0] = 1;
    for (uint32_t i = 1; i < nodes; i++)
        distances[i] = offers[i] = UNREACHED;
    workload_zero(j, "over", SCALAR_S32, 1);
    round = workload_repeat(j, "over", nodes + 1);
    workload_fill(j, round, "over", 0);
    workload_launch(j, round, "sssp_relax", grid, block, "bbbbbbi", "nodes", "edges", "lengths", "nearer", "distances",
                    "offers", (int)nodes);
    workload_launch(j, round, "sssp_settle", grid, block, "bbbbi", "nearer", "distances", "offers", "over", (int)nodes);
    reference(&g, lengths, workload_want(j, "distances", 0, 0));
}

const workload workload_sssp = {
    .name = "sssp", .help = "shortest paths in a random graph: edges walked, distances gathered, two kernels a round",
    .size_help = "nodes x edges of each on average", .size = { 512, 6 }, .low = { 1, 2 }, .high = { 1 << 24, 1 << 10 },
    .most = 1 << 27, .paper_size = { 1 << 15, 12 },
    .shapes = { { "bucl", { 1 << 14, 12 } } },
    .bound = "equal", .build = build,
};
