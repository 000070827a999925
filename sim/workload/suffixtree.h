// SPDX-License-Identifier: BSD-3-Clause
// A sequence's suffixes in order, and the tree of them.
#ifndef WARPLOCK_SIM_WORKLOAD_SUFFIXTREE_H
#define WARPLOCK_SIM_WORKLOAD_SUFFIXTREE_H

#include <stdint.h>

enum { SUFFIX_LETTERS = 4 };                    // 0 to 3; behind the last one of a sequence stands this number, which sorts last

// As in kernels/suffixtree.h; node 0 is the root, whose path is empty.
typedef struct { int32_t child[SUFFIX_LETTERS], start, depth, link, unused; } tree_node;

// Where the suffixes of `n` letters begin, in the order of their letters. To be freed.
int32_t *suffix_array(const uint8_t *text, uint32_t n);
// The tree of these suffixes in `nodes`, which has room for 2 n; a node's start is that of its first suffix. Leaves end behind
// the last letter, and have no link.
void suffix_tree(const uint8_t *text, uint32_t n, const int32_t *suffixes, tree_node *nodes);

#endif
