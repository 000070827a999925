// SPDX-License-Identifier: BSD-3-Clause
// <cuda_profiler_api.h>: cudaProfilerStart and cudaProfilerStop, which stand in cuda_runtime_api.h.
#include <cuda_runtime_api.h>
