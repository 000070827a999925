// SPDX-License-Identifier: BSD-3-Clause
// Blocks at the parameters of machines that no paper is about, mapped by machines.sh: a row a tuple with the gates and the longest path
// of one mapping, beside those at the parameters of the block's own paper, and what each system adds to an SM of each machine.
#include "synth_estimates/overhead.h"
#include "synth_estimates/table.h"

#include <string.h>

enum { TEXT = 512 };

static bool are_machines(char **names)
{
    for (char **name = names; *name; name++)
        if (!overhead_machine_of(*name)) {
            fprintf(stderr, "overhead: machine %s, expected one of sim/machine/*.ini\n", *name);
            return false;
        }
    return true;
}

// The first of the machines that has the tuple; NULL: none.
static const overhead_machine *first_with(const block_ops *ops, char **names)
{
    for (char **name = names; *name; name++)
        if (overhead_part_at(ops, overhead_machine_of(*name))) return overhead_machine_of(*name);
    return NULL;
}

bool overhead_machine_runs(FILE *out, char **names)
{
    if (!are_machines(names)) return false;
    for (const block_ops *const *ops = block_table; *ops; ops++) {
        if (!first_with(*ops, names)) continue;
        fprintf(out, "%s %s_%s", (*ops)->block, (*ops)->block, (*ops)->config);
        for (const block_param *param = (*ops)->params; param->name; param++)
            fprintf(out, " %s=%u", param->name, param->value);
        fprintf(out, "\n");
    }
    return true;
}

static json_t *measured_row(const block_ops *ops, const char *folder, const char *tech)
{
    char path[TEXT];
    snprintf(path, sizeof path, "%s/%s_%s", folder, ops->block, ops->config);
    json_t *row = json_pack("{s:s,s:s}", "block", ops->block, "config", ops->config);
    if (!overhead_same_verilog(ops->block, path)) return row;
    overhead_bits(row, ops, ops->block, path, stderr);
    overhead_cost(row, ops->block, path, tech);
    return row;
}

// --- the tables

static void machines_cell(json_t *cells, const block_ops *ops, char **names)
{
    json_t *words = json_array();
    for (char **name = names; *name; name++)
        if (overhead_part_at(ops, overhead_machine_of(*name))) json_array_append_new(words, json_string(*name));
    table_list(cells, "", ", ", words);
    json_decref(words);
}

static void cost_cells(json_t *cells, const json_t *row, bool with_65nm, const char *tech)
{
    const json_t *cost = json_object_get(row, "cost");
    const double gates = overhead_number(cost, "gate_equivalents"), ns = overhead_critical_path(cost), scale = overhead_delay_65nm(tech);
    if (cost) table_rounded(cells, gates, gates / 10, 1), table_rounded(cells, ns, ns / 10, 0.01);
    else table_cell(cells, ""), table_cell(cells, "");
    if (!with_65nm) return;
    if (cost && scale > 0) table_rounded(cells, ns * scale, ns * scale / 10, 0.01);
    else table_cell(cells, "");
}

// As the golden report has the block at its paper's machine.
static void paper_cells(json_t *cells, const block_ops *ops, const overhead_machine *machine, const json_t *golden, const char *tech)
{
    const overhead_part *part = overhead_part_at(ops, machine);
    const char *home = NULL;
    for (const overhead_system *system = overhead_systems; system->name; system++)
        if (strcmp(system->name, part->system) == 0) home = system->machine;
    const block_ops *paper = overhead_tuple(part->system, ops->block, overhead_machine_of(home));
    table_cell(cells, "%s", paper ? paper->config : "");
    const json_t *row = paper ? overhead_row(json_object_get(golden, "blocks"), paper->block, paper->config) : NULL;
    cost_cells(cells, row, false, tech);
}

static json_t *blocks_at(char **names, json_t *rows, const json_t *golden, const char *tech)
{
    char title[TEXT] = "blocks at the parameters of";
    for (char **name = names; *name; name++)
        snprintf(title + strlen(title), sizeof title - strlen(title), "%s%s", name == names ? " " : name[1] ? ", " : " and ", *name);
    json_t *table = table_of("machine_blocks", title,
                             "code block|word configuration|number GE|number ns|number ns at 65 nm|word netlist equal to RTL|word of|"
                             "word at its paper's machine|number GE there|number ns there",
                             "Of one mapping, rounded as if its spread were 10 %. A step of a proof that the netlist is the RTL has few seconds "
                             "here; that the RTL is the model is proven apart (docs/proof.md). Figures of the papers' machines are those of "
                             "the golden report, which is of one mapping, too.");
    for (const block_ops *const *ops = block_table; *ops; ops++) {
        const overhead_machine *machine = first_with(*ops, names);
        if (!machine) continue;
        const json_t *row = overhead_row(rows, (*ops)->block, (*ops)->config), *cost = json_object_get(row, "cost");
        json_t *cells = table_block_row(table, row);
        cost_cells(cells, row, true, tech);
        table_cell(cells, "%s", cost ? overhead_word(cost, "proof") : "not mapped");
        machines_cell(cells, *ops, names);
        paper_cells(cells, *ops, machine, golden, tech);
    }
    return table;
}

// Of a system at a machine: rounded, or nothing where a part is not mapped.
static void total_cell(json_t *cells, const json_t *system)
{
    const json_t *per_sm = json_object_get(system, "per_sm");
    if (json_object_get(per_sm, "gate_equivalents")) table_rounded(cells, overhead_number(per_sm, "gate_equivalents"),
                                                                  overhead_number(per_sm, "gate_equivalents") / 10, 1);
    else table_cell(cells, "");
}

static json_t *systems_at(char **names, json_t *rows, const json_t *golden)
{
    char columns[TEXT] = "word system|word its paper's machine|number GE there";
    for (char **name = names; *name; name++)
        snprintf(columns + strlen(columns), sizeof columns - strlen(columns), "|number %s", *name);
    json_t *table = table_of("machine_systems", "systems at these machines, GE per SM", columns,
                             "What a system adds to base, without what stands once in the GPU or in a memory controller. Blank: one of its blocks "
                             "has no tuple there, or is not mapped.");
    for (const overhead_system *system = overhead_systems; system->name; system++) {
        json_t *cells = table_row(table), *paper;
        size_t i;
        table_cell(cells, "%s", system->name);
        table_cell(cells, "%s", system->machine);
        json_array_foreach(json_object_get(golden, "systems"), i, paper)
            if (strcmp(overhead_word(paper, "name"), system->name) == 0) total_cell(cells, paper);
        for (char **name = names; *name; name++) {
            json_t *at = overhead_system_at(system, overhead_machine_of(*name), rows);
            total_cell(cells, at);
            json_decref(at);
        }
    }
    return table;
}

bool overhead_machine_costs(FILE *out, const char *folder, const char *tech, const char *golden_path, char **names)
{
    if (!are_machines(names)) return false;
    json_t *rows = json_array(), *golden = overhead_load(golden_path);
    for (const block_ops *const *ops = block_table; *ops; ops++)
        if (first_with(*ops, names)) json_array_append_new(rows, measured_row(*ops, folder, tech));
    json_t *blocks = blocks_at(names, rows, golden, tech), *systems = systems_at(names, rows, golden);
    overhead_markdown_section(out, blocks);
    overhead_markdown_section(out, systems);
    json_decref(blocks);
    json_decref(systems);
    json_decref(rows);
    json_decref(golden);
    return true;
}
