// SPDX-License-Identifier: BSD-3-Clause
// Control flow graph of a function: basic blocks, their successors, and the immediate post-dominator of every block, by
// the iterative algorithm of Cooper, Harvey and Kennedy on the reversed graph with one virtual exit. A branch
// reconverges at the first instruction of the immediate post-dominator of its block, whatever the layout. Where a block
// cannot reach the exit, or only the exit post-dominates it, there is no reconvergence point: NO_RECONVERGENCE.
#include "sim/frontend/flow.h"

#include <stdlib.h>

typedef struct { uint32_t first, last, *successors, n_successors; bool exits; } block;      // last: inclusive

struct flow_graph {
    uint32_t  n_blocks;
    block    *blocks;
    uint32_t *block_of;          // by instruction, relative to the function
    uint32_t *predecessor_start, *predecessors;
};

const insn_code *flow_code(const program *p, const function *f, uint32_t i)
{
    return p->insns[f->first + i].code;
}

static bool is_call(const insn_code *c) { return c->flow == FLOW_CALL || c->flow == FLOW_CALL_INDIRECT; }

bool flow_falls_through(const insn_code *c)
{
    return c->has_guard || c->flow == FLOW_NEXT || is_call(c);
}

static void mark_leaders(const program *p, const function *f, uint8_t *leader)
{
    leader[0] = 1;
    for (uint32_t i = 0; i < f->count; i++) {
        const insn_code *c = flow_code(p, f, i);
        if (c->flow == FLOW_BRANCH) {
            leader[c->target - f->first] = 1;
        }
        for (uint32_t k = 0; c->flow == FLOW_BRANCH_TABLE && k < c->table->count; k++) {
            leader[c->table->targets[k] - f->first] = 1;
        }
        if (c->flow != FLOW_NEXT && !is_call(c)) {
            leader[i + 1] = 1;
        }
    }
}

// Adds it once, however often a table has it: met[block] is 1 + the last block that has it as a successor.
static void add_successor(block *k, uint32_t b, uint32_t to, uint32_t *met)
{
    if (met[to] != b + 1) {
        met[to] = b + 1;
        k->successors[k->n_successors++] = to;
    }
}

static void connect(program *p, const function *f, flow_graph *g)
{
    uint32_t *met = program_alloc(p, (g->n_blocks + 1) * sizeof *met);
    for (uint32_t b = 0; b < g->n_blocks; b++) {
        block *k = &g->blocks[b];
        const insn_code *c = flow_code(p, f, k->last);
        bool next = flow_falls_through(c);
        k->exits = c->flow == FLOW_RET || c->flow == FLOW_EXIT || (next && b + 1 == g->n_blocks);
        uint32_t most = c->flow == FLOW_BRANCH_TABLE ? c->table->count : 1;
        k->successors = program_alloc(p, (most + 1) * sizeof *k->successors);
        if (c->flow == FLOW_BRANCH) {
            add_successor(k, b, g->block_of[c->target - f->first], met);
        }
        for (uint32_t i = 0; c->flow == FLOW_BRANCH_TABLE && i < most; i++) {
            add_successor(k, b, g->block_of[c->table->targets[i] - f->first], met);
        }
        if (next && b + 1 < g->n_blocks) {
            add_successor(k, b, b + 1, met);
        }
    }
}

static void list_predecessors(program *p, flow_graph *g)
{
    uint32_t n = g->n_blocks;
    size_t edges = 0;
    for (uint32_t b = 0; b < n; b++) {
        edges += g->blocks[b].n_successors;
    }
    g->predecessor_start = program_alloc(p, (n + 2) * sizeof(uint32_t));
    g->predecessors = program_alloc(p, (edges + 1) * sizeof(uint32_t));
    uint32_t *fill = program_alloc(p, (n + 1) * sizeof(uint32_t));
    for (uint32_t b = 0; b < n; b++) {
        for (uint32_t i = 0; i < g->blocks[b].n_successors; i++) {
            g->predecessor_start[g->blocks[b].successors[i] + 1]++;
        }
    }
    for (uint32_t b = 0; b < n; b++) {
        g->predecessor_start[b + 1] += g->predecessor_start[b];
        fill[b] = g->predecessor_start[b];
    }
    for (uint32_t b = 0; b < n; b++) {
        for (uint32_t i = 0; i < g->blocks[b].n_successors; i++) {
            g->predecessors[fill[g->blocks[b].successors[i]]++] = b;
        }
    }
}

