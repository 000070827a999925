// SPDX-License-Identifier: BSD-3-Clause
// A warp slot: instruction buffer, barriers, completion of its instructions, end; and the masks that follow from them.
//
// Who has arrived at a barrier the executor knows (sim/frontend/barriers.h): it says which warps an arrival or an end
// lets go on, in the cycle of that issue, as GPGPU-Sim's barrier_set_t does. A membar holds its warp until its loads
// have been written and its stores acknowledged (GPGPU-Sim waits for the loads alone).
#include "sim/core/sm_trace.h"

static inline void warp_clear_head(sm *s, const warp_slot *slot, uint64_t bit)
{
    s->has_insn &= ~bit;
    s->hazard &= ~bit;
    s->clear &= ~bit;
    s->load &= ~bit;
    s->unit[slot->kind] &= ~bit;
}

unsigned sm_active_lanes(const sm *s, unsigned warp)
{
    return (unsigned)__builtin_popcount(warp_active_lanes(s->warp[warp].cta, s->warp[warp].in_cta));
}

static bool buffers_write(const warp_slot *slot)
{
    for (unsigned i = 0; i < BUFFER_SLOTS; i++)
        if (slot->valid >> i & 1 && slot->buffer[i] && insn_writes_device(slot->buffer[i]))
            return true;
    return false;
}

static void look_at_head(sm *s, unsigned warp)
{
    warp_slot *slot = &s->warp[warp];
    uint64_t bit = warp_bit(warp);
    warp_clear_head(s, slot, bit);
    if (!slot->valid) {
        s->buffer_empty |= bit;
        return;
    }
    s->buffer_empty &= ~bit;
    s->has_insn |= bit;
    const insn *head = slot->buffer[slot->next], *wanted = warp_next(slot->cta, slot->in_cta);
    if (!head || !wanted || head->pc != wanted->pc) {
        s->hazard |= bit;
        return;
    }
    slot->kind = (uint8_t)sm_kind(s, head);
    s->unit[slot->kind] |= bit;
    if (head->memory != MEMORY_NONE && route_is_load(route_of_insn(head, s->machine->l1d.global), head))
        s->load |= bit;
    if (!scoreboard_collides(&s->scoreboard, warp, head))
        s->clear |= bit;
}

// Where somebody watches the warps' data.
static void watch_head(sm *s, unsigned warp)
{
    const warp_slot *slot = &s->warp[warp];
    const uint64_t bit = warp_bit(warp);
    const insn *head = s->has_insn & ~s->hazard & bit ? slot->buffer[slot->next] : NULL;
    const memory_route route = head ? route_of_insn(head, s->machine->l1d.global) : ROUTE_NONE;
    const bool memory = route == ROUTE_L1D || route == ROUTE_L2;
    const bool needs_data = head && !(s->clear & bit) && scoreboard_needs_data(&s->scoreboard, warp, head);
    s->at_memory = (s->at_memory & ~bit) | (memory ? bit : 0);
    s->needs_data = (s->needs_data & ~bit) | (needs_data ? bit : 0);
}

static void follow_head(sm *s, unsigned warp)
{
    if (s->threads)
        s->writes = (s->writes & ~warp_bit(warp)) | (buffers_write(&s->warp[warp]) ? warp_bit(warp) : 0);
    if (s->keeps_data)
        watch_head(s, warp);
}

void warp_head_changed(sm *s, unsigned warp)
{
    look_at_head(s, warp);
    if (s->follows_heads)
        follow_head(s, warp);
}

void warp_registers_released(sm *s, unsigned warp)
{
    const warp_slot *slot = &s->warp[warp];
    uint64_t bit = warp_bit(warp);
    if (s->has_insn & ~s->hazard & ~s->clear & bit)
        if (!scoreboard_collides(&s->scoreboard, warp, slot->buffer[slot->next]))
            s->clear |= bit;
    if (s->keeps_data)
        watch_head(s, warp);
}

void warp_flush(sm *s, unsigned warp, uint32_t fetch_pc)
{
    s->warp[warp].valid = 0;
    s->warp[warp].fetch_pc = fetch_pc;
    raise_buffer_flush(&s->events, warp_bit(warp));
    if (event_logged(&s->log, s->cycle))
        log_flush(&s->log, s->cycle, warp);
    warp_head_changed(s, warp);
}

void warp_check_drained(sm *s, unsigned warp)
{
    const warp_slot *slot = &s->warp[warp];
    if (s->finished >> warp & 1 && !slot->in_pipeline && !slot->stores)
        s->drained |= warp_bit(warp);
}

