// SPDX-License-Identifier: BSD-3-Clause
// The front ends of front_ends.def: each a module front_end_NAME that front_end.sh maps whole, so that its paths
// through several blocks are true ones, where a chain of chains.def is a sum. Beside the chains stand the true longest
// paths between the registers of the same two blocks.
#include "synth_estimates/overhead.h"
#include "synth_estimates/netlist.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT = 512, USER_MISTAKE = 2 };

static const struct {
    const char *name, *system;
    unsigned number;
    const char *tied, *outputs, *words;
} front_ends[] = {
#define FRONT_END(name, system, number, tied, outputs, words) {#name, #system, number, tied, outputs, words},
#include "synth_estimates/front_ends.def"
#undef FRONT_END
};
enum { FRONT_ENDS = sizeof front_ends / sizeof *front_ends };

static const char prefix[] = "front_end_";

static void refuse(const char *seen, const char *expected)
{
    fprintf(stderr, "synth_estimates/front_ends.def: %s, expected %s\n", seen, expected);
    exit(USER_MISTAKE);
}

static size_t index_of(const char *name)
{
    for (size_t i = 0; i < FRONT_ENDS; i++)
        if (strcmp(front_ends[i].name, name) == 0) return i;
    refuse(name, "a front end of it");
    return 0;
}

static const overhead_machine *machine_of(size_t i)
{
    const overhead_system *system = overhead_systems;
    while (system->name && strcmp(system->name, front_ends[i].system) != 0) system++;
    if (!system->name) refuse(front_ends[i].system, "a system of systems.def");
    return overhead_machine_of(system->machine);
}

// The machine's parameters that the module has: blocks of other systems have more.
static bool is_parameter(const char *name)
{
    const char *verilog = getenv("VERILOG");
    char path[TEXT], line[TEXT], wanted[TEXT];
    snprintf(path, sizeof path, "%s/warp_front_end.v", verilog ? verilog : "verilog");
    snprintf(wanted, sizeof wanted, "    parameter %s = ", name);
    FILE *file = fopen(path, "r");
    bool found = false;
    while (file && !found && fgets(line, sizeof line, file)) found = strncmp(line, wanted, strlen(wanted)) == 0;
    if (file) fclose(file);
    return found;
}

void overhead_front_end_list(FILE *out)
{
    for (size_t i = 0; i < FRONT_ENDS; i++) {
        fprintf(out, "%s", front_ends[i].name);
        for (const block_param *param = machine_of(i)->parameters; param->name; param++)
            if (is_parameter(param->name)) fprintf(out, " %s=%u", param->name, param->value);
        fprintf(out, "\n");
    }
}

// --- the Verilog

static void copy_verilog(FILE *out, const char *module)
{
    const char *verilog = getenv("VERILOG");
    char path[TEXT];
    snprintf(path, sizeof path, "%s/%s.v", verilog ? verilog : "verilog", module);
    FILE *file = fopen(path, "r");
    if (!file) {
        fprintf(stderr, "%s: no such file, expected a module of the front end\n", path);
        exit(USER_MISTAKE);
    }
    for (int seen; (seen = getc(file)) != EOF;) putc(seen, out);
    fclose(file);
}

// Whether an SM of the system has the block: its own part, or base's.
static bool has_block(const char *system, const char *block)
{
    const place_kind kind = overhead_place_of(block)->kind;
    if (kind != PLACE_SM && kind != PLACE_SCHEDULER) return false;
    for (const overhead_part *part = overhead_parts; part->block; part++)
        if (strcmp(part->block, block) == 0 && (strcmp(part->system, "base") == 0 || strcmp(part->system, system) == 0))
            return true;
    return false;
}

// What a front end of the system is made of, and nothing else: a change in another system's block is none in it.
static void copy_blocks(FILE *out, const char *system)
{
    for (const block_ops *const *ops = block_table; *ops; ops++)
        if ((ops == block_table || strcmp(ops[-1]->block, (*ops)->block) != 0) && has_block(system, (*ops)->block))
            copy_verilog(out, (*ops)->block);
    copy_verilog(out, "warp_front_end");
}

