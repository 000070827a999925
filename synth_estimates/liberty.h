// SPDX-License-Identifier: BSD-3-Clause
// The standard cell library that a report is of: areas by cell, and the cells that the measurement names.
#ifndef WARPLOCK_SYNTH_ESTIMATES_LIBERTY_H
#define WARPLOCK_SYNTH_ESTIMATES_LIBERTY_H

#include <jansson.h>
#include <stdio.h>

typedef struct {
    json_t *cells;                                 // by name
    const char *gate;                              // the two-input NAND
    double gate_area;                              // a gate equivalent
    const char *buffer;                            // what drives the inputs
    const char *flip_flop;
    const char *clock, *data, *output, *inverse;   // its pins; inverse NULL: it has none
} overhead_liberty;

// The file's library, read once; exit 2, with what it lacks, when nothing can be mapped to it.
const overhead_liberty *overhead_library(const char *path);
double overhead_cell_area(const overhead_liberty *, const char *cell); // exit 2: there is no such cell
// What mapping and proof need of it: FOLDER/map.constr and FOLDER/flip_flop.v.
void overhead_library_files(const overhead_liberty *, const char *folder);

#endif
