// SPDX-License-Identifier: BSD-3-Clause
// LD/ST unit, counts of loads and of time: the metrics of the OAWS paper, sections 2.2, 3 and 5 (docs/metrics.md).
#include "sim/core/ldst_internal.h"
#include "sim/core/profile.h"

static void count_in_line(line_counters *line, l1d_status status, uint64_t cycles)
{
    line->reservation_fails += cycles;
    line->fail_line += status == L1D_FAIL_LINE ? cycles : 0;
    line->fail_mshr += status == L1D_FAIL_MSHR ? cycles : 0;
    line->fail_merge += status == L1D_FAIL_MERGE ? cycles : 0;
    line->fail_miss_queue += status == L1D_FAIL_MISS_QUEUE ? cycles : 0;
}

void ldst_count_fail(line_cell *cell, l1d_status status, uint64_t cycles)
{
    if (cell)
        count_in_line(&cell->counters, status, cycles);
}

void ldst_count_blocked(ldst *unit, const l1d_bank *bank, uint64_t cycles)
{
    unit->stalled_at = unit->last_cycle;
    if (bank->blocked_by == L1D_FAIL_MISS_QUEUE)
        unit->counters->stalls_ldst_icnt += cycles;
    else
        unit->counters->stalls_ldst_mshr += cycles;
}

void ldst_count_lookup(const ldst *unit, const queued_access *looked_up, l1d_status outcome, uint64_t cycle)
{
    line_cell *cell = looked_up->cell;
    const bool entry = looked_up->load && outcome == L1D_MISS;
    const l1d_status status = l1d_counted_as(unit->l1d, outcome);
    cell->counters.accesses++;
    cell->counters.hits += status == L1D_HIT || status == L1D_HIT_SENT;
    cell->counters.misses += status == L1D_MISS;
    cell->counters.pending_hits += status == L1D_PENDING_HIT;
    cell->counters.mshr_entries += entry;
    if (entry)
        profile_mshrs(cell, cycle, 1);
}

// The accesses of an entry leave it one behind the other and before those of another entry. One that a store has opened is
// no line's.
void ldst_count_data(ldst *unit, line_cell *cell, const l1d_done *done)
{
    if (done->first)
        unit->draining = cell;
    if (done->last && unit->draining) {
        profile_mshrs(unit->draining, unit->last_cycle, -1);
        unit->draining = NULL;
    }
}

// Of cycles in which the unit is not stepped, an access is due only when it is blocked or set aside.
void ldst_count_time(ldst *unit, uint64_t cycles)
{
    counters *counters = unit->counters;
    if (unit->dispatch || unit->aside_count || unit->due <= unit->last_cycle)
        counters->ldst_active_cycles += cycles;
    counters->mshr_entry_cycles += l1d_used_mshrs(unit->l1d) * cycles;
    if (l1d_free_mshrs(unit->l1d) == 0)
        counters->mshr_full_cycles += cycles;
}

// Unloaded latency from issue to the unit: into a collector, read of the address register, out of it.
enum { PASSAGE = 3 };

// Each cycle in which a fail held up what was in front is one that the load comes later, but for those that passed while it
// was on its way itself.
uint64_t ldst_count_wait(const ldst *unit, const inflight *load)
{
    uint64_t held_up = unit->held_up - load->held_up, waited = unit->last_cycle - load->issued;
    uint64_t most = waited > PASSAGE ? waited - PASSAGE : 0;
    return held_up < most ? held_up : most;
}

// Without a reservation fail accesses enter the banks in each cycle after the acceptance, with one bank one, and are looked up
// l1d.latency cycles later; nothing but a fail, of this load or of one before it, makes the last lookup any later.
void ldst_count_serviced(load_slot *slot, const ldst *unit, uint64_t cycle)
{
    slot->occluded += cycle - (slot->accepted + slot->turns + unit->machine->l1d.latency);
}

static void count_load(line_counters *line, const load_slot *slot, uint64_t latency, uint64_t queued)
{
    bool divergent = slot->lines > COHERENT_LINES;
    line->loads++;
    line->divergent += divergent;
    line->fully_cached += !slot->missed;
    line->divergent_fully_cached += divergent && !slot->missed;
    line->sets_touched += divergent ? slot->sets : 0;
    line->latency += latency;
    line->queued += queued;
    line->occluded += slot->occluded;
}

static void count_degree(degree_counters *of, const load_slot *slot, uint64_t latency)
{
    of->loads++;
    of->fully_cached += !slot->missed;
    of->latency += latency;
}

void ldst_count_load(ldst *unit, const load_slot *slot)
{
    counters *counters = unit->counters;
    uint64_t latency = unit->last_cycle - slot->insn->issued, queued = slot->accepted - slot->insn->issued;
    if (slot->insn->cell)
        count_load(&slot->insn->cell->counters, slot, latency, queued);
    if (unit->degrees)
        count_degree(degree_of(unit->degrees, slot->accesses), slot, latency);
    counters->loads_uncoalesced += slot->accesses > COALESCED_DEGREE;
    if (slot->lines <= COHERENT_LINES) {
        counters->loads_coherent++;
        counters->loads_coherent_fully_cached += !slot->missed;
        counters->latency_coherent += latency;
        counters->latency_coherent_queued += queued;
        counters->latency_coherent_occluded += slot->occluded;
        return;
    }
    counters->loads_divergent++;
    counters->loads_divergent_fully_cached += !slot->missed;
    counters->loads_divergent_accesses += slot->accesses;
    counters->loads_sets_touched += slot->sets;
    counters->latency_divergent += latency;
    counters->latency_divergent_queued += queued;
    counters->latency_divergent_occluded += slot->occluded;
}

// With one bank accesses are first looked up in the order of their loads: between two of one load no other load touches a set
// first. With several their sets are counted before (ldst_count_sets).
void ldst_count_set(ldst *unit, load_slot *slot, unsigned set, bool first)
{
    unit->loads_started += first;
    slot->sets += unit->set_touched_by[set] != unit->loads_started;
    unit->set_touched_by[set] = unit->loads_started;
}

void ldst_count_sets(ldst *unit, load_slot *slot)
{
    for (unsigned i = 0; i < unit->accesses_left; i++)
        ldst_count_set(unit, slot, l1d_set_of(unit->l1d, unit->accesses[i].address), i == 0);
}
