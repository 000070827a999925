// The command behind `make overhead`:
//   overhead list SET                    runs of measure.sh, `STAGE BLOCK FOLDER NAME=VALUE...`; SET paper, all or bits
//   overhead report FOLDER TECH [TOP...] text to standard output, FOLDER/overhead.json, overhead.md, blocks.dat;
//                                        TOP: modules of the user's own, measured in FOLDER/own_TOP
//   overhead bits BLOCK CONFIG FOLDER    registers of FOLDER/rtl.json against the table; exit 1 when they differ
//   overhead check FOLDER TOP FILE       whether the module of FOLDER/rtl.json can be measured; exit 1 when not
//   overhead wrap FOLDER TOP             Verilog that feeds TOP of FOLDER/rtl.json from a shift register
//   overhead scaling FOLDER TECH LIST    growth of the series of scaling.txt measured in FOLDER
//   overhead compare GOLDEN REPORT       what has changed; exit 1 when anything has
#include "synth_estimates/overhead.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT = 512, USER_MISTAKE = 2 };

json_t *overhead_load(const char *path)
{
    json_error_t error;
    json_t *file = json_load_file(path, 0, &error);
    if (file) return file;
    fprintf(stderr, "%s:%d: %s, expected JSON\n", path, error.line, error.text);
    exit(USER_MISTAKE);
}

double overhead_number(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

const char *overhead_word(const json_t *object, const char *key)
{
    const char *word = json_string_value(json_object_get(object, key));
    return word ? word : "";
}

json_t *overhead_row(json_t *rows, const char *block, const char *config)
{
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row) if (strcmp(overhead_word(row, "block"), block) == 0 &&
                                         strcmp(overhead_word(row, "config"), config) == 0) return row;
    return NULL;
}

static bool has_machine(const block_ops *ops)
{
    for (const overhead_machine *machine = overhead_machines; machine->name; machine++)
        if (overhead_fits(ops, machine)) return true;
    return false;
}

static int list(const char *set)
{
    bool all = strcmp(set, "all") == 0, bits = strcmp(set, "bits") == 0;
    if (!all && !bits && strcmp(set, "paper") != 0) {
        fprintf(stderr, "overhead: set %s, expected paper, all or bits\n", set);
        return USER_MISTAKE;
    }
    for (const block_ops *const *ops = block_table; *ops; ops++) {
        bool full = !bits && (overhead_is_paper_tuple(*ops) || (all && has_machine(*ops)));
        printf("%s %s %s_%s", full ? "full" : "bits", (*ops)->block, (*ops)->block, (*ops)->config);
        for (const block_param *param = (*ops)->params; param->name; param++)
            printf(" %s=%u", param->name, param->value);
        printf("\n");
    }
    return 0;
}

// --- report

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

// The longest path in clock periods of the machine.
static void add_clock(json_t *row, const overhead_machine *machine)
{
    double ns = overhead_critical_path(json_object_get(row, "cost")), periods = ns * machine->clock_mhz / 1000;
    json_object_set_new(row, "critical_ns", json_real(ns));
    json_object_set_new(row, "clock",
                        json_pack("{s:s,s:f,s:f,s:f}", "machine", machine->name, "mhz", machine->clock_mhz, "periods",
                                  periods, "periods_65nm", periods * 65 / 180));
}

static const overhead_machine *clock_of(const block_ops *ops)
{
    for (const overhead_part *part = overhead_parts; part->system; part++)
        for (const overhead_system *system = overhead_systems; system->name; system++)
            if (strcmp(part->block, ops->block) == 0 && strcmp(part->system, system->name) == 0 &&
                overhead_fits(ops, overhead_machine_of(system->machine)))
                return overhead_machine_of(system->machine);
    for (const overhead_machine *machine = overhead_machines; machine->name; machine++)
        if (overhead_fits(ops, machine)) return machine;
    return overhead_machine_of("oaws");
}

static json_t *block_row(const block_ops *ops, const char *folder, const char *tech, unsigned *differences)
{
    char path[TEXT];
    snprintf(path, sizeof path, "%s/%s_%s", folder, ops->block, ops->config);
    json_t *machines = json_array();
    for (const overhead_machine *machine = overhead_machines; machine->name; machine++)
        if (overhead_fits(ops, machine)) json_array_append_new(machines, json_string(machine->name));
    json_t *row = json_pack("{s:s,s:s,s:o,s:o}", "block", ops->block, "config", ops->config, "parameters",
                            overhead_parameters(ops), "machines", machines);
    *differences += overhead_bits(row, ops, ops->block, path, stderr);
    overhead_cost(row, ops->block, path, tech);
    if (json_object_get(row, "cost")) add_clock(row, clock_of(ops));
    return row;
}

