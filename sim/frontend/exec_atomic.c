// SPDX-License-Identifier: BSD-3-Clause
// atom and red: lanes in ascending order, each an indivisible read, computation and write, as instructions execute
// whole.
#include "sim/frontend/exec_memory.h"
#include "sim/frontend/halves.h"

#include <string.h>

static uint32_t integer32(atomic_operation op, bool is_signed, uint32_t old, uint32_t b, uint32_t c)
{
    bool less = is_signed ? (int32_t)b < (int32_t)old : b < old;
    switch (op) {
    case ATOMIC_and:  return old & b;
    case ATOMIC_or:   return old | b;
    case ATOMIC_xor:  return old ^ b;
    case ATOMIC_add:  return old + b;
    case ATOMIC_min:  return less ? b : old;
    case ATOMIC_max:  return less ? old : b;
    case ATOMIC_inc:  return old >= b ? 0 : old + 1;
    case ATOMIC_dec:  return old == 0 || old > b ? b : old - 1;
    case ATOMIC_exch: return b;
    default:          return old == b ? c : old;
    }
}

static uint64_t integer64(atomic_operation op, bool is_signed, uint64_t old, uint64_t b, uint64_t c)
{
    bool less = is_signed ? (int64_t)b < (int64_t)old : b < old;
    switch (op) {
    case ATOMIC_and:  return old & b;
    case ATOMIC_or:   return old | b;
    case ATOMIC_xor:  return old ^ b;
    case ATOMIC_add:  return old + b;
    case ATOMIC_min:  return less ? b : old;
    case ATOMIC_max:  return less ? old : b;
    case ATOMIC_exch: return b;
    default:          return old == b ? c : old;
    }
}

static uint32_t add_f32(uint32_t old, uint32_t b)
{
    float left, right;
    memcpy(&left, &old, sizeof left);
    memcpy(&right, &b, sizeof right);
    left += right;
    memcpy(&old, &left, sizeof left);
    return left != left ? 0x7FFFFFFF : old;
}

static uint64_t add_f64(uint64_t old, uint64_t b)
{
    double left, right;
    memcpy(&left, &old, sizeof left);
    memcpy(&right, &b, sizeof right);
    left += right;
    memcpy(&old, &left, sizeof left);
    return left != left ? 0x7FF8000000000000u : old;
}

static void move_atomic32(execution *x, const insn_code *code, uint8_t *host, const uint64_t *offset, uint32_t mask)
{
    const uint32_t *b = row32(x, code->src[1]), *c = row32(x, code->src[2]);
    uint32_t r[WARP_LANES], bytes = type_bytes((ptx_type)code->type);       // 2 of cas.b16
    bool is_signed = type_is_signed((ptx_type)code->type);
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(left), old = 0, new;
        memcpy(&old, host + offset[i], bytes);
        new = code->type == TYPE_f32 ? add_f32(old, b[i]) :
            integer32((atomic_operation)code->choice, is_signed, old, b[i], c[i]);
        memcpy(host + offset[i], &new, bytes);
        r[i] = old;
    }
    row_write32(row32(x, code->dst[0]), r, mask);
}

static void move_atomic64(execution *x, const insn_code *code, uint8_t *host, const uint64_t *offset, uint32_t mask)
{
    const uint64_t *b = row64(x, code->src[1]), *c = row64(x, code->src[2]);
    uint64_t r[WARP_LANES];
    bool is_signed = type_is_signed((ptx_type)code->type);
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(left);
        uint64_t old, new;
        memcpy(&old, host + offset[i], sizeof old);
        new = code->type == TYPE_f64 ? add_f64(old, b[i]) :
            integer64((atomic_operation)code->choice, is_signed, old, b[i], c[i]);
        memcpy(host + offset[i], &new, sizeof new);
        r[i] = old;
    }
    row_write64(row64(x, code->dst[0]), r, mask);
}

// A pair is two sums, each atomic by itself.
static void move_atomic_halves(execution *x, const insn_code *code, uint8_t *host, const uint64_t *offset, uint32_t mask)
{
    const uint32_t *b = row32(x, code->src[1]);
    uint32_t r[WARP_LANES] = { 0 }, bytes = type_bytes((ptx_type)code->type);
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(left), old = 0, new = 0;
        memcpy(&old, host + offset[i], bytes);
        for (uint32_t shift = 0; shift < bytes * 8; shift += 16) {
            double sum = half_sum(half_value(old >> shift, (ptx_type)code->type, false), half_value(b[i] >> shift, (ptx_type)code->type, false));
            new |= half_of(sum, (ptx_type)code->type, ROUND_rn) << shift;
        }
        memcpy(host + offset[i], &new, bytes);
        r[i] = old;
    }
    row_write32(row32(x, code->dst[0]), r, mask);
}

void access_atomic(execution *x, const insn_code *code, uint8_t *host, const uint64_t *offset, uint32_t mask)
{
    ptx_type type = (ptx_type)code->type;
    (type_is_half(type) ? move_atomic_halves : type_bytes(type) == 8 ? move_atomic64 : move_atomic32)(x, code, host, offset, mask);
}

void run_atomic(execution *x, const insn_code *code, uint32_t mask)
{
    static const uint64_t zeros[WARP_LANES];
    bool wide = type_bytes((ptx_type)code->type) == 8;
    uint32_t done = access_lanes(x, code, mask, access_atomic);
    if (done == mask || x->failed) {
        return;
    }
    if (wide) {
        row_write64(row64(x, code->dst[0]), zeros, mask & ~done);
    } else {
        row_write32(row32(x, code->dst[0]), (const uint32_t *)zeros, mask & ~done);
    }
}
