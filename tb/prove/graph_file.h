// SPDX-License-Identifier: BSD-3-Clause
// Literals of the graph as binary AIGER.
#ifndef WARPLOCK_TB_PROVE_GRAPH_FILE_H
#define WARPLOCK_TB_PROVE_GRAPH_FILE_H

#include "tb/prove/graph.h"

// All inputs of the graph, in their order, and an output for each literal, unnamed where its name is NULL; false if it cannot be written.
bool graph_write(const char *path, const literal *outputs, const char *const *names, size_t n_outputs);

#endif
