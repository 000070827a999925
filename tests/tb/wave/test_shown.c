// SPDX-License-Identifier: BSD-3-Clause
// rtl_c/shown.def and the words of ENUM rows, against the blocks' tables.
#include "tb/blocks.h"
#include "tb/wave/shown.h"
#include "tb/wave/wave.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

// Each names a field of a block, once; name and words fit beside a curve.
static void test_every_row_names_a_field(void **state)
{
    (void)state;
    for (const shown_row *row = shown_rows; row->name; row++) {
        const block_ops *ops = block_described(row->block);
        char name[FIELD_TEXT];
        shown_name(row, name);
        if (!ops || !shown_field(row, ops))
            fail_msg("shown.def: %s has no register and no output %s", row->block, row->name);
        if (shown_field(row, ops)->is_vector && row->as == SHOWN_VALUE)
            fail_msg("shown.def: %s.%s is a vector: ONES, LARGEST or SUM", row->block, row->name);
        if (strlen(name) + strlen(row->words) > 50)
            fail_msg("shown.def: %s: %s: more than 50 characters", name, row->words);
        for (const shown_row *other = shown_rows; other < row; other++)
            if (strcmp(other->block, row->block) == 0 && strcmp(other->name, row->name) == 0 && other->as == row->as)
                fail_msg("shown.def: %s.%s stands there twice", row->block, row->name);
    }
}

static void test_values(void **state)
{
    (void)state;
    const uint8_t three[4] = {1, 7, 2, 0};
    const block_field field = {.name = "f", .kind = FIELD_REG, .is_vector = 1, .size = 1, .width = 3, .count = 4};
    const shown_row ones = {"b", "f", SHOWN_ONES, ""}, largest = {"b", "f", SHOWN_LARGEST, ""}, sum = {"b", "f", SHOWN_SUM, ""};
    assert_int_equal(shown_value(&ones, &field, three), 5);
    assert_int_equal(shown_value(&largest, &field, three), 7);
    assert_int_equal(shown_value(&sum, &field, three), 10);
    assert_int_equal(shown_width(&ones, &field), 4);            // 12 ones
    assert_int_equal(shown_width(&largest, &field), 3);
    assert_int_equal(shown_width(&sum, &field), 5);             // 28
}

// An ENUM row names at least two values that fit, and decodes them; others have no name.
static void test_enum_rows_have_names(void **state)
{
    (void)state;
    for (const block_ops *const *ops = described_blocks; *ops; ops++)
        for (const block_field *f = (*ops)->fields; f->name; f++) {
            const char *at = NULL, *name;
            uint64_t value;
            size_t length;
            unsigned count = 0;
            while (field_enum_next(f, &at, &value, &name, &length)) {
                if (value > MASK(f->width) || !length)
                    fail_msg("%s.%s: value %u has no name or does not fit", (*ops)->block, f->name, (unsigned)value);
                count++;
            }
            if (f->form == FORM_ENUM ? count < 2 : count)
                fail_msg("%s.%s names %u values", (*ops)->block, f->name, count);
            if (f->form == FORM_ENUM && wave_enum_of(*ops, f) < 0)
                fail_msg("%s.%s has no translation file", (*ops)->block, f->name);
        }
}

static void test_words_before_the_names(void **state)
{
    (void)state;
    char text[FIELD_TEXT];
    block_field field = {.name = "unit", .size = 1, .width = 2, .count = 1, .form = FORM_ENUM,
                         .words = "class of it: 0 SP, 1 SFU now, 2 MEM; 3 is never shared"};
    const char *const wanted[] = {"0 (SP)", "1 (SFU now)", "2 (MEM)", "3"};
    for (unsigned value = 0; value < 4; value++) {
        field_decode(&field, value, text);
        assert_string_equal(text, wanted[value]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_row_names_a_field),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_enum_rows_have_names),
        cmocka_unit_test(test_words_before_the_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
