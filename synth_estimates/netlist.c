// SPDX-License-Identifier: BSD-3-Clause
// Reads Yosys's JSON; see netlist.h. Registers are the cells whose type says flip-flop, of Yosys ($dff, $sdffce) or of
// the library. Latches and memories are not flip-flops: lint reports a latch in a block.
#include "synth_estimates/netlist.h"
#include "synth_estimates/overhead.h"

#include <stdlib.h>
#include <string.h>

static bool is_flip_flop(const netlist *module, const char *type)
{
    return module->library ? strcmp(type, module->library->flip_flop) == 0 : type[0] == '$' && strstr(type, "dff");
}

static const json_t *output_of(const netlist *module, const json_t *cell)
{
    const overhead_liberty *library = module->library;
    const char *pin = !library ? "Q" : library->output ? library->output : library->inverse;
    return json_object_get(json_object_get(cell, "connections"), pin);
}

static unsigned highest_net(const json_t *nets)
{
    unsigned highest = 0;
    const char *name;
    json_t *net, *bit;
    size_t i;
    json_object_foreach((json_t *)nets, name, net) json_array_foreach(
        json_object_get(net, "bits"), i, bit) if (json_is_integer(bit) && json_integer_value(bit) > highest) highest =
        (unsigned)json_integer_value(bit);
    return highest + 1;
}

// By net number, whether Yosys made the net for the write port of a memory: `proc` leaves flip-flops there that nothing
// reads.
static bool *write_ports(const netlist *module)
{
    bool *found = calloc(module->nets, sizeof *found);
    const char *name;
    json_t *net, *bit;
    size_t i;
    if (!found) abort();
    json_object_foreach(json_object_get(module->module, "netnames"), name, net)
        if (name[0] == '$' && strstr(name, "$memwr$"))   // or flattened: $flatten\below.$memwr$…
            json_array_foreach(json_object_get(net, "bits"), i, bit)
                if (json_is_integer(bit)) found[json_integer_value(bit)] = true;
    return found;
}

// --- loop integers

// Whether any of the cell's pins of that direction is on a marked net; with `mark`, all of them become marked.
static bool on_marked(const json_t *cell, const char *direction, bool *marked, bool mark)
{
    bool found = false;
    const char *pin;
    json_t *bits, *bit;
    size_t i;
    json_object_foreach(json_object_get(cell, "connections"), pin, bits)
    {
        if (strcmp(overhead_word(json_object_get(cell, "port_directions"), pin), direction) != 0) continue;
        json_array_foreach(bits, i, bit)
        {
            if (!json_is_integer(bit)) continue;
            found |= marked[json_integer_value(bit)];
            if (mark) marked[json_integer_value(bit)] = true;
        }
    }
    return found;
}

// Whether anything takes what a register holds but the multiplexers by which it holds it.
static bool is_read(const netlist *module, const json_t *bits)
{
    bool *reached = calloc(module->nets, sizeof *reached), read = false, more = true;
    if (!reached) abort();
    const char *name;
    json_t *thing, *bit;
    size_t i;
    json_array_foreach((json_t *)bits, i, bit) reached[json_integer_value(bit)] = true;
    while (more && !read) {
        more = false;
        json_object_foreach(json_object_get(module->module, "cells"), name, thing)
        {
            if (!on_marked(thing, "input", reached, false) || on_marked(thing, "output", reached, false)) continue;
            on_marked(thing, "output", reached, true);
            read |= !strstr(overhead_word(thing, "type"), "mux");
            more = true;
        }
    }
    json_object_foreach(json_object_get(module->module, "ports"), name, thing)
        json_array_foreach(json_object_get(thing, "bits"), i, bit)
            if (strcmp(overhead_word(thing, "direction"), "output") == 0 && json_is_integer(bit))
                read |= reached[json_integer_value(bit)];
    free(reached);
    return read;
}

// An `integer` that counts a loop of a clocked process is a register to `proc`; nothing reads it.
static void leave_out_loop_integers(netlist *module)
{
    enum { WIDTH = 32 };
    const char *name;
    json_t *net, *bit;
    size_t i;
    module->loop_integers = json_array();
    json_object_foreach(json_object_get(module->module, "netnames"), name, net)
    {
        const json_t *bits = json_object_get(net, "bits");
        if (name[0] == '$' || overhead_number(net, "signed") == 0 || json_array_size(bits) != WIDTH) continue;
        bool all = true;
        for (i = 0; i < WIDTH; i++) all &= netlist_is_register(module, bits, i);
        if (!all || is_read(module, bits)) continue;
        json_array_foreach((json_t *)bits, i, bit) module->driven[json_integer_value(bit)] = false;
        module->bits -= WIDTH;
        json_array_append_new(module->loop_integers, json_string(name));
    }
}

