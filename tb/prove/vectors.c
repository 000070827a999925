// SPDX-License-Identifier: BSD-3-Clause
// What prove_step has written, beside what compilers and simulators make of the same texts, on the states that a block reaches
// from reset under random inputs. Built for one tuple (drive.h).
//
// vectors table                      obligations that follow from the block's table: of the reset, the step and unwritten words
// vectors model GRAPH.aig STEPS      functions of outputs and next registers (prove_step ... sides) beside the compiled model's
// vectors rtl GRAPH.aig STEPS        the same of the Verilog beside Verilator's
// vectors bench STEPS BENCH.v        a bench for Icarus, which prints what the Verilog does in each of these steps
// vectors icarus GRAPH.aig STEPS LOG the functions of the Verilog beside what that bench has printed
// vectors pieces GRAPH.aig STEPS     a step as it is given to the solver: what is assumed holds, no piece is broken
//
// Prints `N vectors, N bits each`, of pieces `N states, N other than reset: ...` (or `..., no registers: ...`), or the first that differs. Exit status 0 equal,
// 1 not, 2 something cannot be read.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/field.h"
#include "tb/prove/aiger.h"
#include "tb/prove/bench.h"
#include "tb/prove/drive.h"
#include "tb/prove/prove.h"

static const block_ops *const ops = &vectors_model;

enum { LANES = 64, LINE_ROOM = 1 << 17 };

typedef enum { MODEL, RTL, ICARUS, PIECES } side;

// What Icarus has printed; of outputs and registers the bits that are neither 0 nor 1.
static FILE *printed;
static drive_cycle unknown;

static FILE *open_or_refuse(const char *path, const char *mode)
{
    FILE *file = fopen(path, mode);
    if (!file) prove_refuse("%s: %s", path, strerror(errno));
    return file;
}

// Where a bit of a port or register stands: which structure, field, element and bit of it. Undefined bits have no field.
typedef struct { void **structure; const block_field *field; unsigned element, bit; } bit_place;

