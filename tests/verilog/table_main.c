// SPDX-License-Identifier: BSD-3-Clause
// Prints what the tables say, for the tests that hold the Verilog against them, and checks Yosys's registers.
//
//   table list                              block, configuration, Verilator flags: a line per built tuple
//   table shim BLOCK CONFIG                 a Verilog module that instantiates the block with every port of the table
//   table registers BLOCK CONFIG FILE       compares flip-flops and memories in Yosys's JSON with the table's registers and memories
//
// The JSON is that of one module after `proc; opt_dff -nodffe; memory_collect`, so that a reset is a parameter of the
// flip-flop and a memory one cell.
#include "rtl_c/block.h"
#include "tb/field.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_MAX_LENGTH = 64, BITS_MAX = 32768, STATE_WORDS_MAX = 4096 };

static const block_ops *find(const char *block, const char *config)
{
    for (const block_ops *const *model = block_table; *model; model++)
        if (strcmp((*model)->block, block) == 0 && strcmp((*model)->config, config) == 0)
            return *model;
    fprintf(stderr, "table: %s_%s is not built\n", block, config);
    return NULL;
}

static void list(void)
{
    for (const block_ops *const *model = block_table; *model; model++) {
        printf("%s %s", (*model)->block, (*model)->config);
        for (const block_param *param = (*model)->params; param->name; param++)
            printf(" -G%s=%u", param->name, param->value);
        printf("\n");
    }
}

static unsigned bits(const block_field *field) { return (unsigned)field->width * field->count; }
static bool is_port(const block_field *field) { return field->kind <= FIELD_OUT; }
static bool is_register(const block_field *field) { return field->kind == FIELD_REG; }
static const char *suffix(const block_field *field) { return field->kind == FIELD_OUT ? "o" : "i"; }

static void shim(const block_ops *model)
{
    printf("module %s_shim (\n    input wire clk_i,\n    input wire rst_i", model->block);
    for (const block_field *field = model->fields; field->name; field++)
        if (is_port(field))
            printf(",\n    %s wire [%u:0] %s_%s", field->kind == FIELD_OUT ? "output" : "input", bits(field) - 1,
                   field->name, suffix(field));
    printf("\n);\n    %s #(", model->block);
    for (const block_param *param = model->params; param->name; param++)
        printf("%s.%s(%u)", param == model->params ? "" : ", ", param->name, param->value);
    printf(") block (\n        .clk_i(clk_i),\n        .rst_i(rst_i)");
    for (const block_field *field = model->fields; field->name; field++)
        if (is_port(field))
            printf(",\n        .%s_%s(%s_%s)", field->name, suffix(field), field->name, suffix(field));
    printf("\n    );\nendmodule\n");
}

// What is known of one bit of the netlist, by Yosys's bit number.
typedef struct {
    bool is_flip_flop;
    bool is_named;             // belongs to a `_q` net
    bool has_reset;
    char reset;                // '0' or '1'
} netlist_bit;

typedef struct {
    json_t     *cells, *nets;
    netlist_bit bit[BITS_MAX];
    int         problems;
} netlist;

static void problem(netlist *n, const char *name, const char *what)
{
    fprintf(stderr, "register %s: %s\n", name, what);
    n->problems++;
}

static netlist_bit *bit_of(netlist *n, json_t *bit)
{
    json_int_t number = json_integer_value(bit);
    return json_is_integer(bit) && number < BITS_MAX ? &n->bit[number] : NULL;
}

static unsigned long parameter(json_t *cell, const char *name)          // a number in binary digits
{
    const char *digits = json_string_value(json_object_get(json_object_get(cell, "parameters"), name));
    return digits ? strtoul(digits, NULL, 2) : 0;
}

// Whether a cell is a memory of the table: its name, words and bits.
static bool is_memory_of(const block_ops *model, json_t *cell)
{
    const char *id = json_string_value(json_object_get(json_object_get(cell, "parameters"), "MEMID"));
    char name[NAME_MAX_LENGTH];
    for (const block_field *field = model->fields; id && field->name; field++) {
        snprintf(name, sizeof name, "\\%s_q", field->name);
        if (field->kind == FIELD_MEM && strcmp(id, name) == 0)
            return parameter(cell, "SIZE") == field->count && parameter(cell, "WIDTH") == field->width;
    }
    return false;
}

