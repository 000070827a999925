// SPDX-License-Identifier: BSD-3-Clause
// What the overhead report is made of. The report is one JSON object (schema in docs/overhead.md): built by the
// functions of the first group from the block tables and from what measure.sh left in a folder per block and
// configuration; the text table, the Markdown page and the comparison with the golden file read only that object.
#ifndef WARPLOCK_SYNTH_ESTIMATES_OVERHEAD_H
#define WARPLOCK_SYNTH_ESTIMATES_OVERHEAD_H

#include "rtl_c/block.h"
#include "rtl_c/places.h"
#include "sim/machine/block_params.h"
#include "synth_estimates/liberty.h"

#include <jansson.h>
#include <stdio.h>

// --- the table's side
unsigned overhead_table_bits(const block_ops *ops);
json_t *overhead_parameters(const block_ops *ops);

// --- machines (sim/machine/*.ini) and systems (systems.def)
// Whether an issue waits for what the block makes of its inputs in the same cycle, or only for its registers.
typedef enum { DECIDES, UPDATES } overhead_role;
typedef enum { CLOCK_CORE, CLOCK_DRAM } overhead_clock;
typedef struct {
    const char *name;
    machine keys;
    block_param parameters[BLOCK_PARAMS + 1]; // those of the blocks that the machine gives, or their paper
} overhead_machine;
typedef struct {
    const char *name, *machine, *words;
} overhead_system;
typedef struct { // a row of rtl_c/places.def
    const char *block;
    place_kind kind;
    overhead_clock clock;
    overhead_role role;
} overhead_place;
typedef struct {
    const char *system, *block;
    const char *parameters; // that the system chooses, as those of a machine
} overhead_part;
extern const overhead_system overhead_systems[];   // ends with a NULL name
extern const overhead_part overhead_parts[];       // ends with a NULL system
const overhead_machine *overhead_machines(void); // the bundled ones; ends with a NULL name
double overhead_clock_mhz(const overhead_machine *machine, const char *block); // whose edges it counts; NULL: of its cores
const overhead_place *overhead_place_of(const char *block);
bool overhead_decides(const char *block); // DECIDES, and a part of some system
const overhead_machine *overhead_machine_of(const char *name);
bool overhead_has_table(const char *block);
bool overhead_fits(const block_ops *ops, const overhead_machine *machine); // as some system there has the block
const overhead_part *overhead_part_at(const block_ops *ops, const overhead_machine *machine); // the first so; NULL: none
// As the system has it; as base has it, or the first that does, where the system (or NULL) does not. NULL: not built.
const block_ops *overhead_tuple(const char *system, const char *block, const overhead_machine *machine);
bool overhead_is_paper_tuple(const block_ops *ops); // part of a system, at that system's machine
bool overhead_has_target(const block_ops *ops); // named in targets.def, so that its costs are needed too
// Prints each parameter of a block that neither a system of it nor the machine gives, and returns how many: its tuples
// would belong to no machine.
unsigned overhead_unnamed_parameters(FILE *messages);
json_t *overhead_systems_report(json_t *rows);
json_t *overhead_system_at(const overhead_system *system, const overhead_machine *machine, json_t *rows);
// Prints the links of chains.def in a block or a front end, `FROM>TO …`, for links.tcl.
void overhead_links(FILE *out, const char *block);
json_t *overhead_chain_list(void); // the chains with their links, none of them measured
double overhead_link_ns(const char *folder, const char *link); // of `FROM>TO` in FOLDER/timing.txt; below 0: not there
// The chains of chains.def whose links are all measured, from what links.tcl left in FOLDER/BLOCK_CONFIG; exit 2, with
// the link, when the file names no such block or port.
json_t *overhead_chains(json_t *rows, const char *folder, double delay_65nm);

