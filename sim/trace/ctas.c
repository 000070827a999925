// SPDX-License-Identifier: BSD-3-Clause
// Iterates over a file's CTAs: #BEGIN_TB, "thread block = X,Y,Z", for each warp "warp = N", "insts = N" and as many lines,
// #END_TB. Tracers of Hopper also give a CTA's cluster, which is skipped.
#include <inttypes.h>
#include <string.h>

#include "sim/trace/kernel.h"

// "key = "; *at moves to the value.
static bool take_key(const char **at, const char *key)
{
    const char *p = *at;

    if (!take_text(&p, key) || !take_text(&p, "="))
        return false;
    *at = p;
    return true;
}

static bool take_place(lines *l, const uint32_t grid[3], const char *at, uint32_t place[3])
{
    for (int i = 0; i < 3; i++) {
        const char *first = at;
        uint64_t n = 0;

        if (*at < '0' || *at > '9')
            return lines_mistake(l, at, "the place of the CTA in the grid, X,Y,Z");
        for (; *at >= '0' && *at <= '9' && n < UINT32_MAX; at++)
            n = n * 10 + (unsigned)(*at - '0');
        if (n >= grid[i])
            return lines_mistake(l, first, "a CTA of the grid (%u,%u,%u)", grid[0], grid[1], grid[2]);
        place[i] = (uint32_t)n;
        if (*at != (i < 2 ? ',' : '\n') && (i < 2 || *skip_blanks(at) != '\n'))
            return lines_mistake(l, at, "%s", i < 2 ? "a comma" : "the end of the line");
        at++;
    }
    return true;
}

static bool next_line(trace_kernel *k, const char *expected)
{
    lines *l = &k->lines;

    while (lines_next(l))
        if (*l->at != '#' || strncmp(l->at, "#BEGIN_TB", 9) == 0 || strncmp(l->at, "#END_TB", 7) == 0)
            return true;
    return lines_end(l, expected);
}

// For a warp: "insts = N" and its instructions.
static bool warp_read(trace_kernel *k, const cta_teller *tell, uint32_t warp)
{
    uint64_t threads = (uint64_t)k->header.block[0] * k->header.block[1] * k->header.block[2], count;
    uint64_t lanes = threads - (uint64_t)warp * TRACE_LANES;
    uint32_t absent = lanes >= TRACE_LANES ? 0 : UINT32_MAX << lanes;
    lines *l = &k->lines;
    const char *at;

    if (!next_line(k, "insts = NUMBER"))
        return false;
    at = l->at;
    if (!take_key(&at, "insts") || !take_decimal(&at, UINT64_MAX, &count) || *at != '\n')
        return lines_mistake(l, l->at, "insts = NUMBER, the instructions of the warp");
    tell->warp(k, warp, count);
    for (uint64_t i = 0; i < count; i++) {
        line_insn insn;

        if (!next_line(k, "the warp's next instruction"))
            return false;
        if (*l->at == 'w' || *l->at == '#')
            return lines_mistake(l, l->at, "instruction %" PRIu64 " of the %" PRIu64 " that warp %u has by \"insts\"", i + 1, count, warp);
        if (!line_read(l, &k->table, &k->format, &insn))
            return false;
        if (insn.mask & absent)
            return lines_fault(l, l->at, "mask %08" PRIx32 ": warp %u has %" PRIu64 " threads, expected no other lane", insn.mask, warp,
                               lanes);
        if (!tell->insn(k, &insn))
            return false;
    }
    return true;
}

bool cta_read(trace_kernel *k, const cta_teller *tell)
{
    uint64_t warps = 0, warp;
    lines *l = &k->lines;
    uint32_t place[3];
    const char *at, *number;

    if (!next_line(k, "thread block = X,Y,Z"))
        return false;
    at = l->at;
    if (!take_text(&at, "thread") || !take_key(&at, "block"))
        return lines_mistake(l, l->at, "thread block = X,Y,Z");
    if (!take_place(l, k->header.grid, at, place) || !tell->cta(k, place))
        return false;
    for (;;) {
        if (!next_line(k, "#END_TB"))
            return false;
        at = l->at;
        if (take_text(&at, "#END_TB"))
            break;
        if (take_text(&at, "cluster"))
            continue;
        if (!take_key(&at, "warp"))
            return lines_mistake(l, l->at, "warp = NUMBER, or #END_TB");
        number = at;
        if (!take_decimal(&at, k->warps - 1, &warp) || *at != '\n')
            return lines_mistake(l, at, "a warp of the CTA, 0 to %u", k->warps - 1);
        if (warps >> warp & 1)
            return lines_mistake(l, number, "each warp of a CTA once");
        warps |= (uint64_t)1 << warp;
        if (!warp_read(k, tell, (uint32_t)warp))
            return false;
    }
    k->at_cta = false;
    while (lines_next(l)) {
        at = l->at;
        if (take_text(&at, "#BEGIN_TB"))
            return k->at_cta = true;
        if (*at != '#')
            return lines_mistake(l, at, "#BEGIN_TB of the next CTA, or the end of the file");
    }
    return !l->failed;
}

void step_fill(const trace_kernel *k, const trace_insn *insn, uint32_t mask, address_form form, uint64_t base, int64_t stride,
               const uint64_t *list, trace_step *step)
{
    uint64_t window = 0;
    unsigned n = 0;

    step->active = mask;
    step->space = TRACE_SPACE_NONE;
    if (form == ADDRESSES_NONE || !insn->addressed || !mask)
        return;
    step->space = insn->space;
    if (form == ADDRESSES_LIST)
        base = list[0];
    if (step->space == TRACE_GENERIC)
        step->space = (uint8_t)trace_kernel_space(k, base);
    if (step->space == trace_kernel_space(k, base))
        window = step->space == TRACE_SHARED ? k->header.shared_base : step->space == TRACE_LOCAL ? k->header.local_base : 0;
    base -= window;
    memset(step->address, 0, sizeof step->address);
    for (uint32_t rest = mask; rest; rest &= rest - 1, n++)
        step->address[__builtin_ctz(rest)] = form == ADDRESSES_LIST ? list[n] - window : base + n * (uint64_t)stride;
}
