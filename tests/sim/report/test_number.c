// SPDX-License-Identifier: BSD-3-Clause
// Numbers for programs: what is written is the shortest that reads back the same, in JSON too, where texts that look like
// numbers stay as they are.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/report/number.h"

static void demand(double number, const char *expected)
{
    char text[NUMBER_TEXT];

    assert_string_equal(number_exact(number, text), expected);
}

static void worked_examples(void **state)
{
    (void)state;
    demand(0, "0");
    demand(-0.0, "-0");
    demand(1200, "1200");
    demand(0.1, "0.1");
    demand(0.1 + 0.2, "0.30000000000000004");           // one digit less is 0.3, another number
    demand(1.0 / 3, "0.3333333333333333");              // sixteen do
    demand(1e22, "1e22");
    demand(2.5e-7, "2.5e-7");
    demand(9007199254740993, "9007199254740992");       // beyond 2^53
    demand(5e-324, "5e-324");                           // the least of all has one digit
    demand(1.7976931348623157e308, "1.7976931348623157e308");
    demand(-INFINITY, "-inf");
    demand(NAN, "");
}

// What users write outside of JSON, read as JSON has it.
static void numbers_of_users(void **state)
{
    static const char *const bad[] = { "", " ", "5 ", " 5", "+5", "05", "-05", "0x5", "5u", ".5", "5.", "1e", "1e+", "e5", "-", "--5", "5-", "1,5", "inf", "nan",
                                       "1e999", "-1e999", "5\n", "[5]", "\"5\"", "true" };
    json_t *value;
    double real = 7;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        value = number_json(bad[i]);
        if (value || number_real(bad[i], &real))
            fail_msg("`%s' is a number", bad[i]);
        assert_true(real == 7);
    }
    assert_true(number_real("-1.5e3", &real) && real == -1500);
    assert_true(number_real("0", &real) && real == 0);
    assert_true(number_real("100000000000000000000000", &real) && real == 1e23);
    assert_null(number_json("9223372036854775808"));                    // beyond what JSON's whole numbers are here
    value = number_json("-9223372036854775808");
    assert_true(json_is_integer(value) && json_integer_value(value) == INT64_MIN);
    json_decref(value);
    value = number_json("1e3");
    assert_true(json_is_real(value) && json_real_value(value) == 1000);
    json_decref(value);
}

// Of any bits, and of quotients as reports have them: reads back the same, and with a digit less would not.
static void random_numbers_read_back(void **state)
{
    uint64_t bits = 1;

    (void)state;
    for (unsigned i = 0; i < 20000; i++) {
        char text[NUMBER_TEXT], shorter[NUMBER_TEXT];
        double number;
        int digits = 0;

        bits = bits * 6364136223846793005u + 1442695040888963407u;
        memcpy(&number, &bits, sizeof number);
        if (i % 2)
            number = (double)(bits >> 40) / (double)(bits >> 20 & 0xfffff);
        if (!isfinite(number))
            continue;
        assert_true(strtod(number_exact(number, text), NULL) == number);
        for (const char *c = text; *c && *c != 'e'; c++)
            digits += *c >= '0' && *c <= '9';
        for (int less = 1; less < digits && less < 17; less++) {
            snprintf(shorter, sizeof shorter, "%.*g", less, number);
            if (strtod(shorter, NULL) == number && strlen(shorter) < strlen(text))
                fail_msg("%s is %s too", text, shorter);
        }
    }
}

static void numbers_in_json(void **state)
{
    static const char json[] =
        "{\"0.30000000000000001\":\"0.30000000000000001\",\"a\\\"0.30000000000000001\\\\\":0.3,"
        "\"of\":[3.0,-3,1e22,0.1,true,false,null,\"\\\\\",0.2,123456789012345.0,-2.5e-7],\"none\":{}}";
    json_t *read = json_loads(json, 0, NULL), *again;
    char *text = json_text(read, JSON_COMPACT);

    (void)state;
    assert_string_equal(text, "{\"0.30000000000000001\":\"0.30000000000000001\",\"a\\\"0.30000000000000001\\\\\":0.3,"
                              "\"of\":[3.0,-3,1e22,0.1,true,false,null,\"\\\\\",0.2,123456789012345.0,-2.5e-7],\"none\":{}}");
    again = json_loads(text, 0, NULL);
    assert_true(json_equal(read, again));
    json_decref(again);
    json_decref(read);
    free(text);
    read = json_real(1e22);
    text = json_text(read, 0);
    assert_string_equal(text, "1e22");                  // a number alone
    json_decref(read);
    free(text);
    assert_null(json_text(NULL, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worked_examples), cmocka_unit_test(numbers_of_users), cmocka_unit_test(random_numbers_read_back), cmocka_unit_test(numbers_in_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
