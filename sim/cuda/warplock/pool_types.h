// SPDX-License-Identifier: BSD-3-Clause
// Types of memory pools (Runtime API reference, "Stream Ordered Memory Allocator"), as NVIDIA documents them for CUDA 11. Part of
// <driver_types.h>. What a pool is made of and who may use it: graph_types.h.
#ifndef WARPLOCK_POOL_TYPES_H
#define WARPLOCK_POOL_TYPES_H

typedef struct CUmemPoolHandle_st *cudaMemPool_t;
// Of the first three the value is an int, of the others an unsigned integer of 64 bits.
typedef enum cudaMemPoolAttr {
    cudaMemPoolReuseFollowEventDependencies = 1, cudaMemPoolReuseAllowOpportunistic = 2,
    cudaMemPoolReuseAllowInternalDependencies = 3, cudaMemPoolAttrReleaseThreshold = 4, cudaMemPoolAttrReservedMemCurrent = 5,
    cudaMemPoolAttrReservedMemHigh = 6, cudaMemPoolAttrUsedMemCurrent = 7, cudaMemPoolAttrUsedMemHigh = 8
} cudaMemPoolAttr;
typedef struct cudaMemPoolPtrExportData { unsigned char reserved[64]; } cudaMemPoolPtrExportData;

#endif
