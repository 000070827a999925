// SPDX-License-Identifier: BSD-3-Clause
// Functions that nvcc-built programs may call and that we lack (refusals.def): each is refused by name, whatever its arguments.
#include "sim/cudart/runtime/runtime.h"

#define MISSING(name) \
    cudaError_t name(void); \
    cudaError_t name(void) { return __cudaRefuse(#name); }
#include "sim/cudart/shared/refusals.def"
#undef MISSING
