// SPDX-License-Identifier: BSD-3-Clause
// <cooperative_groups/memcpy_async.h>: a group's copy to its shared memory, made at once; a wait covers the others' parts, too.
#ifndef _COOPERATIVE_GROUPS_MEMCPY_ASYNC_H_
#define _COOPERATIVE_GROUPS_MEMCPY_ASYNC_H_

#include <cooperative_groups.h>
#include <cuda/barrier>

#if defined(__CUDA__) && defined(__clang__)
namespace cooperative_groups {
template <class Group, class Size>
__device__ __forceinline__ void memcpy_async(const Group &group, void *to, const void *from, const Size &bytes)
{
    ::cuda::warplock::copy(to, from, (size_t)bytes, group.thread_rank(), group.size());
}
// In elements: copies what exists, as far as there is room.
template <class Group, class T, class To, class From>
__device__ __forceinline__ void memcpy_async(const Group &group, T *to, const To &room, const T *from, const From &count)
{
    size_t elements = (size_t)room < (size_t)count ? (size_t)room : (size_t)count;

    ::cuda::warplock::copy(to, from, elements * sizeof(T), group.thread_rank(), group.size());
}
template <class Group> __device__ __forceinline__ void wait(const Group &group) { group.sync(); }
template <unsigned stages, class Group> __device__ __forceinline__ void wait_prior(const Group &group) { group.sync(); }
}
#endif

#endif
