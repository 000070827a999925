// SPDX-License-Identifier: BSD-3-Clause
// <mma.h>: nvcuda::wmma, a warp's products of matrices (Programming Guide, "Warp Matrix Functions"): of half and bfloat16 in
// three shapes, and of tf32. What a fragment holds of its matrix the Guide leaves open; here as there, x[i] of two fragments of
// one type is of the same element.
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

template <typename Use, int m, int n, int k, typename T, typename Layout = void> class fragment {
    static_assert(sizeof(Use *) == 0, "not supported by warplock: matrices of this shape and type; of half and __nv_bfloat16 there are "
                  "16x16x16, 32x8x16 and 8x32x16, of tf32 16x16x8; of integers, double and bits none");
};
template <typename T, typename Stored, int count> struct __frag_base {
    typedef T element_type;
    typedef Stored storage_element_type;
    enum { num_elements = count, num_storage_elements = count };
    Stored x[count];
};
template <typename T, typename Stored, int count, typename Value>
WARPLOCK_DEVICE void fill_fragment(__frag_base<T, Stored, count> &f, const Value &value)
{
    for (int i = 0; i < count; i++)
        f.x[i] = (Stored)value;
}
// The upper 19 bits of a float, to the nearest, and from half way up in magnitude (cvt.rna.tf32.f32).
__device__ __forceinline__ float __float_to_tf32(float f)
{
    unsigned bits = __float_as_uint(f);

    return (bits & 0x7f800000) == 0x7f800000 ? f : __uint_as_float((bits + 0x1000) & 0xffffe000);
}

// A fragment is COUNT registers of 32 bits: their list in an instruction, and the variables behind it.
#define WARPLOCK_LIST2(v) "{%[" #v "0], %[" #v "1]}"
#define WARPLOCK_LIST4(v) "{%[" #v "0], %[" #v "1], %[" #v "2], %[" #v "3]}"
#define WARPLOCK_LIST8(v) \
    "{%[" #v "0], %[" #v "1], %[" #v "2], %[" #v "3], %[" #v "4], %[" #v "5], %[" #v "6], %[" #v "7]}"
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
    template <> class fragment<use, m, n, k, T, layout##_major> : public __frag_base<T, Stored, count * 4 / sizeof(Stored)> {}; \
    WARPLOCK_DEVICE void load_matrix_sync(fragment<use, m, n, k, T, layout##_major> &f, const Stored *from, unsigned stride) \
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
} }
#endif

#endif
