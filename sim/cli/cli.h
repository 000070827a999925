// SPDX-License-Identifier: BSD-3-Clause
// The warplock command line. Commands are rows of commands.def, options of options.def.
#ifndef WARPLOCK_SIM_CLI_H
#define WARPLOCK_SIM_CLI_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "sim/machine/machine.h"
#include "sim/status.h"
#include "sim/workload/job.h"

enum { CLI_WORDS_MAX = 256, CLI_ROWS_MAX = 256 };

typedef struct { const char *words[CLI_WORDS_MAX]; unsigned count; } cli_list;

typedef struct {
#define GROUP(title)
#define TEXT(member, name, argument, initial, commands, help) const char *member;
#define LIST(member, name, argument, commands, help) cli_list member;
#define FLAG(member, name, commands, help) bool member;
#define COUNT(member, name, argument, initial, low, high, commands, help) uint64_t member;
#define PICK(member, name, choices, initial, commands, help) unsigned member;
#include "sim/cli/options.def"
#undef GROUP
#undef TEXT
#undef LIST
#undef FLAG
#undef COUNT
#undef PICK
    bool     given[CLI_ROWS_MAX];               // options on the command line, by row
    cli_list operands;                          // what is not an option
    bool     dashes;                            // a word `--`, and so many operands before it
    unsigned before_dashes;
    char     command[4096];                     // the command line, quoted for a shell
    const char *program;                        // argv[0]
} cli_options;

// A row of commands.def.
typedef struct {
    const char *name, *operands, *help;
} cli_command;

enum {
#define COMMAND(identifier, name, operands, function, help) CLI_##identifier,
#include "sim/cli/commands.def"
#undef COMMAND
    CLI_COMMANDS
};

#define COMMAND(identifier, name, operands, function, help) run_status function(const cli_options *);
#include "sim/cli/commands.def"
#undef COMMAND

extern const cli_command cli_commands[CLI_COMMANDS];

// The whole command line: a command, or what is said of them.
run_status cli_main(int argc, char *const *argv);
// The words behind the command. False after a message on stderr, also for an option that the command does not take.
bool cli_parse(cli_options *, const cli_command *, int argc, char *const *argv);
void cli_print_help(FILE *);                                // of all commands
void cli_print_command_help(FILE *, const cli_command *);   // its usage and options
// The machine of --machine and --set, checked. False after a message.
bool cli_machine(const cli_options *, machine *);
// A name of a comma-separated list, from *at on; false at its end.
bool cli_next_name(const char **at, char name[static 64]);
__attribute__((format(printf, 1, 2))) bool cli_mistake(const char *format, ...);    // "warplock: ..." on stderr; false

run_status cli_run_program(const cli_options *);                           // program.c
job *cli_ptx_job(const cli_options *, const char *path, job_error *);      // ptx.c
void cli_list_campaigns(FILE *);                                           // campaign.c; text of sim/report/fit.h

#endif
