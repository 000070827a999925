// SPDX-License-Identifier: BSD-3-Clause
// Recorded stimuli: written and read back they are the same; what is not one is refused with file, line, seen,
// expected. A replay of a good one on the built blocks shows no divergence. Held inputs are those that stand longest.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rtl_c/warp_arbiter.h"
#include "tb/lockstep.h"
#include "tb/stimuli/stimulus.h"
#include "tb/tuples.h"

static char path[] = "build/stimulus.XXXXXX";

static const block_ops *arbiter(void)
{
    char error[TUPLE_ERROR];
    const block_ops *ops = tuple_named("warp_arbiter", "n8_s2", false, error, sizeof error);
    assert_non_null(ops);
    return ops;
}

static void fill(stimulus *s, bool from_reset)
{
    struct warp_arbiter_in in = {.cfg_mode = ARBITER_GTO, .can_issue = 0xf};
    stimulus_open(s, arbiter(), "sm 3 sched 1", 1);
    s->seed = 7;
    s->check_late = true;
    s->from_reset = from_reset;
    if (!from_reset) {
        *(struct warp_arbiter_state *)s->q = (struct warp_arbiter_state){8, 2};
        ((struct warp_arbiter_in *)s->before)->hold = 1;
    }
    for (unsigned cycle = 0; cycle < 40; cycle++) {
        in.ready = cycle % 16;
        in.older[cycle % 4] = cycle % 8;
        in.exit = cycle % 5 == 0;
        stimulus_append(s, 100 + 3 * cycle, cycle == 39 ? 0 : cycle == 20 ? 3 : 1, &in);
    }
}

static void write_to(const stimulus *s)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    stimulus_write(s, file);
    fclose(file);
}

static void round_trip(void **unused)
{
    char error[200];
    (void)unused;
    for (int from_reset = 0; from_reset < 2; from_reset++) {
        stimulus one, two;
        fill(&one, from_reset);
        write_to(&one);
        assert_true(stimulus_read(&two, path, false, error, sizeof error));
        assert_ptr_equal(two.ops, one.ops);
        assert_string_equal(two.instance, "sm 3 sched 1");
        assert_int_equal(two.seed, 7);
        assert_true(two.check_late);
        assert_int_equal(two.from_reset, from_reset);
        assert_memory_equal(two.q, one.q, one.ops->state_size);
        assert_memory_equal(two.before, one.before, one.ops->in_size);
        assert_int_equal(two.count, one.count);
        for (size_t i = 0; i < one.count; i++)
            assert_memory_equal(stimulus_at(&two, i), stimulus_at(&one, i), sizeof(stimulus_step) + one.ops->in_size);
        stimulus_close(&one);
        stimulus_close(&two);
    }
}

static void replays_without_divergence(void **unused)
{
    (void)unused;
    for (int from_reset = 0; from_reset < 2; from_reset++) {
        stimulus s;
        char text[200] = "";
        FILE *output = tmpfile();
        fill(&s, from_reset);
        write_to(&s);
        assert_int_equal(lockstep_replay(path, &(replay_options){NULL}, output), 0);
        rewind(output);
        assert_non_null(fgets(text, sizeof text, output));
        assert_string_equal(text, "warp_arbiter[sm 3 sched 1]: 40 steps replayed, C model and Verilog agree\n");
        fclose(output);
        stimulus_close(&s);
    }
}

// Held: ready = 2, which stands for 1 + 10 + 2 of 33 cycles, more than any other, and not what stands where holding begins, nor
// what is in most steps; of two that stand equally long the first; and nothing exits any more. Before that it is the
// recording, from its start.
static void holds_what_stands_longest(void **unused)
{
    static const struct { unsigned ready, edges; } recorded[] = {{2, 1}, {7, 3}, {1, 4}, {7, 2}, {2, 10}, {7, 3}, {7, 2}, {2, 2}, {4, 6}};
    (void)unused;
    for (int equal = 0; equal < 2; equal++) {              // then the last stands for 13 cycles, too, and its bytes come first
        unsigned longest = equal ? 9 : 2;
        stimulus s, held;
        stimulus_open(&s, arbiter(), "sm 3 sched 1", 1);
        s.seed = 7;
        s.from_reset = false;
        *(struct warp_arbiter_state *)s.q = (struct warp_arbiter_state){8, 2};
        ((struct warp_arbiter_in *)s.before)->hold = 1;
        uint64_t cycle = 100;
        for (size_t i = 0; i < sizeof recorded / sizeof *recorded; i++) {
            struct warp_arbiter_in in = {.ready = recorded[i].ready == 2 ? longest : recorded[i].ready, .exit = 1 + i};
            unsigned edges = recorded[i].edges + (equal && recorded[i].ready == 4 ? 7 : 0);
            stimulus_append(&s, cycle, edges, &in);
            cycle += edges;
        }
        stimulus_hold(&s, 6, 5, &held);
        assert_true(held.seed == 7 && !held.from_reset);
        assert_memory_equal(held.q, s.q, s.ops->state_size);
        assert_memory_equal(held.before, s.before, s.ops->in_size);
        assert_int_equal(held.count, 3 + 1);
        for (size_t i = 0; i < held.count; i++) {
            const stimulus_step *step = stimulus_at(&held, i);
            const struct warp_arbiter_in *in = stimulus_inputs(stimulus_at(&held, i));
            assert_int_equal(in->ready, i == 0 || i >= 3 ? longest : recorded[i].ready);
            assert_int_equal(in->exit, i < 3 ? 1 + i : 0);
            assert_int_equal(step->edges, i == 0 ? 1 : i == 1 ? 3 : i == 2 ? 2 : 5);
            assert_int_equal(step->cycle, i == 0 ? 100 : i == 1 ? 101 : i == 2 ? 104 : 106);
        }
        stimulus_close(&held);
        stimulus_close(&s);
    }
}

