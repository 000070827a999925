// SPDX-License-Identifier: BSD-3-Clause
// CUDA's SIMD intrinsics (CUDA Math API): two halves or four bytes of a word, each separate. GPUs since Maxwell have no
// instructions for them either.
#ifndef WARPLOCK_CUDA_SIMD_H
#define WARPLOCK_CUDA_SIMD_H

WARPLOCK_DEVICE int warplock_simd_least(int bits) { return -(1 << (bits - 1)); }
WARPLOCK_DEVICE int warplock_simd_within(int x, int least, int most) { return x < least ? least : x > most ? most : x; }
WARPLOCK_DEVICE int warplock_simd_size(int x) { return x < 0 ? -x : x; }
WARPLOCK_DEVICE int warplock_simd_part(unsigned word, int at, int bits, bool sign)
{
    int x = (int)(word << (32 - bits - at));
    return sign ? x >> (32 - bits) : (int)((unsigned)x >> (32 - bits));
}

// `value` of a and b, the parts at one place of x and y, or of a alone.
#define WARPLOCK_SIMD_OF(name, bits, has_sign, value) \
    WARPLOCK_DEVICE unsigned name(unsigned x, unsigned y) \
    { \
        unsigned result = 0; \
        for (int at = 0; at < 32; at += bits) { \
            int a = warplock_simd_part(x, at, bits, has_sign), b = warplock_simd_part(y, at, bits, has_sign); \
            result |= ((unsigned)(value) & (0xffffffffu >> (32 - bits))) << at; \
        } \
        return result; \
    }
#define WARPLOCK_SIMD_ONE(name, bits, value) \
    WARPLOCK_DEVICE unsigned name(unsigned x) \
    { \
        unsigned result = 0; \
        for (int at = 0; at < 32; at += bits) { \
            int a = warplock_simd_part(x, at, bits, true); \
            result |= ((unsigned)(value) & (0xffffffffu >> (32 - bits))) << at; \
        } \
        return result; \
    }
#define WARPLOCK_SIMD_SUM(name, bits, has_sign) \
    WARPLOCK_DEVICE unsigned name(unsigned x, unsigned y) \
    { \
        unsigned sum = 0; \
        for (int at = 0; at < 32; at += bits) \
            sum += (unsigned)warplock_simd_size(warplock_simd_part(x, at, bits, has_sign) - warplock_simd_part(y, at, bits, has_sign)); \
        return sum; \
    }
// All bits of a part, or 1, where it holds.
#define WARPLOCK_SIMD_COMPARE(name, n, bits, has_sign, sign) \
    WARPLOCK_SIMD_OF(__vcmp##name##n, bits, has_sign, a sign b ? -1 : 0) \
    WARPLOCK_SIMD_OF(__vset##name##n, bits, has_sign, a sign b ? 1 : 0)
#define WARPLOCK_SIMD(n, bits) \
    WARPLOCK_SIMD_ONE(__vabs##n, bits, warplock_simd_size(a)) \
    WARPLOCK_SIMD_ONE(__vabsss##n, bits, warplock_simd_within(warplock_simd_size(a), 0, -1 - warplock_simd_least(bits))) \
    WARPLOCK_SIMD_ONE(__vneg##n, bits, -a) \
    WARPLOCK_SIMD_ONE(__vnegss##n, bits, warplock_simd_within(-a, warplock_simd_least(bits), -1 - warplock_simd_least(bits))) \
    WARPLOCK_SIMD_OF(__vadd##n, bits, false, a + b) \
    WARPLOCK_SIMD_OF(__vaddss##n, bits, true, warplock_simd_within(a + b, warplock_simd_least(bits), -1 - warplock_simd_least(bits))) \
    WARPLOCK_SIMD_OF(__vaddus##n, bits, false, warplock_simd_within(a + b, 0, (1 << bits) - 1)) \
    WARPLOCK_SIMD_OF(__vsub##n, bits, false, a - b) \
    WARPLOCK_SIMD_OF(__vsubss##n, bits, true, warplock_simd_within(a - b, warplock_simd_least(bits), -1 - warplock_simd_least(bits))) \
    WARPLOCK_SIMD_OF(__vsubus##n, bits, false, warplock_simd_within(a - b, 0, (1 << bits) - 1)) \
    WARPLOCK_SIMD_OF(__vabsdiffs##n, bits, true, warplock_simd_size(a - b)) \
    WARPLOCK_SIMD_OF(__vabsdiffu##n, bits, false, warplock_simd_size(a - b)) \
    WARPLOCK_SIMD_OF(__vavgs##n, bits, true, (a + b + (a + b >= 0)) >> 1) \
    WARPLOCK_SIMD_OF(__vavgu##n, bits, false, (a + b + 1) >> 1) \
    WARPLOCK_SIMD_OF(__vhaddu##n, bits, false, (a + b) >> 1) \
    WARPLOCK_SIMD_OF(__vmaxs##n, bits, true, a > b ? a : b) \
    WARPLOCK_SIMD_OF(__vmaxu##n, bits, false, a > b ? a : b) \
    WARPLOCK_SIMD_OF(__vmins##n, bits, true, a < b ? a : b) \
    WARPLOCK_SIMD_OF(__vminu##n, bits, false, a < b ? a : b) \
    WARPLOCK_SIMD_SUM(__vsads##n, bits, true) \
    WARPLOCK_SIMD_SUM(__vsadu##n, bits, false) \
    WARPLOCK_SIMD_COMPARE(eq, n, bits, false, ==) \
    WARPLOCK_SIMD_COMPARE(ne, n, bits, false, !=) \
    WARPLOCK_SIMD_COMPARE(ges, n, bits, true, >=) \
    WARPLOCK_SIMD_COMPARE(geu, n, bits, false, >=) \
    WARPLOCK_SIMD_COMPARE(gts, n, bits, true, >) \
    WARPLOCK_SIMD_COMPARE(gtu, n, bits, false, >) \
    WARPLOCK_SIMD_COMPARE(les, n, bits, true, <=) \
    WARPLOCK_SIMD_COMPARE(leu, n, bits, false, <=) \
    WARPLOCK_SIMD_COMPARE(lts, n, bits, true, <) \
    WARPLOCK_SIMD_COMPARE(ltu, n, bits, false, <)
WARPLOCK_SIMD(2, 16)
WARPLOCK_SIMD(4, 8)
#undef WARPLOCK_SIMD
#undef WARPLOCK_SIMD_COMPARE
#undef WARPLOCK_SIMD_SUM
#undef WARPLOCK_SIMD_ONE
#undef WARPLOCK_SIMD_OF

#endif
