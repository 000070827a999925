// SPDX-License-Identifier: BSD-3-Clause
#include "sim/campaign/engine/display.h"

#include <math.h>
#include <unistd.h>

#include "sim/report/progress.h"

#define REDRAW_SECONDS 0.5
#define LINE_SECONDS 60

double display_seconds_to_go(const campaign *c, double now)
{
    struct { double taken; unsigned made, wanted; } of[CAMPAIGN_KERNELS] = { 0 };
    double taken = 0, sum = 0;
    unsigned made = 0;

    for (unsigned i = 0; i < c->n_runs; i++) {
        const campaign_run *run = &c->runs[i];
        unsigned kernel = (unsigned)(run->kernel - c->kernels);

        if (run->state >= RUN_GOOD) {
            of[kernel].taken += run->stored.seconds;
            of[kernel].made++;
            taken += run->stored.seconds;
            made++;
        } else {
            of[kernel].wanted += run->planned;
        }
    }
    for (unsigned i = 0; i < c->n_kernels && made; i++)
        sum += of[i].wanted * (of[i].made ? of[i].taken / of[i].made : taken / made);
    for (unsigned i = 0; i < c->n_runs && made; i++) {                  // less what the started ones take
        const campaign_run *run = &c->runs[i];
        unsigned kernel = (unsigned)(run->kernel - c->kernels);

        if (run->state == RUN_STARTED)
            sum -= fmin(now - run->began, of[kernel].made ? of[kernel].taken / of[kernel].made : taken / made);
    }
    return sum / (c->parallel ? c->parallel : 1);
}

static void print_minutes(FILE *file, double seconds)
{
    unsigned minutes = (unsigned)ceil(seconds / 60);

    fprintf(file, "%u:%02u", minutes / 60, minutes % 60);
}

void display_words(const campaign *c, double now, FILE *file)
{
    const campaign_run *slowest = NULL;
    unsigned planned = 0, good = 0, failed = 0;
    double left = display_seconds_to_go(c, now);

    for (unsigned i = 0; i < c->n_runs; i++) {
        const campaign_run *run = &c->runs[i];

        if (!run->planned)
            continue;
        planned++;
        good += run->state == RUN_GOOD;
        failed += run->state == RUN_FAILED;
        if (run->state == RUN_STARTED && (!slowest || run->began < slowest->began))
            slowest = run;
    }
    fprintf(file, "%u of %u runs done", good, planned);
    if (failed)
        fprintf(file, ", %u failed", failed);
    fprintf(file, ", %u to go", planned - good - failed);
    if (left > 0) {
        fputs(", about ", file);
        print_minutes(file, left);
        fputs(" h left", file);
    }
    if (slowest) {
        double taken = now - slowest->began;

        fprintf(file, "; slowest now: %s %s for ", slowest->kernel->name, slowest->system.name);
        if (taken < 60)
            fprintf(file, "%.0f s", taken);
        else
            print_minutes(file, taken);
    }    if (c->note[0])
        fprintf(file, "; %s", c->note);
}

void display_begin(display *d)
{
    *d = (display){ .terminal = isatty(STDERR_FILENO), .last = progress_seconds() };
}

void display_step(display *d, const campaign *c)
{
    double now = progress_seconds();

    if (now - d->last < (d->terminal ? REDRAW_SECONDS : LINE_SECONDS))
        return;
    d->last = now;
    d->drawn = true;
    fputs(d->terminal ? "\r" : "warplock: ", stderr);
    display_words(c, now, stderr);
    fputs(d->terminal ? "\033[K" : "\n", stderr);
    fflush(stderr);
}

void display_end(const display *d)
{
    if (d->terminal && d->drawn)
        fputs("\r\033[K", stderr);
}
