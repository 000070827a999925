// SPDX-License-Identifier: BSD-3-Clause
#include "tests/sim/frontend/half_reference.h"

#include <math.h>

static int digits(bool bfloat) { return bfloat ? 8 : 11; }
static int least(bool bfloat) { return bfloat ? -133 : -24; }           // power of the least number

half_exact half_read(uint32_t bits, bool bfloat)
{
    int below = digits(bfloat) - 1, field = (int)(bits >> below) & ((1 << (15 - below)) - 1);
    half_exact v = { .kind = KIND_NUMBER, .negative = bits >> 15 & 1, .size = bits & ((1u << below) - 1), .power = least(bfloat) };
    if (field == (1 << (15 - below)) - 1) {
        v.kind = v.size == 0 ? KIND_INFINITY : KIND_NAN;
    } else if (field > 0) {
        v.size += (half_whole)1 << below;
        v.power += field - 1;
    }
    return v;
}

half_exact half_of_double(double d)
{
    half_exact v = { .kind = isnan(d) ? KIND_NAN : isinf(d) ? KIND_INFINITY : KIND_NUMBER, .negative = signbit(d) != 0 };
    if (v.kind == KIND_NUMBER) {
        double fraction = frexp(fabs(d), &v.power);
        v.size = (uint64_t)ldexp(fraction, 53);
        v.power -= 53;
    }
    return v;
}

half_exact half_of_integer(uint64_t n, bool is_signed)
{
    bool negative = is_signed && (int64_t)n < 0;
    return (half_exact){ KIND_NUMBER, negative, negative ? 0 - n : n, 0 };
}

double half_double(uint32_t bits, bool bfloat)
{
    half_exact v = half_read(bits, bfloat);
    double size = v.kind == KIND_NAN ? NAN : v.kind == KIND_INFINITY ? INFINITY : ldexp((double)(uint64_t)v.size, v.power);
    return v.negative ? -size : size;
}

static uint32_t ranged(uint32_t bits, bool bfloat, int flags)
{
    uint32_t infinity = bfloat ? 0x7F80 : 0x7C00, one = bfloat ? 0x3F80 : 0x3C00, subnormal = bfloat ? 0x7F : 0x3FF;
    if ((bits & 0x7FFF) > infinity) {
        return flags & SATURATE ? 0 : 0x7FFF;
    }
    bits = (flags & FINITE) && (bits & 0x7FFF) == infinity ? bits - 1 : bits;
    bits = (flags & (SATURATE | RELU)) && bits >> 15 ? 0 : bits;
    bits = (flags & SATURATE) && bits > one ? one : bits;
    return (flags & FLUSH) && (bits & 0x7FFF) <= subnormal ? bits & 0x8000 : bits;
}

uint32_t half_rounded(half_exact v, bool bfloat, half_rounding rounding, int flags)
{
    uint32_t sign = v.negative ? 0x8000 : 0, infinity = bfloat ? 0x7F80 : 0x7C00;
    bool first = false, others = false;                                 // the bits that fell off
    int below = digits(bfloat) - 1;
    if (v.kind != KIND_NUMBER) {
        return ranged(v.kind == KIND_NAN ? 0x7FFF : sign | infinity, bfloat, flags);
    }
    while (v.size != 0 && v.power > least(bfloat) && v.size >> below == 0) {
        v.size <<= 1, v.power--;
    }
    while (v.size >> (below + 1) != 0 || v.power < least(bfloat)) {
        others = others || first;
        first = v.size & 1;
        v.size >>= 1, v.power++;
    }
    bool up = rounding == NEAREST ? first && (others || (v.size & 1)) : rounding == UP ? !v.negative && (first || others) :
              rounding == DOWN && v.negative && (first || others);
    v.size += up;
    if (v.size >> (below + 1) != 0) {
        v.size >>= 1, v.power++;
    }
    uint32_t bits = (uint32_t)v.size;
    if (v.size >> below != 0) {
        uint64_t field = (uint64_t)(v.power - least(bfloat) + 1);
        bool away = rounding == NEAREST || (rounding == UP && !v.negative) || (rounding == DOWN && v.negative);
        bits = field >= infinity >> below ? (away ? infinity : infinity - 1) : (uint32_t)(field << below) | (bits & ((1u << below) - 1));
    }
    return ranged(sign | bits, bfloat, flags);
}

