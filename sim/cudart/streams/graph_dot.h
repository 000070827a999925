// SPDX-License-Identifier: BSD-3-Clause
// A graph as a file for Graphviz: what cudaGraphDebugDotPrint writes.
#ifndef WARPLOCK_SIM_CUDART_STREAMS_GRAPH_DOT_H
#define WARPLOCK_SIM_CUDART_STREAMS_GRAPH_DOT_H

#include "sim/cudart/streams/graphs.h"

cudaError_t graph_dot(cudaGraph_t, const char *path);       // cudaErrorOperatingSystem: it cannot be written

#endif
