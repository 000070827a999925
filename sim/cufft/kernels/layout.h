// SPDX-License-Identifier: BSD-3-Clause
// What host and kernels of cuFFT both know: how the numbers of a user lie.
#ifndef WARPLOCK_CUFFT_LAYOUT_H
#define WARPLOCK_CUFFT_LAYOUT_H

// Complex numbers, real ones, or of a real transform's result the half that its symmetry leaves.
enum { NUMBERS_COMPLEX, NUMBERS_REAL, NUMBERS_HALF };
// Element (i, j, k) of transform b at b * distance + ((i * embed1 + j) * embed2 + k) * step, of n0 * n1 * n2.
typedef struct { long long distance; int numbers, n0, n1, n2, embed1, embed2, step, batch; } layout;

#endif
