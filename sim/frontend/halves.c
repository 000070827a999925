// SPDX-License-Identifier: BSD-3-Clause
#include "sim/frontend/halves.h"

#include <math.h>
#include <string.h>

enum { SIGN = 0x8000, NOT_A_NUMBER = 0x7FFF };

// Bits of the significand with its hidden one, the exponent of the least normal number, infinity and 1.
typedef struct { int precision, least; uint32_t infinity, one; } format;

static const format *format_of(ptx_type type)
{
    static const format f16 = { 11, -14, 0x7C00, 0x3C00 }, bf16 = { 8, -126, 0x7F80, 0x3F80 };
    return type_is_bfloat(type) ? &bf16 : &f16;
}

static uint64_t bits_of(double v)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

static double double_of(uint64_t bits)
{
    double v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

uint32_t half_flushed(uint32_t bits, ptx_type type)
{
    uint32_t normal = 1u << (format_of(type)->precision - 1);
    return (bits & ~(uint32_t)SIGN & 0xFFFF) < normal ? bits & SIGN : bits & 0xFFFF;
}

double half_value(uint32_t bits, ptx_type type, bool flush)
{
    const format *f = format_of(type);
    uint32_t shift = (uint32_t)f->precision - 1, low = (flush ? half_flushed(bits, type) : bits) & 0x7FFF;
    uint64_t sign = (uint64_t)(bits >> 15 & 1) << 63, exponent = low >> shift, fraction = low & ((1u << shift) - 1);
    if (low >= f->infinity) {
        return double_of(sign | UINT64_C(0x7FF) << 52 | (fraction != 0 ? UINT64_C(1) << 51 : 0));
    }
    if (exponent == 0) {                                    // a multiple of the least number
        double v = (double)fraction * double_of((uint64_t)(1023 + f->least - (int)shift) << 52);
        return double_of(sign | bits_of(v));
    }
    return double_of(sign | (exponent + (uint64_t)(1022 + f->least)) << 52 | fraction << (52 - shift));
}

static bool goes_up(bool negative, uint64_t kept, uint64_t cut, uint64_t half, round_mode round)
{
    switch (round) {
    case ROUND_rz: return false;
    case ROUND_rm: return negative && cut != 0;
    case ROUND_rp: return !negative && cut != 0;
    default:       return cut > half || (cut == half && (kept & 1) != 0);
    }
}

uint32_t half_of(double v, ptx_type type, round_mode round)
{
    const format *f = format_of(type);
    uint64_t bits = bits_of(v), field = bits >> 52 & 0x7FF, fraction = bits & ((UINT64_C(1) << 52) - 1);
    uint32_t sign = (uint32_t)(bits >> 63) << 15, most = f->infinity - 1;
    bool negative = sign != 0, to_infinity = round != ROUND_rz && !(round == ROUND_rm && !negative) && !(round == ROUND_rp && negative);
    if (field == 0x7FF) {
        return fraction != 0 ? NOT_A_NUMBER : sign | f->infinity;
    }
    int exponent = field == 0 ? -1022 : (int)field - 1023, base = exponent < f->least ? f->least : exponent;
    int shift = base - exponent + 53 - f->precision;
    uint64_t number = fraction | (field != 0 ? UINT64_C(1) << 52 : 0);
    shift = shift > 63 ? 63 : shift;                        // all of it is less than half of the least number
    uint64_t kept = number >> shift, half = UINT64_C(1) << (shift - 1), cut = number & (half * 2 - 1);
    kept += goes_up(negative, kept, cut, half, round);
    uint64_t result = ((uint64_t)(base - f->least) << (f->precision - 1)) + kept;       // the hidden one, and a carry, raise the exponent
    return sign | (result <= most ? (uint32_t)result : to_infinity ? f->infinity : most);
}

double half_sum(double a, double b)
{
    double sum = a + b;
    if (!isfinite(sum)) {
        return sum;
    }
    double rest = sum - a, lost = (a - (sum - rest)) + (b - rest);      // exactly what the sum lost
    if (lost == 0.0 || (bits_of(sum) & 1) != 0) {
        return sum;
    }
    bool outward = (lost > 0.0) == (sum > 0.0);
    return double_of(bits_of(sum) + (outward ? 1 : UINT64_MAX));
}

double half_integer(uint64_t v, bool is_signed)
{
    bool negative = is_signed && (int64_t)v < 0;
    uint64_t size = negative ? 0 - v : v, low = size >> 53 != 0 ? size & 0x7FF : 0;
    double result = (double)(size - low);
    if (low != 0) {
        result = double_of(bits_of(result) | 1);
    }
    return negative ? -result : result;
}

uint32_t half_in_range(uint32_t bits, ptx_type type, uint32_t flags)
{
    const format *f = format_of(type);
    bool negative = (bits & SIGN) != 0;
    if ((bits & 0x7FFF) > f->infinity) {
        return (flags & HALF_SATURATES) != 0 ? 0 : NOT_A_NUMBER;
    }
    if ((flags & (HALF_SATURATES | HALF_RELU)) != 0 && negative) {
        return 0;
    }
    if ((flags & HALF_SATURATES) != 0 && bits > f->one) {
        return f->one;
    }
    return (flags & HALF_FINITE) != 0 && (bits & 0x7FFF) == f->infinity ? bits - 1 : bits;
}
