// SPDX-License-Identifier: BSD-3-Clause
#include "sim/core/pipeline.h"

#include <string.h>

_Static_assert((CALENDAR & (CALENDAR - 1)) == 0, "a cycle's place in the ring is found by masking");

void pipelines_open(pipelines *p, const machine *m)
{
    memset(p, 0, sizeof *p);
#define LATENCY_CLASS(NAME, key, ...) \
    p->latency[LATENCY_##NAME] = (uint16_t)m->latency.key; \
    p->interval[LATENCY_##NAME] = (uint16_t)m->latency.key##_interval;
#define LATENCY_LONGER(NAME, key) \
    p->latency[LATENCY_##NAME] = (uint16_t)(m->latency.key + 1); \
    p->interval[LATENCY_##NAME] = (uint16_t)(m->latency.key##_interval + 1);
#include "sim/machine/latency.def"
    p->sp_units = m->core.sp_units;
    p->sfu_units = m->core.sfu_units;
    p->result_buses = m->core.writeback_slots;
}

// A unit takes the oldest waiting instruction unless its entry is taken, or its own output or all buses are at the end.
static void enter_unit(pipelines *p, latch *from, unsigned unit, uint64_t cycle)
{
    inflight *insn = latch_oldest(from);
    if (!insn || p->entry_free[unit] > cycle)
        return;
    unsigned class = insn->step.insn->latency;
    unsigned place = (cycle + p->latency[class] + PIPELINE_EXTRA) & (CALENDAR - 1);
    if (p->results[place] >= p->result_buses)
        return;
    for (const inflight *other = p->finishing[place]; other; other = other->next)
        if (other->unit == unit)
            return;
    latch_take_oldest(from);
    insn->unit = (uint8_t)unit;
    p->entry_free[unit] = cycle + p->interval[class];
    inflight **link = &p->finishing[place];
    while (*link && (*link)->age < insn->age)
        link = &(*link)->next;
    insn->next = *link;
    *link = insn;
    p->results[place]++;
    p->busy++;
}

void pipelines_enter(pipelines *p, latch *sp, latch *sfu, uint64_t cycle)
{
    for (unsigned unit = 0; unit < p->sp_units && sp->used; unit++)
        enter_unit(p, sp, unit, cycle);
    for (unsigned unit = 0; unit < p->sfu_units && sfu->used; unit++)
        enter_unit(p, sfu, p->sp_units + unit, cycle);
}

inflight *pipelines_take_results(pipelines *p, uint64_t cycle)
{
    unsigned place = cycle & (CALENDAR - 1);
    inflight *list = p->finishing[place];
    p->finishing[place] = NULL;
    p->busy -= p->results[place];
    p->results[place] = 0;
    return list;
}

uint64_t pipelines_next_result(const pipelines *p, uint64_t cycle)
{
    if (!p->busy)
        return UINT64_MAX;
    while (!p->results[cycle & (CALENDAR - 1)])
        cycle++;
    return cycle;
}
