// SPDX-License-Identifier: BSD-3-Clause
// --help: for all commands, and for one with its options.
#include <inttypes.h>
#include <string.h>

#include "sim/cli/cli.h"
#include "sim/cli/generate.h"
#include "sim/report/fit.h"

static void print_default(FILE *file, const option_row *row)
{
    if (row->kind == OPTION_NUMBER)
        fprintf(file, "  [%" PRIu64 "]", row->number);
    else if (row->kind != OPTION_FLAG && row->kind != OPTION_LIST && row->text[0])
        fprintf(file, "  [%s]", row->text);
    fputc('\n', file);
}

// A group's title precedes its first option that the command takes.
static void print_options(FILE *file, const cli_command *command)
{
    const option_row *group = NULL;

    for (const option_row *row = option_rows; row < option_rows + option_row_count; row++) {
        if (row->kind == OPTION_GROUP) {
            group = row;
            continue;
        }
        if (!option_goes_with(row, command))
            continue;
        if (group)
            fprintf(file, "\n%s:\n", group->help);
        group = NULL;
        fprintf(file, "    %s%s%s", row->name, row->argument ? " " : "", row->argument ? row->argument : "");
        print_default(file, row);
        fprintf(file, "        %s\n", row->help);
    }
}

static void print_examples(FILE *file, const cli_command *command)
{
    const char *title = "\nexamples:\n";

    for (const cli_example *e = cli_examples; e->line; e++)
        if (command == &cli_commands[e->command]) {
            fprintf(file, "%s    %s\n        %s\n", title, e->line, e->help);
            title = "";
        }
}

static bool has_options(const cli_command *command)
{
    for (const option_row *row = option_rows; row < option_rows + option_row_count; row++)
        if (row->kind != OPTION_GROUP && option_goes_with(row, command))
            return true;
    return false;
}

void cli_print_command_help(FILE *to, const cli_command *command)
{
    fit fitted;
    FILE *file = fit_begin(&fitted, to);

    fprintf(file, "usage: warplock %s%s%s%s\n    %s\n", command->name, has_options(command) ? " [OPTION...]" : "",
            command->operands[0] ? " " : "", command->operands, command->help);
    if (command == &cli_commands[CLI_CAMPAIGN])
        cli_list_campaigns(file);
    print_options(file, command);
    print_examples(file, command);
    fit_end(&fitted);
}

void cli_print_help(FILE *to)
{
    fit fitted;
    FILE *file = fit_begin(&fitted, to);

    fputs("warplock: GPU warp schedulers as C models and Verilog, compared on every cycle inside a GPU simulator\n\n",
          file);
    for (const cli_command *c = cli_commands; c < cli_commands + CLI_COMMANDS; c++)
        fprintf(file, "    warplock %-13s%-18s" FIT_LEFT "%s\n", c->name, c->operands, c->help);
    fputs("    warplock COMMAND --help         " FIT_LEFT "        a command's options\n"
          "    warplock --help, --version, help COMMAND\n"
          "\nexit status: 0 good, 1 a result or lockstep mismatch or an illegal access, 2 a mistake in what was "
          "asked for, 3 a deadlock or limit of the simulated machine, 130 interrupted\n", file);
    fit_end(&fitted);
}