static bit_place place_of(const char *name)
{
    const struct { const char *ending; void **structure; bool input, state; } kinds[] = {
        {"_before", &drive.early, true, false}, {"_i", &drive.in, true, false}, {"_o", &drive.out, false, false},
        {"_q", &drive.q, false, true}, {"_d", &drive.d, false, true}};
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

static void end_step(void)
{
    drive_end_step();
    if (printed) memcpy(unknown.q, unknown.d, ops->state_size);
}

// The lines of the bench up to the next `.`: outputs, registers. What is unknown is 0 here, and must not matter.
static void take_printed(void)
{
    static char line[LINE_ROOM];
    for (;;) {
        bench_line shown;
        if (!fgets(line, sizeof line, printed)) prove_refuse("the bench has printed too little");
        if (strcmp(line, ".\n") == 0) return;
        if (!bench_read(ops, line, &shown) || !shown.count) prove_refuse("%s is no line of the bench", line);
        for (unsigned e = 0; e < shown.count; e++) {
            uint64_t value, open;
            bench_value(&shown, e, &value, &open);
            field_set(shown.field, shown.is_output ? drive.out : drive.d, shown.first + e, value);
            field_set(shown.field, shown.is_output ? unknown.out : unknown.d, shown.first + e, open);
        }
    }
}

// Only a word of a memory that nobody has written yet stays unknown.
static bool stays_unknown(bit_place p)
{
    const bool output = *p.structure == drive.out;
    if (!(field_get(p.field, output ? unknown.out : unknown.d, p.element) >> p.bit & 1)) return false;
    return p.field->kind == FIELD_MEM && field_get(p.field, unknown.q, p.element) >> p.bit & 1;
}

static bool is_unknown(bit_place p)
{
    return printed && field_get(p.field, *p.structure == drive.out ? unknown.out : unknown.d, p.element) >> p.bit & 1;
}

static void write_bench(const char *path, long steps)
{
    FILE *file = open_or_refuse(path, "w");
    bench_begin(file, ops);
    bench_set_inputs(file, ops, drive.in);
    fputs("        rst_i = 1;\n        #1 clk_i = 1;\n        #1 clk_i = 0;\n        rst_i = 0;\n", file);
    bench_show_registers(file, ops, true);
    fputs("        $display(\".\");\n", file);
    for (long number = 0; number < steps; number++) {
        drive_draw(number);
        bench_set_inputs(file, ops, drive.early);
        fputs("        #1;\n", file);
        bench_set_inputs(file, ops, drive.in);
        fputs("        #1;\n", file);
        bench_show_outputs(file, ops);
        fputs("        clk_i = 1;\n        #1 clk_i = 0;\n", file);
        bench_show_registers(file, ops, true);
        fputs("        $display(\".\");\n", file);
    }
    bench_end(file);
    if (fclose(file) != 0) prove_refuse("%s: %s", path, strerror(errno));
}

// So many bits of outputs, or registers; so many elements. A memory is one: what is asked of it is asked of any word.
static unsigned count(bool state, bool memories, bool bits)
{
    unsigned all = 0;
    for (const block_field *f = ops->fields; f->name; f++)
        if (!field_is_input(f) && field_is_state(f) == state && (memories || f->kind != FIELD_MEM)) all += (f->kind == FIELD_MEM ? 1u : f->count) * (bits ? f->width : 1u);
    return all;
}

static unsigned count_words(void)
{
    unsigned all = 0;
    for (const block_field *f = ops->fields; f->name; f++) if (f->kind == FIELD_MEM) all += f->count;
    return all;
}

// Each bit equals the Verilog's, each element but a memory's fits its width, the invariant holds; being idle, and counting, keeps each element.
// After reset no word of a memory is held; with other words in the place of those that are not each element is the same.
static void print_table(void)
{
    const unsigned registers = count(true, false, false), elements = count(true, true, false), memories = elements - registers;
    const unsigned reset = count(true, false, true) + registers + 1 + count_words(), outputs = count(false, false, true) + count(false, false, false);
    printf("%u %u", reset, outputs + count(true, true, true) + registers + 1 + elements + (ops->count ? elements : 0));
    if (memories) printf(" %u", 1 + count(false, false, false) + registers + 2 * memories);
    putchar('\n');
}

static void step(side of, long number)
{
    if (of != ICARUS) {
        drive_step(number);
        return;
    }
    drive_draw(number);
    take_printed();
}

// 64 steps in a row are evaluated together.
static int compare(side of, const char *path, long steps)
{
    const aiger a = aiger_read(path);
    uint64_t   *values = prove_zeros(a.n_inputs + a.n_ands + 1u, sizeof *values), *expected = prove_zeros(a.n_outputs + 1u, sizeof *expected);
    uint64_t   *open = prove_zeros(a.n_outputs + 1u, sizeof *open);
    bit_place  *inputs = prove_zeros(a.n_inputs + 1u, sizeof *inputs), *outputs = prove_zeros(a.n_outputs + 1u, sizeof *outputs);
    long        others = 0;
    for (uint32_t i = 0; i < a.n_inputs; i++) inputs[i] = place_of(a.input_names[i]);
    for (uint32_t i = 0; i < a.n_outputs && of != PIECES; i++) {
        outputs[i] = place_of(a.output_names[i]);
        if (!outputs[i].field) prove_refuse("%s is no output or register", a.output_names[i]);
    }
    for (long done = 0; done < steps; done += LANES) {
        const unsigned lanes = steps - done < LANES ? (unsigned)(steps - done) : LANES;
        memset(values, 0, (a.n_inputs + 1u) * sizeof *values);
        memset(expected, 0, a.n_outputs * sizeof *expected);
        memset(open, 0, a.n_outputs * sizeof *open);
        for (unsigned lane = 0; lane < lanes; lane++) {
            others += !drive_is_as_reset();
            step(of, done + lane);
            for (uint32_t i = 0; i < a.n_inputs; i++)
                values[i + 1] |= (inputs[i].field ? bit_at(inputs[i]) : drive_bits() >> 32 & 1) << lane;
            for (uint32_t i = 0; i < a.n_outputs; i++) {
                expected[i] |= (of == PIECES ? strcmp(a.output_names[i], "assumed") == 0 : bit_at(outputs[i])) << lane;
                if (of != ICARUS) continue;
                if (stays_unknown(outputs[i])) open[i] |= UINT64_C(1) << lane;
                else if (is_unknown(outputs[i])) return printf("vector %ld: %s is unknown\n", done + lane, a.output_names[i]), 1;
            }
            if (of == MODEL && !drive_counts()) return printf("vector %ld: the model counts otherwise than it steps\n", done + lane), 1;
            end_step();
        }
        aiger_evaluate(&a, values);
        for (uint32_t i = 0; i < a.n_outputs; i++) {
            const uint64_t wrong = (aiger_value(values, a.outputs[i]) ^ expected[i]) & ~open[i] & MASK(lanes);
            if (!wrong) continue;
            const unsigned lane = bit_number(lowest_bit(wrong)), seen = ~expected[i] >> lane & 1;
            if (of == PIECES) printf("vector %ld: %s\n", done + lane, seen ? a.output_names[i] : "what is assumed does not hold");
            else printf("vector %ld: %s is %u, compiled %u\n", done + lane, a.output_names[i], seen, !seen);
            return 1;
        }
    }
    char reached[48] = "no registers";
    if (count(true, true, true)) snprintf(reached, sizeof reached, "%ld other than reset", others);
    if (of == PIECES) printf("%ld states, %s: what is assumed holds, none of %u pieces is broken\n", steps, reached, a.n_outputs);
    else printf("%ld vectors, %u bits each\n", steps, a.n_outputs);
    return 0;
}

int main(int n, char **arguments)
{
    static const char *const sides[] = {[MODEL] = "model", [RTL] = "rtl", [ICARUS] = "icarus", [PIECES] = "pieces"};
    if (n == 2 && strcmp(arguments[1], "table") == 0) return print_table(), 0;
    for (side of = MODEL; n >= 4 && of <= PIECES; of++) {
        if (strcmp(arguments[1], sides[of]) != 0 || n != (of == ICARUS ? 5 : 4)) continue;
        drive_begin(of == RTL);
        if (of == ICARUS) {
            printed = open_or_refuse(arguments[4], "r");
            unknown = (drive_cycle){.q = prove_zeros(1, ops->state_size), .out = prove_zeros(1, ops->out_size), .d = prove_zeros(1, ops->state_size)};
            take_printed();
            end_step();
        }
        return compare(of, arguments[2], atol(arguments[3]));
    }
    if (n != 4 || strcmp(arguments[1], "bench") != 0) prove_refuse("expected table, bench STEPS BENCH.v, or model, rtl, icarus or pieces, GRAPH.aig STEPS");
    drive_begin(false);
    write_bench(arguments[3], atol(arguments[2]));
    return 0;
}
