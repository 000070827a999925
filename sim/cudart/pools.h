// SPDX-License-Identifier: BSD-3-Clause
// Memory pools of cudaMallocAsync. A pool keeps freed memory, closed to accesses, for a later allocation of the same size. When
// the program synchronises, it releases what exceeds its release threshold; when the device is out of memory, it releases
// everything. A destroyed pool lives on until the last of its memory is freed.
#ifndef WARPLOCK_SIM_CUDART_POOLS_H
#define WARPLOCK_SIM_CUDART_POOLS_H

#include "sim/cudart/cudart.h"

cudaMemPool_t pool_default(void);
cudaMemPool_t pool_current(void);
bool          pool_is_one(cudaMemPool_t);                   // that is not destroyed
cudaError_t   pool_set_current(cudaMemPool_t);
cudaError_t   pool_create(cudaMemPool_t *, const cudaMemPoolProps *);
cudaError_t   pool_destroy(cudaMemPool_t);
cudaError_t   pool_trim(cudaMemPool_t, size_t bytes_to_keep);
cudaError_t   pool_set(cudaMemPool_t, cudaMemPoolAttr, const void *value);
cudaError_t   pool_get(cudaMemPool_t, cudaMemPoolAttr, void *value);
cudaError_t   pool_set_access(cudaMemPool_t, const cudaMemAccessDesc *, size_t count);
cudaError_t   pool_get_access(cudaMemAccessFlags *, cudaMemPool_t, const cudaMemLocation *);

cudaError_t pool_allocate(cudaMemPool_t, uint64_t *address, size_t bytes);
bool        pools_have(uint64_t address);                   // in use, or kept
cudaError_t pools_release(uint64_t address);
void        pools_settle(void);                             // the program waits
bool        pools_give_back(void);                          // all that is kept; false: nothing was
void        pools_forget(void);

#endif
