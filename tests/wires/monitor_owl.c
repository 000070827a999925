// SPDX-License-Identifier: BSD-3-Clause
// What the inputs of owl_groups must be, from the warps, their instructions in flight and the CTAs of an SM; see
// tests/wires/monitor.c. Who waits for data is derived from the loads and atomics that are on their way, and not from the bits
// that the SM keeps beside its scoreboard; the CTAs of the first fill are counted as they come.
#ifndef WARPLOCK_MONITOR
#define WARPLOCK_MONITOR
#endif
#include "tests/wires/monitor_internal.h"

#include <string.h>

#include "rtl_c/owl_groups.h"
#include "sim/core/ldst_internal.h"

static bool writes_one_of(const insn *writer, const insn *head)
{
    for (unsigned d = 0; d < writer->n_dst; d++) {
        for (unsigned i = 0; i < head->n_src; i++)
            if (head->src[i] == writer->dst[d])
                return true;
        for (unsigned i = 0; i < head->n_dst; i++)
            if (head->dst[i] == writer->dst[d])
                return true;
    }
    return false;
}

// A load, not from shared memory, or an atomic that some warp's next instruction needs.
static uint64_t awaited(const sm *s, const inflight *insn)
{
    const bool brings = insn && (insn->step.insn->memory == MEMORY_LOAD || insn->step.insn->memory == MEMORY_ATOMIC);
    if (!brings || insn->step.space == SPACE_SHARED)
        return 0;
    const warp_slot *slot = &s->warp[insn->warp];
    const struct insn *head = slot->valid ? slot->buffer[slot->next] : NULL;
    const struct insn *wanted = slot->cta ? warp_next(slot->cta, slot->in_cta) : NULL;
    return head && wanted && head->pc == wanted->pc && writes_one_of(insn->step.insn, head) ? warp_bit(insn->warp) : 0;
}

// Between issue and the LD/ST unit's dispatch register, in it, and behind it.
static uint64_t wait_for_data(const sm *s)
{
    const ldst *unit = s->ldst;
    const latch *latches[] = {&s->issue_slot[UNIT_MEM], &s->unit_slot[UNIT_MEM]};
    uint64_t waits = awaited(s, unit->dispatch);
    for (unsigned l = 0; l < 2; l++)
        for (unsigned i = 0; i < latches[l]->used; i++)
            waits |= awaited(s, latches[l]->slot[i]);
    for (unsigned i = 0; i < s->collectors.units; i++)
        waits |= awaited(s, s->collectors.unit[i].insn);
    for (uint32_t slot = 0; slot < unit->slot_count; slot++)
        waits |= awaited(s, unit->slots[slot].insn);
    return waits;
}

static unsigned scheme_of(const sm *s)
{
    static const char *const names[] = {[OWL_CTA_AWARE] = "cta-aware", [OWL_LOCALITY] = "cta-aware-locality"};
    for (unsigned scheme = 0; scheme < 2; scheme++)
        if (strcmp(s->place.options.policy->name, names[scheme]) == 0)
            return scheme;
    return OWL_BLP;
}

void monitor_owl_early(const sm *s, const monitor *mon, const monitor_masks *m)
{
    const block *groups = monitor_block(s, "owl_groups");
    if (!groups)
        return;
    const struct owl_groups_in *in = groups->in;
    const struct owl_groups_out *out = groups->out;
    const uint64_t blocked = wait_for_data(s) | m->waiting | m->on_atomic;
    monitor_demand(s, "owl_groups", "cfg_scheme", in->cfg_scheme, scheme_of(s));
    monitor_demand(s, "owl_groups", "cfg_g_size", in->cfg_g_size, s->machine->policy.owl_g_size);
    monitor_demand(s, "owl_groups", "cfg_core", in->cfg_core, s->index);
    monitor_demand(s, "owl_groups", "unfinished", in->unfinished, mon->running);
    monitor_demand(s, "owl_groups", "blocked", in->blocked & mon->running, blocked & mon->running);
    for (uint64_t left = mon->running; left; left &= left - 1) {
        const unsigned warp = (unsigned)__builtin_ctzll(left);
        monitor_demand(s, "owl_groups", "cta", in->cta[warp], s->warp[warp].cta_slot);
    }
    if (mon->running & ~blocked)                    // the chosen group is not blocked while another is not
        monitor_demand(s, "owl_groups", "nobody of the chosen group can go on", !(out->allow & mon->running & ~blocked), 0);
}

void monitor_owl_grant(const sm *s, const policy_masks *answer)
{
    const block *groups = monitor_block(s, "owl_groups");
    if (groups)
        monitor_demand(s, "owl_groups", "allow", answer->may_issue, ((const struct owl_groups_out *)groups->out)->allow);
}

// CTAs that have come since the kernel's launch: all of them, when the grid has no more than all SMs hold.
static void look_at_first_fill(const sm *s, monitored_fill *fill)
{
    const gpu_levels *gpu = s->levels.gpu;
    const uint64_t places = (uint64_t)s->machine->gpu.sms * s->cta_slots;
    if (gpu->ctas >= places)
        monitor_demand(s, "owl_groups", "n_cta", fill->told, s->cta_slots);
    else if (gpu->ctas_issued == gpu->ctas)
        monitor_demand(s, "owl_groups", "n_cta", fill->told, fill->came);
}

void monitor_owl_late(const sm *s, monitor *mon)
{
    const block *groups = monitor_block(s, "owl_groups");
    if (!groups)
        return;
    const struct owl_groups_in *in = groups->in;
    uint32_t ends = 0;
    unsigned starts = 0;
    monitor_demand(s, "owl_groups", "kernel_launch", in->kernel_launch, s->events.kernel_start_count);
    if (in->kernel_launch)
        mon->fill = (monitored_fill){.told = in->n_cta, .warps = in->warps_per_cta};
    for (unsigned slot = 0; slot < CTA_SLOTS; slot++) {
        const bool starts_here = monitor_cta_launched(s, &mon->ctas, slot);
        ends |= (uint32_t)(mon->ctas.held[slot] && (starts_here || !s->ctas[slot].cta)) << slot;
        starts += starts_here;
        if (starts_here) {
            monitor_demand(s, "owl_groups", "launch_cta", in->launch_cta, slot);
            monitor_demand(s, "owl_groups", "warps_per_cta", mon->fill.warps, (unsigned)__builtin_popcountll(s->ctas[slot].warps));
        }
    }
    monitor_demand(s, "owl_groups", "launch", in->launch, starts);
    monitor_demand(s, "owl_groups", "exit", in->exit, ends);
    mon->fill.came += starts;
    look_at_first_fill(s, &mon->fill);
    monitor_ctas_over(s, &mon->ctas);
}
