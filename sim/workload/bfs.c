// bfs: levels of a random directed graph from node 0, a launch a level, repeated by the host until nothing is found.
#include <stdlib.h>

#include "sim/workload/workload.h"

enum { DEGREE_MAX = 11, THREADS = 256 };

// 0 to 11 edges a node, to any node. Returns the number of edges.
static uint32_t build_graph(job *j, uint32_t nodes, const int32_t **first_edge, const int32_t **edges)
{
    int32_t *first = workload_data(j, "first_edge", SCALAR_S32, (uint64_t)nodes + 1), *targets;
    uint32_t state = 1;

    for (uint32_t node = 0; node < nodes; node++)
        first[node + 1] = first[node] + (int32_t)(job_lcg(&state) % (DEGREE_MAX + 1));
    first[nodes] += first[nodes] == 0;          // an edge at least, for a buffer cannot be empty
    targets = workload_data(j, "edges", SCALAR_S32, (uint64_t)first[nodes]);
    for (int32_t edge = 0; edge < first[nodes]; edge++)
        targets[edge] = (int32_t)(job_lcg(&state) % nodes);
    *first_edge = first;
    *edges = targets;
    return (uint32_t)first[nodes];
}

// Returns the deepest level.
static int32_t reference(uint32_t nodes, const int32_t *first_edge, const int32_t *edges, int32_t *level)
{
    uint32_t *queue = malloc(nodes * sizeof *queue), head = 0, tail = 0;
    int32_t deepest = 0;

    if (!queue)
        abort();
    for (uint32_t node = 1; node < nodes; node++)
        level[node] = -1;
    queue[tail++] = 0;
    while (head < tail) {
        uint32_t node = queue[head++];

        deepest = level[node];
        for (int32_t edge = first_edge[node]; edge < first_edge[node + 1]; edge++) {
            if (level[edges[edge]] < 0) {
                level[edges[edge]] = level[node] + 1;
                queue[tail++] = (uint32_t)edges[edge];
            }
        }
    }
    free(queue);
    return deepest;
}

static void build(job *j, workload_size size)
{
    uint32_t nodes = size.rows;
    workload_extent grid = workload_ctas(nodes, THREADS), block = { THREADS, 1 }, one = { 1, 1 };
    const int32_t *first_edge, *edges;
    int32_t *level, *depth;
    job_steps *round;

    build_graph(j, nodes, &first_edge, &edges);
    level = workload_data(j, "level", SCALAR_S32, nodes);
    for (uint32_t node = 1; node < nodes; node++)
        level[node] = -1;
    workload_zero(j, "depth", SCALAR_S32, 1);
    workload_zero(j, "over", SCALAR_S32, 1);
    round = workload_repeat(j, "over", nodes + 1);
    workload_fill(j, round, "over", 0);
    workload_launch(j, round, "bfs_level", grid, block, "bbbbbi", "first_edge", "edges", "level", "depth", "over",
                    (int)nodes);
    workload_launch(j, round, "bfs_next", one, one, "b", "depth");
    level = workload_want(j, "level", 0, 0);
    depth = workload_want(j, "depth", 0, 0);
    *depth = reference(nodes, first_edge, edges, level) + 1;
}

const workload workload_bfs = {
    .name = "bfs", .help = "breadth-first search of a random graph: few active lanes, scattered accesses, a host loop",
    .size_help = "nodes, with 5.5 edges each on average", .size = { 2048 }, .low = { 1 }, .high = { 1 << 24 },
    .paper_size = { 1 << 17 },
    .bound = "equal", .build = build,
};
