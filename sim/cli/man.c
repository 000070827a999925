// SPDX-License-Identifier: BSD-3-Clause
// warplock(1) as roff, from the tables; see sim/cli/generate.h.
#include <inttypes.h>
#include <string.h>

#include "sim/cli/generate.h"
#include "sim/cli/version.h"

const cli_example cli_examples[] = {
#define EXAMPLE(command, line, help) { CLI_##command, line, help },
#include "sim/cli/examples.def"
#undef EXAMPLE
    { 0, NULL, NULL }
};

// Hyphens stay hyphens when copied; no line begins with a control character.
static void put(FILE *file, const char *text)
{
    if (*text == '.' || *text == '\'')
        fputs("\\&", file);
    for (; *text; text++)
        if (*text == '-')
            fputs("\\-", file);
        else if (*text == '\\')
            fputs("\\e", file);
        else if (*text == '`' || *text == '\'')
            fputs(*text == '`' ? "\\(ga" : "\\(aq", file);
        else
            fputc(*text, file);
}

static void put_line(FILE *file, const char *before, const char *text, const char *after)
{
    fputs(before, file);
    put(file, text);
    fputs(after, file);
    fputc('\n', file);
}

static void put_takers(FILE *file, const option_row *row)
{
    const char *between = "(";

    for (const cli_command *c = cli_commands; c < cli_commands + CLI_COMMANDS; c++)
        if (option_goes_with(row, c)) {
            fputs(between, file);
            put(file, c->name);
            between = ", ";
        }
    fputs(")", file);
}

static void put_option(FILE *file, const option_row *row)
{
    fputs(".TP\n\\fB", file);
    put(file, row->name);
    fputs("\\fR", file);
    if (row->argument) {
        fputs(" \\fI", file);
        put(file, row->argument);
        fputs("\\fR", file);
    }
    if (row->kind == OPTION_NUMBER)
        fprintf(file, "  [%" PRIu64 "]", row->number);
    if ((row->kind == OPTION_TEXT || row->kind == OPTION_CHOICE) && row->text[0]) {
        fputs("  [", file);
        put(file, row->text);
        fputs("]", file);
    }
    fputs("\n", file);
    put(file, row->help);
    fputs("\n", file);
    put_takers(file, row);
    fputs("\n", file);
}

static void put_examples(FILE *file)
{
    fputs(".SH EXAMPLES\n", file);
    for (const cli_example *e = cli_examples; e->line; e++) {
        put_line(file, ".TP\n\\fB", e->line, "\\fR");
        put_line(file, "", e->help, "");
    }
}

void generate_man(FILE *file)
{
    fprintf(file, ".TH WARPLOCK 1 \"\" \"warplock %s\" \"User Commands\"\n.SH NAME\n", warplock_version);
    fputs("warplock \\- GPU warp schedulers as C models and Verilog, compared inside a GPU simulator\n.SH SYNOPSIS\n", file);
    fputs("\\fBwarplock\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR...] [\\fIOPERAND\\fR...]\n.br\n", file);
    fputs("\\fBwarplock help\\fR \\fICOMMAND\\fR\n.br\n\\fBwarplock \\-\\-help\\fR, \\fB\\-\\-version\\fR\n", file);
    fputs(".SH DESCRIPTION\nSimulates kernels on a GPU under warp schedulers, each of which exists as a C model and as Verilog,\n"
          "and compares the two on every output and register. An option\\(aqs value follows it or an equals sign;\n"
          "\\fB\\-\\-\\fR ends the options. Behind each option stand the commands that take it.\n.SH COMMANDS\n", file);
    for (const cli_command *c = cli_commands; c < cli_commands + CLI_COMMANDS; c++) {
        fputs(".TP\n\\fB", file);
        put(file, c->name);
        put_line(file, c->operands[0] ? "\\fR \\fI" : "", c->operands, "\\fR");
        put_line(file, "", c->help, "");
    }
    fputs(".SH OPTIONS\n", file);
    for (const option_row *row = option_rows; row < option_rows + option_row_count; row++) {
        if (row->kind == OPTION_GROUP)
            put_line(file, ".SS \"", row->help, "\"");
        else
            put_option(file, row);
    }
    put_examples(file);
    fputs(".SH \"EXIT STATUS\"\n.TP\n0\nall went well\n.TP\n1\na result or lockstep mismatch, or an illegal access\n"
          ".TP\n2\na mistake in what was asked for, told before the first cycle\n"
          ".TP\n3\na deadlock or limit of the simulated machine\n.TP\n130\ninterrupted\n", file);
    fputs(".SH ENVIRONMENT\n.TP\n\\fBNO_COLOR\\fR\nset to anything: no colour\n.TP\n\\fBTERM\\fR\ndumb or not set: no colour\n"
          ".TP\n\\fBCOLUMNS\\fR\nthe width that help and tables keep to; without it the terminal\\(aqs own, in a pipe 80\n", file);
}
