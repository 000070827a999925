// SPDX-License-Identifier: BSD-3-Clause
// The table of commands, the lookup, and the commands that only list something.
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/campaign/file/campaign_file.h"
#include "sim/cli/cc.h"
#include "sim/cli/generate.h"
#include "sim/cli/unread.h"
#include "sim/cli/version.h"
#include "sim/machine/nearest.h"
#include "sim/policy/policy.h"
#include "sim/policy/readers.h"
#include "sim/report/fit.h"
#include "sim/report/terminal.h"
#include "tb/lockstep.h"
#include "tb/output_file.h"

static run_status (*const runs[CLI_COMMANDS])(const cli_options *) = {
#define COMMAND(identifier, name, operands, function, help) function,
#include "sim/run/commands.def"
#undef COMMAND
};

static bool no_operands(const cli_options *options, const char *name)
{
    return !options->operands.count ||
           cli_mistake("%s: seen `%.60s`, expected nothing", name, options->operands.words[0]);
}

run_status cli_list_machines(const cli_options *options)
{
    char name[64], words[MACHINE_WORDS];
    fit fitted;
    FILE *text;

    if (!no_operands(options, "machines"))
        return STATUS_MISTAKE;
    text = fit_begin(&fitted, stdout);
    for (unsigned i = 0; machine_says(i, name, words); i++)
        fprintf(text, "%-10s" FIT_LEFT " %s\n", name, words);
    fit_end(&fitted);
    return STATUS_GOOD;
}

run_status cli_list_policies(const cli_options *options)
{
    fit fitted;
    FILE *text;

    if (!no_operands(options, "policies"))
        return STATUS_MISTAKE;
    text = fit_begin(&fitted, stdout);
    policy_list(text);
    for (const best_word *row = best_words; row->name; row++)
        fprintf(text, "  %-13s" FIT_LEFT " %s\n", row->name, row->help);
    fit_end(&fitted);
    return STATUS_GOOD;
}

run_status cli_dump_machine(const cli_options *options)
{
    cli_options named = *options;
    machine m;

    if (options->operands.count > 1) {
        cli_mistake("dump-machine: seen `%.60s`, expected one machine", options->operands.words[1]);
        return STATUS_MISTAKE;
    }
    if (options->operands.count)
        named.machine = options->operands.words[0];
    if (!cli_machine(&named, &m))
        return STATUS_MISTAKE;
    unread_options(options, CLI_DUMP_MACHINE, &(unread_facts){ .forced = false });
    machine_dump(&m, stdout);
    return STATUS_GOOD;
}

run_status cli_campaign_keys(const cli_options *options)
{
    if (!no_operands(options, "campaign-keys"))
        return STATUS_MISTAKE;
    campaign_describe_keys(stdout);
    return STATUS_GOOD;
}

run_status cli_list_keys(const cli_options *options)
{
    if (!no_operands(options, "machine-keys"))
        return STATUS_MISTAKE;
    machine_describe_keys(stdout);
    puts("\n### Who reads them");
    puts("Every run with timing reads a key, unless it is one of these:\n");
    key_readers_table(stdout);
    return STATUS_GOOD;
}

run_status cli_list_events(const cli_options *options)
{
    if (!no_operands(options, "events"))
        return STATUS_MISTAKE;
    events_describe(stdout);
    return STATUS_GOOD;
}

// A folder without a stimulus is something else.
static bool is_pack(const char *path)
{
    char stimulus[PATH_MAX + 16];
    struct stat status;

    if (stat(path, &status) != 0)
        return cli_mistake("replay: %s: %s, expected the folder of a failure pack, or a stimulus file", path, strerror(errno));
    snprintf(stimulus, sizeof stimulus, "%s/stimulus.txt", path);
    return !S_ISDIR(status.st_mode) || access(stimulus, F_OK) == 0 ||
           cli_mistake("replay: %s: has no stimulus.txt, expected the folder of a failure pack", path);
}

run_status cli_replay(const cli_options *options)
{
    if (options->operands.count != 1) {
        cli_mistake("replay: expected the folder of one failure pack");
        return STATUS_MISTAKE;
    }
    if (!is_pack(options->operands.words[0]))
        return STATUS_MISTAKE;
    output_catch_interrupts(STATUS_INTERRUPTED, STATUS_MISTAKE);
    unread_options(options, CLI_REPLAY, &(unread_facts){ .forced = false });
    const replay_options wanted = { .wave_path = options->wave[0] ? options->wave : NULL, .wave_start = options->wave_start,
                                    .wave_cycles = options->wave_start ? options->wave_window : 0 };
    // Unwrapped, however long: scripts look for the failure line.
    return (run_status)lockstep_replay(options->operands.words[0], &wanted, stdout);
}

// Words allowed in a command's place. Options: of no command.
static const char *const other_words[] = { "help", "--help", "--version", NULL };

// NULL after a message. `others`: whether the other words are allowed, too.
static const cli_command *find_command(const char *name, bool others)
{
    nearest_search search = { .wanted = name };

    for (const char *const *word = other_words; others && *word; word++)
        nearest_offer(&search, *word);
    for (const cli_command *c = cli_commands; c < cli_commands + CLI_COMMANDS; c++) {
        nearest_offer(&search, c->name);
        if (strcmp(c->name, name) == 0)
            return c;
    }
    cli_mistake("no command%s `%.60s`; the nearest is %s (warplock --help lists them)", name[0] == '-' ? " or option" : "", name,
                search.best);
    return NULL;
}

static bool asks_for_help(int argc, char *const *argv)
{
    for (int i = 2; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

// Before reading the command line, so that its errors are coloured as asked.
static void choose_color(int argc, char *const *argv)
{
    static const char *const words[] = { "auto", "always", "never" };

    for (int i = 1; i < argc; i++)
        for (unsigned w = 0; w < sizeof words / sizeof words[0]; w++)
            if ((strncmp(argv[i], "--color=", 8) == 0 && strcmp(argv[i] + 8, words[w]) == 0) ||
                (strcmp(argv[i], "--color") == 0 && i + 1 < argc && strcmp(argv[i + 1], words[w]) == 0))
                terminal_color((color_when)w);
}

// `warplock help COMMAND`
static run_status help_on(int argc, char *const *argv)
{
    const cli_command *c = find_command(argv[2], false);

    if (c && argc > 3) {
        cli_mistake("help: seen `%.60s`, expected one command", argv[3]);
        return STATUS_MISTAKE;
    }
    if (c)
        cli_print_command_help(stdout, c);
    return c ? STATUS_GOOD : STATUS_MISTAKE;
}

run_status cli_main(int argc, char *const *argv)
{
    static cli_options options;
    const cli_command *c;

    choose_color(argc, argv);
    if (argc < 2) {
        cli_print_help(stderr);
        return STATUS_MISTAKE;
    }
    if (strcmp(argv[1], "generate") == 0)
        return cli_generate(argc, argv);
    if (strcmp(argv[1], "help") == 0 && argc > 2)
        return help_on(argc, argv);
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        cli_print_help(stdout);
        return STATUS_GOOD;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("warplock %s\n", warplock_version);
        return STATUS_GOOD;
    }
    c = find_command(argv[1], true);
    if (!c)
        return STATUS_MISTAKE;
    if (asks_for_help(argc, argv)) {
        cli_print_command_help(stdout, c);
        return STATUS_GOOD;
    }
    if (c == &cli_commands[CLI_CC])
        argv = nvcc_words(c, &argc, argv);
    return argv && cli_parse(&options, c, argc, argv) ? runs[c - cli_commands](&options) : STATUS_MISTAKE;
}
