// SPDX-License-Identifier: BSD-3-Clause
// Runs clang. No shell stands between: it gets its words as they are.
#define _GNU_SOURCE                                         // pipe2
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/cli/cc.h"
#include "tb/shell.h"

extern char **environ;

// On PATH; without a number it is the one that Debian's package `clang` installs.
static const char *const compilers[] = { "clang", "clang-14", "clang-15", "clang-16", "clang-17", "clang-18", "clang-19" };

static void print_line(const cc_line *line)
{
    for (unsigned i = 0; i < line->count; i++) {
        fputs(i ? " " : "", stderr);
        shell_print(stderr, line->words[i]);
    }
    fputc('\n', stderr);
}

// The program of the line's first word, or, of clang, the first of its names that there is.
static int spawn(cc_line *line, pid_t *child, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes)
{
    int error = ENOENT;

    if (strcmp(line->words[0], "ar") == 0)
        return posix_spawnp(child, line->words[0], actions, attributes, (char *const *)line->words, environ);
    for (unsigned i = 0; i < sizeof compilers / sizeof compilers[0] && error == ENOENT; i++) {
        line->words[0] = compilers[i];
        error = posix_spawnp(child, compilers[i], actions, attributes, (char *const *)line->words, environ);
    }
    return error;
}

static bool start(cc_line *line, int output, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t defaults;
    int error;

    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawnattr_init(&attributes);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGXFSZ);                          // ignored here
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    error = spawn(line, child, &actions, &attributes);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (error == ENOENT && strcmp(line->words[0], "ar") == 0)
        return cli_mistake("cc: no ar on PATH: install it (apt-get install binutils)");
    if (error == ENOENT)
        return cli_mistake("cc: no clang on PATH: install it (apt-get install clang)");
    return !error || cli_mistake("cc: %s cannot be started: %s", line->words[0], strerror(error));
}

static bool wait_for(const cc_line *line, pid_t child)
{
    int state = 0;

    waitpid(child, &state, 0);                  // no signal is caught here whose handler comes back
    if (WIFSIGNALED(state))
        return cli_mistake("cc: %s was ended by signal %d", line->words[0], WTERMSIG(state));
    return WEXITSTATUS(state) == 0 || cli_mistake("cc: %s refused it (its messages stand above)", line->words[0]);
}

bool cc_run(const cli_options *options, cc_line *line, int output)
{
    pid_t child;

    if (options->cuda_verbose)
        print_line(line);
    return start(line, output, &child) && wait_for(line, child);
}

// What clang writes goes into the file.
static bool run_into(cc_line *line, output_file *file)
{
    int ends[2];
    char buffer[1 << 16];
    ssize_t got = 0;
    pid_t child;

    if (pipe2(ends, O_CLOEXEC) != 0)
        return cli_mistake("cc: no pipe to clang: %s", strerror(errno));
    bool started = start(line, ends[1], &child);
    close(ends[1]);
    while (started && ((got = read(ends[0], buffer, sizeof buffer)) > 0 || (got < 0 && errno == EINTR)))
        if (got > 0)
            fwrite(buffer, 1, (size_t)got, file->stream);   // an error shows when the file is closed
    close(ends[0]);
    return started && wait_for(line, child);
}

bool cc_run_into_file(const cli_options *options, cc_line *line, const char *path)
{
    char message[OUTPUT_PATH + 256];
    output_file file;

    if (options->cuda_verbose)
        print_line(line);
    if (!output_open(&file, path, message, sizeof message))
        return cli_mistake("%s", message);
    if (!run_into(line, &file)) {
        output_discard(&file);
        return false;
    }
    return output_close(&file, message, sizeof message) || cli_mistake("%s", message);
}
