// SPDX-License-Identifier: BSD-3-Clause
// What half and bfloat16 share in the CUDA Math API ("Half Precision Intrinsics", "Bfloat16 Precision Intrinsics"). The
// simulator has no instructions of either: it is computed in float, or double where a float is too short, and rounded once.
// Included by the header of a format, which has the type, conversions to and from float, and these words:
//   WARPLOCK_SHORT, WARPLOCK_SHORT2   the type, and a pair of it
//   WARPLOCK_WORD                     its word in names: half, bfloat16
//   WARPLOCK_INFINITE, WARPLOCK_ONE   their bits
// NaN is 0x7fff in both.
#define WARPLOCK_PASTE_(before, word, after) before##word##after
#define WARPLOCK_PASTE(before, word, after) WARPLOCK_PASTE_(before, word, after)
#define WARPLOCK_NAMED(before, after) WARPLOCK_PASTE(before, WARPLOCK_WORD, after)
#define WARPLOCK_FROM(f) WARPLOCK_NAMED(__float2, _rn)(f)
#define WARPLOCK_TO(h) WARPLOCK_NAMED(__, 2float)(h)
#define WARPLOCK_OF_BITS(bits) WARPLOCK_NAMED(__ushort_as_, )((unsigned short)(bits))

// --- bits
WARPLOCK_BOTH WARPLOCK_SHORT WARPLOCK_NAMED(__ushort_as_, )(unsigned short x)
{
    WARPLOCK_SHORT h;
    h.__x = x;
    return h;
}
WARPLOCK_BOTH WARPLOCK_SHORT WARPLOCK_NAMED(__short_as_, )(short x) { return WARPLOCK_OF_BITS(x); }
WARPLOCK_BOTH unsigned short WARPLOCK_NAMED(__, _as_ushort)(WARPLOCK_SHORT h) { return h.__x; }
WARPLOCK_BOTH short WARPLOCK_NAMED(__, _as_short)(WARPLOCK_SHORT h) { return (short)h.__x; }
WARPLOCK_BOTH bool __hisnan(WARPLOCK_SHORT x) { return (x.__x & 0x7fff) > WARPLOCK_INFINITE; }
WARPLOCK_BOTH int __hisinf(WARPLOCK_SHORT x) { return x.__x == WARPLOCK_INFINITE ? 1 : x.__x == (0x8000 | WARPLOCK_INFINITE) ? -1 : 0; }
WARPLOCK_BOTH WARPLOCK_SHORT __hneg(WARPLOCK_SHORT x) { return WARPLOCK_OF_BITS(x.__x ^ 0x8000); }
WARPLOCK_BOTH WARPLOCK_SHORT __habs(WARPLOCK_SHORT x) { return WARPLOCK_OF_BITS(x.__x & 0x7fff); }

