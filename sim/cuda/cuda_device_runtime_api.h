// SPDX-License-Identifier: BSD-3-Clause
// <cuda_device_runtime_api.h>: its names are in cuda_runtime.h.
#include <cuda_runtime.h>
