// SPDX-License-Identifier: BSD-3-Clause
// The base of one SM: warp_order, warp_rank if the policy needs ranks, one warp_arbiter per scheduler. Blocks of the policy and
// the observers are beside them in the SM's place.
//
// A block whose step would change nothing is skipped and catches up before its next step. With Verilog or a wave every block
// steps in every cycle in which the SM is awake.
#include "sim/core/sm.h"

#include <string.h>

#include "sim/blocks/packed_bits.h"
#include "sim/core/route.h"

static struct warp_order_in *order_in(const sm *s) { return s->order->block->in; }
static const struct warp_order_out *order_out(const sm *s) { return s->order->block->out; }
static struct warp_arbiter_in *arbiter_in(const sm *s, unsigned scheduler) { return s->arbiter[scheduler]->in; }

// The bits of a scheduler's warps: slot k is warp k * S + scheduler.
static uint64_t slots_of(const sm *s, unsigned scheduler, uint64_t warps)
{
    return packed_bits(warps, s->own[scheduler]);
}

// As slots_of; `slots` were made of `*dealt`, so only another word is taken apart again.
static inline uint64_t slots_again(const sm *s, unsigned scheduler, uint64_t *dealt, uint64_t warps, uint64_t slots)
{
    if (*dealt == warps)
        return slots;
    *dealt = warps;
    return slots_of(s, scheduler, warps);
}

// Of the slots above, those without the warp in their row come before it.
static __attribute__((noinline)) unsigned find_age(sm *s, unsigned warp)
{
    const struct warp_order_out *order = order_out(s);
    unsigned behind = 0;
    for (unsigned i = 0; i < N_MAX; i++)
        behind += order->older[i] >> warp & 1;
    unsigned before = (unsigned)__builtin_popcountll(order->older[warp]) + s->warps - 1 - warp - behind;
    s->age[warp] = (uint8_t)(order->resident >> warp & 1 ? before : 0);
    s->age_known |= warp_bit(warp);
    return s->age[warp];
}

unsigned sm_age(sm *s, unsigned warp)
{
    return s->age_known >> warp & 1 ? s->age[warp] : find_age(s, warp);
}

static bool open_arbiter(sm *s, const policy *policy, unsigned scheduler, char *error, size_t error_size)
{
    placed_block *placed = place_add(&s->place, "warp_arbiter", scheduler, error, error_size);
    if (!placed)
        return false;
    s->arbiter[scheduler] = placed->block;
    struct warp_arbiter_in *in = arbiter_in(s, scheduler);
    in->cfg_mode = policy->arbiter_mode;
    in->cfg_use_class = policy->classes;
    if (s->machine->policy.fetch_group <= s->warps / s->schedulers)
        in->cfg_group = (uint8_t)s->machine->policy.fetch_group;
    s->dealt[scheduler] = (arbiter_words){.can_issue = UINT64_MAX};
    in->can_issue = slots_of(s, scheduler, UINT64_MAX);
    return true;
}

bool sm_blocks_open(sm *s, const place_options *options, char *error, size_t error_size)
{
    const policy *policy = options->policy;
    const policy_view shown = {.events = &s->events, .levels = &s->levels};
    if (!policy_suits(policy, s->machine, error, error_size))
        return false;
    for (unsigned i = 0; options->observers && options->observers[i]; i++)
        if (!policy_suits(options->observers[i], s->machine, error, error_size))
            return false;
    place_open(&s->place, PLACE_SM, s->index, s->machine, options);
    lockstep_show_rate(options->lockstep, s->place.at, "ipc", "warp instructions a cycle", &s->issued_count);
    event_log_open(&s->log, options->lockstep, s->place.at, s->machine, policy->name);
    ldst_log(s->ldst, &s->log);
    s->order = place_add(&s->place, "warp_order", 0, error, error_size);
    s->levels.unit = s->unit;
    s->levels.order = s->order ? s->order->block->out : NULL;
    if (s->order && policy->numbers) {
        s->rank = place_add(&s->place, "warp_rank", 0, error, error_size);
        s->levels.numbers = s->rank ? s->rank->block->out : NULL;
    }
    if (!s->order || (policy->numbers && !s->rank) ||
        !place_open_hooks(&s->place, &shown, error, error_size))
        return false;
    s->events.heard = place_is_heard(&s->place);
    for (unsigned i = 0; i < s->schedulers; i++)
        if (!open_arbiter(s, policy, i, error, error_size))
            return false;
    place_connect(&s->place);
    s->asked = s->place.always_step ? (uint32_t)MASK(s->schedulers) : 0;
    s->order_changed = true;
    s->lends = policy->lend != NULL;
    s->plain = !s->place.looks && !s->place.always_step && !s->events.heard && !s->rank && !policy->select && !s->lets_pass &&
               !s->behind_issue && !s->one_charge && !s->trace && !s->log.file;
    return true;
}

