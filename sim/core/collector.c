// SPDX-License-Identifier: BSD-3-Clause
#include "sim/core/collector.h"

#include <string.h>

void collectors_open(collectors *c, const machine *m, latch in[UNIT_COUNT], latch out[UNIT_COUNT])
{
    memset(c, 0, sizeof *c);
    const uint32_t counts[UNIT_COUNT] = {m->core.sp_collectors, m->core.sfu_collectors, m->core.mem_collectors};
    const uint32_t ports[UNIT_COUNT] = {m->core.sp_ports, m->core.sfu_ports, m->core.mem_ports};
    c->generic = m->core.generic_collectors != 0;
    c->steps = m->core.collector_steps;
    c->plain = m->core.repeated_reads && !c->generic && !m->core.sub_cores && c->steps == 1;
    c->repeats = m->core.repeated_reads;
    c->kinds = unit_kinds(m);
    c->schedulers = m->core.schedulers;
    c->units_each = m->core.sub_cores > 1 ? m->core.generic_collectors / m->core.schedulers : 0;
    for (unsigned kind = 0; kind < c->kinds; kind++) {
        uint32_t count = c->generic ? m->core.generic_collectors : counts[kind];
        c->set[kind] = (collector_set){.first = c->generic ? 0 : (uint8_t)c->units, .count = (uint8_t)count, .all = (uint32_t)MASK(count),
                                       .ports = (uint8_t)(c->generic ? m->core.generic_ports : ports[kind]),
                                       .in = &in[kind], .out = &out[kind]};
        for (unsigned i = 0; i < count; i++)
            c->unit[c->set[kind].first + i].kind = (uint8_t)kind;
        c->units = c->set[kind].first + count;
    }
    c->banks = m->core.register_banks;
    c->banks_each = m->core.sub_cores ? c->banks / m->core.schedulers : c->banks;
    c->mask_each = c->banks_each & (c->banks_each - 1) ? 0 : c->banks_each - 1;
    for (unsigned warp = 0; warp < m->core.warps; warp++)
        c->first_bank[warp] = (uint8_t)(m->core.sub_cores ? warp % m->core.schedulers * c->banks_each : 0);
    c->reads = m->core.collector_reads;
    c->square = c->banks > c->units ? c->banks : c->units;
    for (unsigned bank = 0; bank < c->banks; bank++)
        c->head[bank] = c->tail[bank] = COLLECTOR_NONE;
}

static inline unsigned bank_of(const collectors *c, unsigned number, unsigned warp, bool plain)
{
    const unsigned sum = number + warp;
    return (c->mask_each ? sum & c->mask_each : sum % c->banks_each) + (plain ? 0 : c->first_bank[warp]);
}

// Moves one ready unit per output port to the input slots of its pipeline, round robin after the one served last. Returns the
// first unused port.
static inline unsigned dispatch(collector_set *set, collector_unit *units, unsigned port)
{
    for (; port < set->ports && set->ready && latch_has_room(set->out); port++) {
        uint32_t behind = set->ready & ~((UINT32_C(2) << set->last[port]) - 1);
        unsigned chosen = (unsigned)__builtin_ctz(behind ? behind : set->ready);
        collector_unit *unit = &units[set->first + chosen];
        latch_put(set->out, unit->insn);
        set->busy &= ~(UINT32_C(1) << chosen);
        set->ready &= ~(UINT32_C(1) << chosen);
        set->last[port] = (uint8_t)chosen;
    }
    return port;
}

// The bank serves the head of its queue.
static void read_bank(collectors *c, unsigned bank)
{
    unsigned entry = c->head[bank], unit = entry / INSN_MAX_SRC;
    collector_unit *taker = &c->unit[unit];
    taker->not_ready &= ~(UINT32_C(1) << entry % INSN_MAX_SRC);
    if (!taker->not_ready)
        c->set[taker->kind].ready |= UINT32_C(1) << (unit - c->set[taker->kind].first);
    c->head[bank] = c->next[entry];
    if (c->head[bank] == COLLECTOR_NONE)
        c->waiting &= ~(UINT64_C(1) << bank);
}

static void read_all(collectors *c)
{
    for (uint64_t banks = c->waiting & ~c->written; banks; banks &= banks - 1)
        read_bank(c, (unsigned)__builtin_ctzll(banks));
}

