// SPDX-License-Identifier: BSD-3-Clause
#include "sim/frontend/parse/liveness.h"

#include <string.h>

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

void liveness_step_back(const liveness *l, const insn *k, uint64_t *live)
{
    for (uint32_t r = 0; r < k->n_dst && (k->flags & INSN_PREDICATED) == 0; r++) {
        uint32_t i = liveness_index(l, k->dst[r]);
        live[i / 64] &= ~(1ull << i % 64);
    }
    for (uint32_t r = 0; r < k->n_src; r++) {
        uint32_t i = liveness_index(l, k->src[r]);
        live[i / 64] |= 1ull << i % 64;
    }
}

void liveness_out(const liveness *l, const flow_graph *g, uint32_t b, uint64_t *live)
{
    uint32_t n;
    const uint32_t *to = flow_successors(g, b, &n);
    memset(live, 0, l->words * sizeof *live);
    for (uint32_t s = 0; s < n; s++) {
        for (uint32_t w = 0; w < l->words; w++) {
            live[w] |= l->in[(size_t)to[s] * l->words + w];
        }
    }
}

liveness liveness_build(program *p, const function *f, const flow_graph *g)
{
    liveness l = { .dense = program_alloc(p, (f->registers_declared + 2) * sizeof(uint32_t)) };
    number_registers(p, f, &l);
    l.in = program_alloc(p, (size_t)flow_blocks(g) * l.words * sizeof(uint64_t) + 8);
    uint64_t *live = program_alloc(p, (l.words + 1) * sizeof *live);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = flow_blocks(g); b-- > 0;) {
            liveness_out(&l, g, b, live);
            for (uint32_t i = flow_last(g, b) + 1; i-- > flow_first(g, b);) {
                liveness_step_back(&l, &p->insns[f->first + i], live);
            }
            uint64_t *in = &l.in[(size_t)b * l.words];
            changed = changed || memcmp(in, live, l.words * sizeof *live) != 0;
            memcpy(in, live, l.words * sizeof *live);
        }
    }
    return l;
}
