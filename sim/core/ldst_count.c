// LD/ST unit, what it counts of loads and of time: the measures of the OAWS paper, sections 2.2, 3 and 5 (docs/metrics.md).
#include "sim/core/ldst_internal.h"

enum { COHERENT_LINES = 2 };                        // OAWS section 2.2: a load with more is divergent

void ldst_count_blocked(ldst *unit, uint64_t cycles)
{
    if (unit->blocked_by == L1D_FAIL_MISS_QUEUE)
        unit->counters->stall_ldst_icnt += cycles;
    else
        unit->counters->stall_ldst_mshr += cycles;
}

// Of cycles in which the unit is not stepped, an access is due only when it is blocked.
void ldst_count_time(ldst *unit, uint64_t cycles)
{
    counters *counters = unit->counters;
    bool due = unit->queue_count && unit->queue[unit->queue_head].ready <= unit->last_cycle;
    if (unit->dispatch || due)
        counters->ldst_active_cycles += cycles;
    counters->mshr_entry_cycles += unit->mshrs_used * cycles;
    if (unit->mshrs_used == unit->machine->l1d.mshrs)
        counters->mshr_full_cycles += cycles;
}

// From issue to the unit when nothing is in the way: into a collector, the read of the address register, out of it.
enum { PASSAGE = 3 };

// Each cycle in which a fail held up what was in front is one that the load comes later, but for those that passed while it
// was on its way itself.
uint64_t ldst_count_wait(const ldst *unit, const inflight *load)
{
    uint64_t held_up = unit->held_up - load->held_up, waited = unit->last_cycle - load->issued;
    uint64_t most = waited > PASSAGE ? waited - PASSAGE : 0;
    return held_up < most ? held_up : most;
}

// Without a reservation fail an access enters the queue in each cycle after the acceptance, and is looked up l1d.latency
// cycles later; nothing but a fail, of this load or of one before it, makes the last lookup any later.
void ldst_count_serviced(load_slot *slot, const ldst *unit, uint64_t cycle)
{
    slot->occluded += cycle - (slot->accepted + slot->accesses + unit->machine->l1d.latency);
}

void ldst_count_load(ldst *unit, const load_slot *slot)
{
    counters *counters = unit->counters;
    uint64_t latency = unit->last_cycle - slot->insn->issued, queued = slot->accepted - slot->insn->issued;
    if (slot->lines <= COHERENT_LINES) {
        counters->loads_coherent++;
        counters->loads_coherent_cached += !slot->missed;
        counters->latency_coherent += latency;
        counters->latency_coherent_queued += queued;
        counters->latency_coherent_occluded += slot->occluded;
        return;
    }
    counters->loads_divergent++;
    counters->loads_divergent_cached += !slot->missed;
    counters->loads_divergent_accesses += slot->accesses;
    counters->loads_sets_touched += slot->sets;
    counters->latency_divergent += latency;
    counters->latency_divergent_queued += queued;
    counters->latency_divergent_occluded += slot->occluded;
}
