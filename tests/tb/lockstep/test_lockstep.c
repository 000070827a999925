// SPDX-License-Identifier: BSD-3-Clause
// The lockstep runner on a small block that stands twice: every kind of divergence is found where and when it happens, the modes
// agree, padding is not compared, inputs fit their widths.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/tb/lockstep/twin.h"

// Runs until it fails and demands that line.
static void expect_of(const verilated_ops *rtl, enum wrong what, uint64_t at, bool check_late, const char *line)
{
    twin_wrong = what;
    twin_wrong_at = at;
    lockstep *run = twin_run(BLOCKS_LOCKSTEP, LOCKSTEP_EVERY, check_late);
    block *b = lockstep_add_ops(run, &twin_model, rtl, "sm 3");
    for (uint64_t cycle = 0; cycle < 2000 && !lockstep_failed(run); cycle++)
        twin_step(run, b, cycle, 2 + cycle % 3, cycle % 7 == 3);
    lockstep_complete(run);
    assert_int_equal(twin_settled > 0, check_late && what != RESET);
    if (line && strstr(line, "late inputs changed it")) {        // so a replay looks for it, in the step itself
        stimulus steps;
        history_stimulus(&b->monitor->history, &steps, b->name, 0);
        assert_true(steps.check_late);
        assert_int_equal(stimulus_at(&steps, steps.count - 1)->edges, 1);
        stimulus_close(&steps);
    }
    if (line)
        assert_string_equal(lockstep_failed(run), line);
    else
        assert_null(lockstep_failed(run));
    assert_int_equal(lockstep_count(run).mismatches, line ? 1 : 0);
    lockstep_close(run);
    twin_wrong = NOTHING;
}

// The same line whether the Verilog can do a cycle in one evaluation or not.
static void expect(enum wrong what, uint64_t at, bool check_late, const char *line)
{
    expect_of(&twin_ops, what, at, check_late, line);
    expect_of(&twin_by_halves, what, at, check_late, line);
}

static void agrees(void **unused)
{
    (void)unused;
    expect(NOTHING, 0, true, NULL);
    expect(NOTHING, 0, false, NULL);
}
static void names_output(void **unused)
{
    (void)unused;
    expect(OUTPUT, 6, false, "lockstep: fake[sm 3]: cycle 6: output odd: C 0x1, Verilog 0x0 (seed 9)");
}
static void names_register_of_the_cycle_after_the_edge(void **unused)
{
    (void)unused;
    expect(REGISTER, 6, false, "lockstep: fake[sm 3]: cycle 6: register pair[1]: C 0x0, Verilog 0x10 (seed 9)");
}
static void names_missed_reset(void **unused)
{
    (void)unused;
    expect(RESET, 0, false, "lockstep: fake[sm 3]: cycle 0: register pair[0]: C 0x0, Verilog 0xff (seed 9)");
}
// look_late is 1 at the edge of cycle 3: seen there by a second evaluation, and by one of the whole cycle; otherwise one
// cycle later.
static void names_late_input_used_early(void **unused)
{
    const char *line = "lockstep: fake[sm 3]: cycle 3: output sum: late inputs changed it from 0x10 to 0x90 (seed 9)";
    (void)unused;
    expect(LATE_EARLY, 0, true, line);
    expect_of(&twin_ops, LATE_EARLY, 0, false, line);
    expect_of(&twin_ops, LATE_EARLY, 500, false,
              "lockstep: fake[sm 3]: cycle 500: output sum: late inputs changed it from 0xe4 to 0x64 (seed 9)");
    expect_of(&twin_by_halves, LATE_EARLY, 0, false,
              "lockstep: fake[sm 3]: cycle 4: output sum: C 0x13, Verilog 0x93 (seed 9)");
}
// Memories are compared at every edge.
static void names_memory(void **unused)
{
    (void)unused;
    expect(MEMORY, 3, false, "lockstep: fake[sm 3]: cycle 3: memory cell[3]: C 0x2, Verilog 0x77 (seed 9)");
    expect(MEMORY, 1999, false, "lockstep: fake[sm 3]: cycle 1999: memory cell[3]: C 0x4, Verilog 0x77 (seed 9)");
}

