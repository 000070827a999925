// SPDX-License-Identifier: BSD-3-Clause
// The LD/ST unit and the L1D by the contract; see sim/check/facts.h.
#include "sim/check/facts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { FIFO = 1024 };

// Fermi's hash, as in GPGPU-Sim's configuration file: index bits XOR bits 13, 14, 15, 17 and 19 of the address.
unsigned facts_set(const facts *f, uint64_t address)
{
    uint64_t line = address / f->line_bytes, set = line % f->sets;
    static const unsigned bits[] = {13, 14, 15, 17, 19};
    for (unsigned i = 0; f->r->m.l1d.index == INDEX_HASH && i < 5; i++)
        set ^= (address >> bits[i] & 1) << i;
    if (f->r->m.l1d.index == INDEX_XOR)
        set ^= line / f->sets;
    return (unsigned)(set % f->sets);
}

static void touch_line(const facts *f, fact_load *load, uint64_t address)
{
    uint64_t line = address / f->line_bytes;
    unsigned i = 0;
    while (i < load->lines && load->line[i] != line)
        i++;
    if (i == load->lines && i < ACCESSES)
        load->line[load->lines++] = line;
}

// The lines of a load: each byte of each lane; local memory is in words of four bytes, interleaved over all threads.
void facts_touch(const facts *f, fact_load *load, const recorded_event *issued)
{
    const bool local = strcmp(issued->word[1], "local") == 0;
    const uint64_t width = facts_number(f, issued, 8);
    for (unsigned i = 9; i < issued->numbers && i < 9 + LANES; i++)
        for (unsigned byte = 0; byte < width && byte < 16; byte++) {
            const uint64_t address = facts_number(f, issued, i);
            touch_line(f, load, local ? address + byte / 4 * f->local_stride + byte % 4 : address + byte);
        }
}

static bool among(const uint64_t *lines, unsigned count, uint64_t line)
{
    for (unsigned i = 0; i < count; i++)
        if (lines[i] == line)
            return true;
    return false;
}

static void hold_lines(facts *f, const fact_load *l, uint64_t cycle)
{
    for (unsigned i = 0; i < l->lines; i++) {
        unsigned a = 0;
        while (a < l->accesses && l->access[a] / f->line_bytes != l->line[i])
            a++;
        if (a == l->accesses)
            facts_complain(f, "coalescing", (int)l->warp, cycle, "load %" PRIu64 " makes no access to line %" PRIx64, l->id, l->line[i]);
    }
}

static void accept(facts *f, const recorded_event *event, uint64_t cycle)
{
    fact_load *l = facts_load_of(f, facts_number(f, event, 0), cycle);
    if (!l || !l->cached)
        return;
    for (unsigned i = 1; i < event->numbers && l->accesses < ACCESSES; i++) {
        const uint64_t address = facts_number(f, event, i);
        l->access[l->accesses++] = address;
        if (!among(l->line, l->lines, address / f->line_bytes))
            facts_complain(f, "coalescing", (int)l->warp, cycle, "load %" PRIu64 " accesses %" PRIx64 ", which no lane touches",
                           l->id, address);
    }
    hold_lines(f, l, cycle);
    if (f->count < FIFO && l->accesses)
        f->fifo[(f->first + f->count++) % FIFO] = l->id;
    f->now.coalesced = l->lines > 0;
    f->now.coalesced_pc = l->pc;
    f->now.coalesced_lines = l->lines;
    f->now.coalesced_accesses = l->accesses;
    f->now.coalesced_global = l->global;
    f->now.coalesced_warp = l->warp;
}

static void leave_fifo(facts *f, uint64_t id)
{
    unsigned i = 0;
    while (i < f->count && f->fifo[(f->first + i) % FIFO] != id)
        i++;
    for (; i > 0 && i < f->count; i--)
        f->fifo[(f->first + i) % FIFO] = f->fifo[(f->first + i - 1) % FIFO];
    if (i < f->count) {
        f->first = (f->first + 1) % FIFO;
        f->count--;
    }
}

// All accesses of the load just accepted bypass the L1D.
static void passes(facts *f, const recorded_event *event, uint64_t cycle)
{
    fact_load *l = facts_load_of(f, facts_number(f, event, 0), cycle);
    f->now.passes = true;
    if (!l)
        return;
    l->passes = true;
    leave_fifo(f, l->id);
}

// A line's entry; `enter`: makes one if there is none.
static unsigned brought(facts *f, uint64_t line, bool enter)
{
    unsigned i = 0;
    while (i < f->lines && f->brought[i].line != line)
        i++;
    if (i == f->lines && enter) {
        if (f->lines == f->brought_room &&
            !(f->brought = realloc(f->brought, (f->brought_room = 2 * f->brought_room + 64) * sizeof *f->brought)))
            abort();
        f->brought[f->lines++].line = line;
    }
    return i;
}

