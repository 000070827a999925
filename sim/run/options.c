// SPDX-License-Identifier: BSD-3-Clause
// Reads the command line with the rows of options.def.
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "sim/run/options.h"
#include "sim/machine/nearest.h"
#include "sim/report/terminal.h"
#include "tb/output_file.h"
#include "tb/plain.h"
#include "tb/shell.h"
#include "tb/whole_number.h"

// Bits of the rows' commands.
enum {
#define COMMAND(identifier, name, operands, function, help) identifier = 1 << CLI_##identifier,
#include "sim/run/commands.def"
#undef COMMAND
    ANY = (1 << CLI_COMMANDS) - 1
};

const option_row option_rows[] = {
#define GROUP(title) { OPTION_GROUP, NULL, NULL, NULL, title, 0, 0, 0, 0, 0 },
#define TEXT(member, name, argument, initial, commands, help) \
    { OPTION_TEXT, name, argument, initial, help, offsetof(cli_options, member), 0, 0, 0, commands },
#define LIST(member, name, argument, commands, help) \
    { OPTION_LIST, name, argument, NULL, help, offsetof(cli_options, member), 0, 0, 0, commands },
#define FLAG(member, name, commands, help) \
    { OPTION_FLAG, name, NULL, NULL, help, offsetof(cli_options, member), 0, 0, 0, commands },
#define NUMBER(member, name, argument, initial, low, high, commands, help) \
    { OPTION_NUMBER, name, argument, NULL, help, offsetof(cli_options, member), initial, low, high, commands },
#define CHOICE(member, name, choices, initial, commands, help) \
    { OPTION_CHOICE, name, choices, initial, help, offsetof(cli_options, member), 0, 0, 0, commands },
#include "sim/run/options.def"
#undef GROUP
#undef TEXT
#undef LIST
#undef FLAG
#undef NUMBER
#undef CHOICE
};

const cli_command cli_commands[CLI_COMMANDS] = {
#define COMMAND(identifier, name, operands, function, help) { name, operands, help },
#include "sim/run/commands.def"
#undef COMMAND
};

enum { ROWS = sizeof option_rows / sizeof option_rows[0] };
_Static_assert(ROWS <= (int)CLI_ROWS_MAX, "cli_options.given has an element a row");
_Static_assert(CLI_COMMANDS <= 32, "option_row.commands has a bit a command");
const unsigned option_row_count = ROWS;

bool option_goes_with(const option_row *row, const cli_command *command)
{
    return row->commands >> (command - cli_commands) & 1;
}

bool cli_mistake(const char *format, ...)
{
    va_list arguments;
    char *text = NULL;
    size_t length;
    FILE *stream = open_memstream(&text, &length);

    if (!stream)
        abort();
    va_start(arguments, format);
    vfprintf(stream, format, arguments);
    va_end(arguments);
    fclose(stream);
    plain_lines(text);
    fprintf(stderr, "%swarplock:%s %s\n", terminal_mark(stderr, MARK_BAD), terminal_plain(stderr, MARK_BAD), text);
    free(text);
    return false;
}

static void *member(cli_options *options, const option_row *row)
{
    return (char *)options + row->offset;
}

static bool set_pick(unsigned *index, const option_row *row, const char *value)
{
    size_t length = strlen(value);
    char nearest[NEAREST_WORD];

    *index = 0;
    for (const char *at = row->argument;; (*index)++) {
        size_t here = strcspn(at, "|");

        if (here == length && memcmp(at, value, length) == 0)
            return true;
        if (!at[here])
            return cli_mistake("%s: seen `%.40s`; the nearest is %s; expected %s", row->name, value,
                               nearest_of(value, row->argument, "|", nearest), row->argument);
        at += here + 1;
    }
}

