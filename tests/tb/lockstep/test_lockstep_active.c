// SPDX-License-Identifier: BSD-3-Clause
// What the lockstep runner leaves out and what it puts off: idle steps and cycles that count are left out and counted, no more
// than the Verilog has shown; what an instance is due is compared when it must be.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/tb/lockstep/twin.h"

// Whether the Verilog does a cycle in one evaluation, in two, or runs alone.
static void leaves_out_idle_steps_in_any_mode(void **unused)
{
    static const struct { blocks_mode mode; const verilated_ops *rtl; } runs[] = {
        {BLOCKS_LOCKSTEP, &twin_ops}, {BLOCKS_LOCKSTEP, &twin_by_halves}, {BLOCKS_VERILOG, &twin_ops}};
    (void)unused;
    for (int i = 0; i < 6; i++) {
        const bool every = i % 2;
        lockstep *run = twin_run(runs[i / 2].mode, every ? LOCKSTEP_EVERY : LOCKSTEP_ACTIVE, false);
        block *b = lockstep_add_ops(run, &twin_model, runs[i / 2].rtl, "sm 0");
        for (uint64_t cycle = 0; cycle < 10; cycle++)
            twin_step(run, b, cycle, 0, 0);
        twin_step(run, b, 10, 7, 0);                // wakes, for two edges: what it has added is one of its registers
        for (uint64_t cycle = 11; cycle < 20; cycle++)
            twin_step(run, b, cycle, 0, 0);
        lockstep_complete(run);
        assert_null(lockstep_failed(run));
        assert_int_equal(((const struct state *)b->q)->total, 12);
        assert_int_equal(twin_edges, every ? 20 : 1 + 1 + 2);
        assert_int_equal(lockstep_count(run).skipped, every ? 0 : 20 - 4);
        lockstep_close(run);
    }
}

// Nobody has asked for outputs in this cycle, so early inputs may have changed, too. Verilog that looks at one of them must not be skipped.
static void a_step_without_outputs_is_looked_at_whole(void **unused)
{
    (void)unused;
    lockstep *run = twin_run(BLOCKS_LOCKSTEP, LOCKSTEP_ACTIVE, false);
    block *b = lockstep_add_ops(run, &twin_model, &twin_ops, "sm 0");
    for (uint64_t cycle = 0; cycle < 4; cycle++)
        twin_step(run, b, cycle, 0, 0);
    const uint64_t skipped = lockstep_count(run).skipped;
    assert_true(skipped > 0);
    ((struct in *)b->in)->note = 1;
    lockstep_cycle(run, 4);
    block_next(b);
    block_commit(b);
    assert_int_equal(lockstep_count(run).skipped, skipped);
    assert_int_equal(((const struct in *)(const void *)b->monitor->seen)->note, 1);
    lockstep_complete(run);
    assert_null(lockstep_failed(run));
    lockstep_close(run);
}

static void leaves_out_idle_steps(void **unused)
{
    (void)unused;
    for (int every = 0; every < 2; every++) {
        lockstep *run = twin_run(BLOCKS_LOCKSTEP, every ? LOCKSTEP_EVERY : LOCKSTEP_ACTIVE, false);
        block *b = lockstep_add_ops(run, &twin_model, &twin_ops, "sm 0");
        unsigned outs_before = twin_outs;
        for (uint64_t cycle = 0; cycle < 10; cycle++)
            twin_step(run, b, cycle, 0, 0);
        block_sleep(b, 5);
        lockstep_complete(run);
        lockstep_counts counts = lockstep_count(run);
        assert_int_equal(b->cycle, 15);
        // The Verilog shows by one edge under these inputs that it rests too; its outputs are looked at before and after. The
        // last edge comes when the run is complete.
        assert_int_equal(twin_edges, every ? 15 : 1);
        assert_int_equal(twin_outs - outs_before, every ? 15 + 1 : 2);
        assert_int_equal(counts.cycles, every ? 15 : 1);
        assert_int_equal(counts.skipped, every ? 0 : 14);
        assert_int_equal(counts.instances, 1);
        // Reset compares 3 registers and 4 cells; then 2 outputs for each evaluation, as many as a reset for each edge.
        assert_int_equal(counts.fields, 7 + (every ? 15 * 9 : 9 + 2));
        lockstep_close(run);
    }
}

