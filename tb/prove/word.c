// SPDX-License-Identifier: BSD-3-Clause
#include "tb/prove/word.h"

#include <string.h>

#include "tb/prove/prove.h"

word word_zero(int width) { return (word){width, prove_zeros((size_t)width + 1, sizeof(literal))}; }

word word_number(int width, uint64_t number)
{
    word v = word_zero(width);
    for (int i = 0; i < width && i < 64; i++) v.bits[i] = number >> i & 1;
    return v;
}

bool word_is_number(word a, uint64_t *number)
{
    *number = 0;
    for (int i = 0; i < a.width; i++) {
        if (a.bits[i] > ONE) return false;
        if (i < 64) *number |= (uint64_t)a.bits[i] << i;
    }
    return true;
}

word word_extend(word a, int width, bool sign)
{
    word v = word_zero(width);
    for (int i = 0; i < width; i++) v.bits[i] = i < a.width ? a.bits[i] : sign ? a.bits[a.width - 1] : ZERO;
    return v;
}

word word_not(word a)
{
    word v = word_zero(a.width);
    for (int i = 0; i < a.width; i++) v.bits[i] = not1(a.bits[i]);
    return v;
}

word word_bitwise(word a, word b, literal (*operation)(literal, literal))
{
    word v = word_zero(a.width);
    for (int i = 0; i < a.width; i++) v.bits[i] = operation(a.bits[i], b.bits[i]);
    return v;
}

word word_add(word a, word b, literal carry, literal *carry_out)
{
    word sum = word_zero(a.width);
    for (int i = 0; i < a.width; i++) {
        const literal half = xor2(a.bits[i], b.bits[i]);
        sum.bits[i] = xor2(half, carry);
        carry = or2(and2(a.bits[i], b.bits[i]), and2(half, carry));
    }
    if (carry_out) *carry_out = carry;
    return sum;
}

word word_subtract(word a, word b, literal *no_borrow) { return word_add(a, word_not(b), ONE, no_borrow); }

literal word_less(word a, word b)
{
    literal no_borrow;
    word_subtract(a, b, &no_borrow);
    return not1(no_borrow);
}

literal word_equal(word a, word b)
{
    literal same = ONE;
    for (int i = 0; i < a.width; i++) same = and2(same, not1(xor2(a.bits[i], b.bits[i])));
    return same;
}

word word_flip_sign(word a)
{
    word v = word_extend(a, a.width, false);
    v.bits[a.width - 1] ^= 1;
    return v;
}

word word_choose(literal condition, word then, word otherwise)
{
    word v = word_zero(then.width);
    for (int i = 0; i < then.width; i++) v.bits[i] = choose1(condition, then.bits[i], otherwise.bits[i]);
    return v;
}

// By powers of two, the lowest first; what is shifted past the width is gone.
word word_shift(word a, word by, word_shift_kind kind)
{
    word v = word_extend(a, a.width, false);
    const literal fill = kind == SHIFT_SIGNED ? a.bits[a.width - 1] : ZERO;
    for (int s = 0; s < by.width; s++) {
        if (by.bits[s] == ZERO) continue;
        const int64_t distance = s > 20 ? 1 << 20 : 1 << s;
        word shifted = word_zero(a.width);
        for (int i = 0; i < a.width; i++) {
            const int64_t from = kind == SHIFT_LEFT ? i - distance : i + distance;
            shifted.bits[i] = from >= 0 && from < a.width ? v.bits[from] : fill;
        }
        v = word_choose(by.bits[s], shifted, v);
    }
    return v;
}

// The second operand's bits, the lowest first, each adds the first one, shifted; a constant goes second.
word word_multiply(word a, word b)
{
    uint64_t number;
    word sum = word_zero(a.width);
    if (word_is_number(a, &number)) { const word t = a; a = b; b = t; }
    for (int i = 0; i < a.width; i++) {
        if (b.bits[i] == ZERO) continue;
        word part = word_zero(a.width);
        for (int j = i; j < a.width; j++) part.bits[j] = and2(a.bits[j - i], b.bits[i]);
        sum = word_add(sum, part, ZERO, NULL);
    }
    return sum;
}

word word_divide(word a, word b, word *rest)
{
    word quotient = word_zero(a.width), left = word_zero(a.width + 1), divisor = word_extend(b, a.width + 1, false);
    for (int i = a.width - 1; i >= 0; i--) {
        word shifted = word_zero(left.width);
        for (int j = a.width; j > 0; j--) shifted.bits[j] = left.bits[j - 1];
        shifted.bits[0] = a.bits[i];
        const word less = word_subtract(shifted, divisor, &quotient.bits[i]);
        left = word_choose(quotient.bits[i], less, shifted);
    }
    if (rest) *rest = word_extend(left, a.width, false);
    return quotient;
}

static word negated_if(literal condition, word a)
{
    return word_choose(condition, word_subtract(word_zero(a.width), a, NULL), a);
}

word word_divide_signed(word a, word b, word *rest)
{
    const literal sign_a = a.bits[a.width - 1], sign_b = b.bits[b.width - 1];
    word left;
    const word quotient = word_divide(negated_if(sign_a, a), negated_if(sign_b, b), &left);
    if (rest) *rest = negated_if(sign_a, left);
    return negated_if(xor2(sign_a, sign_b), quotient);
}

word word_count_ones(word a)
{
    word sum = word_zero(a.width);
    for (int i = 0; i < a.width; i++) {
        word one = word_zero(a.width);
        one.bits[0] = a.bits[i];
        sum = word_add(sum, one, ZERO, NULL);
    }
    return sum;
}
