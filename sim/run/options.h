// SPDX-License-Identifier: BSD-3-Clause
// Reads the options of a command line or of a CUDA program's environment. Commands are rows of commands.def, options of
// options.def.
#ifndef WARPLOCK_SIM_RUN_OPTIONS_H
#define WARPLOCK_SIM_RUN_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/machine/machine.h"

enum { CLI_WORDS_MAX = 256, CLI_ROWS_MAX = 256 };

typedef struct { const char *words[CLI_WORDS_MAX]; unsigned count; } cli_list;

typedef struct {
#define GROUP(title)
#define TEXT(member, name, argument, initial, commands, help) const char *member;
#define LIST(member, name, argument, commands, help) cli_list member;
#define FLAG(member, name, commands, help) bool member;
#define NUMBER(member, name, argument, initial, low, high, commands, help) uint64_t member;
#define CHOICE(member, name, choices, initial, commands, help) unsigned member;
#include "sim/run/options.def"
#undef GROUP
#undef TEXT
#undef LIST
#undef FLAG
#undef NUMBER
#undef CHOICE
    bool     given[CLI_ROWS_MAX];               // options on the command line, by row
    cli_list operands;                          // words that are not options
    bool     dashes;                            // there is a word `--`, after so many operands
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
#include "sim/run/commands.def"
#undef COMMAND
    CLI_COMMANDS
};

extern const cli_command cli_commands[CLI_COMMANDS];

typedef enum { OPTION_GROUP, OPTION_TEXT, OPTION_LIST, OPTION_FLAG, OPTION_NUMBER, OPTION_CHOICE } option_kind;

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
// Whether the command takes this word: an option, with or without `=` and a value, or a letter with its value.
bool option_is_known(const cli_command *, const char *word);

// Reads the words after the command. False after a message on stderr, also for an option that the command does not take.
bool cli_parse(cli_options *, const cli_command *, int argc, char *const *argv);
// The machine of --machine and --set, validated. False after a message.
bool cli_machine(const cli_options *, machine *);
// The next name of a comma-separated list, from *at on; false at its end.
bool cli_next_name(const char **at, char name[static 64]);
__attribute__((format(printf, 1, 2))) bool cli_mistake(const char *format, ...);    // "warplock: ..." on stderr; false

#endif
