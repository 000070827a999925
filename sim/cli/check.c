// SPDX-License-Identifier: BSD-3-Clause
// `warplock check`: finds errors in a recording of --record; docs/check.md.
#include "sim/check/check.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim/cli/cli.h"
#include "tb/shell.h"

enum { CYCLES_BEFORE = 150, CYCLES_SHOWN = 200 };

// The waveform of the block that shows it, for the recorded cycles around it.
static void print_open(const cli_options *o, const char *folder, const finding *f)
{
    char path[CHECK_PATH], wave[100], start[24], window[24], line[2 * CHECK_PATH];
    const uint64_t first = f->cycle > CYCLES_BEFORE ? f->cycle - CYCLES_BEFORE : 0;
    snprintf(path, sizeof path, "%s/%s.txt", folder, f->block);
    snprintf(wave, sizeof wave, "%s.fst", f->block);
    snprintf(start, sizeof start, "%" PRIu64, first);
    snprintf(window, sizeof window, "%d", CYCLES_SHOWN);
    const char *const words[] = {o->program, "replay", path, "--wave", wave, "--wave-start", start, "--wave-window", window};
    shell_line(line, sizeof line, first ? 9 : 5, words);
    printf("  %s\n", line);
}

static void print_finding(const cli_options *o, const char *folder, const recorded *r, const finding *f)
{
    printf("%s: %s, cycle %" PRIu64, f->name, r->instance, f->cycle);
    if (f->warp >= 0)
        printf(", warp %d", f->warp);
    printf(": %s\n", f->text);
    print_open(o, folder, f);
}

static run_status print_result(const cli_options *o, const char *folder, const recorded *r, const check_result *result)
{
    for (unsigned i = 0; i < result->findings; i++)
        print_finding(o, folder, r, &result->found[i]);
    for (unsigned i = 0; o->every && i < result->unreached && i < RECORDED_MAX * 4; i++)
        printf("wire %s: compared with nothing\n", result->unreached_name[i]);
    if (!result->known_policy)
        printf("policy %s is not known here: what it feeds its blocks and answers the arbiters is not compared\n", r->policy);
    printf("%s, %s: %zu cycles, %u wires, %u of them not reached, %" PRIu64 " comparisons, %" PRIu64 " issues, %" PRIu64
           " loads, %" PRIu64 " violations\n", r->instance, r->policy, r->cycles, result->wires, result->unreached, result->comparisons,
           result->issues, result->loads, result->violations);
    return result->violations || (o->every && result->unreached) ? STATUS_MISMATCH : STATUS_GOOD;
}

run_status cli_check(const cli_options *options)
{
    static recorded r;
    static check_result result;
    char error[RECORDED_ERROR];
    if (options->operands.count != 1) {
        cli_mistake("check: expected the folder of one recording");
        return STATUS_MISTAKE;
    }
    const char *folder = options->operands.words[0];
    if (!recorded_open(&r, folder, error)) {
        cli_mistake("check: %s", error);
        return STATUS_MISTAKE;
    }
    if (!check_complete(&r, error, sizeof error)) {
        recorded_close(&r);
        cli_mistake("check: %s: %s", folder, error);
        return STATUS_MISTAKE;
    }
    check_recording(&r, &result);
    const run_status status = print_result(options, folder, &r, &result);
    recorded_close(&r);
    return status;
}
