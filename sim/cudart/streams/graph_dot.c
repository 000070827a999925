// SPDX-License-Identifier: BSD-3-Clause
#include "sim/cudart/streams/graph_dot.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "sim/cudart/streams/graph_nodes.h"

static void print_work(FILE *file, const work *w)
{
    const launch_shape *s = &w->launch.shape;

    if (w->type == cudaGraphNodeTypeKernel)
        fprintf(file, "\\n%s\\n<<<(%u,%u,%u), (%u,%u,%u), %zu>>>", module_has_kernel(w->launch.kernel) ?
                kernel_name(w->launch.kernel) : "?", s->grid[0], s->grid[1], s->grid[2], s->block[0], s->block[1], s->block[2], s->shared);
    else if (w->type == cudaGraphNodeTypeMemcpy)
        fprintf(file, "\\n%zu x %zu x %zu", w->copy.box.extent.width, w->copy.box.extent.height, w->copy.box.extent.depth);
    else if (w->type == cudaGraphNodeTypeMemset)
        fprintf(file, "\\n%zu x %zu x %zu times %#x", w->fill.size[0], w->fill.size[1], w->fill.size[2], w->fill.value);
    else if (w->type == cudaGraphNodeTypeMemAlloc || w->type == cudaGraphNodeTypeMemFree)
        fprintf(file, "\\n%zu bytes at %#" PRIx64, w->memory.bytes, w->memory.address);
}

// Nodes are named by the graph's name and their index in it; a child graph follows as a cluster.
static void print_graph(FILE *file, cudaGraph_t g, const char *name)
{
    char inner[8 * GRAPH_LEVELS];

    for (size_t i = 0; i < g->nodes.n; i++)
        g->nodes.at[i]->place = i;
    for (size_t i = 0; i < g->nodes.n; i++) {
        const struct CUgraphNode_st *node = g->nodes.at[i];

        fprintf(file, "\"%s_%zu\" [label=\"%zu: %s", name, i, i, node_type_name(node->work.type));
        print_work(file, &node->work);
        fprintf(file, "\"];\n");
        for (size_t k = 0; k < node->after.n; k++)
            fprintf(file, "\"%s_%zu\" -> \"%s_%zu\";\n", name, i, name, node->after.at[k]->place);
        if (node->work.type != cudaGraphNodeTypeGraph)
            continue;
        snprintf(inner, sizeof inner, "%s_%zu", name, i);
        fprintf(file, "subgraph \"cluster_%s\" {\nlabel=\"%zu\";\n", inner, i);
        print_graph(file, node->work.graph, inner);
        fprintf(file, "}\n");
    }
}

cudaError_t graph_dot(cudaGraph_t g, const char *path)
{
    FILE *file = fopen(path, "w");
    bool good = file != NULL;

    if (file) {
        fprintf(file, "digraph dot {\nnode [shape=box];\n");
        print_graph(file, g, "graph");
        fprintf(file, "}\n");
        good = !ferror(file);
        good = fclose(file) == 0 && good;
    }
    if (!good)
        cudart_complain("cudaGraphDebugDotPrint: %s: %s", path, strerror(errno));
    return good ? cudaSuccess : cudaErrorOperatingSystem;
}
