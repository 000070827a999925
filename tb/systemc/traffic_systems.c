// SPDX-License-Identifier: BSD-3-Clause
// The parts of the random traffic that only one system's blocks use; see tb/systemc/traffic.c.
#include "tb/systemc/traffic.h"

// ---- CCWS: lines that are lost

void traffic_probe(traffic *t, unsigned number, struct front_end_in *in)
{
    in->probe = 1;
    in->probe_warp = (uint8_t)number;
    in->probe_line = draw(t, LINES);
    t->evicts = true;
}

// The line evicted by a miss of this cycle: mostly one that its warp will miss again.
void traffic_evict(traffic *t, struct front_end_in *in)
{
    if (!t->evicts)
        return;
    t->evicts = false;
    in->insert = chance(t, 80);
    in->insert_warp = (uint8_t)draw(t, t->n);
    in->insert_line = draw(t, LINES);
}

// ---- KAWS: an issue register of each class for each scheduler, and slots of CTAs

static unsigned unit_of(const instruction *i)
{
    enum { SP, SFU, MEM };
    return i->kind == LOAD || i->kind == STORE ? MEM : i->pc / PC_STEP % 4 == 0 ? SFU : SP;
}

// Nothing here empties full registers: each is empty or not at the start of a cycle. What the grants of the cycle fill is
// not taken out of can_accept: only a scheduler without a grant borrows.
void traffic_registers(traffic *t, struct front_end_in *in)
{
    for (unsigned s = 0; s < t->schedulers; s++) {
        t->registers[s] = 0;
        for (unsigned unit = 0; unit < 3; unit++)
            t->registers[s] |= (uint8_t)(chance(t, 35) << unit);
        in->can_accept[s] = t->registers[s];
    }
    for (unsigned w = 0; w < t->n; w++)
        in->unit[w] = (uint8_t)unit_of(&t->warps[w].buffer[0]);
}

void traffic_slots(const traffic *t, struct front_end_in *in)
{
    for (unsigned w = 0; w < t->n; w++) {
        unsigned slot = w / t->kernel.cta_size;
        in->cta[w] = (uint8_t)(slot < t->slots ? slot : 0);
    }
}

bool traffic_register(const traffic *t, unsigned number)
{
    return t->registers[number % t->schedulers] >> unit_of(&t->warps[number].buffer[0]) & 1;
}

void traffic_cta_exits(traffic *t, struct front_end_in *in)
{
    for (unsigned slot = 0; slot < t->slots; slot++) {
        bool left = t->ctas >> slot & 1;
        for (unsigned w = 0; w < t->kernel.cta_size; w++)
            left = left && !t->warps[slot * t->kernel.cta_size + w].resident;
        if (left)
            in->cta_exit |= (uint32_t)(UINT64_C(1) << slot);
    }
    t->ctas &= ~(uint64_t)in->cta_exit;
}

// ---- BUCL: a load in the dispatch register, and an access that fails

void traffic_bypass(traffic *t, struct front_end_in *in)
{
    in->dispatch = chance(t, 40);
    in->dispatch_global = chance(t, 80);
    in->dispatch_acc = (uint8_t)(1 + draw(t, ACCESSES_MAX));
    in->fail = chance(t, 40);
    in->fail_global = chance(t, 80);
    in->fail_partition = (uint8_t)draw(t, t->partitions);
    in->queue_full = chance(t, 20);
    in->tucd = (uint8_t)(2 + draw(t, 24));
    in->l1dhr_low = chance(t, 70);
    in->uib_low = random_bits(&t->inputs.random, t->partitions, 1);
}

// ---- OWL: who waits for data, and what a kernel brings

void traffic_groups(const traffic *t, struct front_end_in *in)
{
    for (unsigned w = 0; w < t->n; w++) {
        const warp *p = &t->warps[w];
        bool waits = p->waiting || (p->loads && p->blocked > t->cycle);
        in->unfinished |= (uint64_t)p->resident << w;
        in->blocked |= (uint64_t)(p->resident && waits) << w;
    }
}

void traffic_first_fill(const traffic *t, struct front_end_in *in)
{
    unsigned slots = t->n / t->kernel.cta_size < t->slots ? t->n / t->kernel.cta_size : t->slots;
    if (!in->kernel_start)
        return;
    in->n_cta = (uint8_t)(t->kernel.ctas < slots ? t->kernel.ctas : slots);
    in->warps_per_cta = (uint8_t)t->kernel.cta_size;
}
