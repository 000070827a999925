// SPDX-License-Identifier: BSD-3-Clause
// See sim/trace/info.h.
#include "sim/trace/info.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- distinct lines
enum { SET_LINES = 4096, SET_WORDS = SET_LINES / 64, PLACES = 2 * FOOTPRINT_SETS };

struct footprint {
    uint64_t  lines;
    uint32_t  sets;                    // in use
    bool      full;
    uint64_t  last;                    // number of the last set requested, + 1
    uint64_t *last_words;
    uint64_t  number[PLACES];          // of the set at a place of the hash, + 1; 0: none
    uint32_t  row[PLACES];
    uint64_t *words[FOOTPRINT_SETS];   // kept when the footprint is cleared
};

footprint *footprint_new(void) { return calloc(1, sizeof(footprint)); }

void footprint_free(footprint *f)
{
    for (uint32_t i = 0; f && i < FOOTPRINT_SETS; i++)
        free(f->words[i]);
    free(f);
}

void footprint_clear(footprint *f)
{
    memset(f->number, 0, sizeof f->number);
    f->lines = f->last = f->sets = 0;
    f->full = false;
}

// NULL: no room for that set.
static uint64_t *set_of(footprint *f, uint64_t number)
{
    uint64_t at = (number * 0x9E3779B97F4A7C15u >> 20) % PLACES;

    while (f->number[at] && f->number[at] != number + 1)
        at = (at + 1) % PLACES;
    if (!f->number[at]) {
        if (f->sets == FOOTPRINT_SETS) {
            f->full = true;
            return NULL;
        }
        f->number[at] = number + 1;
        f->row[at] = f->sets++;
        if (!f->words[f->row[at]])
            f->words[f->row[at]] = malloc(SET_WORDS * sizeof(uint64_t));
        memset(f->words[f->row[at]], 0, SET_WORDS * sizeof(uint64_t));
    }
    f->last = number + 1;
    return f->last_words = f->words[f->row[at]];
}

void footprint_add(footprint *f, uint64_t line)
{
    uint64_t number = line / SET_LINES, *words = f->last == number + 1 ? f->last_words : set_of(f, number);
    uint64_t bit = (uint64_t)1 << line % 64;

    if (!words)
        return;
    words += line % SET_LINES / 64;
    f->lines += !(*words & bit);
    *words |= bit;
}

uint64_t footprint_lines(const footprint *f) { return f->lines; }
bool footprint_complete(const footprint *f) { return !f->full; }

// --- what a step shows
static void add_unknown(trace_info *info, const char *opcode)
{
    unsigned i = 0;

    while (i < info->unknown_count && strncmp(info->unknown[i].opcode, opcode, sizeof info->unknown[i].opcode - 1) != 0)
        i++;
    if (i == INFO_UNKNOWN) {
        info->unknown_others++;
        return;
    }
    if (i == info->unknown_count) {
        snprintf(info->unknown[i].opcode, sizeof info->unknown[i].opcode, "%s", opcode);
        info->unknown_count++;
    }
    info->unknown[i].warp_insns++;
}

// The distinct lines of an access; most lanes are in the line of the last one.
static void add_lines(trace_info *info, info_memory *m, const trace_insn *insn, const trace_step *step)
{
    uint64_t lines[2 * TRACE_LANES];
    unsigned count = 0;

    for (uint32_t rest = step->active; rest; rest &= rest - 1) {
        uint64_t first = step->address[__builtin_ctz(rest)], last = (first + insn->width - 1) / INFO_LINE;

        first /= INFO_LINE;
        for (uint64_t line = first;; line = last) {
            unsigned i = count;

            while (i > 0 && lines[i - 1] != line)
                i--;
            if (i == 0) {
                lines[count++] = line;
                if (step->space == TRACE_GLOBAL && info->kernel) {
                    footprint_add(info->kernel, line);
                    footprint_add(info->all, line);
                }
            }
            if (line == last)
                break;
        }
    }
    m->lines += count;
}

void info_watch(void *context, const trace_insn *insn, const trace_step *step)
{
    trace_info *info = context;
    info_memory *m = &info->memory[step->space];
    unsigned lanes = (unsigned)__builtin_popcount(step->active);

    info->full += step->active == UINT32_MAX;
    info->none += !step->active;
    if (insn->flags & TRACE_UNKNOWN)
        add_unknown(info, insn->opcode);
    if (step->space == TRACE_SPACE_NONE)
        return;
    m->accesses++;
    m->lanes += lanes;
    m->bytes += (uint64_t)lanes * insn->width;
    if (step->space != TRACE_SHARED)
        add_lines(info, m, insn, step);
}
