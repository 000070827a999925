// SPDX-License-Identifier: BSD-3-Clause
// See tb/whole_number.h.
#include "tb/whole_number.h"

#include <ctype.h>
#include <string.h>

static bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

bool whole_number_at(const char **at, uint64_t low, uint64_t high, uint64_t *number)
{
    const char *text = *at;
    uint64_t value = 0;

    if (!is_digit(*text) || (*text == '0' && is_digit(text[1])))
        return false;
    for (; is_digit(*text); text++)
        if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, (uint64_t)(*text - '0'), &value))
            return false;
    if (value < low || value > high)
        return false;
    *number = value;
    *at = text;
    return true;
}

bool whole_number(const char *text, uint64_t low, uint64_t high, uint64_t *number)
{
    uint64_t value;

    if (!whole_number_at(&text, low, high, &value) || *text)
        return false;
    *number = value;
    return true;
}

bool hexadecimal_at(const char **at, uint64_t *number)
{
    static const char digits[] = "0123456789abcdef";
    const char *text = *at;
    uint64_t value = 0;

    for (; isxdigit((unsigned char)*text); text++)
        value = value << 4 | (uint64_t)(strchr(digits, tolower((unsigned char)*text)) - digits);
    if (text == *at || text - *at > 16)
        return false;
    *number = value;
    *at = text;
    return true;
}
