// SPDX-License-Identifier: BSD-3-Clause
// The report as one JSON object: rows of every built tuple, systems, claims, and what other targets have measured.
#include "synth_estimates/gates.h"
#include "synth_estimates/libraries.h"
#include "synth_estimates/overhead.h"

#include <string.h>

enum { TEXT = 512 };

json_t *overhead_row(json_t *rows, const char *block, const char *config)
{
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row) if (strcmp(overhead_word(row, "block"), block) == 0 &&
                                         strcmp(overhead_word(row, "config"), config) == 0) return row;
    return NULL;
}

// First line that a command prints.
static json_t *first_line(const char *command)
{
    char line[TEXT] = "";
    FILE *pipe = popen(command, "r");
    if (pipe && !fgets(line, sizeof line, pipe)) line[0] = '\0';
    if (pipe) pclose(pipe);
    line[strcspn(line, "\r\n")] = '\0';
    return json_string(line);
}

static json_t *tools(void)
{
    static const char *const commands[][2] = {
        {"yosys", "yosys -V | cut -d' ' -f2"},
        {"abc", "yosys-abc -c version 2>/dev/null | sed -n 's/^UC Berkeley, ABC //p'"},
        {"opensta", "command -v sta >/dev/null && sta -version"},
        {"nextpnr", "command -v nextpnr-ice40 >/dev/null && "
                    "nextpnr-ice40 --version 2>&1 | sed 's/.*Version \\(.*\\))/\\1/'"}};
    json_t *versions = json_object();
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        json_t *version = first_line(commands[i][1]);
        if (*json_string_value(version)) json_object_set(versions, commands[i][0], version);
        json_decref(version);
    }
    return versions;
}

// The longest path in clock periods of the machine.
static void add_clock(json_t *row, const overhead_machine *machine, double delay_65nm)
{
    const char *block = overhead_word(row, "block");
    const bool in_controller = overhead_place_of(block)->kind == PLACE_CONTROLLER;     // a command in each of its clocks
    double mhz = overhead_clock_mhz(machine, block), ns = overhead_critical_path(json_object_get(row, "cost"));
    double periods = ns * mhz / 1000;
    json_object_set_new(row, "critical_ns", json_real(ns));
    json_t *clock = json_pack("{s:s,s:f,s:i,s:b,s:f}", "machine", machine->name, "mhz", mhz,
                              "issue_period", in_controller ? 1 : (int)machine->keys.core.issue_period,
                              "decides", overhead_decides(block), "periods", periods);
    if (delay_65nm > 0) json_object_set_new(clock, "periods_65nm", json_real(periods * delay_65nm));
    json_object_set_new(row, "clock", clock);
}

static const overhead_machine *clock_of(const block_ops *ops)
{
    for (const overhead_part *part = overhead_parts; part->system; part++)
        for (const overhead_system *system = overhead_systems; system->name; system++)
            if (strcmp(part->block, ops->block) == 0 && strcmp(part->system, system->name) == 0 &&
                overhead_fits(ops, overhead_machine_of(system->machine)))
                return overhead_machine_of(system->machine);
    for (const overhead_machine *machine = overhead_machines(); machine->name; machine++)
        if (overhead_fits(ops, machine)) return machine;
    return overhead_machine_of("oaws");
}

// Costs, clock and schematic of what measure.sh left in FOLDER/NAME; 1 when its netlist is not its RTL.
static unsigned add_measured(json_t *row, const char *folder, const char *name, const char *tech,
                             const overhead_machine *machine)
{
    char path[TEXT];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    overhead_cost(row, overhead_word(row, "block"), path, tech);
    const json_t *cost = json_object_get(row, "cost");
    if (!cost) return 0;
    overhead_noise(row, overhead_word(row, "block"), path, tech);
    add_clock(row, machine, overhead_delay_65nm(tech));
    if (strncmp(overhead_word(cost, "proof"), "REFUTED", 7) != 0) return 0;
    fprintf(stderr, "%s %s: the mapped netlist is not its RTL\n", overhead_word(row, "block"),
            overhead_word(row, "config"));
    return 1;
}

