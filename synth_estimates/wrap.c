// A wrapper that lets a wide block fit an FPGA's pins: a shift register feeds all inputs from one pin, a register takes
// all outputs, whose parity leaves by another. So every path of the block is from register to register.
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

unsigned overhead_wrap(FILE *out, const char *folder, const char *top)
{
    char path[512];
    snprintf(path, sizeof path, "%s/rtl.json", folder);
    json_t *file = overhead_load(path);
    json_t *ports = json_object_get(json_object_get(json_object_get(file, "modules"), top), "ports");
    unsigned inputs = connect(NULL, ports, "input", ""), outputs = connect(NULL, ports, "output", "");
    if (inputs < 2 || outputs < 1 || !json_object_get(ports, "clk_i")) {
        fprintf(stderr, "%s: module %s has no clk_i, inputs and outputs\n", path, top);
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
