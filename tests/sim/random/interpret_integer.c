// SPDX-License-Identifier: BSD-3-Clause
// What integer, bit and predicate instructions compute (PTX ISA, "Integer Arithmetic", "Logic and Shift").
//
// Values travel as raw bits; each function masks or sign-extends its sources itself. Division by zero gives all ones
// (the generator never divides by zero); the smallest number divided by -1 wraps.
#include "tests/sim/random/interpreter_internal.h"

__extension__ typedef __int128 wide_signed;
__extension__ typedef unsigned __int128 wide_unsigned;

// The exact value of a source under the instruction's type.
static wide_signed exact(const instruction *in, uint64_t raw)
{
    if (in->type.kind == 's') return sign_extended(raw, in->type.bits);
    return (wide_signed)low_bits(raw, in->type.bits);
}

static uint64_t saturated(const instruction *in, wide_signed v)
{
    if (in->type.kind == 's' && has(in, MOD_sat)) {
        wide_signed top = ((wide_signed)1 << (in->type.bits - 1)) - 1;
        if (v > top) v = top;
        if (v < -top - 1) v = -top - 1;
    }
    return (uint64_t)v;
}

static uint64_t add_with(thread *t, const instruction *in, const uint64_t *s, uint32_t carry_in)
{
    unsigned bits = in->type.bits;
    if (has(in, MOD_cc)) {
        wide_unsigned sum = (wide_unsigned)low_bits(s[0], bits) + low_bits(s[1], bits) + carry_in;
        t->carry = (uint32_t)(sum >> bits) & 1;
        return (uint64_t)sum;
    }
    return saturated(in, exact(in, s[0]) + exact(in, s[1]) + carry_in);
}

static uint64_t sub_with(thread *t, const instruction *in, const uint64_t *s, uint32_t borrow_in)
{
    unsigned bits = in->type.bits;
    if (has(in, MOD_cc)) {
        wide_unsigned difference = (wide_unsigned)low_bits(s[0], bits) - low_bits(s[1], bits) - borrow_in;
        t->carry = (uint32_t)(difference >> bits) & 1;
        return (uint64_t)difference;
    }
    return saturated(in, exact(in, s[0]) - exact(in, s[1]) - borrow_in);
}

static uint64_t int_add(thread *t, const instruction *in, const uint64_t *s) { return add_with(t, in, s, 0); }
static uint64_t int_addc(thread *t, const instruction *in, const uint64_t *s) { return add_with(t, in, s, t->carry); }
static uint64_t int_sub(thread *t, const instruction *in, const uint64_t *s) { return sub_with(t, in, s, 0); }
static uint64_t int_subc(thread *t, const instruction *in, const uint64_t *s) { return sub_with(t, in, s, t->carry); }

// The part of the full product that .lo, .hi or .wide ask for.
static uint64_t product(const instruction *in, uint64_t a, uint64_t b)
{
    if (in->type.kind == 's') {
        wide_signed p = exact(in, a) * exact(in, b);
        return (uint64_t)(has(in, MOD_hi) ? p >> in->type.bits : p);
    }
    wide_unsigned p = (wide_unsigned)low_bits(a, in->type.bits) * low_bits(b, in->type.bits);
    return (uint64_t)(has(in, MOD_hi) ? p >> in->type.bits : p);
}

static uint64_t int_mul(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    return product(in, s[0], s[1]);
}

static uint64_t mad_with(thread *t, const instruction *in, const uint64_t *s, uint32_t carry_in)
{
    uint64_t p = product(in, s[0], s[1]);
    if (has(in, MOD_cc)) {
        wide_unsigned sum = (wide_unsigned)low_bits(p, in->type.bits) + low_bits(s[2], in->type.bits) + carry_in;
        t->carry = (uint32_t)(sum >> in->type.bits) & 1;
    }
    return p + s[2] + carry_in;
}

static uint64_t int_mad(thread *t, const instruction *in, const uint64_t *s)
{
    if (has(in, MOD_sat)) return saturated(in, exact(in, product(in, s[0], s[1])) + exact(in, s[2]));
    return mad_with(t, in, s, 0);
}

static uint64_t int_madc(thread *t, const instruction *in, const uint64_t *s) { return mad_with(t, in, s, t->carry); }

