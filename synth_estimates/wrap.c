// SPDX-License-Identifier: BSD-3-Clause
// Wrappers around a module whose ports Yosys has listed. The first lets a wide block fit an FPGA's pins: a shift
// register feeds all inputs from one pin, a register takes all outputs, whose parity leaves by another. So every path
// of the block is from register to register. The second gives a module its parameters, ties some inputs and leaves
// outputs open.
#include "synth_estimates/overhead.h"

#include <stdlib.h>
#include <string.h>

// Prints `.port(vector[high:low])` for each port of a direction; returns the number of bits. Without `out` only counts.
static unsigned connect(FILE *out, json_t *ports, const char *direction, const char *vector)
{
    unsigned bits = 0;
    const char *name;
    json_t *port;
    json_object_foreach(ports, name, port)
    {
        if (strcmp(overhead_word(port, "direction"), direction) != 0 || strcmp(name, "clk_i") == 0) continue;
        unsigned width = (unsigned)json_array_size(json_object_get(port, "bits"));
        if (out) fprintf(out, ",\n        .%s(%s[%u:%u])", name, vector, bits + width - 1, bits);
        bits += width;
    }
    return bits;
}

// The ports of the module in FOLDER/rtl.json, held by `file`.
static json_t *ports_of(const char *folder, const char *top, json_t **file)
{
    char path[512];
    snprintf(path, sizeof path, "%s/rtl.json", folder);
    *file = overhead_load(path);
    return json_object_get(json_object_get(json_object_get(*file, "modules"), top), "ports");
}

unsigned overhead_wrap(FILE *out, const char *folder, const char *top)
{
    json_t *file, *ports = ports_of(folder, top, &file);
    unsigned inputs = connect(NULL, ports, "input", ""), outputs = connect(NULL, ports, "output", "");
    if (inputs < 2 || outputs < 1 || !json_object_get(ports, "clk_i")) {
        fprintf(stderr, "%s/rtl.json: module %s has no clk_i, inputs and outputs\n", folder, top);
        exit(2);
    }
    fprintf(out,
            "module wrapper(input clk_i, input serial_i, output parity_o);\n"
            "    reg [%u:0] inputs;\n    reg [%u:0] captured;\n    wire [%u:0] outputs;\n"
            "    assign parity_o = ^captured;\n"
            "    always @(posedge clk_i) begin\n        inputs <= {inputs[%u:0], serial_i};\n"
            "        captured <= outputs;\n    end\n    %s block (\n        .clk_i(clk_i)",
            inputs - 1, outputs - 1, outputs - 1, inputs - 2, top);
    connect(out, ports, "input", "inputs");
    connect(out, ports, "output", "outputs");
    fprintf(out, "\n    );\nendmodule\n");
    json_decref(file);
    return inputs + outputs;
}

// --- tied

// The text behind `name=` in a list as "a=1 b=0", or of a name in a list as "a b"; NULL: not in it.
static const char *in_list(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = list; *at; at += strcspn(at, " "), at += *at == ' ')
        if (strncmp(at, name, length) == 0 && strchr("= ", at[length])) return at[length] == '=' ? at + length + 1 : at;
    return NULL;
}

// The first name of a list that is no port of the direction.
static const char *unknown_port(const char *list, json_t *ports, const char *direction)
{
    for (const char *at = list; *at; at += strcspn(at, " "), at += *at == ' ') {
        char name[128];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at, "= "), at);
        if (strcmp(overhead_word(json_object_get(ports, name), "direction"), direction) != 0) return at;
    }
    return NULL;
}

const char *overhead_tie(FILE *out, const char *folder, const char *module, const char *parameters, const char *name,
                         const char *tied, const char *outputs)
{
    json_t *file, *ports = ports_of(folder, module, &file), *port;
    const char *port_name, *separator = "", *unknown = unknown_port(tied, ports, "input");
    if (!unknown) unknown = unknown_port(outputs, ports, "output");
    fprintf(out, "\nmodule %s(", name);
    json_object_foreach(ports, port_name, port)
    {
        bool input = strcmp(overhead_word(port, "direction"), "input") == 0;
        if (input ? in_list(tied, port_name) != NULL : *outputs && !in_list(outputs, port_name)) continue;
        fprintf(out, "%s\n    %s wire [%zu:0] %s", separator, overhead_word(port, "direction"),
                json_array_size(json_object_get(port, "bits")) - 1, port_name);
        separator = ",";
    }
    fprintf(out, "\n);\n    %s #(%s) whole (", module, parameters);
    separator = "";
    json_object_foreach(ports, port_name, port)
    {
        const char *value = in_list(tied, port_name);
        bool output = strcmp(overhead_word(port, "direction"), "output") == 0;
        bool left_open = output && *outputs && !in_list(outputs, port_name);
        if (value)
            fprintf(out, "%s\n        .%s(%zu'd%.*s)", separator, port_name,
                    json_array_size(json_object_get(port, "bits")), (int)strcspn(value, " "), value);
        else
            fprintf(out, "%s\n        .%s(%s)", separator, port_name, left_open ? "" : port_name);
        separator = ",";
    }
    fprintf(out, "\n    );\nendmodule\n");
    json_decref(file);
    return unknown;
}
