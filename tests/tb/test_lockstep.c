// The lockstep runner on a small block that stands here twice, once as the model and once in place of the Verilog:
// every kind of divergence is found where and when it happens, padding is not compared, idle steps are left out and
// counted.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tb/lockstep_internal.h"

enum { CELLS = 4 };

struct in { uint8_t add; uint8_t note; uint8_t look_late; };
struct out { uint8_t sum; uint32_t odd; };               // three bytes of padding after sum
struct state { uint8_t total; uint8_t pair[2]; uint8_t cell[CELLS]; };

static const block_field fields[] = {
    {"add", FIELD_IN, 0, 1, 4, 1, offsetof(struct in, add), 0, 0, FORM_DEC, "what is added"},
    {"note", FIELD_IN, 0, 1, 4, 1, offsetof(struct in, note), 0, 0, FORM_HEX, "which nothing looks at"},
    {"look_late", FIELD_IN_LATE, 0, 1, 1, 1, offsetof(struct in, look_late), 0, 0, FORM_BOOL, "stored in pair[1]"},
    {"sum", FIELD_OUT, 0, 1, 8, 1, offsetof(struct out, sum), 0, 0, FORM_DEC, "total and add"},
    {"odd", FIELD_OUT, 0, 4, 1, 1, offsetof(struct out, odd), 0, 0, FORM_BOOL, "sum is odd"},
    {"total", FIELD_REG, 0, 1, 8, 1, offsetof(struct state, total), 0, 255, FORM_DEC, "running total"},
    {"pair", FIELD_REG, 1, 1, 8, 2, offsetof(struct state, pair), 0, 255, FORM_HEX, "last add, last late input"},
    {"cell", FIELD_MEM, 1, 1, 8, CELLS, offsetof(struct state, cell), 0, 255, FORM_HEX, "written at total mod 4"},
    {0}};
static const block_param params[] = {{"N", 2}, {NULL, 0}};

static void reset(void *q) { *(struct state *)q = (struct state){.total = 5}; }

static void out(const void *q, const void *in, void *o)
{
    ((struct out *)o)->sum = (uint8_t)(((const struct state *)q)->total + ((const struct in *)in)->add);
    ((struct out *)o)->odd = ((struct out *)o)->sum & 1;
}

static void next(const void *q, const void *in, const void *o, void *d)
{
    struct state *state = d;
    (void)q;
    state->total = ((const struct out *)o)->sum;
    state->pair[0] = ((const struct in *)in)->add;
    state->pair[1] = ((const struct in *)in)->look_late;
    state->cell[state->total % CELLS] = state->pair[0];
}

static bool idle(const void *q, const void *in)
{
    const struct state *state = q;
    const struct in *i = in;
    return i->add == 0 && state->pair[0] == 0 && state->pair[1] == i->look_late &&
           state->cell[state->total % CELLS] == 0;
}

static bool invariant(const void *q) { return ((const struct state *)q)->pair[1] <= 1; }

static const block_ops model = {
    "fake", "n2", params, fields, sizeof(struct in), sizeof(struct out), sizeof(struct state),
    reset,  out,  next,   idle,   invariant, NULL};

// The second one, with what goes wrong in it chosen by the test.
enum wrong { NOTHING, OUTPUT, REGISTER, RESET, LATE_EARLY, MEMORY, MOVES_AT_REST };
static enum wrong wrong;
static uint64_t wrong_at;              // edge from which on it is wrong
static unsigned outs, edges, settled;
typedef struct { struct in in; struct out out; struct state q; uint64_t edges; } twin;