// A block that counts by itself goes on while its SM sleeps, whatever is left out.
static void steps_sleepers_that_are_not_idle(void **unused)
{
    const uint64_t hour = UINT64_C(1) << 40;
    (void)unused;
    for (int every = 0; every < 2; every++) {
        lockstep *run = twin_run(BLOCKS_LOCKSTEP, every ? LOCKSTEP_EVERY : LOCKSTEP_ACTIVE, false);
        block *b = lockstep_add_ops(run, &twin_model, &twin_ops, "sm 0");
        twin_step(run, b, hour, 3, 0);
        block_sleep(b, 5);
        assert_int_equal(b->clock->cycle, hour);            // which is another's, too
        assert_int_equal(((const struct state *)b->q)->total, 5 + 6 * 3);
        assert_int_equal(b->cycle, 6);
        assert_int_equal(twin_edges, 5);
        lockstep_complete(run);
        assert_int_equal(twin_edges, 6);
        assert_int_equal(lockstep_count(run).skipped, 0);
        lockstep_close(run);
    }
}

// The same block, whose total counts by itself while neither pair nor any cell changes, up to 100.
static uint64_t count(const void *q, const void *in, uint64_t cycles, void *d)
{
    const struct state *state = q;
    const unsigned add = ((const struct in *)in)->add;
    uint64_t left = add && state->total < 100 ? (100u - state->total) / add : 0;
    for (unsigned cell = 0; cell < CELLS; cell++)
        if (state->cell[cell] != add)
            left = 0;
    if (state->pair[0] != add || state->pair[1] != ((const struct in *)in)->look_late)
        left = 0;
    ((struct state *)d)->total = (uint8_t)(state->total + add * (left < cycles ? left : cycles));
    return left < cycles ? left : cycles;
}
// As its table then says.
static const block_field *counting_fields(void)
{
    static block_field rows[16];
    for (unsigned i = 0; !i || rows[i - 1].name; i++) {
        rows[i] = twin_model.fields[i];
        rows[i].counts = rows[i].name && strcmp(rows[i].name, "total") == 0;
    }
    return rows;
}
static unsigned loads;
static void twin_put(void *t, const void *q)
{
    loads++;
    ((twin *)t)->q.total = ((const struct state *)q)->total;
}

// The last step of a pack is the one that went wrong, also when that is found before cycles that count.
static void a_pack_ends_with_the_step_that_went_wrong(void **unused)
{
    enum { MADE = 6 };
    block_ops counting = twin_model;
    verilated_ops whole = twin_ops;
    stimulus steps;
    (void)unused;
    counting.count = count;
    counting.fields = counting_fields();
    whole.put_registers = twin_put;
    lockstep *run = twin_run(BLOCKS_LOCKSTEP, LOCKSTEP_ACTIVE, false);
    block *b = lockstep_add_ops(lockstep_part(run, 0), &counting, &whole, "sm 0");
    twin_wrong = REGISTER;
    twin_wrong_at = MADE;
    for (uint64_t cycle = 0; cycle < MADE; cycle++)
        twin_step(run, b, cycle, 3, 0);
    block_sleep(b, 10);
    assert_non_null(lockstep_failed(b->owner));
    history_stimulus(&b->monitor->history, &steps, b->name, 0);
    assert_int_equal(steps.count, MADE);
    stimulus_close(&steps);
    lockstep_close(run);
    twin_wrong = NOTHING;
}

