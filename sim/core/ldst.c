// SPDX-License-Identifier: BSD-3-Clause
// LD/ST unit: one cycle, the L1D lookup, and the next cycle that needs a step.
#include "sim/core/ldst_internal.h"

// --- lookup

// Of a fail in front of the MSHRs the outcome does not say it.
static l1d_found found(const ldst *unit, uint64_t address, l1d_status status)
{
    switch (status) {
    case L1D_HIT:
    case L1D_HIT_SENT:        return FOUND_HERE;
    case L1D_PENDING_HIT:
    case L1D_FAIL_MERGE:      return FOUND_ON_ITS_WAY;
    case L1D_FAIL_LINE:
    case L1D_FAIL_MISS_QUEUE: return l1d_awaits(unit->l1d, address) ? FOUND_ON_ITS_WAY : FOUND_NOWHERE;
    default:                  return FOUND_NOWHERE;
    }
}

static void tell_lookup(ldst *unit, const queued_access *tried, l1d_status status, bool first_try, uint64_t cycle)
{
    load_slot *slot = &unit->slots[tried->access.token];
    const uint32_t pc = slot->insn->step.insn->pc;
    const uint32_t set = l1d_set_of(unit->l1d, tried->access.address);
    const bool first_of_load = slot->lookups_left == slot->accesses && !slot->set_aside && slot->tried + first_try <= 1;
    tell_event(unit->events, l1d_access, .warp = tried->access.warp, .pc = pc, .line = l1d_line_of(unit->l1d, tried->access.address),
               .set = (uint16_t)set, .accesses = slot->accesses, .lines = slot->lines, .first_of_load = first_of_load,
               .first_try = first_try, .outcome = (uint8_t)status, .found = (uint8_t)found(unit, tried->access.address, status));
    if (first_try && unit->n_banks == 1)
        ldst_count_set(unit, slot, set, first_of_load);
    slot->tried += first_try;
    slot->missed |= !first_try || status != L1D_HIT;
    if (l1d_failed(status))
        return;
    unit->counters->l1d_load_accesses++;
    unit->counters->l1d_load_hits += status == L1D_HIT;
    ldst_serviced_one(unit, &tried->access, cycle);
}

// What it waits for. Where somebody hears of each lookup, or other accesses may come before it, it is looked up after any change.
static void note_fail(const ldst *unit, queued_access *failed, l1d_status status)
{
    const bool alone = failed->load && !unit->aside_places && !unit->answers.access_passes;
    const bool unheard = !unit->events->heard && !unit->log && !unit->watch;
    failed->failed_as = alone && unheard ? status : L1D_FAIL_MISS_QUEUE;
    failed->failed_at = l1d_changes(unit->l1d, failed->failed_as);
}

static l1d_status look_up(ldst *unit, queued_access *tried, bool first_try, uint64_t cycle)
{
    l1d_eviction eviction;
    const bool told = tried->load && unit->slots[tried->access.token].to_l1d;   // with a perfect L1D others come here, too
    const unsigned degree = tried->load ? unit->slots[tried->access.token].accesses : 0;
    l1d_status status = unit->watch ? l1d_watch_try(unit->watch, &tried->access, tried->lanes, degree, cycle, &eviction)
                                    : l1d_try(unit->l1d, &tried->access, cycle, &eviction);
    if (eviction.valid)
        ldst_tell_eviction(unit, &eviction, cycle);
    if (ldst_logged(unit, cycle))
        log_access(unit->log, cycle, told ? unit->slots[tried->access.token].insn : NULL, tried->access.address, status);
    if (told)
        tell_lookup(unit, tried, status, first_try, cycle);
    if (l1d_failed(status))
        note_fail(unit, tried, status);
    else if (tried->cell)
        ldst_count_lookup(unit, tried, status, cycle);
    return status;
}

static void serviced(ldst *unit, const queued_access *done, l1d_status status)
{
    if (done->load && status == L1D_HIT) {
        VERSIONS(version_hit(done->access.number);)
        ldst_access_back(unit, done->access.token);
    }
    if (!done->load && status == L1D_HIT)
        sm_store_acked(unit->sm, done->access.warp);
}

static void leave_queue(ldst *unit, l1d_bank *bank)
{
    bank->head = (bank->head + 1) & unit->queue_mask;
    bank->count--;
    unit->queued--;
}

static bool would_still_fail(const ldst *unit, const queued_access *failed)
{
    return failed->failed_at == l1d_changes(unit->l1d, failed->failed_as);
}

