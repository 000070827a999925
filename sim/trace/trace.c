// SPDX-License-Identifier: BSD-3-Clause
// A kernel's trace: a pass over the whole file, then its CTAs one by one. See sim/trace/trace.h.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/trace/kernel.h"

enum { CTAS_IN_ANY_ORDER = 1 << 26 };  // of a grid; in a larger one they must be in the order of their numbers

// --- the first pass
static bool pass_cta(trace_kernel *k, const uint32_t place[3])
{
    const uint32_t *grid = k->header.grid;
    uint64_t number = ((uint64_t)place[2] * grid[1] + place[1]) * grid[0] + place[0];

    if (k->seen ? k->seen[number / 8] >> number % 8 & 1 : number < k->last_cta)
        return lines_fault(&k->lines, k->lines.at, "CTA %u,%u,%u stands here a second time%s", place[0], place[1], place[2],
                           k->seen ? ", expected once" : ", or behind a later one of more than 2^26");
    if (k->seen)
        k->seen[number / 8] |= (uint8_t)(1 << number % 8);
    k->last_cta = number + 1;
    k->counts.ctas++;
    return true;
}

static void pass_warp(trace_kernel *k, uint32_t warp, uint64_t insns)
{
    (void)warp;
    k->counts.warps += insns != 0;
    if (insns > k->counts.longest_warp)
        k->counts.longest_warp = insns;
}

static bool pass_insn(trace_kernel *k, const line_insn *line)
{
    static_insn *s = &k->table.rows[line->row];
    trace_step step;

    s->warps++;
    s->threads += (unsigned)__builtin_popcount(line->mask);
    if (k->watch) {
        step.insn = line->row;
        step_fill(k, &s->insn, line->mask, line->form, line->base, line->stride, line->list, &step);
        k->watch(k->context, &s->insn, &step);
    }
    return true;
}

static const cta_teller pass_teller = { pass_cta, pass_warp, pass_insn };

static void count(trace_kernel *k)
{
    for (uint32_t i = 0; i < k->table.count; i++) {
        const static_insn *s = &k->table.rows[i];

        k->counts.warp_insns += s->warps;
        k->counts.thread_insns += s->threads;
        k->counts.warp_by_class[s->insn.op_class] += s->warps;
        k->counts.thread_by_class[s->insn.op_class] += s->threads;
        if (s->insn.flags & TRACE_UNKNOWN)
            k->counts.unknown += s->warps;
    }
}

static bool pass(trace_kernel *k)
{
    if (!lines_open(&k->lines, k->path, &k->error) || !header_read(k))
        return false;
    if (k->total_ctas <= CTAS_IN_ANY_ORDER)
        k->seen = calloc((size_t)k->total_ctas / 8 + 1, 1);
    do
        if (!cta_read(k, &pass_teller))
            return false;
    while (k->at_cta);
    return true;
}

trace_kernel *trace_kernel_open(const char *path, const trace_options *options, trace_error *error)
{
    trace_kernel *k = calloc(1, sizeof *k);
    bool good;

    k->path = strdup(path);
    k->format.unknown = options ? options->unknown : TRACE_UNKNOWN_REFUSE;
    k->watch = options ? options->watch : NULL;
    k->context = options ? options->context : NULL;
    good = pass(k);
    lines_close(&k->lines);
    free(k->seen);
    k->seen = NULL;
    if (good) {
        count(k);
        insn_table_sort(&k->table);
        k->format.closed = true;
        k->spill = spill_new();
        good = trace_kernel_rewind(k, &k->error);
    }
    if (good)
        return k;
    *error = k->error;
    trace_kernel_free(k);
    return NULL;
}

static void cta_drop(trace_cta *cta)
{
    free(cta->blocks);
    free(cta);
}

