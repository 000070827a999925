// SPDX-License-Identifier: BSD-3-Clause
// bfslevel: a random undirected graph from node 0, a launch a level (after Harish and Narayanan, in NVIDIA's samples), the last
// of which finds nothing. The reference walks the graph by a queue: costs are equal.
#include "sim/workload/graph.h"

enum { THREADS = 256, FAR = INT32_MAX };

static void build(job *j, workload_size size)
{
    const uint32_t nodes = size.rows;
    const graph g = graph_random(j, nodes, size.columns);
    int32_t *cost = workload_data(j, "cost", SCALAR_S32, nodes), *found, last;

    for (uint32_t i = 1; i < nodes; i++)
        cost[i] = FAR;
    workload_zero(j, "found", SCALAR_S32, 1);
    last = graph_search(&g, FAR, workload_want(j, "cost", 0, 0));
    found = workload_want(j, "found", 0, 0);
    found[0] = last;
    for (int32_t level = 0; level <= last; level++)
        workload_launch(j, &j->steps, "bfslevel", workload_ctas(nodes, THREADS), (workload_extent){ THREADS, 1 }, "bbbbii",
                        "nodes", "edges", "cost", "found", (int)level, (int)nodes);
}

const workload workload_bfslevel = {
    .name = "bfslevel", .help = "breadth-first search, NVIDIA's samples: costs as scattered words, one kernel a level",
    .size_help = "nodes x edges of each on average", .size = { 2048, 6 }, .low = { 1, 2 }, .high = { 1 << 24, 1 << 10 },
    .most = 1 << 27, .paper_size = { 1 << 16, 6 },
    .bound = "equal", .build = build,
};
