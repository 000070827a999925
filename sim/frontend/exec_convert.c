// SPDX-License-Identifier: BSD-3-Clause
// cvt, cvta, and packing: in two steps over whole rows, source to 64-bit integers or doubles, then to the destination.
// Float to integer clamps to the destination's range; NaN gives 0, or the highest bit alone where 64 bits are involved
// (PTX manual). Integer to float and f64 to f32 round once, in the mode written (nearest even without one); .sat clamps
// integers to the destination and floats to [0, 1].
#include "sim/frontend/halves.h"

#include <math.h>
#include <string.h>
#include <xmmintrin.h>

typedef float  __attribute__((may_alias)) float32;
typedef double __attribute__((may_alias)) float64;

static bool is_real(uint8_t type) { return type_is_float((ptx_type)type) || type_is_half((ptx_type)type); }

#define WIDEN(row, T) for (uint32_t i = 0; i < WARP_LANES; i++) { to[i] = (uint64_t)(int64_t)(T)row[i]; } break

// The source as 64-bit integers, sign- or zero-extended from its type.
static void load_integers(execution *x, const insn_code *code, uint64_t *to)
{
    uint64_t wide[WARP_LANES];
    if (code->vector == 8) {
        memcpy(wide, row64(x, code->src[0]), sizeof wide);
    } else {
        const uint32_t *narrow = row32(x, code->src[0]);
        for (uint32_t i = 0; i < WARP_LANES; i++) {
            wide[i] = narrow[i];
        }
    }
    switch (code->source_type) {
    case TYPE_u8:  case TYPE_b8:  WIDEN(wide, uint8_t);
    case TYPE_s8:                 WIDEN(wide, int8_t);
    case TYPE_u16: case TYPE_b16: WIDEN(wide, uint16_t);
    case TYPE_s16:                WIDEN(wide, int16_t);
    case TYPE_u32: case TYPE_b32: WIDEN(wide, uint32_t);
    case TYPE_s32:                WIDEN(wide, int32_t);
    default:                      memcpy(to, wide, sizeof wide);
    }
}

// Integers to the destination's register, sign-extended where its type is signed and its register wider.
static void store_integers(execution *x, const insn_code *code, const uint64_t *from, uint32_t mask)
{
    uint64_t to[WARP_LANES];
    switch (code->type) {
    case TYPE_u8:  case TYPE_b8:  WIDEN(from, uint8_t);
    case TYPE_s8:                 WIDEN(from, int8_t);
    case TYPE_u16: case TYPE_b16: WIDEN(from, uint16_t);
    case TYPE_s16:                WIDEN(from, int16_t);
    case TYPE_u32: case TYPE_b32: WIDEN(from, uint32_t);
    case TYPE_s32:                WIDEN(from, int32_t);
    default:                      memcpy(to, from, sizeof to);
    }
    if (code->data_bytes == 8) {
        row_write64(row64(x, code->dst[0]), to, mask);
        return;
    }
    uint32_t narrow[WARP_LANES];
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        narrow[i] = (uint32_t)to[i];
    }
    row_write32(row32(x, code->dst[0]), narrow, mask);
}

static void saturate_integers(const insn_code *code, uint64_t *v)
{
    uint32_t bits = type_bytes((ptx_type)code->type) * 8;
    bool to_signed = type_is_signed((ptx_type)code->type), from_signed = type_is_signed((ptx_type)code->source_type);
    uint64_t most = to_signed ? (1ull << (bits - 1)) - 1 : bits == 64 ? UINT64_MAX : (1ull << bits) - 1;
    int64_t least = to_signed ? -(int64_t)most - 1 : 0;
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        bool negative = from_signed && (int64_t)v[i] < 0;
        if (negative && (int64_t)v[i] < least) {
            v[i] = (uint64_t)least;
        } else if (!negative && v[i] > most) {
            v[i] = most;
        }
    }
}

static void load_doubles(execution *x, const insn_code *code, double *to)
{
    if (code->source_type == TYPE_f64) {
        memcpy(to, row64(x, code->src[0]), WARP_LANES * sizeof *to);
        return;
    }
    const uint32_t *bits = row32(x, code->src[0]);
    if (type_is_half((ptx_type)code->source_type)) {
        for (uint32_t i = 0; i < WARP_LANES; i++) {
            to[i] = half_value(bits[i], (ptx_type)code->source_type, false);
        }
        return;
    }
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        uint32_t b = code->csr != 0 && (bits[i] & 0x7F800000) == 0 ? bits[i] & 0x80000000 : bits[i];      // .ftz
        float value;
        memcpy(&value, &b, sizeof value);
        to[i] = (double)value;
    }
}