// Warps of a CTA, as the executor numbers them, go on.
static void release_warps(sm *s, const cta_slot *cta, uint64_t released)
{
    s->at_barrier &= ~(released << __builtin_ctzll(cta->warps));
}

void warp_arrives(sm *s, unsigned warp, const warp_step *step)
{
    if (!(step->insn->flags & INSN_ARRIVES))
        s->at_barrier |= warp_bit(warp);
    release_warps(s, &s->ctas[s->warp[warp].cta_slot], step->released);
}

void warp_finish(sm *s, unsigned warp)
{
    cta_slot *cta = &s->ctas[s->warp[warp].cta_slot];
    uint64_t bit = warp_bit(warp);
    s->finished |= bit;
    raise_warp_exit(&s->events, bit);
    if (event_logged(&s->log, s->cycle))
        log_exit(&s->log, s->cycle, warp);
    warp_flush(s, warp, 0);
    release_warps(s, cta, warp_end(cta->cta, s->warp[warp].in_cta));
    warp_check_drained(s, warp);
}

void warp_retire(sm *s, unsigned warp)
{
    uint64_t bit = warp_bit(warp);
    cta_slot *cta = &s->ctas[s->warp[warp].cta_slot];
    s->resident &= ~bit;
    s->finished &= ~bit;
    s->drained &= ~bit;
    s->buffer_empty &= ~bit;
    cta->left &= ~bit;
    if (cta->left)
        return;
    if (s->trace)
        sm_trace_cta_ends(s, (unsigned)(cta - s->ctas));
    raise_cta_end(&s->events, UINT64_C(1) << (cta - s->ctas));
    if (event_logged(&s->log, s->cycle))
        log_cta_end(&s->log, s->cycle, (unsigned)(cta - s->ctas));
    cta_finish(s->launch, cta->cta);
    cta->cta = NULL;
    sm_count_active(s, s->cycle + 1);
    s->resident_ctas--;
    s->ctas_done++;
    if (cta->last)
        s->counters->cta_last_cycles += s->cycle - cta->issued;
    s->counters->ctas++;
}

// A membar ends when all memory operations before it have: its own passage through the LD/ST unit comes after them.
static void check_membar(sm *s, unsigned warp)
{
    const warp_slot *slot = &s->warp[warp];
    if (!slot->membar && !slot->stores && !s->scoreboard.pending[warp]) {
        s->at_membar &= ~warp_bit(warp);
        if (event_logged(&s->log, s->cycle))
            log_membar_over(&s->log, s->cycle, warp);
    }
}

void warp_complete(sm *s, inflight *done)
{
    unsigned warp = done->warp;
    warp_slot *slot = &s->warp[warp];
    const insn *insn = done->step.insn;
    if (event_logged(&s->log, s->cycle))
        log_complete(&s->log, s->cycle, done);
    slot->in_pipeline--;
    if (insn->memory == MEMORY_ATOMIC && --slot->atomics == 0)
        s->on_atomic &= ~warp_bit(warp);
    if (insn->flags & INSN_MEMBAR)
        slot->membar = false;
    if (insn->n_dst) {
        scoreboard_release(&s->scoreboard, warp, insn);
        if (s->keeps_data)
            scoreboard_mark_data(&s->scoreboard, warp, insn, false);
        warp_registers_released(s, warp);
    }
    if (s->at_membar >> warp & 1)
        check_membar(s, warp);
    warp_check_drained(s, warp);
    inflight_free(&s->pool, done);
}

bool sm_write_register(sm *s, inflight *load)
{
    if (!collectors_write(&s->collectors, load->step.insn, load->warp, &load->written))
        return false;
    load->written = 0;
    return true;
}

void sm_memory_complete(sm *s, inflight *insn)
{
    s->stirred = true;
    warp_complete(s, insn);
}

void sm_store_sent(sm *s, unsigned warp)
{
    s->warp[warp].stores++;
    if (event_logged(&s->log, s->cycle))
        log_store(&s->log, s->cycle, warp, false);
}

uint64_t sm_cta_of(const sm *s, unsigned warp) { return s->ctas[s->warp[warp].cta_slot].index; }

void sm_store_acked(sm *s, unsigned warp)
{
    s->stirred = true;
    s->warp[warp].stores--;
    if (event_logged(&s->log, s->cycle))
        log_store(&s->log, s->cycle, warp, true);
    if (s->at_membar >> warp & 1)
        check_membar(s, warp);
    warp_check_drained(s, warp);
}