void overhead_front_end_blocks(FILE *out) { copy_blocks(out, "base"); }

void overhead_front_end_verilog(FILE *out, const char *folder, const char *name)
{
    size_t i = index_of(name);
    char with[TEXT], top[TEXT];
    size_t used = 0;
    for (const block_param *param = machine_of(i)->parameters; param->name; param++)
        if (is_parameter(param->name))
            used += (size_t)snprintf(with + used, sizeof with - used, ".%s(%u), ", param->name, param->value);
    snprintf(with + used, sizeof with - used, ".SYSTEM(%u)", front_ends[i].number);
    snprintf(top, sizeof top, "%s%s", prefix, name);
    copy_blocks(out, front_ends[i].system);
    const char *unknown = overhead_tie(out, folder, "warp_front_end", with, top, front_ends[i].tied,
                                       front_ends[i].outputs);
    if (unknown) refuse(unknown, "a port of warp_front_end.v");
}

// Whether what is measured in FOLDER/NAME is of the Verilog of today.
static bool is_of_today(const char *folder, size_t i)
{
    char path[TEXT], *text = NULL;
    size_t size = 0;
    snprintf(path, sizeof path, "%s/%s/ports/rtl.json", folder, front_ends[i].name);
    if (!overhead_exists(path)) return false;
    snprintf(path, sizeof path, "%s/%s/ports", folder, front_ends[i].name);
    FILE *today = open_memstream(&text, &size);
    overhead_front_end_verilog(today, path, front_ends[i].name);
    fclose(today);
    snprintf(path, sizeof path, "%s/%s/verilog.v", folder, front_ends[i].name);
    FILE *measured = fopen(path, "r");
    bool same = measured != NULL;
    for (size_t at = 0; same && at < size; at++) same = getc(measured) == (unsigned char)text[at];
    same = same && getc(measured) == EOF;
    if (measured) fclose(measured);
    free(text);
    return same;
}

// --- the chains

// The last word of the name of a block's instances: oaws_dlc is `dlc`, each warp_arbiter `arbiter`, owl_groups `cta_groups`.
static const char *instance_of(const char *block)
{
    const char *mark = strchr(block, '_');
    return mark ? mark + 1 : block;
}

// `order:registers>qualify:registers` of a chain that lies within a front end of the system.
static bool link_of(const json_t *chain, const char *system, char link[TEXT])
{
    const json_t *links = json_object_get(chain, "links");
    const json_t *first = json_array_get(links, 0), *last = json_array_get(links, json_array_size(links) - 1);
    if (!json_is_true(json_object_get(chain, "in_front_end"))) return false;
    if (strcmp(overhead_word(chain, "system"), system) != 0) return false;
    if (strcmp(overhead_word(first, "from"), "registers") == 0)
        snprintf(link, TEXT, "%s:registers>%s:registers", instance_of(overhead_word(first, "block")),
                 instance_of(overhead_word(last, "block")));
    else
        snprintf(link, TEXT, "%s>%s:registers", overhead_word(first, "from"),
                 instance_of(overhead_word(last, "block")));
    return true;
}

bool overhead_front_end_links(FILE *out, const char *top)
{
    size_t c;
    json_t *chains, *chain, *printed;
    if (strncmp(top, prefix, strlen(prefix)) != 0) return false;
    size_t i = index_of(top + strlen(prefix));
    chains = overhead_chain_list();
    printed = json_object();
    json_array_foreach(chains, c, chain)
    {
        char link[TEXT];
        if (!link_of(chain, front_ends[i].system, link) || json_object_get(printed, link)) continue;
        fprintf(out, "%s%s", json_object_size(printed) ? " " : "", link);
        json_object_set_new(printed, link, json_true());
    }
    fprintf(out, "\n");
    json_decref(printed);
    json_decref(chains);
    return true;
}