static void read_cells(netlist *n, const block_ops *model)
{
    unsigned memories = 0;
    const char *name;
    json_t *cell;
    json_object_foreach(n->cells, name, cell) {
        const char *type = json_string_value(json_object_get(cell, "type"));
        json_t *outputs = json_object_get(json_object_get(cell, "connections"), "Q");
        const char *reset = json_string_value(json_object_get(json_object_get(cell, "parameters"), "SRST_VALUE"));
        size_t width = json_array_size(outputs);
        if (type && strstr(type, "$mem") == type && is_memory_of(model, cell)) {
            memories++;
            continue;
        }
        if (!type || !strstr(type, "dff")) {
            problem(n, name, "a latch, or a memory that the table does not have so");
            continue;
        }
        for (size_t i = 0; i < width; i++) {
            netlist_bit *bit = bit_of(n, json_array_get(outputs, i));
            if (!bit) {
                problem(n, name, "more bits in the netlist than this test can hold");
                continue;
            }
            bit->is_flip_flop = true;
            bit->has_reset = reset && strlen(reset) == width;
            bit->reset = bit->has_reset ? reset[width - 1 - i] : 'x';
        }
    }
    for (const block_field *field = model->fields; field->name; field++)
        memories -= field->kind == FIELD_MEM;
    if (memories)
        problem(n, model->block, "a memory of the table is not in the Verilog");
}

// initial: the state after a reset.
static void compare_register(netlist *n, const block_field *field, const void *initial)
{
    char name[NAME_MAX_LENGTH], what[NAME_MAX_LENGTH + 64];
    json_t *net_bits;
    snprintf(name, sizeof name, "%s_q", field->name);
    net_bits = json_object_get(json_object_get(n->nets, name), "bits");
    if (!net_bits) {
        problem(n, name, "in the table, not in the Verilog");
        return;
    }
    if (json_array_size(net_bits) != bits(field)) {
        snprintf(what, sizeof what, "%zu bits in the Verilog, %u in the table", json_array_size(net_bits), bits(field));
        problem(n, name, what);
        return;
    }
    for (unsigned i = 0; i < bits(field); i++) {
        netlist_bit *bit = bit_of(n, json_array_get(net_bits, i));
        bool exists = field_mask(field, i / field->width) >> i % field->width & 1;
        unsigned reset = field_get(field, initial, i / field->width) >> i % field->width & 1;
        if (!exists && (!bit || !bit->is_flip_flop))
            continue;                                   // a constant
        if (!exists)
            snprintf(what, sizeof what, "bit %u is a flip-flop, not so in the table", i);
        else if (!bit || !bit->is_flip_flop)
            snprintf(what, sizeof what, "bit %u is no flip-flop", i);
        else if (!bit->has_reset)
            snprintf(what, sizeof what, "bit %u has no synchronous reset", i);
        else if (bit->reset != (char)('0' + reset))
            snprintf(what, sizeof what, "bit %u resets to %c in the Verilog, to %u in the table", i, bit->reset, reset);
        else {
            bit->is_named = true;
            continue;
        }
        problem(n, name, what);
        return;
    }
}

// A net that holds a flip-flop which no row of the table accounts for.
static void find_extra(netlist *n)
{
    const char *name;
    json_t *net;
    json_object_foreach(n->nets, name, net) {
        json_t *net_bits = json_object_get(net, "bits");
        for (size_t i = 0; i < json_array_size(net_bits); i++) {
            netlist_bit *bit = bit_of(n, json_array_get(net_bits, i));
            if (bit && bit->is_flip_flop && !bit->is_named) {
                problem(n, name, "in the Verilog, not in the table");
                break;
            }
        }
    }
}

static int registers(const block_ops *model, const char *path)
{
    static netlist n;
    static uint64_t initial[STATE_WORDS_MAX];
    json_error_t error;
    json_t *root = json_load_file(path, 0, &error);
    json_t *module;
    if (!root) {
        fprintf(stderr, "%s:%d: %s\n", path, error.line, error.text);
        return 2;
    }
    module = json_object_iter_value(json_object_iter(json_object_get(root, "modules")));
    n.cells = json_object_get(module, "cells");
    n.nets = json_object_get(module, "netnames");
    read_cells(&n, model);
    if (model->state_size > sizeof initial)
        abort();
    model->reset(initial);
    for (const block_field *field = model->fields; field->name; field++)
        if (is_register(field))
            compare_register(&n, field, initial);
    find_extra(&n);
    json_decref(root);
    return n.problems ? 1 : 0;
}

int main(int count, char **words)
{
    const block_ops *model = count >= 4 ? find(words[2], words[3]) : NULL;
    if (count == 2 && strcmp(words[1], "list") == 0) {
        list();
        return 0;
    }
    if (model && count == 4 && strcmp(words[1], "shim") == 0) {
        shim(model);
        return 0;
    }
    if (model && count == 5 && strcmp(words[1], "registers") == 0)
        return registers(model, words[4]);
    fprintf(stderr, "usage: table list | shim BLOCK CONFIG | registers BLOCK CONFIG FILE\n");
    return 2;
}
