// SPDX-License-Identifier: BSD-3-Clause
// Paths through several blocks within one cycle, from chains.def: the sum of the longest path of each block between the
// ports that are connected. An upper bound, for the longest paths of two blocks need not meet at the same bit.
#include "synth_estimates/overhead.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT = 512 };

// Whether all of a chain lies within verilog/warp_front_end.v.
enum place { IN_FRONT_END, BY_ISSUE_STAGE };
static const struct {
    const char *system;
    enum place place;
    const char *words, *links;
} chains[] = {
#define CHAIN(system, place, words, links) {#system, place, words, links},
#include "synth_estimates/chains.def"
#undef CHAIN
};
enum { CHAINS = sizeof chains / sizeof *chains };

static const char registers[] = "registers";

static void fail(const char *seen, const char *expected)
{
    fprintf(stderr, "synth_estimates/chains.def: %s, expected %s\n", seen, expected);
    exit(2);
}

static const overhead_machine *machine_of_system(const char *name)
{
    const overhead_system *system = overhead_systems;
    while (system->name && strcmp(system->name, name) != 0) system++;
    if (!system->name) fail(name, "a system of systems.def");
    return overhead_machine_of(system->machine);
}

// Whether NAME is such a port of the block, `_i` or `_o`.
static bool is_port(const block_ops *ops, const char *name, bool output)
{
    size_t length = strlen(name);
    if (length < 3 || strcmp(name + length - 2, output ? "_o" : "_i") != 0) return false;
    for (const block_field *field = ops->fields; field->name; field++) {
        bool is_output = field->kind == FIELD_OUT, is_input = field->kind == FIELD_IN || field->kind == FIELD_IN_LATE;
        if ((output ? is_output : is_input) && strlen(field->name) == length - 2 &&
            strncmp(field->name, name, length - 2) == 0)
            return true;
    }
    return false;
}

// Whether the text is this block's port, with its suffix: "oaws_ocw", "ocw", "_o".
static bool is_named(const char *text, const char *name, const char *suffix)
{
    size_t length = strlen(name);
    return strncmp(text, name, length) == 0 && strcmp(text + length, suffix) == 0;
}

// Whether a row of rtl_c/wires.def leads from the one port to the other.
static bool is_wired(const char *from, const char *output, const char *to, const char *input)
{
    static const struct {
        const char *from, *output, *to, *input;
    } wires[] = {
#define WIRE(system, source, output, receiver, input) {#source, #output, #receiver, #input},
#define WIRE_EACH(system, source, output, receiver, input) {#source, #output, #receiver, #input},
#define WIRE_PAIRS(system, source, output, receiver, input) {#source, #output, #receiver, #input},
#define ASKED(system, source, output, receiver, input, words) {#source, #output, #receiver, #input},
#define FED(system, receiver, input, words)
#define TIED(system, receiver, input)
#include "rtl_c/wires.def"
#undef WIRE
#undef WIRE_EACH
#undef WIRE_PAIRS
#undef ASKED
#undef FED
#undef TIED
    };
    for (size_t i = 0; i < sizeof wires / sizeof *wires; i++)
        if (strcmp(wires[i].from, from) == 0 && is_named(output, wires[i].output, "_o") &&
            strcmp(wires[i].to, to) == 0 && is_named(input, wires[i].input, "_i"))
            return true;
    return false;
}

// The links of a chain as {block, from, to}; exit 2 at the first that no block has, or that follows on none.
static json_t *links_of(size_t chain)
{
    json_t *links = json_array();
    char text[TEXT];
    bool ended = false;
    if (strlen(chains[chain].links) >= sizeof text) fail(chains[chain].words, "fewer links");
    strcpy(text, chains[chain].links);
    for (char *link = strtok(text, " "); link; link = strtok(NULL, " ")) {
        char seen[TEXT], block[TEXT], from[TEXT], to[TEXT];
        strcpy(seen, link);
        if (sscanf(link, "%511[^:]:%511[^>]>%511s", block, from, to) != 3) fail(seen, "block:from>to");
        const block_ops *const *ops = block_table;
        while (*ops && strcmp((*ops)->block, block) != 0) ops++;
        if (!*ops) fail(seen, "a block of rtl_c/configs.def");
        bool first = json_array_size(links) == 0;
        if (!(first && strcmp(from, registers) == 0) && !is_port(*ops, from, false))
            fail(seen, "an input of the block, or registers at the beginning");
        if (ended) fail(seen, "nothing after registers");
        const json_t *before = first ? NULL : json_array_get(links, json_array_size(links) - 1);
        if (before && !is_wired(overhead_word(before, "block"), overhead_word(before, "to"), block, from))
            fail(seen, "an input that rtl_c/wires.def wires to the output before it");
        ended = strcmp(to, registers) == 0;
        if (!ended && !is_port(*ops, to, true)) fail(seen, "an output of the block, or registers at the end");
        json_array_append_new(links, json_pack("{s:s,s:s,s:s}", "block", block, "from", from, "to", to));
    }
    if (!ended) fail(chains[chain].words, "registers at the end");
    return links;
}

