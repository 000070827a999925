// SPDX-License-Identifier: BSD-3-Clause
// bench [--no-callgrind] [WORDS]: simulation speed; runs build/warplock on the jobs of the tables below (those with WORDS in
// their title) and prints whole-GPU cycles and thread
// instructions a second, peak memory, and host instructions per simulated cycle (callgrind, when valgrind is there); of the mesh
// the host instructions of its steps for each flit and link. Then how cost grows: with the work, with the SMs, with the cycles.
// Seconds are of the processor (user and system, start and file reading included), of one run on whatever machine this
// is: compare ratios, and the instruction counts.
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "tests/bench/child.h"

// `least`: whole-GPU cycles a second that were asked for, 0 = no figure; printed beside what is measured.
typedef struct { const char *title, *machine, *job, *blocks, *when, *policy; double least; } bench;

#define ATAX_ROW "tests/bench/atax_row.json"
#define CONV2D "tests/bench/conv2d.json"
#define MATMUL_TILED "tests/bench/matmul_tiled.json"
static const bench benches[] = {
    {"atax_row 7680x64, C blocks", "gtx480", ATAX_ROW, "c", "active", "gto", 100000},
    {"atax_row 7680x64, lockstep", "gtx480", ATAX_ROW, "lockstep", "active", "gto", 0},
    {"conv2d 512x512, C blocks", "gtx480", CONV2D, "c", "active", "gto", 0},
    {"conv2d 512x512, lockstep", "gtx480", CONV2D, "lockstep", "active", "gto", 0},
    {"matmul in tiles, C blocks", "gtx480", MATMUL_TILED, "c", "active", "gto", 0},
    {"atax_row, OAWS-Dyn, C blocks", "gtx480", ATAX_ROW, "c", "active", "oaws-dyn", 100000},
    {"atax_row, OAWS-Dyn, lockstep", "gtx480", ATAX_ROW, "lockstep", "active", "oaws-dyn", 20000},
    {"the same, --lockstep every", "gtx480", ATAX_ROW, "lockstep", "every", "oaws-dyn", 0},
    {"conv2d 512x512, mesh of owl", "owl", CONV2D, "c", "active", "lrr", 0},
};

// What a run costs as it grows. `size`: of a bundled kernel; `sms`: SMs, each a cluster; `most`: cycles after which it is ended, 0 = none; `callgrind`: its host
// instructions are counted, which takes 50 times as long.
typedef struct { const char *title, *kernel, *size; unsigned sms; const char *most; int callgrind; } growth;

static const growth growths[] = {
    {"work: matmul, 512 rows", "matmul", "512", 15, "0", 1},
    {"8 times: matmul, 4096 rows", "matmul", "4096", 15, "0", 1},
    {"work: conv2d 256x128", "conv2d", "256x128", 15, "0", 1},
    {"8 times: conv2d 2048x128", "conv2d", "2048x128", 15, "0", 1},
    {"SMs: 1, conv2d 256x256", "conv2d", "256x256", 1, "0", 1},
    {"SMs: 8, conv2d 256x256", "conv2d", "256x256", 8, "0", 1},
    {"SMs: 32, conv2d 256x256", "conv2d", "256x256", 32, "0", 1},
    {"SMs: 128, conv2d 256x256", "conv2d", "256x256", 128, "0", 1},
    {"cycles: 10^6, one SM", "tests/bench/walk.json", "", 1, "1000000", 0},
    {"cycles: 10^7, one SM", "tests/bench/walk.json", "", 1, "10000000", 0},
    {"cycles: 10^8, one SM", "tests/bench/walk.json", "", 1, "100000000", 0},
};

static const char *build(void) { return getenv("BUILD") ? getenv("BUILD") : "build"; }

