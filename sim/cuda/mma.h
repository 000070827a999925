// SPDX-License-Identifier: BSD-3-Clause
// <mma.h>: nvcuda::wmma, a warp's matrix products (Programming Guide, "Warp Matrix Functions"): half, bfloat16 and bytes in
// three shapes, tf32, double, and integers of four bits and one bit. The Guide leaves open which elements a fragment holds;
// here as there, x[i] of two fragments of one type is the same element.
#ifndef __CUDA_MMA_H__
#define __CUDA_MMA_H__

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#ifdef __cplusplus
namespace nvcuda { namespace wmma {
struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };
namespace precision { struct tf32; }
namespace experimental {
namespace precision { struct u4; struct s4; struct b1; }
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
}

template <typename Use, int m, int n, int k, typename T, typename Layout = void> class fragment {
    static_assert(sizeof(Use *) == 0, "not supported by warplock: matrices of this shape, type and layout; of half, __nv_bfloat16, signed and "
                  "unsigned char there are 16x16x16, 32x8x16 and 8x32x16, of tf32 16x16x8, of double 8x8x4, of s4 and u4 8x8x32, of b1 8x8x128");
};
// Elements below a byte share an x[i].
template <typename T, typename Stored, int count, int elements = count> struct __frag_base {
    typedef T element_type;
    typedef Stored storage_element_type;
    enum { num_elements = elements, num_storage_elements = count };
    Stored x[count];
};
template <typename T, typename Stored, int count, int elements, typename Value>
WARPLOCK_DEVICE void fill_fragment(__frag_base<T, Stored, count, elements> &f, const Value &value)
{
    for (int i = 0; i < count; i++)
        f.x[i] = (Stored)value;
}
// The upper 19 bits of a float, rounded to nearest, ties away from zero (cvt.rna.tf32.f32).
__device__ __forceinline__ float __float_to_tf32(float f)
{
    unsigned bits = __float_as_uint(f);

    return (bits & 0x7f800000) == 0x7f800000 ? f : __uint_as_float((bits + 0x1000) & 0xffffe000);
}

// A fragment is COUNT 32-bit registers: their list in an instruction, and the variables after it.
#define WARPLOCK_LIST1(v) "{%[" #v "0]}"
#define WARPLOCK_LIST2(v) "{%[" #v "0], %[" #v "1]}"
#define WARPLOCK_LIST4(v) "{%[" #v "0], %[" #v "1], %[" #v "2], %[" #v "3]}"
#define WARPLOCK_LIST8(v) \
    "{%[" #v "0], %[" #v "1], %[" #v "2], %[" #v "3], %[" #v "4], %[" #v "5], %[" #v "6], %[" #v "7]}"
#define WARPLOCK_WORDS1(constraint, v) [v##0] constraint(v[0])
#define WARPLOCK_WORDS2(constraint, v) [v##0] constraint(v[0]), [v##1] constraint(v[1])
#define WARPLOCK_WORDS4(constraint, v) WARPLOCK_WORDS2(constraint, v), [v##2] constraint(v[2]), [v##3] constraint(v[3])
#define WARPLOCK_WORDS8(constraint, v) \
    WARPLOCK_WORDS4(constraint, v), [v##4] constraint(v[4]), [v##5] constraint(v[5]), [v##6] constraint(v[6]), [v##7] constraint(v[7])

#define WARPLOCK_LOAD(which, layout, shape, type, count) \
    asm volatile("wmma.load." which ".sync.aligned." layout "." shape "." type " " WARPLOCK_LIST##count(w) ", [%[from]], %[stride];" \
                 : WARPLOCK_WORDS##count("=r", w) : [from] "l"(from), [stride] "r"(stride) : "memory")
#define WARPLOCK_STORE(layout, shape, type, count) \
    asm volatile("wmma.store.d.sync.aligned." layout "." shape "." type " [%[to]], " WARPLOCK_LIST##count(w) ", %[stride];" \
                 : : WARPLOCK_WORDS##count("r", w), [to] "l"(to), [stride] "r"(stride) : "memory")

#define WARPLOCK_FACTOR(use, which, layout, m, n, k, shape, T, Stored, type, count) \
    WARPLOCK_FACTOR_FROM(use, which, layout, m, n, k, shape, T, Stored, Stored, type, count, count * 4 / sizeof(Stored))
#define WARPLOCK_FACTOR_FROM(use, which, layout, m, n, k, shape, T, Stored, Memory, type, count, elements) \
    template <> class fragment<use, m, n, k, T, layout##_major> : public __frag_base<T, Stored, count * 4 / sizeof(Stored), elements> {}; \
    WARPLOCK_DEVICE void load_matrix_sync(fragment<use, m, n, k, T, layout##_major> &f, const Memory *from, unsigned stride) \
    { \
        unsigned w[count]; \
        WARPLOCK_LOAD(which, #layout, shape, type, count); \
        __builtin_memcpy(f.x, w, sizeof w); \
    }
#define WARPLOCK_FACTORS(m, n, k, shape, T, Stored, type, of_a, of_b) \
    WARPLOCK_FACTOR(matrix_a, "a", row, m, n, k, shape, T, Stored, type, of_a) \
    WARPLOCK_FACTOR(matrix_a, "a", col, m, n, k, shape, T, Stored, type, of_a) \
    WARPLOCK_FACTOR(matrix_b, "b", row, m, n, k, shape, T, Stored, type, of_b) \
    WARPLOCK_FACTOR(matrix_b, "b", col, m, n, k, shape, T, Stored, type, of_b)

#define WARPLOCK_ACCUMULATOR(m, n, k, shape, T, type, count) \
    template <> class fragment<accumulator, m, n, k, T> : public __frag_base<T, T, count * 4 / sizeof(T)> {}; \
    WARPLOCK_DEVICE void load_matrix_sync(fragment<accumulator, m, n, k, T> &f, const T *from, unsigned stride, layout_t layout) \
    { \
        unsigned w[count]; \
        if (layout == mem_row_major) \
            WARPLOCK_LOAD("c", "row", shape, type, count); \
        else \
            WARPLOCK_LOAD("c", "col", shape, type, count); \
        __builtin_memcpy(f.x, w, sizeof w); \
    } \
    WARPLOCK_DEVICE void store_matrix_sync(T *to, const fragment<accumulator, m, n, k, T> &f, unsigned stride, layout_t layout) \
    { \
        unsigned w[count]; \
        __builtin_memcpy(w, f.x, sizeof w); \
        if (layout == mem_row_major) \
            WARPLOCK_STORE("row", shape, type, count); \
        else \
            WARPLOCK_STORE("col", shape, type, count); \
    }

// With `saturate` an infinity becomes the largest number and NaN zero.
WARPLOCK_DEVICE float warplock_finite(float f, float largest) { return f != f ? 0.f : fminf(fmaxf(f, -largest), largest); }
WARPLOCK_DEVICE void warplock_saturate(float *x, int n)
{
    for (int i = 0; i < n; i++)
        x[i] = warplock_finite(x[i], __uint_as_float(0x7f7fffff));
}
WARPLOCK_DEVICE void warplock_saturate(__half *x, int n)
{
    for (int i = 0; i < n; i++)
        x[i] = __float2half(warplock_finite(__half2float(x[i]), 65504.f));
}

#define WARPLOCK_PRODUCT(la, lb, m, n, k, shape, T, D, C, types, of_d, of_a, of_b, of_c) \
    WARPLOCK_DEVICE void mma_sync(fragment<accumulator, m, n, k, D> &to, const fragment<matrix_a, m, n, k, T, la##_major> &left, \
                                  const fragment<matrix_b, m, n, k, T, lb##_major> &right, \
                                  const fragment<accumulator, m, n, k, C> &add, bool saturate = false) \
    { \
        unsigned d[of_d], a[of_a], b[of_b], c[of_c]; \
        __builtin_memcpy(a, left.x, sizeof a); \
        __builtin_memcpy(b, right.x, sizeof b); \
        __builtin_memcpy(c, add.x, sizeof c); \
        asm volatile("wmma.mma.sync.aligned." #la "." #lb "." shape "." types " " WARPLOCK_LIST##of_d(d) ", " WARPLOCK_LIST##of_a(a) \
                     ", " WARPLOCK_LIST##of_b(b) ", " WARPLOCK_LIST##of_c(c) ";" \
                     : WARPLOCK_WORDS##of_d("=r", d) \
                     : WARPLOCK_WORDS##of_a("r", a), WARPLOCK_WORDS##of_b("r", b), WARPLOCK_WORDS##of_c("r", c)); \
        __builtin_memcpy(to.x, d, sizeof d); \
        if (saturate) \
            warplock_saturate(to.x, to.num_elements); \
    }
// For integers the instruction saturates.
#define WARPLOCK_INTEGER_MMA(la, lb, shape, types, behind, of_c, of_a, of_b) \
    asm volatile("wmma.mma.sync.aligned." #la "." #lb "." shape "." types behind " " WARPLOCK_LIST##of_c(d) ", " WARPLOCK_LIST##of_a(a) \
                 ", " WARPLOCK_LIST##of_b(b) ", " WARPLOCK_LIST##of_c(c) ";" \
                 : WARPLOCK_WORDS##of_c("=r", d) \
                 : WARPLOCK_WORDS##of_a("r", a), WARPLOCK_WORDS##of_b("r", b), WARPLOCK_WORDS##of_c("r", c))
#define WARPLOCK_INTEGER_PRODUCT(la, lb, m, n, k, shape, T, types, of_a, of_b, of_c) \
    WARPLOCK_DEVICE void mma_sync(fragment<accumulator, m, n, k, int> &to, const fragment<matrix_a, m, n, k, T, la##_major> &left, \
                                  const fragment<matrix_b, m, n, k, T, lb##_major> &right, \
                                  const fragment<accumulator, m, n, k, int> &add, bool saturate = false) \
    { \
        unsigned d[of_c], a[of_a], b[of_b], c[of_c]; \
        __builtin_memcpy(a, left.x, sizeof a); \
        __builtin_memcpy(b, right.x, sizeof b); \
        __builtin_memcpy(c, add.x, sizeof c); \
        if (saturate) \
            WARPLOCK_INTEGER_MMA(la, lb, shape, types, ".satfinite", of_c, of_a, of_b); \
        else \
            WARPLOCK_INTEGER_MMA(la, lb, shape, types, "", of_c, of_a, of_b); \
        __builtin_memcpy(to.x, d, sizeof d); \
    }
#define WARPLOCK_INTEGER_PRODUCTS(m, n, k, shape, T, types, of_a, of_b, of_c) \
    WARPLOCK_INTEGER_PRODUCT(row, row, m, n, k, shape, T, types, of_a, of_b, of_c) \
    WARPLOCK_INTEGER_PRODUCT(row, col, m, n, k, shape, T, types, of_a, of_b, of_c) \
    WARPLOCK_INTEGER_PRODUCT(col, row, m, n, k, shape, T, types, of_a, of_b, of_c) \
    WARPLOCK_INTEGER_PRODUCT(col, col, m, n, k, shape, T, types, of_a, of_b, of_c)
#define WARPLOCK_BYTE_MATRICES(m, n, shape, of_a, of_b) \
    WARPLOCK_ACCUMULATOR(m, n, 16, shape, int, "s32", 8) \
    WARPLOCK_FACTORS(m, n, 16, shape, signed char, signed char, "s8", of_a, of_b) \
    WARPLOCK_FACTORS(m, n, 16, shape, unsigned char, unsigned char, "u8", of_a, of_b) \
    WARPLOCK_INTEGER_PRODUCTS(m, n, 16, shape, signed char, "s32.s8.s8.s32", of_a, of_b, 8) \
    WARPLOCK_INTEGER_PRODUCTS(m, n, 16, shape, unsigned char, "s32.u8.u8.s32", of_a, of_b, 8)

// For four bits and one bit a fragment has one word, with x[0]; A lies along its rows, B down its columns. Strides are in
// elements.
#define WARPLOCK_SMALL_FACTORS(k, shape, T, Stored, type) \
    WARPLOCK_FACTOR_FROM(matrix_a, "a", row, 8, 8, k, shape, T, Stored, void, type, 1, k / 4) \
    WARPLOCK_FACTOR_FROM(matrix_b, "b", col, 8, 8, k, shape, T, Stored, void, type, 1, k / 4)
#define WARPLOCK_BIT_PRODUCT(op) \
    asm volatile("wmma.mma." op ".popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32 " WARPLOCK_LIST2(d) ", " WARPLOCK_LIST1(a) ", " \
                 WARPLOCK_LIST1(b) ", " WARPLOCK_LIST2(c) ";" \
                 : WARPLOCK_WORDS2("=r", d) : WARPLOCK_WORDS1("r", a), WARPLOCK_WORDS1("r", b), WARPLOCK_WORDS2("r", c))

#define WARPLOCK_DOUBLE_FACTOR(use, which, layout) \
    template <> class fragment<use, 8, 8, 4, double, layout##_major> : public __frag_base<double, double, 1> {}; \
    WARPLOCK_DEVICE void load_matrix_sync(fragment<use, 8, 8, 4, double, layout##_major> &f, const double *from, unsigned stride) \
    { \
        asm volatile("wmma.load." which ".sync.aligned." #layout ".m8n8k4.f64 {%0}, [%1], %2;" \
                     : "=d"(f.x[0]) : "l"(from), "r"(stride) : "memory"); \
    }
#define WARPLOCK_DOUBLE_PRODUCT(la, lb) \
    WARPLOCK_DEVICE void mma_sync(fragment<accumulator, 8, 8, 4, double> &to, const fragment<matrix_a, 8, 8, 4, double, la##_major> &left, \
                                  const fragment<matrix_b, 8, 8, 4, double, lb##_major> &right, \
                                  const fragment<accumulator, 8, 8, 4, double> &add) \
    { \
        double d0, d1; \
        asm volatile("wmma.mma.sync.aligned." #la "." #lb ".m8n8k4.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%4, %5};" \
                     : "=d"(d0), "=d"(d1) : "d"(left.x[0]), "d"(right.x[0]), "d"(add.x[0]), "d"(add.x[1])); \
        to.x[0] = d0, to.x[1] = d1; \
    }
#define WARPLOCK_DOUBLE_SUM(layout) \
    asm volatile("wmma.load.c.sync.aligned." layout ".m8n8k4.f64 {%0, %1}, [%2], %3;" \
                 : "=d"(f.x[0]), "=d"(f.x[1]) : "l"(from), "r"(stride) : "memory")
#define WARPLOCK_DOUBLE_STORE(layout) \
    asm volatile("wmma.store.d.sync.aligned." layout ".m8n8k4.f64 [%0], {%1, %2}, %3;" \
                 : : "l"(to), "d"(f.x[0]), "d"(f.x[1]), "r"(stride) : "memory")

#define WARPLOCK_PRODUCTS(m, n, k, shape, T, D, C, types, of_d, of_a, of_b, of_c) \
    WARPLOCK_PRODUCT(row, row, m, n, k, shape, T, D, C, types, of_d, of_a, of_b, of_c) \
    WARPLOCK_PRODUCT(row, col, m, n, k, shape, T, D, C, types, of_d, of_a, of_b, of_c) \
    WARPLOCK_PRODUCT(col, row, m, n, k, shape, T, D, C, types, of_d, of_a, of_b, of_c) \
    WARPLOCK_PRODUCT(col, col, m, n, k, shape, T, D, C, types, of_d, of_a, of_b, of_c)

#define WARPLOCK_SHORT_MATRICES(m, n, shape, of_a, of_b) \
    WARPLOCK_ACCUMULATOR(m, n, 16, shape, float, "f32", 8) \
    WARPLOCK_ACCUMULATOR(m, n, 16, shape, __half, "f16", 4) \
    WARPLOCK_FACTORS(m, n, 16, shape, __half, __half, "f16", 8, 8) \
    WARPLOCK_FACTORS(m, n, 16, shape, __nv_bfloat16, __nv_bfloat16, "bf16", of_a, of_b) \
    WARPLOCK_PRODUCTS(m, n, 16, shape, __half, float, float, "f32.f32", 8, 8, 8, 8) \
    WARPLOCK_PRODUCTS(m, n, 16, shape, __half, float, __half, "f32.f16", 8, 8, 8, 4) \
    WARPLOCK_PRODUCTS(m, n, 16, shape, __half, __half, float, "f16.f32", 4, 8, 8, 8) \
    WARPLOCK_PRODUCTS(m, n, 16, shape, __half, __half, __half, "f16.f16", 4, 8, 8, 4) \
    WARPLOCK_PRODUCTS(m, n, 16, shape, __nv_bfloat16, float, float, "f32.bf16.bf16.f32", 8, of_a, of_b, 8)
WARPLOCK_SHORT_MATRICES(16, 16, "m16n16k16", 4, 4)
WARPLOCK_SHORT_MATRICES(32, 8, "m32n8k16", 8, 2)
WARPLOCK_SHORT_MATRICES(8, 32, "m8n32k16", 2, 8)
WARPLOCK_ACCUMULATOR(16, 16, 8, "m16n16k8", float, "f32", 8)
WARPLOCK_FACTORS(16, 16, 8, "m16n16k8", precision::tf32, float, "tf32", 4, 4)
WARPLOCK_PRODUCTS(16, 16, 8, "m16n16k8", precision::tf32, float, float, "f32.tf32.tf32.f32", 8, 4, 4, 8)
WARPLOCK_BYTE_MATRICES(16, 16, "m16n16k16", 2, 2)
WARPLOCK_BYTE_MATRICES(32, 8, "m32n8k16", 4, 1)
WARPLOCK_BYTE_MATRICES(8, 32, "m8n32k16", 1, 4)
WARPLOCK_ACCUMULATOR(8, 8, 32, "m8n8k32", int, "s32", 2)
WARPLOCK_SMALL_FACTORS(32, "m8n8k32", experimental::precision::s4, int, "s4")
WARPLOCK_SMALL_FACTORS(32, "m8n8k32", experimental::precision::u4, unsigned, "u4")
WARPLOCK_INTEGER_PRODUCT(row, col, 8, 8, 32, "m8n8k32", experimental::precision::s4, "s32.s4.s4.s32", 1, 1, 2)
WARPLOCK_INTEGER_PRODUCT(row, col, 8, 8, 32, "m8n8k32", experimental::precision::u4, "s32.u4.u4.s32", 1, 1, 2)
WARPLOCK_ACCUMULATOR(8, 8, 128, "m8n8k128", int, "s32", 2)
WARPLOCK_SMALL_FACTORS(128, "m8n8k128", experimental::precision::b1, unsigned, "b1")
// C plus, for each row and column, the number of bits that differ, or that both set.
WARPLOCK_DEVICE void bmma_sync(fragment<accumulator, 8, 8, 128, int> &to,
                               const fragment<matrix_a, 8, 8, 128, experimental::precision::b1, row_major> &left,
                               const fragment<matrix_b, 8, 8, 128, experimental::precision::b1, col_major> &right,
                               const fragment<accumulator, 8, 8, 128, int> &add, experimental::bmmaBitOp op = experimental::bmmaBitOpXOR,
                               experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC)
{
    int d[2], c[2] = {add.x[0], add.x[1]};
    unsigned a[1] = {left.x[0]}, b[1] = {right.x[0]};
    if (op == experimental::bmmaBitOpAND)
        WARPLOCK_BIT_PRODUCT("and");
    else
        WARPLOCK_BIT_PRODUCT("xor");
    to.x[0] = d[0], to.x[1] = d[1];
}
template <> class fragment<accumulator, 8, 8, 4, double> : public __frag_base<double, double, 2> {};
WARPLOCK_DEVICE void load_matrix_sync(fragment<accumulator, 8, 8, 4, double> &f, const double *from, unsigned stride, layout_t layout)
{
    if (layout == mem_row_major)
        WARPLOCK_DOUBLE_SUM("row");
    else
        WARPLOCK_DOUBLE_SUM("col");
}
WARPLOCK_DEVICE void store_matrix_sync(double *to, const fragment<accumulator, 8, 8, 4, double> &f, unsigned stride, layout_t layout)
{
    if (layout == mem_row_major)
        WARPLOCK_DOUBLE_STORE("row");
    else
        WARPLOCK_DOUBLE_STORE("col");
}
WARPLOCK_DOUBLE_FACTOR(matrix_a, "a", row)
WARPLOCK_DOUBLE_FACTOR(matrix_a, "a", col)
WARPLOCK_DOUBLE_FACTOR(matrix_b, "b", row)
WARPLOCK_DOUBLE_FACTOR(matrix_b, "b", col)
WARPLOCK_DOUBLE_PRODUCT(row, row)
WARPLOCK_DOUBLE_PRODUCT(row, col)
WARPLOCK_DOUBLE_PRODUCT(col, row)
WARPLOCK_DOUBLE_PRODUCT(col, col)
#undef WARPLOCK_LIST1
#undef WARPLOCK_LIST2
#undef WARPLOCK_LIST4
#undef WARPLOCK_LIST8
#undef WARPLOCK_WORDS2
#undef WARPLOCK_WORDS4
#undef WARPLOCK_WORDS8
#undef WARPLOCK_LOAD
#undef WARPLOCK_STORE
#undef WARPLOCK_FACTOR
#undef WARPLOCK_FACTORS
#undef WARPLOCK_ACCUMULATOR
#undef WARPLOCK_PRODUCT
#undef WARPLOCK_PRODUCTS
#undef WARPLOCK_SHORT_MATRICES
#undef WARPLOCK_WORDS1
#undef WARPLOCK_FACTOR_FROM
#undef WARPLOCK_INTEGER_MMA
#undef WARPLOCK_INTEGER_PRODUCT
#undef WARPLOCK_INTEGER_PRODUCTS
#undef WARPLOCK_BYTE_MATRICES
#undef WARPLOCK_SMALL_FACTORS
#undef WARPLOCK_BIT_PRODUCT
#undef WARPLOCK_DOUBLE_FACTOR
#undef WARPLOCK_DOUBLE_PRODUCT
#undef WARPLOCK_DOUBLE_SUM
#undef WARPLOCK_DOUBLE_STORE
} }
#endif

#endif
