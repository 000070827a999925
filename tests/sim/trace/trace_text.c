// SPDX-License-Identifier: BSD-3-Clause
// See tests/sim/trace/trace_text.h.
#include "tests/sim/trace/trace_text.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

char *new_file(int *file)
{
    const char *folder = getenv("TMPDIR");
    char name[4096];

    snprintf(name, sizeof name, "%s/warplock-trace-XXXXXX", folder && *folder ? folder : P_tmpdir);
    *file = mkstemp(name);
    if (*file < 0)
        abort();
    return strdup(name);
}

char *file_of(const void *bytes, size_t length)
{
    int file;
    char *name = new_file(&file);

    if (write(file, bytes, length) != (ssize_t)length)
        abort();
    close(file);
    return name;
}

void file_gone(char *name)
{
    unlink(name);
    free(name);
}

char *bytes_of(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *bytes;

    if (!file)
        abort();
    fseek(file, 0, SEEK_END);
    *length = (size_t)ftell(file);
    rewind(file);
    bytes = calloc(*length + 1, 1);
    if (fread(bytes, 1, *length, file) != *length)
        abort();
    fclose(file);
    return bytes;
}

static void print_step(FILE *file, const trace_insn *insn, const trace_step *step)
{
    static const char *const spaces[TRACE_SPACES] = { "", " global", " local", " shared", " const", " generic", " texture" };
    uint64_t first = 0, last = 0, stride = 0;
    unsigned run = 0;

    fprintf(file, "%04" PRIx64 " %08" PRIx32 "%s", insn->pc, step->active, spaces[step->space]);
    for (unsigned lane = 0; step->space && lane <= TRACE_LANES; lane++) {
        uint64_t at;

        if (lane < TRACE_LANES && !(step->active >> lane & 1)) {
            if (step->address[lane])
                fprintf(file, " lane %u is not active", lane);
            continue;
        }
        at = lane < TRACE_LANES ? step->address[lane] : 0;
        if (lane < TRACE_LANES && run && (run == 1 || at - last == stride)) {
            stride = at - last;
            run++;
        } else {
            if (run)
                fprintf(file, " %" PRIx64 "%+" PRId64 "*%u", first, (int64_t)stride, run);
            first = at;
            stride = 0;
            run = 1;
        }
        last = at;
    }
    fputc('\n', file);
}

// A text a warp of a CTA, put together in their order.
enum { MOST_CTAS = 64 };
typedef struct { FILE *file; char *text; size_t length; } part;
typedef struct { part parts[MOST_CTAS][TRACE_MAX_WARPS]; } parts;

static FILE *part_of(parts *all, unsigned cta, unsigned warp)
{
    part *p = &all->parts[cta % MOST_CTAS][warp];

    if (!p->file)
        p->file = open_memstream(&p->text, &p->length);
    return p->file;
}

static char *joined(parts *all)
{
    size_t length;
    char *text;
    FILE *file = open_memstream(&text, &length);

    for (unsigned cta = 0; cta < MOST_CTAS; cta++)
        for (unsigned warp = 0; warp < TRACE_MAX_WARPS; warp++) {
            part *p = &all->parts[cta][warp];

            if (!p->file)
                continue;
            fclose(p->file);
            fprintf(file, "--- %u.%u\n%s", cta, warp, p->text);
            free(p->text);
        }
    fclose(file);
    free(all);
    return text;
}

char *steps_of(const char *path, trace_error *error)
{
    trace_cta *ctas[MOST_CTAS] = { 0 };
    trace_kernel *k = trace_kernel_open(path, NULL, error);
    unsigned count = 0;
    parts *all;
    trace_read read;

    if (!k)
        return NULL;
    while (count < MOST_CTAS && (read = trace_kernel_next_cta(k, &ctas[count], error)) == TRACE_CTA_READ)
        count++;
    all = calloc(1, sizeof *all);
    for (bool more = true; more;) {
        more = false;
        for (unsigned c = 0; c < count; c++)
            for (unsigned warp = 0; warp < trace_warps_per_cta(k); warp++) {
                uint32_t insn, active;
                trace_step step;

                if (!trace_warp_peek(ctas[c], warp, &insn, &active))
                    continue;
                more = true;
                assert_true(trace_warp_next(ctas[c], warp, &step) && step.insn == insn && step.active == active);
                assert_true(insn < trace_kernel_insns(k));
                print_step(part_of(all, c, warp), trace_kernel_insn(k, insn), &step);
            }
    }
    for (unsigned c = 0; c < count; c++)
        trace_cta_free(ctas[c]);
    trace_kernel_free(k);
    return joined(all);
}

// Watchers are not told of CTAs and warps: the lines stand one behind the other.
typedef struct { FILE *file; char *text; size_t length; } watched;

static void watch(void *context, const trace_insn *insn, const trace_step *step)
{
    print_step(((watched *)context)->file, insn, step);
}

char *watched_of(const char *path, trace_error *error)
{
    watched w = { 0 };
    trace_options options = { .watch = watch, .context = &w };
    trace_kernel *k;

    w.file = open_memstream(&w.text, &w.length);
    k = trace_kernel_open(path, &options, error);
    fclose(w.file);
    if (!k) {
        free(w.text);
        return NULL;
    }
    trace_kernel_free(k);
    return w.text;
}
