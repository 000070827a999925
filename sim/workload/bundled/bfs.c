// SPDX-License-Identifier: BSD-3-Clause
// bfs: a random undirected graph from node 0 (Rodinia), two launches a level, repeated by the host until nothing is found.
#include "sim/workload/graph.h"

enum { THREADS = 512 };

static void build(job *j, workload_size size)
{
    uint32_t nodes = size.rows;
    workload_extent grid = workload_ctas(nodes, THREADS), block = { THREADS, 1 };
    const graph g = graph_random(j, nodes, size.columns);
    uint8_t *flags;
    int32_t *cost;
    job_steps *round;

    flags = workload_data(j, "frontier", SCALAR_U8, nodes);
    flags[0] = 1;
    workload_zero(j, "marked", SCALAR_U8, nodes);
    flags = workload_data(j, "visited", SCALAR_U8, nodes);
    flags[0] = 1;
    cost = workload_data(j, "cost", SCALAR_S32, nodes);
    for (uint32_t i = 1; i < nodes; i++)
        cost[i] = -1;
    workload_zero(j, "over", SCALAR_S32, 1);
    round = workload_repeat(j, "over", nodes + 1);
    workload_fill(j, round, "over", 0);
    workload_launch(j, round, "bfs_visit", grid, block, "bbbbbbi", "nodes", "edges", "frontier", "marked", "visited",
                    "cost", (int)nodes);
    workload_launch(j, round, "bfs_advance", grid, block, "bbbbi", "frontier", "marked", "visited", "over", (int)nodes);
    cost = workload_want(j, "cost", 0, 0);
    graph_search(&g, -1, cost);
    flags = workload_want(j, "visited", 0, 0);
    for (uint32_t i = 0; i < nodes; i++)
        flags[i] = cost[i] >= 0;
}

const workload workload_bfs = {
    .name = "bfs", .help = "breadth-first search, Rodinia: scattered bytes, few active lanes, two kernels a level",
    .size_help = "nodes x edges of each on average", .size = { 2048, 6 }, .low = { 1, 2 }, .high = { 1 << 24, 1 << 10 },
    .most = 1 << 27, .paper_size = { 1 << 17, 18 },
    .shapes = { { "bucl", { 1 << 15, 18 } }, { "owl", { 1 << 15, 10 } } },
    .bound = "equal", .build = build,
};
