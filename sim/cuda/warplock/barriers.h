// SPDX-License-Identifier: BSD-3-Clause
// Barriers and fences as inline assembly that clobbers memory, not clang's builtins: before LLVM 15 the alias analysis of
// globals assumes that a builtin barrier writes no variable whose address is not taken, and clang 14 hoists a __shared__ load
// above the __syncthreads() that makes another thread's value visible (tests/sim/cuda/test_barrier_order.sh). Clang marks all
// inline assembly of CUDA as convergent.
#ifndef WARPLOCK_CUDA_BARRIERS_H
#define WARPLOCK_CUDA_BARRIERS_H

WARPLOCK_DEVICE void warplock_syncthreads() { asm volatile("bar.sync 0;" ::: "memory"); }
// The name is a clang builtin.
#define __syncthreads() warplock_syncthreads()

WARPLOCK_DEVICE int __syncthreads_count(int predicate)
{
    int count;
    asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; bar.red.popc.u32 %0, 0, p; }" : "=r"(count) : "r"(predicate) : "memory");
    return count;
}
WARPLOCK_DEVICE int __syncthreads_and(int predicate)
{
    int all;
    asm volatile("{ .reg .pred p, q; setp.ne.s32 p, %1, 0; bar.red.and.pred q, 0, p; selp.s32 %0, 1, 0, q; }"
                 : "=r"(all) : "r"(predicate) : "memory");
    return all;
}
WARPLOCK_DEVICE int __syncthreads_or(int predicate)
{
    int any;
    asm volatile("{ .reg .pred p, q; setp.ne.s32 p, %1, 0; bar.red.or.pred q, 0, p; selp.s32 %0, 1, 0, q; }"
                 : "=r"(any) : "r"(predicate) : "memory");
    return any;
}
WARPLOCK_DEVICE void __syncwarp(unsigned mask = 0xffffffffu) { asm volatile("bar.warp.sync %0;" :: "r"(mask) : "memory"); }

WARPLOCK_DEVICE void __threadfence() { asm volatile("membar.gl;" ::: "memory"); }
WARPLOCK_DEVICE void __threadfence_block() { asm volatile("membar.cta;" ::: "memory"); }
WARPLOCK_DEVICE void __threadfence_system() { asm volatile("membar.sys;" ::: "memory"); }

#endif
