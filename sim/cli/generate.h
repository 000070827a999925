// SPDX-License-Identifier: BSD-3-Clause
// The man page and the shell completions, from the rows of commands.def and options.def. The
// Makefile asks for them by `warplock generate man|bash|zsh`, which --help does not list.
#ifndef WARPLOCK_SIM_CLI_GENERATE_H
#define WARPLOCK_SIM_CLI_GENERATE_H

#include "sim/report/status.h"
#include "sim/run/options.h"

typedef struct { unsigned command; const char *line, *help; } cli_example;

extern const cli_example cli_examples[];            // ends with a NULL line

void generate_man(FILE *);
void generate_completion(FILE *, bool zsh);
run_status cli_generate(int argc, char *const *argv);

#endif