static uint64_t product24(const instruction *in, uint64_t a, uint64_t b)
{
    int64_t p;
    if (in->type.kind == 's') p = sign_extended(a, 24) * sign_extended(b, 24);
    else p = (int64_t)(low_bits(a, 24) * low_bits(b, 24));
    return (uint64_t)(has(in, MOD_hi) ? p >> 16 : p);
}

static uint64_t int_mul24(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    return product24(in, s[0], s[1]);
}

static uint64_t int_mad24(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    return product24(in, s[0], s[1]) + s[2];
}

static uint64_t int_div(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    wide_signed divisor = exact(in, s[1]);
    return divisor == 0 ? UINT64_MAX : (uint64_t)(exact(in, s[0]) / divisor);
}

static uint64_t int_rem(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    wide_signed divisor = exact(in, s[1]);
    return divisor == 0 ? UINT64_MAX : (uint64_t)(exact(in, s[0]) % divisor);
}

static uint64_t int_sad(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    wide_signed a = exact(in, s[0]), b = exact(in, s[1]);
    return (uint64_t)((a < b ? b - a : a - b) + exact(in, s[2]));
}

// Bytes of one by bytes, or by halves, of the other, from the PTX manual.
static wide_signed part_of(char kind, uint64_t from, unsigned number, unsigned bits)
{
    uint64_t raw = low_bits(from >> (number * bits), bits);
    return kind == 's' ? (wide_signed)sign_extended(raw, bits) : (wide_signed)raw;
}

static uint64_t int_dp4a(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    wide_signed sum = (wide_signed)low_bits(s[2], 32);
    for (unsigned i = 0; i < 4; i++) sum += part_of(in->type.kind, s[0], i, 8) * part_of(in->type2.kind, s[1], i, 8);
    return (uint64_t)sum;
}

static uint64_t int_dp2a(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    wide_signed sum = (wide_signed)low_bits(s[2], 32);
    for (unsigned i = 0; i < 2; i++)
        sum += part_of(in->type.kind, s[0], i, 16) * part_of(in->type2.kind, s[1], has(in, MOD_hi) ? i + 2 : i, 8);
    return (uint64_t)sum;
}

static uint64_t bits_bmsk(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    uint64_t position = low_bits(s[0], 32), width = low_bits(s[1], 32), mask = 0;
    if (!has(in, MOD_clamp)) position %= 32, width %= 32;
    for (uint64_t bit = position; bit < 32 && bit < position + width; bit++) mask |= UINT64_C(1) << bit;
    return mask;
}

static uint64_t bits_szext(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    uint64_t bits = low_bits(s[1], 32), a = low_bits(s[0], 32);
    if (!has(in, MOD_clamp)) bits %= 32;
    if (bits >= 32) return a;
    if (bits == 0) return 0;
    return in->type.kind == 's' ? (uint64_t)sign_extended(low_bits(a, (unsigned)bits), (unsigned)bits) : low_bits(a, (unsigned)bits);
}

static uint64_t int_abs(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    wide_signed a = exact(in, s[0]);
    return (uint64_t)(a < 0 ? -a : a);
}

static uint64_t int_neg(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    return (uint64_t)-exact(in, s[0]);
}

static uint64_t int_min(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    return exact(in, s[0]) < exact(in, s[1]) ? s[0] : s[1];
}

static uint64_t int_max(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    return exact(in, s[0]) > exact(in, s[1]) ? s[0] : s[1];
}

static uint64_t bits_and(thread *t, const instruction *in, const uint64_t *s) { (void)t, (void)in; return s[0] & s[1]; }
static uint64_t bits_or(thread *t, const instruction *in, const uint64_t *s) { (void)t, (void)in; return s[0] | s[1]; }
static uint64_t bits_xor(thread *t, const instruction *in, const uint64_t *s) { (void)t, (void)in; return s[0] ^ s[1]; }
static uint64_t bits_not(thread *t, const instruction *in, const uint64_t *s) { (void)t, (void)in; return ~s[0]; }

static uint64_t bits_cnot(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    return low_bits(s[0], in->type.bits) == 0;
}

static uint64_t bits_lop3(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t, (void)in;
    uint64_t result = 0;
    for (unsigned i = 0; i < 32; i++) {
        unsigned row = (unsigned)((s[0] >> i & 1) << 2 | (s[1] >> i & 1) << 1 | (s[2] >> i & 1));
        result |= (s[3] >> row & 1) << i;
    }
    return result;
}

