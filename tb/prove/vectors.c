// SPDX-License-Identifier: BSD-3-Clause
// What prove_step has written, on the states that a block reaches from reset under random inputs, whose ones are rare at one
// time and frequent at another. Built for one tuple: `vectors_model` is the model as gcc compiles it, `vectors_rtl` the Verilog
// as Verilator compiles it, driven as lockstep drives it (tb/verilated.h).
//
// vectors table                    obligations that follow from the block's table: of the reset, the step and unwritten words
// vectors model GRAPH.aig STEPS    functions of outputs and next registers (prove_step ... model) beside the model's
// vectors rtl GRAPH.aig STEPS      the same of the Verilog (prove_step ... rtl) beside Verilator's
// vectors pieces GRAPH.aig STEPS   a step as it is given to the solver: what is assumed holds, no piece is broken
//
// Prints `N vectors, N bits each`, of pieces `N states, N other than reset: ...` (or `..., no registers: ...`), or the first that differs. Exit status 0 equal,
// 1 not, 2 something cannot be read.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/field.h"
#include "tb/prove/aiger.h"
#include "tb/prove/prove.h"
#include "tb/verilated.h"

extern const block_ops vectors_model;
extern const verilated_ops vectors_rtl __attribute__((weak));
static const block_ops *const ops = &vectors_model;

enum { LANES = 64 };

static void *q, *d, *early, *in, *out, *first;
static void *rtl;                                // NULL: the model makes the steps

static uint64_t random_bits(void)
{
    static uint64_t seed = 88172645463325252u;
    seed ^= seed << 13;
    seed ^= seed >> 7;
    return seed ^= seed << 17;
}

// Where a bit of a port or register stands: which structure, field, element and bit of it. Undefined bits have no field.
typedef struct { void **structure; const block_field *field; unsigned element, bit; } bit_place;

static bit_place place_of(const char *name)
{
    const struct { const char *ending; void **structure; bool input, state; } kinds[] = {
        {"_before", &early, true, false}, {"_i", &in, true, false}, {"_o", &out, false, false}, {"_q", &q, false, true}, {"_d", &d, false, true}};
    const size_t length = strcspn(name, "[");
    unsigned number = 0, second = 0;
    const int numbers = sscanf(name + length, "[%u][%u]", &number, &second);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        const size_t ending = strlen(kinds[k].ending);
        if (length <= ending || memcmp(name + length - ending, kinds[k].ending, ending) != 0) continue;
        for (const block_field *f = ops->fields; f->name; f++) {
            if (strlen(f->name) != length - ending || memcmp(f->name, name, length - ending) != 0) continue;
            if (field_is_input(f) != kinds[k].input || field_is_state(f) != kinds[k].state) continue;
            if (numbers == 2) return (bit_place){kinds[k].structure, f, number, second};
            return (bit_place){kinds[k].structure, f, number / f->width, number % f->width};
        }
    }
    return (bit_place){0};
}

static uint64_t bit_at(bit_place p) { return field_get(p.field, *p.structure, p.element) >> p.bit & 1; }

// Modes stay for a while, as they do for a kernel.
static void draw(long step)
{
    const unsigned rare = random_bits() >> 40 & 3;
    for (const block_field *f = ops->fields; f->name; f++)
        for (unsigned e = 0; field_is_input(f) && e < f->count; e++) {
            uint64_t bits = random_bits();
            if (strncmp(f->name, "cfg_", 4) == 0 && step % LANES) continue;
            for (unsigned k = 0; k < rare; k++) bits &= random_bits();
            field_set(f, in, e, bits & MASK(f->width));
            field_set(f, early, e, (f->kind == FIELD_IN ? bits : random_bits()) & MASK(f->width));
        }
}

static void begin(bool verilog)
{
    q = prove_zeros(1, ops->state_size), d = prove_zeros(1, ops->state_size), out = prove_zeros(1, ops->out_size);
    in = prove_zeros(1, ops->in_size), early = prove_zeros(1, ops->in_size), first = prove_zeros(1, ops->state_size);
    ops->reset(q);
    if (verilog) {
        if (!&vectors_rtl) prove_refuse("built without the Verilog");
        rtl = vectors_rtl.open();
        memcpy(q, vectors_rtl.reset(rtl), ops->state_size);
    }
    memcpy(first, q, ops->state_size);
}

