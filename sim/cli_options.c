// Reads the command line by the rows of cli_options.def.
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/cli.h"
#include "sim/machine/nearest.h"
#include "tb/output_file.h"

typedef enum { OPTION_GROUP, OPTION_TEXT, OPTION_LIST, OPTION_FLAG, OPTION_COUNT, OPTION_PICK } option_kind;

typedef struct {
    option_kind kind;
    const char *name, *argument, *text, *help;
    size_t      offset;
    uint64_t    number, low, high;
} option_row;

static const option_row rows[] = {
#define GROUP(title) { OPTION_GROUP, NULL, NULL, NULL, title, 0, 0, 0, 0 },
#define TEXT(member, name, argument, initial, help) \
    { OPTION_TEXT, name, argument, initial, help, offsetof(cli_options, member), 0, 0, 0 },
#define LIST(member, name, argument, help) \
    { OPTION_LIST, name, argument, NULL, help, offsetof(cli_options, member), 0, 0, 0 },
#define FLAG(member, name, help) { OPTION_FLAG, name, NULL, NULL, help, offsetof(cli_options, member), 0, 0, 0 },
#define COUNT(member, name, argument, initial, low, high, help) \
    { OPTION_COUNT, name, argument, NULL, help, offsetof(cli_options, member), initial, low, high },
#define PICK(member, name, choices, initial, help) \
    { OPTION_PICK, name, choices, initial, help, offsetof(cli_options, member), 0, 0, 0 },
#include "sim/cli_options.def"
#undef GROUP
#undef TEXT
#undef LIST
#undef FLAG
#undef COUNT
#undef PICK
};

enum { ROWS = sizeof rows / sizeof rows[0] };
_Static_assert(ROWS <= 64, "cli_options.given has a bit a row");

bool cli_mistake(const char *format, ...)
{
    va_list arguments;

    fputs("warplock: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    return false;
}

static void *member(cli_options *options, const option_row *row)
{
    return (char *)options + row->offset;
}

static bool set_pick(unsigned *index, const option_row *row, const char *value)
{
    size_t length = strlen(value);

    *index = 0;
    for (const char *at = row->argument;; (*index)++) {
        size_t here = strcspn(at, "|");

        if (here == length && memcmp(at, value, length) == 0)
            return true;
        if (!at[here])
            return cli_mistake("%s: seen `%.40s`, expected %s", row->name, value, row->argument);
        at += here + 1;
    }
}

static bool set_count(uint64_t *number, const option_row *row, const char *value)
{
    size_t digits = strspn(value, "0123456789");

    errno = 0;
    *number = strtoull(value, NULL, 10);
    if (digits == 0 || value[digits] || errno || *number < row->low || *number > row->high)
        return cli_mistake("%s: seen `%.40s`, expected a whole number from %" PRIu64 " to %" PRIu64, row->name, value,
                           row->low, row->high);
    return true;
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
    options->given |= UINT64_C(1) << (row - rows);
    switch (row->kind) {
    case OPTION_TEXT:
        if (!*value || value[strlen(value) - 1] == ',')
            return cli_mistake("%s: seen `%.40s`, expected %s", row->name, value, row->argument);
        *(const char **)member(options, row) = value;
        return true;
    case OPTION_LIST:
        return add_word(member(options, row), value, row->name);
    case OPTION_COUNT:
        return set_count(member(options, row), row, value);
    case OPTION_PICK:
        return set_pick(member(options, row), row, value);
    default:
        *(bool *)member(options, row) = true;
        return true;
    }
}

static void set_defaults(cli_options *options)
{
    memset(options, 0, sizeof *options);
    for (const option_row *row = rows; row < rows + ROWS; row++) {
        if (row->kind == OPTION_TEXT)
            *(const char **)member(options, row) = row->text;
        else if (row->kind == OPTION_COUNT)
            *(uint64_t *)member(options, row) = row->number;
        else if (row->kind == OPTION_PICK)
            set_pick(member(options, row), row, row->text);
    }
}

// `name` ends at its '=' or NUL.
static const option_row *find_option(const char *name, size_t length)
{
    char wanted[64];
    nearest_search search = { .wanted = wanted };

    snprintf(wanted, sizeof wanted, "%.*s", (int)(length < 63 ? length : 63), name);
    for (const option_row *row = rows; row < rows + ROWS; row++) {
        if (row->kind == OPTION_GROUP)
            continue;
        nearest_offer(&search, row->name);
        if (strcmp(row->name, wanted) == 0)
            return row;
    }
    cli_mistake("unknown option `%s`; the nearest is %s (warplock --help lists them)", wanted, search.best);
    return NULL;
}

// A shell reads it as it stands.
static bool is_plain(const char *word)
{
    const char *at = word;

    while (isalnum((unsigned char)*at) || (*at && strchr("-_./=,:+@%", *at)))
        at++;
    return *word && !*at;
}

// The command line as a shell would read it back.
static void quote_command(cli_options *options, int argc, char *const *argv)
{
    size_t at = 0, room = sizeof options->command;

    for (int i = 0; i < argc; i++) {
        const char *word = argv[i];
        bool plain = is_plain(word);

        at += (size_t)snprintf(options->command + at, room - at, "%s%s", i ? " " : "", plain ? "" : "'");
        for (; *word && at + 8 < room; word++)
            at += (size_t)snprintf(options->command + at, room - at, *word == '\'' ? "'\\''" : "%c", *word);
        if (at + 8 >= room)
            return;
        at += (size_t)snprintf(options->command + at, room - at, "%s", plain ? "" : "'");
    }
}

// This program by an absolute path, so that the commands it prints work from anywhere.
static const char *own_path(const char *name)
{
    static char path[1000];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);

    return length > 0 && (size_t)length < sizeof path - 1 ? path : name;
}

