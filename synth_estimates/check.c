// SPDX-License-Identifier: BSD-3-Clause
// What a module must be to be measured: flip-flops alone, all on the rising edge of clk_i, without asynchronous resets,
// values at power-up and tristate values. The library has no latch area, no reset pin, no initial value and no bus, and paths
// are timed from and to clk_i.
#include "synth_estimates/netlist.h"
#include "synth_estimates/overhead.h"

#include <string.h>

static bool is_parameter_zero(const json_t *cell, const char *name)
{
    const char *digits = json_string_value(json_object_get(json_object_get(cell, "parameters"), name));
    return digits && strspn(digits, "0") == strlen(digits);
}

// Name of the net that holds a bit; a net made by Yosys only when there is no other.
static const char *net_of(const netlist *rtl, const json_t *wanted)
{
    const char *name, *found = "a constant";
    json_t *net, *bit;
    size_t i;
    json_object_foreach(json_object_get(rtl->module, "netnames"), name, net)
        json_array_foreach(json_object_get(net, "bits"), i, bit)
            if (json_equal(bit, wanted) && (name[0] != '$' || strcmp(found, "a constant") == 0)) found = name;
    return found;
}

static bool has_z(const json_t *bits)
{
    json_t *bit;
    size_t i;
    json_array_foreach(bits, i, bit)
        if (json_is_string(bit) && strcmp(json_string_value(bit), "z") == 0) return true;
    return false;
}

// What is wrong with one cell, as words behind "module x "; NULL when nothing is.
static const char *cell_mistake(const netlist *rtl, const json_t *cell, const json_t *clock, char *text, size_t size)
{
    const char *type = overhead_word(cell, "type");
    bool memory = strncmp(type, "$memwr", 6) == 0;
    if (strncmp(type, "$meminit", 8) == 0) return "gives a memory values at power-up, expected none: reset or write it";
    const char *port;
    json_t *bits;
    json_object_foreach(json_object_get(cell, "connections"), port, bits)
        if (has_z(bits)) return "has a tristate value, z, expected 0 or 1";
    if (type[0] == '$' && strstr(type, "latch")) return "infers a latch, expected flip-flops only";
    if (type[0] != '$' || (!memory && !strstr(type, "dff"))) return NULL;
    if (strstr(type, "adff") || strstr(type, "aldff") || strstr(type, "dffsr"))
        return "has an asynchronous reset, expected synchronous ones";
    if (memory && is_parameter_zero(cell, "CLK_ENABLE")) return "infers a latch, expected flip-flops only";
    if (is_parameter_zero(cell, "CLK_POLARITY")) return "has a falling edge, expected posedge clk_i only";
    const json_t *bit = json_array_get(json_object_get(json_object_get(cell, "connections"), "CLK"), 0);
    if (json_equal(bit, clock)) return NULL;
    snprintf(text, size, "has a second clock, %s, expected clk_i only", net_of(rtl, bit));
    return text;
}

unsigned overhead_check(FILE *messages, const char *folder, const char *top, const char *file)
{
    char path[512], text[2 * NETLIST_NAME];
    snprintf(path, sizeof path, "%s/rtl.json", folder);
    netlist rtl;
    netlist_open(&rtl, path, top, NULL);
    const char *name, *mistake = NULL;
    json_t *thing;
    const json_t *clock = json_object_get(json_object_get(json_object_get(rtl.module, "ports"), "clk_i"), "bits");
    if (!clock) mistake = "has no clk_i, expected its clock under that name";
    json_object_foreach(json_object_get(rtl.module, "cells"), name, thing)
        if (!mistake) mistake = cell_mistake(&rtl, thing, json_array_get(clock, 0), text, sizeof text);
    json_object_foreach(json_object_get(rtl.module, "netnames"), name, thing)
    {
        if (mistake || !json_object_get(json_object_get(thing, "attributes"), "init")) continue;
        snprintf(text, sizeof text, "gives %s a value at power-up, expected none: reset it", name);
        mistake = text;
    }
    if (mistake) fprintf(messages, "%s: module %s %s\n", file, top, mistake);
    netlist_close(&rtl);
    return mistake != NULL;
}