// --- conversions: to nearest, towards 0, down and up
WARPLOCK_BOTH WARPLOCK_SHORT WARPLOCK_NAMED(warplock_, _beside)(WARPLOCK_SHORT h, bool up)
{
    if ((h.__x & 0x7fff) == 0)
        return WARPLOCK_OF_BITS(up ? 1 : 0x8001);
    return WARPLOCK_OF_BITS(h.__x + ((h.__x >> 15 != 0) == up ? -1 : 1));
}
WARPLOCK_BOTH WARPLOCK_SHORT WARPLOCK_NAMED(__float2, )(float f) { return WARPLOCK_FROM(f); }
WARPLOCK_BOTH WARPLOCK_SHORT WARPLOCK_NAMED(__float2, _rd)(float f)
{
    WARPLOCK_SHORT h = WARPLOCK_FROM(f);
    return WARPLOCK_TO(h) > f ? WARPLOCK_NAMED(warplock_, _beside)(h, false) : h;
}
WARPLOCK_BOTH WARPLOCK_SHORT WARPLOCK_NAMED(__float2, _ru)(float f)
{
    WARPLOCK_SHORT h = WARPLOCK_FROM(f);
    return WARPLOCK_TO(h) < f ? WARPLOCK_NAMED(warplock_, _beside)(h, true) : h;
}
WARPLOCK_BOTH WARPLOCK_SHORT WARPLOCK_NAMED(__float2, _rz)(float f)
{
    return f < 0 ? WARPLOCK_NAMED(__float2, _ru)(f) : WARPLOCK_NAMED(__float2, _rd)(f);
}
WARPLOCK_BOTH WARPLOCK_SHORT WARPLOCK_NAMED(__double2, )(double d) { return WARPLOCK_FROM(warplock_odd_float(d)); }
#define WARPLOCK_FROM_INTEGER(word, type, rounding) \
    WARPLOCK_BOTH WARPLOCK_SHORT WARPLOCK_NAMED(__##word##2, _##rounding)(type x) \
    { \
        unsigned long long size = x < 0 ? 0ull - (unsigned long long)x : (unsigned long long)x; \
        double d = warplock_odd_double(size); \
        return WARPLOCK_NAMED(__float2, _##rounding)(warplock_odd_float(x < 0 ? -d : d)); \
    }
#define WARPLOCK_TO_INTEGER(word, type, least, most, rounding, whole) \
    WARPLOCK_BOTH type WARPLOCK_NAMED(__, 2##word##_##rounding)(WARPLOCK_SHORT h) \
    { \
        float f = whole(WARPLOCK_TO(h)); \
        return f != f ? 0 : f >= (float)(most) ? (most) : f <= (float)(least) ? (least) : (type)f; \
    }
#define WARPLOCK_INTEGER(word, type, least, most) \
    WARPLOCK_FROM_INTEGER(word, type, rn) \
    WARPLOCK_FROM_INTEGER(word, type, rz) \
    WARPLOCK_FROM_INTEGER(word, type, rd) \
    WARPLOCK_FROM_INTEGER(word, type, ru) \
    WARPLOCK_TO_INTEGER(word, type, least, most, rn, rintf) \
    WARPLOCK_TO_INTEGER(word, type, least, most, rz, truncf) \
    WARPLOCK_TO_INTEGER(word, type, least, most, rd, floorf) \
    WARPLOCK_TO_INTEGER(word, type, least, most, ru, ceilf)
WARPLOCK_INTEGER(int, int, INT_MIN, INT_MAX)
WARPLOCK_INTEGER(uint, unsigned, 0u, UINT_MAX)
WARPLOCK_INTEGER(short, short, SHRT_MIN, SHRT_MAX)
WARPLOCK_INTEGER(ushort, unsigned short, 0, USHRT_MAX)
WARPLOCK_INTEGER(ll, long long, LLONG_MIN, LLONG_MAX)
WARPLOCK_INTEGER(ull, unsigned long long, 0ull, ULLONG_MAX)
WARPLOCK_TO_INTEGER(char, signed char, SCHAR_MIN, SCHAR_MAX, rz, truncf)
WARPLOCK_TO_INTEGER(uchar, unsigned char, 0, UCHAR_MAX, rz, truncf)
#undef WARPLOCK_INTEGER
#undef WARPLOCK_TO_INTEGER
#undef WARPLOCK_FROM_INTEGER

// --- arithmetic. A float holds enough of a sum, a product and a quotient for their second rounding to be that of the exact one.
WARPLOCK_BOTH WARPLOCK_SHORT WARPLOCK_NAMED(warplock_, _within_1)(WARPLOCK_SHORT x)
{
    float f = WARPLOCK_TO(x);
    return f > 0 ? f < 1 ? x : WARPLOCK_OF_BITS(WARPLOCK_ONE) : WARPLOCK_OF_BITS(0);
}
#define WARPLOCK_ARITHMETIC(name, sign) \
    WARPLOCK_BOTH WARPLOCK_SHORT name(WARPLOCK_SHORT x, WARPLOCK_SHORT y) { return WARPLOCK_FROM(WARPLOCK_TO(x) sign WARPLOCK_TO(y)); } \
    WARPLOCK_BOTH WARPLOCK_SHORT name##_rn(WARPLOCK_SHORT x, WARPLOCK_SHORT y) { return name(x, y); } \
    WARPLOCK_BOTH WARPLOCK_SHORT name##_sat(WARPLOCK_SHORT x, WARPLOCK_SHORT y) { return WARPLOCK_NAMED(warplock_, _within_1)(name(x, y)); } \
    WARPLOCK_BOTH WARPLOCK_SHORT operator sign(WARPLOCK_SHORT x, WARPLOCK_SHORT y) { return name(x, y); } \
    WARPLOCK_BOTH WARPLOCK_SHORT &operator sign##=(WARPLOCK_SHORT &x, WARPLOCK_SHORT y) { return x = name(x, y); }
WARPLOCK_ARITHMETIC(__hadd, +)
WARPLOCK_ARITHMETIC(__hsub, -)
WARPLOCK_ARITHMETIC(__hmul, *)
#undef WARPLOCK_ARITHMETIC
WARPLOCK_BOTH WARPLOCK_SHORT __hdiv(WARPLOCK_SHORT x, WARPLOCK_SHORT y) { return WARPLOCK_FROM(WARPLOCK_TO(x) / WARPLOCK_TO(y)); }
WARPLOCK_BOTH WARPLOCK_SHORT operator/(WARPLOCK_SHORT x, WARPLOCK_SHORT y) { return __hdiv(x, y); }
WARPLOCK_BOTH WARPLOCK_SHORT &operator/=(WARPLOCK_SHORT &x, WARPLOCK_SHORT y) { return x = __hdiv(x, y); }
WARPLOCK_BOTH WARPLOCK_SHORT operator-(WARPLOCK_SHORT x) { return __hneg(x); }
WARPLOCK_BOTH WARPLOCK_SHORT operator+(WARPLOCK_SHORT x) { return x; }
WARPLOCK_BOTH WARPLOCK_SHORT &operator++(WARPLOCK_SHORT &x) { return x = __hadd(x, WARPLOCK_OF_BITS(WARPLOCK_ONE)); }
WARPLOCK_BOTH WARPLOCK_SHORT &operator--(WARPLOCK_SHORT &x) { return x = __hsub(x, WARPLOCK_OF_BITS(WARPLOCK_ONE)); }
WARPLOCK_BOTH WARPLOCK_SHORT __hfma(WARPLOCK_SHORT x, WARPLOCK_SHORT y, WARPLOCK_SHORT z)
{
    return WARPLOCK_FROM(warplock_odd_float(warplock_odd_sum((double)WARPLOCK_TO(x) * WARPLOCK_TO(y), WARPLOCK_TO(z))));
}
WARPLOCK_BOTH WARPLOCK_SHORT __hfma_sat(WARPLOCK_SHORT x, WARPLOCK_SHORT y, WARPLOCK_SHORT z)
{
    return WARPLOCK_NAMED(warplock_, _within_1)(__hfma(x, y, z));
}
WARPLOCK_BOTH WARPLOCK_SHORT __hfma_relu(WARPLOCK_SHORT x, WARPLOCK_SHORT y, WARPLOCK_SHORT z)
{
    WARPLOCK_SHORT h = __hfma(x, y, z);
    return __hisnan(h) ? WARPLOCK_OF_BITS(0x7fff) : WARPLOCK_TO(h) > 0 ? h : WARPLOCK_OF_BITS(0);
}

// --- comparisons: of a NaN false, of those with a u true
#define WARPLOCK_COMPARISON(name, sign) \
    WARPLOCK_BOTH bool name(WARPLOCK_SHORT x, WARPLOCK_SHORT y) { return !__hisnan(x) && !__hisnan(y) && WARPLOCK_TO(x) sign WARPLOCK_TO(y); } \
    WARPLOCK_BOTH bool name##u(WARPLOCK_SHORT x, WARPLOCK_SHORT y) { return __hisnan(x) || __hisnan(y) || WARPLOCK_TO(x) sign WARPLOCK_TO(y); }
WARPLOCK_COMPARISON(__heq, ==)
WARPLOCK_COMPARISON(__hne, !=)
WARPLOCK_COMPARISON(__hlt, <)
WARPLOCK_COMPARISON(__hle, <=)
WARPLOCK_COMPARISON(__hgt, >)
WARPLOCK_COMPARISON(__hge, >=)
#undef WARPLOCK_COMPARISON
WARPLOCK_BOTH bool operator==(WARPLOCK_SHORT x, WARPLOCK_SHORT y) { return __heq(x, y); }
WARPLOCK_BOTH bool operator!=(WARPLOCK_SHORT x, WARPLOCK_SHORT y) { return __hneu(x, y); }
WARPLOCK_BOTH bool operator<(WARPLOCK_SHORT x, WARPLOCK_SHORT y) { return __hlt(x, y); }
WARPLOCK_BOTH bool operator<=(WARPLOCK_SHORT x, WARPLOCK_SHORT y) { return __hle(x, y); }
WARPLOCK_BOTH bool operator>(WARPLOCK_SHORT x, WARPLOCK_SHORT y) { return __hgt(x, y); }
WARPLOCK_BOTH bool operator>=(WARPLOCK_SHORT x, WARPLOCK_SHORT y) { return __hge(x, y); }
// If one is NaN, the other, except in _nan; +0 is above -0.
#define WARPLOCK_EXTREME(name, sign, of_zeros) \
    WARPLOCK_BOTH WARPLOCK_SHORT name##_nan(WARPLOCK_SHORT x, WARPLOCK_SHORT y) \
    { \
        if (__hisnan(x) || __hisnan(y)) \
            return WARPLOCK_OF_BITS(0x7fff); \
        if (((x.__x | y.__x) & 0x7fff) == 0) \
            return WARPLOCK_OF_BITS(x.__x of_zeros y.__x); \
        return WARPLOCK_TO(x) sign WARPLOCK_TO(y) ? x : y; \
    } \
    WARPLOCK_BOTH WARPLOCK_SHORT name(WARPLOCK_SHORT x, WARPLOCK_SHORT y) \
    { \
        return !__hisnan(x) && __hisnan(y) ? x : __hisnan(x) && !__hisnan(y) ? y : name##_nan(x, y); \
    }
WARPLOCK_EXTREME(__hmax, >, &)
WARPLOCK_EXTREME(__hmin, <, |)
#undef WARPLOCK_EXTREME

// --- functions, by those of float
#define WARPLOCK_FUNCTION(name, value) \
    WARPLOCK_BOTH WARPLOCK_SHORT name(WARPLOCK_SHORT x) { float f = WARPLOCK_TO(x); return WARPLOCK_FROM(value); }
WARPLOCK_FUNCTION(hceil, ceilf(f)) WARPLOCK_FUNCTION(hfloor, floorf(f)) WARPLOCK_FUNCTION(htrunc, truncf(f)) WARPLOCK_FUNCTION(hrint, rintf(f))
WARPLOCK_FUNCTION(hsqrt, sqrtf(f)) WARPLOCK_FUNCTION(hrsqrt, 1.0f / sqrtf(f)) WARPLOCK_FUNCTION(hrcp, 1.0f / f)
WARPLOCK_FUNCTION(hexp, expf(f)) WARPLOCK_FUNCTION(hexp2, exp2f(f)) WARPLOCK_FUNCTION(hexp10, powf(10.0f, f))
WARPLOCK_FUNCTION(hlog, logf(f)) WARPLOCK_FUNCTION(hlog2, log2f(f)) WARPLOCK_FUNCTION(hlog10, log10f(f))
WARPLOCK_FUNCTION(hsin, sinf(f)) WARPLOCK_FUNCTION(hcos, cosf(f))
#undef WARPLOCK_FUNCTION

// --- pairs
WARPLOCK_BOTH WARPLOCK_SHORT2 WARPLOCK_NAMED(make_, 2)(WARPLOCK_SHORT x, WARPLOCK_SHORT y)
{
    WARPLOCK_SHORT2 v;
    v.x = x;
    v.y = y;
    return v;
}
#define WARPLOCK_PAIR WARPLOCK_NAMED(make_, 2)
WARPLOCK_BOTH WARPLOCK_SHORT2 WARPLOCK_NAMED(__halves2, 2)(WARPLOCK_SHORT x, WARPLOCK_SHORT y) { return WARPLOCK_PAIR(x, y); }
#define WARPLOCK_TWICE WARPLOCK_PASTE(__, WARPLOCK_WORD, WARPLOCK_PASTE(2, WARPLOCK_WORD, 2))
WARPLOCK_BOTH WARPLOCK_SHORT2 WARPLOCK_TWICE(WARPLOCK_SHORT x) { return WARPLOCK_PAIR(x, x); }
#undef WARPLOCK_TWICE
WARPLOCK_BOTH WARPLOCK_SHORT2 WARPLOCK_NAMED(__float2, 2_rn)(float f) { return WARPLOCK_PAIR(WARPLOCK_FROM(f), WARPLOCK_FROM(f)); }
WARPLOCK_BOTH WARPLOCK_SHORT2 WARPLOCK_NAMED(__floats2, 2_rn)(float x, float y) { return WARPLOCK_PAIR(WARPLOCK_FROM(x), WARPLOCK_FROM(y)); }
WARPLOCK_BOTH WARPLOCK_SHORT2 WARPLOCK_NAMED(__float22, 2_rn)(float2 f) { return WARPLOCK_PAIR(WARPLOCK_FROM(f.x), WARPLOCK_FROM(f.y)); }
WARPLOCK_BOTH float2 WARPLOCK_NAMED(__, 22float2)(WARPLOCK_SHORT2 v) { return make_float2(WARPLOCK_TO(v.x), WARPLOCK_TO(v.y)); }
WARPLOCK_BOTH float __low2float(WARPLOCK_SHORT2 v) { return WARPLOCK_TO(v.x); }
WARPLOCK_BOTH float __high2float(WARPLOCK_SHORT2 v) { return WARPLOCK_TO(v.y); }
WARPLOCK_BOTH WARPLOCK_SHORT WARPLOCK_NAMED(__low2, )(WARPLOCK_SHORT2 v) { return v.x; }
WARPLOCK_BOTH WARPLOCK_SHORT WARPLOCK_NAMED(__high2, )(WARPLOCK_SHORT2 v) { return v.y; }
WARPLOCK_BOTH WARPLOCK_SHORT2 WARPLOCK_NAMED(__low2, 2)(WARPLOCK_SHORT2 v) { return WARPLOCK_PAIR(v.x, v.x); }
WARPLOCK_BOTH WARPLOCK_SHORT2 WARPLOCK_NAMED(__high2, 2)(WARPLOCK_SHORT2 v) { return WARPLOCK_PAIR(v.y, v.y); }
WARPLOCK_BOTH WARPLOCK_SHORT2 WARPLOCK_NAMED(__lows2, 2)(WARPLOCK_SHORT2 v, WARPLOCK_SHORT2 w) { return WARPLOCK_PAIR(v.x, w.x); }
WARPLOCK_BOTH WARPLOCK_SHORT2 WARPLOCK_NAMED(__highs2, 2)(WARPLOCK_SHORT2 v, WARPLOCK_SHORT2 w) { return WARPLOCK_PAIR(v.y, w.y); }
WARPLOCK_BOTH WARPLOCK_SHORT2 __lowhigh2highlow(WARPLOCK_SHORT2 v) { return WARPLOCK_PAIR(v.y, v.x); }
#define WARPLOCK_OF_PAIRS(name, one) \
    WARPLOCK_BOTH WARPLOCK_SHORT2 name(WARPLOCK_SHORT2 v, WARPLOCK_SHORT2 w) { return WARPLOCK_PAIR(one(v.x, w.x), one(v.y, w.y)); }
#define WARPLOCK_PAIRS_OPERATOR(name, one, sign) \
    WARPLOCK_OF_PAIRS(name, one) \
    WARPLOCK_BOTH WARPLOCK_SHORT2 operator sign(WARPLOCK_SHORT2 v, WARPLOCK_SHORT2 w) { return name(v, w); } \
    WARPLOCK_BOTH WARPLOCK_SHORT2 &operator sign##=(WARPLOCK_SHORT2 &v, WARPLOCK_SHORT2 w) { return v = name(v, w); }
WARPLOCK_PAIRS_OPERATOR(__hadd2, __hadd, +)
WARPLOCK_PAIRS_OPERATOR(__hsub2, __hsub, -)
WARPLOCK_PAIRS_OPERATOR(__hmul2, __hmul, *)
WARPLOCK_PAIRS_OPERATOR(__h2div, __hdiv, /)
WARPLOCK_OF_PAIRS(__hadd2_rn, __hadd) WARPLOCK_OF_PAIRS(__hsub2_rn, __hsub) WARPLOCK_OF_PAIRS(__hmul2_rn, __hmul)
WARPLOCK_OF_PAIRS(__hadd2_sat, __hadd_sat) WARPLOCK_OF_PAIRS(__hsub2_sat, __hsub_sat) WARPLOCK_OF_PAIRS(__hmul2_sat, __hmul_sat)
WARPLOCK_OF_PAIRS(__hmax2, __hmax) WARPLOCK_OF_PAIRS(__hmin2, __hmin)
WARPLOCK_OF_PAIRS(__hmax2_nan, __hmax_nan) WARPLOCK_OF_PAIRS(__hmin2_nan, __hmin_nan)
#undef WARPLOCK_PAIRS_OPERATOR
#undef WARPLOCK_OF_PAIRS
#define WARPLOCK_OF_THREE(name, one) \
    WARPLOCK_BOTH WARPLOCK_SHORT2 name(WARPLOCK_SHORT2 v, WARPLOCK_SHORT2 w, WARPLOCK_SHORT2 z) { \
        return WARPLOCK_PAIR(one(v.x, w.x, z.x), one(v.y, w.y, z.y)); }
WARPLOCK_OF_THREE(__hfma2, __hfma) WARPLOCK_OF_THREE(__hfma2_sat, __hfma_sat) WARPLOCK_OF_THREE(__hfma2_relu, __hfma_relu)
#undef WARPLOCK_OF_THREE
// For complex numbers: v w + z.
WARPLOCK_BOTH WARPLOCK_SHORT2 __hcmadd(WARPLOCK_SHORT2 v, WARPLOCK_SHORT2 w, WARPLOCK_SHORT2 z)
{
    return WARPLOCK_PAIR(__hfma(__hneg(v.y), w.y, __hfma(v.x, w.x, z.x)), __hfma(v.y, w.x, __hfma(v.x, w.y, z.y)));
}
#define WARPLOCK_OF_PAIR(name, one) \
    WARPLOCK_BOTH WARPLOCK_SHORT2 name(WARPLOCK_SHORT2 v) { return WARPLOCK_PAIR(one(v.x), one(v.y)); }
WARPLOCK_OF_PAIR(__hneg2, __hneg)
WARPLOCK_OF_PAIR(__habs2, __habs)
WARPLOCK_OF_PAIR(operator-, __hneg)
WARPLOCK_OF_PAIR(h2ceil, hceil) WARPLOCK_OF_PAIR(h2floor, hfloor) WARPLOCK_OF_PAIR(h2trunc, htrunc) WARPLOCK_OF_PAIR(h2rint, hrint)
WARPLOCK_OF_PAIR(h2sqrt, hsqrt) WARPLOCK_OF_PAIR(h2rsqrt, hrsqrt) WARPLOCK_OF_PAIR(h2rcp, hrcp) WARPLOCK_OF_PAIR(h2exp, hexp)
WARPLOCK_OF_PAIR(h2exp2, hexp2) WARPLOCK_OF_PAIR(h2exp10, hexp10) WARPLOCK_OF_PAIR(h2log, hlog) WARPLOCK_OF_PAIR(h2log2, hlog2)
WARPLOCK_OF_PAIR(h2log10, hlog10) WARPLOCK_OF_PAIR(h2sin, hsin) WARPLOCK_OF_PAIR(h2cos, hcos)
#undef WARPLOCK_OF_PAIR
// 1 and 0, or all bits and none, for each of two; the b forms tell whether both hold.
#define WARPLOCK_PAIRS_COMPARISON(of, one) \
    WARPLOCK_BOTH WARPLOCK_SHORT2 __h##of(WARPLOCK_SHORT2 v, WARPLOCK_SHORT2 w) { \
        return WARPLOCK_PAIR(WARPLOCK_OF_BITS(one(v.x, w.x) ? WARPLOCK_ONE : 0), WARPLOCK_OF_BITS(one(v.y, w.y) ? WARPLOCK_ONE : 0)); } \
    WARPLOCK_BOTH unsigned __h##of##_mask(WARPLOCK_SHORT2 v, WARPLOCK_SHORT2 w) { \
        return (one(v.x, w.x) ? 0xffffu : 0) | (one(v.y, w.y) ? 0xffff0000u : 0); } \
    WARPLOCK_BOTH bool __hb##of(WARPLOCK_SHORT2 v, WARPLOCK_SHORT2 w) { return one(v.x, w.x) && one(v.y, w.y); }
WARPLOCK_PAIRS_COMPARISON(eq2, __heq) WARPLOCK_PAIRS_COMPARISON(ne2, __hne) WARPLOCK_PAIRS_COMPARISON(lt2, __hlt)
WARPLOCK_PAIRS_COMPARISON(le2, __hle) WARPLOCK_PAIRS_COMPARISON(gt2, __hgt) WARPLOCK_PAIRS_COMPARISON(ge2, __hge)
WARPLOCK_PAIRS_COMPARISON(equ2, __hequ) WARPLOCK_PAIRS_COMPARISON(neu2, __hneu) WARPLOCK_PAIRS_COMPARISON(ltu2, __hltu)
WARPLOCK_PAIRS_COMPARISON(leu2, __hleu) WARPLOCK_PAIRS_COMPARISON(gtu2, __hgtu) WARPLOCK_PAIRS_COMPARISON(geu2, __hgeu)
#undef WARPLOCK_PAIRS_COMPARISON
WARPLOCK_BOTH bool operator==(WARPLOCK_SHORT2 v, WARPLOCK_SHORT2 w) { return __hbeq2(v, w); }
WARPLOCK_BOTH bool operator!=(WARPLOCK_SHORT2 v, WARPLOCK_SHORT2 w) { return __hbneu2(v, w); }
WARPLOCK_BOTH WARPLOCK_SHORT2 __hisnan2(WARPLOCK_SHORT2 v)
{
    return WARPLOCK_PAIR(WARPLOCK_OF_BITS(__hisnan(v.x) ? WARPLOCK_ONE : 0), WARPLOCK_OF_BITS(__hisnan(v.y) ? WARPLOCK_ONE : 0));
}

// --- memory and other lanes
#if defined(__CUDA__) && defined(__clang__)
WARPLOCK_DEVICE WARPLOCK_SHORT __ldg(const WARPLOCK_SHORT *p) { return WARPLOCK_OF_BITS(__ldg((const unsigned short *)p)); }
WARPLOCK_DEVICE WARPLOCK_SHORT2 WARPLOCK_NAMED(warplock_, _of_word)(unsigned word)
{
    return WARPLOCK_PAIR(WARPLOCK_OF_BITS(word), WARPLOCK_OF_BITS(word >> 16));
}
WARPLOCK_DEVICE unsigned warplock_word(WARPLOCK_SHORT2 v) { return v.x.__x | (unsigned)v.y.__x << 16; }
WARPLOCK_DEVICE WARPLOCK_SHORT2 __ldg(const WARPLOCK_SHORT2 *p) { return WARPLOCK_NAMED(warplock_, _of_word)(__ldg((const unsigned *)p)); }
#define WARPLOCK_SHUFFLE(name, lane_type) \
    WARPLOCK_DEVICE WARPLOCK_SHORT2 name(unsigned mask, WARPLOCK_SHORT2 v, lane_type lane, int width = 32) { \
        return WARPLOCK_NAMED(warplock_, _of_word)(name(mask, warplock_word(v), lane, width)); } \
    WARPLOCK_DEVICE WARPLOCK_SHORT name(unsigned mask, WARPLOCK_SHORT x, lane_type lane, int width = 32) { \
        return WARPLOCK_OF_BITS(name(mask, (unsigned)x.__x, lane, width)); }
WARPLOCK_SHUFFLE(__shfl_sync, int)
WARPLOCK_SHUFFLE(__shfl_up_sync, unsigned)
WARPLOCK_SHUFFLE(__shfl_down_sync, unsigned)
WARPLOCK_SHUFFLE(__shfl_xor_sync, int)
#undef WARPLOCK_SHUFFLE
// By compare-and-swap of the containing word, as the Programming Guide does without an instruction.
WARPLOCK_DEVICE WARPLOCK_SHORT2 atomicAdd(WARPLOCK_SHORT2 *p, WARPLOCK_SHORT2 v)
{
    unsigned *word = (unsigned *)p, seen = *(volatile unsigned *)word, before;
    do {
        before = seen;
        seen = atomicCAS(word, before, warplock_word(__hadd2(WARPLOCK_NAMED(warplock_, _of_word)(before), v)));
    } while (seen != before);
    return WARPLOCK_NAMED(warplock_, _of_word)(seen);
}
WARPLOCK_DEVICE WARPLOCK_SHORT atomicAdd(WARPLOCK_SHORT *p, WARPLOCK_SHORT x)
{
    unsigned *word = (unsigned *)((size_t)p & ~(size_t)3), shift = (size_t)p & 2 ? 16 : 0, seen = *(volatile unsigned *)word, before;
    do {
        before = seen;
        unsigned sum = __hadd(WARPLOCK_OF_BITS(before >> shift), x).__x;
        seen = atomicCAS(word, before, (before & ~(0xffffu << shift)) | sum << shift);
    } while (seen != before);
    return WARPLOCK_OF_BITS(seen >> shift);
}
#endif

#undef WARPLOCK_PAIR
#undef WARPLOCK_OF_BITS
#undef WARPLOCK_TO
#undef WARPLOCK_FROM
#undef WARPLOCK_NAMED
#undef WARPLOCK_PASTE
#undef WARPLOCK_PASTE_
