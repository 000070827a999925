// SPDX-License-Identifier: BSD-3-Clause
// What a search tried (`warplock run --policy swl-best`): a run's figures for each value of a key of the machine.
#ifndef WARPLOCK_SIM_REPORT_CURVE_H
#define WARPLOCK_SIM_REPORT_CURVE_H

#include <stdbool.h>
#include <stdint.h>

enum { CURVE_POINTS = 64 };

typedef struct { uint32_t value; bool known; double ipc, mpki; uint64_t cycles; } curve_point;     // known: the run ended well
typedef struct { char key[100]; uint32_t best; unsigned n; curve_point points[CURVE_POINTS]; } run_curve;     // key: "" = nothing was tried; best: its value

#endif
