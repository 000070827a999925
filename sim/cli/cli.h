// SPDX-License-Identifier: BSD-3-Clause
// The warplock command line: the commands, rows of sim/run/commands.def.
#ifndef WARPLOCK_SIM_CLI_H
#define WARPLOCK_SIM_CLI_H

#include <stdio.h>

#include "sim/report/status.h"
#include "sim/run/options.h"
#include "sim/workload/job.h"

#define COMMAND(identifier, name, operands, function, help) run_status function(const cli_options *);
#include "sim/run/commands.def"
#undef COMMAND

// The whole command line: runs a command, or tells about them.
run_status cli_main(int argc, char *const *argv);
void cli_print_help(FILE *);                                // of all commands
void cli_print_command_help(FILE *, const cli_command *);   // its usage and options

run_status cli_run_program(const cli_options *);                           // program.c
job *cli_ptx_job(const cli_options *, const char *path, job_error *);      // ptx.c
void cli_list_campaigns(FILE *);                                           // campaign.c; text of sim/report/fit.h

#endif
