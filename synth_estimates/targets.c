// SPDX-License-Identifier: BSD-3-Clause
// The targets of targets.def beside what was measured: medians with their spread where permutations were mapped.
#include "synth_estimates/overhead.h"
#include "synth_estimates/table.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT = 256, USER_MISTAKE = 2 };
enum quantity { GATES, NS };

static const struct {
    const char *words;
    enum quantity quantity;
    double limit;
    const char *of;
} targets[] = {
#define TARGET(words, quantity, limit, of) {words, quantity, limit, of},
#include "synth_estimates/targets.def"
#undef TARGET
};
enum { TARGETS = sizeof targets / sizeof *targets };

static void refuse(const char *seen, const char *expected)
{
    fprintf(stderr, "synth_estimates/targets.def: %s, expected %s\n", seen, expected);
    exit(USER_MISTAKE);
}

// Value and spread of a part of a target; spread below 0: of one mapping.
typedef struct {
    bool measured;
    double value, spread;
} figure;

// Those of a member of a row, as overhead_figure gives it.
static figure of_row(const json_t *row, const char *name)
{
    if (!json_object_get(row, name) && !json_object_get(json_object_get(row, "cost"), name)) return (figure){0};
    figure found = {.measured = true};
    found.value = overhead_figure(row, name, &found.spread);
    if (!json_object_get(json_object_get(row, "noise"), name)) found.spread = -1;
    return found;
}

static figure sum(figure left, figure right)
{
    return (figure){left.measured && right.measured, left.value + right.value,
                    left.spread < 0 || right.spread < 0 ? -1 : left.spread + right.spread};
}

static const json_t *by_name(const json_t *report, const char *list, const char *member, const char *name)
{
    size_t i;
    json_t *row;
    json_array_foreach(json_object_get(report, list), i, row)
        if (strcmp(overhead_word(row, member), name) == 0) return row;
    return NULL;
}

// --- the four kinds

static figure of_block(const json_t *report, const char *name, const char *config, enum quantity wanted)
{
    return of_row(overhead_row(json_object_get(report, "blocks"), name, config),
                  wanted == NS ? "critical_ns" : "gate_equivalents");
}

// The blocks' gates, each as often as an SM has it.
static figure of_system(const json_t *report, const char *name)
{
    const json_t *system = by_name(report, "systems", "name", name);
    figure all = {.measured = json_is_true(json_object_get(system, "measured"))};
    const json_t *whole = json_object_get(json_object_get(system, "per_sm"), "figure");
    size_t i;
    json_t *part;
    json_array_foreach(json_object_get(system, "parts"), i, part)
        if (of_block(report, overhead_word(part, "block"), overhead_word(part, "config"), GATES).spread < 0)
            all.spread = -1;
    all.value = overhead_number(whole, "gate_equivalents");
    if (all.spread >= 0) all.spread = overhead_number(whole, "spread");
    return all;
}

static figure of_front_end(const json_t *report, const char *name, const char *kind, enum quantity wanted)
{
    const json_t *front_end = by_name(report, "front_ends", "name", name);
    if (wanted == GATES) return of_row(front_end, "gate_equivalents");
    size_t i;
    json_t *path;
    json_array_foreach(json_object_get(json_object_get(front_end, "cost"), "paths"), i, path)
        if (strcmp(overhead_word(path, "kind"), kind) == 0) return (figure){true, overhead_number(path, "ns"), -1};
    return (figure){0};
}

static figure of_part(const json_t *report, const char *part, enum quantity wanted)
{
    char kind[TEXT] = "", name[TEXT] = "", rest[TEXT] = "";
    sscanf(part, "%255s %255s %255s", kind, name, rest);
    if (strcmp(kind, "block") == 0) return of_block(report, name, rest, wanted);
    if (strcmp(kind, "system") == 0 && wanted == GATES) return of_system(report, name);
    if (strcmp(kind, "front_end") == 0) return of_front_end(report, name, rest, wanted);
    if (strcmp(kind, "chain") == 0 && wanted == NS)
        return of_row(by_name(report, "chains", "what", part + strlen("chain ")), "ns");
    refuse(part, "block NAME CONFIG, front_end NAME KIND, of gates system NAME, of nanoseconds chain WORDS");
    return (figure){0};
}

// --- the parts of a target

// Copies the part that begins at `of`; returns where the next does, NULL at the end.
static const char *next_part(const char *of, char part[TEXT])
{
    const char *end = strstr(of, " + ");
    snprintf(part, TEXT, "%.*s", (int)(end ? (size_t)(end - of) : strlen(of)), of);
    return end ? end + strlen(" + ") : NULL;
}

bool overhead_has_target(const block_ops *ops)
{
    char wanted[TEXT], part[TEXT];
    snprintf(wanted, sizeof wanted, "block %s %s", ops->block, ops->config);
    for (size_t t = 0; t < TARGETS; t++)
        for (const char *of = targets[t].of; of;) {
            of = next_part(of, part);
            if (strcmp(part, wanted) == 0) return true;
        }
    return false;
}

static figure of_target(const json_t *report, size_t t)
{
    figure whole = {.measured = true};
    char part[TEXT];
    for (const char *of = targets[t].of; of;) {
        of = next_part(of, part);
        whole = sum(whole, of_part(report, part, targets[t].quantity));
    }
    return whole;
}

json_t *table_targets(const json_t *report)
{
    json_t *table = table_of("targets", "a designer's budget",
                             "word what|number at most|word of|number measured|number spread|word budget|remark sum of",
                             "For 0.18 µm without wires, at the papers' parameters. Medians of five mappings under "
                             "drawn names with their spread (make overhead-noise); without a spread of one mapping.");
    for (size_t t = 0; t < TARGETS; t++) {
        figure whole = of_target(report, t);
        bool gates = targets[t].quantity == GATES;
        json_t *row = table_row(table);
        table_cell(row, "%s", targets[t].words);
        table_cell(row, "%g", targets[t].limit);
        table_cell(row, gates ? "GE" : "ns");
        table_cell(row, !whole.measured ? "" : gates ? "%.0f" : "%.2f", whole.value);
        table_cell(row, !whole.measured || whole.spread < 0 ? "" : gates ? "%.0f" : "%.2f", whole.spread);
        table_cell(row, "%s", !whole.measured ? "not measured" : whole.value <= targets[t].limit ? "met" : "MISSED");
        table_cell(row, "%s", targets[t].of);
    }
    return table;
}