// The head of bank b has failed: the policy lets it pass the L1D by; or it waits in front of all others of its bank, or beside them
// where there is a place.
static void head_failed(ldst *unit, uint32_t b, const queued_access *head, uint64_t cycle)
{
    l1d_bank *bank = &unit->bank[b];
    const bool may_ask = unit->answers.access_passes && head->load && !(unit->answers.one_fail && unit->asked.fail);
    if (may_ask && ldst_access_passes(unit, head, cycle)) {
        ldst_count_fail(head->cell, bank->blocked_by, 1);
        unit->blocked &= ~(1u << b);
        leave_queue(unit, bank);
        return;
    }
    if (unit->stalled_at != cycle)                  // else a bank before it has stalled the unit
        ldst_count_blocked(unit, bank, 1);
    ldst_count_fail(head->cell, bank->blocked_by, 1);
    unit->waits = true;
    if (!head->load || unit->aside_count == unit->aside_places || unit->aside_at == cycle) {
        unit->blocked |= 1u << b;
        return;
    }
    unit->blocked &= ~(1u << b);
    ldst_set_aside(unit, head);
    leave_queue(unit, bank);
}

static bool head_is_due(const ldst *unit, const l1d_bank *bank, uint64_t cycle)
{
    const queued_access *head = ldst_head(bank);
    return bank->count && head->ready <= cycle && !(unit->aside_count && ldst_must_wait(unit, head));
}

// What happened in this cycle of the things that the policy's blocks take once a cycle (sim/policy/policy.h).
typedef struct { bool divergent, miss; uint32_t followed, charges; } one_turns;

// The load's charge, if this access is its last one.
static uint32_t charge_done(const ldst *unit, const load_slot *slot)
{
    return unit->answers.charges_done && slot && slot->to_l1d && slot->lookups_left == 1 ? slot->insn->policy_charge : 0;
}

// The head of bank b is due for a lookup: delay it to the next cycle.
static bool waits_for_turn(const ldst *unit, const queued_access *head, one_turns *had)
{
    const load_slot *slot = head->load ? &unit->slots[head->access.token] : NULL;
    const bool divergent = unit->answers.one_divergent && slot && slot->to_l1d && slot->lines > COHERENT_LINES;
    const bool misses = unit->answers.one_miss && l1d_would_miss(unit->l1d, &head->access);
    const uint32_t charge = charge_done(unit, slot);
    if ((divergent && (had->divergent || slot->number != had->followed)) || (misses && had->miss) ||
        (charge && had->charges + charge > unit->answers.charges_done))
        return true;
    had->charges += charge;
    had->divergent |= divergent;
    had->miss |= misses;
    return false;
}

// One lookup of bank b: of the head of its queue, which is due; or again of the oldest access that was set aside, if that may help.
static void look_up_one(ldst *unit, uint32_t b, bool again, one_turns *had, uint64_t cycle)
{
    l1d_bank *bank = &unit->bank[b];
    queued_access *tried = again ? &unit->aside[unit->aside_head] : ldst_head(bank);
    const bool blocked = unit->blocked >> b & 1;
    const bool fails = !again && blocked && would_still_fail(unit, tried);
    const bool waits = !again && !fails && (unit->answers.one_divergent || unit->answers.one_miss || unit->answers.charges_done) && waits_for_turn(unit, tried, had);
    if (waits && !blocked)
        return;
    if (fails || waits) {
        l1d_count_fail(unit->l1d, bank->blocked_by, 1);
        head_failed(unit, b, tried, cycle);
        return;
    }
    l1d_status status = look_up(unit, tried, !again && !blocked, cycle);
    if (l1d_failed(status) && again) {
        ldst_count_fail(tried->cell, status, 1);
    } else if (l1d_failed(status)) {
        bank->blocked_by = status;
        head_failed(unit, b, tried, cycle);
    } else {
        again ? ldst_leave_aside(unit) : leave_queue(unit, bank);
        unit->blocked &= ~((uint32_t)!again << b);
        unit->waits = unit->blocked || unit->aside_count || unit->asked.fail;
        serviced(unit, tried, status);
    }
}

static inline uint64_t head_ready(const l1d_bank *bank) { return bank->count ? ldst_head(bank)->ready : UINT64_MAX; }

// When a bank looks up next, those of `banks` alone.
static uint64_t earliest(const ldst *unit, uint32_t banks)
{
    uint64_t ready = banks & 1 ? head_ready(&unit->bank[0]) : UINT64_MAX;
    for (uint32_t b = 1; b < unit->n_banks; b++)
        if (banks >> b & 1 && head_ready(&unit->bank[b]) < ready)
            ready = head_ready(&unit->bank[b]);
    return ready;
}

// One lookup of each bank that has one.
static void look_up_all(ldst *unit, uint64_t cycle)
{
    const bool again = unit->aside_count && !would_still_fail(unit, &unit->aside[unit->aside_head]);
    const uint32_t of_aside = again ? ldst_bank_of(unit, unit->aside[unit->aside_head].access.address) : UINT32_MAX;
    one_turns had = {.followed = unit->divergent_done};
    for (uint32_t b = 0; b < unit->n_banks; b++)
        if (b == of_aside || head_is_due(unit, &unit->bank[b], cycle))
            look_up_one(unit, b, b == of_aside, &had, cycle);
    unit->due = earliest(unit, UINT32_MAX);
}