// Outputs of the Verilog once the late inputs are there, too: it has no others.
static void step(long number)
{
    draw(number);
    if (rtl) {
        vectors_rtl.out(rtl, in);
        memcpy(out, vectors_rtl.settle(rtl, in), ops->out_size);
        vectors_rtl.edge(rtl, in);
        memcpy(d, vectors_rtl.state(rtl), ops->state_size);
        return;
    }
    ops->out(q, early, out);
    memcpy(d, q, ops->state_size);
    ops->next(q, in, out, d);
}

// So many bits of outputs, or registers; so many elements.
static unsigned count(bool state, bool memories, bool bits)
{
    unsigned all = 0;
    for (const block_field *f = ops->fields; f->name; f++)
        if (!field_is_input(f) && field_is_state(f) == state && (memories || f->kind != FIELD_MEM)) all += f->count * (bits ? f->width : 1u);
    return all;
}

// Each bit equals the Verilog's, each element fits its width, the invariant holds; being idle, and counting, keeps each element.
// After reset no word of a memory is held; with other words in the place of those that are not each element is the same.
static void print_table(void)
{
    const unsigned registers = count(true, false, false), elements = count(true, true, false), words = elements - registers;
    const unsigned reset = count(true, false, true) + registers + 1 + words, outputs = count(false, false, true) + count(false, false, false);
    printf("%u %u", reset, outputs + count(true, true, true) + elements + 1 + elements + (ops->count ? elements : 0));
    if (words) printf(" %u", 1 + count(false, false, false) + registers + 2 * words);
    putchar('\n');
}

int main(int n_arguments, char **arguments)
{
    if (n_arguments == 2 && strcmp(arguments[1], "table") == 0) return print_table(), 0;
    const bool verilog = n_arguments == 4 && strcmp(arguments[1], "rtl") == 0, pieces = n_arguments == 4 && strcmp(arguments[1], "pieces") == 0;
    if (n_arguments != 4 || (!verilog && !pieces && strcmp(arguments[1], "model") != 0)) prove_refuse("expected table, or model, rtl or pieces, GRAPH.aig STEPS");
    const aiger a = aiger_read(arguments[2]);
    const long  steps = atol(arguments[3]);
    uint64_t   *values = prove_zeros(a.n_inputs + a.n_ands + 1u, sizeof *values), *expected = prove_zeros(a.n_outputs + 1u, sizeof *expected);
    bit_place  *inputs = prove_zeros(a.n_inputs + 1u, sizeof *inputs), *outputs = prove_zeros(a.n_outputs + 1u, sizeof *outputs);
    long        others = 0;
    begin(verilog);
    for (uint32_t i = 0; i < a.n_inputs; i++) inputs[i] = place_of(a.input_names[i]);
    for (uint32_t i = 0; i < a.n_outputs && !pieces; i++) {
        outputs[i] = place_of(a.output_names[i]);
        if (!outputs[i].field) prove_refuse("%s is no output or register", a.output_names[i]);
    }
    // 64 steps in a row are evaluated together.
    for (long done = 0; done < steps; done += LANES) {
        memset(values, 0, (a.n_inputs + 1u) * sizeof *values);
        memset(expected, 0, a.n_outputs * sizeof *expected);
        for (unsigned lane = 0; lane < LANES; lane++) {
            others += memcmp(q, first, ops->state_size) != 0 && done + lane < steps;
            step(done + lane);
            for (uint32_t i = 0; i < a.n_inputs; i++)
                values[i + 1] |= (inputs[i].field ? bit_at(inputs[i]) : random_bits() >> 32 & 1) << lane;
            for (uint32_t i = 0; i < a.n_outputs; i++)
                expected[i] |= (pieces ? strcmp(a.output_names[i], "assumed") == 0 : bit_at(outputs[i])) << lane;
            memcpy(q, d, ops->state_size);
        }
        aiger_evaluate(&a, values);
        for (uint32_t i = 0; i < a.n_outputs; i++) {
            const uint64_t wrong = aiger_value(values, a.outputs[i]) ^ expected[i];
            if (!wrong) continue;
            const unsigned lane = bit_number(lowest_bit(wrong)), seen = ~expected[i] >> lane & 1;
            if (pieces) printf("vector %ld: %s\n", done + lane, seen ? a.output_names[i] : "what is assumed does not hold");
            else printf("vector %ld: %s is %u, compiled %u\n", done + lane, a.output_names[i], seen, !seen);
            return 1;
        }
    }
    char reached[48] = "no registers";
    if (count(true, true, true)) snprintf(reached, sizeof reached, "%ld other than reset", others);
    if (pieces) printf("%ld states, %s: what is assumed holds, none of %u pieces is broken\n", steps, reached, a.n_outputs);
    else printf("%ld vectors, %u bits each\n", steps, a.n_outputs);
    return 0;
}
