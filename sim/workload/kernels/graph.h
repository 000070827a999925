// SPDX-License-Identifier: BSD-3-Clause
// A node of a graph: where its edges start and how many they are.
#ifndef WARPLOCK_SIM_WORKLOAD_KERNELS_GRAPH_H
#define WARPLOCK_SIM_WORKLOAD_KERNELS_GRAPH_H

struct node { int start, count; };

#endif
