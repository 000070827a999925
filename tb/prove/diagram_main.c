// SPDX-License-Identifier: BSD-3-Clause
// prove_diagram QUESTIONS.aig: whether an output can be true, by decision diagrams, which are small for what hangs on how many of
// some inputs are set; of such functions solvers come to no end. Nothing else is trusted. Prints `questions N, nodes N`, or
// the name of an output that can be true and the inputs that are 1 there. Exit status 0 none can, 1 one can, 2 with a
// line that says what could not be read.
#include <stdbool.h>
#include <stdio.h>

#include "tb/prove/aiger.h"
#include "tb/prove/prove.h"

// A function is node << 1 | inverted; node 0 is false. Where the input is 1 a node is `then`, which is never inverted, so that
// each function has one node. Inputs stand in their order on every path.
typedef struct { uint32_t input, then, otherwise; } node;
enum { SLOTS = 1 << 25, ANSWERS = 1 << 20, LAST = 1 << 30 };

static node     *nodes;
static uint32_t *slots, n_nodes;                                     // open addressing; 0 is free
static struct { uint32_t a, b, product; } *answers;                  // of and2, those that were asked last

static uint32_t hash(uint32_t a, uint32_t b, uint32_t c) { return (a * 2654435761u ^ b * 2246822519u ^ c * 3266489917u) >> 4; }

static uint32_t node_of(uint32_t input, uint32_t then, uint32_t otherwise)
{
    const uint32_t inverted = then & 1;
    if (then == otherwise) return then;
    then ^= inverted, otherwise ^= inverted;
    uint32_t at = hash(input, then, otherwise) & (SLOTS - 1);
    for (; slots[at]; at = (at + 1) & (SLOTS - 1)) {
        const node *n = &nodes[slots[at]];
        if (n->input == input && n->then == then && n->otherwise == otherwise) return slots[at] << 1 | inverted;
    }
    if (n_nodes == SLOTS / 2) prove_refuse("the diagrams grow too large");
    slots[at] = n_nodes;
    nodes[n_nodes] = (node){input, then, otherwise};
    return n_nodes++ << 1 | inverted;
}

static uint32_t part(uint32_t f, uint32_t input, bool one)
{
    const node *n = &nodes[f >> 1];
    return n->input != input ? f : (one ? n->then : n->otherwise) ^ (f & 1);
}

static uint32_t and2(uint32_t a, uint32_t b)
{
    if (a > b) { const uint32_t t = a; a = b; b = t; }
    if (a == 0 || a == (b ^ 1)) return 0;
    if (a == 1 || a == b) return b;
    const uint32_t at = hash(a, b, 0) & (ANSWERS - 1);
    if (answers[at].a == a && answers[at].b == b) return answers[at].product;
    const uint32_t of_a = nodes[a >> 1].input, of_b = nodes[b >> 1].input, input = of_a < of_b ? of_a : of_b;
    const uint32_t then = and2(part(a, input, true), part(b, input, true));
    const uint32_t product = node_of(input, then, and2(part(a, input, false), part(b, input, false)));
    answers[at].a = a, answers[at].b = b, answers[at].product = product;
    return product;
}

// The way to true, and the inputs that are 1 on it.
static void print_way(const aiger *a, uint32_t f)
{
    while (f > 1) {
        const node    *n = &nodes[f >> 1];
        const uint32_t then = n->then ^ (f & 1), otherwise = n->otherwise ^ (f & 1);
        if (then != 0) printf(" %s", a->input_names[n->input]);
        f = then != 0 ? then : otherwise;
    }
    putchar('\n');
}

int main(int count, char **arguments)
{
    if (count != 2) prove_refuse("expected QUESTIONS.aig");
    const aiger a = aiger_read(arguments[1]);
    uint32_t   *functions = prove_zeros(a.n_inputs + a.n_ands + 1u, sizeof *functions);
    nodes = prove_grow(NULL, SLOTS / 2, sizeof *nodes), slots = prove_zeros(SLOTS, sizeof *slots), answers = prove_zeros(ANSWERS, sizeof *answers);
    nodes[n_nodes++] = (node){LAST, 0, 0};
    for (uint32_t i = 0; i < a.n_inputs; i++) functions[i + 1] = node_of(i, 1, 0);
#define FUNCTION(literal) (functions[(literal) >> 1] ^ ((literal) & 1))
    for (uint32_t i = 0; i < a.n_ands; i++) functions[a.n_inputs + 1 + i] = and2(FUNCTION(a.ands[i][0]), FUNCTION(a.ands[i][1]));
    for (uint32_t i = 0; i < a.n_outputs; i++) {
        const uint32_t wrong = FUNCTION(a.outputs[i]);
        if (wrong == 0) continue;
        printf("broken %s:", a.output_names[i]);
        print_way(&a, wrong);
        return 1;
    }
    printf("questions %u, nodes %u\n", a.n_outputs, n_nodes);
    return 0;
}