// Cycles that count are left out on both sides while the block sleeps, once an edge under these inputs was compared:
// not with --lockstep every, with a wave, or by Verilog alone. What is left out changes no register.
static void leaves_out_cycles_that_count(void **unused)
{
    block_ops counting = twin_model;
    verilated_ops whole = twin_ops, halves = twin_by_halves;
    const struct { blocks_mode mode; lockstep_when when; bool wave; unsigned skipped; bool by_halves; } runs[] = {
        {BLOCKS_LOCKSTEP, LOCKSTEP_ACTIVE, false, 26}, {BLOCKS_LOCKSTEP, LOCKSTEP_ACTIVE, false, 26, true},       {BLOCKS_LOCKSTEP, LOCKSTEP_EVERY, false, 0},
        {BLOCKS_LOCKSTEP, LOCKSTEP_ACTIVE, true, 0}, {BLOCKS_VERILOG, LOCKSTEP_ACTIVE, false, 0},
        {BLOCKS_C, LOCKSTEP_ACTIVE, false, 0}};
    char folder[] = "build/lockstep.XXXXXX", path[60], save[60];
    (void)unused;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/wave.fst", folder);
    snprintf(save, sizeof save, "%s/wave.gtkw", folder);
    counting.count = count;
    counting.fields = counting_fields();
    whole.put_registers = halves.put_registers = twin_put;
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        lockstep_options options = {.mode = runs[i].mode, .when = runs[i].when, .no_pack = true,
                                    .wave_path = runs[i].wave ? path : NULL};
        char error[200];
        twin_edges = loads = 0;
        lockstep *run = lockstep_open(&options, error, sizeof error);
        block *b = lockstep_add_ops(run, &counting, runs[i].by_halves ? &halves : &whole, "sm 0");
        for (uint64_t cycle = 0; cycle < 5; cycle++)
            twin_step(run, b, cycle, 1, 0);
        ((struct in *)b->in)->add = 3;                    // which no edge has seen
        block_sleep(b, 4);
        assert_int_equal(((const struct state *)b->q)->total, 5 + 5 + 4 * 3);
        block_sleep(b, 51);
        assert_int_equal(((const struct state *)b->q)->total, 5 + 5 + 55 * 3);
        assert_int_equal(b->cycle, 60);
        lockstep_complete(run);
        assert_null(lockstep_failed(run));
        assert_int_equal(lockstep_count(run).skipped, runs[i].skipped);
        if (runs[i].mode == BLOCKS_LOCKSTEP) {            // a pack has them all
            stimulus steps;
            uint64_t edges = 0;
            history_stimulus(&b->monitor->history, &steps, b->name, 0);
            for (size_t step = 0; step < steps.count; step++) {
                edges += stimulus_at(&steps, step)->edges;
                assert_int_equal(stimulus_at(&steps, step)->cycle + stimulus_at(&steps, step)->edges, edges);
            }
            assert_int_equal(edges, 60);
            stimulus_close(&steps);
        }
        assert_int_equal(loads > 0, runs[i].skipped > 0);
        if (runs[i].mode != BLOCKS_C)
            assert_int_equal(twin_edges, 60 - runs[i].skipped);
        twin_step(run, b, 60, 3, 1);
        assert_null(lockstep_failed(run));
        assert_true(lockstep_save_wave(run, error, sizeof error));
        lockstep_close(run);
    }
    assert_int_equal(remove(path), 0);
    assert_int_equal(remove(save), 0);
    assert_int_equal(rmdir(folder), 0);
}

// After a reset the Verilog has shown nothing: its first edge is made and compared, whatever the inputs are.
static uint64_t count_all(const void *q, const void *in, uint64_t cycles, void *d)
{
    (void)q, (void)in, (void)d;
    return cycles;
}
static bool never_idle(const void *q, const void *in)
{
    (void)q, (void)in;
    return false;
}
static void counts_from_the_first_edge_on(void **unused)
{
    block_ops counting = twin_model;
    verilated_ops counting_twin = twin_ops;
    (void)unused;
    counting.count = count_all;
    counting.idle = never_idle;
    counting_twin.put_registers = twin_put;
    lockstep *run = twin_run(BLOCKS_LOCKSTEP, LOCKSTEP_ACTIVE, false);
    block *b = lockstep_add_ops(run, &counting, &counting_twin, "sm 0");
    for (unsigned resets = 0; resets < 3; resets++) {
        block_sleep(b, 10);
        assert_int_equal(b->cycle, 10);
        lockstep_complete(run);
        assert_int_equal(twin_edges, resets + 1);
        assert_int_equal(lockstep_count(run).skipped, 9 * (resets + 1));
        block_reset(b);
    }
    assert_null(lockstep_failed(run));
    lockstep_close(run);
}

// Outputs that were asked for in front of the cycles that count are not those behind them.
static void outputs_are_other_ones_behind_a_count(void **unused)
{
    block_ops counting = twin_model;
    verilated_ops counting_twin = twin_ops;
    (void)unused;
    counting.count = count;
    counting.fields = counting_fields();
    counting_twin.put_registers = twin_put;
    lockstep *run = twin_run(BLOCKS_LOCKSTEP, LOCKSTEP_ACTIVE, false);
    block *b = lockstep_add_ops(run, &counting, &counting_twin, "sm 0");
    for (uint64_t cycle = 0; cycle < 5; cycle++)
        twin_step(run, b, cycle, 1, 0);
    block_out(b);
    assert_int_equal(((const struct out *)b->out)->sum, 5 + 5 + 1);
    block_sleep(b, 30);
    assert_int_equal(lockstep_count(run).skipped, 30);
    block_out(b);
    assert_int_equal(((const struct out *)b->out)->sum, 5 + 5 + 30 + 1);
    lockstep_complete(run);
    assert_null(lockstep_failed(run));
    lockstep_close(run);
}