void sm_blocks_close(sm *s)
{
    place_close(&s->place);
}

// The pairs change with launches and exits; the ranks also with the waiting warps: computed again only then.
static void evaluate_order(sm *s)
{
    const bool every = s->place.always_step;
    if (!s->order_changed && !s->rank && !every)
        return;
    uint64_t waiting = sm_waiting(s);
    bool pairs = s->order_changed;
    if (pairs || every) {
        place_wake(&s->place, s->order->block);
        if (s->rank)
            place_wake(&s->place, s->rank->block);
        place_out(s->order);
    }
    if (s->rank && (pairs || waiting != s->rank_waiting || every)) {
        place_wake(&s->place, s->rank->block);
        ((struct warp_rank_in *)s->rank->block->in)->waiting = waiting;
        place_out(s->rank);
    }
    s->age_known = pairs ? 0 : s->age_known;
    s->rank_waiting = waiting;
    s->order_changed = false;
}

// Instructions fetched in the last cycle; decoded at the end of this one.
static void tell_fill(sm *s, const fetched_insns *fetched)
{
    const uint32_t global = s->machine->l1d.global;
    const insn *first = kernel_insn(s->kernel, fetched->pc);
    if (!first)
        return;
    const insn *second = kernel_insn(s->kernel, first->pc + INSN_BYTES);
    const bool loads[] = {route_is_load(route_of_insn(first, global), first),
                          second && route_is_load(route_of_insn(second, global), second)};
    raise_buffer_fill(&s->events, (buffer_fill_event){.warp = fetched->warp,
                                                      .active = (uint8_t)sm_active_lanes(s, fetched->warp),
                                                      .present = second ? 3 : 1, .load = (uint8_t)(loads[0] | loads[1] << 1),
                                                      .pc = first->pc, .second_pc = second ? second->pc : 0});
}

static void show_levels(const sm *s, sm_levels *levels)
{
    levels->ready = sm_ready(s);
    levels->may_get_ready = s->has_insn & s->clear & ~(s->at_membar | s->on_atomic);
    levels->load = s->load;
    levels->resident = s->resident & ~s->finished;
    levels->waiting = sm_waiting(s);
    levels->free_mshrs = l1d_free_mshrs(ldst_l1d(s->ldst));
    if (s->watches_memory || s->watches_data)
        levels->needs_data = s->needs_data | s->on_atomic;
    if (s->watches_data)
        levels->held_by_ldst = sm_held_by_ldst(s);
    if (!s->watches_memory)
        return;
    levels->miss_queue_room = l1d_miss_queue_room(ldst_l1d(s->ldst));
    levels->memory = s->at_memory;
}

bool sm_levels_stand(const sm *s)
{
    sm_levels now = s->levels;
    show_levels(s, &now);
    return memcmp(&now, &s->levels, sizeof now) == 0;
}

bool sm_asked_stands(const sm *s)
{
    return memcmp(ldst_asked(s->ldst), &s->levels.bypass, sizeof s->levels.bypass) == 0;
}

// Before the early half of the cycle. What stands in front of the policy's blocks since the cycle before they need not be shown
// again; before anything else they catch up.
static void show_asked(sm *s, const bypass_level *asked)
{
    if (memcmp(&s->levels.bypass, asked, sizeof *asked) == 0)
        return;
    if (s->place.hears) {
        sm_settle(s, s->cycle);
        place_begin(&s->place);
        s->stirred = true;
    }
    s->levels.bypass = *asked;
}

bool sm_load_passes(sm *s, const bypass_level *asked)
{
    show_asked(s, asked);
    return place_load_passes(&s->place);
}

bool sm_access_passes(sm *s, const bypass_level *asked)
{
    show_asked(s, asked);
    return place_access_passes(&s->place);
}

void sm_blocks_early(sm *s)
{
    for (unsigned i = 0; s->events.heard && i < s->fetched_count; i++)
        tell_fill(s, &s->fetched[i]);
    if (s->place.looks) {
        show_levels(s, &s->levels);
        place_begin(&s->place);
    }
    evaluate_order(s);
    if (s->place.looks)
        place_early(&s->place);
    if (event_logged(&s->log, s->cycle))
        sm_log_levels(s);
}

