// SPDX-License-Identifier: BSD-3-Clause
// The adder cells of a library, found by function: two outputs, sum and carry of three inputs or two, either of them
// perhaps inverted. The smallest of each kind is used where it is smaller than gates that do the same: a full adder than two
// exclusive ors and three NANDs, a half adder than an exclusive or and a NAND.
#include "synth_estimates/liberty.h"
#include "synth_estimates/liberty_cells.h"

#include <string.h>

enum {
    SUM = LIBERTY_FIRST ^ LIBERTY_SECOND ^ LIBERTY_THIRD,
    CARRY = (LIBERTY_FIRST & LIBERTY_SECOND) | (LIBERTY_FIRST & LIBERTY_THIRD) | (LIBERTY_SECOND & LIBERTY_THIRD)
};

typedef struct {
    const liberty_node *cell;
    const char *inputs[LIBERTY_PINS], *sum, *carry;
    bool sum_inverted, carry_inverted;
} adder;

// Fills in the pins when the cell adds that many bits.
static bool is_adder(const liberty_node *cell, size_t inputs, adder *found)
{
    const unsigned sum = inputs == 3 ? SUM : LIBERTY_XOR, carry = inputs == 3 ? CARRY : LIBERTY_FIRST & LIBERTY_SECOND;
    *found = (adder){.cell = cell};
    if (liberty_has_state(cell) || liberty_pins(cell, "input") != inputs || liberty_pins(cell, "output") != 2) return false;
    for (size_t i = 0; i < inputs; i++) found->inputs[i] = liberty_first_word(liberty_pin(cell, "input", i));
    for (size_t i = 0; i < 2; i++) {
        const liberty_node *pin = liberty_pin(cell, "output", i);
        const char *function = liberty_value(pin, "function"), *name = liberty_first_word(pin);
        if (*liberty_value(pin, "three_state")) return false;
        bool sum_not = liberty_is_function(function, LIBERTY_ALL & ~sum, found->inputs);
        bool carry_not = liberty_is_function(function, LIBERTY_ALL & ~carry, found->inputs);
        if (sum_not || liberty_is_function(function, sum, found->inputs)) found->sum = name, found->sum_inverted = sum_not;
        if (carry_not || liberty_is_function(function, carry, found->inputs))
            found->carry = name, found->carry_inverted = carry_not;
    }
    return found->sum && found->carry;
}

// The area of the smallest exclusive or, inverted perhaps; where there is none it is four NANDs.
static double xor_area(const overhead_liberty *library)
{
    const liberty_node *smallest = NULL, *cell = NULL;
    while ((cell = liberty_next(library->tree, "cell", cell)))
        if (!overhead_left_out(cell, NULL) && liberty_smaller(cell, smallest) &&
            (liberty_is_gate(cell, 2, LIBERTY_XOR) || liberty_is_gate(cell, 2, LIBERTY_ALL & ~LIBERTY_XOR)))
            smallest = cell;
    return smallest ? liberty_area(smallest) : 4 * library->gate_area;
}

static bool find_adder(const overhead_liberty *library, size_t inputs, adder *smallest)
{
    adder found;
    const liberty_node *cell = NULL;
    smallest->cell = NULL;
    while ((cell = liberty_next(library->tree, "cell", cell)))
        if (!overhead_left_out(cell, NULL) && liberty_smaller(cell, smallest->cell) && is_adder(cell, inputs, &found))
            *smallest = found;
    double gates = inputs == 3 ? 2 * xor_area(library) + 3 * library->gate_area : xor_area(library) + library->gate_area;
    return smallest->cell && liberty_area(smallest->cell) < gates;
}

const char *overhead_library_adder(const overhead_liberty *library, unsigned inputs)
{
    adder found;
    return find_adder(library, inputs, &found) ? liberty_first_word(found.cell) : NULL;
}

// The body of the module for that many inputs: the cell, or gates where the library has none that is used.
static void write_body(FILE *out, const overhead_liberty *library, size_t inputs)
{
    adder found;
    if (!find_adder(library, inputs, &found)) {
        fprintf(out, "        assign Y = A ^ B ^ C, X = (A & B) | (C & (A ^ B));\n");
        return;
    }
    fprintf(out, "        wire sum, carry;\n        %s adder(", liberty_first_word(found.cell));
    for (size_t i = 0; i < inputs; i++) fprintf(out, ".%s(%c), ", found.inputs[i], "ABC"[i]);
    fprintf(out, ".%s(sum), .%s(carry));\n", found.sum, found.carry);
    fprintf(out, "        assign Y = %ssum, X = %scarry;\n", found.sum_inverted ? "~" : "", found.carry_inverted ? "~" : "");
}

void overhead_library_adders(const overhead_liberty *library, FILE *out)
{
    const char *full = overhead_library_adder(library, 3), *half = overhead_library_adder(library, 2);
    if (!full && !half) return;
    fprintf(out, "//%s%s\n(* techmap_celltype = \"$fa\" *)\n", full ? " -fa" : "", half ? " -ha" : "");
    fprintf(out, "module adder(input A, input B, input C, output X, output Y);\n    parameter WIDTH = 1;\n");
    fprintf(out, "    parameter _TECHMAP_CONSTMSK_C_ = 1'b0;\n    parameter _TECHMAP_CONSTVAL_C_ = 1'b0;\n");
    fprintf(out, "    generate if (_TECHMAP_CONSTMSK_C_ & ~_TECHMAP_CONSTVAL_C_) begin : half\n");
    write_body(out, library, 2);
    fprintf(out, "    end else begin : full\n");
    write_body(out, library, 3);
    fprintf(out, "    end endgenerate\nendmodule\n");
}
