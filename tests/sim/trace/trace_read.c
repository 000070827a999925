// SPDX-License-Identifier: BSD-3-Clause
// See tests/sim/trace/trace_read.h. The bytes are a file in memory, by its name in /proc.
#define _GNU_SOURCE
#include "tests/sim/trace/trace_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "sim/trace/trace.h"

enum { MOST_HELD = 8 };

static void demand(bool holds, const char *what, const char *text)
{
    if (holds)
        return;
    fprintf(stderr, "trace: %s: %s\n", what, text);
    abort();
}

static void take_all(trace_cta *cta, uint32_t warps, uint64_t *insns, uint64_t *threads)
{
    for (uint32_t warp = 0; warp <= warps; warp++) {
        uint64_t left = trace_cta_insns(cta, warp);
        uint32_t insn, active;
        trace_step step;

        while (trace_warp_peek(cta, warp, &insn, &active)) {
            demand(left-- > 0 && trace_warp_next(cta, warp, &step) && step.insn == insn && step.active == active, "a step",
                   "is another than was to come");
            ++*insns;
            *threads += (unsigned)__builtin_popcount(active);
        }
        demand(left == 0 && !trace_warp_next(cta, warp, &step), "a warp", "ends elsewhere");
    }
}

static void read_kernel(trace_kernel *k)
{
    const trace_counts *counts = trace_kernel_counts(k);
    uint64_t insns = 0, threads = 0, ctas = 0, by_class = 0;
    trace_cta *held[MOST_HELD] = { 0 }, *cta;
    trace_error error;
    trace_read read;

    while ((read = trace_kernel_next_cta(k, &cta, &error)) == TRACE_CTA_READ) {
        take_all(cta, trace_warps_per_cta(k), &insns, &threads);
        trace_cta_free(held[ctas % MOST_HELD]);
        held[ctas++ % MOST_HELD] = cta;
    }
    demand(read == TRACE_END, "the second time", error.text);
    for (int i = 0; i < TRACE_CLASSES; i++)
        by_class += counts->warp_by_class[i];
    demand(insns == counts->warp_insns && insns == by_class && threads == counts->thread_insns && ctas == counts->ctas, "the second time",
           "other counts");
}

static void expect_named(const char *name, const trace_error *error)
{
    demand(strncmp(error->text, name, strlen(name)) == 0 && error->text[strlen(name)] == ':', "a message without its file",
           error->text);
    for (const char *c = error->text; *c; c++)
        demand(*c >= ' ' && *c <= '~', "a message that is no text", error->text);
}

bool trace_read_bytes(const void *bytes, size_t length, bool any_opcode)
{
    trace_options options = { .unknown = any_opcode ? TRACE_UNKNOWN_INT : TRACE_UNKNOWN_REFUSE };
    int file = memfd_create("trace", MFD_CLOEXEC);
    trace_error error = { "" };
    trace_kernel *k;
    trace_list *list;
    char name[64];

    if (file < 0 || (length && write(file, bytes, length) != (ssize_t)length))
        abort();
    snprintf(name, sizeof name, "/proc/self/fd/%d", file);
    list = trace_list_open(name, &error);
    if (!list)
        expect_named(name, &error);
    trace_list_free(list);
    k = trace_kernel_open(name, &options, &error);
    if (k)
        read_kernel(k);
    else
        expect_named(name, &error);
    trace_kernel_free(k);
    close(file);
    return k != NULL;
}
