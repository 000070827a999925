// SPDX-License-Identifier: BSD-3-Clause
// Rodinia's B+Tree: a query a CTA, an entry of a node a thread. All threads of a CTA compare the entries of the node that
// they have come to with the key, the one between whose entries it lies says which node is next: a barrier or two a level.
// A node has a key more than it has children, the end of the last one's; what is not in use is never between two keys.
#include "cuda.h"

enum { ORDER = 256 };

struct node { int keys[ORDER + 1], places[ORDER + 1]; };     // of children; in a leaf, of records

__device__ static inline bool between(const struct node *here, int key)
{
    return here->keys[threadIdx.x] <= key && key < here->keys[threadIdx.x + 1];
}

// The record of a key, where there is one.
__global__ void find_k(const struct node *nodes, const int *records, const int *keys, int *found, int levels)
{
    volatile __shared__ int at;                 // clang 14 keeps its own copy over a barrier otherwise
    int key = keys[blockIdx.x];

    if (threadIdx.x == 0)
        at = 0;
    __syncthreads();
    for (int level = 1; level < levels; level++) {
        const struct node *here = &nodes[at];

        __syncthreads();
        if (between(here, key))
            at = here->places[threadIdx.x];
        __syncthreads();
    }
    const struct node *leaf = &nodes[at];

    if (leaf->keys[threadIdx.x] == key)
        found[blockIdx.x] = records[leaf->places[threadIdx.x]];
}

// Where the records from one key to another begin, and how many they are; both keys are in the tree.
__global__ void find_range_k(const struct node *nodes, const int *firsts, const int *lasts, int *begins, int *counts,
                             int levels)
{
    volatile __shared__ int at, at_last;
    int first = firsts[blockIdx.x], last = lasts[blockIdx.x];

    if (threadIdx.x == 0) {
        at = 0;
        at_last = 0;
    }
    __syncthreads();
    for (int level = 1; level < levels; level++) {
        const struct node *here = &nodes[at], *there = &nodes[at_last];

        __syncthreads();
        if (between(here, first))
            at = here->places[threadIdx.x];
        if (between(there, last))
            at_last = there->places[threadIdx.x];
        __syncthreads();
    }
    const struct node *leaf = &nodes[at], *last_leaf = &nodes[at_last];

    if (leaf->keys[threadIdx.x] == first)
        begins[blockIdx.x] = leaf->places[threadIdx.x];
    __syncthreads();
    if (last_leaf->keys[threadIdx.x] == last)
        counts[blockIdx.x] = last_leaf->places[threadIdx.x] - begins[blockIdx.x] + 1;
}
