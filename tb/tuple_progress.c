// SPDX-License-Identifier: BSD-3-Clause
// See tb/tuple_progress.h.
#include "tb/tuple_progress.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

// Verilating takes about ten times as long as compiling a model.
double tuple_progress_work(const tool_run *run)
{
    if (strcmp(run->words[0], "sh") == 0)
        return 10;
    for (unsigned i = 0; i < run->n_words; i++)
        if (strncmp(run->words[i], "-Wl,", 4) == 0)
            return PROGRESS_LINK;
    return 1;
}

static double seconds_since(const struct timespec *began)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - began->tv_sec) + 1e-9 * (double)(now.tv_nsec - began->tv_nsec);
}

static void ended(tool_progress *on_end, const tool_run *run)
{
    tuple_progress *p = (tuple_progress *)on_end;      // its first member

    p->ended++;
    p->done += tuple_progress_work(run);
    if (!p->terminal)
        return;
    double left = seconds_since(&p->began) * (p->work - p->done) / p->done;
    fprintf(stderr, "\rwarplock: building blocks, %u of %u steps, %.0f s left: %.40s\033[K", p->ended, p->runs, left,
            p->name(p->of_whom, run->of));
}

void tuple_progress_begin(tuple_progress *p, const char *what, const char *folder)
{
    p->on_end.ended = ended;
    p->terminal = isatty(STDERR_FILENO);
    clock_gettime(CLOCK_MONOTONIC, &p->began);
    p->what = what;
    p->folder = folder;
    if (p->terminal)
        fprintf(stderr, "warplock: building blocks, %u steps", p->runs);
    else
        fprintf(stderr, "warplock: building %s; kept in %s: ", what, folder);
    fflush(stderr);
}

void tuple_progress_end(tuple_progress *p, bool good)
{
    if (p->terminal)
        fprintf(stderr, "\r\033[Kwarplock: building %s; kept in %s: ", p->what, p->folder);
    if (good)
        fprintf(stderr, "%.1f s\n", seconds_since(&p->began));
    else
        fputs("failed\n", stderr);
}
