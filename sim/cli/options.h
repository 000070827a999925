// SPDX-License-Identifier: BSD-3-Clause
// The rows of options.def as a table.
#ifndef WARPLOCK_SIM_CLI_OPTIONS_H
#define WARPLOCK_SIM_CLI_OPTIONS_H

#include "sim/cli/cli.h"

typedef enum { OPTION_GROUP, OPTION_TEXT, OPTION_LIST, OPTION_FLAG, OPTION_COUNT, OPTION_PICK } option_kind;

typedef struct {
    option_kind kind;
    const char *name, *argument, *text, *help;  // text: the default; help: of a group, its title
    size_t      offset;
    uint64_t    number, low, high;
    uint32_t    commands;                       // a bit each
} option_row;

extern const option_row option_rows[];
extern const unsigned option_row_count;

bool option_goes_with(const option_row *, const cli_command *);
// Whether the command takes such a word: an option, with or without `=` and a value, or a letter with its value.
bool option_is_known(const cli_command *, const char *word);

#endif
