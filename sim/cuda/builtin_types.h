// SPDX-License-Identifier: BSD-3-Clause
// <builtin_types.h>: its names stand in cuda_runtime.h.
#include <cuda_runtime.h>