// --- cycle

// A bank's queue fills only behind a fail: otherwise each access leaves before another may enter.
static bool dispatch_stuck(const ldst *unit)
{
    return unit->route == ROUTE_L1D && unit->bank[ldst_bank_of(unit, unit->accesses[unit->accesses_left - 1].address)].count == unit->queue_places;
}

// In cycles in which the unit is not stepped nothing moves.
uint64_t ldst_held_up(const ldst *unit, uint64_t cycle)
{
    return unit->held_up + (unit->dispatch && dispatch_stuck(unit) ? cycle - unit->last_cycle : 0);
}

static void settle_blocked(ldst *unit, uint64_t cycles)
{
    for (uint32_t left = unit->blocked; left; left &= left - 1) {
        const l1d_bank *bank = &unit->bank[__builtin_ctz(left)];
        l1d_count_fail(unit->l1d, bank->blocked_by, cycles);
        ldst_count_fail(ldst_head(bank)->cell, bank->blocked_by, cycles);
    }
    ldst_count_blocked(unit, &unit->bank[__builtin_ctz(unit->blocked)], cycles);
}

static void settle(ldst *unit, uint64_t cycle)
{
    uint64_t cycles = cycle - unit->last_cycle - 1;
    if (unit->blocked)
        settle_blocked(unit, cycles);
    else if (unit->aside_count)
        unit->counters->stalls_ldst_replay += cycles;
    unit->held_up = ldst_held_up(unit, cycle - 1);
    ldst_count_time(unit, cycles);
    unit->last_cycle = cycle - 1;
}

void ldst_settle(ldst *unit, uint64_t cycle)
{
    if (cycle > unit->last_cycle + 1)
        settle(unit, cycle);
}

// The L1D has changed for waiting accesses; or the policy must be asked again; or its question is obsolete.
static bool may_try_again(const ldst *unit)
{
    if (unit->asked.load || unit->asked.fail ||
        (unit->aside_count && !would_still_fail(unit, &unit->aside[unit->aside_head])))
        return true;
    if (unit->n_banks > 1 && unit->blocked && unit->aside_count < unit->aside_places)
        return true;                                // a second fail of a cycle may be set aside now
    for (uint32_t left = unit->blocked; left; left &= left - 1)
        if (!would_still_fail(unit, ldst_head(&unit->bank[__builtin_ctz(left)])))
            return true;
    return false;
}

// First cycle after this one that needs a step.
static uint64_t next_event(const ldst *unit)
{
    uint64_t next, now = unit->last_cycle + 1;
    bool at_work = unit->write_back || unit->responses || unit->next_memory || !l1d_quiet(unit->l1d) ||
                   !read_only_cache_quiet(unit->l1c) || (unit->l1t && !texture_cache_quiet(unit->l1t)) || (unit->dispatch && !dispatch_stuck(unit));
    if (at_work || (unit->waits && may_try_again(unit)))
        return now;
    next = unit->blocked ? earliest(unit, ~unit->blocked) : unit->due;
    if (unit->shared_count && unit->shared[unit->shared_head].ready < next)
        next = unit->shared[unit->shared_head].ready;
    return next < now ? now : next;
}

void ldst_cycle(ldst *unit, uint64_t cycle)
{
    l1d_eviction flushed;
    ldst_settle(unit, cycle);
    unit->last_cycle = cycle;
    if (unit->waits)
        ldst_forget_asked(unit);
    if (unit->dispatch || unit->queued || l1d_used_mshrs(unit->l1d) || unit->aside_count)
        ldst_count_time(unit, 1);
    ldst_write_back(unit, cycle);
    ldst_take_response(unit, cycle);
    if (unit->l1t)
        texture_cache_cycle(unit->l1t);
    read_only_cache_cycle(unit->l1c, cycle);
    l1d_cycle(unit->l1d, cycle, &flushed);
    if (flushed.valid)
        ldst_tell_eviction(unit, &flushed, cycle);
    if (unit->due <= cycle || unit->aside_count)
        look_up_all(unit, cycle);
    if (unit->dispatch)
        ldst_dispatch(unit, cycle);
    if (unit->aside_count && unit->stalled_at != cycle)
        unit->counters->stalls_ldst_replay++;
    if (ldst_logged(unit, cycle))
        log_mshrs(unit->log, cycle, l1d_free_mshrs(unit->l1d));
    unit->next = next_event(unit);
}

// --- replies

void ldst_reply(ldst *unit, memory_request *reply, uint64_t cycle)
{
    if (reply->kind == REQUEST_GLOBAL_READ || reply->kind == REQUEST_LOCAL_READ) {
        unit->counters->memory_fetches++;
        unit->counters->memory_fetch_cycles += cycle - reply->born;
    }
    unit->response[unit->responses++] = reply;
    unit->next = 0;
}
