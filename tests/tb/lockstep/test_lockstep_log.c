// SPDX-License-Identifier: BSD-3-Clause
// What a lockstep run keeps of each cycle, against a log of its own: the inputs of a failure pack go on from where their
// registers stood, and a wave shows every signal of every cycle, of either side, whatever was left out or put off.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/tb/lockstep/twin.h"

enum { CYCLES = 400 };
typedef struct { struct in in; struct out out; struct state q; } logged;     // in: the late ones of this cycle
static logged seen[CYCLES + 1];

static uint64_t random_state;
static unsigned below(unsigned limit)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(random_state >> 33) % limit;
}

// What the table says of the block, by itself.
static struct state after(const struct state *q, const struct in *in)
{
    struct state next = *q;
    next.total = (uint8_t)(q->total + in->add);
    next.pair[0] = in->add;
    next.pair[1] = in->look_late;
    next.cell[next.total % CELLS] = in->add;
    return next;
}

// Inputs at random; twelve cycles of each 36 at rest, so that cycles are left out; of these it may sleep through six. In front of
// every second sleep is a late input: then something changes in its first cycle.
static bool sleeps_in(unsigned cycle) { return cycle % 36 >= 28 && cycle % 36 < 34; }

static void draw(uint64_t seed)
{
    random_state = seed;
    memset(seen, 0, sizeof seen);
    seen[0].q.total = 5;
    for (unsigned cycle = 0; cycle < CYCLES; cycle++) {
        logged *now = &seen[cycle];
        if (cycle % 36 < 24)
            now->in = (struct in){(uint8_t)below(16), (uint8_t)below(16), (uint8_t)below(2)};
        else
            now->in = (struct in){0, 3, cycle % 72 == 27 || cycle % 36 == 35};
        now->out.sum = (uint8_t)(now->q.total + now->in.add);
        now->out.odd = now->out.sum & 1;
        seen[cycle + 1].q = after(&now->q, &now->in);
    }
}

static void one_cycle(lockstep *run, block *b, unsigned cycle)
{
    struct in *in = b->in;
    lockstep_cycle(run, cycle);
    in->add = seen[cycle].in.add;
    in->note = seen[cycle].in.note;
    block_out(b);
    if (!lockstep_failed(run)) {
        assert_int_equal(((struct out *)b->out)->sum, seen[cycle].out.sum);
        assert_memory_equal(b->q, &seen[cycle].q, offsetof(struct state, cell));      // memories are the Verilog's own, where it is alone
    }
    in->look_late = seen[cycle].in.look_late;
    block_next(b);
    block_commit(b);
}

// The same where the owner of the block, behind whose last edge its late inputs are taken back, does nothing in cycles of sleep.
static void one_cycle_or_sleep(lockstep *run, block *b, unsigned cycle)
{
    if (!sleeps_in(cycle)) {
        if (cycle && sleeps_in(cycle - 1))
            block_sleep(b, cycle - b->cycle);
        one_cycle(run, b, cycle);
        ((struct in *)b->in)->look_late = 0;
        return;
    }
    lockstep_cycle(run, cycle);
}

// --- the history that a failure pack replays

// Both segments as one: where the older one begins the registers stood as it says, behind these inputs.
static void expect_history(const block *b, unsigned end, unsigned least)
{
    stimulus s;
    history_stimulus(&b->monitor->history, &s, b->name, 0);
    uint64_t next = stimulus_at(&s, 0)->cycle;
    assert_int_equal(s.from_reset, next == 0);
    if (!s.from_reset) {
        assert_memory_equal(s.q, &seen[next].q, sizeof seen[next].q);
        // The ports as that step begins: its own early inputs, the late ones of the edge before.
        const struct in *before = s.before;
        assert_true(before->add == seen[next].in.add && before->look_late == seen[next - 1].in.look_late);
    }
    for (size_t i = 0; i < s.count; i++, next++) {
        stimulus_step *step = stimulus_at(&s, i);
        assert_int_equal(step->cycle, next);
        assert_int_equal(step->edges, 1);
        assert_memory_equal(stimulus_inputs(step), &seen[next].in, sizeof seen[next].in);
    }
    assert_int_equal(next, end);
    assert_in_range(s.count, end < least ? end : least, 2 * least);
    stimulus_close(&s);
}

