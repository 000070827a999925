// SPDX-License-Identifier: BSD-3-Clause
// Creates and frees arrays for the runtime and the driver API. sim/cudart/cudart.h has the queries for the rest of the
// runtime.
#ifndef WARPLOCK_SIM_CUDART_ARRAYS_H
#define WARPLOCK_SIM_CUDART_ARRAYS_H

#include "sim/cudart/cudart.h"

cudaError_t array_make(cudaArray_t *, const cudaChannelFormatDesc *, cudaExtent, unsigned flags);
cudaError_t array_free(cudaArray_t);            // not of a level of another
cudaError_t mipmap_make(cudaMipmappedArray_t *, const cudaChannelFormatDesc *, cudaExtent, unsigned levels, unsigned flags);
cudaError_t mipmap_level(cudaArray_t *, cudaMipmappedArray_const_t, unsigned level);
cudaError_t mipmap_free(cudaMipmappedArray_t);

#endif