// Each bank offers the head of its queue. Of banks that offer to the same collector, the one on the earliest diagonal wins.
static void read_one_each(collectors *c)
{
    uint16_t best_diagonal[COLLECTOR_UNITS];
    uint8_t best_bank[COLLECTOR_UNITS];
    uint64_t asked[2] = {0, 0};                     // collectors that some bank offers to
    for (uint64_t banks = c->waiting & ~c->written; banks; banks &= banks - 1) {
        unsigned bank = (unsigned)__builtin_ctzll(banks), unit = c->head[bank] / INSN_MAX_SRC;
        unsigned diagonal = unit + 2 * c->square - c->first_diagonal - bank;
        while (diagonal >= c->square)
            diagonal -= c->square;
        uint64_t bit = UINT64_C(1) << (unit % 64);
        if (!(asked[unit / 64] & bit) || diagonal < best_diagonal[unit]) {
            asked[unit / 64] |= bit;
            best_diagonal[unit] = (uint16_t)diagonal;
            best_bank[unit] = (uint8_t)bank;
        }
    }
    for (unsigned half = 0; half < 2; half++)
        for (uint64_t units = asked[half]; units; units &= units - 1)
            read_bank(c, best_bank[half * 64 + (unsigned)__builtin_ctzll(units)]);
}

static inline void pass_turn(collectors *c) { c->first_diagonal = c->first_diagonal + 1 == c->square ? 0 : c->first_diagonal + 1; }

static bool named_before(const insn *insn, unsigned source)
{
    for (unsigned i = 0; i < source; i++)
        if (insn->src_number[i] == insn->src_number[source])
            return true;
    return false;
}

static inline void request_reads(collectors *c, unsigned index, bool plain)
{
    collector_unit *unit = &c->unit[index];
    const insn *insn = unit->insn->step.insn;
    const unsigned warp = unit->insn->warp;
    uint64_t waiting = c->waiting;
    uint32_t not_ready = unit->not_ready;
    unsigned sources = insn->n_src - !!(insn->flags & INSN_PREDICATED);
    for (unsigned i = 0; i < sources; i++) {
        if (!plain && !c->repeats && named_before(insn, i))
            continue;
        unsigned bank = bank_of(c, insn->src_number[i], warp, plain), entry = index * INSN_MAX_SRC + i;
        not_ready |= UINT32_C(1) << i;
        c->next[entry] = COLLECTOR_NONE;
        if (waiting >> bank & 1)
            c->next[c->tail[bank]] = (uint16_t)entry;
        else
            c->head[bank] = (uint16_t)entry;
        c->tail[bank] = (uint16_t)entry;
        waiting |= UINT64_C(1) << bank;
    }
    unit->not_ready = not_ready;
    c->waiting = waiting;
}

// The oldest instruction of the kind enters that unit of the set.
static inline void enter(collectors *c, unsigned kind, unsigned chosen, bool plain)
{
    collector_set *set = &c->set[kind];
    collector_unit *unit = &c->unit[set->first + chosen];
    set->busy |= UINT32_C(1) << chosen;
    unit->insn = latch_take_oldest(set->in);
    if (!plain) {
        unit->kind = (uint8_t)kind;
        set->in->taken &= (uint8_t)~(1u << unit->insn->scheduler);
    }
    request_reads(c, set->first + chosen, plain);
    if (!unit->not_ready)
        set->ready |= UINT32_C(1) << chosen;
}

// Free units of the set. A generic one may hold an instruction of another kind.
static inline uint32_t free_units(const collectors *c, const collector_set *set, bool generic)
{
    uint32_t busy = generic ? 0 : set->busy;
    for (unsigned kind = 0; generic && kind < c->kinds; kind++)
        busy |= c->set[kind].busy;
    return set->all & ~busy;
}

// --- with core.sub_cores 2

static inline uint32_t units_of(const collectors *c, unsigned scheduler)
{
    return (uint32_t)MASK(c->units_each) << scheduler * c->units_each;
}

// Ready units of that kind whose scheduler has no instruction after the collectors.
static uint32_t may_leave(const collectors *c, unsigned kind)
{
    const collector_set *set = &c->set[kind];
    uint32_t ready = set->ready;
    for (unsigned full = set->out->taken; ready && full; full &= full - 1)
        ready &= ~units_of(c, (unsigned)__builtin_ctz(full));
    return ready;
}

static void dispatch_own(collectors *c)
{
    uint32_t leaving = 0;
    for (unsigned kind = 0; kind < c->kinds; kind++)
        leaving |= may_leave(c, kind);
    for (unsigned port = 0; port < c->set[UNIT_SP].ports && leaving; port++) {
        const unsigned scheduler = (unsigned)__builtin_ctz(leaving) / c->units_each, first = scheduler * c->units_each;
        uint8_t *last = &c->last[port][scheduler];
        const uint32_t own = leaving >> first & (uint32_t)MASK(c->units_each), behind = own & ~((UINT32_C(2) << *last) - 1);
        *last = (uint8_t)__builtin_ctz(behind ? behind : own);
        collector_unit *unit = &c->unit[first + *last];
        collector_set *set = &c->set[unit->kind];
        latch_put(set->out, unit->insn);
        set->out->taken |= (uint8_t)(1u << scheduler);
        leaving &= ~(set->ready & units_of(c, scheduler));
        set->busy &= ~(UINT32_C(1) << (first + *last));
        set->ready &= ~(UINT32_C(1) << (first + *last));
    }
}

