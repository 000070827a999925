// SPDX-License-Identifier: BSD-3-Clause
// <sm_32_intrinsics.h>: its names are in cuda_runtime.h.
#include <cuda_runtime.h>
