// SPDX-License-Identifier: BSD-3-Clause
// <crt/host_config.h>: its names are in cuda_runtime.h.
#include <cuda_runtime.h>
