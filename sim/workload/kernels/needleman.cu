// SPDX-License-Identifier: BSD-3-Clause
// Rodinia's Needleman-Wunsch: the best alignment of two sequences, by tiles of 32 x 32 along the diagonals of the table
// of scores, a launch a diagonal, a warp a tile. A tile's similarities and its border are brought into shared memory,
// where a score takes the place of its similarity, along the tile's own diagonals. As published the border on the left
// is one load of 32 rows, 32 lines; all other loads are coalesced, and what they bring is not read again. Rodinia's
// tiles are 16 x 16 unless it is built with another size, half a warp, and similarities lie beside the scores.
#include "cuda.h"

enum { TILE = 32 };

__global__ void needleman(const int *similarities, int *scores, int columns, int penalty, int first, int diagonal)
{
    __shared__ int tile[TILE + 1][TILE + 1];
    int thread = threadIdx.x;
    int (*score)[TILE + 1] = (int (*)[TILE + 1])&tile[0][thread];       // the column on the left of the thread's at 0
    int across = first + blockIdx.x;
    int corner = (diagonal - across) * TILE * columns + across * TILE;
    int *from = &scores[corner];

    if (thread == 0)
        tile[0][0] = from[0];
    for (int row = 1; row <= TILE; row++)
        score[row][1] = similarities[corner + row * columns + thread + 1];
    tile[thread + 1][0] = from[(thread + 1) * columns];
    score[0][1] = from[thread + 1];
    __syncthreads();
    for (int step = 0; step < 2 * TILE - 1; step++) {
        int row = step - thread + 1;

        if (row >= 1 && row <= TILE) {
            int best = score[row - 1][0] + score[row][1];

            best = score[row][0] - penalty > best ? score[row][0] - penalty : best;
            best = score[row - 1][1] - penalty > best ? score[row - 1][1] - penalty : best;
            score[row][1] = best;
        }
        __syncthreads();
    }
    for (int row = 1; row <= TILE; row++)
        from[row * columns + thread + 1] = score[row][1];
}
