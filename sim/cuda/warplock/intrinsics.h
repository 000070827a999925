// SPDX-License-Identifier: BSD-3-Clause
// CUDA's integer, conversion, cast and rounding intrinsics. Directed rounding uses the PTX instructions that do it.
#ifndef WARPLOCK_CUDA_INTRINSICS_H
#define WARPLOCK_CUDA_INTRINSICS_H

// A device function that leaves nothing in the PTX unless called.
#define WARPLOCK_DEVICE static __device__ __inline__ __attribute__((always_inline))

// One instruction with two or three operands; r and l are inline assembly's register letters.
#define WARPLOCK_OP2(type, R, name, instruction) \
    WARPLOCK_DEVICE type name(type x, type y) { type z; asm(instruction " %0, %1, %2;" : "=" R(z) : R(x), R(y)); return z; }
#define WARPLOCK_OP3(type, R, name, instruction) \
    WARPLOCK_DEVICE type name(type x, type y, type z) { \
        type s; asm(instruction " %0, %1, %2, %3;" : "=" R(s) : R(x), R(y), R(z)); return s; }

// --- bits and integers
WARPLOCK_DEVICE int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
WARPLOCK_DEVICE int __clzll(long long x) { return x ? __builtin_clzll((unsigned long long)x) : 64; }
WARPLOCK_DEVICE int __popc(unsigned x) { return __builtin_popcount(x); }
WARPLOCK_DEVICE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
WARPLOCK_DEVICE unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
WARPLOCK_DEVICE unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
WARPLOCK_DEVICE int __ffs(int x) { return x ? 32 - __clz(x & -x) : 0; }
WARPLOCK_DEVICE int __ffsll(long long x) { return x ? 64 - __clzll(x & -x) : 0; }
WARPLOCK_OP3(unsigned, "r", __byte_perm, "prmt.b32")
WARPLOCK_OP2(int, "r", __mul24, "mul24.lo.s32")
WARPLOCK_OP2(unsigned, "r", __umul24, "mul24.lo.u32")
WARPLOCK_DEVICE int __mulhi(int x, int y) { return (int)((long long)x * y >> 32); }
WARPLOCK_DEVICE unsigned __umulhi(unsigned x, unsigned y) { return (unsigned)((unsigned long long)x * y >> 32); }
WARPLOCK_OP2(long long, "l", __mul64hi, "mul.hi.s64")
WARPLOCK_OP2(unsigned long long, "l", __umul64hi, "mul.hi.u64")
WARPLOCK_OP3(unsigned, "r", __usad, "sad.u32")
WARPLOCK_DEVICE unsigned __sad(int x, int y, unsigned z)
{
    unsigned s;
    asm("sad.s32 %0, %1, %2, %3;" : "=r"(s) : "r"(x), "r"(y), "r"(z));
    return s;
}
WARPLOCK_DEVICE int __hadd(int x, int y) { return (int)(((long long)x + y) >> 1); }
WARPLOCK_DEVICE int __rhadd(int x, int y) { return (int)(((long long)x + y + 1) >> 1); }
WARPLOCK_DEVICE unsigned __uhadd(unsigned x, unsigned y) { return (x & y) + ((x ^ y) >> 1); }
WARPLOCK_DEVICE unsigned __urhadd(unsigned x, unsigned y) { return (x | y) - ((x ^ y) >> 1); }
// The high (l) or low (r) word of hi:lo shifted by shift mod 32, or by at most 32 (lc, rc).
WARPLOCK_DEVICE unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned shift)
{
    return (unsigned)(((unsigned long long)hi << 32 | lo) << (shift & 31) >> 32);
}
WARPLOCK_DEVICE unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned shift)
{
    return (unsigned)(((unsigned long long)hi << 32 | lo) >> (shift & 31));
}
WARPLOCK_DEVICE unsigned __funnelshift_lc(unsigned lo, unsigned hi, unsigned shift)
{
    return shift >= 32 ? lo : __funnelshift_l(lo, hi, shift);
}
WARPLOCK_DEVICE unsigned __funnelshift_rc(unsigned lo, unsigned hi, unsigned shift)
{
    return shift >= 32 ? hi : __funnelshift_r(lo, hi, shift);
}
// The nth set bit of mask (offset > 0: upwards from base, < 0: downwards, 0: base itself), all ones if there is none.
WARPLOCK_DEVICE unsigned __fns(unsigned mask, unsigned base, int offset)
{
    int step = offset < 0 ? -1 : 1, left = offset < 0 ? -offset : offset;
    if (left == 0)
        return mask >> base & 1 ? base : 0xffffffffu;
    for (int bit = (int)base; bit >= 0 && bit < 32; bit += step)
        if (mask >> bit & 1 && --left == 0)
            return (unsigned)bit;
    return 0xffffffffu;
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 610
// The sum of z and the products of four bytes by four; or of two halves by the lower (lo) or upper (hi) two bytes.
#define WARPLOCK_DOT(name, type, instruction, first, second) \
    WARPLOCK_DEVICE type name(type x, type y, type z) { \
        type s; asm(instruction " %0, %1, %2, %3;" : "=r"(s) : "r"(x), "r"(y), "r"(z)); return s; } \
    WARPLOCK_DEVICE type name(first x, second y, type z) { \
        return name(__builtin_bit_cast(type, x), __builtin_bit_cast(type, y), z); }
WARPLOCK_DOT(__dp4a, int, "dp4a.s32.s32", char4, char4)
WARPLOCK_DOT(__dp4a, unsigned, "dp4a.u32.u32", uchar4, uchar4)
WARPLOCK_DOT(__dp2a_lo, int, "dp2a.lo.s32.s32", short2, char4)
WARPLOCK_DOT(__dp2a_lo, unsigned, "dp2a.lo.u32.u32", ushort2, uchar4)
WARPLOCK_DOT(__dp2a_hi, int, "dp2a.hi.s32.s32", short2, char4)
WARPLOCK_DOT(__dp2a_hi, unsigned, "dp2a.hi.u32.u32", ushort2, uchar4)
#undef WARPLOCK_DOT
#endif

// --- casts
WARPLOCK_DEVICE int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
WARPLOCK_DEVICE unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
WARPLOCK_DEVICE float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
WARPLOCK_DEVICE float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
WARPLOCK_DEVICE long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
WARPLOCK_DEVICE double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
WARPLOCK_DEVICE int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
WARPLOCK_DEVICE int __double2loint(double x) { return (int)__double_as_longlong(x); }
WARPLOCK_DEVICE double __hiloint2double(int hi, int lo) { return __longlong_as_double((long long)hi << 32 | (unsigned)lo); }

// --- conversions: every pair in every direction
#define WARPLOCK_CONVERT(to, name, from, builtin) WARPLOCK_DEVICE to __##name(from x) { return builtin(x); }
#define WARPLOCK_CONVERSIONS(mode, ptx) \
    WARPLOCK_CONVERT(int, float2int_##mode, float, __nvvm_f2i_##ptx) \
    WARPLOCK_CONVERT(unsigned, float2uint_##mode, float, __nvvm_f2ui_##ptx) \
    WARPLOCK_CONVERT(long long, float2ll_##mode, float, __nvvm_f2ll_##ptx) \
    WARPLOCK_CONVERT(unsigned long long, float2ull_##mode, float, __nvvm_f2ull_##ptx) \
    WARPLOCK_CONVERT(int, double2int_##mode, double, __nvvm_d2i_##ptx) \
    WARPLOCK_CONVERT(unsigned, double2uint_##mode, double, __nvvm_d2ui_##ptx) \
    WARPLOCK_CONVERT(long long, double2ll_##mode, double, __nvvm_d2ll_##ptx) \
    WARPLOCK_CONVERT(unsigned long long, double2ull_##mode, double, __nvvm_d2ull_##ptx) \
    WARPLOCK_CONVERT(float, int2float_##mode, int, __nvvm_i2f_##ptx) \
    WARPLOCK_CONVERT(float, uint2float_##mode, unsigned, __nvvm_ui2f_##ptx) \
    WARPLOCK_CONVERT(float, ll2float_##mode, long long, __nvvm_ll2f_##ptx) \
    WARPLOCK_CONVERT(float, ull2float_##mode, unsigned long long, __nvvm_ull2f_##ptx) \
    WARPLOCK_CONVERT(double, ll2double_##mode, long long, __nvvm_ll2d_##ptx) \
    WARPLOCK_CONVERT(double, ull2double_##mode, unsigned long long, __nvvm_ull2d_##ptx) \
    WARPLOCK_CONVERT(float, double2float_##mode, double, __nvvm_d2f_##ptx)
WARPLOCK_CONVERSIONS(rn, rn)
WARPLOCK_CONVERSIONS(rz, rz)
WARPLOCK_CONVERSIONS(rd, rm)
WARPLOCK_CONVERSIONS(ru, rp)
#undef WARPLOCK_CONVERSIONS
#undef WARPLOCK_CONVERT
WARPLOCK_DEVICE double __int2double_rn(int x) { return x; }
WARPLOCK_DEVICE double __uint2double_rn(unsigned x) { return x; }

// --- arithmetic with directed rounding. Sums and products are inline assembly: clang turns its round-to-nearest builtins into
// plain operations, which it contracts. r, l, f, d are register letters.
#define WARPLOCK_ROUNDED(mode, ptx, type, p, fma_p, letter, R, PTX) \
    WARPLOCK_OP2(type, R, __##p##add_##mode, "add." #ptx "." PTX) \
    WARPLOCK_OP2(type, R, __##p##sub_##mode, "sub." #ptx "." PTX) \
    WARPLOCK_OP2(type, R, __##p##mul_##mode, "mul." #ptx "." PTX) \
    WARPLOCK_DEVICE type __##p##div_##mode(type x, type y) { return __nvvm_div_##ptx##_##letter(x, y); } \
    WARPLOCK_DEVICE type __##fma_p##_##mode(type x, type y, type z) { return __nvvm_fma_##ptx##_##letter(x, y, z); } \
    WARPLOCK_DEVICE type __##p##rcp_##mode(type x) { return __nvvm_rcp_##ptx##_##letter(x); } \
    WARPLOCK_DEVICE type __##p##sqrt_##mode(type x) { return __nvvm_sqrt_##ptx##_##letter(x); }
#define WARPLOCK_BOTH_ROUNDED(mode, ptx) \
    WARPLOCK_ROUNDED(mode, ptx, float, f, fmaf, f, "f", "f32") \
    WARPLOCK_ROUNDED(mode, ptx, double, d, fma, d, "d", "f64")
WARPLOCK_BOTH_ROUNDED(rn, rn)
WARPLOCK_BOTH_ROUNDED(rz, rz)
WARPLOCK_BOTH_ROUNDED(rd, rm)
WARPLOCK_BOTH_ROUNDED(ru, rp)
#undef WARPLOCK_BOTH_ROUNDED
#undef WARPLOCK_ROUNDED
// Keeps subnormal numbers, with -use_fast_math too.
WARPLOCK_OP3(float, "f", __fmaf_ieee_rn, "fma.rn.f32")
WARPLOCK_OP3(float, "f", __fmaf_ieee_rz, "fma.rz.f32")
WARPLOCK_OP3(float, "f", __fmaf_ieee_rd, "fma.rm.f32")
WARPLOCK_OP3(float, "f", __fmaf_ieee_ru, "fma.rp.f32")
WARPLOCK_DEVICE float __frsqrt_rn(float x) { return (float)(1.0 / __dsqrt_rn((double)x)); }
WARPLOCK_DEVICE float __saturatef(float x) { return x > 0 ? x < 1 ? x : 1.0f : 0.0f; }

// --- the fast ones: the special function unit's instructions (Programming Guide, "Intrinsic Functions")
WARPLOCK_DEVICE float warplock_ex2(float x) { return __nvvm_ex2_approx_f(x); }
WARPLOCK_DEVICE float warplock_lg2(float x) { return __nvvm_lg2_approx_f(x); }
WARPLOCK_DEVICE float __sinf(float x) { return __nvvm_sin_approx_f(x); }
WARPLOCK_DEVICE float __cosf(float x) { return __nvvm_cos_approx_f(x); }
WARPLOCK_DEVICE float __fdividef(float x, float y) { return __nvvm_div_approx_f(x, y); }
WARPLOCK_DEVICE float __expf(float x) { return warplock_ex2(x * 1.4426950408889634f); }
WARPLOCK_DEVICE float __exp10f(float x) { return warplock_ex2(x * 3.3219280948873626f); }
WARPLOCK_DEVICE float __log2f(float x) { return warplock_lg2(x); }
WARPLOCK_DEVICE float __logf(float x) { return warplock_lg2(x) * 0.69314718055994531f; }
WARPLOCK_DEVICE float __log10f(float x) { return warplock_lg2(x) * 0.30102999566398120f; }
WARPLOCK_DEVICE float __powf(float x, float y) { return warplock_ex2(y * warplock_lg2(x)); }
WARPLOCK_DEVICE float __tanf(float x) { return __fdividef(__sinf(x), __cosf(x)); }
WARPLOCK_DEVICE void __sincosf(float x, float *sine, float *cosine) { *sine = __sinf(x); *cosine = __cosf(x); }

#endif
