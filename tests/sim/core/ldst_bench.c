// SPDX-License-Identifier: BSD-3-Clause
// The LD/ST unit between a fake SM and a fake memory: its configuration, instructions for it, and steps.
#include "tests/sim/core/ldst_bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

machine config;
counters totals;
sm core;
memory_system *memory;
ldst *unit;
ldst_answers answers;

bool sm_write_register(sm *s, inflight *insn)
{
    (void)insn;
    if (s->port_busy) {
        s->port_busy--;
        return false;
    }
    s->writes++;
    return true;
}

void sm_memory_complete(sm *s, inflight *insn)
{
    s->last_complete = insn;
    s->log[s->completed % LOG].cycle = s->cycle;
    s->log[s->completed % LOG].age = insn->age;
    s->completed++;
}

bool sm_load_passes(sm *s, const bypass_level *asked) { s->asked = *asked; s->loads_asked++; return s->load_passes; }
bool sm_access_passes(sm *s, const bypass_level *asked)
{
    s->asked = *asked;
    s->fails_asked++;
    return s->access_passes && !asked->queue_full;
}
void sm_store_sent(sm *s, unsigned warp) { (void)warp; s->sent++; }
void sm_store_acked(sm *s, unsigned warp) { s->acked_warp = warp; s->acked++; }
uint64_t sm_cta_of(const sm *s, unsigned warp) { (void)s; return warp; }

void configure(void)
{
    memset(&config, 0, sizeof config);
    config.gpu.sms = 2;
    config.core.warps = 8;
    config.core.shared_banks = 32;
    config.core.shared_latency = SHARED_LATENCY;
    config.core.warp_parts = 1;
    config.core.shared_broadcasts = BROADCAST_ALL;
    config.l1c.sets = 4, config.l1c.ways = 1, config.l1c.line_bytes = 64;
    config.l1c.mshrs = 2, config.l1c.mshr_merges = 4, config.l1c.miss_queue = 2;
    config.l1d.sets = 32, config.l1d.ways = 4, config.l1d.line_bytes = 128, config.l1d.index = INDEX_HASH;
    config.l1d.mshrs = 32, config.l1d.mshr_merges = 8, config.l1d.miss_queue = 8, config.l1d.latency = LATENCY;
    config.l1d.banks = 1, config.l1d.bank_bytes = 32;
}

void open_unit(void)
{
    totals = (counters){0};
    core = (sm){0};
    memory = fake_memory_new();
    core.events.heard = true;
    unit = ldst_new(&config, memory, &core, &core.events, 1, answers, &totals);
    ldst_kernel_start(unit, LOCAL_STRIDE, 0);
}

void close_unit(void)
{
    ldst_free(unit);
    fake_memory_free(memory);
}

static insn kinds[] = {
    {.memory = MEMORY_LOAD, .space = SPACE_GLOBAL, .width = 4, .element = 4, .pc = 0x40}, {.memory = MEMORY_STORE, .space = SPACE_GLOBAL, .width = 4, .element = 4},
    {.memory = MEMORY_ATOMIC, .space = SPACE_GLOBAL, .width = 4, .element = 4}, {.memory = MEMORY_LOAD, .space = SPACE_SHARED, .width = 4, .element = 4},
    {.memory = MEMORY_STORE, .space = SPACE_SHARED, .width = 4, .element = 4}, {.memory = MEMORY_LOAD, .space = SPACE_PARAM, .width = 4, .element = 4},
    {.memory = MEMORY_LOAD, .space = SPACE_LOCAL, .width = 8, .element = 8}, {.memory = MEMORY_NONE, .space = SPACE_NONE},
    {.memory = MEMORY_LOAD, .space = SPACE_GLOBAL, .width = 4, .element = 4, .flags = INSN_PAST_L1D},
    {.memory = MEMORY_STORE, .space = SPACE_GLOBAL, .width = 4, .element = 4, .flags = INSN_PAST_L1D},
    {.memory = MEMORY_LOAD, .space = SPACE_LOCAL, .width = 8, .element = 8, .flags = INSN_PAST_L1D},
    {.memory = MEMORY_LOAD, .space = SPACE_GLOBAL, .width = 1, .element = 1, .pc = 0x48},
    {.memory = MEMORY_LOAD, .space = SPACE_GLOBAL, .width = 2, .element = 2, .pc = 0x50},
};

// `lanes` lanes, `stride` bytes apart.
inflight make(unsigned kind, uint64_t base, unsigned lanes, uint64_t stride)
{
    inflight insn = {.warp = 3, .issued = NOT_ISSUED};
    insn.step.insn = &kinds[kind];
    insn.step.space = kinds[kind].space;
    insn.step.active = insn.step.memory_lanes = (uint32_t)((UINT64_C(1) << lanes) - 1);
    for (unsigned lane = 0; lane < 32; lane++)
        insn.step.address[lane] = base + lane * stride;
    return insn;
}

void step(void)
{
    sm_events_clear(&core.events);
    ldst_cycle(unit, ++core.cycle);
}

void issue(inflight *insn)
{
    insn->issued = core.cycle;
    insn->held_up = ldst_held_up(unit, core.cycle);
}

void give(inflight *insn)
{
    if (insn->issued == NOT_ISSUED)
        issue(insn);
    assert_true(ldst_can_accept(unit));
    ldst_accept(unit, insn, core.cycle);
}

void step_until(uint64_t cycle)
{
    while (core.cycle < cycle)
        step();
}

memory_request *taken(void)
{
    memory_request *request = fake_memory_take(memory);
    assert_non_null(request);
    return request;
}

const l1d_access_event *looked_up(void)
{
    return core.events.l1d_access_count ? core.events.l1d_access : NULL;
}

bool hits_at_first(void)
{
    const l1d_access_event *access = looked_up();
    return access && access->first_try && access->outcome == L1D_HIT;
}

const load_done_event *serviced(void)
{
    for (unsigned i = 0; i < core.events.load_done_count; i++)
        if (core.events.load_done[i].had_access)
            return &core.events.load_done[i];
    return NULL;
}

// Brings a line into the L1D, at the price of a few cycles.
void warm(uint64_t address)
{
    inflight insn = make(LOAD, address, 1, 0);
    give(&insn);
    step_until(core.cycle + LATENCY + 2);
    ldst_reply(unit, taken(), core.cycle);
    step_until(core.cycle + 3);
    assert_true(ldst_empty(unit));
}
