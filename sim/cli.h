// The warplock command line. Options are rows of cli_options.def.
#ifndef WARPLOCK_SIM_CLI_H
#define WARPLOCK_SIM_CLI_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "sim/machine/machine.h"
#include "sim/status.h"
#include "sim/workload/job.h"

enum { CLI_WORDS_MAX = 256 };

typedef struct { const char *words[CLI_WORDS_MAX]; unsigned count; } cli_list;

typedef struct {
#define GROUP(title)
#define TEXT(member, name, argument, initial, help) const char *member;
#define LIST(member, name, argument, help) cli_list member;
#define FLAG(member, name, help) bool member;
#define COUNT(member, name, argument, initial, low, high, help) uint64_t member;
#define PICK(member, name, choices, initial, help) unsigned member;
#include "sim/cli_options.def"
#undef GROUP
#undef TEXT
#undef LIST
#undef FLAG
#undef COUNT
#undef PICK
    uint64_t given;                             // options on the command line, a bit a row
    cli_list operands;                          // what is not an option
    char     command[4096];                     // the command line, quoted for a shell
    const char *program;                        // argv[0]
} cli_options;

// False after a message on stderr.
bool cli_parse(cli_options *, int argc, char *const *argv);
void cli_print_options(FILE *);
// False after a message when an option that is not among `allowed` was given, if only with its default.
bool cli_only(const cli_options *, const char *command, const char *const *allowed);
// The machine of --machine and --set, checked. False after a message.
bool cli_machine(const cli_options *, machine *);
// A name of a comma-separated list, from *at on; false at its end.
bool cli_next_name(const char **at, char name[static 64]);
__attribute__((format(printf, 1, 2))) bool cli_mistake(const char *format, ...);    // "warplock: ..." on stderr; false

job *cli_ptx_job(const cli_options *, const char *path, job_error *);      // cli_ptx.c
run_status cli_run(const cli_options *);                                   // cli_run.c
run_status cli_kernels(const cli_options *);                               // cli_kernels.c
run_status cli_campaign(const cli_options *);                              // cli_campaign.c
void cli_list_campaigns(FILE *);

#endif
