// SPDX-License-Identifier: BSD-3-Clause
// Wherever the runner finds a divergence it leaves a failure pack, with the steps up to it. The Verilog of a block is right here;
// what it returns is falsified on the way, in a cycle, each by one bit.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <stdlib.h>
#include <unistd.h>

#include "tb/lockstep/internal.h"

enum { WRONG_CYCLE = 7, STRUCT = 4096 };
typedef enum { IN_OUT, IN_SETTLE, IN_EDGE, IN_REGISTERS, IN_RESET, PLACES } falsified;

static const verilated_ops *sound;
static falsified where;
static uint64_t edges;                              // that the Verilog has had since its reset
static bool armed;

// A copy whose first byte has another bit.
static const void *passed_on(const void *structure, size_t size, falsified at, bool now)
{
    static unsigned char copy[STRUCT];
    assert_in_range(size, 1, STRUCT);
    if (at != where || !now || !armed)
        return structure;
    memcpy(copy, structure, size);
    copy[0] ^= 1;
    return copy;
}

static const block_ops *model;
static const void *own_out(void *rtl, const void *in) { return passed_on(sound->out(rtl, in), model->out_size, IN_OUT, edges >= WRONG_CYCLE); }
static const void *own_settle(void *rtl, const void *in)
{
    return passed_on(sound->settle(rtl, in), model->out_size, IN_SETTLE, edges >= WRONG_CYCLE);
}
static const void *own_edge(void *rtl, const void *in) { return passed_on(sound->edge(rtl, in), model->state_size, IN_EDGE, ++edges >= WRONG_CYCLE); }
static const void *own_registers(void *rtl) { return passed_on(sound->registers(rtl), model->state_size, IN_REGISTERS, edges >= WRONG_CYCLE); }
static const void *own_evaluate(void *rtl, const void *in, bool edge)
{
    edges += edge;
    return passed_on(sound->evaluate(rtl, in, edge), model->out_size, IN_OUT, edges >= WRONG_CYCLE);
}
static const void *own_reset(void *rtl)
{
    edges = 0;
    return passed_on(sound->reset(rtl), model->state_size, IN_RESET, true);
}

static void read_file(const char *folder, const char *name, char *text, size_t size)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("no %s", path);
    text[fread(text, 1, size - 1, file)] = 0;
    fclose(file);
}

static void remove_folder(const char *folder)
{
    char path[600];
    DIR *open = opendir(folder);
    assert_non_null(open);
    for (struct dirent *entry; (entry = readdir(open)) != NULL;) {
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.')
            assert_int_equal(remove(path), 0);
    }
    closedir(open);
    assert_int_equal(rmdir(folder), 0);
}

// `last`: the last line of its steps, in front of the inputs that it names; NULL: it has no step.
static void expect_pack(bool by_halves, bool check_late, falsified at, const char *what, const char *last)
{
    char folder[] = "build/lockstep_pack.XXXXXX", pack[64], error[2048], text[8192];
    verilated_ops ops = *sound;
    assert_non_null(mkdtemp(folder));
    snprintf(pack, sizeof pack, "%s/pack", folder);
    ops.out = own_out, ops.settle = own_settle, ops.edge = own_edge, ops.registers = own_registers, ops.reset = own_reset;
    ops.evaluate = by_halves ? NULL : own_evaluate;
    where = at;
    edges = 0;
    armed = at != IN_RESET;
    lockstep *run = lockstep_open(&(lockstep_options){.mode = BLOCKS_LOCKSTEP, .when = LOCKSTEP_EVERY, .check_late = check_late, .pack_dir = pack},
                                  error, sizeof error);
    block *b = lockstep_add_ops(run, model, &ops, "sm 3");
    for (uint64_t cycle = 0; cycle < 20 && !lockstep_failed(run); cycle++) {
        lockstep_cycle(run, cycle);
        block_out(b);
        block_next(b);
        block_commit(b);
    }
    armed = true;
    if (at == IN_RESET)
        block_reset(b);
    lockstep_complete(run);
    assert_non_null(lockstep_failed(run));
    if (!strstr(lockstep_failed(run), what))
        fail_msg("%s", lockstep_failed(run));
    assert_non_null(lockstep_pack(run));
    read_file(lockstep_pack(run), "report.txt", text, sizeof text);
    assert_true(strncmp(text, lockstep_failed(run), strlen(lockstep_failed(run))) == 0);
    read_file(lockstep_pack(run), "stimulus.txt", text, sizeof text);
    const char *step = strstr(text, "\nstart reset\n"), *found = NULL;
    assert_non_null(step);
    for (step = strchr(step + 1, '\n') + 1; strcmp(step, "end\n") != 0; step = strchr(step, '\n') + 1)
        found = step;
    if (last ? !found || strncmp(found, last, strlen(last)) != 0 : found != NULL)
        fail_msg("the last step is %s", found);
    read_file(lockstep_pack(run), "wave.gtkw", text, sizeof text);
    remove_folder(lockstep_pack(run));
    lockstep_close(run);
    assert_int_equal(rmdir(folder), 0);
}

