// SPDX-License-Identifier: BSD-3-Clause
// <cuda_awbarrier.h>: nvcuda::experimental::awbarrier, CUDA 11.0's form of cuda::barrier, built on cuda_awbarrier_primitives.h.
#ifndef _CUDA_AWBARRIER_H_
#define _CUDA_AWBARRIER_H_

#include <cuda_awbarrier_primitives.h>

#if defined(__CUDA__) && defined(__clang__)
namespace nvcuda { namespace experimental {
class awbarrier {
public:
    class arrival_token {
        friend class awbarrier;
        __mbarrier_token_t token;
        __device__ __forceinline__ arrival_token(__mbarrier_token_t of) : token(of) {}

    public:
        arrival_token() = default;
        __device__ __forceinline__ uint32_t pending_count() const { return __mbarrier_token_pending_count(token); }
    };
    awbarrier() = default;
    awbarrier(const awbarrier &) = delete;
    awbarrier &operator=(const awbarrier &) = delete;

    __device__ __forceinline__ arrival_token arrive() { return arrival_token(__mbarrier_arrive(&word)); }
    __device__ __forceinline__ arrival_token arrive_and_drop() { return arrival_token(__mbarrier_arrive_and_drop(&word)); }
    // Polls for about that many cycles.
    __device__ __forceinline__ bool timed_wait(arrival_token of, uint32_t cycles)
    {
        long long begin = clock64();
        bool over;
        do
            over = __mbarrier_test_wait(&word, of.token);
        while (!over && clock64() - begin < cycles);
        return over;
    }
    __device__ __forceinline__ bool try_wait(arrival_token of, uint32_t = 0) { return __mbarrier_test_wait(&word, of.token); }
    __device__ __forceinline__ bool try_wait_parity(bool parity, uint32_t = 0) { return __mbarrier_test_wait_parity(&word, parity); }
    __device__ __forceinline__ void wait(arrival_token of)
    {
        while (!__mbarrier_test_wait(&word, of.token))
            ;
    }
    __device__ __forceinline__ void arrive_and_wait() { wait(arrive()); }
    static __host__ __device__ constexpr uint32_t max() { return __mbarrier_maximum_count(); }

    friend __device__ __forceinline__ void init(awbarrier *b, uint32_t expected) { __mbarrier_init(&b->word, expected); }
    friend __device__ __forceinline__ void inval(awbarrier *b) { __mbarrier_inval(&b->word); }

private:
    friend class pipeline;
    __mbarrier_t word;
};
} }
#endif

#endif
