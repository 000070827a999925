// SPDX-License-Identifier: BSD-3-Clause
// <cudaProfiler.h>: the driver's names of the profiler.
#include <cuda.h>
