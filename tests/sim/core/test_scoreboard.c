// SPDX-License-Identifier: BSD-3-Clause
// Scoreboard: RAW, WAW, guards, several destinations, warps apart, release of what was never reserved.
#include "sim/core/scoreboard.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static scoreboard board;

static int open_board(void **state)
{
    (void)state;
    scoreboard_open(&board, 4, true);
    scoreboard_fit(&board, 65536);
    return 0;
}

static int close_board(void **state)
{
    (void)state;
    scoreboard_close(&board);
    return 0;
}

static insn make(uint16_t dst, uint16_t first, uint16_t second)
{
    insn i = {.n_dst = dst != 0, .dst = {dst}, .n_src = (uint8_t)((first != 0) + (second != 0)), .src = {first, second}};
    return i;
}

static void test_read_after_write_collides(void **state)
{
    (void)state;
    insn writer = make(5, 0, 0), reader = make(9, 7, 5), other = make(9, 7, 8);
    assert_false(scoreboard_collides(&board, 0, &reader));
    scoreboard_reserve(&board, 0, &writer);
    assert_true(scoreboard_collides(&board, 0, &reader));
    assert_false(scoreboard_collides(&board, 0, &other));
    scoreboard_release(&board, 0, &writer);
    assert_false(scoreboard_collides(&board, 0, &reader));
}

static void test_write_after_write_collides_and_write_after_read_does_not(void **state)
{
    (void)state;
    insn writer = make(5, 6, 0), again = make(5, 0, 0), writes_source = make(6, 0, 0);
    scoreboard_reserve(&board, 0, &writer);
    assert_true(scoreboard_collides(&board, 0, &again));
    assert_false(scoreboard_collides(&board, 0, &writes_source));
}

static void test_warps_are_apart(void **state)
{
    (void)state;
    insn writer = make(5, 0, 0), reader = make(0, 5, 0);
    scoreboard_reserve(&board, 2, &writer);
    assert_false(scoreboard_collides(&board, 1, &reader));
    assert_true(scoreboard_collides(&board, 2, &reader));
    assert_int_equal(board.pending[1], 0);
    assert_int_equal(board.pending[2], 1);
}

static void test_every_destination_of_a_vector_is_reserved(void **state)
{
    (void)state;
    insn vector = {.n_dst = 4, .dst = {1, 64, 65, 65535}};
    scoreboard_reserve(&board, 0, &vector);
    assert_int_equal(board.pending[0], 4);
    for (int i = 0; i < 4; i++) {
        insn reader = make(0, vector.dst[i], 0);
        assert_true(scoreboard_collides(&board, 0, &reader));
    }
    insn reader = make(0, 63, 66);
    assert_false(scoreboard_collides(&board, 0, &reader));
    scoreboard_release(&board, 0, &vector);
    assert_int_equal(board.pending[0], 0);
}

static void test_release_of_a_free_register_changes_nothing(void **state)
{
    (void)state;
    insn one = make(5, 0, 0), two = make(6, 0, 0);
    scoreboard_reserve(&board, 0, &one);
    scoreboard_release(&board, 0, &two);
    assert_int_equal(board.pending[0], 1);
    scoreboard_reserve(&board, 0, &one);
    assert_int_equal(board.pending[0], 1);
}

static void issue_one(const insn *insn, uint8_t space)
{
    scoreboard_reserve(&board, 1, insn);
    if (scoreboard_brings_data(insn, space))
        scoreboard_mark_data(&board, 1, insn, true);
}

static void complete_one(const insn *insn)
{
    scoreboard_release(&board, 1, insn);
    scoreboard_mark_data(&board, 1, insn, false);
}

