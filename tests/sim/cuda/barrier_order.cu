// SPDX-License-Identifier: BSD-3-Clause
// One thread writes a shared variable, all read it behind a barrier. Clang before 15 knows what its own barrier may write
// from the addresses that escape, of which there is none here.
#ifdef CLANGS_OWN
#undef __syncthreads
#endif

#define HANDED_ON(name, barrier)                                                                                         \
    extern "C" __global__ void name(const int *in, int *out) {                                                           \
        __shared__ int flag;                                                                                             \
        int first = blockIdx.x * blockDim.x;                                                                             \
        if (threadIdx.x == 0)                                                                                            \
            flag = in[first];                                                                                            \
        barrier;                                                                                                         \
        out[first + threadIdx.x] = flag; }
HANDED_ON(flag, __syncthreads())
HANDED_ON(count_threads, if (__syncthreads_count(threadIdx.x < 8) != 8) return)
HANDED_ON(all_threads, if (!__syncthreads_and(threadIdx.x < 32)) return)
HANDED_ON(any_thread, if (!__syncthreads_or(threadIdx.x == 3)) return)
HANDED_ON(one_warp, __syncwarp())
HANDED_ON(fenced, __threadfence_block(); __syncthreads())

extern "C" __global__ void loop(const int *in, int *out)
{
    __shared__ int flag;
    int first = blockIdx.x * blockDim.x, sum = 0;

    for (int round = 0; round < 5; round++) {
        if (threadIdx.x == round * 6)
            flag = in[first + round * 6];
        __syncthreads();
        sum += flag;
        __syncthreads();
    }
    out[first + threadIdx.x] = sum;
}
