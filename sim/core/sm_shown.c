// SPDX-License-Identifier: BSD-3-Clause
// The levels of an SM before its schedulers look (sim/events/levels.def), computed only for a recording.
#include "sim/core/sm.h"

#include <string.h>

static void show_registers(const sm *s, sm_shown *shown)
{
    for (unsigned kind = 0; kind < UNIT_COUNT; kind++) {
        shown->unit[kind] = s->unit[kind];
        shown->registers[kind] = s->sub_cores ? s->issue_slot[kind].taken : s->issue_slot[kind].used;
    }
}

static void show_grid(const sm *s, sm_shown *shown)
{
    for (unsigned slot = 0; slot < CTA_SLOTS; slot++)
        *shown->ctas |= (uint64_t)(s->ctas[slot].cta != NULL) << slot;
    *shown->grid_issued = s->levels.gpu->ctas_issued;
    *shown->grid = s->levels.gpu->ctas;
}

void sm_log_levels(sm *s)
{
    const uint64_t alive = s->resident & ~s->finished;
    shown_levels shown;
    memset(&shown, 0, sizeof shown);
    *shown.sm.resident = alive;
    *shown.sm.no_insn = alive & ~s->has_insn;
    *shown.sm.wrong_insn = alive & s->hazard;
    *shown.sm.hazard = alive & s->has_insn & ~s->hazard & ~s->clear;
    *shown.sm.barrier = alive & s->at_barrier;
    *shown.sm.membar = alive & s->at_membar;
    *shown.sm.atomic = alive & s->on_atomic;
    *shown.sm.ready = sm_ready(s);
    *shown.sm.data = alive & s->needs_data;
    *shown.sm.load = s->load;
    *shown.sm.memory = s->at_memory;
    *shown.sm.ldst_room = ldst_can_accept(s->ldst);
    *shown.sm.ldst_full = s->ldst_full;
    *shown.sm.mshrs = l1d_free_mshrs(ldst_l1d(s->ldst));
    *shown.sm.miss_queue_room = l1d_miss_queue_room(ldst_l1d(s->ldst));
    *shown.sm.injection_room = memory_has_room(s->memory, s->index, 0);
    show_registers(s, &shown.sm);
    show_grid(s, &shown.sm);
    level_log_write(&s->log.levels, PLACE_SM, s->cycle, &shown);
}
