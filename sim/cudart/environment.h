// SPDX-License-Identifier: BSD-3-Clause
// The options in the environment of a CUDA program (environment.def), read like those of `warplock run`.
#ifndef WARPLOCK_SIM_CUDART_ENVIRONMENT_H
#define WARPLOCK_SIM_CUDART_ENVIRONMENT_H

#include "sim/run/options.h"

// False after a message. The pointers stay valid until the next call.
bool environment_options(cli_options *);
const char *environment_json(void);             // the file that WARPLOCK_JSON names; NULL: none

#endif
