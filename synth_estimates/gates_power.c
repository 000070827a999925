// SPDX-License-Identifier: BSD-3-Clause
// What gates.sh measured, as the report has it: a row per instance and kernel, and their sums, base alone and with a
// system, whose part takes the place of base's of the same block. Left out: what was measured of a netlist that is
// not the report's.
#include "synth_estimates/gates.h"
#include "synth_estimates/overhead.h"
#include "synth_estimates/table.h"

#include <string.h>

enum { PATH = 768, WORD = 128 };

static bool same_file(const char *one, const char *other)
{
    char a[PATH], b[PATH];
    FILE *first = fopen(one, "r"), *second = fopen(other, "r");
    bool same = first && second && fgets(a, sizeof a, first) && fgets(b, sizeof b, second) && strcmp(a, b) == 0;
    if (first) fclose(first);
    if (second) fclose(second);
    return same;
}

static json_t *energy(const char *folder, const char *name, const char *kind)
{
    char path[PATH];
    snprintf(path, sizeof path, "%s/gates/%s.%s.json", folder, name, kind);
    return overhead_load(path);
}

json_t *overhead_power(const char *folder)
{
    char path[PATH], key[PATH], done[PATH], line[PATH];
    json_t *rows = json_array();
    snprintf(path, sizeof path, "%s/gates/runs", folder);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        char system[WORD], part[WORD], kernel[WORD], block[WORD], config[WORD], name[2 * WORD];
        unsigned issued;
        if (sscanf(line, "%127s %127s %127s %u %127s %127s %255s", system, part, kernel, &issued, block, config, name) != 7)
            continue;
        snprintf(path, sizeof path, "%s/gates/%s_%s/net.key", folder, block, config);
        snprintf(key, sizeof key, "%s/%s_%s/map.key", folder, block, config);
        snprintf(done, sizeof done, "%s/gates/%s.key", folder, name);
        if (!same_file(path, key) || !overhead_exists(done)) continue;
        json_array_append_new(rows, json_pack("{s:s,s:s,s:s,s:i,s:s,s:s,s:s,s:o,s:o}", "system", system, "part", part,
                                              "kernel", kernel, "issued", (int)issued, "block", block, "config", config,
                                              "instance", strrchr(name, '.') + 1, "busy", energy(folder, name, "busy"),
                                              "idle", energy(folder, name, "idle")));
    }
    if (file) fclose(file);
    if (json_array_size(rows)) return rows;
    json_decref(rows);
    return NULL;
}

static double clock_mhz(const char *name, const char *block)
{
    const overhead_system *system = overhead_systems;
    while (system->name && strcmp(system->name, name) != 0) system++;
    return system->name ? overhead_clock_mhz(overhead_machine_of(system->machine), block) : 0;
}

// pJ in a cycle, but for that of the clock pins.
static double moving(const json_t *energy)
{
    return overhead_number(energy, "internal_pj") + overhead_number(energy, "switching_pj");
}
// That of the clock pins, and what leaks: the same whatever the inputs.
static double standing(const json_t *energy, double mhz)
{
    return overhead_number(energy, "clock_pj") + overhead_number(energy, "leakage_uw") / mhz;
}

static bool has_block(const json_t *power, const json_t *row, const char *part)
{
    size_t i;
    json_t *other;
    json_array_foreach((json_t *)power, i, other)
        if (strcmp(overhead_word(other, "part"), part) == 0 &&
            strcmp(overhead_word(other, "system"), overhead_word(row, "system")) == 0 &&
            strcmp(overhead_word(other, "block"), overhead_word(row, "block")) == 0) return true;
    return false;
}

static bool in_sm(const json_t *row)
{
    const place_kind kind = overhead_place_of(overhead_word(row, "block"))->kind;
    return kind == PLACE_SM || kind == PLACE_SCHEDULER;
}

// The sum over what base (WHOLE false) or base and the system have in an SM, on the kernel of `like`.
static void sum_row(json_t *table, const json_t *power, const json_t *like, bool whole)
{
    const char *system = overhead_word(like, "system");
    double mhz = clock_mhz(system, NULL), busy = 0, idle = 0, always = 0, cycles = 0;
    size_t i;
    json_t *row;
    json_array_foreach((json_t *)power, i, row)
    {
        bool of_base = strcmp(overhead_word(row, "part"), "base") == 0;
        if (strcmp(overhead_word(row, "system"), system) != 0) continue;
        if (strcmp(overhead_word(row, "kernel"), overhead_word(like, "kernel")) != 0) continue;
        if ((!whole && !of_base) || !in_sm(row)) continue;
        if (whole && of_base && has_block(power, row, system)) continue;   // the system's takes its place
        busy += moving(json_object_get(row, "busy"));
        idle += moving(json_object_get(row, "idle"));
        always += standing(json_object_get(row, "busy"), mhz);
        cycles = overhead_number(json_object_get(row, "busy"), "cycles");
    }
    double issued = overhead_number(like, "issued") / cycles;
    json_t *cells = table_row(table);
    table_cell(cells, whole ? "base + %s" : "base", system);
    table_cell(cells, "%s", overhead_word(like, "kernel"));
    table_cell(cells, "%.0f", always);
    table_cell(cells, "%.2f", busy);
    table_cell(cells, "%.2f", idle);
    table_cell(cells, "%.2f", issued);
    table_cell(cells, issued > 0 ? "%.0f" : "", (always + busy) / issued);
    table_cell(cells, issued > 0 ? "%.1f" : "", busy / issued);
}

json_t *table_power(const json_t *report)
{
    const json_t *power = json_object_get(report, "power");
    json_t *table = table_of("power", "power of an SM's blocks under recorded inputs",
                             "word blocks|word kernel|number clock pins and leakage, pJ a cycle|number toggles, pJ a cycle|"
                             "number inputs held, pJ a cycle|number instructions a cycle|number pJ an instruction|"
                             "number of toggles alone",
                             power ? "Only to be compared one with another: 0.18 µm, no wires, no clock tree, no clock "
                                     "gating, no glitches (make gates). What stands in the GPU once or in its memory controllers "
                                     "is in the next table alone, in cycles of its own clock." : "");
    size_t i;
    json_t *row, *seen = json_object();
    json_array_foreach((json_t *)power, i, row)
    {
        char key[2 * WORD];
        snprintf(key, sizeof key, "%.100s %.100s", overhead_word(row, "system"), overhead_word(row, "kernel"));
        if (json_object_get(seen, key)) continue;
        json_object_set_new(seen, key, json_true());
        sum_row(table, power, row, false);
        sum_row(table, power, row, true);
    }
    json_decref(seen);
    return table;
}

static void power_row(json_t *table, const json_t *row)
{
    const double mhz = clock_mhz(overhead_word(row, "system"), overhead_word(row, "block"));
    json_t *cells = table_block_row(table, row);
    table_cell(cells, "%s", overhead_word(row, "instance"));
    table_cell(cells, "%s", overhead_word(row, "kernel"));
    table_cell(cells, "%.1f", standing(json_object_get(row, "busy"), mhz));
    table_cell(cells, "%.3f", moving(json_object_get(row, "busy")));
    table_cell(cells, "%.3f", moving(json_object_get(row, "idle")));
}

json_t *table_power_blocks(const json_t *report)
{
    json_t *table = table_of("power_blocks", "power of each block under recorded inputs",
                             "code block|word configuration|word instance|word kernel|"
                             "number clock pins and leakage, pJ a cycle|number toggles, pJ a cycle|"
                             "number inputs held, pJ a cycle", "");
    return table_of_list(table, json_object_get(report, "power"), power_row);
}
