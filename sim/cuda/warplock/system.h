// SPDX-License-Identifier: BSD-3-Clause
// The rest: clocks, traps, printf and assert, minimum and maximum, address spaces.
#ifndef WARPLOCK_CUDA_SYSTEM_H
#define WARPLOCK_CUDA_SYSTEM_H

#include <ctime>

WARPLOCK_DEVICE clock_t clock() { return __nvvm_read_ptx_sreg_clock(); }
WARPLOCK_DEVICE long long clock64() { return __nvvm_read_ptx_sreg_clock64(); }
// A template, so that a program's own function of this name, which NVIDIA does not document, takes precedence.
template <int = 0> WARPLOCK_DEVICE unsigned long long __globaltimer()
{
    unsigned long long time;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
    return time;
}
WARPLOCK_DEVICE void __nanosleep(unsigned nanoseconds) { asm volatile("nanosleep.u32 %0;" :: "r"(nanoseconds)); }
WARPLOCK_DEVICE void __trap() { asm volatile("trap;"); }
WARPLOCK_DEVICE void __brkpt(int = 0) { asm volatile("brkpt;"); }
WARPLOCK_DEVICE void __prof_trigger(int) {}

#define WARPLOCK_IN_SPACE(name, space) \
    WARPLOCK_DEVICE unsigned name(const void *p) { return __nvvm_isspacep_##space(p); }
WARPLOCK_IN_SPACE(__isGlobal, global)
WARPLOCK_IN_SPACE(__isShared, shared)
WARPLOCK_IN_SPACE(__isConstant, const)
WARPLOCK_IN_SPACE(__isLocal, local)
#undef WARPLOCK_IN_SPACE
// Converts a generic address to a space's and back; clang numbers the spaces.
#define WARPLOCK_TO_SPACE(name, space) \
    WARPLOCK_DEVICE size_t __cvta_generic_to_##name(const void *p) { \
        return (size_t)(const __attribute__((address_space(space))) void *)p; } \
    WARPLOCK_DEVICE void *__cvta_##name##_to_generic(size_t address) { \
        return (void *)(__attribute__((address_space(space))) void *)address; }
WARPLOCK_TO_SPACE(global, 1)
WARPLOCK_TO_SPACE(shared, 3)
WARPLOCK_TO_SPACE(constant, 4)
WARPLOCK_TO_SPACE(local, 5)
#undef WARPLOCK_TO_SPACE

// What clang makes of printf, and what <assert.h> calls (PTX Writer's Guide to Interoperability, "System Calls").
extern "C" {
__device__ int vprintf(const char *, const char *);
__device__ void __assertfail(const char *message, const char *file, unsigned line, const char *function, size_t char_size);
__device__ int printf(const char *, ...);
__device__ static inline void __assert_fail(const char *message, const char *file, unsigned line, const char *function)
{
    __assertfail(message, file, line, function, sizeof(char));
}
// The entry of a virtual table for a function without a body.
__device__ inline void __cxa_pure_virtual() { __trap(); }
__device__ inline void __cxa_deleted_virtual() { __trap(); }
}
WARPLOCK_DEVICE void *memcpy(void *to, const void *from, size_t bytes) { return __builtin_memcpy(to, from, bytes); }
WARPLOCK_DEVICE void *memset(void *to, int byte, size_t bytes) { return __builtin_memset(to, byte, bytes); }

// min and max of all arithmetic types; mixed types are converted as in C++.
#define WARPLOCK_MIN_MAX(type) \
    static __host__ __device__ __forceinline__ type min(type x, type y) { return y < x ? y : x; } \
    static __host__ __device__ __forceinline__ type max(type x, type y) { return x < y ? y : x; }
#define WARPLOCK_MIN_MAX_MIXED(type, first, second) \
    static __host__ __device__ __forceinline__ type min(first x, second y) { return min((type)x, (type)y); } \
    static __host__ __device__ __forceinline__ type max(first x, second y) { return max((type)x, (type)y); }
#define WARPLOCK_MIN_MAX_BOTH(type, narrow) \
    WARPLOCK_MIN_MAX_MIXED(type, type, narrow) WARPLOCK_MIN_MAX_MIXED(type, narrow, type)
WARPLOCK_MIN_MAX(int)
WARPLOCK_MIN_MAX(unsigned)
WARPLOCK_MIN_MAX(long)
WARPLOCK_MIN_MAX(unsigned long)
WARPLOCK_MIN_MAX(long long)
WARPLOCK_MIN_MAX(unsigned long long)
WARPLOCK_MIN_MAX_BOTH(unsigned, int)
WARPLOCK_MIN_MAX_BOTH(unsigned long, long)
WARPLOCK_MIN_MAX_BOTH(unsigned long long, long long)
static __host__ __device__ __forceinline__ float min(float x, float y) { return __builtin_fminf(x, y); }
static __host__ __device__ __forceinline__ float max(float x, float y) { return __builtin_fmaxf(x, y); }
static __host__ __device__ __forceinline__ double min(double x, double y) { return __builtin_fmin(x, y); }
static __host__ __device__ __forceinline__ double max(double x, double y) { return __builtin_fmax(x, y); }
WARPLOCK_MIN_MAX_BOTH(double, float)
#undef WARPLOCK_MIN_MAX
#undef WARPLOCK_MIN_MAX_MIXED
#undef WARPLOCK_MIN_MAX_BOTH
WARPLOCK_DEVICE unsigned umin(unsigned x, unsigned y) { return min(x, y); }
WARPLOCK_DEVICE unsigned umax(unsigned x, unsigned y) { return max(x, y); }
WARPLOCK_DEVICE long long llmin(long long x, long long y) { return min(x, y); }
WARPLOCK_DEVICE long long llmax(long long x, long long y) { return max(x, y); }
WARPLOCK_DEVICE unsigned long long ullmin(unsigned long long x, unsigned long long y) { return min(x, y); }
WARPLOCK_DEVICE unsigned long long ullmax(unsigned long long x, unsigned long long y) { return max(x, y); }

#endif
