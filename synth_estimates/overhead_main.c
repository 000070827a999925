// SPDX-License-Identifier: BSD-3-Clause
// The command behind `make overhead`:
//   overhead list SET                    runs of measure.sh, `STAGE BLOCK FOLDER NAME=VALUE...`; SET paper, all or bits
//   overhead report SET FOLDER TECH [TOP...] text to standard output, FOLDER/overhead.json, overhead.md,
//                                        overhead.tsv, *.dat;
//                                        TOP: modules of the user's own, measured in FOLDER/own_TOP
//   overhead machine-runs MACHINE...     runs of measure.sh for the tuples of these machines, `BLOCK FOLDER NAME=VALUE...`
//   overhead machine-costs FOLDER TECH GOLDEN MACHINE...  what they left, as Markdown, beside the papers' parameters
//   overhead own FOLDER TECH TOP         such a module alone
//   overhead block SET FOLDER TECH BLOCK  a block's tuples alone; exit 1 when a netlist is not its RTL
//   overhead bits BLOCK CONFIG FOLDER    registers of FOLDER/rtl.json against the table; exit 1 when they differ
//   overhead check FOLDER TOP FILE       whether the module of FOLDER/rtl.json can be measured; exit 1 when not
//   overhead links TOP                   links of a block or a front end in chains.def, FROM>TO, for links.tcl
//   overhead registers FOLDER TOP TECH   `CELL INSTANCE` of its flip-flops, for links.tcl
//   overhead front-end-list              front ends of front_ends.def, `NAME PARAMETER=VALUE...`
//   overhead front-end-blocks            Verilog of base's blocks and warp_front_end
//   overhead front-end FOLDER NAME       the same and module front_end_NAME; FOLDER/rtl.json is of warp_front_end
//   overhead front-ends FOLDER TECH      what front_end.sh measured in FOLDER/front_end
//   overhead library FILE FOLDER         what mapping needs of a Liberty file: FOLDER/map.constr, flip_flop.v; exit 2
//   overhead library-inverter FILE       `CELL INPUT OUTPUT` of its smallest inverter
//   overhead library-adders FILE         its adder cells as a file for techmap; nothing without any
//   overhead library-copy FOLDER FILE…   FOLDER/library.lib, one for every tool, and left_out.txt, of files as published;
//                                        environment: CORNER, DONT_USE (library.sh); exit 2
//   overhead move-inverters FOLDER FILE TOP  in FOLDER/FILE, gates and $fa by write_json, inverters go behind the adders
//   overhead adders FOLDER TOP TECH      `GE FULL HALF` of a netlist: its area and how many adder cells are in it
//   overhead library-row NAME FOLDER BLOCK CONFIG TECH  a row of libraries.json, of what is measured in FOLDER
//   overhead libraries FOLDER GOLDEN     the table of FOLDER/libraries.json, and what has changed; exit 1 when anything has
//   overhead libraries-accept FOLDER GOLDEN  makes its rows those of GOLDEN/libraries.json
//   overhead schematic FOLDER TOP        FOLDER/rtl.json as a drawing for Graphviz
//   overhead wrap FOLDER TOP             Verilog that feeds TOP of FOLDER/rtl.json from a shift register
//   overhead fpga FOLDER                 what fpga.sh measured in FOLDER/fpga
//   overhead scaling-runs LIST           runs of measure.sh for the series of scaling.txt, `BLOCK FOLDER NAME=VALUE...`
//   overhead scaling FOLDER TECH LIST    growth of these series
//   overhead gates-parts, gates-bench, gates-energy: see gates.c
//   overhead power FOLDER                what gates.sh measured in FOLDER/gates
//   overhead tables REPORT               its tables as lines of cells, for page.awk
//   overhead compare GOLDEN REPORT       what has changed; exit 1 when anything has
//   overhead accept FOLDER REPORT        makes a complete report FOLDER/golden.json
#include "synth_estimates/gates.h"
#include "synth_estimates/libraries.h"
#include "synth_estimates/overhead.h"

#include <stdlib.h>
#include <string.h>

enum { USER_MISTAKE = 2 };

static int unknown(void)
{
    fprintf(stderr, "overhead: expected a command and its words, as at the top of synth_estimates/overhead_main.c\n");
    return USER_MISTAKE;
}

static bool has_machine(const block_ops *ops)
{
    for (const overhead_machine *machine = overhead_machines(); machine->name; machine++)
        if (overhead_fits(ops, machine)) return true;
    return false;
}

static bool is_set(const char *set)
{
    if (strcmp(set, "all") == 0 || strcmp(set, "bits") == 0 || strcmp(set, "paper") == 0) return true;
    fprintf(stderr, "overhead: set %s, expected paper, all or bits\n", set);
    return false;
}