// A free unit for the oldest instruction of that kind; COLLECTOR_NONE if its scheduler has none.
static inline unsigned unit_for_oldest(const collectors *c, unsigned kind, uint32_t free)
{
    const latch *in = c->set[kind].in;
    uint32_t own = in->used ? free & units_of(c, latch_oldest(in)->scheduler) : 0;
    return own ? (unsigned)__builtin_ctz(own) : COLLECTOR_NONE;
}

static void allocate_own(collectors *c)
{
    uint32_t free = free_units(c, &c->set[UNIT_SP], true);
    bool entered = true;
    for (unsigned port = 0; port < c->set[UNIT_SP].ports && entered && free; port++) {
        entered = false;
        for (unsigned kind = 0; kind < c->kinds; kind++) {
            const unsigned chosen = unit_for_oldest(c, kind, free);
            if (chosen == COLLECTOR_NONE)
                continue;
            free &= ~(UINT32_C(1) << chosen);
            enter(c, kind, chosen, false);
            entered = true;
        }
    }
}

// --- every machine

// One instruction per input port enters the lowest free collector. Returns the first unused port.
static inline unsigned allocate(collectors *c, unsigned kind, unsigned port, bool plain)
{
    collector_set *set = &c->set[kind];
    uint32_t free = free_units(c, set, !plain && c->generic);
    for (; port < set->ports && set->in->used && free; port++) {
        enter(c, kind, (unsigned)__builtin_ctz(free), plain);
        free &= free - 1;
    }
    return port;
}

// `plain` is a constant at each call, so Fermi's collectors do not pay for the others.
static inline __attribute__((always_inline)) void step(collectors *c, bool plain)
{
    const bool generic = !plain && c->generic, own = !plain && c->units_each;
    const unsigned kinds = own ? 0 : plain ? UNITS_ALWAYS : c->kinds;      // that share ports
    if (own)
        dispatch_own(c);
#pragma GCC unroll 3
    for (unsigned kind = 0, port = 0; kind < kinds; kind++)
        if (c->set[kind].ready)
            port = dispatch(&c->set[kind], c->unit, generic ? port : 0);
    if (c->waiting && c->reads == COLLECTOR_READS_SEVERAL)
        read_all(c);
    else if (c->waiting)
        read_one_each(c);
    pass_turn(c);
    if (own)
        allocate_own(c);
#pragma GCC unroll 3
    for (unsigned kind = 0, port = 0; kind < kinds; kind++)
        if (c->set[kind].in->used)
            port = allocate(c, kind, generic ? port : 0, plain);
    c->written = 0;
}

static __attribute__((noinline)) void step_all(collectors *c)
{
    for (unsigned left = c->steps; left; left--)
        step(c, false);
}

void collectors_cycle(collectors *c)
{
    if (c->plain)
        step(c, true);
    else
        step_all(c);
}

bool collectors_wait(const collectors *c, unsigned kind)
{
    if (c->units_each)
        return c->set[kind].ready & ~may_leave(c, kind);
    return c->set[kind].ready && !latch_has_room(c->set[kind].out);
}

bool collectors_stuck(const collectors *c)
{
    if (c->waiting)
        return false;
    if (c->units_each) {
        const uint32_t free = free_units(c, &c->set[UNIT_SP], true);
        for (unsigned kind = 0; kind < c->kinds; kind++)
            if (may_leave(c, kind) || unit_for_oldest(c, kind, free) != COLLECTOR_NONE)
                return false;
        return true;
    }
    for (unsigned kind = 0; kind < c->kinds; kind++) {
        const collector_set *set = &c->set[kind];
        if (set->ready && latch_has_room(set->out))
            return false;
        if (set->in->used && free_units(c, set, c->generic))
            return false;
    }
    return true;
}

bool collectors_write(collectors *c, const insn *insn, unsigned warp, uint8_t *written)
{
    for (unsigned i = 0; i < insn->n_dst; i++) {
        if (*written >> i & 1)
            continue;
        uint64_t bank = UINT64_C(1) << bank_of(c, insn->dst_number[i], warp, c->plain);
        if (c->written & bank)
            return false;
        c->written |= bank;
        *written |= (uint8_t)(1u << i);
    }
    return true;
}

void collectors_skip(collectors *c, uint64_t cycles)
{
    c->first_diagonal = (unsigned)((c->first_diagonal + cycles * c->steps) % c->square);
}
