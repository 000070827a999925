// SPDX-License-Identifier: BSD-3-Clause
// Threads, CTAs and the grid of the interpreter: who goes on, and what barriers and votes wait for.
#include <stdlib.h>
#include <string.h>

#include "tests/sim/random/interpreter_internal.h"

static const uint64_t most_steps_usual = 3000000;      // of one thread

static uint64_t most_steps(const thread *t)
{
    const interpreter_watch *watch = t->world->job->watch;
    return watch && watch->most_steps ? watch->most_steps : most_steps_usual;
}

static bool can_go_on(const thread *t) { return !t->done && !t->waiting && !t->gathering; }

// Whether it can go on.
static bool run_thread(thread *t)
{
    while (can_go_on(t)) {
        frame *f = &t->frames[t->depth];
        const function *fn = &t->world->code.functions[f->at.function];
        if (f->at.pc >= fn->length) interpreter_fail(t->world, "%s: end of code reached without ret", fn->name);
        if (++t->steps > most_steps(t)) interpreter_fail(t->world, "thread %u does not end", t->linear);
        interpreter_execute(t, &fn->code[f->at.pc++]);
        if (t->world->job->in_turn) break;
    }
    return can_go_on(t);
}

// What a reduction gives to all that wait at its barrier.
static void reduce_votes(thread *threads, uint32_t count, unsigned barrier, const instruction *in)
{
    uint32_t yes = 0, all = 0;
    for (uint32_t i = 0; i < count; i++) {
        thread *t = &threads[i];
        if (!t->waiting || t->barrier != barrier) continue;
        yes += (uint32_t)interpreter_operand(t, &in->src[in->sources - 1], 0) & 1;
        all++;
    }
    uint64_t result = has(in, MOD_popc) ? yes : has(in, MOD_and) ? yes == all : yes > 0;
    for (uint32_t i = 0; i < count; i++) {
        if (threads[i].waiting && threads[i].barrier == barrier) interpreter_set_register(&threads[i], in->dst.regs[0], result);
    }
}

// Opens a barrier at which every thread that has not ended waits or has arrived, or as many as it names; all that wait
// there wait at the same instruction. False when nobody waits.
static bool barrier_opened(world *w, thread *threads, uint32_t count)
{
    const thread *first = NULL;
    for (unsigned barrier = 0; barrier < 16; barrier++) {
        const thread *here = NULL;
        bool complete = true, same = true;
        uint32_t arrivals = 0;
        for (uint32_t i = 0; i < count; i++) {
            const thread *t = &threads[i];
            bool waits = t->waiting && t->barrier == barrier;
            if (waits && here && (t->waiting != here->waiting || t->depth != 0)) same = false;
            if (waits && !here) here = t;
            if (t->waiting && !first) first = t;
            bool arrived = waits || (t->arrived >> barrier & 1);
            complete = complete && (t->done || arrived);
            arrivals += arrived;
        }
        if (here && here->wanted != 0 && here->wanted < count) complete = arrivals == here->wanted;
        if (!here || !complete || !same) continue;
        if (has(here->waiting, MOD_red)) reduce_votes(threads, count, barrier, here->waiting);
        for (uint32_t i = 0; i < count; i++) {
            if (threads[i].waiting && threads[i].barrier == barrier) threads[i].waiting = NULL;
            threads[i].arrived &= (uint16_t)~(1u << barrier);
        }
        return true;
    }
    if (first) interpreter_fail(w, "thread %u waits at different barriers than others", first->linear);
    return false;
}

static void start_thread(world *w, thread *t, uint32_t linear, uint64_t cta, uint16_t entry)
{
    const interpreter_job *job = w->job;
    frame *frames = t->frames;

    *t = (thread){.frames = frames, .linear = linear, .world = w};
    memset(frames->written, 0, sizeof frames->written);
    memset(frames->param, interpreter_poison(w), sizeof frames->param);
    memset(t->local, interpreter_poison(w), sizeof t->local);
    t->tid[0] = linear % job->block[0];
    t->tid[1] = linear / job->block[0] % job->block[1];
    t->tid[2] = linear / job->block[0] / job->block[1];
    t->ctaid[0] = (uint32_t)(cta % job->grid[0]);
    t->ctaid[1] = (uint32_t)(cta / job->grid[0] % job->grid[1]);
    t->ctaid[2] = (uint32_t)(cta / job->grid[0] / job->grid[1]);
    frames->at = (place){entry, 0};
    memcpy(frames->param, job->params, job->params_bytes);
}

static void run_cta(world *w, thread *threads, uint64_t cta, uint16_t entry)
{
    uint32_t count = w->job->block[0] * w->job->block[1] * w->job->block[2];
    memset(w->cta.shared, interpreter_poison(w), w->cta.shared_bytes);
    for (uint32_t i = 0; i < count; i++) start_thread(w, &threads[i], i, cta, entry);
    bool more;
    do {
        more = false;
        for (uint32_t i = 0; i < count; i++) more |= run_thread(&threads[w->job->reverse ? count - 1 - i : i]);
    } while (more || interpret_warps(w, threads, count) || barrier_opened(w, threads, count));
}

static void run_grid(world *w, thread *threads)
{
    const interpreter_job *job = w->job;
    uint16_t entry = 0;
    while (entry < w->code.function_count && strcmp(w->code.functions[entry].name, job->entry) != 0) entry++;
    if (entry == w->code.function_count) interpreter_fail(w, "entry %s expected", job->entry);
    if (job->params_bytes != w->code.functions[entry].param_bytes) interpreter_fail(w, "parameters' size is wrong");
    uint64_t ctas = (uint64_t)job->grid[0] * job->grid[1] * job->grid[2];
    for (uint64_t i = 0; i < ctas; i++) run_cta(w, threads, job->reverse ? ctas - 1 - i : i, entry);
}

bool interpreter_run(const interpreter_job *job, char *error, size_t error_bytes)
{
    uint32_t count = job->block[0] * job->block[1] * job->block[2];
    world *w = calloc(1, sizeof *w);
    thread *threads = calloc(count, sizeof *threads);
    frame *frames = calloc((size_t)count * MAX_DEPTH, sizeof *frames);
    if (!w || !threads || !frames) abort();
    for (uint32_t i = 0; i < count; i++) threads[i].frames = frames + (size_t)i * MAX_DEPTH;
    *w = (world){.job = job, .error = error, .error_bytes = error_bytes};
    bool good = setjmp(w->failed) == 0;
    if (good) {
        interpreter_parse(w, job->ptx);
        w->cta.shared_bytes = w->code.shared_bytes + job->dynamic_shared;
        w->cta.shared = calloc(w->cta.shared_bytes + 1u, 1);
        run_grid(w, threads);
    }
    for (unsigned i = 0; i < w->code.function_count; i++) free(w->code.functions[i].code);
    free(w->cta.shared);
    free(frames);
    free(threads);
    free(w);
    return good;
}
