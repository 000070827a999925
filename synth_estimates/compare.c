// SPDX-License-Identifier: BSD-3-Clause
// A report against the golden one, and its becoming the golden one. Compared are blocks row by row, systems, claims,
// chains and, where they are measured, front ends by name; any difference counts, better or worse. The golden file holds
// the costs of the papers' parameters:
// what has a cost there must have one now, except in a report of bits alone.
#include "synth_estimates/overhead.h"

#include <stdlib.h>
#include <string.h>

static void print_value(FILE *out, const json_t *value)
{
    char *text = value ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(8)) : NULL;
    fprintf(out, "%s", text ? text : "nothing");
    free(text);
}

static bool needs_mapping(const char *key)
{
    static const char *const keys[] = { "cost", "critical_ns", "clock", "measured", "gate_equivalents", "area_um2",
                                        "area_um2_65nm", "gpu_area_mm2_65nm", "needs_mm2" };
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (strcmp(key, keys[i]) == 0) return true;
    return false;
}

// Members of `golden` that are different in `now`, named by their path; what needs mapping only with `costs`.
static unsigned differences(FILE *out, const char *where, const json_t *golden, const json_t *now, bool costs)
{
    unsigned count = 0;
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)golden, key, value)
    {
        const json_t *other = json_object_get(now, key);
        if (json_equal(value, other) || (!costs && needs_mapping(key))) continue;
        char inner[256];
        snprintf(inner, sizeof inner, "%s.%s", where, key);
        if (json_is_object(value) && json_is_object(other)) {
            count += differences(out, inner, value, other, costs);
            continue;
        }
        fprintf(out, "%s: ", inner);
        print_value(out, value);
        fprintf(out, " -> ");
        print_value(out, other);
        fprintf(out, "\n");
        count++;
    }
    return count;
}

// Entries of a list of the report by the member that names them; a system's costs count when it is mapped as a whole.
static unsigned list_differences(FILE *out, const json_t *golden, const json_t *report, const char *list,
                                 const char *id, bool costs)
{
    const json_t *golden_list = json_object_get(golden, list), *now_list = json_object_get(report, list);
    unsigned changed = 0;
    size_t i, j;
    json_t *entry, *now;
    json_array_foreach((json_t *)golden_list, i, entry)
    {
        const json_t *same = NULL;
        char name[128];
        json_array_foreach((json_t *)now_list, j, now)
            if (strcmp(overhead_word(now, id), overhead_word(entry, id)) == 0) same = now;
        snprintf(name, sizeof name, "%s %s", list, overhead_word(entry, id));
        if (!same) fprintf(out, "%s: gone\n", name);
        bool mapped = costs || json_is_true(json_object_get(same, "measured"));
        changed += same ? differences(out, name, entry, same, mapped) != 0 : 1;
    }
    return changed;
}

// With other tools every cost may differ: said, so that the differences are not taken for changes of the Verilog.
static void print_other_tools(FILE *out, const json_t *golden, const json_t *report)
{
    static const char *const tools[] = {"yosys", "abc", "opensta"};
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) {
        const char *then = overhead_word(json_object_get(golden, "tools"), tools[i]);
        const char *now = overhead_word(json_object_get(report, "tools"), tools[i]);
        if (strcmp(then, now) != 0)
            fprintf(out, "the golden report was made with %s %s, this one with %s: costs may differ for that alone\n",
                    tools[i], then, *now ? now : "none");
    }
}