static void refuse(const char *content, const char *expected)
{
    stimulus s;
    char error[200], whole[300];
    FILE *file = fopen(path, "w");
    fputs(content, file);
    fclose(file);
    assert_false(stimulus_read(&s, path, false, error, sizeof error));
    snprintf(whole, sizeof whole, "%s:%s", path, expected);
    assert_string_equal(error, whole);
}

#define HEAD "warplock stimulus 1\nblock warp_arbiter\nconfig n8_s2\ninstance sm 0\nseed 0\ncheck_late 0\n"

static void refuses_what_it_cannot_read(void **unused)
{
    (void)unused;
    refuse("", "1: the file ends here, expected a line 'end'");
    refuse("hello\n", "1: 'hello', expected 'warplock stimulus 1'");
    refuse("warplock stimulus 1\nblock warp_arbiter\nconfig n9\n",
           "3: warp_arbiter n9, expected a block of rtl_c/configs.def and its parameters");
    refuse(HEAD "start here\n", "7: start 'here', expected reset or state");
    refuse(HEAD "start reset\nstep\n", "8: 'step', expected step, look, sleep or end");
    refuse(HEAD "start reset\nsleep 7 ready=1\n", "8: 'ready=1', expected a number of cycles from 1 to 1000000000");
    refuse(HEAD "start reset\nstep x\n", "8: 'x', expected a cycle number from 0 to 9223372035854775807");
    refuse(HEAD "start reset\nstep 1 reddy=3\n", "8: 'reddy', expected name=values of an input of warp_arbiter");
    refuse(HEAD "start reset\nstep 1 ready=10\n", "8: value 10 in field ready, expected at most 4 bits");
    refuse(HEAD "start reset\nstep 1 older=1,2\n", "8: field older ends after 2 values, expected 4");
    refuse(HEAD "start reset\nstep 1 ready=z\n", "8: 'z' in field ready, expected 1 hexadecimal values");
    refuse(HEAD "start reset\nstep 1 ready=3\n", "9: the file ends here, expected a line 'end'");
    refuse(HEAD "start state last=19\n", "7: value 19 in field last, expected at most 4 bits");
    refuse(HEAD "start stateless last=1\n", "7: start 'stateless last=1', expected reset or state");
}

#define OF(config, seed, late) "warplock stimulus 1\nblock warp_arbiter\nconfig " config "\ninstance sm 0\nseed " seed "\ncheck_late " late "\n"

// Numbers that strtoull takes, and others.
static void refuses_numbers(void **unused)
{
    static const char *const bad[] = {"010", "+1", "-1", " 1", "0x1", "1e3", "1.5", "18446744073709551616", "100000000000000000000000"};
    char content[400], expected[200];
    (void)unused;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(content, sizeof content, OF("n8_s2", "%s", "0"), bad[i]);
        snprintf(expected, sizeof expected, "5: '%s', expected a seed from 0 to 18446744073709551615", bad[i]);
        refuse(content, expected);
        snprintf(content, sizeof content, HEAD "start reset\nstep %s ready=3\nend\n", bad[i]);
        snprintf(expected, sizeof expected, "8: '%s ready=3', expected a cycle number from 0 to 9223372035854775807", bad[i]);
        if (strlen(bad[i]) < 14)                                // a longer one is shown in part
            refuse(content, expected);
        snprintf(content, sizeof content, HEAD "start reset\nsleep 7 %s\nend\n", bad[i]);
        snprintf(expected, sizeof expected, "8: '%s', expected a number of cycles from 1 to 1000000000", bad[i]);
        refuse(content, expected);
    }
    refuse(OF("n8_s2", "0", "2"), "6: '2', expected check_late from 0 to 1");
    refuse(OF("n8_s2", "0", "1 "), "6: ' ' behind check_late, expected nothing");
    refuse(HEAD "start reset\nstep 1 ready=0x3\n", "8: 'x3' after field ready, expected a blank");
    refuse(HEAD "start reset\nstep 1 ready=+3\n", "8: '+3' in field ready, expected 1 hexadecimal values");
    refuse(HEAD "start reset\nstep 1 ready=10000000000000003\n", "8: '10000000000000003' in field ready, expected 1 hexadecimal values");
}

