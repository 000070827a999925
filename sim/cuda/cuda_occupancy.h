// SPDX-License-Identifier: BSD-3-Clause
// <cuda_occupancy.h>: Thrust includes it and uses nothing of it. How many CTAs of a kernel an SM of the simulated machine holds
// is what cudaOccupancyMaxActiveBlocksPerMultiprocessor answers; NVIDIA's calculator of its own devices is not here.
#ifndef WARPLOCK_CUDA_OCCUPANCY_H
#define WARPLOCK_CUDA_OCCUPANCY_H

#include <cuda_runtime.h>

#endif
