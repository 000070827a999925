// SPDX-License-Identifier: BSD-3-Clause
// The driver API over the same core. Its functions take what the runtime's take and end with a CUresult, which has the
// same numbers; no error is kept for a later question.
#ifndef WARPLOCK_SIM_CUDART_DRIVER_DRIVER_H
#define WARPLOCK_SIM_CUDART_DRIVER_DRIVER_H

#include "sim/cuda/cuda.h"
#include "sim/cudart/cudart.h"

CUresult driver_result(cudaError_t);            // as the driver says it
CUresult driver_leave(cudaError_t);             // lets go of the lock, too

// Of a driver's call that is one of the runtime's: returns what that says, of which no error is kept for a later question.
#define AS_RUNTIME(call) \
    do { \
        cudart_keep_errors(false); \
        cudaError_t said = (call); \
        cudart_keep_errors(true); \
        return driver_result(said); \
    } while (0)

#endif