static bool is_mapped(const block_ops *ops, const char *set)
{
    return overhead_is_paper_tuple(ops) || overhead_has_target(ops) || strcmp(set, "all") == 0;
}

static json_t *block_row(const block_ops *ops, const char *set, const char *folder, const char *tech,
                         unsigned *differences)
{
    char path[TEXT], name[TEXT / 2];
    snprintf(name, sizeof name, "%s_%s", ops->block, ops->config);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    json_t *machines = json_array();
    for (const overhead_machine *machine = overhead_machines(); machine->name; machine++)
        if (overhead_fits(ops, machine)) json_array_append_new(machines, json_string(machine->name));
    json_t *row = json_pack("{s:s,s:s,s:b,s:o,s:o}", "block", ops->block, "config", ops->config, "paper",
                            overhead_is_paper_tuple(ops), "parameters", overhead_parameters(ops), "machines", machines);
    *differences += overhead_bits(row, ops, ops->block, path, stderr);
    if (is_mapped(ops, set))
        *differences += add_measured(row, folder, name, tech, clock_of(ops));
    return row;
}

static json_t *own_row(const char *top, const char *folder, const char *tech, unsigned *differences)
{
    char path[TEXT], name[TEXT / 2];
    snprintf(name, sizeof name, "own_%s", top);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    json_t *row =
        json_pack("{s:s,s:s,s:b,s:{},s:[]}", "block", top, "config", "own", "paper", 0, "parameters", "machines");
    overhead_bits(row, NULL, top, path, stderr);
    *differences += add_measured(row, folder, name, tech, overhead_machine_of("oaws"));
    return row;
}

json_t *overhead_own(const char *folder, const char *tech, const char *top)
{
    unsigned differences = 0;
    return json_pack("{s:o,s:o,s:[o]}", "caveat", overhead_caveat(tech), "library", overhead_library_name(tech),
                     "blocks", own_row(top, folder, tech, &differences));
}

json_t *overhead_block(const char *block, const char *set, const char *folder, const char *tech, unsigned *differences)
{
    json_t *rows = json_array();
    for (const block_ops *const *ops = block_table; *ops; ops++)
        if (strcmp((*ops)->block, block) == 0 && is_mapped(*ops, set))
            json_array_append_new(rows, block_row(*ops, set, folder, tech, differences));
    return json_pack("{s:o,s:o,s:o}", "caveat", overhead_caveat(tech), "library", overhead_library_name(tech), "blocks", rows);
}

json_t *overhead_report(const char *set, const char *folder, const char *tech, char **own)
{
    unsigned differences = 0;
    json_t *rows = json_array();
    for (const block_ops *const *ops = block_table; *ops; ops++)
        json_array_append_new(rows, block_row(*ops, set, folder, tech, &differences));
    json_t *chains = overhead_chains(rows, folder, overhead_delay_65nm(tech));
    json_t *front_ends = overhead_front_ends(folder, tech, chains);
    json_t *systems = overhead_systems_report(rows), *claims = overhead_claims("synth_estimates/claims.csv", rows);
    json_t *fpga = overhead_fpga(rows, folder);
    json_t *scaling = overhead_scaling(folder, tech, "synth_estimates/scaling.txt");
    json_t *gains = overhead_gains("docs/figures"), *calibration = overhead_calibration(folder, tech);
    for (; *own; own++) json_array_append_new(rows, own_row(*own, folder, tech, &differences));
    return json_pack(
        "{s:i,s:o,s:o,s:s,s:i,s:o,s:o,s:o,s:o,s:o*,s:o,s:o*,s:o*,s:o*,s:o*,s:o*,s:o*}", "schema", 1, "caveat",
        overhead_caveat(tech), "library", overhead_library_name(tech), "set", set, "differences", differences, "tools",
        tools(), "blocks", rows, "systems", systems, "chains", chains, "front_ends", front_ends, "claims", claims,
        "fpga", fpga, "scaling", scaling, "gains", gains, "calibration", calibration, "power", overhead_power(folder),
        "libraries", overhead_delay_65nm(tech) > 0 ? overhead_libraries(folder, "synth_estimates") : NULL);
}
