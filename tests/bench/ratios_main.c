// SPDX-License-Identifier: BSD-3-Clause
// ratios [RUNS [KERNEL...]]: what lockstep costs, what a second thread gains, and what a start takes: of each system on its machine the user time in
// lockstep over that with C blocks; the elapsed time with one thread over that with two; the elapsed time of a kernel of one warp, both ways.
// Medians of RUNS (5), the two sides in turn. Without KERNELs those below.
// Each is run once before, which builds what it needs. Times are of whatever machine this is: look at the ratios. User time comes in the kernel's
// ticks: where a side has less than one there is no ratio.
// Exit status: 0, 1 a run that failed, 2 a wrong argument.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tb/whole_number.h"
#include "tests/bench/child.h"

enum { RUNS_MOST = 99 };
typedef enum { USER, ELAPSED } seconds_of;

static const struct { const char *machine, *policy; } systems[] = {
    {"gtx480", "gto"}, {"oaws", "oaws-dyn"}, {"kaws", "kaws"}, {"ccws", "ccws"}, {"bucl", "bucl-dyn"}, {"owl", "owl"},
};
static const char *const lockstep_kernels[] = {"conv2d:384x384", "matmul:4096", "kmeans:2048", "bfs:4096", NULL};
static const char *const threads_kernels[] = {"tests/bench/conv2d.json", "tests/bench/matmul_tiled.json", NULL};
static const char *const start_kernel = "vadd:32";

typedef struct { const char *machine, *policy, *blocks, *threads, *kernel; } side;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

// Seconds; negative when the run fails, which is told.
static double measure(const side *s, seconds_of which)
{
    const char *build = getenv("BUILD") ? getenv("BUILD") : "build";
    char program[256], json[256];
    snprintf(program, sizeof program, "%s/warplock", build);
    snprintf(json, sizeof json, "%s/ratios.json", build);
    char *command[] = {program, "run", "--machine", (char *)s->machine, "--policy", (char *)s->policy, "--blocks", (char *)s->blocks,
                       "--threads", (char *)s->threads, "--json", (char *)s->kernel, NULL};
    struct rusage usage;
    const double begin = now();
    if (child_run(command, json, NULL, &usage) != 0) {
        fprintf(stderr, "ratios: %s run --machine %s --policy %s --blocks %s --threads %s %s failed\n", program, s->machine, s->policy, s->blocks,
                s->threads, s->kernel);
        return -1;
    }
    return which == ELAPSED ? now() - begin : (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec / 1e6;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void head(const char *seconds, const char *first, const char *second)
{
    printf("%-8s %-9s %-30s %11s %11s %9s\n", "machine", "policy", seconds, first, second, "ratio");
}

// A row: both medians, and the second over the first, which is returned; 0 without one, negative when a run fails.
static double row(const side sides[2], unsigned runs, seconds_of which)
{
    double seconds[2][RUNS_MOST], median[2];
    for (unsigned i = 0; i < 2; i++)
        if (measure(&sides[i], which) < 0) return -1;
    for (unsigned run = 0; run < runs; run++)
        for (unsigned i = 0; i < 2; i++)
            if ((seconds[i][run] = measure(&sides[i], which)) < 0) return -1;
    for (unsigned i = 0; i < 2; i++) {
        qsort(seconds[i], runs, sizeof **seconds, by_size);
        median[i] = seconds[i][runs / 2];
    }
    const double ratio = median[0] > 0 ? median[1] / median[0] : 0;
    printf("%-8s %-9s %-30s %9.3f s %9.3f s", sides[0].machine, sides[0].policy, sides[0].kernel, median[0], median[1]);
    if (ratio > 0) printf(" %9.2f\n", ratio);
    else printf(" %9s\n", "-");
    fflush(stdout);
    return ratio;
}

static bool lockstep_over_c(const char *const *kernels, unsigned runs)
{
    double least = INFINITY, most = 0, logs = 0;
    unsigned count = 0;
    head("user time", "C blocks", "lockstep");
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++)
        for (const char *const *kernel = kernels; *kernel; kernel++) {
            const side sides[2] = {{systems[i].machine, systems[i].policy, "c", "1", *kernel}, {systems[i].machine, systems[i].policy, "lockstep", "1", *kernel}};
            const double ratio = row(sides, runs, USER);
            if (ratio < 0) return false;
            if (ratio == 0) continue;
            logs += log(ratio);
            least = ratio < least ? ratio : least;
            most = ratio > most ? ratio : most;
            count++;
        }
    if (count) printf("geometric mean %.2f, %.2f to %.2f\n", exp(logs / count), least, most);
    return true;
}

static bool two_threads(const char *const *kernels, unsigned runs)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    putchar('\n');
    head("elapsed", "2 threads", "1 thread");
    for (const char *const *kernel = kernels; *kernel; kernel++) {
        const side sides[2] = {{"gtx480", "gto", "c", "2", *kernel}, {"gtx480", "gto", "c", "1", *kernel}};
        if (row(sides, runs, ELAPSED) < 0) return false;
    }
    if (processors < 2) puts("on one processor: two threads gain nothing here");
    return true;
}

static bool start(unsigned runs)
{
    const side sides[2] = {{"gtx480", "gto", "c", "1", start_kernel}, {"gtx480", "gto", "lockstep", "1", start_kernel}};
    putchar('\n');
    head("elapsed", "C blocks", "lockstep");
    return row(sides, runs, ELAPSED) >= 0;
}

int main(int argc, char **argv)
{
    uint64_t number = 5;
    if (argc > 1 && !whole_number(argv[1], 1, RUNS_MOST, &number)) {
        fprintf(stderr, "ratios: runs: seen %s, expected 1 to %d\n", argv[1], RUNS_MOST);
        return 2;
    }
    const unsigned runs = (unsigned)number;
    const char *const *given = argc > 2 ? (const char *const *)argv + 2 : NULL;
    return !(lockstep_over_c(given ? given : lockstep_kernels, runs) && two_threads(given ? given : threads_kernels, runs) && start(runs));
}