// A count that moves what is no counter would be put into the Verilog: it ends the program, by name.
static uint64_t count_with_a_pair(const void *q, const void *in, uint64_t cycles, void *d)
{
    const uint64_t counted = count(q, in, cycles, d);
    ((struct state *)d)->pair[1] ^= counted > 1;
    return counted;
}
static void counting_moves_counters_alone(void **unused)
{
    char seen[300] = "";
    int ends[2], status;
    (void)unused;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        block_ops counting = twin_model;
        verilated_ops counting_twin = twin_ops;
        counting.count = count_with_a_pair;
        counting.fields = counting_fields();
        counting_twin.put_registers = twin_put;
        dup2(ends[1], STDERR_FILENO);
        lockstep *run = twin_run(BLOCKS_LOCKSTEP, LOCKSTEP_ACTIVE, false);
        block *b = lockstep_add_ops(run, &counting, &counting_twin, "sm 3");
        for (uint64_t cycle = 0; cycle < 5; cycle++)
            twin_step(run, b, cycle, 1, 0);
        block_sleep(b, 30);
        _exit(0);
    }
    close(ends[1]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(read(ends[0], seen, sizeof seen - 1) >= 0);
    close(ends[0]);
    assert_string_equal(seen, "warplock: bug: fake[sm 3]: cycle 5: register pair[1]: count makes it 0x1, expected 0x0 as before, for it is no counter\n");
    assert_int_equal(WIFSIGNALED(status) ? WTERMSIG(status) : 0, SIGABRT);
}

// Memories are not put into the Verilog: instances that do the same make each step.
static void a_block_with_memories_makes_each_step(void **unused)
{
    verilated_ops ops = twin_ops;
    (void)unused;
    ops.put_registers = twin_put;
    lockstep *run = twin_run(BLOCKS_LOCKSTEP, LOCKSTEP_ACTIVE, false);
    block *first = lockstep_add_ops(run, &twin_model, &ops, "sm 0"), *other = lockstep_add_ops(run, &twin_model, &ops, "sm 1");
    for (uint64_t cycle = 0; cycle < 20; cycle++) {
        twin_step(run, first, cycle, 1 + cycle % 3, 0);
        twin_step(run, other, cycle, 1 + cycle % 3, 0);
    }
    lockstep_complete(run);
    assert_null(lockstep_failed(run));
    assert_int_equal(lockstep_count(run).known, 0);
    assert_int_equal(twin_edges, 40);
    lockstep_close(run);
}

// A block at rest that a late input wakes: seen in that cycle, in which nothing else is due.
static void sees_a_late_input_that_wakes(void **unused)
{
    (void)unused;
    twin_wrong = LATE_EARLY;
    twin_wrong_at = 0;
    lockstep *run = twin_run(BLOCKS_LOCKSTEP, LOCKSTEP_ACTIVE, false);
    block *b = lockstep_add_ops(run, &twin_model, &twin_ops, "sm 3");
    for (uint64_t cycle = 0; cycle < 20; cycle++)
        twin_step(run, b, cycle, 0, cycle % 10 == 5);
    assert_string_equal(lockstep_failed(run),
                        "lockstep: fake[sm 3]: cycle 5: output sum: late inputs changed it from 0x5 to 0x85 (seed 9)");
    lockstep_close(run);
    twin_wrong = NOTHING;
}

// What the model leaves out the Verilog has shown: the outputs in a cycle that is left out, and that it rests.
static void leaves_out_only_what_was_seen(void **unused)
{
    (void)unused;
    lockstep *run = twin_run(BLOCKS_LOCKSTEP, LOCKSTEP_ACTIVE, false);
    block *b = lockstep_add_ops(run, &twin_model, &twin_ops, "sm 3");
    twin_step(run, b, 0, 0, 0);
    twin_wrong = OUTPUT;
    twin_wrong_at = 1;
    twin_step(run, b, 1, 0, 0);
    assert_string_equal(lockstep_failed(run), "lockstep: fake[sm 3]: cycle 1: output odd: C 0x1, Verilog 0x0 (seed 9)");
    lockstep_close(run);

    twin_wrong = MOVES_AT_REST;
    run = twin_run(BLOCKS_LOCKSTEP, LOCKSTEP_ACTIVE, false);
    b = lockstep_add_ops(run, &twin_model, &twin_ops, "sm 3");
    for (uint64_t cycle = 0; cycle < 5; cycle++)
        twin_step(run, b, cycle, cycle == 0 ? 3 : 0, 0);
    assert_string_equal(lockstep_failed(run),
                        "lockstep: fake[sm 3]: cycle 3: register pair[1]: C 0x0, Verilog 0x10 (seed 9)");
    lockstep_close(run);
    twin_wrong = NOTHING;
}