static int list(const char *set)
{
    if (!is_set(set)) return USER_MISTAKE;
    if (overhead_unnamed_parameters(stderr)) return USER_MISTAKE;
    bool all = strcmp(set, "all") == 0, bits = strcmp(set, "bits") == 0;
    for (const block_ops *const *ops = block_table; *ops; ops++) {
        bool paper = overhead_is_paper_tuple(*ops) || overhead_has_target(*ops);
        bool full = !bits && (paper || (all && has_machine(*ops)));
        printf("%s %s %s_%s", full ? "full" : "bits", (*ops)->block, (*ops)->block, (*ops)->config);
        for (const block_param *param = (*ops)->params; param->name; param++)
            printf(" %s=%u", param->name, param->value);
        printf("\n");
    }
    return 0;
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

static int report(const char *set, const char *folder, const char *tech, char **own)
{
    if (!is_set(set)) return USER_MISTAKE;
    json_t *whole = overhead_report(set, folder, tech, own);
    unsigned differences = (unsigned)overhead_number(whole, "differences");
    overhead_text(stdout, whole);
    overhead_store(whole, folder, "overhead.json");
    FILE *file = overhead_create(folder, "overhead.md");
    overhead_markdown(file, whole, folder);
    overhead_close(file, folder, "overhead.md");
    file = overhead_create(folder, "overhead.tsv");
    overhead_tsv(file, whole);
    overhead_close(file, folder, "overhead.tsv");
    file = overhead_create(folder, "blocks.dat");
    overhead_plot_data(file, whole);
    overhead_close(file, folder, "blocks.dat");
    overhead_scaling_data(json_object_get(whole, "scaling"), folder);
    json_decref(whole);
    if (differences) fprintf(stderr, "overhead: %u differences between tables, Verilog and netlists\n", differences);
    return differences != 0;
}

static void print_blocks(json_t *whole)
{
    printf("%s\n", overhead_word(whole, "caveat"));
    overhead_text_tables(stdout, whole, (const char *const[]){"blocks", "speed", "paths", "storage", NULL});
    json_decref(whole);
}

static int own(const char *folder, const char *tech, const char *top)
{
    print_blocks(overhead_own(folder, tech, top));
    return 0;
}

static int one_block(const char *set, const char *folder, const char *tech, const char *block)
{
    unsigned differences = 0;
    if (!is_set(set)) return USER_MISTAKE;
    print_blocks(overhead_block(block, set, folder, tech, &differences));
    return differences != 0;
}

// One part of the report, measured on its own; NULL when nothing was.
static int part(json_t *caveat, const char *name, json_t *measured, const char *const tables[])
{
    json_t *whole = json_object();
    if (measured) json_object_set_new(whole, name, measured);
    printf("%s\n", json_string_value(caveat));
    json_decref(caveat);
    overhead_text_tables(stdout, whole, tables);
    json_decref(whole);
    return 0;
}

static json_t *fpga_of_tuples(const char *folder)
{
    json_t *rows = json_array();
    for (const block_ops *const *ops = block_table; *ops; ops++)
        json_array_append_new(rows, json_pack("{s:s,s:s}", "block", (*ops)->block, "config", (*ops)->config));
    json_t *fpga = overhead_fpga(rows, folder);
    json_decref(rows);
    return fpga;
}

static int scaling(const char *folder, const char *tech, const char *path)
{
    json_t *measured = overhead_scaling(folder, tech, path);
    overhead_scaling_data(measured, folder);
    return part(overhead_caveat(tech), "scaling", measured, (const char *const[]){"scaling", "growth", NULL});
}

static int front_end(int count, char **words)
{
    const char *command = words[1];
    if (count == 2 && strcmp(command, "front-end-list") == 0) return overhead_front_end_list(stdout), 0;
    if (count == 2 && strcmp(command, "front-end-blocks") == 0) return overhead_front_end_blocks(stdout), 0;
    if (count == 4 && strcmp(command, "front-end") == 0)
        return overhead_front_end_verilog(stdout, words[2], words[3]), 0;
    if (count != 4 || strcmp(command, "front-ends") != 0) return unknown();
    json_t *chains = overhead_chain_list();
    part(overhead_caveat(words[3]), "front_ends", overhead_front_ends(words[2], words[3], chains),
         (const char *const[]){"front_ends", "front_end_paths", "front_end_chains", NULL});
    json_decref(chains);
    return 0;
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

static int tables(const char *path)
{
    json_t *whole = overhead_load(path);
    overhead_tsv(stdout, whole);
    json_decref(whole);
    return 0;
}

static void library_copy(char **words)
{
    const char *corner = getenv("CORNER"), *dont_use = getenv("DONT_USE");
    overhead_library_copy(words[0], words + 1, corner ? corner : "", dont_use);
}

static void library_row(char **words)
{
    json_t *row = overhead_library_row(words[0], words[1], words[2], words[3], words[4]);
    json_dumpf(row, stdout, JSON_COMPACT | JSON_REAL_PRECISION(8));
    printf("\n");
    json_decref(row);
}

static int libraries(const char *folder, const char *golden)
{
    part(json_string("Not a layout: no wires, no clock tree, every table in flip-flops."), "libraries",
         overhead_libraries(folder, golden), (const char *const[]){"libraries", NULL});
    unsigned changed = overhead_libraries_compare(stdout, folder, golden);
    if (changed) printf("%u figures differ from %s/libraries.json; `make overhead-accept` accepts them\n", changed, golden);
    return changed != 0;
}

int main(int count, char **words)
{
    const char *command = count > 1 ? words[1] : "";
    if (count == 3 && strcmp(command, "list") == 0) return list(words[2]);
    if (count == 4 && strcmp(command, "library") == 0)
        return overhead_library_files(overhead_library(words[2]), words[3]), 0;
    if (count == 3 && strcmp(command, "library-inverter") == 0)
        return overhead_library_inverter(overhead_library(words[2]), stdout), 0;
    if (count == 3 && strcmp(command, "library-adders") == 0)
        return overhead_library_adders(overhead_library(words[2]), stdout), 0;
    if (count >= 4 && strcmp(command, "library-copy") == 0) return library_copy(words + 2), 0;
    if (count == 5 && strcmp(command, "move-inverters") == 0) return overhead_move_inverters(words[2], words[3], words[4]), 0;
    if (count == 5 && strcmp(command, "adders") == 0) return overhead_adders(stdout, words[2], words[3], words[4]), 0;
    if (count == 7 && strcmp(command, "library-row") == 0) return library_row(words + 2), 0;
    if (count == 4 && strcmp(command, "libraries") == 0) return libraries(words[2], words[3]);
    if (count == 4 && strcmp(command, "libraries-accept") == 0)
        return overhead_libraries_accept(words[2], words[3]), 0;
    if (count == 3 && strcmp(command, "links") == 0) return overhead_links(stdout, words[2]), 0;
    if (count == 5 && strcmp(command, "registers") == 0)
        return overhead_registers(stdout, words[2], words[3], words[4]), 0;
    if (count >= 3 && strcmp(command, "machine-runs") == 0)
        return overhead_machine_runs(stdout, words + 2) ? 0 : USER_MISTAKE;
    if (count >= 6 && strcmp(command, "machine-costs") == 0)
        return overhead_machine_costs(stdout, words[2], words[3], words[4], words + 5) ? 0 : USER_MISTAKE;
    if (strncmp(command, "front-end", 9) == 0) return front_end(count, words);
    if (count >= 5 && strcmp(command, "report") == 0) return report(words[2], words[3], words[4], words + 5);
    if (count == 5 && strcmp(command, "own") == 0) return own(words[2], words[3], words[4]);
    if (count == 6 && strcmp(command, "block") == 0) return one_block(words[2], words[3], words[4], words[5]);
    if (count == 5 && strcmp(command, "bits") == 0) return bits(words[2], words[3], words[4]);
    if (count == 5 && strcmp(command, "check") == 0) return (int)overhead_check(stderr, words[2], words[3], words[4]);
    if (count == 4 && strcmp(command, "schematic") == 0) return overhead_schematic(stdout, words[2], words[3]), 0;
    if (count == 4 && strcmp(command, "wrap") == 0) return overhead_wrap(stdout, words[2], words[3]), 0;
    if (count == 3 && strcmp(command, "fpga") == 0)
        return part(json_string("Not a product: each block alone, every table in flip-flops."), "fpga",
                    fpga_of_tuples(words[2]), (const char *const[]){"fpga", NULL});
    if (count == 3 && strcmp(command, "scaling-runs") == 0) return overhead_scaling_runs(stdout, words[2]), 0;
    if (count == 5 && strcmp(command, "scaling") == 0) return scaling(words[2], words[3], words[4]);
    if (count == 3 && strcmp(command, "power") == 0)
        return part(overhead_caveat(""), "power", overhead_power(words[2]),
                    (const char *const[]){"power", "power_blocks", NULL});
    if (strncmp(command, "gates-", 6) == 0) return overhead_gates(count, words);
    if (count == 3 && strcmp(command, "tables") == 0) return tables(words[2]);
    if (count == 4 && strcmp(command, "compare") == 0) return compare(words[2], words[3]);
    if (count == 4 && strcmp(command, "accept") == 0) return overhead_accept(words[2], words[3]);
    return unknown();
}