// The instance that a register is in, its last word: `dlc` of `oaws.dlc.timer_q`; - of one at the top, and where there is no name.
static void print_instance(FILE *out, const char *cell, const char *name)
{
    const char *end = strrchr(name, '.'), *begin = end;
    while (begin && begin > name && begin[-1] != '.' && begin[-1] != '_') begin--;
    fprintf(out, "%s %.*s\n", cell, end ? (int)(end - begin) : 1, end ? begin : "-");
}

void overhead_registers(FILE *out, const char *folder, const char *top, const char *tech)
{
    netlist net;
    netlist_open_mapped(&net, folder, top, tech);
    netlist_each_register(&net, out, print_instance);
    netlist_close(&net);
}

static json_t *chains_of(const json_t *chains, const char *system, const char *folder)
{
    json_t *list = json_array(), *chain;
    size_t c;
    json_array_foreach((json_t *)chains, c, chain)
    {
        char link[TEXT];
        if (!link_of(chain, system, link)) continue;
        double ns = overhead_link_ns(folder, link), spread;
        double sum = json_object_get(chain, "ns") ? overhead_figure(chain, "ns", &spread) : 0;
        if (ns < 0) continue;
        json_t *entry = json_pack("{s:s,s:f}", "what", overhead_word(chain, "what"), "ns", ns);
        if (sum > 0) json_object_set_new(entry, "sum_ns", json_real(sum));
        json_array_append_new(list, entry);
    }
    return list;
}

// The ends of paths as warp_front_end.v names them.
static void without_prefix(json_t *paths)
{
    static const char whole[] = "whole.", *const ends[] = {"from", "to"};
    size_t i;
    json_t *path;
    json_array_foreach(paths, i, path)
        for (size_t e = 0; e < 2; e++) {
            const char *name = overhead_word(path, ends[e]);
            if (strncmp(name, whole, strlen(whole)) == 0)
                json_object_set_new(path, ends[e], json_string(name + strlen(whole)));
        }
}

json_t *overhead_front_ends(const char *folder, const char *tech, const json_t *chains)
{
    json_t *list = json_array();
    char whole[TEXT / 2];
    snprintf(whole, sizeof whole, "%s/front_end", folder);
    for (size_t i = 0; i < FRONT_ENDS; i++) {
        char top[TEXT], path[TEXT];
        snprintf(top, sizeof top, "%s%s", prefix, front_ends[i].name);
        snprintf(path, sizeof path, "%s/%s", whole, front_ends[i].name);
        if (!is_of_today(whole, i)) continue;
        json_t *row = json_pack("{s:s,s:s,s:s,s:s,s:s,s:{s:[]}}", "name", front_ends[i].name, "system",
                                front_ends[i].system, "machine", machine_of(i)->name, "words", front_ends[i].words,
                                "tied", front_ends[i].tied, "bits", "registers");
        overhead_cost(row, top, path, tech);
        json_t *cost = json_object_get(row, "cost");
        json_object_del(row, "bits");
        json_object_del(cost, "lost");
        without_prefix(json_object_get(cost, "paths"));
        without_prefix(json_object_get(cost, "paths_035um"));
        json_object_set_new(row, "critical_ns", json_real(overhead_critical_path(cost)));
        json_object_set_new(row, "chains", chains_of(chains, front_ends[i].system, path));
        if (cost) json_array_append(list, row);
        json_decref(row);
    }
    if (json_array_size(list)) return list;
    json_decref(list);
    return NULL;
}

const char *overhead_front_end_missing(const json_t *report)
{
    for (size_t i = 0; i < FRONT_ENDS; i++) {
        size_t j;
        json_t *row;
        bool found = false;
        json_array_foreach(json_object_get(report, "front_ends"), j, row)
            found |= strcmp(overhead_word(row, "name"), front_ends[i].name) == 0;
        if (!found) return front_ends[i].name;
    }
    return NULL;
}