static void *twin_open(void) { return calloc(1, sizeof(twin)); }
static const void *twin_outputs(twin *t)
{
    out(&t->q, &t->in, &t->out);
    if (wrong == OUTPUT && t->edges >= wrong_at)
        t->out.odd ^= 1;
    if (wrong == LATE_EARLY && t->edges >= wrong_at && t->in.look_late)
        t->out.sum ^= 0x80;
    return &t->out;
}
static const void *twin_out(void *t, const void *in)
{
    outs++;
    ((twin *)t)->in.add = ((const struct in *)in)->add;
    return twin_outputs(t);
}
static const void *twin_settle(void *t, const void *in)
{
    ((twin *)t)->in = *(const struct in *)in;
    settled++;
    return twin_outputs(t);
}
static const void *twin_edge(void *model_twin, const void *in)
{
    twin *t = model_twin;
    struct state before = t->q;
    edges++;
    t->in.look_late = ((const struct in *)in)->look_late;
    struct out sound;
    out(&before, &t->in, &sound);
    next(&before, &t->in, &sound, &t->q);
    t->edges++;
    if (wrong == MOVES_AT_REST && before.pair[0] == 0 && t->in.add == 0)
        t->q.pair[1] |= 0x10;
    if (wrong == REGISTER && t->edges >= wrong_at)
        t->q.pair[1] |= 0x10;
    if (wrong == MEMORY && t->edges >= wrong_at)
        t->q.cell[3] = 0x77;
    return &t->q;
}
static const void *twin_evaluate(void *model_twin, const void *in, bool edge)
{
    twin *t = model_twin;
    if (edge)
        twin_edge(t, &t->in);
    outs++;
    t->in = *(const struct in *)in;
    return twin_outputs(t);
}
static const void *twin_reset(void *t)
{
    struct state before = ((twin *)t)->q;
    reset(&((twin *)t)->q);
    if (wrong == RESET)
        ((twin *)t)->q.pair[0] = before.pair[0];
    return &((twin *)t)->q;
}
static const void *twin_state(void *t) { return &((twin *)t)->q; }
static void twin_load(void *t, const void *q) { ((twin *)t)->q = *(const struct state *)q; }
static const verilated_ops twin_ops = {"fake",      "n2",      twin_open,  free,       twin_out,
                                       twin_settle, twin_edge, twin_reset, twin_state, twin_load, twin_evaluate, twin_state, NULL};

static const verilated_ops twin_by_halves = {"fake",      "n2",      twin_open,  free,       twin_out, twin_settle,
                                             twin_edge, twin_reset, twin_state, twin_load, NULL,     NULL,        NULL};

static lockstep *open_run(blocks_mode mode, lockstep_when when, bool check_late)
{
    lockstep_options options = {.mode = mode, .when = when, .check_late = check_late, .no_pack = true, .seed = 9};
    char error[200];
    outs = edges = settled = 0;
    return lockstep_open(&options, error, sizeof error);
}

static void step(lockstep *run, block *b, uint64_t cycle, unsigned add, unsigned late)
{
    lockstep_cycle(run, cycle);
    ((struct in *)b->in)->add = (uint8_t)add;
    block_out(b);
    ((struct in *)b->in)->look_late = (uint8_t)late;
    block_next(b);
    block_commit(b);
}

