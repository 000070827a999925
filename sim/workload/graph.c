// SPDX-License-Identifier: BSD-3-Clause
#include "sim/workload/graph.h"

#include <stdlib.h>

static uint32_t drawn(uint32_t *state, uint32_t degree)
{
    uint32_t low = degree / 3, high = degree - low;

    return low + job_lcg(state) % (high - low + 1);
}

graph graph_random(job *j, uint32_t nodes, uint32_t degree)
{
    const uint32_t first = workload_stream(j, 1);
    graph_node *node = workload_data(j, "nodes", SCALAR_S32, (uint64_t)nodes * 2);
    int32_t *edge, start = 0;
    uint32_t state = first;

    for (uint32_t from = 0; from < nodes; from++) {
        for (uint32_t k = drawn(&state, degree); k > 0; k--) {
            node[from].count++;
            node[job_lcg(&state) % nodes].count++;
        }
    }
    for (uint32_t i = 0; i < nodes; start += node[i++].count)
        node[i].start = start;
    edge = workload_data(j, "edges", SCALAR_S32, (uint64_t)start);
    for (uint32_t i = 0; i < nodes; i++)
        node[i].count = 0;
    state = first;
    for (uint32_t from = 0; from < nodes; from++) {
        for (uint32_t k = drawn(&state, degree); k > 0; k--) {
            uint32_t to = job_lcg(&state) % nodes;

            edge[node[from].start + node[from].count++] = (int32_t)to;
            edge[node[to].start + node[to].count++] = (int32_t)from;
        }
    }
    return (graph){ nodes, (uint32_t)start, node, edge };
}

int32_t graph_search(const graph *g, int32_t none, int32_t *cost)
{
    uint32_t *queue = malloc(g->nodes * sizeof *queue), head = 0, tail = 0, last;

    if (!queue)
        abort();
    for (uint32_t i = 0; i < g->nodes; i++)
        cost[i] = i ? none : 0;
    queue[tail++] = 0;
    while (head < tail) {
        uint32_t at = queue[head++];

        for (int32_t i = g->node[at].start; i < g->node[at].start + g->node[at].count; i++) {
            const uint32_t to = (uint32_t)g->edge[i];

            if (cost[to] == none) {
                cost[to] = cost[at] + 1;
                queue[tail++] = to;
            }
        }
    }
    last = queue[tail - 1];
    free(queue);
    return cost[last];
}