int sm_arbiter_grant(sm *s, unsigned scheduler, uint64_t ready)
{
    block *b = s->arbiter[scheduler];
    struct warp_arbiter_in *in = b->in;
    const struct warp_arbiter_out *out = b->out;
    place_wake(&s->place, b);
    arbiter_words *dealt = &s->dealt[scheduler];
    in->ready = slots_again(s, scheduler, &dealt->ready, ready, in->ready);
    s->asked = (s->asked & ~(UINT32_C(1) << scheduler)) | (uint32_t)(ready || s->place.always_step) << scheduler;
    in->load = slots_again(s, scheduler, &dealt->load, s->load, in->load);
    block_out(b);
    return out->grant_valid ? (int)(out->grant * s->schedulers + scheduler) : -1;
}

int sm_arbiter_grant_under(sm *s, unsigned scheduler, uint64_t ready, const policy_masks *masks)
{
    struct warp_arbiter_in *in = arbiter_in(s, scheduler);
    arbiter_words *dealt = &s->dealt[scheduler];
    place_wake(&s->place, s->arbiter[scheduler]);
    in->can_issue = slots_again(s, scheduler, &dealt->can_issue, masks->can_issue, in->can_issue);
    in->occlude = slots_again(s, scheduler, &dealt->occlude, masks->occlude, in->occlude);
    for (unsigned k = 0; masks->priority && k < s->warps / s->schedulers; k++)
        in->priority[k] = masks->priority[k * s->schedulers + scheduler];
    return sm_arbiter_grant(s, scheduler, ready);
}

// The arbiter decides which of two warps comes first: its model, asked as if only these two could issue.
uint64_t sm_visited_before(const sm *s, unsigned scheduler, int granted, uint64_t warps)
{
    const block *b = s->arbiter[scheduler];
    if (granted < 0)
        return warps;
    struct warp_arbiter_in in = *(const struct warp_arbiter_in *)b->in;
    uint64_t before = 0;
    for (uint64_t left = warps; left; left &= left - 1) {
        unsigned warp = (unsigned)__builtin_ctzll(left);
        struct warp_arbiter_out out;
        in.ready = in.can_issue = slots_of(s, scheduler, warp_bit(warp) | warp_bit((unsigned)granted));
        in.occlude = 0;
        b->ops->out(b->q, &in, &out);
        if (out.grant * s->schedulers + scheduler == warp)
            before |= warp_bit(warp);
    }
    return before;
}

void sm_ask_loans(sm *s, policy_loans *loans)
{
    place_lend(&s->place, loans);
}

// Nobody looks at an arbiter at this edge but its scheduler, which has.
static void step_arbiters(sm *s)
{
    for (uint32_t left = s->asked; left; left &= left - 1) {
        block *b = s->arbiter[__builtin_ctz(left)];
        block_next(b);
        block_commit(b);
    }
    place_sleep(&s->place, 1);
}

// Launches and exits go to warp_order and the arbiters; a scheduler without an eligible warp has no state to keep.
void sm_blocks_end(sm *s)
{
    const uint64_t launched = s->events.cta_launch_count ? s->events.cta_launch[0].warps : 0, exited = s->events.warp_exit;
    const bool changed = launched | exited, every = s->place.always_step;
    if (!changed && !every && !s->place.looks) {
        step_arbiters(s);
        return;
    }
    if (changed || every) {
        place_wake(&s->place, s->order->block);
        order_in(s)->launch = launched;
        order_in(s)->exit = exited;
        place_step(&s->place, s->order->block);
        s->order_changed |= changed;
    }
    if (s->rank && every)
        place_step(&s->place, s->rank->block);
    for (unsigned i = 0; i < s->schedulers; i++) {
        if (!changed && !(s->asked >> i & 1))
            continue;
        place_wake(&s->place, s->arbiter[i]);
        if (changed) {
            arbiter_in(s, i)->launch = slots_of(s, i, launched);
            arbiter_in(s, i)->exit = slots_of(s, i, exited);
        }
        place_step(&s->place, s->arbiter[i]);
    }
    place_late(&s->place);
    place_end(&s->place);
    for (unsigned i = 0; changed && i < s->schedulers; i++)
        arbiter_in(s, i)->launch = arbiter_in(s, i)->exit = 0;
    if (changed)
        order_in(s)->launch = order_in(s)->exit = 0;
}

void sm_blocks_sleep(sm *s, uint64_t cycles)
{
    for (unsigned i = 0; i < s->schedulers; i++)
        arbiter_in(s, i)->ready = s->dealt[i].ready = 0;
    if (!s->place.always_step)
        s->asked = 0;
    place_sleep(&s->place, cycles);
}
