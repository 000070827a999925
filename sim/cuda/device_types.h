// SPDX-License-Identifier: BSD-3-Clause
// <device_types.h>: its names are in cuda_runtime.h.
#include <cuda_runtime.h>