// The three modes give the same outputs and registers; verilog mode takes them from the second twin alone.
static void modes_agree(void **unused)
{
    uint8_t totals[3];
    (void)unused;
    for (blocks_mode mode = BLOCKS_C; mode <= BLOCKS_LOCKSTEP; mode++) {
        lockstep *run = twin_run(mode, LOCKSTEP_ACTIVE, false);
        block *b = lockstep_add_ops(run, &twin_model, &twin_ops, "sm 0");
        for (uint64_t cycle = 0; cycle < 50; cycle++)
            twin_step(run, b, cycle, cycle % 5, cycle % 2);
        totals[mode] = ((const struct state *)b->q)->total;
        assert_int_equal(lockstep_count(run).instances, mode == BLOCKS_C ? 0 : 1);
        if (mode == BLOCKS_C)
            assert_int_equal(twin_edges, 0);
        lockstep_close(run);
    }
    assert_int_equal(totals[0], 5 + 50 / 5 * 10);
    assert_int_equal(totals[1], totals[0]);
    assert_int_equal(totals[2], totals[0]);
}

static void verilog_mode_shows_the_verilog(void **unused)
{
    (void)unused;
    twin_wrong = REGISTER;
    twin_wrong_at = 1;
    lockstep *run = twin_run(BLOCKS_VERILOG, LOCKSTEP_EVERY, false);
    block *b = lockstep_add_ops(run, &twin_model, &twin_ops, "sm 0");
    twin_step(run, b, 0, 1, 0);
    assert_int_equal(((const struct state *)b->q)->pair[1], 0x10);
    assert_null(lockstep_failed(run));
    lockstep_close(run);
    twin_wrong = NOTHING;
}

static void padding_is_not_compared(void **unused)
{
    (void)unused;
    lockstep *run = twin_run(BLOCKS_LOCKSTEP, LOCKSTEP_EVERY, false);
    block *b = lockstep_add_ops(run, &twin_model, &twin_ops, "sm 0");
    ((unsigned char *)b->out)[1] = 0xee;
    for (uint64_t cycle = 0; cycle < 5; cycle++)
        twin_step(run, b, cycle, 1, cycle % 2);            // late inputs are the step's own nevertheless
    lockstep_complete(run);
    assert_null(lockstep_failed(run));
    lockstep_close(run);
}

// Inputs that are wider than declared end the program, by name: early ones before the outputs, late ones at the edge, all of them
// before a sleep, whatever the model says of it.
static void aborts(unsigned add, unsigned late, unsigned asleep, const char *line)
{
    char seen[300] = "";
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        lockstep *run = twin_run(BLOCKS_LOCKSTEP, LOCKSTEP_ACTIVE, false);
        block *b = lockstep_add_ops(run, &twin_model, &twin_ops, "sm 3");
        twin_step(run, b, 16, 15, 1);
        lockstep_cycle(run, 17);
        ((struct in *)b->in)->add = (uint8_t)add;
        block_out(b);
        if (add > 15)
            _exit(0);
        twin_step(run, b, 17, add, late);
        twin_step(run, b, 18, 0, late);
        twin_step(run, b, 19, 0, late);
        ((struct in *)b->in)->note = (uint8_t)asleep;
        block_sleep(b, 100);
        _exit(0);
    }
    close(ends[1]);
    assert_int_equal(waitpid(child, &status, 0), child);
    ssize_t length = read(ends[0], seen, sizeof seen - 1);
    close(ends[0]);
    assert_true(length >= 0);
    assert_string_equal(seen, line);
    assert_int_equal(WIFSIGNALED(status) ? WTERMSIG(status) : 0, *line ? SIGABRT : 0);
}
static void inputs_fit_their_widths(void **unused)
{
    (void)unused;
    aborts(15, 0, 15, "");
    aborts(16, 0, 0, "warplock: bug: fake[sm 3]: cycle 17: input add: seen 0x10, expected at most 4 bits\n");
    aborts(15, 2, 0, "warplock: bug: fake[sm 3]: cycle 17: late input look_late: seen 0x2, expected at most 1 bits\n");
    aborts(15, 0, 0x21, "warplock: bug: fake[sm 3]: cycle 19: input note: seen 0x21, expected at most 4 bits\n");
}

