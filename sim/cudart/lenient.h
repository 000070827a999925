// SPDX-License-Identifier: BSD-3-Clause
// Reads a program's PTX leniently. A function with an instruction that the simulator refuses (docs/frontend.md) is left
// out, with the reason, so that the program's other kernels run.
#ifndef WARPLOCK_SIM_CUDART_LENIENT_H
#define WARPLOCK_SIM_CUDART_LENIENT_H

#include "sim/frontend/program.h"

typedef struct refused { char *name; ptx_error why; struct refused *next; } refused;

// NULL and an error when the fault lies outside of functions. `out`: the functions left out; in the program each of
// them traps.
program *lenient_parse(const char *file_name, const char *text, refused **out, ptx_error *error);
const refused *refused_find(const refused *, const char *name);
void refused_free(refused *);

#endif