static bool set_count(uint64_t *number, const option_row *row, const char *value)
{
    return whole_number(value, row->low, row->high, number) ||
           cli_mistake("%s: seen `%.40s`, expected a whole number from %" PRIu64 " to %" PRIu64, row->name, value, row->low,
                       row->high);
}

static bool add_word(cli_list *list, const char *word, const char *what)
{
    if (list->count == CLI_WORDS_MAX)
        return cli_mistake("%s: seen more than %d, expected at most that", what, CLI_WORDS_MAX);
    list->words[list->count++] = word;
    return true;
}

static bool set_option(cli_options *options, const option_row *row, const char *value)
{
    options->given[row - option_rows] = true;
    switch (row->kind) {
    case OPTION_TEXT:
        if (!*value || value[strlen(value) - 1] == ',')
            return cli_mistake("%s: seen `%.40s`, expected %s", row->name, value, row->argument);
        *(const char **)member(options, row) = value;
        return true;
    case OPTION_LIST:
        return add_word(member(options, row), value, row->name);
    case OPTION_NUMBER:
        return set_count(member(options, row), row, value);
    case OPTION_CHOICE:
        return set_pick(member(options, row), row, value);
    default:
        *(bool *)member(options, row) = true;
        return true;
    }
}

static void set_defaults(cli_options *options)
{
    memset(options, 0, sizeof *options);
    for (const option_row *row = option_rows; row < option_rows + ROWS; row++) {
        if (row->kind == OPTION_TEXT)
            *(const char **)member(options, row) = row->text;
        else if (row->kind == OPTION_NUMBER)
            *(uint64_t *)member(options, row) = row->number;
        else if (row->kind == OPTION_CHOICE)
            set_pick(member(options, row), row, row->text);
    }
}

// Names the commands that take it, and why.
static void refuse_option(const option_row *row, const cli_command *command)
{
    char takers[256] = "";

    for (const cli_command *c = cli_commands; c < cli_commands + CLI_COMMANDS; c++)
        if (option_goes_with(row, c))
            snprintf(takers + strlen(takers), sizeof takers - strlen(takers), "%s%s", takers[0] ? ", " : "", c->name);
    cli_mistake("%s: seen %s, which goes with %s: %.*s", command->name, row->name, takers,
                       (int)strcspn(row->help, ";"), row->help);
}

// `name` ends at its '=' or NUL; two commands may share an option's name. NULL after a message.
static const option_row *find_option(const cli_command *command, const char *name, size_t length)
{
    const option_row *elsewhere = NULL;
    char wanted[64];
    nearest_search search = { .wanted = wanted };

    snprintf(wanted, sizeof wanted, "%.*s", (int)(length < 63 ? length : 63), name);
    nearest_offer(&search, "--help");
    for (const option_row *row = option_rows; row < option_rows + ROWS; row++) {
        if (row->kind == OPTION_GROUP)
            continue;
        if (option_goes_with(row, command))
            nearest_offer(&search, row->name);
        if (strcmp(row->name, wanted) != 0)
            continue;
        if (option_goes_with(row, command))
            return row;
        elsewhere = elsewhere ? elsewhere : row;
    }
    if (elsewhere)
        refuse_option(elsewhere, command);
    else
        cli_mistake("unknown option `%s`; the nearest is %s (warplock %s --help lists them)", wanted, search.best,
                    command->name);
    return NULL;
}

static bool find_exact(const cli_command *command, const char *name, size_t length)
{
    for (const option_row *row = option_rows; row < option_rows + ROWS; row++)
        if (row->kind != OPTION_GROUP && strlen(row->name) == length && strncmp(row->name, name, length) == 0 &&
            option_goes_with(row, command))
            return true;
    return false;
}

// A one-letter option joined to its value, as compilers take it: -DN=3, -O2. NULL: none such.
static const option_row *find_joined(const cli_command *command, const char *word, const char **value)
{
    for (const option_row *row = option_rows; row < option_rows + ROWS; row++)
        if (row->kind != OPTION_GROUP && row->kind != OPTION_FLAG && strlen(row->name) == 2 && option_goes_with(row, command) &&
            strncmp(word, row->name, 2) == 0 && word[2]) {
            *value = word + 2;
            return row;
        }
    return NULL;
}

