// SPDX-License-Identifier: BSD-3-Clause
#include "tb/prove/rtl.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/prove/obligations.h"
#include "tb/prove/ports.h"
#include "tb/prove/prove.h"
#include "tb/prove/rtl_ports.h"

enum { NAME_ROOM = 512, MOST_VARIABLES = 1 << 28 };

typedef struct { unsigned literal, next; bool of_port; char name[NAME_ROOM]; } signal;

static const char *file_name;
static FILE       *file;

static noreturn void damaged(const char *what) { prove_refuse("%s: %s", file_name, what); }

static unsigned read_number(unsigned most)
{
    unsigned number;
    if (fscanf(file, "%u", &number) != 1) damaged("expected a number");
    if (number > most) damaged("a number is too large");
    return number;
}

// Yosys writes several names of one signal in a line, apart by spaces: the one that ends as the kind's do. What is of a memory's port
// is that alone.
static void take_name(signal *s, char *names, const char *ending)
{
    for (char *one = strtok(names, " "); one; one = strtok(NULL, " ")) {
        if (rtl_port_signal(one, s->literal)) s->of_port = true;
        const char *bracket = strchr(one, '['), *end = bracket ? bracket : one + strlen(one);
        if (end - one < 2 || strncmp(end - 2, ending, 2) != 0 || strchr(one, '.') || one[0] == '$') continue;
        snprintf(s->name, sizeof s->name, "%s%s", one, bracket ? "" : "[0]");
        return;
    }
}

static void compare(const char *name, literal seen)
{
    model_result *expected = result_named(name);
    if (!expected) prove_refuse("the Verilog's %s is not the model's", name);
    expected->rtl = seen;
    must_equal(name, ports_resolve_registers(expected->value), seen);
    expected->compared = true;
}

// A register bit that does not exist stays 0 in the model, whether the Verilog has it or not; every other result of the model
// has been compared.
static void check_all_compared(void)
{
    for (size_t i = 0; i < n_results(); i++) {
        const model_result *result = result_at(i);
        char name[NAME_ROOM];
        snprintf(name, sizeof name, "%s", result->name);
        strchr(name, '[')[-1] = 'q';
        const bool absent = bit_is_known(name) && bit_named(name) == ZERO;
        if (absent && result->compared) must_hold(result->name, not1(result->value), ONE);      // as the Verilog's is: the table's one
        else if (absent) must_be_zero(result->name, result->value);
        else if (!result->compared) prove_refuse("the model's %s is not the Verilog's", result->name);
    }
}

// Yosys writes each and after its operands. What hangs on a read of a memory waits for its data; what is left in the end was written in
// another order.
static void make_ands(rtl_functions of, unsigned (*ands)[3], unsigned n_ands)
{
    for (unsigned i = 0; i < n_ands; i++) {
        const unsigned a = ands[i][1], b = ands[i][2];
        if (!of.known[a >> 1] || !of.known[b >> 1] || of.known[ands[i][0] >> 1]) continue;
        of.function[ands[i][0] >> 1] = and2(of.function[a >> 1] ^ (a & 1), of.function[b >> 1] ^ (b & 1));
        of.known[ands[i][0] >> 1] = 1;
    }
}

