// SPDX-License-Identifier: BSD-3-Clause
// Questions in which ABC has joined what is equal, held against the questions as they were.
#ifndef WARPLOCK_TB_PROVE_SWEEP_H
#define WARPLOCK_TB_PROVE_SWEEP_H

#include "tb/prove/aiger.h"
#include "tb/prove/graph.h"
#include "tb/prove/settle.h"

// The questions are the first outputs of what is returned. Unswept, where limits name no program that sweeps, or it comes to its
// limit. Every function below the questions is an output of what is swept, too, behind them: ABC gives back what it has
// joined each with, and on 1,024 random vectors each must be what it was. Refuses a swept file that is not what was asked.
aiger sweep(const literal *questions, const char *const *names, size_t count, const settle_limits *limits, double *seconds);

#endif