// The highest bit that is not the sign's; all ones when there is none.
static uint64_t bits_bfind(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    unsigned bits = in->type.bits;
    uint64_t a = low_bits(s[0], bits);
    if (in->type.kind == 's' && a >> (bits - 1)) a = low_bits(~a, bits);
    if (a == 0) return 0xffffffff;
    unsigned highest = bits - 1;
    while (!(a >> highest & 1)) highest--;
    return has(in, MOD_shiftamt) ? bits - 1 - highest : highest;
}

// Shift amounts are unsigned 32-bit and clamped to the width.
static uint64_t bits_shl(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    uint64_t amount = low_bits(s[1], 32);
    return amount >= in->type.bits ? 0 : s[0] << amount;
}

static uint64_t bits_shr(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    uint64_t amount = low_bits(s[1], 32);
    if (amount > in->type.bits) amount = in->type.bits;
    return (uint64_t)(exact(in, s[0]) >> amount);
}

// shf: 64 bits b:a moved by c; .l keeps the upper half, .r the lower.
static uint64_t bits_shf(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    uint64_t pair = low_bits(s[1], 32) << 32 | low_bits(s[0], 32), amount = low_bits(s[2], 32);
    if (has(in, MOD_wrap)) amount &= 31;
    else if (amount > 32) amount = 32;
    return has(in, MOD_l) ? (amount == 0 ? pair >> 32 : pair >> (32 - amount)) : pair >> amount;
}

static uint64_t bits_popc(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    uint64_t n = 0;
    for (unsigned i = 0; i < in->type.bits; i++) n += s[0] >> i & 1;
    return n;
}

static uint64_t bits_clz(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    uint64_t n = 0;
    while (n < in->type.bits && !(s[0] >> (in->type.bits - 1 - n) & 1)) n++;
    return n;
}

static uint64_t bits_brev(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    uint64_t reversed = 0;
    for (unsigned i = 0; i < in->type.bits; i++) reversed |= (s[0] >> i & 1) << (in->type.bits - 1 - i);
    return reversed;
}

// bfe: the field bit by bit, as the ISA's pseudo-code has it; bits past the field repeat the sign bit of the field or
// 0.
static uint64_t bits_bfe(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    unsigned msb = in->type.bits - 1u, pos = s[1] & 0xff, len = s[2] & 0xff;
    uint64_t a = low_bits(s[0], in->type.bits), result = 0;
    unsigned sign_at = pos + len - 1 < msb ? pos + len - 1 : msb;
    uint64_t fill = in->type.kind == 'u' || len == 0 ? 0 : a >> sign_at & 1;
    for (unsigned i = 0; i <= msb; i++) {
        uint64_t bit = i < len && pos + i <= msb ? a >> (pos + i) & 1 : fill;
        result |= bit << i;
    }
    return result;
}

static uint64_t bits_bfi(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    unsigned msb = in->type.bits - 1u, pos = s[2] & 0xff, len = s[3] & 0xff;
    uint64_t result = s[1];
    for (unsigned i = 0; i < len && pos + i <= msb; i++) {
        uint64_t here = UINT64_C(1) << (pos + i);
        result = (s[0] >> i & 1) ? result | here : result & ~here;
    }
    return result;
}

// The four selectors of prmt's special modes, lowest byte first.
static unsigned prmt_selector(const instruction *in, unsigned control, unsigned byte)
{
    unsigned k = control & 3;
    if (has(in, MOD_f4e)) return k + byte;
    if (has(in, MOD_b4e)) return (k + 8 - byte) & 7;
    if (has(in, MOD_rc8)) return k;
    if (has(in, MOD_ecl)) return byte > k ? byte : k;
    if (has(in, MOD_ecr)) return byte < k ? byte : k;
    if (has(in, MOD_rc16)) return (k & 1) * 2 + (byte & 1);
    return control >> (4 * byte) & 15;
}

static uint64_t bits_prmt(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    uint64_t pair = low_bits(s[1], 32) << 32 | low_bits(s[0], 32), result = 0;
    for (unsigned byte = 0; byte < 4; byte++) {
        unsigned selector = prmt_selector(in, (unsigned)s[2], byte);
        uint64_t value = pair >> (8 * (selector & 7)) & 0xff;
        if (selector & 8) value = value & 0x80 ? 0xff : 0;
        result |= value << (8 * byte);
    }
    return result;
}

static uint64_t value_moved(thread *t, const instruction *in, const uint64_t *s) { (void)t, (void)in; return s[0]; }