// What the Verilog returns, from its sixth edge on one more or less in a byte of the outputs or of the registers and memories. An
// edge that is still to come is made first.
static struct { bool output; size_t offset; int by; } one_off;
static const void *off_in(const void *structure, size_t size, bool output, uint64_t edges)
{
    static unsigned char copies[2][sizeof(struct state) + sizeof(struct out)];
    memcpy(copies[output], structure, size);
    if (edges >= 6 && output == one_off.output)
        copies[output][one_off.offset] = (unsigned char)(copies[output][one_off.offset] + one_off.by);
    return copies[output];
}
static const void *off_out(void *t, const void *in) { return off_in(twin_ops.out(t, in), sizeof(struct out), true, ((twin *)t)->edges); }
static const void *off_edge(void *t, const void *in)
{
    const void *q = twin_ops.edge(t, in);
    return off_in(q, sizeof(struct state), false, ((twin *)t)->edges);
}
static const void *off_state(void *t) { return off_in(twin_ops.state(t), sizeof(struct state), false, ((twin *)t)->edges); }
static const void *off_evaluate(void *t, const void *in, bool edge)
{
    const void *out = twin_ops.evaluate(t, in, edge);
    return off_in(out, sizeof(struct out), true, ((twin *)t)->edges);
}

// The least difference is one, on either side.
static void one_more_or_less_is_another(void **unused)
{
    static const struct { bool output; size_t offset; const char *name; } places[] = {
        {true, offsetof(struct out, sum), "output sum"},           {false, offsetof(struct state, total), "register total"},
        {false, offsetof(struct state, pair) + 1, "register pair[1]"}, {false, offsetof(struct state, cell), "memory cell[0]"},
        {false, offsetof(struct state, cell) + 3, "memory cell[3]"}};
    (void)unused;
    for (unsigned i = 0; i < 4 * sizeof places / sizeof *places; i++) {
        verilated_ops ops = i & 1 ? twin_by_halves : twin_ops;
        char start[64];
        unsigned model, verilog;
        one_off.output = places[i / 4].output, one_off.offset = places[i / 4].offset, one_off.by = i & 2 ? 1 : -1;
        ops.out = off_out, ops.edge = off_edge, ops.state = off_state;
        if (!(i & 1))
            ops.evaluate = off_evaluate, ops.registers = off_state;
        lockstep *run = twin_run(BLOCKS_LOCKSTEP, LOCKSTEP_EVERY, false);
        block *b = lockstep_add_ops(run, &twin_model, &ops, "sm 3");
        for (uint64_t cycle = 0; cycle < 20 && !lockstep_failed(run); cycle++)
            twin_step(run, b, cycle, 1 + cycle % 3, 1);
        lockstep_complete(run);
        snprintf(start, sizeof start, "lockstep: fake[sm 3]: cycle 6: %s: ", places[i / 4].name);
        if (!lockstep_failed(run) || strncmp(lockstep_failed(run), start, strlen(start)) != 0)
            fail_msg("%s: %s", start, lockstep_failed(run) ? lockstep_failed(run) : "nothing");
        assert_int_equal(sscanf(lockstep_failed(run) + strlen(start), "C 0x%x, Verilog 0x%x", &model, &verilog), 2);
        assert_int_equal((uint8_t)(verilog - model), (uint8_t)one_off.by);
        lockstep_close(run);
    }
}

// --- fields of 64 bits

struct wide { uint64_t word; };
static void wide_reset(void *q) { ((struct wide *)q)->word = UINT64_C(0x123456789abcdef1); }
static void wide_out(const void *q, const void *in, void *out) { ((struct wide *)out)->word = ((const struct wide *)q)->word ^ ((const struct wide *)in)->word; }
static void wide_next(const void *q, const void *in, const void *out, void *d)
{
    (void)in, (void)out;
    ((struct wide *)d)->word = ((const struct wide *)q)->word * UINT64_C(0xd6e8feb86659fd93);
}
static bool wide_idle(const void *q, const void *in)
{
    (void)q, (void)in;
    return false;
}
static const block_field wide_fields[] = {{.name = "x", .kind = FIELD_IN, .size = 8, .width = 64, .count = 1},
                                          {.name = "y", .kind = FIELD_OUT, .size = 8, .width = 64, .count = 1},
                                          {.name = "z", .kind = FIELD_REG, .size = 8, .width = 64, .count = 1},
                                          {0}};
static const block_ops wide_model = {.block = "wide", .config = "n2", .params = (const block_param[]){{NULL, 0}}, .fields = wide_fields,
                                     .in_size = 8, .out_size = 8, .state_size = 8, .reset = wide_reset, .out = wide_out, .next = wide_next, .idle = wide_idle};