static double round_double(double v, uint32_t mode)
{
    switch (mode) {
    case ROUND_rni: return nearbyint(v);
    case ROUND_rzi: return trunc(v);
    case ROUND_rmi: return floor(v);
    case ROUND_rpi: return ceil(v);
    default:        return v;
    }
}

static void float_to_integer(const insn_code *code, const double *from, uint64_t *to)
{
    uint32_t bits = type_bytes((ptx_type)code->type) * 8;
    bool is_signed = type_is_signed((ptx_type)code->type);
    double least = is_signed ? -ldexp(1.0, (int)bits - 1) : 0.0, above = ldexp(1.0, (int)bits - (is_signed ? 1 : 0));
    uint64_t most = is_signed ? (1ull << (bits - 1)) - 1 : bits == 64 ? UINT64_MAX : (1ull << bits) - 1;
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        double v = round_double(from[i], code->choice);
        if (v != v) {
            to[i] = code->source_type == TYPE_f64 || bits == 64 ? 1ull << (bits - 1) : 0;
        } else if (v >= above) {
            to[i] = most;
        } else if (v <= least) {
            to[i] = is_signed ? ~most : 0;
        } else {
            to[i] = is_signed ? (uint64_t)(int64_t)v : (uint64_t)v;
        }
    }
}

static unsigned enter_rounding(const insn_code *code)
{
    static const uint16_t control[] = { [ROUND_rm] = CSR_DOWN, [ROUND_rp] = CSR_UP, [ROUND_rz] = CSR_ZERO };
    unsigned before = _mm_getcsr();
    uint16_t bits = code->choice < sizeof control / sizeof *control ? control[code->choice] : 0;
    _mm_setcsr(before | bits);
    return before;
}

static uint32_t finish32(float value, const insn_code *code)
{
    uint32_t bits;
    value = !code->saturate ? value : value > 0.0f ? (value < 1.0f ? value : 1.0f) : 0.0f;
    memcpy(&bits, &value, sizeof bits);
    if (code->csr != 0 && (bits & 0x7F800000) == 0) {
        return bits & 0x80000000;
    }
    return (bits & 0x7FFFFFFF) > 0x7F800000 ? 0x7FFFFFFF : bits;
}

static uint64_t finish64(double value, const insn_code *code)
{
    uint64_t bits;
    value = !code->saturate ? value : value > 0.0 ? (value < 1.0 ? value : 1.0) : 0.0;
    memcpy(&bits, &value, sizeof bits);
    return value != value ? 0x7FF8000000000000u : bits;
}

// Calls through a pointer keep the conversions between the two changes of the rounding mode. A compiler may convert an
// unsigned 0 by a difference, which rounded down is -0; it must be 0.
typedef void (*converter)(const insn_code *, const void *from, void *to);

static void integer_to_f32(const insn_code *code, const void *from, void *to)
{
    const uint64_t *v = from;
    float *r = to;
    bool is_signed = type_is_signed((ptx_type)code->source_type);
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        r[i] = is_signed ? (float)(int64_t)v[i] : (float)v[i];
    }
}

static void integer_to_f64(const insn_code *code, const void *from, void *to)
{
    const uint64_t *v = from;
    double *r = to;
    bool is_signed = type_is_signed((ptx_type)code->source_type);
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        r[i] = is_signed ? (double)(int64_t)v[i] : (double)v[i];
    }
}

static void double_to_f32(const insn_code *code, const void *from, void *to)
{
    const double *v = from;
    float *r = to;
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        r[i] = (float)round_double(v[i], code->choice);
    }
}

static void double_to_f64(const insn_code *code, const void *from, void *to)
{
    const double *v = from;
    double *r = to;
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        r[i] = round_double(v[i], code->choice);
    }
}

static void write_floats(execution *x, const insn_code *code, const void *from, uint32_t mask)
{
    static const converter converters[2][2] = { { integer_to_f32, integer_to_f64 }, { double_to_f32, double_to_f64 } };
    union { float f32[WARP_LANES]; double f64[WARP_LANES]; } r;
    bool wide = code->type == TYPE_f64, whole = !is_real(code->source_type);
    volatile converter convert = converters[!whole][wide];
    unsigned before = enter_rounding(code);
    convert(code, from, &r);
    _mm_setcsr(before);
    if (wide) {
        uint64_t bits[WARP_LANES];
        for (uint32_t i = 0; i < WARP_LANES; i++) {
            bits[i] = finish64(r.f64[i], code);
            bits[i] = whole && bits[i] << 1 == 0 ? 0 : bits[i];
        }
        row_write64(row64(x, code->dst[0]), bits, mask);
    } else {
        uint32_t bits[WARP_LANES];
        for (uint32_t i = 0; i < WARP_LANES; i++) {
            bits[i] = finish32(r.f32[i], code);
            bits[i] = whole && bits[i] << 1 == 0 ? 0 : bits[i];
        }
        row_write32(row32(x, code->dst[0]), bits, mask);
    }
}

