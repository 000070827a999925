// SPDX-License-Identifier: BSD-3-Clause
// The search: greedy, largest parts first, until nothing gets smaller. What a step does to the text of an instruction is
// in shrink_steps.c.
#include "tests/sim/random/random_shrink.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/random/shrink_steps.h"

// ENOUGH_SILENCE: cycles without an issue after which a trial is a deadlock; the machines wait for a million.
enum { TRIAL_SECONDS = 60, FIRST_STEPS = 3000000, ENOUGH_SILENCE = 20000 };

random_kernel *random_kernel_copy(const random_kernel *kernel)
{
    random_kernel *made = malloc(sizeof *made);
    if (!made) abort();
    *made = *kernel;
    made->ptx = strdup(kernel->ptx);
    for (unsigned i = 0; i < RANDOM_BUFFERS; i++) {
        made->buffers[i].initial = malloc(kernel->buffers[i].bytes);
        if (!made->buffers[i].initial || !made->ptx) abort();
        memcpy(made->buffers[i].initial, kernel->buffers[i].initial, kernel->buffers[i].bytes);
    }
    return made;
}

// A cycle limit that no kernel of so many steps needs: a thousand cycles for an instruction of a thread.
static uint64_t enough_cycles(uint64_t steps) { return 100000 + 1000 * steps; }

// Takes the kernel over: it is the one that there is from now on, or freed. A smaller one may not run longer.
static bool step(random_shrinking *s, random_kernel *tried, const random_draw *draw)
{
    random_outcome outcome;
    random_limits limits = {.way = s->outcome.way, .seconds = TRIAL_SECONDS,
                            .most_steps = s->outcome.longest ? 2 * s->outcome.longest + 64 : FIRST_STEPS};
    random_setting setting = draw->setting;
    if (s->trials >= s->most_trials) {
        random_kernel_free(tried);
        return false;
    }
    s->trials++;
    setting.pack = NULL;
    if (setting.machine.gpu.deadlock_cycles > ENOUGH_SILENCE) setting.machine.gpu.deadlock_cycles = ENOUGH_SILENCE;
    if (!setting.max_cycles && s->outcome.steps) {
        uint64_t most = enough_cycles(2 * s->outcome.steps);
        setting.max_cycles = most < 4000000 ? most : 4000000;
    }
    random_try(tried, &setting, &limits, &outcome);
    if (!outcome.failed) {
        random_kernel_free(tried);
        return false;
    }
    if (tried != s->kernel) random_kernel_free(s->kernel);
    s->kernel = tried;
    s->draw = *draw;
    s->outcome = outcome;
    return true;
}

static bool step_text(random_shrinking *s, char *ptx)
{
    random_kernel *tried = random_kernel_copy(s->kernel);
    free(tried->ptx);
    tried->ptx = ptx;
    return step(s, tried, &s->draw);
}

static void fewer_launches(random_shrinking *s)
{
    for (uint32_t i = s->kernel->launch_count; i-- > 0;) {
        random_kernel *tried = random_kernel_copy(s->kernel);
        random_launch *l = &tried->launches[i];
        if (tried->launch_count == 1 && !l->fills) {
            random_kernel_free(tried);
            continue;
        }
        bool fills_alone = tried->launch_count == 1;
        if (fills_alone) l->fills = false;
        else memmove(l, l + 1, (--tried->launch_count - i) * sizeof *l);
        if (step(s, tried, &s->draw) || fills_alone || !s->kernel->launches[i].fills) continue;
        tried = random_kernel_copy(s->kernel);
        tried->launches[i].fills = false;
        step(s, tried, &s->draw);
    }
}

// Without timing the machine says nothing; else key by key goes back to the machine's own value.
static void plainer_machine(random_shrinking *s)
{
    random_draw draw = s->draw;
    bool matters = s->outcome.timed;
    draw.setting.cold_l2 = draw.setting.every = false;
    if (random_pairs_keep(s->pairs, &draw, 0) && (!matters || step(s, random_kernel_copy(s->kernel), &draw))) {
        s->draw = draw;
        return;
    }
    for (unsigned i = s->draw.n_keys; matters && i-- > 0;) {
        draw = s->draw;
        if (random_pairs_keep(s->pairs, &draw, ~(UINT64_C(1) << i))) step(s, random_kernel_copy(s->kernel), &draw);
    }
    draw = s->draw;
    draw.setting.cold_l2 = false;
    if (s->draw.setting.cold_l2) step(s, random_kernel_copy(s->kernel), &draw);
    draw = s->draw;
    draw.setting.every = false;
    if (s->draw.setting.every) step(s, random_kernel_copy(s->kernel), &draw);
}

static void smaller_grid(random_shrinking *s)
{
    for (uint32_t i = 0; i < s->kernel->launch_count; i++) {
        for (unsigned d = 0; d < 3; d++) {
            for (uint32_t size = 1; size < s->kernel->launches[i].grid[d]; size++) {
                random_kernel *tried = random_kernel_copy(s->kernel);
                tried->launches[i].grid[d] = size;
                if (step(s, tried, &s->draw)) break;
            }
        }
    }
}

static void set_block(random_kernel *kernel, uint32_t x, uint32_t y, uint32_t z)
{
    for (uint32_t i = 0; i < kernel->launch_count; i++)
        memcpy(kernel->launches[i].block, (uint32_t[]){x, y, z}, sizeof kernel->launches[i].block);
}