// What no block can be built for is said before a compiler runs.
static void refuses_impossible_configurations(void **unused)
{
    (void)unused;
    refuse(OF("n65_s1", "0", "0"), "3: warp_arbiter n65_s1: N: seen 65, expected 2 to 64");
    refuse(OF("n0_s0", "0", "0"), "3: warp_arbiter n0_s0: N: seen 0, expected 2 to 64");
    refuse(OF("n8_s0", "0", "0"), "3: warp_arbiter n8_s0: S: seen 0, expected 1 to 4");
    refuse(OF("n8_s3", "0", "0"), "3: warp_arbiter n8_s3: S: seen 3 with N 8, expected a scheduler for every 2 warps or more, the same number each");
    refuse(OF("n08_s2", "0", "0"), "3: warp_arbiter n08_s2, expected a block of rtl_c/configs.def and its parameters");
    refuse(OF("n4294967304_s2", "0", "0"), "3: warp_arbiter n4294967304_s2, expected a block of rtl_c/configs.def and its parameters");
}

// A pack from elsewhere: numbers that wrap or that a replay would not come to the end of, time that goes back, and
// control characters, none of which is printed as it is.
static void refuses_what_is_hostile(void **unused)
{
    static const char *const numbers[] = {"99999999999999999999999", "-5", "+5", "05", "0x5", "5.0", "5e1", "9223372036854775807"};
    char content[400], expected[200];

    (void)unused;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        snprintf(content, sizeof content, HEAD "start reset\nstep %s\n", numbers[i]);
        snprintf(expected, sizeof expected, "8: '%s', expected a cycle number from 0 to 9223372035854775807", numbers[i]);
        refuse(content, expected);
    }
    refuse(HEAD "start reset\nsleep 7 0\n", "8: '0', expected a number of cycles from 1 to 1000000000");
    refuse(HEAD "start reset\nsleep 7 18446744073709551615\n", "8: '18446744073709551615', expected a number of cycles from 1 to 1000000000");
    refuse(HEAD "start reset\nsleep 7 600000000\nsleep 600000007 600000000\n", "9: seen 1200000000 cycles so far, expected at most 1000000000");
    refuse(HEAD "start reset\nsleep 7 3\nstep 9\n", "9: cycle 9, expected 10 or a later one");
    refuse("warplock stimulus 1\nblock warp_arbiter\nconfig n8_s2\ninstance \x1b[31m\n",
           "4: instance ' [31m', expected a name of fewer than 32 bytes, none a control character");
    refuse("warplock stimulus 1\nblock warp_arbiter\nconfig n8_s2\ninstance 01234567890123456789012345678901\n",
           "4: instance '01234567890123456789012345678901', expected a name of fewer than 32 bytes, none a control character");
    refuse("\x1b[2J\xc2\x9b\n", "1: ' [2J  ', expected 'warplock stimulus 1'");
}

// Only in a folder of another's a link is none of its files.
static void a_link_leads_out_of_a_folder(void **unused)
{
    char link[sizeof path + 8], error[200];
    stimulus s;

    (void)unused;
    fill(&s, true);
    write_to(&s);
    stimulus_close(&s);
    snprintf(link, sizeof link, "%s.link", path);
    assert_int_equal(symlink(strrchr(path, '/') + 1, link), 0);
    assert_true(stimulus_read_own(&s, path, false, error, sizeof error));
    stimulus_close(&s);
    assert_true(stimulus_read(&s, link, false, error, sizeof error));
    stimulus_close(&s);
    assert_false(stimulus_read_own(&s, link, false, error, sizeof error));
    assert_non_null(strstr(error, "it is a link, expected a file of the folder's own"));
    remove(link);
}

static int make_file(void **unused)
{
    (void)unused;
    int file = mkstemp(path);
    return file < 0 || close(file);
}
static int remove_file(void **unused)
{
    (void)unused;
    return remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(round_trip), cmocka_unit_test(replays_without_divergence),
                                       cmocka_unit_test(holds_what_stands_longest),
                                       cmocka_unit_test(refuses_what_it_cannot_read),
                                       cmocka_unit_test(refuses_numbers),
                                       cmocka_unit_test(refuses_impossible_configurations),
                                       cmocka_unit_test(refuses_what_is_hostile),
                                       cmocka_unit_test(a_link_leads_out_of_a_folder)};
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