// Of numbers: what is far smaller than the other only says that something follows.
static half_exact sum(half_exact a, half_exact b)
{
    if (b.size == 0 || (a.size != 0 && a.power < b.power)) {
        half_exact swap = a;
        a = b, b = swap;
    }
    if (a.size == 0 || b.size == 0) {                                   // -0 + -0 is -0
        return b.size != 0 ? b : a.size != 0 ? a : (half_exact){ KIND_NUMBER, a.negative && b.negative, 0, 0 };
    }
    if (a.power - b.power > 90) {
        a.size <<= 80, a.power -= 80;
        b.size = 1, b.power = a.power;
    }
    a.size <<= a.power - b.power;
    half_exact r = { KIND_NUMBER, a.negative, 0, b.power };
    if (a.negative == b.negative) {
        r.size = a.size + b.size;
    } else {
        r.size = a.size > b.size ? a.size - b.size : b.size - a.size;
        r.negative = r.size != 0 && (a.size > b.size ? a.negative : b.negative);
    }
    return r;
}

static uint32_t added(half_exact product, half_exact c, double as_doubles, bool bfloat, int flags)
{
    half_exact v = product.kind == KIND_NUMBER && c.kind == KIND_NUMBER ? sum(product, c) : half_of_double(as_doubles);
    return half_rounded(v, bfloat, NEAREST, flags);
}

// Of the bits, in the order of the numbers: -0 before 0.
static int rank(uint32_t bits) { return bits >> 15 ? -1 - (int)(bits & 0x7FFF) : (int)bits; }

static uint32_t chosen(uint32_t a, uint32_t b, bool larger, bool bfloat, int flags)
{
    bool nan_a = half_read(a, bfloat).kind == KIND_NAN, nan_b = half_read(b, bfloat).kind == KIND_NAN;
    uint32_t sign = (a ^ b) & 0x8000;
    if (flags & XOR_SIGNS) {
        a &= 0x7FFF, b &= 0x7FFF;
    }
    if ((nan_a && nan_b) || ((flags & KEEP_NAN) && (nan_a || nan_b))) {
        return 0x7FFF;
    }
    uint32_t r = nan_a ? b : nan_b ? a : (rank(a) < rank(b)) != larger ? a : b;
    return flags & XOR_SIGNS ? (r & 0x7FFF) | sign : r;
}

static uint32_t flushed(uint32_t bits, bool bfloat, int flags)
{
    return (flags & FLUSH) && (bits & 0x7FFF) <= (bfloat ? 0x7Fu : 0x3FFu) ? bits & 0x8000 : bits;
}

uint32_t half_expected(half_operation op, uint32_t a, uint32_t b, uint32_t c, bool bfloat, int flags)
{
    a = flushed(a & 0xFFFF, bfloat, flags), b = flushed(b & 0xFFFF, bfloat, flags), c = flushed(c & 0xFFFF, bfloat, flags);
    half_exact x = half_read(a, bfloat), y = half_read(b, bfloat), z = half_read(c, bfloat);
    double da = half_double(a, bfloat), db = half_double(b, bfloat), dc = half_double(c, bfloat);
    half_exact product = { x.kind == KIND_NUMBER && y.kind == KIND_NUMBER ? KIND_NUMBER : KIND_NAN, x.negative != y.negative, x.size * y.size, x.power + y.power };
    switch (op) {
    case HALF_SUB:
        y.negative = !y.negative;
        return added(x, y, da - db, bfloat, flags);
    case HALF_ADD:  return added(x, y, da + db, bfloat, flags);
    case HALF_MUL:  return half_rounded(product.kind == KIND_NUMBER ? product : half_of_double(da * db), bfloat, NEAREST, flags);
    case HALF_FMA:  return added(product, z, da * db + dc, bfloat, flags);
    case HALF_MIN:  return chosen(a, b, false, bfloat, flags);
    case HALF_MAX:  return chosen(a, b, true, bfloat, flags);
    case HALF_NEG:  return a ^ 0x8000;
    case HALF_ABS:  return a & 0x7FFF;
    case HALF_EX2:  return half_rounded(half_of_double((double)exp2l((long double)da)), bfloat, NEAREST, flags);
    default:        return half_rounded(half_of_double((double)tanhl((long double)da)), bfloat, NEAREST, flags);
    }
}