// A warp owns the line that its load missed, until the line leaves.
static void evict(facts *f, const recorded_event *event, uint64_t cycle)
{
    const uint64_t address = facts_number(f, event, 1);
    const char *cause = event->word[0];
    fact_cycle *now = &f->now;
    const bool replaced = strcmp(cause, "replaced") == 0;
    unsigned entry = brought(f, address / f->line_bytes, false);
    if (f->r->m.l1d.global_write == WRITE_BACK || f->r->m.l1d.write_miss == L1D_WRITE_MISS_LAZY) {      // stores bring lines in, too
        now->victims += replaced;
        if (!replaced || now->replaced)
            return;
        now->replaced = true;
        now->victim_warp = (unsigned)facts_number(f, event, 0);
        now->victim_line = address / f->line_bytes;
        return;
    }
    now->victims += replaced;
    if (entry == f->lines) {
        facts_complain(f, "evict", (int)facts_number(f, event, 0), cycle, "%" PRIx64 " leaves the L1D, which no load has brought in", address);
        return;
    }
    if (!now->replaced && (replaced || strcmp(cause, "store") == 0)) {
        now->replaced = replaced;
        now->stored_over = !replaced;
        now->victim_warp = f->brought[entry].warp;
        now->victim_line = f->brought[entry].line;
    }
    f->brought[entry] = f->brought[--f->lines];
}

// This cycle's candidates, those that certainly miss first.
static void note_candidate(fact_cycle *now, unsigned at, unsigned warp, uint64_t line)
{
    if (now->may_be_lost == BANKS_MOST)
        return;
    now->lost_warp[now->may_be_lost] = now->lost_warp[at];
    now->lost_line[now->may_be_lost++] = now->lost_line[at];
    now->lost_warp[at] = warp;
    now->lost_line[at] = line;
}

static void note_lost(facts *f, const fact_load *l, uint64_t address, const char *outcome, bool again)
{
    fact_cycle *now = &f->now;
    const bool miss = strcmp(outcome, "miss") == 0, in_front = strcmp(outcome, "fail_line") == 0 || strcmp(outcome, "fail_miss_queue") == 0;
    const uint64_t line = address / f->line_bytes;
    if (!again && (miss || strcmp(outcome, "fail_mshr") == 0))
        note_candidate(now, now->lost++, l->warp, line);
    else if (!again && in_front)
        note_candidate(now, now->may_be_lost, l->warp, line);
    if (miss) {
        unsigned entry = brought(f, line, true);
        f->brought[entry].warp = l->warp;
    }
}

// A load's last access goes first; where failed ones may be overtaken, any that is not resolved.
static int turn_of(const facts *f, const fact_load *l, uint64_t address)
{
    for (unsigned i = l->accesses; i-- > 0;)
        if (l->access[i] == address && !(l->resolved[i / 64] >> i % 64 & 1) &&
            (f->reorders || i == l->accesses - 1 - l->taken))
            return (int)i;
    return -1;
}

// With several banks oaws_ocw is told only of divergent loads.
static bool is_followed(const facts *f, const fact_load *l) { return f->r->m.l1d.banks == 1 || l->lines > DIVERGENT_LINES; }

// An older divergent load has accesses left.
static bool overtakes(const facts *f, const fact_load *l)
{
    for (unsigned i = 0; i < f->count; i++) {
        const fact_load *other = &f->load[f->fifo[(f->first + i) % FIFO] % FACT_RING];
        if (other->lines > DIVERGENT_LINES)
            return other->id != l->id;
    }
    return true;
}

// An access whose load is known, on wires that show one a cycle.
static void follow(facts *f, const fact_load *l, uint64_t address, bool hit)
{
    fact_cycle *now = &f->now;
    now->followed++;
    now->overtakes |= f->r->m.l1d.banks > 1 && overtakes(f, l);
    now->access = true;
    now->start = !l->sets;
    now->lines = l->lines;
    now->set = facts_set(f, address);
    now->hit = hit;
}

static void resolve(facts *f, fact_load *l, unsigned access)
{
    fact_cycle *now = &f->now;
    l->resolved[access / 64] |= UINT64_C(1) << access % 64;
    now->resolved = true;
    if (++l->taken < l->accesses)
        return;
    now->loads_done++;
    now->released += l->charge;
    leave_fifo(f, l->id);
    if (!is_followed(f, l))
        return;
    now->done = true;
    now->done_pc = l->pc;
    now->divergent = l->lines > DIVERGENT_LINES;
    now->sets = (unsigned)__builtin_popcountll(l->sets);
}

