// SPDX-License-Identifier: BSD-3-Clause
// Video instructions, as in the PTX manual's pseudocode: parts of a and b become integers by their types, the operation is
// exact, .sat clamps its result to the range of the part that it goes to (by the sign of the result's type), and then it is
// added to c, compared with it, or replaces one of its parts. For .min and .max with c a result that .sat has not clamped has 33
// bits with sign, the manual's .s33. The loops go over 32 lanes each, so that they become vectors.
#include "sim/frontend/code.h"

__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

typedef struct { int64_t least, most; } range;

static range range_of(uint32_t bits, bool is_signed)
{
    return is_signed ? (range){ -(INT64_C(1) << (bits - 1)), (INT64_C(1) << (bits - 1)) - 1 } : (range){ 0, (INT64_C(1) << bits) - 1 };
}

static void take_part(const execution *x, const insn_code *code, video_part p, bool is_signed, int64_t *to)
{
    const uint32_t *from = row32(x, code->src[p.of_b]);
    uint32_t above = 32 - p.shift - p.bits, below = 32 - p.bits;
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        uint32_t top = from[i] << above;
        to[i] = is_signed ? (int32_t)top >> below : (int64_t)(top >> below);
    }
}

#define LANES(expression)                                   \
    for (uint32_t i = 0; i < WARP_LANES; i++) {             \
        int64_t a = ta[i], b = tb[i];                       \
        t[i] = (expression);                                \
    }                                                       \
    break

static void compare(uint8_t by, const int64_t *ta, const int64_t *tb, int64_t *t)
{
    switch (by) {
    case COMPARE_eq: LANES(a == b);
    case COMPARE_ne: LANES(a != b);
    case COMPARE_lt: LANES(a < b);
    case COMPARE_le: LANES(a <= b);
    case COMPARE_gt: LANES(a > b);
    default:         LANES(a >= b);
    }
}

// Shifts by up to 32 places, as in the manual: 65 bits. For .sat a result too large for a word need only stay too
// large.
static int64_t shift_left(int64_t a, int64_t by, bool saturates)
{
    const int64_t far = INT64_C(1) << 40;
    int128 wide = (int128)a * (INT64_C(1) << by);
    return saturates ? (wide > far ? far : wide < -far ? -far : (int64_t)wide) : (int64_t)(uint64_t)(uint128)wide;
}

static int64_t amount(int64_t b, bool wraps) { return wraps ? b & 31 : b > 32 ? 32 : b; }

static void operate(const video_info *v, const int64_t *ta, const int64_t *tb, int64_t *t)
{
    switch (v->operation) {
    case VIDEO_add:     LANES(a + b);
    case VIDEO_sub:     LANES(a - b);
    case VIDEO_absdiff: LANES(a < b ? b - a : a - b);
    case VIDEO_min:     LANES(a < b ? a : b);
    case VIDEO_max:     LANES(a > b ? a : b);
    case VIDEO_avrg:    LANES((a + b + (a + b >= 0)) >> 1);
    case VIDEO_shl:     LANES(shift_left(a, amount(b, v->wraps), v->saturates));
    case VIDEO_shr:     LANES(a >> amount(b, v->wraps));
    default:            compare(v->compare, ta, tb, t);
    }
}

static void saturate(range r, int64_t *t)
{
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        t[i] = t[i] < r.least ? r.least : t[i] > r.most ? r.most : t[i];
    }
}

// Replaces parts of c one after another; sums accumulate.
static void put(const video_info *v, video_part to, const int64_t *t, uint32_t *r)
{
    uint32_t field = (uint32_t)((UINT64_C(1) << to.bits) - 1) << to.shift;
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        int64_t narrow = (int64_t)((uint64_t)t[i] << 31) >> 31, c = v->signed_result ? (int32_t)r[i] : (int64_t)r[i];
        switch (v->second) {
        case VIDEO_THEN_ADD: r[i] += (uint32_t)t[i]; break;
        case VIDEO_THEN_MIN: r[i] = (uint32_t)(narrow < c ? narrow : c); break;
        case VIDEO_THEN_MAX: r[i] = (uint32_t)(narrow > c ? narrow : c); break;
        default:             r[i] = (r[i] & ~field) | ((uint32_t)t[i] << to.shift & field);
        }
    }
}

void run_video(execution *x, const insn_code *code, uint32_t mask)
{
    const video_info *v = code->video;
    int64_t ta[WARP_LANES], tb[WARP_LANES], t[WARP_LANES];
    uint32_t r[WARP_LANES];
    const uint32_t *c = row32(x, code->src[2]);
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        r[i] = c[i];
    }
    for (uint32_t e = 0; e < v->elements; e++) {
        if (v->to[e].bits == 0) {
            continue;
        }
        take_part(x, code, v->a[e], v->signed_a, ta);
        take_part(x, code, v->b[e], v->signed_b, tb);
        operate(v, ta, tb, t);
        if (v->saturates) {
            saturate(range_of(v->to[e].bits, v->signed_result), t);
        }
        put(v, v->to[e], t, r);
    }
    row_write32(row32(x, code->dst[0]), r, mask);
}

// A negated product or c is its bits inverted and one more; so c is extended after that, by the sign of the result, as in the
// manual.
void run_video_mad(execution *x, const insn_code *code, uint32_t mask)
{
    const video_info *v = code->video;
    const uint32_t *rc = row32(x, code->src[2]);
    int64_t ta[WARP_LANES], tb[WARP_LANES];
    uint32_t r[WARP_LANES];
    range to = range_of(32, v->signed_result);
    take_part(x, code, v->a[0], v->signed_a, ta);
    take_part(x, code, v->b[0], v->signed_b, tb);
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        uint32_t c = v->minus_c ? ~rc[i] : rc[i];
        int128 product = (int128)ta[i] * tb[i], sum = v->minus_product ? -product - 1 : product;
        sum += v->signed_result ? (int128)(int32_t)c : (int128)c;
        sum += v->plus_one || v->minus_product || v->minus_c;
        sum >>= v->scale;
        sum = v->saturates ? (sum < to.least ? to.least : sum > to.most ? to.most : sum) : sum;
        r[i] = (uint32_t)(uint128)sum;
    }
    row_write32(row32(x, code->dst[0]), r, mask);
}
