// SPDX-License-Identifier: BSD-3-Clause
// Fetch and decode: core.fetches warps a cycle, one on Fermi, through the L1I into their two-entry instruction buffers.
//
// Models GPGPU-Sim's shader_core_ctx::fetch and decode. A fetch is 16 bytes, two instructions; a hit is decoded in the next
// cycle (of several a cycle GPGPU-Sim decodes all but the last at once: core.decodes_at_once). Warps with an empty buffer fetch
// in round robin, in the first cycle from warp 1 on. A fetch continues after the warp's last instruction, so a taken branch in
// the second slot first brings in the wrong path. The same scan also retires drained warps up to the warp that fetches.
#include "sim/core/sm.h"

// First of the warps in cyclic order from `start`; -1 when there is none.
static int first_from(uint64_t warps, unsigned start)
{
    uint64_t ahead = warps & ~(warp_bit(start) - 1);
    if (!warps)
        return -1;
    return __builtin_ctzll(ahead ? ahead : warps);
}

// Slots from `start` up to but not including `end`, in cyclic order; all when end is negative.
static uint64_t turn(unsigned start, int end)
{
    if (end < 0)
        return ~UINT64_C(0);
    uint64_t below_start = warp_bit(start) - 1, below_end = warp_bit((unsigned)end) - 1;
    return (unsigned)end >= start ? below_end & ~below_start : below_end | ~below_start;
}

static void take_fetched(sm *s, unsigned warp, uint32_t pc)
{
    s->fetched[s->fetched_count++] = (fetched_insns){.warp = (uint8_t)warp, .pc = pc};
}

static void fetch_for(sm *s, unsigned warp)
{
    uint32_t pc = s->warp[warp].fetch_pc;
    s->last_fetched = warp;
    switch (read_only_cache_access(s->l1i, PROGRAM_BASE + pc, warp, s->cycle)) {
    case READ_HIT:
        take_fetched(s, warp, pc);
        break;
    case READ_MISS:
        s->fetch_pending |= warp_bit(warp);
        break;
    case READ_FAIL:
        break;
    }
}

// One access of the L1I, or what an earlier one has brought: for which warp; -1 when none wants any. `had`: those of
// the cycle so far.
static inline int fetch_once(sm *s, uint64_t had)
{
    if (s->fetch_pending && read_only_cache_has_done(s->l1i)) {
        unsigned warp = read_only_cache_take_done(s->l1i);
        s->fetch_pending &= ~warp_bit(warp);
        take_fetched(s, warp, s->warp[warp].fetch_pc);
        return (int)warp;
    }
    const uint64_t wanting = s->resident & ~s->finished & ~s->fetch_pending & s->buffer_empty & ~had;
    if (!(wanting | s->drained))
        return -1;
    unsigned start = s->last_fetched + 1 == s->warps ? 0 : s->last_fetched + 1;
    int warp = first_from(wanting, start);
    for (uint64_t retiring = s->drained & turn(start, warp); retiring; retiring &= retiring - 1)
        warp_retire(s, (unsigned)__builtin_ctzll(retiring));
    if (warp >= 0)
        fetch_for(s, (unsigned)warp);
    return warp;
}

static inline void decode(sm *s, const fetched_insns *fetched)
{
    unsigned warp = fetched->warp;
    warp_slot *slot = &s->warp[warp];
    slot->buffer[0] = kernel_insn(s->kernel, fetched->pc);
    slot->buffer[1] = slot->buffer[0] ? kernel_insn(s->kernel, fetched->pc + INSN_BYTES) : NULL;
    slot->valid = slot->buffer[1] ? 3 : 1;
    slot->next = 0;
    if (event_logged(&s->log, s->cycle))
        log_fill(&s->log, s->cycle, warp, sm_active_lanes(s, warp), slot->buffer, slot->valid == 3 ? 2 : 1);
    warp_head_changed(s, warp);
}

void sm_decode(sm *s)
{
    for (unsigned i = 0; i < s->fetched_count; i++)
        decode(s, &s->fetched[i]);
    s->fetched_count = 0;
}

// With one_load_fill nothing is fetched behind what brings a load: it is decoded in the next cycle, alone.
static bool brings_load(const sm *s)
{
    const insn *at = s->fetched_count ? kernel_insn(s->kernel, s->fetched[s->fetched_count - 1].pc) : NULL;
    for (unsigned i = 0; at && i < 2; i++) {
        if (route_is_load(route_of_insn(at, s->machine->l1d.global), at))
            return true;
        at = kernel_insn(s->kernel, at->pc + INSN_BYTES);
    }
    return false;
}

// With core.decodes_at_once each but the last is decoded before the next one.
static void fetch_more(sm *s, int warp)
{
    uint64_t had = 0;
    for (unsigned left = s->more_fetches; left && warp >= 0 && !(s->one_load_fill && brings_load(s)); left--) {
        if (s->decodes_at_once)
            sm_decode(s);
        else
            had |= warp_bit((unsigned)warp);
        warp = fetch_once(s, had);
    }
}

void sm_fetch(sm *s)
{
    int warp = fetch_once(s, 0);
    if (s->more_fetches)
        fetch_more(s, warp);
    read_only_cache_cycle(s->l1i, s->cycle);
}