// What was due when the instance stepped on, was reset, or the run ended, is compared then, and named by its own cycle.
static void compares_what_is_due(void **unused)
{
    enum { ASLEEP, RESET_AGAIN, AT_THE_END, WAYS };
    const uint64_t hour = UINT64_C(1) << 40;
    (void)unused;
    for (int way = 0; way < WAYS; way++) {
        twin_wrong = REGISTER;
        twin_wrong_at = 3;
        lockstep *run = twin_run(BLOCKS_LOCKSTEP, LOCKSTEP_ACTIVE, false);
        block *b = lockstep_add_ops(run, &twin_model, &twin_ops, "sm 3");
        for (uint64_t cycle = 0; cycle < 3; cycle++)
            twin_step(run, b, hour + cycle, 1 + cycle % 2, 0);
        assert_null(lockstep_failed(run));
        lockstep_cycle(run, hour + 90);
        if (way == ASLEEP)
            block_sleep(b, 1);
        if (way == RESET_AGAIN)
            block_reset(b);
        if (way == AT_THE_END)
            lockstep_complete(run);
        assert_string_equal(lockstep_failed(run),
                            "lockstep: fake[sm 3]: cycle 1099511627779: register pair[1]: C 0x0, Verilog 0x10 (seed 9)");
        lockstep_close(run);
    }
    // Outputs that are asked for twice are compared twice, with the inputs and by the cycle of each.
    twin_wrong = NOTHING;
    lockstep *run = twin_run(BLOCKS_LOCKSTEP, LOCKSTEP_EVERY, false);
    block *b = lockstep_add_ops(run, &twin_model, &twin_ops, "sm 3");
    unsigned outs_before = twin_outs;
    lockstep_cycle(run, hour);
    ((struct in *)b->in)->add = 1;
    block_out(b);
    lockstep_cycle(run, hour + 50);
    twin_wrong = OUTPUT;
    twin_wrong_at = 0;
    twin_step(run, b, hour + 50, 2, 0);
    assert_int_equal(twin_outs - outs_before, 1);
    stimulus steps;
    history_stimulus(&b->monitor->history, &steps, b->name, 0);
    assert_int_equal(((const struct in *)stimulus_inputs(stimulus_at(&steps, 0)))->add, 1);
    stimulus_close(&steps);
    assert_string_equal(lockstep_failed(run), "lockstep: fake[sm 3]: cycle 1099511627776: output odd: C 0x0, Verilog 0x1 (seed 9)");
    lockstep_close(run);
    // Nobody asks for them: they are compared before the edge.
    run = twin_run(BLOCKS_LOCKSTEP, LOCKSTEP_EVERY, false);
    b = lockstep_add_ops(run, &twin_model, &twin_ops, "sm 3");
    lockstep_cycle(run, hour);
    ((struct in *)b->in)->add = 1;
    block_next(b);
    assert_string_equal(lockstep_failed(run), "lockstep: fake[sm 3]: cycle 1099511627776: output odd: C 0x0, Verilog 0x1 (seed 9)");
    lockstep_close(run);
    twin_wrong = NOTHING;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(leaves_out_idle_steps),
                                       cmocka_unit_test(a_step_without_outputs_is_looked_at_whole),
                                       cmocka_unit_test(leaves_out_idle_steps_in_any_mode),
                                       cmocka_unit_test(steps_sleepers_that_are_not_idle),
                                       cmocka_unit_test(a_pack_ends_with_the_step_that_went_wrong),
                                       cmocka_unit_test(leaves_out_cycles_that_count),
                                       cmocka_unit_test(counts_from_the_first_edge_on),
                                       cmocka_unit_test(outputs_are_other_ones_behind_a_count),
                                       cmocka_unit_test(counting_moves_counters_alone),
                                       cmocka_unit_test(a_block_with_memories_makes_each_step),
                                       cmocka_unit_test(sees_a_late_input_that_wakes),
                                       cmocka_unit_test(leaves_out_only_what_was_seen),
                                       cmocka_unit_test(compares_what_is_due)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