// --- several blocks mapped whole (front_ends.def)
void overhead_front_end_list(FILE *out); // `NAME PARAMETER=VALUE …` of each, for front_end.sh
void overhead_front_end_blocks(FILE *out); // the Verilog of base's blocks and of warp_front_end
// The same and the module front_end_NAME around it; FOLDER/rtl.json has warp_front_end at its parameters.
void overhead_front_end_verilog(FILE *out, const char *folder, const char *name);
bool overhead_front_end_links(FILE *out, const char *top); // false: TOP is not one
// `CELL INSTANCE` for each flip-flop of FOLDER/net.json, by the register that it holds.
void overhead_registers(FILE *out, const char *folder, const char *top, const char *tech);
// What front_end.sh measured in FOLDER/front_end with the Verilog of today, beside the chains; NULL: nothing.
json_t *overhead_front_ends(const char *folder, const char *tech, const json_t *chains);
const char *overhead_front_end_missing(const json_t *report); // the first that a report does not have; NULL: none

// --- measured
// Compares the registers of FOLDER/rtl.json with the table and puts both counts and the breakdown into row["bits"].
// Returns the number of differences, each printed to `messages` by register name. ops NULL: no table, the breakdown is
// Yosys's.
unsigned overhead_bits(json_t *row, const block_ops *ops, const char *top, const char *folder, FILE *messages);
// row["cost"] from FOLDER's netlist, timing and, if it was tried, proof; nothing when it was not mapped.
void overhead_cost(json_t *row, const char *top, const char *folder, const char *tech);
// Moves inverters behind the full adders ($fa) of TOP in FOLDER/FILE, which write_json has written.
void overhead_move_inverters(const char *folder, const char *file, const char *top);
// `GE FULL HALF` of FOLDER's netlist: its area, and how many cells of it are the library's adders.
void overhead_adders(FILE *out, const char *folder, const char *top, const char *tech);
// um2 of a gate equivalent in a commercial library at 65 nm; what delays of the library in TECH are multiplied with for
// those at 65 nm, 0 for a library of the user's own, of which nothing is known.
extern const double overhead_gate_um2_65nm;
double overhead_delay_65nm(const char *tech);
// Nanoseconds of the longest path of a cost.
double overhead_critical_path(const json_t *cost);
// Mappings of the same module under drawn names, and the median and spread of a figure of them; NULL: one is below 0.
enum { OVERHEAD_PERMUTATIONS = 5 };
json_t *overhead_noise_summary(const double values[OVERHEAD_PERMUTATIONS]);
// row["noise"], median and spread of the permutations that measure.sh left in FOLDER; nothing when they are not all there.
void overhead_noise(json_t *row, const char *top, const char *folder, const char *tech);
// A figure of a row, `gate_equivalents` or `critical_ns`, and its spread.
double overhead_figure(const json_t *row, const char *name, double *spread);
// The value in whole tens, units, tenths … as the spread allows, and with how many decimals to print it.
double overhead_rounded(double value, double spread, double finest, int *decimals);
// The series of LIST (scaling.txt) as measured in FOLDER/scaling with the Verilog of today, with exponents; NULL: none.
json_t *overhead_scaling(const char *folder, const char *tech, const char *list);
// Its runs of measure.sh, `BLOCK FOLDER NAME=VALUE...`, a line for each value; what two series share stands twice.
void overhead_scaling_runs(FILE *out, const char *list);
void overhead_scaling_data(const json_t *scaling, const char *folder); // FOLDER/scaling_BLOCK_PARAMETER.dat for plots
// What fpga.sh measured in FOLDER/fpga of ROWS with the Verilog of today; NULL: nothing.
json_t *overhead_fpga(const json_t *rows, const char *folder);
// What systems gain in IPC, from what `make results` keeps in FIGURES/PAPER/claims.dat; NULL: nothing.
json_t *overhead_gains(const char *figures);
// The published designs of gains.c as measured in FOLDER/calibration_NAME, with their published areas; NULL: none.
json_t *overhead_calibration(const char *folder, const char *tech);
// Prints the module of FOLDER/rtl.json as a drawing for Graphviz.
void overhead_schematic(FILE *out, const char *folder, const char *top);
// Prints a wrapper module around TOP, whose ports are in FOLDER/rtl.json; returns the bits of all ports but the clock.
unsigned overhead_wrap(FILE *out, const char *folder, const char *top);
// Prints a module NAME around MODULE, whose ports are in FOLDER/rtl.json, with its parameters, inputs tied (`port=value …`)
// and only these outputs ("": all). Returns what is no port of it, from there on; NULL: nothing.
const char *overhead_tie(FILE *out, const char *folder, const char *module, const char *parameters, const char *name,
                         const char *tied, const char *outputs);
