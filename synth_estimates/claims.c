// SPDX-License-Identifier: BSD-3-Clause
// The papers' storage claims beside what the blocks need: claims.csv names for each claim the fields, or whole blocks,
// that make it up; their bits come from the block tables (areas from the mapped rows) at the claim's machine.
#include "synth_estimates/overhead.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 10, TEXT = 1024 };
enum { ID, CLAIM, PAPER, WHERE, WHAT, CLAIMED, UNIT, MACHINE, NEEDS, WHY };

static void fail(const char *path, unsigned line, const char *seen, const char *expected)
{
    fprintf(stderr, "%s:%u: %s, expected %s\n", path, line, seen, expected);
    exit(2);
}

// Splits a CSV line in place; a column in double quotes may hold commas. Returns the number of columns.
static unsigned split(char *line, char *columns[COLUMNS])
{
    unsigned count = 0;
    line[strcspn(line, "\r\n")] = '\0';
    for (char *at = line; count < COLUMNS; at++) {
        bool quoted = *at == '"';
        columns[count++] = at += quoted;
        at += strcspn(at, quoted ? "\"" : ",");
        if (quoted && *at == '"') *at++ = '\0';
        if (*at != ',') break;
        *at = '\0';
    }
    return count;
}

// Whether a block is built and a system has it: then the claim's machine must be there.
static bool is_wired(const char *block)
{
    for (const overhead_part *part = overhead_parts; part->system; part++)
        if (strcmp(part->block, block) == 0) return overhead_has_table(block);
    return false;
}

// Bits of `[controllers*]block[.field]` at a machine, of all its memory controllers or once; -1 when the block is
// not built, -2 when it has no such field, -3 when a system has it but not the machine.
// A port is a wire.
static long bits_needed(const char *term, const overhead_machine *machine, bool *wire)
{
    static const char per_controller[] = "controllers*";
    bool all = strncmp(term, per_controller, strlen(per_controller)) == 0;
    const char *name = all ? term + strlen(per_controller) : term;
    char block[64];
    snprintf(block, sizeof block, "%.*s", (int)strcspn(name, "."), name);
    const block_ops *ops = machine ? overhead_tuple(NULL, block, machine) : NULL;
    if (!ops) return machine || !is_wired(block) ? -1 : -3;
    long times = all ? (long)machine->keys.dram.controllers : 1;
    if (!strchr(name, '.')) return times * overhead_table_bits(ops);
    const block_field *found = NULL;   // a register before a port of the same name
    for (const block_field *field = ops->fields; field->name; field++)
        if (strcmp(field->name, strchr(name, '.') + 1) == 0) found = field;
    if (!found) return -2;
    *wire = found->kind != FIELD_REG && found->kind != FIELD_MEM;
    return times * (long)field_bits(found);
}

// mm² at 65 nm of a block on all SMs of that machine; -1 when it is not built or not mapped, -3 when the machine is not.
static double area_needed(const char *block, const overhead_machine *machine, json_t *rows)
{
    if (!machine) return is_wired(block) ? -3 : -1;
    const block_ops *ops = overhead_tuple(NULL, block, machine);
    const json_t *cost = ops ? json_object_get(overhead_row(rows, ops->block, ops->config), "cost") : NULL;
    return cost ? overhead_number(cost, "area_um2_65nm") * machine->keys.gpu.sms / 1e6 : -1;
}

static json_t *claim_row(const char *path, unsigned line, char *columns[COLUMNS], json_t *rows)
{
    static const char a_machine[] = "one of sim/machine/*.ini, as the claim's block is built";
    const overhead_machine *machine = overhead_machine_of(columns[MACHINE]); // NULL: not built
    double claimed = atof(columns[CLAIMED]), needs = 0;
    json_t *row = json_pack("{s:s,s:s,s:s,s:s,s:s,s:f,s:s,s:s}", "id", columns[ID], "claim", columns[CLAIM], "paper",
                            columns[PAPER], "where", columns[WHERE], "what", columns[WHAT], "claimed", claimed, "unit",
                            columns[UNIT], "why", columns[WHY]);
    if (strcmp(columns[UNIT], "mm2") == 0) {
        needs = area_needed(columns[NEEDS], machine, rows);
        if (needs == -3) fail(path, line, columns[MACHINE], a_machine);
        if (needs >= 0) json_object_set_new(row, "needs_mm2", json_real(needs));
    } else {
        if (strcmp(columns[UNIT], "bytes") == 0)
            claimed *= 8;
        else if (strcmp(columns[UNIT], "bits") != 0)
            fail(path, line, columns[UNIT], "bits, bytes or mm2");
        json_object_set_new(row, "claimed_bits", json_integer((json_int_t)claimed));
        bool wire = false;
        for (char *term = strtok(columns[NEEDS], " "); term && needs >= 0; term = strtok(NULL, " ")) {
            long bits = bits_needed(term, machine, &wire);
            if (bits == -2) fail(path, line, term, "a field of that block's table");
            if (bits == -3) fail(path, line, columns[MACHINE], a_machine);
            needs = bits < 0 ? -1 : needs + (double)bits;
        }
        if (needs >= 0) json_object_set_new(row, "needs_bits", json_integer((json_int_t)needs));
        if (wire) json_object_set_new(row, "wire", json_true());
    }
    return row;
}

json_t *overhead_claims(const char *path, json_t *rows)
{
    FILE *file = fopen(path, "r");
    if (!file) fail(path, 0, "cannot be read", "the papers' claims");
    char text[TEXT], *columns[COLUMNS];
    json_t *claims = json_array();
    for (unsigned line = 1; fgets(text, sizeof text, file); line++) {
        if (line == 1) continue;
        if (split(text, columns) != COLUMNS) fail(path, line, "too few columns", "10");
        json_array_append_new(claims, claim_row(path, line, columns, rows));
    }
    fclose(file);
    return claims;
}