static double cpu_seconds(const struct rusage *usage)
{
    return (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
           (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) / 1e6;
}

// Instructions of a run under callgrind, of one function and what it calls if `inside` names it; 0 without valgrind.
static double host_instructions(char *const *command, const char *inside)
{
    char out_file[256], log_file[256], toggle[256], line[256];
    snprintf(out_file, sizeof out_file, "--callgrind-out-file=%s/bench.callgrind", build());
    snprintf(log_file, sizeof log_file, "--log-file=%s/bench.valgrind", build());
    char *arguments[32] = {"valgrind", "--tool=callgrind", out_file, log_file};
    int   count = 4;
    snprintf(toggle, sizeof toggle, "--toggle-collect=%s", inside ? inside : "");
    if (inside) arguments[count++] = toggle;
    for (char *const *word = command; *word; word++) arguments[count++] = *word;
    char json[256];
    snprintf(json, sizeof json, "%s/bench.callgrind.json", build());
    struct rusage usage;
    if (child_run(arguments, json, NULL, &usage) != 0) return 0;
    double instructions = 0;
    FILE  *log = fopen(log_file + strlen("--log-file="), "r");
    while (log && fgets(line, sizeof line, log)) {
        const char *found = strstr(line, "Collected :");
        if (found) instructions = strtod(found + strlen("Collected :"), NULL);
    }
    if (log) fclose(log);
    return instructions;
}

static int measure(const bench *b, int callgrind)
{
    char program[256], json[256];
    snprintf(program, sizeof program, "%s/warplock", build());
    snprintf(json, sizeof json, "%s/bench.json", build());
    char *command[] = {program, "run", "--machine", (char *)b->machine, "--policy", (char *)b->policy, "--blocks", (char *)b->blocks,
                       "--lockstep", (char *)b->when, "--json", (char *)b->job, NULL};
    struct rusage usage;
    if (child_run(command, json, NULL, &usage) != 0) {
        fprintf(stderr, "bench: %s failed on %s\n", program, b->job);
        return 1;
    }
    json_error_t error;
    json_t *runs = json_load_file(json, 0, &error);
    json_t *result = runs ? json_array_get(runs, 0) : NULL;
    if (!result) {
        fprintf(stderr, "bench: %s: %s\n", json, error.text);
        return 1;
    }
    const double cycles = json_number_value(json_object_get(result, "cycles"));
    const double insns = json_number_value(json_object_get(result, "thread_insns"));
    const double seconds = cpu_seconds(&usage);
    const double instructions = callgrind && strcmp(b->blocks, "c") == 0 ? host_instructions(command, NULL) : 0;
    printf("%-28s %10.0f %12.0f %12.2f M %8ld MB", b->title, cycles, cycles / seconds, insns / seconds / 1e6,
           usage.ru_maxrss / 1024);
    if (instructions > 0) printf(" %12.0f", instructions / cycles);
    if (b->least > 0) printf("%s  (asked for: %.0f cycles/s)", instructions > 0 ? "" : "             ", b->least);
    putchar('\n');
    const double over_links = json_number_value(json_object_get(json_object_get(result, "icnt"), "link_flits"));
    if (instructions > 0 && over_links > 0)
        printf("%-28s %10.0f flits over links, %.0f host insns each in the steps of the mesh\n", "", over_links,
               host_instructions(command, "mesh_step") / over_links);
    fflush(stdout);
    json_decref(runs);
    return 0;
}

static double counter(const json_t *result, const char *name) { return json_number_value(json_object_get(result, name)); }

// A run that is ended by its cycles has no report: its peak memory is what is asked.
static int grow(const growth *g, int callgrind)
{
    char program[256], json[256], said[256], sms[32], clusters[32], kernel[64];
    snprintf(program, sizeof program, "%s/warplock", build());
    snprintf(json, sizeof json, "%s/bench.json", build());
    snprintf(said, sizeof said, "%s/bench.said", build());
    snprintf(sms, sizeof sms, "gpu.sms=%u", g->sms);
    snprintf(clusters, sizeof clusters, "gpu.clusters=%u", g->sms);
    snprintf(kernel, sizeof kernel, "%s%s%s", g->kernel, *g->size ? ":" : "", g->size);
    char *command[] = {program, "run", "--set", sms, "--set", clusters, "--max-cycles", (char *)g->most, "--json", kernel, NULL};
    const int ended = strcmp(g->most, "0") != 0;
    struct rusage usage;
    if (child_run(command, json, said, &usage) != (ended ? 3 : 0)) {
        fprintf(stderr, "bench: %s failed on %s: %s\n", program, kernel, said);
        return 1;
    }
    json_error_t error;
    json_t *runs = ended ? NULL : json_load_file(json, 0, &error);
    const json_t *result = runs ? json_array_get(runs, 0) : NULL;
    const double cycles = ended ? strtod(g->most, NULL) : counter(result, "cycles"), insns = ended ? 0 : counter(result, "warp_insns");
    const double instructions = callgrind && g->callgrind ? host_instructions(command, NULL) : 0;
    printf("%-28s %5u %10.0f ", g->title, g->sms, cycles);
    if (ended) printf("%12s", "-");
    else printf("%12.0f", insns);
    printf(" %8ld MB", usage.ru_maxrss / 1024);
    if (instructions > 0) printf(" %14.0f %14.0f", instructions / cycles / g->sms, instructions / insns);
    putchar('\n');
    fflush(stdout);
    json_decref(runs);
    return 0;
}

int main(int argc, char **argv)
{
    const int callgrind = argc < 2 || strcmp(argv[1], "--no-callgrind") != 0;
    const char *words = argc > 2 - callgrind ? argv[argc - 1] : "";         // rows with these in their title alone
    printf("%-28s %10s %12s %14s %11s %12s\n", "", "cycles", "cycles/s", "thread insns/s", "peak memory", "host insns");
    printf("%-28s %10s %12s %14s %11s %12s\n", "", "", "", "", "", "per cycle");
    for (size_t i = 0; i < sizeof benches / sizeof *benches; i++)
        if (strstr(benches[i].title, words) && measure(&benches[i], callgrind) != 0) return 1;
    printf("\n%-28s %5s %10s %12s %11s %14s %14s\n", "", "SMs", "cycles", "warp insns", "peak memory", "host insns", "host insns");
    printf("%-28s %5s %10s %12s %11s %14s %14s\n", "", "", "", "", "", "per SM-cycle", "per warp insn");
    for (size_t i = 0; i < sizeof growths / sizeof *growths; i++)
        if (strstr(growths[i].title, words) && grow(&growths[i], callgrind) != 0) return 1;
    return 0;
}
