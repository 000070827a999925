// SPDX-License-Identifier: BSD-3-Clause
// Runs clang without a shell: its words need no quoting.
#define _GNU_SOURCE                                         // pipe2
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/cli/cc.h"
#include "tb/shell.h"

extern char **environ;

// Found on PATH; the one without a number is Debian's package `clang`.
static const char *const compilers[] = { "clang", "clang-14", "clang-15", "clang-16", "clang-17", "clang-18", "clang-19" };

static void print_line(const cc_line *line)
{
    for (unsigned i = 0; i < line->count; i++) {
        fputs(i ? " " : "", stderr);
        shell_print(stderr, line->words[i]);
    }
    fputc('\n', stderr);
}

// Starts the line's first word; for clang, the first of its names that exists.
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

static bool start(cc_line *line, int output, int messages, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t defaults;
    int error;

    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, messages, STDERR_FILENO);
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

    waitpid(child, &state, 0);                  // no signal handler returns here
    if (WIFSIGNALED(state))
        return cli_mistake("cc: %s was ended by signal %d", line->words[0], WTERMSIG(state));
    return WEXITSTATUS(state) == 0 || cli_mistake("cc: %s refused it (its messages stand above)", line->words[0]);
}

// Passes on clang's output until it closes both pipes; `from[0]` is -1 when clang writes to a descriptor itself.
static void hand_on(const int from[2], FILE *const to[2], cc_messages *messages)
{
    struct pollfd ends[2] = { { from[0], POLLIN, 0 }, { from[1], POLLIN, 0 } };
    char buffer[1 << 16];

    while ((ends[0].fd >= 0 || ends[1].fd >= 0) && (poll(ends, 2, -1) >= 0 || errno == EINTR))
        for (unsigned i = 0; i < 2; i++) {
            ssize_t got;

            if (ends[i].fd < 0 || !ends[i].revents)
                continue;
            got = read(ends[i].fd, buffer, sizeof buffer);
            if (got > 0)
                fwrite(buffer, 1, (size_t)got, to[i]);      // errors show when the file is closed
            if (got > 0 && i == 1)
                cc_read_message(messages, buffer, (size_t)got);
            if (got == 0 || (got < 0 && errno != EINTR))
                ends[i].fd = -1;
        }
}

// clang's standard output goes to the descriptor, or to the file when there is none (-1).
static bool run(cc_line *line, int output, FILE *file)
{
    int out[2] = { -1, output }, err[2];
    cc_messages messages = { .length = 0 };
    pid_t child;

    if (pipe2(err, O_CLOEXEC) != 0 || (output < 0 && pipe2(out, O_CLOEXEC) != 0))
        return cli_mistake("cc: no pipe to clang: %s", strerror(errno));
    if (isatty(STDERR_FILENO) && strcmp(line->words[0], "ar") != 0 && !cc_add(line, "-fcolor-diagnostics"))
        return false;
    bool started = start(line, out[1], output == STDERR_FILENO ? STDERR_FILENO : err[1], &child);
    close(err[1]);
    if (output < 0)
        close(out[1]);
    if (started)
        hand_on((int[]){ out[0], err[0] }, (FILE *[]){ file, stderr }, &messages);
    close(err[0]);
    if (output < 0)
        close(out[0]);
    cc_say_missing(&messages);
    return started && wait_for(line, child);
}

bool cc_run(const cli_options *options, cc_line *line, int output)
{
    if (options->cuda_verbose)
        print_line(line);
    return run(line, output, NULL);
}

bool cc_run_into_file(const cli_options *options, cc_line *line, const char *path)
{
    char message[OUTPUT_PATH + 256];
    output_file file;

    if (options->cuda_verbose)
        print_line(line);
    if (!output_open(&file, path, message, sizeof message))
        return cli_mistake("%s", message);
    if (!run(line, -1, file.stream)) {
        output_discard(&file);
        return false;
    }
    return output_close(&file, message, sizeof message) || cli_mistake("%s", message);
}
