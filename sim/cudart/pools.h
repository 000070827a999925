// SPDX-License-Identifier: BSD-3-Clause
// Memory pools: what cudaMallocAsync takes from. A pool keeps what is freed, closed to whoever touches it, for an allocation of as
// many bytes; when the program waits, it gives back what it has beyond its release threshold, and all of it when the
// device has no room left. A pool that is destroyed lives on until the last of its memory is freed.
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