flow_graph *flow_build(program *p, const function *f)
{
    uint8_t *leader = program_alloc(p, f->count + 1);
    flow_graph *g = program_alloc(p, sizeof *g);
    g->block_of = program_alloc(p, f->count * sizeof(uint32_t));
    mark_leaders(p, f, leader);
    for (uint32_t i = 0; i < f->count; i++) {
        g->n_blocks += leader[i];
        g->block_of[i] = g->n_blocks - 1;
    }
    g->blocks = program_alloc(p, g->n_blocks * sizeof *g->blocks);
    for (uint32_t i = 0; i < f->count; i++) {
        block *b = &g->blocks[g->block_of[i]];
        b->first = leader[i] ? i : b->first;
        b->last = i;
    }
    connect(p, f, g);
    list_predecessors(p, g);
    return g;
}

uint32_t flow_blocks(const flow_graph *g)
{
    return g->n_blocks;
}

uint32_t flow_first(const flow_graph *g, uint32_t b)
{
    return g->blocks[b].first;
}

uint32_t flow_last(const flow_graph *g, uint32_t b)
{
    return g->blocks[b].last;
}

const uint32_t *flow_successors(const flow_graph *g, uint32_t b, uint32_t *n)
{
    *n = g->blocks[b].n_successors;
    return g->blocks[b].successors;
}

// Post-order numbers of the blocks in the reversed graph from the exit (block n), exit highest; 0: cannot reach the
// exit.
static uint32_t number_reversed(program *p, const flow_graph *g, uint32_t *number, uint32_t *order)
{
    uint32_t n = g->n_blocks, depth = 0, count = 0;
    uint32_t *stack = program_alloc(p, (n + 1) * sizeof *stack), *next = program_alloc(p, (n + 1) * sizeof *next);
    uint8_t *seen = program_alloc(p, n + 1);
    for (uint32_t b = 0; b < n; b++) {
        if (!g->blocks[b].exits || seen[b]) {
            continue;
        }
        stack[depth++] = b;
        seen[b] = 1;
        while (depth > 0) {
            uint32_t top = stack[depth - 1], at = g->predecessor_start[top] + next[top];
            if (at == g->predecessor_start[top + 1]) {
                order[count++] = top;
                number[top] = count;
                depth--;
            } else {
                uint32_t from = g->predecessors[at];
                next[top]++;
                if (!seen[from]) {
                    seen[from] = 1;
                    stack[depth++] = from;
                }
            }
        }
    }
    number[n] = count + 1;
    return count;
}

static uint32_t intersect(const uint32_t *dominator, const uint32_t *number, uint32_t a, uint32_t b)
{
    while (a != b) {
        while (number[a] < number[b]) {
            a = dominator[a];
        }
        while (number[b] < number[a]) {
            b = dominator[b];
        }
    }
    return a;
}

// Immediate post-dominator of each block; n_blocks for the exit, UINT32_MAX where the exit cannot be reached.
uint32_t *flow_post_dominators(program *p, const flow_graph *g)
{
    uint32_t n = g->n_blocks;
    uint32_t *number = program_alloc(p, (n + 1) * sizeof *number), *order = program_alloc(p, (n + 1) * sizeof *order);
    uint32_t *dominator = program_alloc(p, (n + 1) * sizeof *dominator);
    uint32_t count = number_reversed(p, g, number, order);
    for (uint32_t b = 0; b <= n; b++) {
        dominator[b] = b == n ? n : UINT32_MAX;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = count; i-- > 0;) {
            uint32_t b = order[i], found = g->blocks[b].exits ? n : UINT32_MAX;
            for (uint32_t s = 0; s < g->blocks[b].n_successors; s++) {
                uint32_t to = g->blocks[b].successors[s];
                if (dominator[to] != UINT32_MAX) {
                    found = found == UINT32_MAX ? to : intersect(dominator, number, found, to);
                }
            }
            changed = changed || dominator[b] != found;
            dominator[b] = found;
        }
    }
    return dominator;
}

void flow_reconvergence(program *p, function *f)
{
    flow_graph *g = flow_build(p, f);
    const uint32_t *dominator = flow_post_dominators(p, g);
    for (uint32_t i = 0; i < f->count; i++) {
        insn_code *c = (insn_code *)flow_code(p, f, i);
        uint32_t d = dominator[g->block_of[i]];
        c->reconvergence = d < g->n_blocks ? f->first + g->blocks[d].first : NO_RECONVERGENCE;
    }
}
