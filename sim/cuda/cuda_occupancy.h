// SPDX-License-Identifier: BSD-3-Clause
// <cuda_occupancy.h>: Thrust includes it without using it. cudaOccupancyMaxActiveBlocksPerMultiprocessor tells how many CTAs of
// a kernel an SM holds; NVIDIA's calculator for its own devices is missing.
#ifndef WARPLOCK_CUDA_OCCUPANCY_H
#define WARPLOCK_CUDA_OCCUPANCY_H

#include <cuda_runtime.h>

#endif
