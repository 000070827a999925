#include "sim/campaign/engine/display.h"

#include <math.h>
#include <unistd.h>

#include "sim/report/progress.h"

#define REDRAW_SECONDS 0.5
#define LINE_SECONDS 60

// Seconds that a run of the kernel took, on average over those that are there; of any kernel when none is.
static double mean_seconds(const campaign *c, const campaign_kernel *kernel)
{
    double sum = 0;
    unsigned count = 0;

    for (unsigned i = 0; i < c->n_runs; i++) {
        const campaign_run *run = &c->runs[i];

        if (run->state >= RUN_GOOD && (!kernel || run->kernel == kernel)) {
            sum += run->stored.seconds;
            count++;
        }
    }
    return count ? sum / count : kernel ? mean_seconds(c, NULL) : 0;
}

double display_seconds_to_go(const campaign *c, double now)
{
    double sum = 0;

    for (unsigned i = 0; i < c->n_runs; i++) {
        const campaign_run *run = &c->runs[i];
        double wanted = run->planned && run->state <= RUN_STARTED ? mean_seconds(c, run->kernel) : 0;

        sum += run->state == RUN_STARTED ? fmax(wanted - (now - run->began), 0) : wanted;
    }
    return sum / c->workers;
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
    }
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
