// SPDX-License-Identifier: BSD-3-Clause
// Runs a grid without timing: one CTA after another, its warps in turn up to a barrier, or for TURN instructions, as one may
// poll for what another writes. When all unfinished warps wait at barriers, it is a deadlock.
#include "sim/frontend/launch.h"

#include <stdio.h>

enum { TURN = 1 << 16 };

typedef struct { ptx_launch *launch; uint64_t steps, max_steps, thread_insns; } functional_run;

// Until the warp reaches a barrier, ends or fails, or its turn is over; `waits`: the warps that wait.
static bool run_warp(functional_run *r, ptx_cta *c, uint32_t w, uint64_t *waits)
{
    const uint64_t end = r->steps + TURN;
    warp_step step;
    for (const insn *i = warp_next(&c->face, w); i != NULL && r->steps < end; i = warp_next(&c->face, w)) {
        if (r->max_steps != 0 && r->steps == r->max_steps) {
            snprintf(r->launch->face.error, sizeof r->launch->face.error,
                     "%.200s:%u: kernel %.80s: stopped after %llu warp instructions",
                     r->launch->program->file_name, i->line, r->launch->entry->name, (unsigned long long)r->max_steps);
            r->launch->face.stuck = true;
            return false;
        }
        r->steps++;
        if (!warp_execute(&c->face, w, &step)) {
            return false;
        }
        r->thread_insns += (uint32_t)__builtin_popcount(step.active);
        if (r->launch->watcher != NULL) {
            r->launch->watcher(r->launch->watcher_context, &step);
        }
        if ((i->flags & INSN_BARRIER) != 0 && step.active != 0) {
            bool stays = (i->flags & INSN_ARRIVES) == 0;
            *waits |= stays ? UINT64_C(1) << w : 0;
            *waits &= ~step.released;
            if (stays) {
                return true;
            }
        }
        if (step.finished) {
            *waits &= ~warp_end(&c->face, w);
        }
    }
    return true;
}

static bool deadlock(ptx_launch *l, const ptx_cta *c)
{
    int n = snprintf(l->face.error, sizeof l->face.error, "%.200s: kernel %.80s: CTA (%u,%u,%u): deadlock: ",
                     l->program->file_name, l->entry->name,
                     c->at[0], c->at[1], c->at[2]);
    const char *comma = "";
    for (uint32_t w = 0; w < l->face.warps_per_cta && n < (int)sizeof l->face.error - 60; w++) {
        barrier_wait wait;
        if (!warp_barrier(&c->face, w, &wait)) {
            continue;
        }
        n += snprintf(l->face.error + n, sizeof l->face.error - (size_t)n, "%swarp %u waits at barrier %u before line %u", comma,
                      w, wait.number, warp_next(&c->face, w)->line);
        if (!wait.of_all && n < (int)sizeof l->face.error) {
            n += snprintf(l->face.error + n, sizeof l->face.error - (size_t)n, " for %u of %u warps", wait.missing, wait.wanted);
        }
        comma = ", ";
    }
    l->face.failed = true;
    l->face.stuck = true;
    return false;
}

static bool run_cta(functional_run *r, ptx_cta *c)
{
    uint64_t waits = 0;
    while (c->running != 0) {
        uint64_t go = c->running & ~waits;
        if (go == 0) {
            return deadlock(r->launch, c);
        }
        for (; go != 0; go &= go - 1) {
            if (!run_warp(r, c, (uint32_t)__builtin_ctzll(go), &waits)) {
                return false;
            }
        }
    }
    return true;
}

void launch_watch(launch *face, launch_watcher *watcher, void *context)
{
    ptx_launch *l = (ptx_launch *)face;
    l->watcher = watcher;
    l->watcher_context = context;
}

bool launch_run_functional(launch *face, uint64_t max_steps, uint64_t *thread_insns, uint64_t *warp_insns)
{
    ptx_launch *l = (ptx_launch *)face;
    const uint32_t *g = l->config.grid;
    uint64_t total = (uint64_t)g[0] * g[1] * g[2];
    functional_run r = { .launch = l, .max_steps = max_steps };
    bool good = true;
    for (uint64_t i = 0; i < total && good; i++) {
        cta *c = cta_start(face, i, 0, 0);
        good = run_cta(&r, (ptx_cta *)c);
        cta_finish(face, c);
    }
    *thread_insns = r.thread_insns;
    *warp_insns = r.steps;
    return good;
}