// Bit `i` of the net of that name becomes `bit`; the net and the bits below it are made where they are not there.
static void set_net(json_t *names, const char *name, size_t i, json_t *bit)
{
    json_t *net = json_object_get(names, name);
    if (!net) json_object_set_new(names, name, net = json_pack("{s:[]}", "bits"));
    json_t *bits = json_object_get(net, "bits");
    while (json_array_size(bits) <= i) json_array_append_new(bits, json_null());
    json_array_set(bits, i, bit);
}

// Flip-flops with an inverse output alone are named like the bit of the register that they hold, `x_q[3]@` (measure.sh):
// what they drive, by that name, as if it were the register's net, which is lost in the logic.
static json_t *held_by_name(const netlist *module)
{
    enum { MOST_BITS = 1 << 20 };
    json_t *held = json_object(), *cell;
    const char *name;
    json_object_foreach(json_object_get(module->module, "cells"), name, cell)
    {
        char text[2 * NETLIST_NAME];
        size_t length = strlen(name);
        if (!is_flip_flop(module, overhead_word(cell, "type")) || length < 2 || length > sizeof text) continue;
        if (name[length - 1] != '@') continue;
        snprintf(text, length, "%s", name);
        json_t *bit = json_array_get(output_of(module, cell), 0);
        set_net(held, text, 0, bit);
        char *index = strrchr(text, '[');
        unsigned long i = index ? strtoul(index + 1, NULL, 10) : 0;
        if (index) *index = '\0';
        if (index && i < MOST_BITS) set_net(held, text, i, bit);
    }
    return held;
}

// Gives these names to the netlist, and every other name that the RTL has for a bit that one of them names.
static void name_inverse(netlist *module, const json_t *rtl)
{
    json_t *held = held_by_name(module), *names = json_object_get(module->module, "netnames"), *net, *bit;
    unsigned nets = highest_net(rtl);
    json_t **of_net = calloc(nets, sizeof *of_net);   // by the RTL's number
    const char *name;
    size_t i;
    if (!of_net) abort();
    json_object_foreach(held, name, net)
        json_array_foreach(json_object_get(net, "bits"), i, bit) if (json_is_integer(bit)) set_net(names, name, i, bit);
    for (unsigned pass = 0; pass < 2; pass++)
        json_object_foreach((json_t *)rtl, name, net)
        {
            const json_t *bits = json_object_get(json_object_get(held, name), "bits");
            size_t offset = (size_t)overhead_number(net, "offset");
            json_array_foreach(json_object_get(net, "bits"), i, bit)
            {
                if (!json_is_integer(bit)) continue;
                json_t **known = &of_net[json_integer_value(bit)], *driven = json_array_get(bits, i + offset);
                if (pass == 0 && json_is_integer(driven)) *known = driven;
                if (pass == 1 && *known) set_net(names, name, i, *known);
            }
        }
    json_decref(held);
    free(of_net);
}

// By the nets of FOLDER/rtl.json beside FOLDER/net.json; a mapping under drawn names has none.
static void name_by_rtl(netlist *module, const char *path, const char *top)
{
    char rtl_path[512];
    const char *slash = strrchr(path, '/');
    snprintf(rtl_path, sizeof rtl_path, "%.*srtl.json", slash ? (int)(slash + 1 - path) : 0, path);
    if (!overhead_exists(rtl_path)) return;
    json_t *rtl = overhead_load(rtl_path);
    name_inverse(module, json_object_get(json_object_get(json_object_get(rtl, "modules"), top), "netnames"));
    json_decref(rtl);
}

