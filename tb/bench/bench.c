// SPDX-License-Identifier: BSD-3-Clause
// Runs one block under its stimuli; see tb/bench/bench.h.
#include "tb/bench/bench.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <time.h>

#include "tb/field.h"
#include "tb/stimuli/stimulus.h"
#include "tb/stimuli/stimuli.h"
#include "tb/vectors.h"

enum { LEAST_CYCLES = 20000, RESET_PERIOD = 50 };   // in a phase with resets, one cycle in so many is one

typedef struct {
    const block_ops     *ops;
    const bench_options *options;
    bench_result        *result;
    const stimuli       *stimuli;
    stimuli_state        state;
    lockstep            *run;
    block               *block;
    void                *step;         // what the C model does in a step claimed idle, or in counted steps
    void                *before, *out, *counted;       // of prove_count
    random_source        counting;     // draws how many cycles to count, separate from the stimuli
    FILE                *vectors;
} bench;

static void fail(bench *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void fail(bench *b, const char *format, ...)
{
    va_list arguments;
    if (b->result->failed)
        return;
    b->result->failed = true;
    va_start(arguments, format);
    vsnprintf(b->result->message, sizeof b->result->message, format, arguments);
    va_end(arguments);
}

static const stimuli *find_stimuli(const char *block)
{
    for (const stimuli *const *s = stimuli_table; *s; s++)
        if (strcmp((*s)->block, block) == 0)
            return *s;
    return NULL;
}

static uint64_t phase_cycles(const bench *b, const stimuli_phase *phase)
{
    uint64_t cycles = phase->cycles(b->ops), most = b->options->phase_cycles;
    return most && cycles > most ? most : cycles;
}

static uint64_t default_cycles(const bench *b)
{
    uint64_t pass = 0;
    for (const stimuli_phase *phase = b->stimuli->phases; phase->name; phase++)
        pass += phase_cycles(b, phase);
    return pass > LEAST_CYCLES || b->options->phase_cycles ? pass : LEAST_CYCLES;
}

static const stimuli_phase *phase_of(bench *b)
{
    if (b->state.step >= phase_cycles(b, &b->stimuli->phases[b->state.phase])) {
        b->state.phase = b->stimuli->phases[b->state.phase + 1].name ? b->state.phase + 1 : 0;
        b->state.step = 0;
        memset(b->state.value, 0, sizeof b->state.value);
    }
    return &b->stimuli->phases[b->state.phase];
}

static void measure_ranges(bench *b)
{
    unsigned row = 0;
    for (const block_field *f = b->ops->fields; f->name; f++) {
        if (!field_is_state(f))
            continue;
        for (unsigned element = 0; element < f->count; element++) {
            uint64_t value = field_get(f, b->block->q, element);
            if (value < b->result->low[row])
                b->result->low[row] = value;
            if (value > b->result->high[row])
                b->result->high[row] = value;
        }
        row++;
    }
}

// A step that the block calls idle must leave every register as it is.
static void prove_idle(bench *b, uint64_t cycle)
{
    if (!b->ops->idle(b->block->q, b->block->in))
        return;
    b->result->idle_claims++;
    memcpy(b->step, b->block->q, b->ops->state_size);
    b->ops->next(b->block->q, b->block->in, b->block->out, b->step);
    if (memcmp(b->step, b->block->q, b->ops->state_size) != 0)
        fail(b, "bench: %s %s: cycle %" PRIu64 ": the step is claimed idle but changes a register (seed %" PRIu64 ")",
             b->ops->block, b->ops->config, cycle, b->options->seed);
}

// How many of these cycles the model counts now, and the result.
static uint64_t claimed_count(const bench *b, uint64_t cycles, void *counted)
{
    memcpy(counted, b->block->q, b->ops->state_size);
    return b->ops->count ? b->ops->count(b->block->q, b->block->in, cycles, counted) : 0;
}

static void fail_count(bench *b, uint64_t cycle, uint64_t counted, const char *seen)
{
    fail(b, "bench: %s %s: cycle %" PRIu64 ": %" PRIu64 " cycles are claimed to count but %s (seed %" PRIu64 ")",
         b->ops->block, b->ops->config, cycle, counted, seen, b->options->seed);
}

// Cycles that are counted at once must leave what the single steps leave, which may change only counters. Mostly asks
// for few cycles, sometimes for more than any period of the short stimuli.
static void prove_count(bench *b, uint64_t cycle)
{
    const uint64_t asked = 1 + random_below(&b->counting, random_below(&b->counting, 16) ? 3 : 80);
    const uint64_t counted = claimed_count(b, asked, b->counted);

    if (counted == 0)
        return;
    b->result->count_claims++;
    memcpy(b->step, b->block->q, b->ops->state_size);
    for (uint64_t i = 0; i < counted && i < asked; i++) {
        memcpy(b->before, b->step, b->ops->state_size);
        b->ops->out(b->before, b->block->in, b->out);
        b->ops->next(b->before, b->block->in, b->out, b->step);
        for (const block_field *f = b->ops->fields; f->name; f++)
            if (field_is_state(f) && !f->counts && !stimulus_field_same(f, b->step, b->before))
                fail_count(b, cycle, counted, "a step changes another register");
    }
    if (counted > asked)
        fail_count(b, cycle, counted, "fewer were asked for");
    else if (memcmp(b->step, b->counted, b->ops->state_size) != 0)
        fail_count(b, cycle, counted, "leave other registers than steps");
}

static void one_cycle(bench *b, uint64_t cycle)
{
    const stimuli_phase *phase = phase_of(b);
    block *instance = b->block;
    bool reset = phase->resets && random_below(&b->state.random, RESET_PERIOD) == 0;

    lockstep_cycle(b->run, cycle);
    if (reset)
        block_reset(instance);
    phase->early(&b->state, instance->q, instance->in);
    if (b->state.load && !b->vectors)          // vectors begin with resets alone
        block_load(instance, b->state.load);
    b->state.load = NULL;
    block_out(instance);
    phase->late(&b->state, instance->q, instance->out, instance->in);
    prove_idle(b, cycle);
    prove_count(b, cycle);
    block_next(instance);
    block_commit(instance);
    b->state.step++;
    if (!b->ops->invariant(instance->q))
        fail(b, "bench: %s %s: cycle %" PRIu64 ": the invariant does not hold (seed %" PRIu64 ")", b->ops->block,
             b->ops->config, cycle + 1, b->options->seed);
    measure_ranges(b);
    if (b->options->when == LOCKSTEP_ACTIVE && !b->vectors && claimed_count(b, 1, b->counted))
        block_sleep(instance, 1 + random_below(&b->counting, 80));
    if (b->vectors)
        vectors_write(b->vectors, b->ops, reset || cycle == 0, instance->in, instance->out, instance->q);
}

static bool open_bench(bench *b)
{
    const bench_options *o = b->options;
    lockstep_options options = {.mode = BLOCKS_LOCKSTEP, .when = o->when, .wave_path = o->wave_path,
                                .wave_start = o->wave_start, .wave_cycles = o->wave_cycles, .pack_dir = o->pack_dir,
                                .command = o->command, .replay = o->replay, .check_late = !o->no_late_check,
                                .no_pack = o->no_pack, .seed = o->seed};
    char error[256];

    b->stimuli = find_stimuli(b->ops->block);
    if (!b->stimuli) {
        fail(b, "bench: %s has no stimuli, expected tb/stimuli/%s.c", b->ops->block, b->ops->block);
        return false;
    }
    b->run = lockstep_open(&options, error, sizeof error);
    if (b->run && b->options->rtl)
        b->block = lockstep_add_ops(b->run, b->ops, b->options->rtl, "bench");
    else
        b->block = b->run ? lockstep_add(b->run, b->ops->block, b->ops->params, "bench", error, sizeof error) : NULL;
    if (!b->block) {
        fail(b, "%s", error);
        return false;
    }
    if (o->vectors_path) {
        b->vectors = fopen(o->vectors_path, "w");
        if (!b->vectors) {
            fail(b, "%s: %s", o->vectors_path, strerror(errno));
            return false;
        }
    }
    return true;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

void block_bench_run(const block_ops *ops, const bench_options *options, bench_result *result)
{
    bench b = {.ops = ops, .options = options, .result = result, .counting = {options->seed},
               .step = calloc(1, ops->state_size), .before = calloc(1, ops->state_size),
               .out = calloc(1, ops->out_size), .counted = calloc(1, ops->state_size)};

    memset(result, 0, sizeof *result);
    memset(result->low, 0xff, sizeof result->low);
    b.state.ops = ops;
    b.state.random.state = options->seed;
    if (open_bench(&b)) {
        uint64_t cycles = options->cycles ? options->cycles : default_cycles(&b);
        double begun = now();
        for (uint64_t cycle = 0; cycle < cycles && !result->failed && !lockstep_failed(b.run); cycle++) {
            one_cycle(&b, cycle);
            result->cycles++;
        }
        lockstep_complete(b.run);
        result->seconds = now() - begun;
        result->counts = lockstep_count(b.run);
        if (lockstep_failed(b.run)) {
            result->failed = false;
            fail(&b, "%s", lockstep_failed(b.run));
        }
        char error[256];
        if (!lockstep_save_wave(b.run, error, sizeof error))
            fail(&b, "%s", error);
        if (lockstep_pack(b.run))
            snprintf(result->pack, sizeof result->pack, "%s", lockstep_pack(b.run));
    }
    if (b.vectors && fclose(b.vectors) != 0)
        fail(&b, "%s: %s", options->vectors_path, strerror(errno));
    if (b.run)
        lockstep_close(b.run);
    free(b.step);
    free(b.before);
    free(b.out);
    free(b.counted);
}

bool bench_print_ranges(const block_ops *ops, const bench_result *result, FILE *file)
{
    unsigned row = 0;
    bool reached = true;

    for (const block_field *f = ops->fields; f->name; f++) {
        if (!field_is_state(f))
            continue;
        bool ends = result->low[row] == f->low && result->high[row] == f->high;
        const char *format = f->form == FORM_HEX
                                 ? "  %-14s 0x%" PRIx64 " .. 0x%" PRIx64 " of 0x%" PRIx64 " .. 0x%" PRIx64 "%s\n"
                                 : "  %-14s %" PRIu64 " .. %" PRIu64 " of %" PRIu64 " .. %" PRIu64 "%s\n";
        fprintf(file, format, f->name, result->low[row], result->high[row], f->low, f->high,
                ends ? "" : "   NOT REACHED");
        reached = reached && ends;
        row++;
    }
    return reached;
}