static void every_divergence_leaves_a_pack(void **state)
{
    char error[2048];
    (void)state;
    model = tuple_named("oaws_ocw", "n48_s2_sets32", true, error, sizeof error);
    if (!model)
        fail_msg("%s", error);
    sound = tuple_verilog(model);
    assert_non_null(sound->evaluate);
    expect_pack(false, false, IN_OUT, "cycle 7: output ", "look 7");
    expect_pack(true, false, IN_OUT, "cycle 7: output ", "look 7");
    expect_pack(false, true, IN_SETTLE, "cycle 7: output ", "step 7");
    expect_pack(false, false, IN_REGISTERS, "cycle 7: register ", "step 6");
    expect_pack(true, false, IN_EDGE, "cycle 7: register ", "step 6");
    expect_pack(true, false, IN_RESET, "cycle 19: register ", NULL);
    expect_pack(false, false, IN_RESET, "cycle 19: register ", NULL);
}

// One instance sleeps and owes a bad step, another took the same for known and goes wrong behind it: the pack, and there is no other, is
// that of the first, whose one step it replays.
static void a_pack_is_of_the_instance_that_is_named(void **state)
{
    char folder[] = "build/lockstep_pack.XXXXXX", pack[64], error[2048], text[8192];
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(pack, sizeof pack, "%s/pack", folder);
    model = tuple_named("oaws_ocw", "n48_s2_sets32", true, error, sizeof error);
    if (!model)
        fail_msg("%s", error);
    sound = tuple_verilog(model);
    verilated_ops ops = *sound;
    ops.registers = own_registers;
    where = IN_REGISTERS;
    armed = false;
    lockstep *run = lockstep_open(&(lockstep_options){.mode = BLOCKS_LOCKSTEP, .pack_dir = pack}, error, sizeof error);
    block *owes = lockstep_add_ops(run, model, &ops, "sm 3"), *other = lockstep_add_ops(run, model, &ops, "sm 7");
    edges = WRONG_CYCLE;
    armed = true;
    for (uint64_t cycle = 4; cycle < 8 && !lockstep_failed(run); cycle++) {
        block *b = cycle == 4 ? owes : other;
        lockstep_cycle(run, cycle);
        memset(b->in, cycle > 5, 1);           // another step from the third on
        block_out(b);
        block_next(b);
        block_commit(b);
    }
    assert_int_equal(lockstep_count(run).known, 1);
    assert_non_null(lockstep_failed(run));
    if (strncmp(lockstep_failed(run), "lockstep: oaws_ocw[sm 3]: cycle 5: register ", 44) != 0)
        fail_msg("%s", lockstep_failed(run));
    assert_string_equal(strrchr(lockstep_pack(run), '/'), "/pack");
    read_file(pack, "report.txt", text, sizeof text);
    assert_true(strncmp(text, lockstep_failed(run), strlen(lockstep_failed(run))) == 0);
    read_file(pack, "stimulus.txt", text, sizeof text);
    assert_non_null(strstr(text, "\ninstance sm 3\n"));
    assert_non_null(strstr(text, "\nstart reset\nstep 4"));
    assert_null(strstr(strstr(text, "\nstep") + 1, "\nstep"));
    remove_folder(pack);
    lockstep_close(run);
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_divergence_leaves_a_pack),
                                       cmocka_unit_test(a_pack_is_of_the_instance_that_is_named)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
