// SPDX-License-Identifier: BSD-3-Clause
// Groups of threads (Programming Guide, "Cooperative Groups"): blocks, tiles of a warp, threads that run together, and the grid
// of a cooperative launch.
#ifndef _COOPERATIVE_GROUPS_H_
#define _COOPERATIVE_GROUPS_H_

#include <cuda_runtime.h>

#if defined(__CUDA__) && defined(__clang__)
#define WARPLOCK_DEVICE_MEMBER __device__ __forceinline__

namespace cooperative_groups {
namespace warplock {
WARPLOCK_DEVICE_MEMBER unsigned thread_of_block()
{
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
WARPLOCK_DEVICE_MEMBER unsigned threads_of_block() { return blockDim.x * blockDim.y * blockDim.z; }
WARPLOCK_DEVICE_MEMBER unsigned long long block_of_grid()
{
    return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
}
WARPLOCK_DEVICE_MEMBER unsigned long long blocks_of_grid() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
WARPLOCK_DEVICE_MEMBER unsigned lane()
{
    unsigned value;
    asm("mov.u32 %0, %%laneid;" : "=r"(value));
    return value;
}
// A grid's barrier: the number of arrived blocks over all barriers so far. Waiting blocks poll it.
static __device__ volatile unsigned long long arrived;
}

// A group whose size is known at run time: a block, a tile, lanes.
class thread_group {
    unsigned lanes, threads, rank;                  // no lanes: the block
public:
    WARPLOCK_DEVICE_MEMBER thread_group(unsigned in_lanes, unsigned in_threads, unsigned in_rank)
        : lanes(in_lanes), threads(in_threads), rank(in_rank) {}
    WARPLOCK_DEVICE_MEMBER void sync() const
    {
        if (lanes)
            __syncwarp(lanes);
        else
            __syncthreads();
    }
    WARPLOCK_DEVICE_MEMBER unsigned size() const { return threads; }
    WARPLOCK_DEVICE_MEMBER unsigned num_threads() const { return threads; }
    WARPLOCK_DEVICE_MEMBER unsigned thread_rank() const { return rank; }
};

class thread_block {
public:
    WARPLOCK_DEVICE_MEMBER void sync() const { __syncthreads(); }
    WARPLOCK_DEVICE_MEMBER unsigned thread_rank() const { return warplock::thread_of_block(); }
    WARPLOCK_DEVICE_MEMBER unsigned size() const { return warplock::threads_of_block(); }
    WARPLOCK_DEVICE_MEMBER unsigned num_threads() const { return size(); }
    WARPLOCK_DEVICE_MEMBER dim3 group_index() const { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    WARPLOCK_DEVICE_MEMBER dim3 thread_index() const { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    WARPLOCK_DEVICE_MEMBER dim3 group_dim() const { return dim3(blockDim.x, blockDim.y, blockDim.z); }
    WARPLOCK_DEVICE_MEMBER dim3 dim_threads() const { return group_dim(); }
    WARPLOCK_DEVICE_MEMBER operator thread_group() const { return thread_group(0, size(), thread_rank()); }
};
WARPLOCK_DEVICE_MEMBER thread_block this_thread_block() { return thread_block(); }

class grid_group {
public:
    // All blocks of the launch are resident, which cudaLaunchCooperativeKernel ensures.
    WARPLOCK_DEVICE_MEMBER void sync() const
    {
        __syncthreads();
        if (warplock::thread_of_block() == 0) {
            unsigned long long blocks = warplock::blocks_of_grid(), before;

            __threadfence();
            before = atomicAdd((unsigned long long *)&warplock::arrived, 1ull);
            while (warplock::arrived < (before / blocks + 1) * blocks)
                continue;
            __threadfence();
        }
        __syncthreads();
    }
    WARPLOCK_DEVICE_MEMBER bool is_valid() const { return true; }
    WARPLOCK_DEVICE_MEMBER unsigned long long size() const
    {
        return warplock::blocks_of_grid() * warplock::threads_of_block();
    }
    WARPLOCK_DEVICE_MEMBER unsigned long long num_threads() const { return size(); }
    WARPLOCK_DEVICE_MEMBER unsigned long long thread_rank() const
    {
        return warplock::block_of_grid() * warplock::threads_of_block() + warplock::thread_of_block();
    }
    WARPLOCK_DEVICE_MEMBER unsigned long long num_blocks() const { return warplock::blocks_of_grid(); }
    WARPLOCK_DEVICE_MEMBER unsigned long long block_rank() const { return warplock::block_of_grid(); }
    WARPLOCK_DEVICE_MEMBER dim3 group_dim() const { return dim3(gridDim.x, gridDim.y, gridDim.z); }
    WARPLOCK_DEVICE_MEMBER dim3 dim_blocks() const { return group_dim(); }
};
WARPLOCK_DEVICE_MEMBER grid_group this_grid() { return grid_group(); }

// Shuffles and votes of a group within a warp with lanes `mask`: by rank in the group.
struct warplock_lanes;
#define WARPLOCK_GROUP_VOTES \
    friend struct warplock_lanes; \
    WARPLOCK_DEVICE_MEMBER void sync() const { __syncwarp(mask()); } \
    WARPLOCK_DEVICE_MEMBER int any(int predicate) const { return __any_sync(mask(), predicate); } \
    WARPLOCK_DEVICE_MEMBER int all(int predicate) const { return __all_sync(mask(), predicate); }

// Consecutive lanes of a warp, a power of two.
template <unsigned Size, class Parent = void> class thread_block_tile {
    static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0, "a tile has 1, 2, 4, 8, 16 or 32 threads");
    WARPLOCK_DEVICE_MEMBER unsigned first() const { return warplock::lane() & ~(Size - 1); }
    WARPLOCK_DEVICE_MEMBER unsigned mask() const { return (Size == 32 ? ~0u : (1u << (Size & 31)) - 1) << first(); }
public:
    WARPLOCK_DEVICE_MEMBER thread_block_tile() {}
    template <class Other> WARPLOCK_DEVICE_MEMBER thread_block_tile(const thread_block_tile<Size, Other> &) {}
    WARPLOCK_DEVICE_MEMBER operator thread_group() const { return thread_group(mask(), Size, thread_rank()); }
    WARPLOCK_GROUP_VOTES
    WARPLOCK_DEVICE_MEMBER unsigned thread_rank() const { return warplock::lane() & (Size - 1); }
    static constexpr __host__ __device__ unsigned size() { return Size; }
    static constexpr __host__ __device__ unsigned num_threads() { return Size; }
    WARPLOCK_DEVICE_MEMBER unsigned meta_group_rank() const { return warplock::thread_of_block() / Size; }
    WARPLOCK_DEVICE_MEMBER unsigned meta_group_size() const { return (warplock::threads_of_block() + Size - 1) / Size; }
    WARPLOCK_DEVICE_MEMBER unsigned ballot(int predicate) const
    {
        return (__ballot_sync(mask(), predicate) & mask()) >> first();
    }
    template <class T> WARPLOCK_DEVICE_MEMBER T shfl(T v, int rank) const { return __shfl_sync(mask(), v, rank, Size); }
    template <class T> WARPLOCK_DEVICE_MEMBER T shfl_up(T v, unsigned by) const { return __shfl_up_sync(mask(), v, by, Size); }
    template <class T> WARPLOCK_DEVICE_MEMBER T shfl_down(T v, unsigned by) const
    {
        return __shfl_down_sync(mask(), v, by, Size);
    }
    template <class T> WARPLOCK_DEVICE_MEMBER T shfl_xor(T v, unsigned with) const
    {
        return __shfl_xor_sync(mask(), v, with, Size);
    }
};
template <unsigned Size, class Parent> WARPLOCK_DEVICE_MEMBER thread_block_tile<Size, Parent> tiled_partition(const Parent &)
{
    return thread_block_tile<Size, Parent>();
}

WARPLOCK_DEVICE_MEMBER thread_group tiled_partition(const thread_group &, unsigned size)
{
    unsigned first = warplock::lane() & ~(size - 1);

    return thread_group((size == 32 ? ~0u : (1u << size) - 1) << first, size, warplock::lane() & (size - 1));
}

// The lanes that run together at its construction.
class coalesced_group {
    unsigned lanes;
    WARPLOCK_DEVICE_MEMBER unsigned mask() const { return lanes; }
    // The lane of a rank.
    WARPLOCK_DEVICE_MEMBER unsigned lane_of(unsigned rank) const
    {
        unsigned rest = lanes;

        for (; rank; rank--)
            rest &= rest - 1;
        return __ffs(rest) - 1;
    }
public:
    WARPLOCK_DEVICE_MEMBER explicit coalesced_group(unsigned of) : lanes(of) {}
    WARPLOCK_DEVICE_MEMBER operator thread_group() const { return thread_group(lanes, size(), thread_rank()); }
    WARPLOCK_GROUP_VOTES
    WARPLOCK_DEVICE_MEMBER unsigned size() const { return __popc(lanes); }
    WARPLOCK_DEVICE_MEMBER unsigned num_threads() const { return size(); }
    WARPLOCK_DEVICE_MEMBER unsigned thread_rank() const { return __popc(lanes & ((1u << warplock::lane()) - 1)); }
    WARPLOCK_DEVICE_MEMBER unsigned ballot(int predicate) const
    {
        unsigned voted = __ballot_sync(lanes, predicate) & lanes, packed = 0, rank = 0;

        for (unsigned rest = lanes; rest; rest &= rest - 1, rank++)
            packed |= (voted >> (__ffs(rest) - 1) & 1) << rank;
        return packed;
    }
    template <class T> WARPLOCK_DEVICE_MEMBER T shfl(T v, unsigned rank) const
    {
        return __shfl_sync(lanes, v, lane_of(rank % size()));
    }
    template <class T> WARPLOCK_DEVICE_MEMBER T shfl_down(T v, unsigned by) const
    {
        unsigned rank = thread_rank() + by;
        T taken = __shfl_sync(lanes, v, rank < size() ? lane_of(rank) : warplock::lane());

        return rank < size() ? taken : v;
    }
    template <class T> WARPLOCK_DEVICE_MEMBER T shfl_up(T v, unsigned by) const
    {
        bool inside = thread_rank() >= by;
        T taken = __shfl_sync(lanes, v, inside ? lane_of(thread_rank() - by) : warplock::lane());

        return inside ? taken : v;
    }
};

struct warplock_lanes {
    template <class Group> WARPLOCK_DEVICE_MEMBER static unsigned of(const Group &group) { return group.mask(); }
};
// The threads of a tile or a coalesced group with the same predicate or label.
template <class Group> WARPLOCK_DEVICE_MEMBER coalesced_group binary_partition(const Group &group, bool predicate)
{
    const unsigned lanes = warplock_lanes::of(group), so = __ballot_sync(lanes, predicate) & lanes;

    return coalesced_group(predicate ? so : lanes & ~so);
}
template <class Label, class Group> WARPLOCK_DEVICE_MEMBER coalesced_group labeled_partition(const Group &group, Label label)
{
    const unsigned lanes = warplock_lanes::of(group);
    unsigned mine = 0;

    for (unsigned rest = lanes, same; rest; rest &= ~same) {
        const bool is = label == __shfl_sync(lanes, label, __ffs(rest) - 1);

        same = __ballot_sync(lanes, is) & lanes;
        mine = is ? same : mine;
    }
    return coalesced_group(mine);
}
WARPLOCK_DEVICE_MEMBER coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }
#undef WARPLOCK_GROUP_VOTES

template <class Group> WARPLOCK_DEVICE_MEMBER void sync(const Group &group) { group.sync(); }

// --- <cooperative_groups/reduce.h>
template <class T> struct plus { WARPLOCK_DEVICE_MEMBER T operator()(T x, T y) const { return x + y; } };
template <class T> struct less { WARPLOCK_DEVICE_MEMBER T operator()(T x, T y) const { return y < x ? y : x; } };
template <class T> struct greater { WARPLOCK_DEVICE_MEMBER T operator()(T x, T y) const { return x < y ? y : x; } };
template <class T> struct bit_and { WARPLOCK_DEVICE_MEMBER T operator()(T x, T y) const { return x & y; } };
template <class T> struct bit_or { WARPLOCK_DEVICE_MEMBER T operator()(T x, T y) const { return x | y; } };
template <class T> struct bit_xor { WARPLOCK_DEVICE_MEMBER T operator()(T x, T y) const { return x ^ y; } };
template <unsigned Size, class Parent, class T, class Operation>
WARPLOCK_DEVICE_MEMBER T reduce(const thread_block_tile<Size, Parent> &tile, T v, Operation operation)
{
    for (unsigned with = Size / 2; with > 0; with /= 2)
        v = operation(v, tile.shfl_xor(v, with));
    return v;
}

// --- <cooperative_groups/scan.h>, of a tile or a coalesced group
template <class Group, class T, class Operation> WARPLOCK_DEVICE_MEMBER T inclusive_scan(const Group &group, T v, Operation operation)
{
    for (unsigned by = 1; by < group.size(); by *= 2) {
        const T before = group.shfl_up(v, by);

        v = group.thread_rank() >= by ? operation(before, v) : v;
    }
    return v;
}
template <class Group, class T> WARPLOCK_DEVICE_MEMBER T inclusive_scan(const Group &group, T v) { return inclusive_scan(group, v, plus<T>()); }
// The first thread has T().
template <class Group, class T, class Operation> WARPLOCK_DEVICE_MEMBER T exclusive_scan(const Group &group, T v, Operation operation)
{
    const T before = group.shfl_up(inclusive_scan(group, v, operation), 1);

    return group.thread_rank() ? before : T();
}
template <class Group, class T> WARPLOCK_DEVICE_MEMBER T exclusive_scan(const Group &group, T v) { return exclusive_scan(group, v, plus<T>()); }
template <class T, class Operation> WARPLOCK_DEVICE_MEMBER T reduce(const coalesced_group &group, T v, Operation operation)
{
    return group.shfl(inclusive_scan(group, v, operation), group.size() - 1);
}
}
#undef WARPLOCK_DEVICE_MEMBER
#endif

#endif
