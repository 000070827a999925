// SPDX-License-Identifier: BSD-3-Clause
// Atomic functions (Programming Guide, "Atomic Functions") for all CUDA types. They are clang's builtins, so that the address
// space is found and ptx has atom.shared or atom.global where it is known.
#ifndef WARPLOCK_CUDA_ATOMICS_H
#define WARPLOCK_CUDA_ATOMICS_H

// 32-bit and 64-bit integers, for a scope: none (the GPU), cta_ (_block) or sys_ (_system).
#define WARPLOCK_ATOMIC(name, suffix, scope, op, type, word, letters) \
    WARPLOCK_DEVICE type name##suffix(type *p, type x) { return (type)__nvvm_atom_##scope##op##_gen_##letters((word *)p, (word)x); }
#define WARPLOCK_ATOMICS(suffix, scope) \
    WARPLOCK_ATOMIC(atomicAdd, suffix, scope, add, int, int, i) \
    WARPLOCK_ATOMIC(atomicAdd, suffix, scope, add, unsigned, int, i) \
    WARPLOCK_ATOMIC(atomicAdd, suffix, scope, add, unsigned long long, long long, ll) \
    WARPLOCK_ATOMIC(atomicAdd, suffix, scope, add, float, float, f) \
    WARPLOCK_DEVICE int atomicSub##suffix(int *p, int x) { return atomicAdd##suffix(p, -x); } \
    WARPLOCK_DEVICE unsigned atomicSub##suffix(unsigned *p, unsigned x) { return atomicAdd##suffix(p, 0u - x); } \
    WARPLOCK_ATOMIC(atomicExch, suffix, scope, xchg, int, int, i) \
    WARPLOCK_ATOMIC(atomicExch, suffix, scope, xchg, unsigned, int, i) \
    WARPLOCK_ATOMIC(atomicExch, suffix, scope, xchg, unsigned long long, long long, ll) \
    WARPLOCK_DEVICE float atomicExch##suffix(float *p, float x) { \
        return __int_as_float(atomicExch##suffix((int *)p, __float_as_int(x))); } \
    WARPLOCK_ATOMIC(atomicMin, suffix, scope, min, int, int, i) \
    WARPLOCK_ATOMIC(atomicMin, suffix, scope, min, unsigned, unsigned, ui) \
    WARPLOCK_ATOMIC(atomicMin, suffix, scope, min, long long, long long, ll) \
    WARPLOCK_ATOMIC(atomicMin, suffix, scope, min, unsigned long long, unsigned long long, ull) \
    WARPLOCK_ATOMIC(atomicMax, suffix, scope, max, int, int, i) \
    WARPLOCK_ATOMIC(atomicMax, suffix, scope, max, unsigned, unsigned, ui) \
    WARPLOCK_ATOMIC(atomicMax, suffix, scope, max, long long, long long, ll) \
    WARPLOCK_ATOMIC(atomicMax, suffix, scope, max, unsigned long long, unsigned long long, ull) \
    WARPLOCK_ATOMIC(atomicInc, suffix, scope, inc, unsigned, unsigned, ui) \
    WARPLOCK_ATOMIC(atomicDec, suffix, scope, dec, unsigned, unsigned, ui) \
    WARPLOCK_BITWISE(atomicAnd, suffix, scope, and) \
    WARPLOCK_BITWISE(atomicOr, suffix, scope, or) \
    WARPLOCK_BITWISE(atomicXor, suffix, scope, xor) \
    WARPLOCK_COMPARE(suffix, scope, int, int, i) \
    WARPLOCK_COMPARE(suffix, scope, unsigned, int, i) \
    WARPLOCK_COMPARE(suffix, scope, unsigned long long, long long, ll)
#define WARPLOCK_BITWISE(name, suffix, scope, op) \
    WARPLOCK_ATOMIC(name, suffix, scope, op, int, int, i) \
    WARPLOCK_ATOMIC(name, suffix, scope, op, unsigned, int, i) \
    WARPLOCK_ATOMIC(name, suffix, scope, op, unsigned long long, long long, ll)
#define WARPLOCK_COMPARE(suffix, scope, type, word, letters) \
    WARPLOCK_DEVICE type atomicCAS##suffix(type *p, type compare, type x) { \
        return (type)__nvvm_atom_##scope##cas_gen_##letters((word *)p, (word)compare, (word)x); }

WARPLOCK_ATOMICS(, )
// The host's compilation also reads kernels, and has no architecture.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
WARPLOCK_ATOMICS(_block, cta_)
WARPLOCK_ATOMICS(_system, sys_)
WARPLOCK_ATOMIC(atomicAdd, _block, cta_, add, double, double, d)
WARPLOCK_ATOMIC(atomicAdd, _system, sys_, add, double, double, d)
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 600
WARPLOCK_ATOMIC(atomicAdd, , , add, double, double, d)
#else
// Older architectures lack the instruction: the loop of the Programming Guide. It is a template, so that a program's own
// atomicAdd(double *, double), which many define for them, is no redefinition and takes precedence.
template <class T> struct warplock_if_double;
template <> struct warplock_if_double<double> { typedef double type; };
template <class T>
static __device__ __inline__ typename warplock_if_double<T>::type atomicAdd(T *p, typename warplock_if_double<T>::type x)
{
    unsigned long long *word = (unsigned long long *)p, seen = *(volatile unsigned long long *)word, before;
    do {
        before = seen;
        seen = atomicCAS(word, before, (unsigned long long)__double_as_longlong(x + __longlong_as_double((long long)before)));
    } while (seen != before);
    return __longlong_as_double((long long)seen);
}
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
// On the word that contains the 16 bits; its other half stays.
WARPLOCK_DEVICE unsigned short atomicCAS(unsigned short *p, unsigned short compare, unsigned short x)
{
    unsigned *word = (unsigned *)((unsigned long long)p & ~3ull), shift = (unsigned)((unsigned long long)p & 2) * 8;
    unsigned seen = *(volatile unsigned *)word, before;
    do {
        before = seen;
        if ((unsigned short)(before >> shift) != compare)
            break;
        seen = atomicCAS(word, before, (before & ~(0xffffu << shift)) | (unsigned)x << shift);
    } while (seen != before);
    return (unsigned short)(before >> shift);
}
#endif
#undef WARPLOCK_ATOMICS
#undef WARPLOCK_BITWISE
#undef WARPLOCK_COMPARE
#undef WARPLOCK_ATOMIC

#endif
