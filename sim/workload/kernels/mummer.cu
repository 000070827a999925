// SPDX-License-Identifier: BSD-3-Clause
// Alignment of short sequences with a long one (after MUMmerGPU): for every place of a query the longest match that begins
// there, found in a suffix tree. A thread walks down the tree by its query's letters, notes the match, and goes on at the
// next letter where the node's suffix link leads, so that no letter is compared twice. Nodes of 32 bytes, letters of the
// reference and of the queries are read wherever the lanes have come to; MUMmerGPU reads nodes and letters as textures.
#include "cuda.h"
#include "suffixtree.h"

enum { LEAST = 20 };                            // shorter ones are no matches

__global__ void mummer(const tree_node *nodes, const unsigned char *reference, const unsigned char *queries, match *matches,
                       int length, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    const unsigned char *query = queries + i * length;
    int at = 0, matched = 0;

    for (int first = 0; first + LEAST <= length; first++) {
        int place = nodes[at].start, depth = nodes[at].depth;

        while (first + depth < length) {
            int below = nodes[at].child[query[first + depth]];

            if (below == 0)
                break;
            int end = nodes[below].depth;

            place = nodes[below].start;
            matched = matched > depth ? matched : depth + 1;
            while (matched < end && first + matched < length && reference[place + matched] == query[first + matched])
                matched++;
            if (matched < end)
                break;
            at = below;
            depth = end;
        }
        if (matched >= LEAST) {
            matches[i * length + first].length = matched;
            matches[i * length + first].place = place;
        }
        at = nodes[at].link;
        matched = matched > 0 ? matched - 1 : 0;
    }
}
