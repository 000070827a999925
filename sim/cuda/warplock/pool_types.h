// SPDX-License-Identifier: BSD-3-Clause
// Types of memory pools (Runtime API reference, "Stream Ordered Memory Allocator"), as NVIDIA documents them for CUDA 11. Part
// of <driver_types.h>. A pool's properties and access: graph_types.h.
#ifndef WARPLOCK_POOL_TYPES_H
#define WARPLOCK_POOL_TYPES_H

typedef struct CUmemPoolHandle_st *cudaMemPool_t;
// The first three values are int, the others 64-bit unsigned.
typedef enum cudaMemPoolAttr {
    cudaMemPoolReuseFollowEventDependencies = 1, cudaMemPoolReuseAllowOpportunistic = 2,
    cudaMemPoolReuseAllowInternalDependencies = 3, cudaMemPoolAttrReleaseThreshold = 4, cudaMemPoolAttrReservedMemCurrent = 5,
    cudaMemPoolAttrReservedMemHigh = 6, cudaMemPoolAttrUsedMemCurrent = 7, cudaMemPoolAttrUsedMemHigh = 8
} cudaMemPoolAttr;
typedef struct cudaMemPoolPtrExportData { unsigned char reserved[64]; } cudaMemPoolPtrExportData;

#endif
