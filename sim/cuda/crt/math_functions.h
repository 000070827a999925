// SPDX-License-Identifier: BSD-3-Clause
// <crt/math_functions.h>: its names are in cuda_runtime.h.
#include <cuda_runtime.h>
