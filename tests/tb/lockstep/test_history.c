// SPDX-License-Identifier: BSD-3-Clause
// The last steps of an instance, kept as what has changed (tb/lockstep/history.h), beside copies of all inputs.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "tb/lockstep/chunks.h"
#include "tb/lockstep/history.h"

enum { IN = 70 * 8 + 3, STATE = 5, CAPACITY = 10, STEPS = 200 };

static const block_ops block = {.block = "fake", .in_size = IN, .out_size = 1, .state_size = STATE};
static unsigned char inputs[STEPS + 1][(IN / CHUNK + 1) * CHUNK], registers[STEPS + 1][STATE];
static uint32_t random_state;

static uint32_t draw(uint32_t below)
{
    random_state = random_state * 1664525 + 1013904223;
    return (random_state >> 16) % below;
}

// Inputs of the next step: some bytes are others, here and there for a while only.
static void change(history *h, unsigned step)
{
    memcpy(inputs[step + 1], inputs[step], sizeof *inputs);
    for (unsigned i = draw(4); i > 0; i--) {
        const unsigned byte = draw(2) ? IN - 1 - draw(20) : draw(IN);
        history_changed(h, byte / 8);
        if (draw(3))
            inputs[step + 1][byte] = (unsigned char)draw(256);
    }
    for (unsigned i = 0; i < STATE; i++)
        registers[step + 1][i] = (unsigned char)draw(256);
}

// Cycle and edges tell steps apart.
static void add(history *h, unsigned step)
{
    change(h, step);
    history_add(h, 7 * (uint64_t)step, step % 3, inputs[step + 1], registers[step + 1], inputs[step]);
}

static void expect(const history *h, unsigned from, unsigned to, bool from_reset)
{
    stimulus s;
    history_stimulus(h, &s, "sm 3", 9);
    assert_string_equal(s.instance, "sm 3");
    assert_int_equal(s.seed, 9);
    assert_int_equal(s.count, to - from);
    assert_int_equal(s.from_reset, from_reset);
    if (!from_reset) {
        assert_memory_equal(s.q, registers[from + 1], STATE);
        assert_memory_equal(s.before, inputs[from], IN);
    }
    for (unsigned step = from; step < to; step++) {
        stimulus_step *is = stimulus_at(&s, step - from);
        assert_int_equal(is->cycle, 7 * step);
        assert_int_equal(is->edges, step % 3);
        assert_memory_equal(stimulus_inputs(is), inputs[step + 1], IN);
    }
    stimulus_close(&s);
}

// At least the last CAPACITY, at most twice as many, and as they were.
static void steps_are_as_they_were(void **unused)
{
    history h;
    (void)unused;
    random_state = 1;
    memset(inputs, 0, sizeof inputs);
    history_open(&h, &block, CAPACITY);
    expect(&h, 0, 0, true);
    for (unsigned step = 0; step < STEPS; step++) {
        add(&h, step);
        const unsigned begun = step / CAPACITY * CAPACITY, from = begun >= CAPACITY ? begun - CAPACITY : 0;
        expect(&h, from, step + 1, from == 0);
    }
    h.check_late = true;
    stimulus s;
    history_stimulus(&h, &s, "", 0);
    assert_true(s.check_late);
    stimulus_close(&s);
    history_close(&h);
}

// A reset begins with inputs of 0, given registers with the inputs that are given.
static void it_begins_again(void **unused)
{
    history h;
    (void)unused;
    random_state = 2;
    history_open(&h, &block, CAPACITY);
    for (int reset = 0; reset < 2; reset++)
        for (unsigned steps = 0; steps < 3 * CAPACITY; steps++) {
            memset(inputs[0], 0, sizeof inputs[0]);
            history_reset(&h);
            for (unsigned step = 0; step < steps; step++)
                add(&h, step);
            history_reset(&h);
            memset(inputs[0], reset ? 0 : 0x5a, IN);
            for (unsigned i = 0; i < STATE; i++)
                registers[1][i] = (unsigned char)draw(256);
            if (!reset)
                history_begin(&h, registers[1], inputs[0]);
            history_changed(&h, 0);
            memcpy(inputs[1], inputs[0], sizeof *inputs);
            inputs[1][3] = 1;
            history_add(&h, 0, 0, inputs[1], registers[0], inputs[0]);
            expect(&h, 0, 1, reset);
        }
    history_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(steps_are_as_they_were), cmocka_unit_test(it_begins_again)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