// --wave-window and --wave-start go with --wave, and so on.
static bool check_companions(const cli_options *options)
{
    for (const option_row *row = rows; row < rows + ROWS; row++)
        for (const option_row *of = rows; of < rows + ROWS; of++) {
            bool companion = of->kind == OPTION_TEXT && (row->kind == OPTION_COUNT || row->kind == OPTION_PICK);
            size_t length = companion ? strlen(of->name) : 0;

            if (length && options->given >> (row - rows) & 1 && !(options->given >> (of - rows) & 1) &&
                strncmp(row->name, of->name, length) == 0 && row->name[length] == '-')
                return cli_mistake("%s: seen without %s, expected %s %s with it", row->name, of->name, of->name,
                                   of->argument);
        }
    return true;
}

bool cli_parse(cli_options *options, int argc, char *const *argv)
{
    bool only_operands = false;

    set_defaults(options);
    options->program = own_path(argv[0]);
    quote_command(options, argc, argv);
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
            only_operands = true;
            continue;
        }
        row = find_option(word, length);
        if (!row)
            return false;
        if (word[length])
            value = word + length + 1;
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

// Help in lines of at most 100 characters, indented.
static void print_help_text(FILE *file, const char *help)
{
    while (*help) {
        size_t length = strlen(help);

        if (length > 92) {
            for (length = 92; length > 0 && help[length] != ' '; length--)
                continue;
        }
        fprintf(file, "        %.*s\n", (int)length, help);
        help += length + (help[length] == ' ');
    }
}

static void print_default(FILE *file, const option_row *row)
{
    if (row->kind == OPTION_COUNT)
        fprintf(file, "  [%" PRIu64 "]", row->number);
    else if (row->kind != OPTION_FLAG && row->kind != OPTION_LIST && row->text[0])
        fprintf(file, "  [%s]", row->text);
    fputc('\n', file);
}

void cli_print_options(FILE *file)
{
    for (const option_row *row = rows; row < rows + ROWS; row++) {
        if (row->kind == OPTION_GROUP) {
            fprintf(file, "\n%s:\n", row->help);
            continue;
        }
        fprintf(file, "    %s%s%s", row->name, row->argument ? " " : "", row->argument ? row->argument : "");
        print_default(file, row);
        print_help_text(file, row->help);
    }
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

bool cli_only(const cli_options *options, const char *command, const char *const *allowed)
{
    for (const option_row *row = rows; row < rows + ROWS; row++) {
        const char *const *name = allowed;

        if (!(options->given >> (row - rows) & 1))
            continue;
        while (*name && strcmp(*name, row->name) != 0)
            name++;
        if (!*name)
            return cli_mistake("%s: seen %s, which does not go with it", command, row->name);
    }
    return true;
}
