// SPDX-License-Identifier: BSD-3-Clause
// Functions of later CUDAs that programs which nvcc has built may call and that are not there: each says its name
// (refusals.def). What they are given does not matter.
#include "sim/cudart/runtime.h"

#define REFUSED(name) \
    cudaError_t name(void); \
    cudaError_t name(void) { return __cudaRefuse(#name); }
#include "sim/cudart/shared/refusals.def"
#undef REFUSED
