// SPDX-License-Identifier: BSD-3-Clause
// A node of a suffix tree. Its path spells `depth` letters of the reference, from `start` on; `child` goes on by each letter,
// 0 where nothing does; `link` is the node of the path without its first letter.
#ifndef WARPLOCK_SIM_WORKLOAD_KERNELS_SUFFIXTREE_H
#define WARPLOCK_SIM_WORKLOAD_KERNELS_SUFFIXTREE_H

struct tree_node { int child[4], start, depth, link, unused; };

struct match { int length, place; };

#endif