void trace_kernel_free(trace_kernel *k)
{
    if (!k)
        return;
    while (k->held)
        trace_cta_free(k->held);
    while (k->spare) {
        trace_cta *next = k->spare->after;

        cta_drop(k->spare);
        k->spare = next;
    }
    lines_close(&k->lines);
    spill_free(k->spill);
    insn_table_free(&k->table);
    free(k->path);
    free(k->name);
    free(k->nvbit_version);
    free(k);
}

const char *trace_kernel_path(const trace_kernel *k) { return k->path; }
const trace_header *trace_kernel_header(const trace_kernel *k) { return &k->header; }
const trace_counts *trace_kernel_counts(const trace_kernel *k) { return &k->counts; }
uint32_t trace_warps_per_cta(const trace_kernel *k) { return k->warps; }
uint32_t trace_kernel_insns(const trace_kernel *k) { return k->table.count; }
const char *trace_kernel_failed(const trace_kernel *k) { return k->failed ? k->failure.text : NULL; }

const trace_insn *trace_kernel_insn(const trace_kernel *k, uint32_t number)
{
    return &k->table.rows[k->table.row[number]].insn;
}

trace_space trace_kernel_space(const trace_kernel *k, uint64_t address)
{
    const trace_header *h = &k->header;

    return h->shared_base && address - h->shared_base < TRACE_WINDOW ? TRACE_SHARED
           : h->local_base && address - h->local_base < TRACE_WINDOW ? TRACE_LOCAL
                                                                     : TRACE_GLOBAL;
}

// --- the second
static bool read_cta(trace_kernel *k, const uint32_t place[3])
{
    (void)k, (void)place;                       // CTAs come in the file's order
    return true;
}

static void read_warp(trace_kernel *k, uint32_t warp, uint64_t insns) { packed_warp(k, k->held, warp, insns); }

static bool read_insn(trace_kernel *k, const line_insn *line)
{
    return packed_insn(k, k->held, k->table.number[line->row], line);
}

static const cta_teller read_teller = { read_cta, read_warp, read_insn };

static trace_cta *cta_new(trace_kernel *k)
{
    trace_cta *cta = k->spare;

    if (cta)
        k->spare = cta->after;
    else {
        cta = calloc(1, sizeof *cta + k->warps * sizeof cta->warps[0]);
        cta->kernel = k;
    }
    cta->before = NULL;
    cta->after = k->held;
    if (k->held)
        k->held->before = cta;
    k->held = cta;
    return cta;
}

trace_read trace_kernel_next_cta(trace_kernel *k, trace_cta **cta, trace_error *error)
{
    *cta = NULL;
    if (k->lines.failed) {
        *error = k->error;
        return TRACE_FAILED;
    }
    if (!k->at_cta)
        return TRACE_END;
    cta_new(k);
    k->packer.fill = 0;
    if (cta_read(k, &read_teller) && packed_end(k, k->held)) {
        *cta = k->held;
        return TRACE_CTA_READ;
    }
    trace_cta_free(k->held);
    *error = k->error;
    return TRACE_FAILED;
}

bool trace_kernel_rewind(trace_kernel *k, trace_error *error)
{
    trace_header before = k->header;

    lines_close(&k->lines);
    if (lines_open(&k->lines, k->path, &k->error) && header_read(k) && memcmp(&before, &k->header, sizeof before) != 0)
        lines_fault_at(&k->lines, k->lines.line, 1, "the header is another one: the file has changed while it was read");
    if (!k->lines.failed)
        return true;
    k->header = before;
    *error = k->error;
    return false;
}

void trace_cta_free(trace_cta *cta)
{
    trace_kernel *k;

    if (!cta)
        return;
    k = cta->kernel;
    packed_give_back(k, cta);
    if (cta->before)
        cta->before->after = cta->after;
    else
        k->held = cta->after;
    if (cta->after)
        cta->after->before = cta->before;
    cta->after = k->spare;
    k->spare = cta;
}

uint64_t trace_cta_insns(const trace_cta *cta, uint32_t warp)
{
    return warp < cta->kernel->warps ? cta->warps[warp].insns : 0;
}
