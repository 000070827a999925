// SPDX-License-Identifier: BSD-3-Clause
#include "sim/core/pipeline.h"

_Static_assert((CALENDAR & (CALENDAR - 1)) == 0, "a cycle's place in the ring is found by masking");

void pipelines_open(pipelines *p, const machine *m)
{
#define LATENCY_CLASS(NAME, key, ...) \
    p->latency[LATENCY_##NAME] = (uint16_t)m->latency.key; \
    p->interval[LATENCY_##NAME] = (uint16_t)m->latency.key##_interval;
#define LATENCY_LONGER(NAME, key) \
    p->latency[LATENCY_##NAME] = (uint16_t)(m->latency.key + 1); \
    p->interval[LATENCY_##NAME] = (uint16_t)(m->latency.key##_interval + 1);
#include "sim/machine/latency.def"
    static const uint8_t order[PIPELINE_KINDS] = {UNIT_SP, UNIT_DP, UNIT_INT, UNIT_SFU, UNIT_TENSOR};
    for (unsigned i = 0, first = 0; i < PIPELINE_KINDS; i++) {
        unsigned count = units_of_kind(m, order[i]);
        if (count)
            p->set[p->sets++] = (unit_set){.kind = order[i], .first = (uint8_t)first, .count = (uint8_t)count};
        first += count;
    }
    if (!m->core.tensor_units) {
        p->latency[LATENCY_TENSOR] = p->latency[LATENCY_FP_MAD];
        p->interval[LATENCY_TENSOR] = p->interval[LATENCY_FP_MAD];
    }
    p->own = m->core.sub_cores > 1;
    p->result_buses = m->core.writeback_slots;
}

// A unit takes the instruction of that slot unless its entry, its result slot or all result buses are taken.
static inline void enter_unit(pipelines *p, latch *from, unsigned slot, unsigned unit, uint64_t cycle)
{
    if (p->entry_free[unit] > cycle)
        return;
    inflight *insn = from->slot[slot];
    unsigned class = insn->step.insn->latency;
    unsigned place = (cycle + p->latency[class] + PIPELINE_EXTRA) & (CALENDAR - 1);
    if (p->results[place] >= p->result_buses)
        return;
    for (const inflight *other = p->finishing[place]; other; other = other->next)
        if (other->unit == unit)
            return;
    latch_take(from, slot);
    if (p->own)
        from->taken &= (uint8_t)~(1u << insn->scheduler);
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

static void enter_units(pipelines *p, const unit_set *set, latch *from, uint64_t cycle)
{
    for (unsigned n = 0; from->used && n < set->count; n++) {
        unsigned slot = p->own ? latch_slot_of(from, n) : latch_oldest_slot(from);
        if (slot < from->used)
            enter_unit(p, from, slot, set->first + n, cycle);
    }
}

void pipelines_enter(pipelines *p, latch slots[UNIT_COUNT], uint64_t cycle)
{
    const unit_set *const end = p->set + p->sets;
    for (const unit_set *set = p->set; set < end; set++)
        if (slots[set->kind].used)
            enter_units(p, set, &slots[set->kind], cycle);
}

inflight *pipelines_take_results(pipelines *p, uint64_t cycle)
{
    unsigned place = cycle & (CALENDAR - 1);
    if (!p->results[place])
        return NULL;
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
