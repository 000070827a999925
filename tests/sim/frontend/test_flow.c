// SPDX-License-Identifier: BSD-3-Clause
// Immediate post-dominators of crafted control flow graphs against the definition: b post-dominates a when a cannot reach the
// exit without b. The graphs come as lists of edges and are written as PTX; the reconvergence of each branch is seen in the
// stack: here it is asked of the flow graph itself.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "sim/frontend/flow.h"

enum { NODES = 24, MORE = 4 };

// more: of a branch through a table, labels beside jump
typedef struct { uint32_t n; uint32_t jump[NODES], n_more[NODES], more[NODES][MORE]; bool conditional[NODES], exits[NODES]; } graph;

static program *write_program(const graph *g)
{
    static char text[NODES * 160 + 200];
    ptx_error error;
    int n = snprintf(text, sizeof text, ".version 3.2\n.entry k() { .reg .pred %%p; .reg .b32 %%r;\n");
    for (uint32_t b = 0; b < g->n; b++) {
        n += snprintf(text + n, sizeof text - (size_t)n, "B%u: ", b);
        if (g->exits[b]) {
            n += snprintf(text + n, sizeof text - (size_t)n, "%sexit;\n", g->conditional[b] ? "@%p " : "");
        } else if (g->n_more[b] > 0) {
            n += snprintf(text + n, sizeof text - (size_t)n, "T%u: .branchtargets B%u", b, g->jump[b]);
            for (uint32_t i = 0; i < g->n_more[b]; i++) {
                n += snprintf(text + n, sizeof text - (size_t)n, ", B%u", g->more[b][i]);
            }
            n += snprintf(text + n, sizeof text - (size_t)n, ";\n%sbrx.idx %%r, T%u;\n", g->conditional[b] ? "@%p " : "", b);
        } else {
            n += snprintf(text + n, sizeof text - (size_t)n, "%sbra B%u;\n", g->conditional[b] ? "@%p " : "", g->jump[b]);
        }
    }
    snprintf(text + n, sizeof text - (size_t)n, "B%u:\n}\n", g->n);
    program *p = program_parse("t.ptx", text, strlen(text), &error);
    if (p == NULL) {
        fail_msg("%s\n%s", error.text, text);
    }
    return p;
}

static uint32_t successors(const graph *g, uint32_t b, uint32_t to[2 + MORE])
{
    uint32_t n = 0;
    if (g->exits[b]) {
        to[n++] = g->n + 1;
    } else {
        to[n++] = g->jump[b];
        for (uint32_t i = 0; i < g->n_more[b]; i++) {
            to[n++] = g->more[b][i];
        }
    }
    if (g->conditional[b]) {
        to[n++] = b + 1;                   // node n is the ret at the end
    }
    return n;
}

// Can `from` reach the exit (node n+1) without passing `without`?
static bool reaches(const graph *g, uint32_t from, uint32_t without, bool *seen)
{
    uint32_t to[2 + MORE];
    if (from == without || from == g->n + 1 || seen[from]) {
        return from == g->n + 1 && from != without;
    }
    seen[from] = true;
    if (from == g->n) {
        return true;
    }
    uint32_t n = successors(g, from, to);
    for (uint32_t i = 0; i < n; i++) {
        if (reaches(g, to[i], without, seen)) {
            return true;
        }
    }
    return false;
}

static bool post_dominates(const graph *g, uint32_t b, uint32_t a)
{
    bool seen[NODES + 2] = { false };
    return a != b && !reaches(g, a, b, seen);
}

// The strict post-dominator that every other strict post-dominator also post-dominates.
static uint32_t immediate(const graph *g, uint32_t a)
{
    bool seen[NODES + 2] = { false };
    if (!reaches(g, a, UINT32_MAX, seen)) {
        return NO_RECONVERGENCE;
    }
    for (uint32_t b = 0; b <= g->n; b++) {
        bool nearest = post_dominates(g, b, a);
        for (uint32_t c = 0; c <= g->n && nearest; c++) {
            nearest = c == b || !post_dominates(g, c, a) || post_dominates(g, c, b);
        }
        if (nearest) {
            return b;
        }
    }
    return NO_RECONVERGENCE;
}

static void check(const graph *g)
{
    program *p = write_program(g);
    const function *f = p->kernels[0]->function;
    for (uint32_t b = 0; b < g->n; b++) {
        uint32_t want = immediate(g, b), got = flow_code(p, f, b)->reconvergence;
        if (got != want) {
            fail_msg("block %u: reconverges at %u, expected %u", b, got, want);
        }
    }
    program_free(p);
}

static void test_shapes(void **state)
{
    (void)state;
    check(&(graph){ .n = 4, .jump = { 2, 3, 3, 4 }, .conditional = { true } });                                    // if / else
    check(&(graph){ .n = 4, .jump = { 1, 3, 1, 4 }, .conditional = { false, true } });                             // while
    check(&(graph){ .n = 5, .jump = { 3, 4, 1, 2, 5 }, .conditional = { false, true, true, true } });              // join above
    check(&(graph){ .n = 4, .jump = { 2, 2, 1, 4 }, .conditional = { true, true, true } });                        // irreducible
    check(&(graph){ .n = 3, .jump = { 2, 1, 0 }, .conditional = { true }, .exits = { false, false, true } });      // endless side
    check(&(graph){ .n = 4, .jump = { 2, 0, 0, 4 }, .conditional = { true }, .exits = { false, true, true } });    // both exit
    check(&(graph){ .n = 5, .jump = { 1, 4, 4, 5, 5 }, .n_more = { 2 }, .more = { { 2, 3 } } });                   // three sides, one past the join
    check(&(graph){ .n = 4, .jump = { 1, 0, 4, 0 }, .n_more = { 3 }, .more = { { 2, 3, 3 } } });                   // two of three come back
}

static void test_random(void **state)
{
    (void)state;
    uint32_t seed = 12345;
    for (int round = 0; round < 3000; round++) {
        graph g = { 0 };
        seed = seed * 1664525 + 1013904223;
        g.n = 2 + (seed >> 8) % (NODES - 2);
        for (uint32_t b = 0; b < g.n; b++) {
            seed = seed * 1664525 + 1013904223;
            g.jump[b] = (seed >> 8) % (g.n + 1);
            g.conditional[b] = (seed >> 28) < 11;
            g.exits[b] = (seed >> 4) % 13 == 0;
            for (uint32_t i = 0; round % 2 != 0 && (seed >> 20) % 5 == 0 && i < MORE; i++) {
                g.n_more[b] = 1 + (seed >> 24) % MORE;
                g.more[b][i] = (seed >> (4 + 3 * i)) % (g.n + 1);
            }
        }
        check(&g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_shapes), cmocka_unit_test(test_random) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
