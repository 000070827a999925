// SPDX-License-Identifier: BSD-3-Clause
// Which launches of a program are simulated with timing: all, or those that --kernel names, NAME or NAME:K, the K-th of
// that kernel from 1 on. The others run functionally, so that a long program reaches the launches that matter.
#ifndef WARPLOCK_SIM_CUDART_LAUNCH_CHOICE_H
#define WARPLOCK_SIM_CUDART_LAUNCH_CHOICE_H

#include "sim/frontend/program.h"
#include "sim/run/options.h"

// False after a message.
bool launch_choice_read(const cli_list *names);
// Whether its next launch is timed.
bool launch_choice_timed(const kernel *);
void launch_choice_count(const kernel *);                   // counts a launch
// Reports kernels that were named and never launched.
void launch_choice_end(void);

#endif
