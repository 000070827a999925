// SPDX-License-Identifier: BSD-3-Clause
// See tb/tuples/progress.h.
#include "tb/tuples/progress.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { USUAL_WIDTH = 80 };

// Verilating takes about ten times as long as compiling a model, linking half as long.
static double work(const tool_run *run)
{
    if (strcmp(run->words[0], "sh") == 0)
        return 10;
    for (unsigned i = 0; i < run->n_words; i++)
        if (strncmp(run->words[i], "-Wl,", 4) == 0)
            return 0.5;
    return 1;
}

static double seconds_since(const struct timespec *began)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - began->tv_sec) + 1e-9 * (double)(now.tv_nsec - began->tv_nsec);
}

// No wider than the terminal, as it is overwritten.
void tuple_progress_beat(const tuple_progress *p)
{
    struct winsize size = {.ws_col = 0};
    char line[PROGRESS_WORDS + 128];
    double took = seconds_since(&p->began);
    int at;

    if (!p->terminal)
        return;
    at = snprintf(line, sizeof line, "warplock: building blocks, %u of %u steps, %.0f s", p->ended, p->runs, took);
    if (p->done > 0)
        at += snprintf(line + at, sizeof line - (size_t)at, ", about %.0f s left", took * (p->work - p->done) / p->done);
    if (p->last[0])
        snprintf(line + at, sizeof line - (size_t)at, ": %s", p->last);
    int width = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : USUAL_WIDTH;
    fprintf(stderr, "\r%.*s\033[K", width - 1, line);
    fflush(stderr);
}

void tuple_progress_ended(tuple_progress *p, const tool_run *run, const char *of)
{
    p->ended++;
    p->done += work(run);
    snprintf(p->last, sizeof p->last, "%s", of);
    tuple_progress_beat(p);
}

void tuple_progress_begin(tuple_progress *p, const char *what, const char *folder, const tool_run *runs, unsigned count)
{
    *p = (tuple_progress){.what = what, .folder = folder, .runs = count, .terminal = isatty(STDERR_FILENO)};
    for (unsigned i = 0; i < count; i++)
        p->work += work(&runs[i]);
    clock_gettime(CLOCK_MONOTONIC, &p->began);
    if (!p->terminal)
        fprintf(stderr, "warplock: building %s; kept in %s: ", what, folder);
    fflush(stderr);
}

void tuple_progress_end(tuple_progress *p, const char *otherwise)
{
    if (p->terminal)
        fprintf(stderr, "\r\033[Kwarplock: building %s; kept in %s: ", p->what, p->folder);
    if (otherwise)
        fprintf(stderr, "%s\n", otherwise);
    else
        fprintf(stderr, "%.1f s\n", seconds_since(&p->began));
}
