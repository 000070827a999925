// SPDX-License-Identifier: BSD-3-Clause
// A program's PTX as far as it can be read. A function with an instruction that the simulator refuses
// (docs/frontend.md) is left out, with the reason, so that the program's other kernels run: they are what a person came
// for.
#ifndef WARPLOCK_SIM_CUDART_LENIENT_H
#define WARPLOCK_SIM_CUDART_LENIENT_H

#include "sim/frontend/program.h"

typedef struct refused { char *name; ptx_error why; struct refused *next; } refused;

// NULL and an error when it is no function's fault. The functions that were left out, in `out`: in the program each is
// one that traps.
program *lenient_parse(const char *file_name, const char *text, refused **out, ptx_error *error);
const refused *refused_find(const refused *, const char *name);
void refused_free(refused *);

#endif