// Of loads and atomics, not from shared memory, hit or miss (hardware.md D-33); of this warp alone, until they are written.
static void test_what_needs_data(void **state)
{
    (void)state;
    static const struct { uint8_t memory, space; bool data; } kinds[] = {
        {MEMORY_LOAD, SPACE_GLOBAL, true}, {MEMORY_ATOMIC, SPACE_GLOBAL, true}, {MEMORY_LOAD, SPACE_PARAM, true},
        {MEMORY_LOAD, SPACE_SHARED, false}, {MEMORY_ATOMIC, SPACE_SHARED, false}, {MEMORY_NONE, SPACE_NONE, false}};
    insn reader = make(9, 7, 5), writer = make(5, 7, 0), other = make(9, 7, 8);
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        insn load = make(5, 6, 0);
        load.memory = kinds[i].memory, load.space = kinds[i].space;
        issue_one(&load, load.space);
        assert_true(scoreboard_collides(&board, 1, &reader));
        assert_int_equal(scoreboard_needs_data(&board, 1, &reader), kinds[i].data);
        assert_int_equal(scoreboard_needs_data(&board, 1, &writer), kinds[i].data);
        assert_false(scoreboard_needs_data(&board, 1, &other) || scoreboard_needs_data(&board, 0, &reader));
        complete_one(&load);
        assert_false(scoreboard_needs_data(&board, 1, &reader));
    }
    insn generic = make(5, 6, 0);                   // its lanes have read shared memory
    generic.memory = MEMORY_LOAD, generic.space = SPACE_GENERIC;
    issue_one(&generic, SPACE_SHARED);
    assert_true(scoreboard_collides(&board, 1, &reader) && !scoreboard_needs_data(&board, 1, &reader));
    complete_one(&generic);
    issue_one(&generic, SPACE_GLOBAL);
    assert_true(scoreboard_needs_data(&board, 1, &reader));
}

// Rows hold 64 registers a word: each is one of its own, in every word.
static void test_every_register_is_its_own(void **state)
{
    (void)state;
    static const uint16_t registers[] = {1, 62, 63, 64, 65, 66, 127, 128, 129, 191, 192, 4095, 4096, 65534, 65535};
    enum { COUNT = sizeof registers / sizeof *registers };
    for (unsigned w = 0; w < COUNT; w++) {
        insn load = make(registers[w], 6, 0);
        load.memory = MEMORY_LOAD, load.space = SPACE_GLOBAL;
        issue_one(&load, load.space);
        for (unsigned r = 0; r < COUNT; r++) {
            insn reader = make(9, 7, registers[r]);
            assert_int_equal(scoreboard_collides(&board, 1, &reader), r == w);
            assert_int_equal(scoreboard_needs_data(&board, 1, &reader), r == w);
        }
        assert_int_equal(board.pending[1], 1);
        complete_one(&load);
        insn reader = make(9, 7, registers[w]);
        assert_false(scoreboard_collides(&board, 1, &reader) || scoreboard_needs_data(&board, 1, &reader));
        assert_int_equal(board.pending[1], 0);
    }
}

// A kernel of more registers comes: what is on its way stays so, of each warp; one of fewer changes nothing.
static void test_room_grows_with_the_kernel(void **state)
{
    (void)state;
    insn load = make(63, 6, 0), other = make(62, 6, 0);
    load.memory = MEMORY_LOAD, load.space = SPACE_GLOBAL;
    scoreboard_open(&board, 4, true);
    scoreboard_fit(&board, 64);
    issue_one(&load, load.space);
    scoreboard_reserve(&board, 3, &other);
    scoreboard_fit(&board, 1000);
    scoreboard_fit(&board, 64);
    insn above = make(999, 6, 0);
    scoreboard_reserve(&board, 2, &above);
    for (unsigned warp = 0; warp < 4; warp++) {
        for (uint16_t r = 1; r < 1000; r++) {
            insn reader = make(0, r, 0);
            assert_int_equal(scoreboard_collides(&board, warp, &reader),
                             (warp == 1 && r == 63) || (warp == 3 && r == 62) || (warp == 2 && r == 999));
            assert_int_equal(scoreboard_needs_data(&board, warp, &reader), warp == 1 && r == 63);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_read_after_write_collides, open_board, close_board),
        cmocka_unit_test_setup_teardown(test_write_after_write_collides_and_write_after_read_does_not, open_board, close_board),
        cmocka_unit_test_setup_teardown(test_warps_are_apart, open_board, close_board),
        cmocka_unit_test_setup_teardown(test_every_destination_of_a_vector_is_reserved, open_board, close_board),
        cmocka_unit_test_setup_teardown(test_release_of_a_free_register_changes_nothing, open_board, close_board),
        cmocka_unit_test_setup_teardown(test_what_needs_data, open_board, close_board),
        cmocka_unit_test_setup_teardown(test_every_register_is_its_own, open_board, close_board),
        cmocka_unit_test_teardown(test_room_grows_with_the_kernel, close_board),
    };
    return cmocka_run_group_tests_name("scoreboard", tests, NULL, NULL);
}
