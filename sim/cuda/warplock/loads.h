// SPDX-License-Identifier: BSD-3-Clause
// __ldg and its like: loads with a cache operator, of scalars and vectors (Programming Guide, "Read-Only Data Cache
// Load Function", "Load Functions Using Cache Hints").
#ifndef WARPLOCK_CUDA_LOADS_H
#define WARPLOCK_CUDA_LOADS_H

// A scalar is read in the registers that PTX has for it: bytes in 16 bits.
#define WARPLOCK_LOAD(name, keep, op, type, word, R, suffix) \
    WARPLOCK_DEVICE type name(const type *p) { \
        word x; asm keep(op suffix " %0, [%1];" : "=" R(x) : "l"(p)); return (type)x; }
#define WARPLOCK_LOAD_VECTORS(name, keep, op, vector, word, R, suffix) \
    WARPLOCK_DEVICE vector##2 name(const vector##2 *p) { \
        word x, y; asm keep(op ".v2" suffix " {%0, %1}, [%2];" : "=" R(x), "=" R(y) : "l"(p)); \
        return make_##vector##2(x, y); }
#define WARPLOCK_LOAD_QUADS(name, keep, op, vector, word, R, suffix) \
    WARPLOCK_LOAD_VECTORS(name, keep, op, vector, word, R, suffix) \
    WARPLOCK_DEVICE vector##4 name(const vector##4 *p) { \
        word x, y, z, w; \
        asm keep(op ".v4" suffix " {%0, %1, %2, %3}, [%4];" : "=" R(x), "=" R(y), "=" R(z), "=" R(w) : "l"(p)); \
        return make_##vector##4(x, y, z, w); }
#define WARPLOCK_LOADS(name, keep, op) \
    WARPLOCK_LOAD(name, keep, op, char, short, "h", ".s8") \
    WARPLOCK_LOAD(name, keep, op, signed char, short, "h", ".s8") \
    WARPLOCK_LOAD(name, keep, op, unsigned char, unsigned short, "h", ".u8") \
    WARPLOCK_LOAD(name, keep, op, short, short, "h", ".s16") \
    WARPLOCK_LOAD(name, keep, op, unsigned short, unsigned short, "h", ".u16") \
    WARPLOCK_LOAD(name, keep, op, int, int, "r", ".s32") \
    WARPLOCK_LOAD(name, keep, op, unsigned, unsigned, "r", ".u32") \
    WARPLOCK_LOAD(name, keep, op, long, long, "l", ".s64") \
    WARPLOCK_LOAD(name, keep, op, unsigned long, unsigned long, "l", ".u64") \
    WARPLOCK_LOAD(name, keep, op, long long, long long, "l", ".s64") \
    WARPLOCK_LOAD(name, keep, op, unsigned long long, unsigned long long, "l", ".u64") \
    WARPLOCK_LOAD(name, keep, op, float, float, "f", ".f32") \
    WARPLOCK_LOAD(name, keep, op, double, double, "d", ".f64") \
    WARPLOCK_LOAD_QUADS(name, keep, op, char, short, "h", ".s8") \
    WARPLOCK_LOAD_QUADS(name, keep, op, uchar, unsigned short, "h", ".u8") \
    WARPLOCK_LOAD_QUADS(name, keep, op, short, short, "h", ".s16") \
    WARPLOCK_LOAD_QUADS(name, keep, op, ushort, unsigned short, "h", ".u16") \
    WARPLOCK_LOAD_QUADS(name, keep, op, int, int, "r", ".s32") \
    WARPLOCK_LOAD_QUADS(name, keep, op, uint, unsigned, "r", ".u32") \
    WARPLOCK_LOAD_QUADS(name, keep, op, float, float, "f", ".f32") \
    WARPLOCK_LOAD_VECTORS(name, keep, op, longlong, long long, "l", ".s64") \
    WARPLOCK_LOAD_VECTORS(name, keep, op, ulonglong, unsigned long long, "l", ".u64") \
    WARPLOCK_LOAD_VECTORS(name, keep, op, double, double, "d", ".f64")
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 320
WARPLOCK_LOADS(__ldg, , "ld.global.nc")
#else
WARPLOCK_LOADS(__ldg, , "ld.global")
#endif
WARPLOCK_LOADS(__ldca, volatile, "ld.global.ca")
WARPLOCK_LOADS(__ldcg, volatile, "ld.global.cg")
WARPLOCK_LOADS(__ldcs, volatile, "ld.global.cs")
WARPLOCK_LOADS(__ldlu, volatile, "ld.global.lu")
WARPLOCK_LOADS(__ldcv, volatile, "ld.global.cv")
#undef WARPLOCK_LOADS
#undef WARPLOCK_LOAD_QUADS
#undef WARPLOCK_LOAD_VECTORS
#undef WARPLOCK_LOAD

#endif
