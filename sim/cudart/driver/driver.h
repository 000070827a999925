// SPDX-License-Identifier: BSD-3-Clause
// The driver API over the same core. Its functions take what the runtime's take and return a CUresult, which has the
// same numbers; no error is kept for later queries.
#ifndef WARPLOCK_SIM_CUDART_DRIVER_DRIVER_H
#define WARPLOCK_SIM_CUDART_DRIVER_DRIVER_H

#include "sim/cuda/cuda.h"
#include "sim/cudart/cudart.h"

CUresult driver_result(cudaError_t);            // the driver's name for it
CUresult driver_leave(cudaError_t);             // also releases the lock

// For a driver call that is one of the runtime's: returns its result; no error is kept for later queries.
#define AS_RUNTIME(call) \
    do { \
        cudart_keep_errors(false); \
        cudaError_t said = (call); \
        cudart_keep_errors(true); \
        return driver_result(said); \
    } while (0)

#endif