static void access(facts *f, const recorded_event *event, uint64_t cycle)
{
    const uint64_t id = facts_number(f, event, 0), address = facts_number(f, event, 1);
    const char *outcome = event->word[0];
    fact_cycle *now = &f->now;
    fact_load *l = facts_load_of(f, id, cycle);
    if (!l)
        return;
    if (l->passes || (!f->reorders && (!f->count || f->fifo[f->first] != id))) {
        facts_complain(f, "fifo", (int)l->warp, cycle, "load %" PRIu64 " reaches the L1D, %" PRIu64 " was coalesced first", id,
                       f->count ? f->fifo[f->first] : 0);
        return;
    }
    const int turn = turn_of(f, l, address);
    if (turn < 0) {
        facts_complain(f, "fifo", (int)l->warp, cycle, "load %" PRIu64 " accesses %" PRIx64 " out of turn", id, address);
        return;
    }
    const uint64_t bit = UINT64_C(1) << turn % 64;
    const unsigned bank = (unsigned)(address / f->r->m.l1d.bank_bytes % f->r->m.l1d.banks);
    const bool hit = strcmp(outcome, "hit") == 0, again = l->failed[turn / 64] & bit, fails = strncmp(outcome, "fail", 4) == 0;
    now->misses += strcmp(outcome, "miss") == 0;
    if (is_followed(f, l))
        follow(f, l, address, hit && !again);
    note_lost(f, l, address, outcome, again);
    l->sets |= UINT64_C(1) << facts_set(f, address) % 64;
    f->failing[bank] = fails ? (fact_fail){.load = l, .address = address, .bank = bank} : (fact_fail){0};
    if (fails) {
        l->failed[turn / 64] |= bit;
        return;
    }
    if (!now->resolved_here)
        now->resolved_hit = hit;
    now->resolved_here = true;
    resolve(f, l, (unsigned)turn);
}

const fact_fail *facts_asked(const facts *f)
{
    const fact_fail *lowest = f->now.bypassed ? &f->now.passed : NULL;
    for (unsigned i = 0; i < BANKS_MOST; i++)
        if (f->failing[i].load && (!lowest || f->failing[i].bank < lowest->bank))
            lowest = &f->failing[i];
    return lowest;
}

// The bank where this access failed; the whole line goes on if l1d.bypass_bytes says so.
static fact_fail *failed_at(facts *f, const fact_load *l, uint64_t address)
{
    const uint64_t line_bytes = f->r->m.l1d.bypass_bytes == BYPASS_LINE ? f->line_bytes : 1;
    for (unsigned i = 0; i < BANKS_MOST; i++)
        if (f->failing[i].load && f->failing[i].load == l && f->failing[i].address / line_bytes == address / line_bytes)
            return &f->failing[i];
    return NULL;
}

// An access that failed, now or earlier, leaves for the network.
static void bypass(facts *f, const recorded_event *event, uint64_t cycle)
{
    fact_load *l = facts_load_of(f, facts_number(f, event, 0), cycle);
    fact_fail *failed = l ? failed_at(f, l, facts_number(f, event, 1)) : NULL;
    const int turn = failed ? turn_of(f, l, failed->address) : -1;
    if (turn < 0) {
        facts_complain(f, "bypass", l ? (int)l->warp : -1, cycle, "an access passes the L1D by that has not failed there");
        return;
    }
    if (!f->now.bypassed || failed->bank < f->now.passed.bank)
        f->now.passed = *failed;
    f->now.bypassed = true;
    f->now.bypasses++;
    *failed = (fact_fail){0};
    resolve(f, l, (unsigned)turn);
}

// A load that leaves without an access to the L1D, or has bypassed it, returns its charge then.
static void leave(facts *f, const recorded_event *event, uint64_t cycle)
{
    fact_load *l = facts_load_of(f, facts_number(f, event, 0), cycle);
    if (l && l->charges && (!l->cached || !l->accesses || l->passes))
        f->now.released_without_access += l->charge;
}

// Each miss takes an entry. Per cycle one returns with what is written to a register, and if stores stay in the L1D one more with
// a line that only stores waited for.
static void mshrs(facts *f, const recorded_event *event, uint64_t cycle)
{
    const uint64_t free = facts_number(f, event, 0), back = free + f->now.misses - f->free_mshrs;
    const unsigned at_once = f->r->m.l1d.global_write == WRITE_BACK ? 2 : 1;
    if (free > f->mshrs || back > (cycle - f->mshrs_told) * at_once)
        facts_complain(f, "mshrs", -1, cycle, "%" PRIu64 " free, %u before and %u misses", free, f->free_mshrs, f->now.misses);
    f->mshrs_told = cycle;
    f->free_mshrs = (unsigned)(free < f->mshrs ? free : f->mshrs);
}

static bool bring_store(facts *f, const recorded_event *event)
{
    f->now.misses += strcmp(event->word[0], "miss") == 0 && f->r->m.l1d.global_write == WRITE_BACK;
    return true;
}

bool facts_ldst_event(facts *f, const recorded_event *event, uint64_t cycle)
{
    switch (event->kind) {
    case LINE_SM_accept: accept(f, event, cycle); return true;
    case LINE_SM_passes: passes(f, event, cycle); return true;
    case LINE_SM_access: access(f, event, cycle); return true;
    case LINE_SM_bypass: bypass(f, event, cycle); return true;
    case LINE_SM_store:  return bring_store(f, event);
    case LINE_SM_evict:  evict(f, event, cycle); return true;
    case LINE_SM_leave:  leave(f, event, cycle); return true;
    case LINE_SM_mshrs:  mshrs(f, event, cycle); return true;
    default:             return false;
    }
}