unsigned overhead_compare(FILE *out, const json_t *golden, const json_t *report)
{
    bool costs = strcmp(overhead_word(report, "set"), "bits") != 0;   // they are demanded
    unsigned changed = 0;
    size_t i;
    json_t *row, *rows = json_object_get(report, "blocks"), *golden_rows = json_object_get(golden, "blocks");
    json_array_foreach(golden_rows, i, row)
    {
        char name[128];
        snprintf(name, sizeof name, "%s %s", overhead_word(row, "block"), overhead_word(row, "config"));
        const json_t *now = overhead_row(rows, overhead_word(row, "block"), overhead_word(row, "config"));
        if (!now) fprintf(out, "%s: gone\n", name);
        changed += now ? differences(out, name, row, now, costs || json_object_get(now, "cost")) != 0 : 1;
    }
    json_array_foreach(rows, i,
                       row) if (!overhead_row(golden_rows, overhead_word(row, "block"), overhead_word(row, "config")))
        fprintf(out, "%s %s: new, not in the golden report\n", overhead_word(row, "block"),
                overhead_word(row, "config"));
    changed += list_differences(out, golden, report, "systems", "name", costs);
    changed += list_differences(out, golden, report, "claims", "id", costs);
    if (costs) changed += list_differences(out, golden, report, "chains", "what", costs);
    if (costs && json_object_get(golden, "front_ends") && !json_object_get(report, "front_ends"))
        fprintf(out, "front ends are not measured, and not compared: make overhead-front-end\n");
    else if (costs)
        changed += list_differences(out, golden, report, "front_ends", "name", costs);
    if (changed) print_other_tools(out, golden, report);
    return changed;
}

// What other targets measure is nobody else's: figures rounded by it, and the permutations themselves.
static void drop_noise(json_t *value)
{
    const char *key;
    void *next;
    json_t *member;
    size_t i;
    json_object_del(value, "noise");
    json_object_del(value, "figure");
    json_object_foreach_safe(value, next, key, member) drop_noise(member);
    if (json_is_array(value)) json_array_foreach(value, i, member) drop_noise(member);
}

// Whether a system of the report has the block as a part; one that none has yet has no machine to cost it at.
static bool in_a_system(const json_t *report, const char *block)
{
    size_t s, p;
    json_t *system, *part;
    json_array_foreach(json_object_get(report, "systems"), s, system)
        json_array_foreach(json_object_get(system, "parts"), p, part)
            if (strcmp(overhead_word(part, "block"), block) == 0) return true;
    return false;
}

// Why a report cannot become the golden one; NULL when it can.
static const char *refusal(const json_t *report, char *text, size_t size)
{
    size_t i;
    json_t *row;
    if (strcmp(overhead_word(report, "set"), "paper") != 0) return "is not of `make overhead`, which it must be";
    if (overhead_number(report, "differences") != 0)
        return "has tables and Verilog, or a netlist and its RTL, that disagree";
    json_array_foreach(json_object_get(report, "blocks"), i, row)
    {
        if (!json_is_true(json_object_get(row, "paper")) || json_object_get(row, "cost")) continue;
        if (!in_a_system(report, overhead_word(row, "block"))) continue;
        snprintf(text, size, "has no costs of %s %s", overhead_word(row, "block"), overhead_word(row, "config"));
        return text;
    }
    const char *missing = overhead_front_end_missing(report);
    if (missing) {
        snprintf(text, size, "has no costs of front end %s (make overhead-front-end)", missing);
        return text;
    }
    return NULL;
}

int overhead_accept(const char *golden_folder, const char *report_path)
{
    char text[256];
    json_t *report = overhead_load(report_path), *row;
    const char *reason = refusal(report, text, sizeof text);
    if (reason)
        fprintf(stderr, "%s: the report %s; expected a complete one: make overhead\n", report_path, reason);
    else {
        json_t *rows = json_object_get(report, "blocks");
        for (size_t i = json_array_size(rows); i-- > 0;) {   // a user's own module is nobody else's
            row = json_array_get(rows, i);
            if (strcmp(overhead_word(row, "config"), "own") == 0) json_array_remove(rows, i);
        }
        drop_noise(report);
        json_object_del(report, "fpga");
        json_object_del(report, "scaling");
        json_object_del(report, "gains");
        json_object_del(report, "power");
        json_object_del(report, "calibration");
        json_object_del(report, "libraries");   // libraries.json
        overhead_store(report, golden_folder, "golden.json");
    }
    json_decref(report);
    return reason ? 2 : 0;
}
