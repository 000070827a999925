// SPDX-License-Identifier: BSD-3-Clause
// <cuda_pipeline_primitives.h>: a thread's batched copies to shared memory, as functions (Programming Guide, "Pipeline
// Primitives Interface"). A copy is made at once (cuda/barrier), so there is nothing to wait for.
#ifndef _CUDA_PIPELINE_PRIMITIVES_H_
#define _CUDA_PIPELINE_PRIMITIVES_H_

#include <cuda_awbarrier_primitives.h>

#if defined(__CUDA__) && defined(__clang__)
#include <cstddef>

// The last `zeros` of `size` bytes are not read, and become 0.
WARPLOCK_DEVICE void __pipeline_memcpy_async(void *__restrict__ to, const void *__restrict__ from, size_t size, size_t zeros = 0)
{
    if ((size != 4 && size != 8 && size != 16) || zeros > size)
        __assert_fail("__pipeline_memcpy_async: 4, 8 or 16 bytes, of which no more become 0", __FILE__, __LINE__, __func__);
    if (zeros != 0)
        for (size_t i = 0; i < size; i++)
            ((char *)to)[i] = i < size - zeros ? ((const char *)from)[i] : 0;
    else if (size == 16)
        *(uint4 *)to = *(const uint4 *)from;
    else if (size == 8)
        *(uint2 *)to = *(const uint2 *)from;
    else
        *(unsigned *)to = *(const unsigned *)from;
}
WARPLOCK_DEVICE void __pipeline_commit() {}
WARPLOCK_DEVICE void __pipeline_wait_prior(size_t) {}
// The barrier would expect one more until the copies are done, which they are.
WARPLOCK_DEVICE void __pipeline_arrive_on(__mbarrier_t *) {}
#endif

#endif