static void a_history_goes_on_from_its_registers(void **unused)
{
    enum { PACK = 9 };
    (void)unused;
    draw(3);
    lockstep_options options = {.mode = BLOCKS_LOCKSTEP, .when = LOCKSTEP_EVERY, .no_pack = true, .pack_cycles = PACK};
    char error[200];
    for (int kind = 0; kind < 2; kind++) {
        lockstep *run = lockstep_open(&options, error, sizeof error);
        block *b = lockstep_add_ops(run, &twin_model, kind ? &twin_by_halves : &twin_ops, "sm 3");
        for (unsigned cycle = 0; cycle < 100; cycle++) {
            one_cycle(run, b, cycle);
            expect_history(b, cycle + 1, PACK);
        }
        lockstep_complete(run);
        assert_null(lockstep_failed(run));
        block_reset(b);                                     // begins anew
        assert_int_equal(b->cycle, 0);
        assert_true(b->monitor->history.segments[0].steps + b->monitor->history.segments[1].steps == 0);
        for (unsigned cycle = 0; cycle < 30; cycle++) {
            one_cycle(run, b, cycle);
            expect_history(b, cycle + 1, PACK);
        }
        lockstep_close(run);
    }
}

// From registers that are given; both sides have them.
static void a_history_begins_where_it_was_loaded(void **unused)
{
    (void)unused;
    draw(4);
    for (blocks_mode mode = BLOCKS_C; mode <= BLOCKS_LOCKSTEP; mode++) {
        lockstep *run = twin_run(mode, LOCKSTEP_EVERY, false);
        block *b = lockstep_add_ops(run, &twin_model, &twin_ops, "sm 3");
        for (unsigned cycle = 0; cycle < 250; cycle++)         // so that the history has begun anew
            one_cycle(run, b, cycle);
        block_load(b, &seen[50].q);
        assert_int_equal(b->cycle, 0);
        assert_memory_equal(b->q, &seen[50].q, sizeof seen[50].q);
        for (unsigned cycle = 50; cycle < 60; cycle++)
            one_cycle(run, b, cycle);
        lockstep_complete(run);
        assert_null(lockstep_failed(run));
        if (mode != BLOCKS_C) {
            stimulus s;
            history_stimulus(&b->monitor->history, &s, b->name, 0);
            assert_false(s.from_reset);
            assert_int_equal(s.count, 10);
            assert_memory_equal(s.q, &seen[50].q, sizeof seen[50].q);
            assert_memory_equal(s.before, &(struct in){0}, sizeof(struct in));
            stimulus_close(&s);
        }
        lockstep_close(run);
    }
}

// --- what a reset compares

static enum { AS_IT_IS, WITHOUT_TOTAL, WITHOUT_CELLS, SPOILS_A_CELL } resets;
static struct state met_by_reset;
static const void *own_reset(void *model_twin)
{
    struct state *q = &((twin *)model_twin)->q, before = *q;
    met_by_reset = *q;
    twin_model.reset(q);
    if (resets == WITHOUT_TOTAL)
        q->total = before.total;
    if (resets == WITHOUT_CELLS)
        memcpy(q->cell, before.cell, sizeof q->cell);
    if (resets == SPOILS_A_CELL)
        q->cell[2] = 0x5a;
    return q;
}