static uint64_t value_selp(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t, (void)in;
    return s[2] & 1 ? s[0] : s[1];
}

static uint64_t value_slct(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    if (in->type2.kind == 'f') {           // +0 and -0 select a; NaN selects b
        bool nan = (s[2] & 0x7fffffff) > 0x7f800000, negative = s[2] >> 31 & 1, zero = (s[2] & 0x7fffffff) == 0;
        if (has(in, MOD_ftz) && !(s[2] & 0x7f800000)) zero = true;
        return !nan && (!negative || zero) ? s[0] : s[1];
    }
    return sign_extended(s[2], 32) >= 0 ? s[0] : s[1];
}

static bool integer_compare(const instruction *in, value_type type, uint64_t raw_a, uint64_t raw_b)
{
    wide_signed a = (wide_signed)low_bits(raw_a, type.bits), b = (wide_signed)low_bits(raw_b, type.bits);
    if (type.kind == 's') a = sign_extended(raw_a, type.bits), b = sign_extended(raw_b, type.bits);
    if (has(in, MOD_eq)) return a == b;
    if (has(in, MOD_ne)) return a != b;
    if (has(in, MOD_lt) || has(in, MOD_lo)) return a < b;
    if (has(in, MOD_le) || has(in, MOD_ls)) return a <= b;
    if (has(in, MOD_gt) || has(in, MOD_hi)) return a > b;
    return a >= b;
}

// The comparison of set and setp with its Boolean combination; *inverse is what setp's second predicate gets.
static bool compared(const instruction *in, value_type type, const uint64_t *s, bool *inverse)
{
    bool yes = type.kind == 'f' ? float_compare(in, s[0], s[1], type.bits) : integer_compare(in, type, s[0], s[1]);
    bool no = !yes, c = s[2] & 1;
    if (has(in, MOD_and)) yes = yes && c, no = no && c;
    else if (has(in, MOD_or)) yes = yes || c, no = no || c;
    else if (has(in, MOD_xor)) yes = yes != c, no = no != c;
    *inverse = no;
    return yes;
}

static uint64_t value_setp(thread *t, const instruction *in, const uint64_t *s)
{
    bool inverse;
    bool result = compared(in, in->type, s, &inverse);
    if (in->dst2.kind == REGISTER) t->frames[t->depth].reg[in->dst2.regs[0]] = inverse;
    return result;
}

static uint64_t value_set(thread *t, const instruction *in, const uint64_t *s)
{
    (void)t;
    bool inverse;
    if (!compared(in, in->type2, s, &inverse)) return 0;
    return in->type.kind == 'f' ? 0x3f800000 : 0xffffffff;
}

const mnemonic integer_mnemonics[] = {
    {"add", int_add, NULL}, {"addc", int_addc, NULL}, {"sub", int_sub, NULL}, {"subc", int_subc, NULL},
    {"mul", int_mul, NULL}, {"mad", int_mad, NULL}, {"madc", int_madc, NULL}, {"mul24", int_mul24, NULL},
    {"mad24", int_mad24, NULL}, {"div", int_div, NULL}, {"rem", int_rem, NULL}, {"sad", int_sad, NULL}, {"dp4a", int_dp4a, NULL},
    {"dp2a", int_dp2a, NULL}, {"bmsk", bits_bmsk, NULL}, {"szext", bits_szext, NULL},
    {"abs", int_abs, NULL}, {"neg", int_neg, NULL}, {"min", int_min, NULL}, {"max", int_max, NULL},
    {"and", bits_and, NULL}, {"or", bits_or, NULL}, {"xor", bits_xor, NULL}, {"not", bits_not, NULL},
    {"shl", bits_shl, NULL}, {"shr", bits_shr, NULL}, {"shf", bits_shf, NULL}, {"popc", bits_popc, NULL},
    {"clz", bits_clz, NULL}, {"brev", bits_brev, NULL}, {"bfe", bits_bfe, NULL}, {"bfi", bits_bfi, NULL},
    {"prmt", bits_prmt, NULL}, {"cnot", bits_cnot, NULL}, {"lop3", bits_lop3, NULL}, {"bfind", bits_bfind, NULL},
    {"mov", value_moved, NULL}, {"selp", value_selp, NULL}, {"slct", value_slct, NULL},
    {"setp", value_setp, NULL}, {"set", value_set, NULL}, {NULL, NULL, NULL}
};
