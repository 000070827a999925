// SPDX-License-Identifier: BSD-3-Clause
// Running compilers; see tb/tuple_tools.h.
#define _GNU_SOURCE
#include "tb/tuple_tools.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tb/hash.h"

extern char **environ;

enum { VERSION_BYTES = 4096, LOOK_NANOSECONDS = 5000000 };

void tool_word(tool_run *run, const char *format, ...)
{
    va_list arguments;
    char *word;

    va_start(arguments, format);
    if (run->n_words == TOOL_WORDS - 1 || vasprintf(&word, format, arguments) < 0)
        abort();
    va_end(arguments);
    run->words[run->n_words++] = word;
}

void tool_words(tool_run *run, const char *text)
{
    for (size_t length; *(text += strspn(text, " ")); text += length) {
        length = strcspn(text, " ");
        tool_word(run, "%.*s", (int)length, text);
    }
}

void tool_free(tool_run *run)
{
    for (unsigned i = 0; i < run->n_words; i++)
        free(run->words[i]);
    run->n_words = 0;
}

// 0, or the error. Its input is empty, what it says goes to `output`. Whoever started warplock may have had its
// children's ends ignored; here they are waited for.
static int start(tool_run *run, const char *folder, int output)
{
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);

    signal(SIGCHLD, SIG_DFL);

    if (error)
        return error;
    error = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (!error)
        error = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (!error)
        error = posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
    if (!error && folder)
        error = posix_spawn_file_actions_addchdir_np(&actions, folder);
    if (!error)
        error = posix_spawnp(&run->pid, run->words[0], &actions, NULL, run->words, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

static bool start_logged(tool_run *run, const char *folder, char *why, size_t size)
{
    int log = open(run->log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    int error = log < 0 ? errno : start(run, folder, log);

    if (log >= 0)
        close(log);
    if (error)
        snprintf(why, size, "%s cannot be run: %s", run->words[0], strerror(error));
    return !error;
}

static bool ended_well(const tool_run *run, char *why, size_t size)
{
    const char *name = run->words[strcmp(run->words[0], "sh") == 0];

    if (WIFSIGNALED(run->status))
        snprintf(why, size, "%s was ended by signal %d", name, WTERMSIG(run->status));
    else if (WEXITSTATUS(run->status))
        snprintf(why, size, "%s ended with status %d, its output stands above", name, WEXITSTATUS(run->status));
    return run->status == 0;
}

const tool_run *tools_run(tool_run *runs, unsigned count, const char *folder, char *why, size_t size)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    const tool_run *failed = NULL;
    unsigned next = 0, running = 0;

    while (running || (next < count && !failed)) {
        while (next < count && !failed && (running == 0 || (long)running < processors)) {
            runs[next].status = -1;
            if (start_logged(&runs[next], folder, why, size))
                running++;
            else
                failed = &runs[next];
            next++;
        }
        for (unsigned i = 0; i < next; i++) {
            if (!runs[i].pid || waitpid(runs[i].pid, &runs[i].status, WNOHANG) != runs[i].pid)
                continue;
            runs[i].pid = 0;
            running--;
            if (!failed && !ended_well(&runs[i], why, size))
                failed = &runs[i];
        }
        nanosleep(&(struct timespec){.tv_nsec = LOOK_NANOSECONDS}, NULL);
    }
    return failed;
}

uint64_t tool_version(const char *words, char *why, size_t size)
{
    char text[VERSION_BYTES + 1];
    size_t length = 0;
    ssize_t count;
    int ends[2], status = -1;
    tool_run run = {.n_words = 0};

    tool_words(&run, words);
    tool_word(&run, "--version");
    int error = pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno;
    if (!error) {
        error = start(&run, NULL, ends[1]);
        close(ends[1]);
        while (!error && length < VERSION_BYTES && (count = read(ends[0], text + length, VERSION_BYTES - length)) > 0)
            length += (size_t)count;
        close(ends[0]);
        if (!error)
            waitpid(run.pid, &status, 0);
    }
    tool_free(&run);
    if (error || status) {
        snprintf(why, size, "%s cannot be run%s%s", words, error ? ": " : "", error ? strerror(error) : "");
        return 0;
    }
    text[length] = 0;
    return hash_text(HASH_START, text);
}
