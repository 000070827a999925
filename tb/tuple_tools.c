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
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tb/hash.h"

extern char **environ;

enum { TOOL_NAME = 256, LOOK_NANOSECONDS = 5000000 };

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

const tool_run *tools_run(tool_run *runs, unsigned count, const char *folder, tool_progress *progress, char *why, size_t size)
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
            else if (progress)
                progress->ended(progress, &runs[i]);
        }
        nanosleep(&(struct timespec){.tv_nsec = LOOK_NANOSECONDS}, NULL);
    }
    return failed;
}

// Where PATH has it; NULL: nowhere.
static char *tool_path(const char *name)
{
    const char *at = getenv("PATH");
    char path[TOOL_PATH];

    if (strchr(name, '/'))
        return realpath(name, NULL);
    for (size_t length; at && *at; at += length + (at[length] == ':')) {
        length = strcspn(at, ":");
        int size = snprintf(path, sizeof path, "%.*s/%s", (int)length, length ? at : ".", name);
        if ((size_t)size < sizeof path && access(path, X_OK) == 0)
            return realpath(path, NULL);
    }
    errno = ENOENT;
    return NULL;
}

uint64_t tool_identity(const char *words, char *why, size_t size)
{
    char name[TOOL_NAME];
    struct stat status;

    words += strspn(words, " ");
    snprintf(name, sizeof name, "%.*s", (int)strcspn(words, " "), words);
    char *path = tool_path(name);
    if (!path || stat(path, &status) != 0) {
        snprintf(why, size, "%s cannot be run: %s", name, strerror(errno));
        free(path);
        return 0;
    }
    const int64_t facts[] = {status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
    uint64_t sum = hash_bytes(hash_text(HASH_START, path), facts, sizeof facts);
    free(path);
    return sum;
}