json_t *overhead_chain_list(void)
{
    json_t *list = json_array();
    for (size_t chain = 0; chain < CHAINS; chain++)
        json_array_append_new(list, json_pack("{s:s,s:s,s:b,s:o}", "system", chains[chain].system, "what",
                                              chains[chain].words, "in_front_end",
                                              chains[chain].place == IN_FRONT_END, "links", links_of(chain)));
    return list;
}

void overhead_links(FILE *out, const char *block)
{
    if (overhead_front_end_links(out, block)) return;
    json_t *printed = json_object(), *links, *link;
    for (size_t chain = 0; chain < CHAINS; chain++) {
        size_t i;
        json_array_foreach(links = links_of(chain), i, link)
        {
            char text[TEXT];
            snprintf(text, sizeof text, "%s>%s", overhead_word(link, "from"), overhead_word(link, "to"));
            if (strcmp(overhead_word(link, "block"), block) != 0 || json_object_get(printed, text)) continue;
            fprintf(out, "%s%s", json_object_size(printed) ? " " : "", text);
            json_object_set_new(printed, text, json_true());
        }
        json_decref(links);
    }
    fprintf(out, "\n");
    json_decref(printed);
}

double overhead_link_ns(const char *folder, const char *link)
{
    char path[TEXT], wanted[TEXT], line[TEXT];
    double ns = -1;
    snprintf(path, sizeof path, "%s/timing.txt", folder);
    snprintf(wanted, sizeof wanted, "link %s ", link);
    FILE *file = fopen(path, "r");
    while (file && ns < 0 && fgets(line, sizeof line, file))
        if (strncmp(line, wanted, strlen(wanted)) == 0) ns = atof(line + strlen(wanted));
    if (file) fclose(file);
    return ns;
}

// Puts a link's nanoseconds at its system's machine into it, and adds those of each permutation to NOISE, where they
// are known of all links; false when its block is not mapped there.
static bool add_nanoseconds(json_t *link, json_t *rows, const char *folder, const char *system,
                            double noise[OVERHEAD_PERMUTATIONS])
{
    const block_ops *ops = overhead_tuple(system, overhead_word(link, "block"), machine_of_system(system));
    if (!ops || !json_object_get(overhead_row(rows, ops->block, ops->config), "cost")) return false;
    char at[TEXT], text[TEXT];
    snprintf(at, sizeof at, "%s/%s_%s", folder, ops->block, ops->config);
    snprintf(text, sizeof text, "%s>%s", overhead_word(link, "from"), overhead_word(link, "to"));
    double ns = overhead_link_ns(at, text);
    if (ns < 0) {
        fprintf(stderr, "%s/timing.txt: no line link %s: its chain is left out, make overhead measures it\n", at, text);
        return false;
    }
    json_object_set_new(link, "ns", json_real(ns));
    for (unsigned seed = 0; seed < OVERHEAD_PERMUTATIONS; seed++) {
        snprintf(at, sizeof at, "%s/%s_%s/noise_%u", folder, ops->block, ops->config, seed + 1);
        double one = overhead_link_ns(at, text);
        noise[seed] = one < 0 || noise[seed] < 0 ? -1 : noise[seed] + one;
    }
    return true;
}

json_t *overhead_chains(json_t *rows, const char *folder, double delay_65nm)
{
    json_t *list = json_array(), *chains = overhead_chain_list(), *chain, *link;
    size_t c;
    json_array_foreach(chains, c, chain)
    {
        const overhead_machine *machine = machine_of_system(overhead_word(chain, "system"));
        double whole = 0, noise[OVERHEAD_PERMUTATIONS] = {0};
        bool mapped = true;
        size_t i;
        json_array_foreach(json_object_get(chain, "links"), i, link)
        {
            mapped = mapped && add_nanoseconds(link, rows, folder, overhead_word(chain, "system"), noise);
            whole += overhead_number(link, "ns");
        }
        double periods = whole * overhead_clock_mhz(machine, NULL) / 1000;
        json_object_update_new(chain, json_pack("{s:s,s:f,s:f,s:f}", "machine", machine->name, "mhz",
                                                overhead_clock_mhz(machine, NULL), "ns", whole, "periods", periods));
        if (delay_65nm > 0) json_object_set_new(chain, "periods_65nm", json_real(periods * delay_65nm));
        json_t *spread = mapped ? overhead_noise_summary(noise) : NULL;
        if (spread) json_object_set_new(chain, "noise", json_pack("{s:o}", "ns", spread));
        if (mapped) json_array_append(list, chain);
    }
    json_decref(chains);
    return list;
}