// The Verilog's registers hold the complement before, its memories what they are reset to: a reset may leave those.
static void a_reset_is_compared(void **unused)
{
    static const char *const lines[] = {NULL, "lockstep: fake[sm 3]: cycle 77: register total: C 0x5, Verilog 0xfa (seed 9)", NULL,
                                        "lockstep: fake[sm 3]: cycle 77: memory cell[2]: C 0x0, Verilog 0x5a (seed 9)"};
    verilated_ops ops = twin_ops;
    (void)unused;
    draw(5);
    ops.reset = own_reset;
    for (resets = AS_IT_IS; resets <= SPOILS_A_CELL; resets++) {
        const int way = (int)resets;
        resets = AS_IT_IS;
        lockstep *run = twin_run(BLOCKS_LOCKSTEP, LOCKSTEP_EVERY, false);
        block *b = lockstep_add_ops(run, &twin_model, &ops, "sm 3");
        for (unsigned cycle = 0; cycle < 40; cycle++)
            one_cycle(run, b, cycle);
        resets = way;
        lockstep_cycle(run, 77);
        block_reset(b);
        assert_int_equal(met_by_reset.total, (uint8_t)~5);
        assert_true(met_by_reset.pair[0] == 0xff && met_by_reset.pair[1] == 0xff && met_by_reset.cell[0] == 0 && met_by_reset.cell[3] == 0);
        if (lines[way])
            assert_string_equal(lockstep_failed(run), lines[way]);
        else
            assert_null(lockstep_failed(run));
        assert_int_equal(lockstep_count(run).mismatches, lines[way] != NULL);
        assert_int_equal(lockstep_count(run).fields, 7 + 40 * 9 + 7);
        lockstep_close(run);
    }
    resets = AS_IT_IS;
}

// --- waves, as GTKWave's fst2vcd reads them

typedef struct { char name[64], id[8]; uint64_t value; } signal_value;
enum { SIGNALS = 80 };
typedef struct { FILE *file; signal_value of[SIGNALS]; unsigned count; uint64_t time, next; bool over; } vcd;

static signal_value *by_id(vcd *v, const char *id)
{
    for (unsigned i = 0; i < v->count; i++)
        if (strcmp(v->of[i].id, id) == 0)
            return &v->of[i];
    return NULL;
}

static void open_vcd(vcd *v, const char *path)
{
    char command[200], line[400];
    *v = (vcd){.count = 0};
    snprintf(command, sizeof command, "fst2vcd -f %s", path);
    v->file = popen(command, "r");
    while (fgets(line, sizeof line, v->file) && strncmp(line, "$enddefinitions", 15) != 0) {
        signal_value *s = &v->of[v->count];
        if (sscanf(line, "$var %*s %*u %7s %63[^[ ]", s->id, s->name) == 2 && v->count + 1 < SIGNALS)
            v->count++;
    }
    assert_true(v->count > 0);
}

// Takes what changes at the next time that the wave names.
static void step_vcd(vcd *v)
{
    char line[400], id[8] = "", bits[100];
    v->time = v->next;
    while (!v->over) {
        if (!fgets(line, sizeof line, v->file)) {
            v->over = true;
        } else if (line[0] == '#') {
            v->next = strtoull(line + 1, NULL, 10);
            if (v->next != v->time)
                return;
        } else if (line[0] == 'b' && sscanf(line, "b%99s %7s", bits, id) == 2 && by_id(v, id)) {
            by_id(v, id)->value = strtoull(bits, NULL, 2);
        } else if ((line[0] == '0' || line[0] == '1') && sscanf(line + 1, "%7s", id) == 1 && by_id(v, id)) {
            by_id(v, id)->value = (uint64_t)(line[0] - '0');
        }
    }
}

// Values as they stand at this time.
static void go_to(vcd *v, uint64_t time)
{
    while (!v->over && v->next <= time)
        step_vcd(v);
}

static uint64_t value_of(vcd *v, const char *name)
{
    for (unsigned i = 0; i < v->count; i++)
        if (strcmp(v->of[i].name, name) == 0)
            return v->of[i].value;
    fail_msg("no signal %s", name);
    return 0;
}

static void demand(vcd *v, unsigned cycle, const char *name, uint64_t expected)
{
    if (value_of(v, name) != expected)
        fail_msg("cycle %u: %s: %" PRIu64 ", expected %" PRIu64, cycle, name, value_of(v, name), expected);
}

static void expect_both(vcd *v, unsigned cycle, blocks_mode mode, const char *name, uint64_t expected)
{
    char side[64];
    if (mode != BLOCKS_VERILOG) {
        snprintf(side, sizeof side, "%s_model", name);
        demand(v, cycle, side, expected);
    }
    if (mode != BLOCKS_C) {
        snprintf(side, sizeof side, "%s_rtl", name);
        demand(v, cycle, side, expected);
    }
    if (mode == BLOCKS_LOCKSTEP) {
        snprintf(side, sizeof side, "%s_difference", name);
        demand(v, cycle, side, 0);
    }
}