// Whether the module of FOLDER/rtl.json can be measured: one clock clk_i, rising edges, synchronous resets, no latch,
// no value at power-up. Prints the first thing that is in the way, behind FILE, and returns 1; 0 when it can.
unsigned overhead_check(FILE *messages, const char *folder, const char *top, const char *file);
// A row and its place among the rows, by block and config.
json_t *overhead_row(json_t *rows, const char *block, const char *config);

// --- the papers' claims (claims.csv)
json_t *overhead_claims(const char *path, json_t *rows);

// --- what is printed
json_t *overhead_library_name(const char *tech); // what library.sh calls it
json_t *overhead_caveat(const char *tech);       // what the numbers are not
// All of it but what is printed. SET: paper or all, whose tuples' costs are reported. OWN: modules of the user's, ends
// with NULL. Member `differences` counts tables that disagree with their Verilog and netlists that are not their RTL.
json_t *overhead_report(const char *set, const char *folder, const char *tech, char **own);
json_t *overhead_own(const char *folder, const char *tech, const char *top); // a report of a user's own module alone
// A report of a block's tuples of a set alone; adds to *differences those that are not their tables or RTL.
json_t *overhead_block(const char *block, const char *set, const char *folder, const char *tech, unsigned *differences);
json_t *overhead_tables(const json_t *report); // as table.h describes
void overhead_text(FILE *out, const json_t *report);
// The tables of these names, ends with NULL; names NULL: all. Empty ones without a note are left out.
void overhead_text_tables(FILE *out, const json_t *report, const char *const names[]);
void overhead_markdown(FILE *out, const json_t *report, const char *folder); // with the pictures that FOLDER holds
void overhead_markdown_section(FILE *out, const json_t *table);
void overhead_tsv(FILE *out, const json_t *report); // its tables as lines of cells, for page.awk
// Tuples at the parameters of machines (machine_costs.c), NAMES ending with NULL: runs of measure.sh, and what they left in FOLDER
// beside what GOLDEN has at the papers' parameters. False, with the reason printed: a machine that is not bundled.
bool overhead_machine_runs(FILE *out, char **names);
bool overhead_machine_costs(FILE *out, const char *folder, const char *tech, const char *golden, char **names);
void overhead_plot_data(FILE *out, const json_t *report);
// Prints what differs from the golden report and returns how many rows do. Rows only in the new report are said to be
// new.
unsigned overhead_compare(FILE *out, const json_t *golden, const json_t *report);
// Makes a complete report of the papers' parameters FOLDER/golden.json; 2, with the reason printed, when it is not one.
int overhead_accept(const char *golden_folder, const char *report_path);

// --- files
// Reads a JSON file; exit 2 with file and line when that cannot be done.
json_t *overhead_load(const char *path);
double overhead_number(const json_t *object, const char *key);
const char *overhead_word(const json_t *object, const char *key);
// A file that has its name only once it is whole; exit 2 when it cannot be written.
FILE *overhead_create(const char *folder, const char *name);
void overhead_close(FILE *file, const char *folder, const char *name);
void overhead_store(const json_t *object, const char *folder, const char *name);
bool overhead_exists(const char *path);
// Whether what is measured in FOLDER is of the block's Verilog of today.
bool overhead_same_verilog(const char *block, const char *folder);

#endif
