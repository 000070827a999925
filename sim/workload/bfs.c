// bfs: a random undirected graph from node 0 (Rodinia), two launches a level, repeated by the host until nothing is found.
// A node draws a third to two thirds of the edges that it is to have; Rodinia's generator makes 6, of 2 to 4 drawn.
#include <stdlib.h>

#include "sim/workload/workload.h"

enum { THREADS = 512 };

// As in kernels/bfs.cu.
typedef struct { int32_t start, count; } node;

static uint32_t drawn(uint32_t *state, uint32_t edges)
{
    uint32_t low = edges / 3, high = edges - low;

    return low + job_lcg(state) % (high - low + 1);
}

// Every node draws others and is joined to each in both directions.
static const node *make_graph(job *j, uint32_t nodes, uint32_t degree, const int32_t **edges)
{
    const uint32_t first = workload_stream(j, 1);
    node *graph = workload_data(j, "nodes", SCALAR_S32, (uint64_t)nodes * 2);
    int32_t *targets, start = 0;
    uint32_t state = first;

    for (uint32_t from = 0; from < nodes; from++) {
        for (uint32_t k = drawn(&state, degree); k > 0; k--) {
            graph[from].count++;
            graph[job_lcg(&state) % nodes].count++;
        }
    }
    for (uint32_t i = 0; i < nodes; start += graph[i++].count)
        graph[i].start = start;
    targets = workload_data(j, "edges", SCALAR_S32, (uint64_t)start);
    for (uint32_t i = 0; i < nodes; i++)
        graph[i].count = 0;
    state = first;
    for (uint32_t from = 0; from < nodes; from++) {
        for (uint32_t k = drawn(&state, degree); k > 0; k--) {
            uint32_t to = job_lcg(&state) % nodes;

            targets[graph[from].start + graph[from].count++] = (int32_t)to;
            targets[graph[to].start + graph[to].count++] = (int32_t)from;
        }
    }
    *edges = targets;
    return graph;
}

static void reference(uint32_t nodes, const node *graph, const int32_t *edges, int32_t *cost)
{
    uint32_t *queue = malloc(nodes * sizeof *queue), head = 0, tail = 0;

    if (!queue)
        abort();
    for (uint32_t i = 1; i < nodes; i++)
        cost[i] = -1;
    queue[tail++] = 0;
    while (head < tail) {
        uint32_t at = queue[head++];

        for (int32_t edge = graph[at].start; edge < graph[at].start + graph[at].count; edge++) {
            if (cost[edges[edge]] < 0) {
                cost[edges[edge]] = cost[at] + 1;
                queue[tail++] = (uint32_t)edges[edge];
            }
        }
    }
    free(queue);
}

static void build(job *j, workload_size size)
{
    uint32_t nodes = size.rows;
    workload_extent grid = workload_ctas(nodes, THREADS), block = { THREADS, 1 };
    const int32_t *edges;
    const node *graph = make_graph(j, nodes, size.columns, &edges);
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
    reference(nodes, graph, edges, cost);
    flags = workload_want(j, "visited", 0, 0);
    for (uint32_t i = 0; i < nodes; i++)
        flags[i] = cost[i] >= 0;
}

const workload workload_bfs = {
    .name = "bfs", .help = "breadth-first search, Rodinia: scattered bytes, few active lanes, two kernels a level",
    .size_help = "nodes x edges of each on average", .size = { 2048, 6 }, .low = { 1, 2 }, .high = { 1 << 24, 1 << 10 },
    .most = 1 << 27, .paper_size = { 1 << 17, 18 },
    .bound = "equal", .build = build,
};
