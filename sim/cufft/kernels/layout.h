// SPDX-License-Identifier: BSD-3-Clause
// Shared by host and kernels of cuFFT: the layout of a user's numbers.
#ifndef WARPLOCK_CUFFT_LAYOUT_H
#define WARPLOCK_CUFFT_LAYOUT_H

// Complex numbers, real ones, or the half of a real transform's result that its symmetry leaves.
enum { NUMBERS_COMPLEX, NUMBERS_REAL, NUMBERS_HALF };
// Element (i, j, k) of transform b at b * distance + ((i * embed1 + j) * embed2 + k) * step, of n0 * n1 * n2.
typedef struct { long long distance; int numbers, n0, n1, n2, embed1, embed2, step, batch; } layout;

#endif
