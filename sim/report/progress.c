// SPDX-License-Identifier: BSD-3-Clause
#include "sim/report/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define REDRAW_SECONDS 0.2

double progress_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void progress_begin(progress *p, unsigned runs)
{
    memset(p, 0, sizeof *p);
    p->runs = runs;
    p->shown = isatty(STDERR_FILENO);
}

void progress_run(progress *p, const char *kernel, const char *policy)
{
    p->run++;
    p->launches = 0;
    p->run_began = progress_seconds();
    snprintf(p->label, sizeof p->label, "%s %s", kernel, policy);
}

void progress_launch(progress *p)
{
    p->launch_began = progress_seconds();
}

void progress_step(void *context, uint64_t cycle, uint64_t ctas_done, uint64_t ctas)
{
    progress *p = context;
    double now, running, remaining;

    if (!p->shown)
        return;
    now = progress_seconds();
    if (now - p->last < REDRAW_SECONDS)
        return;
    p->last = now;
    running = now - p->run_began;
    remaining = ctas_done ? (now - p->launch_began) * (double)(ctas - ctas_done) / (double)ctas_done : 0;
    fprintf(stderr, "\r[%u/%u] %s: %" PRIu64 " cycles, kernels done %" PRIu64 ", CTAs %" PRIu64 " of %" PRIu64
            ", %.0f cycles/s", p->run, p->runs, p->label, cycle, p->launches, ctas_done, ctas,
            running > 0 ? (double)cycle / running : 0);
    if (ctas_done)
        fprintf(stderr, ", this kernel %.0f s to go", remaining);
    fputs("\033[K", stderr);
    fflush(stderr);
}

void progress_clear(const progress *p)
{
    if (p->shown && p->last > 0)
        fputs("\r\033[K", stderr);
}

void progress_end(const progress *p, uint64_t cycles)
{
    progress_clear(p);
    if (p->shown && p->runs > 1)
        fprintf(stderr, "[%u/%u] %s: %" PRIu64 " cycles, %.1f s\n", p->run, p->runs, p->label, cycles,
                progress_seconds() - p->run_began);
}