// All launches have the same block.
static void smaller_block(random_shrinking *s)
{
    static const uint32_t sizes[] = {1, 2, 4, 8, 16, 31, 32, 33, 64, 96, 128};
    const uint32_t *b = s->kernel->launches[0].block, threads = b[0] * b[1] * b[2], x = b[0];
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint32_t size = sizes[i] < threads ? sizes[i] : threads;
        if (size == x && size == threads) break;
        random_kernel *tried = random_kernel_copy(s->kernel);
        set_block(tried, size, 1, 1);
        if (step(s, tried, &s->draw) || size == threads) break;
    }
    for (uint32_t i = 0; i < s->kernel->launch_count; i++) {
        if (s->kernel->launches[i].dynamic_shared == 0) continue;
        random_kernel *tried = random_kernel_copy(s->kernel);
        tried->launches[i].dynamic_shared = 0;
        step(s, tried, &s->draw);
    }
}

// Leaves out parts of a kind, many at once and then fewer, from the end.
static bool fewer_parts(random_shrinking *s, ptx_kind kind)
{
    bool any = false;
    unsigned at_once = UINT32_MAX;
    do {
        ptx_lines l = ptx_split(s->kernel->ptx);
        ptx_part *parts = malloc((l.count + 1) * sizeof *parts);
        if (!parts) abort();
        unsigned n = ptx_parts(&l, kind, parts);
        at_once = at_once > n ? (n + 1) / 2 : (at_once + 1) / 2;
        for (unsigned end = n; end > 0;) {
            unsigned from = end > at_once ? end - at_once : 0;
            ptx_lines less = ptx_split(s->kernel->ptx);
            for (unsigned p = from; p < end; p++)
                for (unsigned i = parts[p].first; i <= parts[p].last; i++) ptx_set(&less, i, NULL);
            bool good = step_text(s, ptx_join(&less));
            ptx_forget(&less);
            any |= good;
            end = from;                            // places in front of it have not moved
        }
        free(parts);
        ptx_forget(&l);
    } while (at_once > 1 && s->trials < s->most_trials);
    return any;
}

// Every step that an instruction's text allows.
static bool simpler_text(random_shrinking *s)
{
    bool any = false;
    for (unsigned which = 0; which < SHRINK_STEPS; which++) {
        interpreter_watch watch = {.lines = 0};
        shrink_watch(s->kernel, &watch);
        for (unsigned at = ptx_line_count(s->kernel->ptx); at-- > 0;) {
            for (unsigned choice = 0; s->trials < s->most_trials; choice++) {
                char *made = NULL;
                if (!shrink_step(s->kernel->ptx, which, at, choice, &watch, &made)) break;
                if (!made) continue;
                if (strcmp(made, s->kernel->ptx) == 0) {
                    free(made);
                    continue;
                }
                if (!step_text(s, made)) continue;
                any = true;
                if (shrink_moves_lines(which)) shrink_watch(s->kernel, &watch);
                break;
            }
        }
        shrink_unwatch(&watch);
    }
    return any;
}

static bool fewer_parameters(random_shrinking *s)
{
    bool any = false;
    for (uint32_t launch = 0; launch < s->kernel->launch_count; launch++) {
        for (uint32_t i = s->kernel->launches[launch].arg_count; i-- > 0;) {
            random_kernel *tried = random_kernel_copy(s->kernel);
            if (shrink_parameter(tried, tried->launches[launch].entry, i)) any |= step(s, tried, &s->draw);
            else random_kernel_free(tried);
        }
    }
    return any;
}

static void smaller_buffers(random_shrinking *s)
{
    for (unsigned b = 0; b < RANDOM_BUFFERS; b++) {
        random_kernel *tried = random_kernel_copy(s->kernel);
        memset(tried->buffers[b].initial, 0, tried->buffers[b].bytes);
        step(s, tried, &s->draw);
        for (uint32_t bytes = 16; bytes < s->kernel->buffers[b].bytes; bytes *= 4) {
            tried = random_kernel_copy(s->kernel);
            tried->buffers[b].bytes = bytes;
            if (step(s, tried, &s->draw)) break;
        }
    }
}

bool random_shrink(random_shrinking *s)
{
    bool any = true;
    s->trials = 0;
    random_kernel *first = random_kernel_copy(s->kernel);
    free(first->ptx);
    first->ptx = ptx_spread(s->kernel->ptx);
    if (!step(s, first, &s->draw)) return false;
    fewer_launches(s);
    plainer_machine(s);
    smaller_grid(s);
    while (any && s->trials < s->most_trials) {
        any = fewer_parts(s, PTX_FUNCTIONS);
        any |= fewer_parts(s, PTX_CALLS);
        any |= fewer_parts(s, PTX_CODE);
        any |= fewer_parts(s, PTX_REST);
        smaller_block(s);
        smaller_grid(s);
        any |= simpler_text(s);
        any |= fewer_parameters(s);
        fewer_launches(s);
    }
    plainer_machine(s);
    smaller_buffers(s);
    s->most_trials++;                              // the last one
    step_text(s, ptx_gather(s->kernel->ptx));
    return true;
}