static void expect_cycle(vcd *v, unsigned cycle, blocks_mode mode, bool inputs_alone)
{
    const logged *now = &seen[cycle];
    go_to(v, cycle);
    demand(v, cycle, "add_i", now->in.add);
    demand(v, cycle, "note_i", now->in.note);
    demand(v, cycle, "look_late_i", now->in.look_late);
    if (inputs_alone)
        return;
    expect_both(v, cycle, mode, "sum_o", now->out.sum);
    expect_both(v, cycle, mode, "odd_o", now->out.odd);
    expect_both(v, cycle, mode, "total_q", now->q.total);
    expect_both(v, cycle, mode, "pair_q_0", now->q.pair[0]);
    expect_both(v, cycle, mode, "pair_q_1", now->q.pair[1]);
}

typedef struct { char folder[32], wave[64], save[64]; } files;
static void open_files(files *f)
{
    strcpy(f->folder, "build/lockstep.XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    snprintf(f->wave, sizeof f->wave, "%s/wave.fst", f->folder);
    snprintf(f->save, sizeof f->save, "%s/wave.gtkw", f->folder);
}
static void remove_files(const files *f)
{
    assert_int_equal(remove(f->wave), 0);
    assert_int_equal(remove(f->save), 0);
    assert_int_equal(rmdir(f->folder), 0);
}

// Every mode, whole or 200 cycles from the middle of a sleep on, with what is left out and without.
static void a_wave_shows_every_cycle(void **unused)
{
    (void)unused;
    draw(6);
    for (blocks_mode mode = BLOCKS_C; mode <= BLOCKS_LOCKSTEP; mode++)
        for (int form = 0; form < 4; form++) {
            const unsigned first = form & 1 ? 66 : 0, cycles = form & 1 ? 200 : 0;
            files f;
            char error[200];
            vcd v;
            open_files(&f);
            lockstep *run = lockstep_open(&(lockstep_options){.mode = mode, .when = form & 2 ? LOCKSTEP_EVERY : LOCKSTEP_ACTIVE, .no_pack = true,
                                                              .wave_path = f.wave, .wave_start = first, .wave_cycles = cycles}, error, sizeof error);
            block *b = lockstep_add_ops(run, &twin_model, &twin_ops, "sm 3");
            for (unsigned cycle = 0; cycle < CYCLES; cycle++)
                one_cycle_or_sleep(run, b, cycle);
            lockstep_complete(run);
            assert_null(lockstep_failed(run));
            assert_true(lockstep_count(run).skipped > 0 || form & 2 || mode == BLOCKS_C);
            assert_true(lockstep_save_wave(run, error, sizeof error));
            lockstep_close(run);
            open_vcd(&v, f.wave);
            for (unsigned cycle = first; cycle < (cycles ? first + cycles : CYCLES); cycle++)
                expect_cycle(&v, cycle, mode, sleeps_in(cycle) && cycle % 72 > 27 && cycle % 72 < 36);
            while (!v.over)
                step_vcd(&v);
            assert_in_range(v.time, (cycles ? first + cycles : CYCLES) - 1, cycles ? first + cycles : CYCLES);
            pclose(v.file);
            remove_files(&f);
        }
}

// A wave of one SM, whose window opens in the run: without a comparison a block of another SM has nobody who looks at it.
static void a_wave_of_one_sm_leaves_the_others_alone(void **unused)
{
    static const block_param params[] = {{"N", 48}, {"S", 2}, {"ACROSS", 1}, {NULL, 0}};
    files f;
    char error[400];
    (void)unused;
    open_files(&f);
    lockstep_options options = {.mode = BLOCKS_C, .no_pack = true, .wave_path = f.wave, .wave_start = 3};
    number_set_add(&options.wave_places, 1);
    lockstep *run = lockstep_open(&options, error, sizeof error);
    for (unsigned sm = 0; sm < 3; sm++) {
        const block *b = lockstep_add_at(run, (block_place){PLACE_SM, sm, 0}, NULL, "warp_order", params, error, sizeof error);
        if (!b)
            fail_msg("%s", error);
        assert_int_equal(b->monitor != NULL, sm == 1);
    }
    for (unsigned cycle = 0; cycle < 6; cycle++) {
        lockstep_cycle(run, cycle);
        for (block *b = run->first; b; b = b->next) {
            block_out(b);
            block_next(b);
        }
        for (block *b = run->first; b; b = b->next)
            block_commit(b);
    }
    lockstep_complete(run);
    assert_true(lockstep_save_wave(run, error, sizeof error));
    lockstep_close(run);
    remove_files(&f);
}

// Until it fails the wave shows both sides; then outputs that differ in their cycle, or registers that do behind the edge, beside
// the inputs that led to it. The save file begins with what differs.
static void a_wave_ends_with_what_differs(void **unused)
{
    static const struct { enum wrong what; const char *line, *mark, *signal; } cases[] = {
        {OUTPUT, "lockstep: fake[sm 3]: cycle 60: output odd: ", "-first divergence: cycle 60, output odd\n", "odd_o"},
        {REGISTER, "lockstep: fake[sm 3]: cycle 60: register pair[1]: ", "-first divergence: cycle 60, register pair[1]\n", "pair_q_1"},
        {MEMORY, "lockstep: fake[sm 3]: cycle 60: memory cell[3]: ", "-first divergence: cycle 60, memory cell[3]\n", NULL}};
    (void)unused;
    draw(7);
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        const uint64_t model = i == 0 ? seen[60].out.odd : seen[60].q.pair[1], rtl = i == 0 ? model ^ 1 : model | 0x10;
        files f;
        char error[200], text[4096];
        vcd v;
        open_files(&f);
        lockstep *run = lockstep_open(&(lockstep_options){.mode = BLOCKS_LOCKSTEP, .when = LOCKSTEP_EVERY, .no_pack = true, .wave_path = f.wave},
                                      error, sizeof error);
        block *b = lockstep_add_ops(run, &twin_model, &twin_ops, "sm 3");
        twin_wrong = cases[i].what;
        twin_wrong_at = 60;
        for (unsigned cycle = 0; cycle < 100 && !lockstep_failed(run); cycle++)
            one_cycle(run, b, cycle);
        twin_wrong = NOTHING;
        assert_true(lockstep_failed(run) && strncmp(lockstep_failed(run), cases[i].line, strlen(cases[i].line)) == 0);
        assert_true(lockstep_save_wave(run, error, sizeof error));
        lockstep_close(run);
        open_vcd(&v, f.wave);
        for (unsigned cycle = 0; cycle < 60; cycle++)
            expect_cycle(&v, cycle, BLOCKS_LOCKSTEP, false);
        go_to(&v, 60);
        demand(&v, 60, "add_i", seen[i == 0 ? 60 : 59].in.add);
        demand(&v, 60, "total_q_model", seen[60].q.total);
        demand(&v, 60, "total_q_rtl", seen[60].q.total);
        if (cases[i].signal) {
            char signal[64];
            snprintf(signal, sizeof signal, "%s_model", cases[i].signal);
            demand(&v, 60, signal, model);
            snprintf(signal, sizeof signal, "%s_rtl", cases[i].signal);
            demand(&v, 60, signal, rtl);
            snprintf(signal, sizeof signal, "%s_difference", cases[i].signal);
            demand(&v, 60, signal, model ^ rtl);
        }
        pclose(v.file);
        FILE *save = fopen(f.save, "r");
        text[fread(text, 1, sizeof text - 1, save)] = 0;
        fclose(save);
        if (!strstr(text, cases[i].mark))
            fail_msg("no %s in %s", cases[i].mark, text);
        remove_files(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_history_goes_on_from_its_registers),
                                       cmocka_unit_test(a_history_begins_where_it_was_loaded),
                                       cmocka_unit_test(a_reset_is_compared),
                                       cmocka_unit_test(a_wave_shows_every_cycle),
                                       cmocka_unit_test(a_wave_of_one_sm_leaves_the_others_alone),
                                       cmocka_unit_test(a_wave_ends_with_what_differs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
