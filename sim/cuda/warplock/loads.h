// SPDX-License-Identifier: BSD-3-Clause
// __ldg, __stcg and their like: loads and stores with a cache operator, of scalars and vectors (Programming Guide, "Read-Only
// Data Cache Load Function", "Load Functions Using Cache Hints", "Store Functions Using Cache Hints").
#ifndef WARPLOCK_CUDA_LOADS_H
#define WARPLOCK_CUDA_LOADS_H

// A scalar is read into PTX's register size: bytes into 16 bits.
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

#define WARPLOCK_STORE(name, op, type, word, R, suffix) \
    WARPLOCK_DEVICE void name(type *p, type v) { asm volatile(op suffix " [%0], %1;" :: "l"(p), R((word)v) : "memory"); }
#define WARPLOCK_STORE_VECTORS(name, op, vector, word, R, suffix) \
    WARPLOCK_DEVICE void name(vector##2 *p, vector##2 v) { \
        asm volatile(op ".v2" suffix " [%0], {%1, %2};" :: "l"(p), R((word)v.x), R((word)v.y) : "memory"); }
#define WARPLOCK_STORE_QUADS(name, op, vector, word, R, suffix) \
    WARPLOCK_STORE_VECTORS(name, op, vector, word, R, suffix) \
    WARPLOCK_DEVICE void name(vector##4 *p, vector##4 v) { \
        asm volatile(op ".v4" suffix " [%0], {%1, %2, %3, %4};" \
                     :: "l"(p), R((word)v.x), R((word)v.y), R((word)v.z), R((word)v.w) : "memory"); }
#define WARPLOCK_STORES(name, op) \
    WARPLOCK_STORE(name, op, char, short, "h", ".s8") \
    WARPLOCK_STORE(name, op, signed char, short, "h", ".s8") \
    WARPLOCK_STORE(name, op, unsigned char, unsigned short, "h", ".u8") \
    WARPLOCK_STORE(name, op, short, short, "h", ".s16") \
    WARPLOCK_STORE(name, op, unsigned short, unsigned short, "h", ".u16") \
    WARPLOCK_STORE(name, op, int, int, "r", ".s32") \
    WARPLOCK_STORE(name, op, unsigned, unsigned, "r", ".u32") \
    WARPLOCK_STORE(name, op, long, long, "l", ".s64") \
    WARPLOCK_STORE(name, op, unsigned long, unsigned long, "l", ".u64") \
    WARPLOCK_STORE(name, op, long long, long long, "l", ".s64") \
    WARPLOCK_STORE(name, op, unsigned long long, unsigned long long, "l", ".u64") \
    WARPLOCK_STORE(name, op, float, float, "f", ".f32") \
    WARPLOCK_STORE(name, op, double, double, "d", ".f64") \
    WARPLOCK_STORE_QUADS(name, op, char, short, "h", ".s8") \
    WARPLOCK_STORE_QUADS(name, op, uchar, unsigned short, "h", ".u8") \
    WARPLOCK_STORE_QUADS(name, op, short, short, "h", ".s16") \
    WARPLOCK_STORE_QUADS(name, op, ushort, unsigned short, "h", ".u16") \
    WARPLOCK_STORE_QUADS(name, op, int, int, "r", ".s32") \
    WARPLOCK_STORE_QUADS(name, op, uint, unsigned, "r", ".u32") \
    WARPLOCK_STORE_QUADS(name, op, float, float, "f", ".f32") \
    WARPLOCK_STORE_VECTORS(name, op, longlong, long long, "l", ".s64") \
    WARPLOCK_STORE_VECTORS(name, op, ulonglong, unsigned long long, "l", ".u64") \
    WARPLOCK_STORE_VECTORS(name, op, double, double, "d", ".f64")
WARPLOCK_STORES(__stwb, "st.global.wb")
WARPLOCK_STORES(__stcg, "st.global.cg")
WARPLOCK_STORES(__stcs, "st.global.cs")
WARPLOCK_STORES(__stwt, "st.global.wt")
#undef WARPLOCK_STORES
#undef WARPLOCK_STORE_QUADS
#undef WARPLOCK_STORE_VECTORS
#undef WARPLOCK_STORE

#endif