// Its second one, with a bit of the output or of the register that is another from the fifth edge on.
static struct { struct wide in, q, shown_out, shown_q; uint64_t edges, bit; bool in_out; } second;
static void *second_open(void)
{
    return &second;
}
static void second_close(void *t) { (void)t; }
static const void *second_state(void *t)
{
    (void)t;
    second.shown_q.word = second.q.word ^ (second.edges >= 5 && !second.in_out ? second.bit : 0);
    return &second.shown_q;
}
static const void *second_out(void *t, const void *in)
{
    (void)t;
    second.in = *(const struct wide *)in;
    second.shown_out.word = second.q.word ^ second.in.word ^ (second.edges >= 5 && second.in_out ? second.bit : 0);
    return &second.shown_out;
}
static const void *second_edge(void *t, const void *in)
{
    wide_next(&second.q, in, NULL, &second.q);
    second.edges++;
    return second_state(t);
}
static const void *second_reset(void *t)
{
    wide_reset(&second.q);
    second.edges = 0;
    return second_state(t);
}
static void second_load(void *t, const void *q)
{
    (void)t;
    second.q = *(const struct wide *)q;
}

// Each bit is compared, and the values are said whole.
static void each_of_64_bits_is_another(void **unused)
{
    const verilated_ops ops = {"wide", "n2", second_open, second_close, second_out, second_out, second_edge, second_reset, second_state, second_load,
                               NULL, NULL, NULL};
    (void)unused;
    for (unsigned i = 0; i < 128; i++) {
        char expected[200];
        second.edges = 0, second.bit = UINT64_C(1) << i / 2, second.in_out = i & 1;
        lockstep *run = twin_run(BLOCKS_LOCKSTEP, LOCKSTEP_EVERY, false);
        block *b = lockstep_add_ops(run, &wide_model, &ops, "sm 3");
        uint64_t model = 0;
        for (uint64_t cycle = 0; cycle < 10 && !lockstep_failed(run); cycle++) {
            lockstep_cycle(run, cycle);
            ((struct wide *)b->in)->word = cycle * UINT64_C(0xfedcba9876543211);
            block_out(b);
            model = second.in_out ? ((struct wide *)b->out)->word : 0;
            block_next(b);
            model = second.in_out ? model : ((struct wide *)b->d)->word;
            block_commit(b);
        }
        snprintf(expected, sizeof expected, "lockstep: wide[sm 3]: cycle 5: %s: C 0x%" PRIx64 ", Verilog 0x%" PRIx64 " (seed 9)",
                 second.in_out ? "output y" : "register z", model, model ^ second.bit);
        assert_non_null(lockstep_failed(run));
        assert_string_equal(lockstep_failed(run), expected);
        lockstep_close(run);
    }
}

// Edges of another clock lie between two core cycles; those in front of the first one belong to it.
static void edges_between_core_cycles(void **unused)
{
    block_clock clock = {0};
    (void)unused;
    lockstep *run = twin_run(BLOCKS_C, LOCKSTEP_ACTIVE, false);
    lockstep_edge(run, &clock, 0, 0, 1);
    assert_true(clock.cycle == 0 && run->time.cycle == 0 && run->time.nth == 0);
    lockstep_cycle(run, 0);
    assert_true(run->clock.cycle == 0 && run->time.cycle == 0 && run->time.nth == 0);
    lockstep_edge(run, &clock, 7, 3, 2);
    assert_true(clock.cycle == 7 && run->time.cycle == 2 && run->time.nth == 2 && run->clock.cycle == 0);
    lockstep_cycle(run, UINT64_C(3) << 40);
    assert_true(clock.cycle == 7 && run->time.cycle == UINT64_C(3) << 40 && run->time.nth == 0 && run->clock.cycle == UINT64_C(3) << 40);
    lockstep_close(run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(agrees),
                                       cmocka_unit_test(names_output),
                                       cmocka_unit_test(names_register_of_the_cycle_after_the_edge),
                                       cmocka_unit_test(names_missed_reset),
                                       cmocka_unit_test(names_late_input_used_early),
                                       cmocka_unit_test(names_memory),
                                       cmocka_unit_test(one_more_or_less_is_another),
                                       cmocka_unit_test(each_of_64_bits_is_another),
                                       cmocka_unit_test(edges_between_core_cycles),
                                       cmocka_unit_test(modes_agree),
                                       cmocka_unit_test(verilog_mode_shows_the_verilog),
                                       cmocka_unit_test(padding_is_not_compared),
                                       cmocka_unit_test(inputs_fit_their_widths)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