void run_convert(execution *x, const insn_code *code, uint32_t mask)
{
    bool from_float = is_real(code->source_type), to_float = type_is_float((ptx_type)code->type);
    uint64_t integers[WARP_LANES];
    double doubles[WARP_LANES];
    if (from_float) {
        load_doubles(x, code, doubles);
    } else {
        load_integers(x, code, integers);
    }
    if (to_float) {
        write_floats(x, code, from_float ? (const void *)doubles : integers, mask);
        return;
    }
    if (from_float) {
        float_to_integer(code, doubles, integers);
    } else if (code->saturate) {
        saturate_integers(code, integers);
    }
    store_integers(x, code, integers, mask);
}

// Rounds each once: a double holds every float, and as much of an integer as half_of needs (halves.h).
static void to_halves(execution *x, const insn_code *code, uint32_t *r)
{
    double v[WARP_LANES];
    uint64_t whole[WARP_LANES];
    bool is_signed = type_is_signed((ptx_type)code->source_type), integer = !is_real(code->source_type);
    if (integer) {
        load_integers(x, code, whole);
    } else {
        load_doubles(x, code, v);
    }
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        double value = integer ? half_integer(whole[i], is_signed) : round_double(v[i], code->choice);
        r[i] = half_in_range(half_of(value, (ptx_type)code->type, (round_mode)code->choice), (ptx_type)code->type, code->saturate);
    }
}

void run_convert_to_half(execution *x, const insn_code *code, uint32_t mask)
{
    uint32_t r[WARP_LANES], lower[WARP_LANES];
    uint64_t wide[WARP_LANES];
    to_halves(x, code, r);
    if (type_is_pair((ptx_type)code->type)) {               // a goes to the upper half, b to the lower
        insn_code of_b = *code;
        of_b.src[0] = code->src[1];
        to_halves(x, &of_b, lower);
    }
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        r[i] = type_is_pair((ptx_type)code->type) ? r[i] << 16 | lower[i] : r[i];
        wide[i] = r[i];
    }
    if (code->data_bytes == 8) {
        row_write64(row64(x, code->dst[0]), wide, mask);
    } else {
        row_write32(row32(x, code->dst[0]), r, mask);
    }
}

// Rounds to nearest, ties away from 0: adds half of the last kept bit to the magnitude, which may reach infinity.
void run_convert_to_tf32(execution *x, const insn_code *code, uint32_t mask)
{
    enum { HALF_OF_LAST = 0x1000, BELOW = 0x1FFF };
    const uint32_t *from = row32(x, code->src[0]);
    uint32_t r[WARP_LANES];
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        bool is_nan = (from[i] & 0x7FFFFFFF) > 0x7F800000;
        r[i] = is_nan ? 0x7FFFFFFF : (from[i] + HALF_OF_LAST) & ~(uint32_t)BELOW;
    }
    row_write32(row32(x, code->dst[0]), r, mask);
}

void run_pack(execution *x, const insn_code *code, uint32_t mask)
{
    uint32_t bytes = type_bytes((ptx_type)code->type), part = bytes * 8 / code->n_src;
    uint64_t r[WARP_LANES] = { 0 }, field = (1ull << part) - 1;
    for (uint32_t e = 0; e < code->n_src; e++) {
        const uint32_t *from = row32(x, code->src[e]);
        for (uint32_t i = 0; i < WARP_LANES; i++) {
            r[i] |= (from[i] & field) << part * e;
        }
    }
    if (bytes == 8) {
        row_write64(row64(x, code->dst[0]), r, mask);
        return;
    }
    uint32_t narrow[WARP_LANES];
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        narrow[i] = (uint32_t)r[i];
    }
    row_write32(row32(x, code->dst[0]), narrow, mask);
}

void run_unpack(execution *x, const insn_code *code, uint32_t mask)
{
    uint32_t bytes = type_bytes((ptx_type)code->type), part = bytes * 8 / code->n_dst, r[WARP_LANES];
    uint64_t from[WARP_LANES], field = (1ull << part) - 1;
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        from[i] = bytes == 8 ? row64(x, code->src[0])[i] : row32(x, code->src[0])[i];
    }
    for (uint32_t e = 0; e < code->n_dst; e++) {
        for (uint32_t i = 0; i < WARP_LANES; i++) {
            r[i] = (uint32_t)(from[i] >> part * e & field);
        }
        row_write32(row32(x, code->dst[e]), r, mask);
    }
}