// Runs until it fails and demands that line.
static void expect_of(const verilated_ops *rtl, enum wrong what, uint64_t at, bool check_late, const char *line)
{
    wrong = what;
    wrong_at = at;
    lockstep *run = open_run(BLOCKS_LOCKSTEP, LOCKSTEP_EVERY, check_late);
    block *b = lockstep_add_ops(run, &model, rtl, "sm 3");
    for (uint64_t cycle = 0; cycle < 2000 && !lockstep_failed(run); cycle++)
        step(run, b, cycle, 2 + cycle % 3, cycle % 7 == 3);
    lockstep_complete(run);
    assert_int_equal(settled > 0, check_late && what != RESET);
    if (line && strstr(line, "late inputs changed it")) {        // so a replay looks for it, in the step itself
        const stimulus *history = b->monitor->history;
        assert_true(history[0].check_late && history[1].check_late);
        assert_int_equal(stimulus_at(&history[0], history[0].count - 1)->edges, 1);
    }
    if (line)
        assert_string_equal(lockstep_failed(run), line);
    else
        assert_null(lockstep_failed(run));
    assert_int_equal(lockstep_count(run).mismatches, line ? 1 : 0);
    lockstep_close(run);
    wrong = NOTHING;
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

static void leaves_out_idle_steps(void **unused)
{
    (void)unused;
    for (int every = 0; every < 2; every++) {
        lockstep *run = open_run(BLOCKS_LOCKSTEP, every ? LOCKSTEP_EVERY : LOCKSTEP_ACTIVE, false);
        block *b = lockstep_add_ops(run, &model, &twin_ops, "sm 0");
        unsigned outs_before = outs;
        for (uint64_t cycle = 0; cycle < 10; cycle++)
            step(run, b, cycle, 0, 0);
        block_sleep(b, 5);
        lockstep_complete(run);
        lockstep_counts counts = lockstep_count(run);
        assert_int_equal(b->cycle, 15);
        // The Verilog shows by one edge under these inputs that it rests too; its outputs are looked at before and after. The
        // last edge comes when the run is complete.
        assert_int_equal(edges, every ? 15 : 1);
        assert_int_equal(outs - outs_before, every ? 15 + 1 : 2);
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
    (void)unused;
    for (int every = 0; every < 2; every++) {
        lockstep *run = open_run(BLOCKS_LOCKSTEP, every ? LOCKSTEP_EVERY : LOCKSTEP_ACTIVE, false);
        block *b = lockstep_add_ops(run, &model, &twin_ops, "sm 0");
        step(run, b, 0, 3, 0);
        block_sleep(b, 5);
        assert_int_equal(((const struct state *)b->q)->total, 5 + 6 * 3);
        assert_int_equal(b->cycle, 6);
        assert_int_equal(edges, 5);
        lockstep_complete(run);
        assert_int_equal(edges, 6);
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
static unsigned loads;
static void twin_count(void *t, const void *q)
{
    loads++;
    ((twin *)t)->q.total = ((const struct state *)q)->total;
}

// Cycles that count are left out on both sides while the block sleeps, once an edge under these inputs was compared:
// not with --lockstep every, with a wave, or by Verilog alone. What is left out changes no register.
static void leaves_out_cycles_that_count(void **unused)
{
    block_ops counting = model;
    verilated_ops counting_twin = twin_ops;
    const struct { blocks_mode mode; lockstep_when when; bool wave; unsigned skipped; } runs[] = {
        {BLOCKS_LOCKSTEP, LOCKSTEP_ACTIVE, false, 26},       {BLOCKS_LOCKSTEP, LOCKSTEP_EVERY, false, 0},
        {BLOCKS_LOCKSTEP, LOCKSTEP_ACTIVE, true, 0}, {BLOCKS_VERILOG, LOCKSTEP_ACTIVE, false, 0},
        {BLOCKS_C, LOCKSTEP_ACTIVE, false, 0}};
    char folder[] = "build/lockstep.XXXXXX", path[60], save[60];
    (void)unused;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/wave.fst", folder);
    snprintf(save, sizeof save, "%s/wave.gtkw", folder);
    counting.count = count;
    counting_twin.count = twin_count;
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        lockstep_options options = {.mode = runs[i].mode, .when = runs[i].when, .no_pack = true,
                                    .wave_path = runs[i].wave ? path : NULL};
        char error[200];
        edges = loads = 0;
        lockstep *run = lockstep_open(&options, error, sizeof error);
        block *b = lockstep_add_ops(run, &counting, &counting_twin, "sm 0");
        for (uint64_t cycle = 0; cycle < 5; cycle++)
            step(run, b, cycle, 1, 0);
        ((struct in *)b->in)->add = 3;                    // which no edge has seen
        block_sleep(b, 4);
        assert_int_equal(((const struct state *)b->q)->total, 5 + 5 + 4 * 3);
        block_sleep(b, 51);
        assert_int_equal(((const struct state *)b->q)->total, 5 + 5 + 55 * 3);
        assert_int_equal(b->cycle, 60);
        lockstep_complete(run);
        assert_null(lockstep_failed(run));
        assert_int_equal(lockstep_count(run).skipped, runs[i].skipped);
        assert_int_equal(loads > 0, runs[i].skipped > 0);
        if (runs[i].mode != BLOCKS_C)
            assert_int_equal(edges, 60 - runs[i].skipped);
        step(run, b, 60, 3, 1);
        assert_null(lockstep_failed(run));
        assert_true(lockstep_save_wave(run, error, sizeof error));
        lockstep_close(run);
    }
    assert_int_equal(remove(path), 0);
    assert_int_equal(remove(save), 0);
    assert_int_equal(rmdir(folder), 0);
}

// The three modes give the same outputs and registers; verilog mode takes them from the second twin alone.
static void modes_agree(void **unused)
{
    uint8_t totals[3];
    (void)unused;
    for (blocks_mode mode = BLOCKS_C; mode <= BLOCKS_LOCKSTEP; mode++) {
        lockstep *run = open_run(mode, LOCKSTEP_ACTIVE, false);
        block *b = lockstep_add_ops(run, &model, &twin_ops, "sm 0");
        for (uint64_t cycle = 0; cycle < 50; cycle++)
            step(run, b, cycle, cycle % 5, cycle % 2);
        totals[mode] = ((const struct state *)b->q)->total;
        assert_int_equal(lockstep_count(run).instances, mode == BLOCKS_C ? 0 : 1);
        if (mode == BLOCKS_C)
            assert_int_equal(edges, 0);
        lockstep_close(run);
    }
    assert_int_equal(totals[0], 5 + 50 / 5 * 10);
    assert_int_equal(totals[1], totals[0]);
    assert_int_equal(totals[2], totals[0]);
}

// A block at rest that a late input wakes: seen in that cycle, in which nothing else is due.
static void sees_a_late_input_that_wakes(void **unused)
{
    (void)unused;
    wrong = LATE_EARLY;
    wrong_at = 0;
    lockstep *run = open_run(BLOCKS_LOCKSTEP, LOCKSTEP_ACTIVE, false);
    block *b = lockstep_add_ops(run, &model, &twin_ops, "sm 3");
    for (uint64_t cycle = 0; cycle < 20; cycle++)
        step(run, b, cycle, 0, cycle % 10 == 5);
    assert_string_equal(lockstep_failed(run),
                        "lockstep: fake[sm 3]: cycle 5: output sum: late inputs changed it from 0x5 to 0x85 (seed 9)");
    lockstep_close(run);
    wrong = NOTHING;
}

// What the model leaves out the Verilog has shown: the outputs in a cycle that is left out, and that it rests.
static void leaves_out_only_what_was_seen(void **unused)
{
    (void)unused;
    lockstep *run = open_run(BLOCKS_LOCKSTEP, LOCKSTEP_ACTIVE, false);
    block *b = lockstep_add_ops(run, &model, &twin_ops, "sm 3");
    step(run, b, 0, 0, 0);
    wrong = OUTPUT;
    wrong_at = 1;
    step(run, b, 1, 0, 0);
    assert_string_equal(lockstep_failed(run), "lockstep: fake[sm 3]: cycle 1: output odd: C 0x1, Verilog 0x0 (seed 9)");
    lockstep_close(run);

    wrong = MOVES_AT_REST;
    run = open_run(BLOCKS_LOCKSTEP, LOCKSTEP_ACTIVE, false);
    b = lockstep_add_ops(run, &model, &twin_ops, "sm 3");
    for (uint64_t cycle = 0; cycle < 5; cycle++)
        step(run, b, cycle, cycle == 0 ? 3 : 0, 0);
    assert_string_equal(lockstep_failed(run),
                        "lockstep: fake[sm 3]: cycle 3: register pair[1]: C 0x0, Verilog 0x10 (seed 9)");
    lockstep_close(run);
    wrong = NOTHING;
}

static void verilog_mode_shows_the_verilog(void **unused)
{
    (void)unused;
    wrong = REGISTER;
    wrong_at = 1;
    lockstep *run = open_run(BLOCKS_VERILOG, LOCKSTEP_EVERY, false);
    block *b = lockstep_add_ops(run, &model, &twin_ops, "sm 0");
    step(run, b, 0, 1, 0);
    assert_int_equal(((const struct state *)b->q)->pair[1], 0x10);
    assert_null(lockstep_failed(run));
    lockstep_close(run);
    wrong = NOTHING;
}

// What was due when the instance stepped on, was reset, or the run ended, is compared then, and named by its own cycle.
static void compares_what_is_due(void **unused)
{
    enum { ASLEEP, RESET_AGAIN, AT_THE_END, WAYS };
    (void)unused;
    for (int way = 0; way < WAYS; way++) {
        wrong = REGISTER;
        wrong_at = 3;
        lockstep *run = open_run(BLOCKS_LOCKSTEP, LOCKSTEP_ACTIVE, false);
        block *b = lockstep_add_ops(run, &model, &twin_ops, "sm 3");
        for (uint64_t cycle = 0; cycle < 3; cycle++)
            step(run, b, cycle, 1 + cycle % 2, 0);
        assert_null(lockstep_failed(run));
        lockstep_cycle(run, 90);
        if (way == ASLEEP)
            block_sleep(b, 1);
        if (way == RESET_AGAIN)
            block_reset(b);
        if (way == AT_THE_END)
            lockstep_complete(run);
        assert_string_equal(lockstep_failed(run),
                            "lockstep: fake[sm 3]: cycle 3: register pair[1]: C 0x0, Verilog 0x10 (seed 9)");
        lockstep_close(run);
    }
    // Outputs that are asked for twice are compared twice, with the inputs and by the cycle of each.
    wrong = NOTHING;
    lockstep *run = open_run(BLOCKS_LOCKSTEP, LOCKSTEP_EVERY, false);
    block *b = lockstep_add_ops(run, &model, &twin_ops, "sm 3");
    unsigned outs_before = outs;
    lockstep_cycle(run, 0);
    ((struct in *)b->in)->add = 1;
    block_out(b);
    lockstep_cycle(run, 50);
    wrong = OUTPUT;
    wrong_at = 0;
    step(run, b, 50, 2, 0);
    assert_int_equal(outs - outs_before, 1);
    const stimulus *history = b->monitor->history;
    assert_int_equal(((const struct in *)stimulus_inputs(stimulus_at(&history[0], 0)))->add, 1);
    assert_string_equal(lockstep_failed(run), "lockstep: fake[sm 3]: cycle 0: output odd: C 0x0, Verilog 0x1 (seed 9)");
    lockstep_close(run);
    wrong = NOTHING;
}

static void padding_is_not_compared(void **unused)
{
    (void)unused;
    lockstep *run = open_run(BLOCKS_LOCKSTEP, LOCKSTEP_EVERY, false);
    block *b = lockstep_add_ops(run, &model, &twin_ops, "sm 0");
    ((unsigned char *)b->out)[1] = 0xee;
    for (uint64_t cycle = 0; cycle < 5; cycle++)
        step(run, b, cycle, 1, cycle % 2);            // late inputs are the step's own nevertheless
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
        lockstep *run = open_run(BLOCKS_LOCKSTEP, LOCKSTEP_ACTIVE, false);
        block *b = lockstep_add_ops(run, &model, &twin_ops, "sm 3");
        step(run, b, 16, 15, 1);
        step(run, b, 17, add, late);
        step(run, b, 18, 0, late);
        step(run, b, 19, 0, late);
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(agrees),
                                       cmocka_unit_test(names_output),
                                       cmocka_unit_test(names_register_of_the_cycle_after_the_edge),
                                       cmocka_unit_test(names_missed_reset),
                                       cmocka_unit_test(names_late_input_used_early),
                                       cmocka_unit_test(names_memory),
                                       cmocka_unit_test(leaves_out_idle_steps),
                                       cmocka_unit_test(steps_sleepers_that_are_not_idle),
                                       cmocka_unit_test(leaves_out_cycles_that_count),
                                       cmocka_unit_test(modes_agree),
                                       cmocka_unit_test(sees_a_late_input_that_wakes),
                                       cmocka_unit_test(leaves_out_only_what_was_seen),
                                       cmocka_unit_test(verilog_mode_shows_the_verilog),
                                       cmocka_unit_test(compares_what_is_due),
                                       cmocka_unit_test(padding_is_not_compared),
                                       cmocka_unit_test(inputs_fit_their_widths)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