static json_t *own_row(const char *top, const char *folder, const char *tech)
{
    char path[TEXT];
    snprintf(path, sizeof path, "%s/own_%s", folder, top);
    json_t *row = json_pack("{s:s,s:s,s:{},s:[]}", "block", top, "config", "own", "parameters", "machines");
    overhead_bits(row, NULL, top, path, stderr);
    overhead_cost(row, top, path, tech);
    if (json_object_get(row, "cost")) add_clock(row, overhead_machine_of("oaws"));
    return row;
}

static int bits(const char *block, const char *config, const char *folder)
{
    for (const block_ops *const *ops = block_table; *ops; ops++)
        if (strcmp((*ops)->block, block) == 0 && strcmp((*ops)->config, config) == 0) {
            json_t *row = json_object();
            unsigned differences = overhead_bits(row, *ops, block, folder, stdout);
            json_decref(row);
            return differences != 0;
        }
    fprintf(stderr, "overhead: %s %s, expected a tuple of rtl_c/configs.def\n", block, config);
    return USER_MISTAKE;
}

static FILE *create(const char *folder, const char *name)
{
    char path[TEXT];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    if (file) return file;
    fprintf(stderr, "%s: cannot be written, expected a folder that can\n", path);
    exit(USER_MISTAKE);
}

static int report(const char *folder, const char *tech, char **own)
{
    unsigned differences = 0;
    json_t *rows = json_array();
    for (const block_ops *const *ops = block_table; *ops; ops++)
        json_array_append_new(rows, block_row(*ops, folder, tech, &differences));
    json_t *systems = overhead_systems_report(rows), *claims = overhead_claims("synth_estimates/claims.csv", rows);
    for (; *own; own++) json_array_append_new(rows, own_row(*own, folder, tech));
    json_t *whole =
        json_pack("{s:i,s:s,s:{s:o,s:o},s:o,s:o,s:o}", "schema", 1, "caveat", overhead_caveat, "tools", "yosys",
                  first_line("yosys -V"), "opensta", first_line("command -v sta >/dev/null && sta -version"), "blocks",
                  rows, "systems", systems, "claims", claims);
    overhead_text(stdout, whole);
    FILE *file = create(folder, "overhead.json");
    json_dumpf(whole, file, JSON_INDENT(1) | JSON_REAL_PRECISION(8));
    fputc('\n', file);
    fclose(file);
    file = create(folder, "overhead.md");
    overhead_markdown(file, whole);
    fclose(file);
    file = create(folder, "blocks.dat");
    overhead_plot_data(file, whole);
    fclose(file);
    json_decref(whole);
    if (differences)
        fprintf(stderr, "overhead: %u differences between the tables and the Verilog's registers\n", differences);
    return differences != 0;
}

static int compare(const char *golden_path, const char *report_path)
{
    json_t *golden = overhead_load(golden_path), *now = overhead_load(report_path);
    unsigned changed = overhead_compare(stdout, golden, now);
    if (changed) printf("%u rows differ from %s; `make overhead-accept` accepts them\n", changed, golden_path);
    json_decref(golden);
    json_decref(now);
    return changed != 0;
}

int main(int count, char **words)
{
    if (count == 3 && strcmp(words[1], "list") == 0) return list(words[2]);
    if (count >= 4 && strcmp(words[1], "report") == 0) return report(words[2], words[3], words + 4);
    if (count == 5 && strcmp(words[1], "bits") == 0) return bits(words[2], words[3], words[4]);
    if (count == 5 && strcmp(words[1], "check") == 0) return (int)overhead_check(stderr, words[2], words[3], words[4]);
    if (count == 4 && strcmp(words[1], "wrap") == 0) {
        overhead_wrap(stdout, words[2], words[3]);
        return 0;
    }
    if (count == 5 && strcmp(words[1], "scaling") == 0) {
        overhead_scaling(stdout, words[2], words[3], words[4]);
        return 0;
    }
    if (count == 4 && strcmp(words[1], "compare") == 0) return compare(words[2], words[3]);
    fprintf(stderr, "overhead: expected list, report, bits, check, wrap, scaling or compare and their words\n");
    return USER_MISTAKE;
}
