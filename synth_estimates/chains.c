// Paths through several blocks within one cycle: the sum of each block's longest path of its kind. An upper bound, for
// the longest paths of two blocks need not meet at the same bit.
#include "synth_estimates/overhead.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *system, *words, *links;
} chains[] = {
#define CHAIN(system, words, links) {#system, words, links},
#include "synth_estimates/chains.def"
#undef CHAIN
};

// Nanoseconds of a block's longest path of a kind at a machine; -1 when it is not mapped.
static double link_ns(json_t *rows, const char *block, const char *kind, const overhead_machine *machine)
{
    const block_ops *ops = overhead_tuple(block, machine);
    json_t *row = ops ? overhead_row(rows, ops->block, ops->config) : NULL, *path;
    size_t i;
    json_array_foreach(json_object_get(json_object_get(row, "cost"), "paths"), i, path)
        if (strcmp(overhead_word(path, "kind"), kind) == 0) return overhead_number(path, "ns");
    return -1;
}

static const overhead_machine *machine_of_system(const char *name)
{
    const overhead_system *system = overhead_systems;
    while (system->name && strcmp(system->name, name) != 0) system++;
    if (!system->name) {
        fprintf(stderr, "synth_estimates/chains.def: %s, expected a system of systems.def\n", name);
        exit(2);
    }
    return overhead_machine_of(system->machine);
}

json_t *overhead_chains(json_t *rows)
{
    json_t *list = json_array();
    for (size_t i = 0; i < sizeof chains / sizeof *chains; i++) {
        const overhead_machine *machine = machine_of_system(chains[i].system);
        json_t *links = json_array();
        double whole = 0;
        bool mapped = true;
        char text[256];
        snprintf(text, sizeof text, "%s", chains[i].links);
        for (char *link = strtok(text, " "); link; link = strtok(NULL, " ")) {
            char *kind = strchr(link, ':');
            *kind++ = '\0';
            double ns = link_ns(rows, link, kind, machine);
            mapped &= ns >= 0;
            whole += ns;
            json_array_append_new(links, json_pack("{s:s,s:s,s:f}", "block", link, "kind", kind, "ns", ns));
        }
        double periods = whole * machine->clock_mhz / 1000;
        json_t *chain = json_pack("{s:s,s:s,s:s,s:o,s:f,s:f,s:f}", "system", chains[i].system, "machine", machine->name,
                                  "what", chains[i].words, "links", links, "ns", whole, "periods", periods,
                                  "periods_65nm", periods * 65 / 180);
        if (mapped) json_array_append(list, chain);
        json_decref(chain);
    }
    return list;
}
