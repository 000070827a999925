// Registers live at once, by the usual backward data flow over the blocks: how many 32-bit registers a thread needs. A
// predicate takes none, a 64-bit register two. What ptxas would do beyond that (coalescing, spilling) is not modelled.
#include "sim/frontend/flow.h"

#include <string.h>

typedef struct {
    uint32_t  n, words;           // registers used, words of a set
    uint32_t *dense;              // register number to index + 1
    uint8_t  *weight;
    uint64_t *in;                 // live at the entry of each block
} liveness;

static uint32_t dense_index(const liveness *l, uint32_t number)
{
    return l->dense[number] - 1;
}

static void number_registers(const program *p, const function *f, liveness *l)
{
    for (uint32_t i = 0; i < f->count; i++) {
        const insn *k = &p->insns[f->first + i];
        for (uint32_t r = 0; r < k->n_dst; r++) {
            l->dense[k->dst[r]] = l->dense[k->dst[r]] != 0 ? l->dense[k->dst[r]] : ++l->n;
        }
        for (uint32_t r = 0; r < k->n_src; r++) {
            l->dense[k->src[r]] = l->dense[k->src[r]] != 0 ? l->dense[k->src[r]] : ++l->n;
        }
    }
    l->words = (l->n + 63) / 64;
}

static void step_back(liveness *l, const insn *k, uint64_t *live)
{
    for (uint32_t r = 0; r < k->n_dst && (k->flags & INSN_PREDICATED) == 0; r++) {
        uint32_t i = dense_index(l, k->dst[r]);
        live[i / 64] &= ~(1ull << i % 64);
    }
    for (uint32_t r = 0; r < k->n_src; r++) {
        uint32_t i = dense_index(l, k->src[r]);
        live[i / 64] |= 1ull << i % 64;
    }
}

static void live_out(const liveness *l, const flow_graph *g, uint32_t b, uint64_t *live)
{
    uint32_t to[2], n = flow_successors(g, b, to);
    memset(live, 0, l->words * sizeof *live);
    for (uint32_t s = 0; s < n; s++) {
        for (uint32_t w = 0; w < l->words; w++) {
            live[w] |= l->in[(size_t)to[s] * l->words + w];
        }
    }
}

static void iterate(const program *p, const function *f, const flow_graph *g, liveness *l, uint64_t *live)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = flow_blocks(g); b-- > 0;) {
            live_out(l, g, b, live);
            for (uint32_t i = flow_last(g, b) + 1; i-- > flow_first(g, b);) {
                step_back(l, &p->insns[f->first + i], live);
            }
            uint64_t *in = &l->in[(size_t)b * l->words];
            changed = changed || memcmp(in, live, l->words * sizeof *live) != 0;
            memcpy(in, live, l->words * sizeof *live);
        }
    }
}

static uint32_t weigh(const liveness *l, const uint64_t *live)
{
    uint32_t sum = 0;
    for (uint32_t w = 0; w < l->words; w++) {
        for (uint64_t bits = live[w]; bits != 0; bits &= bits - 1) {
            sum += l->weight[w * 64 + (uint32_t)__builtin_ctzll(bits)];
        }
    }
    return sum;
}

void liveness_registers(program *p, function *f)
{
    liveness l = { .dense = program_alloc(p, (f->registers_declared + 2) * sizeof(uint32_t)) };
    flow_graph *g = flow_build(p, f);
    number_registers(p, f, &l);
    l.weight = program_alloc(p, l.n + 1);
    for (const symbol *s = f->used_registers; s != NULL; s = s->next) {
        if (l.dense[s->number] != 0) {
            l.weight[dense_index(&l, s->number)] = s->type == TYPE_pred ? 0 : type_bytes(s->type) == 8 ? 2 : 1;
        }
    }
    l.in = program_alloc(p, (size_t)flow_blocks(g) * l.words * sizeof(uint64_t) + 8);
    uint64_t *live = program_alloc(p, (l.words + 1) * sizeof *live);
    iterate(p, f, g, &l, live);
    for (uint32_t b = 0; b < flow_blocks(g); b++) {
        live_out(&l, g, b, live);
        for (uint32_t i = flow_last(g, b) + 1; i-- > flow_first(g, b);) {
            const insn *k = &p->insns[f->first + i];
            uint32_t sum = weigh(&l, live);
            f->live_registers = sum > f->live_registers ? sum : f->live_registers;
            step_back(&l, k, live);
        }
        uint32_t sum = weigh(&l, live);
        f->live_registers = sum > f->live_registers ? sum : f->live_registers;
    }
}