bool option_is_known(const cli_command *command, const char *word)
{
    const char *value;

    return find_exact(command, word, strcspn(word, "=")) || find_joined(command, word, &value);
}

// The absolute path of this program, so that the commands it prints work anywhere.
static const char *own_path(const char *name)
{
    static char path[1000];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);

    if (length > 0 && (size_t)length < sizeof path - 1)
        return path;
    // without /proc: what the system was asked to execute
    const char *executed = (const char *)getauxval(AT_EXECFN), *whole = executed ? realpath(executed, NULL) : NULL;
    return whole ? whole : name;
}

// --wave-window and --wave-start need --wave, and so on.
static bool check_companions(const cli_options *options)
{
    for (const option_row *row = option_rows; row < option_rows + ROWS; row++) {
        if (!options->given[row - option_rows] || (row->kind != OPTION_NUMBER && row->kind != OPTION_CHOICE))
            continue;
        for (const option_row *of = option_rows; of < option_rows + ROWS; of++) {
            size_t length = of->kind == OPTION_TEXT ? strlen(of->name) : 0;

            if (length && !options->given[of - option_rows] && strncmp(row->name, of->name, length) == 0 &&
                row->name[length] == '-')
                return cli_mistake("%s: seen without %s, expected %s %s with it", row->name, of->name, of->name,
                                   of->argument);
        }
    }
    return true;
}

bool cli_parse(cli_options *options, const cli_command *command, int argc, char *const *argv)
{
    bool only_operands = false;

    set_defaults(options);
    options->program = own_path(argv[0]);
    shell_line(options->command, sizeof options->command, (unsigned)argc, (const char *const *)argv);
    for (int i = 2; i < argc; i++) {
        const char *word = argv[i], *value = NULL;
        size_t length = strcspn(word, "=");
        const option_row *row;

        if (only_operands || word[0] != '-' || !word[1]) {
            if (!add_word(&options->operands, word, "kernels"))
                return false;
            continue;
        }
        if (strcmp(word, "--") == 0) {
            only_operands = options->dashes = true;
            options->before_dashes = options->operands.count;
            continue;
        }
        row = find_exact(command, word, length) ? NULL : find_joined(command, word, &value);
        if (!row) {
            row = find_option(command, word, length);
            if (!row)
                return false;
            if (word[length])
                value = word + length + 1;
        }
        if (row->kind == OPTION_FLAG && value)
            return cli_mistake("%s: seen a value, expected none", row->name);
        if (row->kind != OPTION_FLAG && !value) {
            if (i + 1 == argc)
                return cli_mistake("%s: expected %s after it", row->name, row->argument);
            value = argv[++i];
        }
        if (!set_option(options, row, value))
            return false;
    }
    return check_companions(options);
}

bool cli_machine(const cli_options *options, machine *m)
{
    machine_error error;

    if (!machine_load(m, options->machine, &error))
        return cli_mistake("%s", error.text);
    output_protect(options->machine);
    for (unsigned i = 0; i < options->set.count; i++)
        if (!machine_set(m, options->set.words[i], &error))
            return cli_mistake("%s", error.text);
    if (options->cold_l2)
        m->l2.host_copy = HOST_COPY_BYPASSES;
    if (!machine_check(m, &error))
        return cli_mistake("%s: %s", options->machine, error.text);
    return true;
}

bool cli_next_name(const char **at, char name[static 64])
{
    size_t length = strcspn(*at, ",");

    if (!**at)
        return false;
    snprintf(name, 64, "%.*s", (int)(length < 63 ? length : 63), *at);
    *at += length + ((*at)[length] == ',');
    return true;
}

