// SPDX-License-Identifier: BSD-3-Clause
// libFuzzer: any bytes as a command line, a word per line, the command first. What is accepted goes on to the parsers
// behind it: the machine with its --set, a --size of every bundled kernel, the grid, block, arguments and dumps of a
// .ptx file.
#include <stdlib.h>
#include <string.h>

#include "sim/cli/cli.h"
#include "sim/workload/workload.h"

enum { INPUT_MAX = 4096, WORDS = 64 };

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    stderr = fopen("/dev/null", "w");                       // every refusal is a line there; the fuzzer has its own
    return 0;
}

static void must_have_words(const job_error *error)
{
    if (!memchr(error->text, 0, sizeof error->text) || !error->text[0]) abort();
}

static void try_sizes(const char *text)
{
    for (const workload *const *w = workload_table; *w; w++) {
        workload_size size;
        job_error error = {""};
        char printed[WORKLOAD_SIZE_TEXT];
        if (!workload_parse_size(*w, text, &size, &error)) {
            must_have_words(&error);
            continue;
        }
        workload_size again;
        workload_print_size(workload_whole_size(*w, size), printed);
        if (!workload_parse_size(*w, printed, &again, &error) &&
            workload_check_size(*w, workload_whole_size(*w, size), &error))
            abort();
    }
}

static void try_command(int argc, char **argv)
{
    static cli_options options;
    const cli_command *command = cli_commands;
    while (command < cli_commands + CLI_COMMANDS && strcmp(command->name, argv[1]) != 0) command++;
    if (command == cli_commands + CLI_COMMANDS || !cli_parse(&options, command, argc, argv)) return;
    if (options.size[0]) try_sizes(options.size);
    machine m;
    if (!strpbrk(options.machine, "/.")) cli_machine(&options, &m);
    if (options.grid[0] || options.arg.count) {
        job_error error = {""};
        job *j = cli_ptx_job(&options, "tests/sim/frontend/fuzz_ptx_seeds/90_flow.ptx", &error);
        if (!j) must_have_words(&error);
        job_free(j);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[INPUT_MAX + 1], *argv[WORDS + 1] = {"warplock"};
    int argc = 1;
    if (size > INPUT_MAX) return 0;
    memcpy(text, data, size);
    text[size] = 0;
    for (char *word = text; word && argc < WORDS; argc++) {
        argv[argc] = word;
        word = strchr(word, '\n');
        if (word) *word++ = 0;
    }
    if (argc > 1) try_command(argc, argv);
    return 0;
}
