// SPDX-License-Identifier: BSD-3-Clause
// <cuda_pipeline.h>: nvcuda::experimental::pipeline, CUDA 11.0's form of a thread's cuda::pipeline, and the primitives.
#ifndef _CUDA_PIPELINE_H_
#define _CUDA_PIPELINE_H_

#include <cuda/barrier>
#include <cuda_awbarrier.h>
#include <cuda_pipeline_primitives.h>

#if defined(__CUDA__) && defined(__clang__)
namespace nvcuda { namespace experimental {
class pipeline {
public:
    __device__ __forceinline__ pipeline() : batch(0) {}
    pipeline(const pipeline &) = delete;
    pipeline &operator=(const pipeline &) = delete;

    __device__ __forceinline__ size_t commit() { return batch++; }
    __device__ __forceinline__ void commit_and_wait() { wait(commit()); }
    __device__ __forceinline__ void wait(size_t) {}
    template <unsigned prior> __device__ __forceinline__ void wait_prior() { __pipeline_wait_prior(prior); }
    __device__ __forceinline__ void arrive_on(awbarrier &b) { __pipeline_arrive_on(&b.word); }

private:
    size_t batch;
};

template <class T> __device__ __forceinline__ void memcpy_async(T &to, const T &from, pipeline &)
{
    static_assert(::std::is_trivially_copyable<T>::value, "memcpy_async copies bytes");
    ::cuda::warplock::copy(&to, &from, sizeof to, 0, 1);
}
// An array may be longer than its source: the rest becomes 0.
template <class T, size_t room, size_t count>
__device__ __forceinline__ void memcpy_async(T (&to)[room], const T (&from)[count], pipeline &)
{
    static_assert(::std::is_trivially_copyable<T>::value && count <= room, "memcpy_async copies bytes of an array to one that has room");
    ::cuda::warplock::copy(to, from, sizeof from, 0, 1);
    if (room > count)
        memset(to + count, 0, (room - count) * sizeof(T));
}
} }
#endif

#endif