void netlist_open(netlist *module, const char *path, const char *top, const overhead_liberty *library)
{
    *module = (netlist){.file = overhead_load(path), .library = library};
    module->module = json_object_get(json_object_get(module->file, "modules"), top);
    if (!module->module) {
        fprintf(stderr, "%s: holds no module %s\n", path, top);
        exit(2);
    }
    if (library && !library->output) name_by_rtl(module, path, top);
    module->nets = highest_net(json_object_get(module->module, "netnames"));
    module->driven = calloc(module->nets, sizeof *module->driven);
    if (!module->driven) abort();
    bool *writes = write_ports(module);
    const char *name;
    json_t *cell, *bit;
    size_t i;
    json_object_foreach(json_object_get(module->module, "cells"), name, cell)
    {
        if (!is_flip_flop(module, overhead_word(cell, "type"))) continue;
        bit = json_array_get(output_of(module, cell), 0);
        if (json_is_integer(bit) && writes[json_integer_value(bit)]) continue;
        json_array_foreach(output_of(module, cell), i, bit)
        {
            module->bits++;
            if (json_is_integer(bit) && json_integer_value(bit) < module->nets)
                module->driven[json_integer_value(bit)] = true;
        }
    }
    free(writes);
    leave_out_loop_integers(module);
}

const overhead_liberty *netlist_open_mapped(netlist *module, const char *folder, const char *top, const char *tech)
{
    char path[512];
    snprintf(path, sizeof path, "%s/library.lib", tech);
    const overhead_liberty *library = overhead_library(path);
    snprintf(path, sizeof path, "%s/net.json", folder);
    netlist_open(module, path, top, library);
    return library;
}

void netlist_close(netlist *module)
{
    json_decref(module->loop_integers);
    free(module->driven);
    json_decref(module->file);
}

const json_t *netlist_net(const netlist *module, const char *name)
{
    return json_object_get(json_object_get(json_object_get(module->module, "netnames"), name), "bits");
}

bool netlist_is_register(const netlist *module, const json_t *bits, size_t i)
{
    const json_t *bit = json_array_get(bits, i);
    return json_is_integer(bit) && module->driven[json_integer_value(bit)];
}

// The register bit `net`: the first net that holds it and is named x_q, or else named in the Verilog.
static bool register_of(const netlist *module, json_int_t wanted, const char *suffix, char text[NETLIST_NAME])
{
    const char *name;
    json_t *net, *bit;
    size_t i;
    json_object_foreach(json_object_get(module->module, "netnames"), name, net)
    {
        size_t length = strlen(name);
        const json_t *bits = json_object_get(net, "bits");
        if (strchr(name, '$') || length < strlen(suffix)) continue;
        if (strcmp(name + length - strlen(suffix), suffix) != 0) continue;
        json_array_foreach((json_t *)bits, i, bit) if (json_is_integer(bit) && json_integer_value(bit) == wanted)
        {
            if (json_array_size(bits) == 1)
                snprintf(text, NETLIST_NAME, "%s", name);
            else
                snprintf(text, NETLIST_NAME, "%s[%zu]", name, i);
            return true;
        }
    }
    return false;
}

void netlist_point(const netlist *module, const char *point, char text[NETLIST_NAME])
{
    snprintf(text, NETLIST_NAME, "%s", point);
    char *pin = strrchr(text, '/');
    if (!pin) return;
    *pin = '\0';
    const json_t *cell = json_object_get(json_object_get(module->module, "cells"), text);
    const json_t *net = json_array_get(output_of(module, cell), 0);
    *pin = '/';
    if (json_is_integer(net) && !register_of(module, json_integer_value(net), "_q", text))
        register_of(module, json_integer_value(net), "", text);
}

void netlist_each_register(const netlist *module, FILE *out, void (*each)(FILE *out, const char *cell, const char *name))
{
    const char **names = calloc(module->nets, sizeof *names), *name;
    json_t *net, *bit, *cell;
    size_t i;
    if (!names) abort();
    json_object_foreach(json_object_get(module->module, "netnames"), name, net)
    {
        size_t length = strlen(name);
        if (length < 2 || strcmp(name + length - 2, "_q") != 0 || strchr(name, '$')) continue;
        json_array_foreach(json_object_get(net, "bits"), i, bit)
            if (json_is_integer(bit)) names[json_integer_value(bit)] = name;
    }
    json_object_foreach(json_object_get(module->module, "cells"), name, cell)
    {
        if (!is_flip_flop(module, overhead_word(cell, "type"))) continue;
        bit = json_array_get(output_of(module, cell), 0);
        const char *reg = json_is_integer(bit) ? names[json_integer_value(bit)] : NULL;
        each(out, name, reg ? reg : "");
    }
    free(names);
}
