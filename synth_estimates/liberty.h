// SPDX-License-Identifier: BSD-3-Clause
// The standard cell library that a report is of: areas by cell, and the cells that the measurement names.
#ifndef WARPLOCK_SYNTH_ESTIMATES_LIBERTY_H
#define WARPLOCK_SYNTH_ESTIMATES_LIBERTY_H

#include "synth_estimates/liberty_tree.h"

typedef struct {
    const liberty_node *tree;                      // its group
    const char *gate;                              // the two-input NAND
    double gate_area;                              // a gate equivalent
    const char *buffer;                            // what drives the inputs
    const char *inverter;
    const char *flip_flop;
    const char *clock, *data, *output, *inverse;   // its pins; output or inverse NULL: it has none
    struct {
        const char *pin;
        bool value, preset;                        // at which it does nothing; preset: else it sets, not clears
    } tied[2];                                     // set and reset, where every flip-flop has them; pin NULL: none
} overhead_liberty;

// The file's library, read once; exit 2, with what it lacks, when nothing can be mapped to it.
const overhead_liberty *overhead_library(const char *path);
double overhead_cell_area(const overhead_liberty *, const char *cell); // exit 2: there is no such cell
// What mapping and proof need of it: FOLDER/map.constr and FOLDER/flip_flop.v.
void overhead_library_files(const overhead_liberty *, const char *folder);
void overhead_library_inverter(const overhead_liberty *, FILE *out); // `CELL INPUT OUTPUT` of the smallest inverter
// The cell that adds 3 bits, or 2, where it is smaller than gates that do the same; NULL: none is.
const char *overhead_library_adder(const overhead_liberty *, unsigned inputs);
// How `extract_fa` finds what these become, in a comment, and the file with which `techmap` makes them of its $fa; nothing
// where there is none.
void overhead_library_adders(const overhead_liberty *, FILE *out);
// Published files as one library that ABC, Yosys and OpenSTA read alike: FOLDER/library.lib, the same with energies as
// energy.lib, and FOLDER/left_out.txt, what is not in it. Of a file of several libraries that called `corner` is taken.
// DONT_USE: names of cells with * and ?.
void overhead_library_copy(const char *folder, char *const paths[], const char *corner, const char *dont_use);

// Why a cell is not to be mapped to; NULL: it is.
const char *overhead_left_out(const liberty_node *cell, const char *dont_use);
overhead_liberty overhead_choose(const liberty_node *library, const char *dont_use);

#endif
