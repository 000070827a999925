// The warplock command.
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/system.h"
#include "sim/cli.h"
#include "sim/cli_recording.h"
#include "sim/machine/nearest.h"
#include "sim/policy/policy.h"
#include "tb/output_file.h"

#define WARPLOCK_VERSION "0.1"

typedef struct {
    const char *name, *operands, *help;
    run_status (*run)(const cli_options *);
} command;

static bool no_operands(const cli_options *options, const char *name)
{
    return !options->operands.count ||
           cli_mistake("%s: seen `%.60s`, expected nothing", name, options->operands.words[0]);
}

static run_status list_machines(const cli_options *options)
{
    if (!no_operands(options, "machines"))
        return STATUS_MISTAKE;
    machine_list(stdout);
    return STATUS_GOOD;
}

static run_status list_policies(const cli_options *options)
{
    if (!no_operands(options, "policies"))
        return STATUS_MISTAKE;
    policy_list(stdout);
    for (const best_word *row = best_words; row->name; row++)
        printf("  %-13s %s\n", row->name, row->help);
    return STATUS_GOOD;
}

static run_status dump_machine(const cli_options *options)
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
    machine_dump(&m, stdout);
    return STATUS_GOOD;
}

static run_status describe_keys(const cli_options *options)
{
    if (!no_operands(options, "machine-keys"))
        return STATUS_MISTAKE;
    machine_describe_keys(stdout);
    return STATUS_GOOD;
}

static run_status describe_events(const cli_options *options)
{
    if (!no_operands(options, "events"))
        return STATUS_MISTAKE;
    events_describe(stdout);
    return STATUS_GOOD;
}

static run_status replay(const cli_options *options)
{
    if (options->operands.count != 1) {
        cli_mistake("replay: expected the folder of one failure pack");
        return STATUS_MISTAKE;
    }
    output_catch_interrupts(STATUS_INTERRUPTED, STATUS_MISTAKE);
    return (run_status)lockstep_replay(options->operands.words[0], options->wave[0] ? options->wave : NULL, NULL, stdout);
}

static const command commands[] = {
    { "run", "KERNEL...", "run kernels: bundled ones, .json jobs, .ptx files", cli_run },
    { "campaign", "NAME [KERNEL...]", "many runs, their results kept in a file; claims and tables", cli_campaign },
    { "machines", "", "list the bundled machines", list_machines },
    { "policies", "", "list the scheduling policies", list_policies },
    { "kernels", "", "list the bundled kernels and their groups (--size, --json)", cli_kernels },
    { "dump-machine", "[NAME]", "print a machine as an INI file, --set included", dump_machine },
    { "machine-keys", "", "print the keys of a machine as Markdown tables", describe_keys },
    { "events", "", "print the events of --events as a Markdown table", describe_events },
    { "belady", "FILE", "replay the L1D accesses of --record-l1d under LRU and the optimal policy", cli_belady },
    { "replay", "PACK", "replay the failure pack that a lockstep mismatch left", replay },
};

enum { COMMANDS = sizeof commands / sizeof commands[0], LARGE_BLOCK = 128 * 1024 };

static void print_help(FILE *file)
{
    fputs("warplock: GPU warp schedulers as C models and Verilog, compared on every cycle inside a GPU simulator\n\n",
          file);
    for (const command *c = commands; c < commands + COMMANDS; c++)
        fprintf(file, "    warplock %-13s%-18s%s\n", c->name, c->operands, c->help);
    fprintf(file, "    warplock --help, --version\n");
    cli_list_campaigns(file);
    cli_print_options(file);
    fputs("\nexit status: 0 good, 1 a result or lockstep mismatch or an illegal access, 2 a mistake in what was\n"
          "asked for, 3 a deadlock or limit of the simulated machine, 130 interrupted\n", file);
}

static run_status dispatch(int argc, char **argv)
{
    static cli_options options;
    nearest_search search = { .wanted = argc > 1 ? argv[1] : "" };

    if (argc < 2) {
        print_help(stderr);
        return STATUS_MISTAKE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        print_help(stdout);
        return STATUS_GOOD;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("warplock %s\n", WARPLOCK_VERSION);
        return STATUS_GOOD;
    }
    for (int i = 2; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            print_help(stdout);
            return STATUS_GOOD;
        }
    }
    for (const command *c = commands; c < commands + COMMANDS; c++) {
        nearest_offer(&search, c->name);
        if (strcmp(c->name, argv[1]) == 0)
            return cli_parse(&options, argc, argv) ? c->run(&options) : STATUS_MISTAKE;
    }
    cli_mistake("no command `%.60s`; the nearest is %s (warplock --help lists them)", argv[1], search.best);
    return STATUS_MISTAKE;
}

int main(int argc, char **argv)
{
    // glibc takes large blocks from the heap once one has been freed, and clears them; most of an SM stays untouched.
    mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK);

    run_status status = dispatch(argc, argv);
    bool written = !ferror(stdout);

    if (fclose(stdout) != 0 || !written) {
        cli_mistake("the standard output cannot be written");
        return STATUS_MISTAKE;
    }
    return status;
}
