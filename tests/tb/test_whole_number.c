// SPDX-License-Identifier: BSD-3-Clause
// Whole numbers as they are written, and bits: one rule for every place that reads one (docs/command_line.md#numbers).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tb/whole_number.h"

static void test_of_a_text(void **state)
{
    static const struct { const char *text; uint64_t number; } good[] = {
        {"0", 0}, {"7", 7}, {"10", 10}, {"4294967295", UINT32_MAX}, {"4294967296", UINT64_C(1) << 32},
        {"9223372036854775808", UINT64_C(1) << 63}, {"18446744073709551615", UINT64_MAX},
    };
    static const char *const bad[] = {
        "", " ", "-", "+", "x", "a7", "7a", "7 ", " 7", "\t7", "7\n", "+7", "-7", "-0", "00", "07", "032", "0x7", "0X7", "0b1", "1e3", "1E3",
        "1.0", "1.", ".1", "1,0", "1_000", "1'000", "1u", "1k", "inf", "nan", "18446744073709551616", "18446744073709551625",
        "28446744073709551615", "99999999999999999999", "100000000000000000000000", "\xd9\xa3", "\xef\xbc\x97",
    };
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        uint64_t number = 1;
        if (!whole_number(good[i].text, 0, UINT64_MAX, &number) || number != good[i].number)
            fail_msg("%s: seen %llu", good[i].text, (unsigned long long)number);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        uint64_t number = 42;
        if (whole_number(bad[i], 0, UINT64_MAX, &number))
            fail_msg("`%s' is taken as %llu", bad[i], (unsigned long long)number);
        assert_int_equal(number, 42);
    }
}

static void test_range(void **state)
{
    uint64_t number = 42;
    (void)state;
    assert_false(whole_number("4", 5, 7, &number) || whole_number("8", 5, 7, &number) || whole_number("5x", 5, 7, &number));
    assert_int_equal(number, 42);
    assert_true(whole_number("5", 5, 7, &number) && number == 5);
    assert_true(whole_number("7", 5, 7, &number) && number == 7);
}

static void test_within_a_text(void **state)
{
    const char *text = "12..034", *at = text;
    uint64_t number = 42;
    (void)state;
    assert_true(whole_number_at(&at, 0, 99, &number));
    assert_int_equal(number, 12);
    assert_ptr_equal(at, text + 2);
    assert_false(whole_number_at(&at, 0, 99, &number));
    assert_ptr_equal(at, text + 2);
    at = text + 4;
    assert_false(whole_number_at(&at, 0, 99, &number));
    assert_ptr_equal(at, text + 4);
    at = text;
    assert_false(whole_number_at(&at, 0, 11, &number));
    assert_true(at == text && number == 12);
}

static void test_bits(void **state)
{
    const char *text = "0fE,1ffffffffffffffff", *at = text;
    uint64_t bits = 42;
    (void)state;
    assert_true(hexadecimal_at(&at, &bits));
    assert_true(bits == 0xfe && at == text + 3);
    assert_false(hexadecimal_at(&at, &bits));
    at = text + 4;                              // 65 bits
    assert_false(hexadecimal_at(&at, &bits));
    assert_true(bits == 0xfe && at == text + 4);
    at = text + 5;
    assert_true(hexadecimal_at(&at, &bits));
    assert_true(bits == UINT64_MAX && !*at);
    for (const char *const *bad = (const char *const[]){"", " f", "+f", "-f", "xf", NULL}; *bad; bad++) {
        at = *bad;
        assert_false(hexadecimal_at(&at, &bits));
    }
    at = "0xf";                                 // the 0, and what is behind it is the caller's to refuse
    assert_true(hexadecimal_at(&at, &bits) && bits == 0 && *at == 'x');
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_of_a_text), cmocka_unit_test(test_range),
                                       cmocka_unit_test(test_within_a_text), cmocka_unit_test(test_bits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