void rtl_read(const char *path, bool reset)
{
    file_name = path;
    file = fopen(path, "r");
    if (!file) prove_refuse("%s: %s", path, strerror(errno));
    char magic[8] = "";
    if (fscanf(file, "%7s", magic) != 1 || strcmp(magic, "aag") != 0) damaged("expected ASCII AIGER");
    const unsigned most = read_number(MOST_VARIABLES), n_inputs = read_number(most), n_latches = read_number(most);
    const unsigned n_outputs = read_number(MOST_VARIABLES), n_ands = read_number(most);
    literal *function = prove_zeros(most + 1u, sizeof *function);
    uint8_t *defined = prove_zeros(most + 1u, 1);
    signal  *inputs = prove_zeros(n_inputs + 1u, sizeof *inputs), *latches = prove_zeros(n_latches + 1u, sizeof *latches);
    signal  *outputs = prove_zeros(n_outputs + 1u, sizeof *outputs);
    unsigned (*ands)[3] = prove_zeros(n_ands + 1u, sizeof *ands);
    char *line = NULL;                                   // of a signal with many names, long
    size_t room = 0;
    defined[0] = 1;
    for (unsigned i = 0; i < n_inputs; i++) inputs[i].literal = read_number(2 * most + 1);
    for (unsigned i = 0; i < n_latches; i++) {
        latches[i].literal = read_number(2 * most + 1);
        latches[i].next = read_number(2 * most + 1);
        if (getline(&line, &room, file) < 0) damaged("ends among the registers");      // the initial value, unused
    }
    for (unsigned i = 0; i < n_outputs; i++) outputs[i].literal = read_number(2 * most + 1);
    for (unsigned i = 0; i < n_ands; i++) for (int k = 0; k < 3; k++) ands[i][k] = read_number(2 * most + 1);
    if (getline(&line, &room, file) < 0) damaged("has no names");
    while (getline(&line, &room, file) > 0) {
        char kind, *end;
        line[strcspn(line, "\n")] = '\0';
        kind = line[0];
        if (kind == 'c') break;
        const unsigned long index = strtoul(line + 1, &end, 10);
        if (kind == 'i' && index < n_inputs) take_name(&inputs[index], end, "_i");
        else if (kind == 'l' && index < n_latches) take_name(&latches[index], end, "_q");
        else if (kind == 'o' && index < n_outputs) take_name(&outputs[index], end, "_o");
        else damaged("a name of nothing");
    }
    free(line);
    fclose(file);

    unsigned clock = 0;
    for (unsigned i = 0; i < n_inputs; i++) {
        literal x = ZERO;
        if (inputs[i].of_port) continue;
        if (strcmp(inputs[i].name, "clk_i[0]") == 0) clock = inputs[i].literal;
        if (strcmp(inputs[i].name, "rst_i[0]") == 0) x = reset ? ONE : ZERO;
        else if (strcmp(inputs[i].name, "clk_i[0]") != 0) {
            if (!inputs[i].name[0]) snprintf(inputs[i].name, NAME_ROOM, "undefined in the Verilog[%u]", i);
            else if (!reset && !bit_is_known(inputs[i].name)) prove_refuse("the Verilog's input %s is not the model's", inputs[i].name);
            x = bit_named(inputs[i].name);
        }
        function[inputs[i].literal >> 1] = x;
        defined[inputs[i].literal >> 1] = 1;
    }
    for (unsigned i = 0; i < n_latches; i++) {
        if (!latches[i].name[0]) prove_refuse("a register of the Verilog has no name that ends in _q");
        if (!reset && !bit_is_known(latches[i].name)) prove_refuse("the Verilog's register %s is not the model's", latches[i].name);
        function[latches[i].literal >> 1] = bit_named(latches[i].name);
        defined[latches[i].literal >> 1] = 1;
    }
    const rtl_functions functions = {function, defined};
    do make_ands(functions, ands, n_ands); while (rtl_ports_read(functions, reset));
    for (unsigned i = 0; i < n_ands; i++) if (!defined[ands[i][0] >> 1]) damaged("an and stands before its operands");
#define FUNCTION(x) (function[(x) >> 1] ^ ((x) & 1))
    for (unsigned i = 0; i < n_latches; i++) {
        char name[NAME_ROOM];
        snprintf(name, sizeof name, "%s", latches[i].name);
        char *end = strchr(name, '[');
        end[-1] = 'd';
        compare(name, FUNCTION(latches[i].next));
    }
    if (!reset) rtl_ports_compare(functions, clock);       // no reset reaches a memory
    for (unsigned i = 0; !reset && i < n_outputs; i++) {
        if (outputs[i].of_port) continue;
        if (!outputs[i].name[0]) prove_refuse("an output of the Verilog has no name that ends in _o");
        compare(outputs[i].name, FUNCTION(outputs[i].literal));
    }
    check_all_compared();
}
