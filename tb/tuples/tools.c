// SPDX-License-Identifier: BSD-3-Clause
// Running compilers; see tb/tuples/tools.h.
#define _GNU_SOURCE
#include "tb/tuples/tools.h"

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
#include "tb/tuples/interrupt.h"

extern char **environ;

enum { TOOL_NAME = 256, SECOND = 1000000000, LOOK_NANOSECONDS = 5000000, GRACE_SECONDS = 2 };

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

// --- the group of all that runs

typedef struct { pid_t leader; int pipe; } tool_group;

// Leads the group of all compilers, and ends it when nobody holds the other end of its pipe any more: the program is
// gone, by whatever signal.
static _Noreturn void lead(int pipe)
{
    char byte;

    setpgid(0, 0);
    while (read(pipe, &byte, 1) < 0 && errno == EINTR) {
    }
    kill(0, SIGTERM);                           // held back here
    nanosleep(&(struct timespec){.tv_sec = GRACE_SECONDS}, NULL);
    kill(0, SIGKILL);
    _exit(0);
}

static bool group_begin(tool_group *g, char *why, size_t size)
{
    sigset_t all, before;
    int ends[2];

    if (pipe2(ends, O_CLOEXEC) != 0) {
        snprintf(why, size, "no compiler can be run: %s", strerror(errno));
        return false;
    }
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    g->leader = fork();
    if (g->leader == 0) {
        close(ends[1]);
        lead(ends[0]);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(ends[0]);
    g->pipe = ends[1];
    if (g->leader < 0) {
        snprintf(why, size, "no compiler can be run: %s", strerror(errno));
        close(g->pipe);
        return false;
    }
    setpgid(g->leader, g->leader);              // whoever comes first
    return true;
}

static void group_end(const tool_group *g)
{
    kill(-g->leader, SIGKILL);
    while (waitpid(g->leader, NULL, 0) < 0 && errno == EINTR) {
    }
    close(g->pipe);
}

// --- one run

// 0, or the error. Its input is empty, its output goes to `output`.
static int start(tool_run *run, const tool_group *g, const char *folder, int output)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    int error = posix_spawn_file_actions_init(&actions);

    if (error)
        return error;
    sigemptyset(&none);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setpgroup(&attributes, g->leader);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    error = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (!error)
        error = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (!error)
        error = posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
    if (!error && folder)
        error = posix_spawn_file_actions_addchdir_np(&actions, folder);
    if (!error)
        error = posix_spawnp(&run->pid, run->words[0], &actions, &attributes, run->words, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

static bool start_logged(tool_run *run, const tool_group *g, const char *folder, char *why, size_t size)
{
    int log = open(run->log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    int error = log < 0 ? errno : start(run, g, folder, log);

    if (log >= 0)
        close(log);
    if (error)
        snprintf(why, size, "%s cannot be run: %s", run->words[0], strerror(error));
    run->state = error ? TOOL_ENDED : TOOL_RUNS;
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

// --- all of them

static bool may_start(const tool_run *run)
{
    for (unsigned i = 0; i < 2; i++)
        if (run->after[i] && run->after[i]->state != TOOL_ENDED)
            return false;
    return run->state == TOOL_WAITS;
}

// True when it has ended, well or not. A child that another part of the program has waited for is lost.
static bool has_ended(tool_run *run, bool *good, char *why, size_t size)
{
    pid_t pid = waitpid(run->pid, &run->status, WNOHANG);

    if (pid == 0 || (pid < 0 && errno == EINTR))
        return false;
    run->state = TOOL_ENDED;
    *good = pid > 0 && ended_well(run, why, size);
    if (pid < 0)
        snprintf(why, size, "%s: how it ended was not seen: %s", run->words[0], strerror(errno));
    return true;
}

// Ends all that still run.
static void end_runs(tool_run *runs, unsigned count, const tool_group *g)
{
    kill(-g->leader, SIGTERM);                  // compilers remove their temporary files
    for (unsigned looks = 0;; looks++) {
        unsigned running = 0;
        for (unsigned i = 0; i < count; i++) {
            if (runs[i].state == TOOL_RUNS && waitpid(runs[i].pid, &runs[i].status, WNOHANG) != 0)
                runs[i].state = TOOL_ENDED;
            running += runs[i].state == TOOL_RUNS;
        }
        if (!running)
            return;
        if (looks == GRACE_SECONDS * (SECOND / LOOK_NANOSECONDS))
            for (unsigned i = 0; i < count; i++)
                if (runs[i].state == TOOL_RUNS)
                    kill(runs[i].pid, SIGKILL);
        nanosleep(&(struct timespec){.tv_nsec = LOOK_NANOSECONDS}, NULL);
    }
}

unsigned tools_at_once(void)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors > 0 ? (unsigned)processors : 1;
}

// Starts the runs that may start and collects those that ended; true while any are left.
static bool look(tool_run *runs, unsigned count, unsigned at_once, const tool_group *g, const char *folder,
                 tool_watch *watch, const tool_run **failed, char *why, size_t size)
{
    unsigned running = 0, left = 0;
    bool good;

    for (unsigned i = 0; i < count && !*failed; i++) {
        if (runs[i].state == TOOL_RUNS && has_ended(&runs[i], &good, why, size) &&
            !(good && watch->ended(watch, &runs[i], why, size)))
            *failed = &runs[i];
        running += runs[i].state == TOOL_RUNS;
    }
    for (unsigned i = 0; i < count && !*failed; i++) {
        if (running < at_once && may_start(&runs[i])) {
            if (!start_logged(&runs[i], g, folder, why, size))
                *failed = &runs[i];
            running++;
        }
        left += runs[i].state != TOOL_ENDED;
    }
    return left && !*failed;
}

const tool_run *tools_run(tool_run *runs, unsigned count, const char *folder, tool_watch *watch, char *why, size_t size)
{
    const unsigned at_once = tools_at_once();   // asked once: the answer is read from files
    struct timespec now, beaten = {.tv_sec = 0};
    const tool_run *failed = NULL;
    tool_group group;

    if (count == 0)
        return NULL;
    if (!group_begin(&group, why, size))
        return &runs[0];
    while (look(runs, count, at_once, &group, folder, watch, &failed, why, size)) {
        if (interrupt_seen()) {
            snprintf(why, size, "interrupted");
            failed = &runs[0];
            break;
        }
        clock_gettime(CLOCK_MONOTONIC, &now);
        if (now.tv_sec != beaten.tv_sec)
            watch->beat(watch);
        beaten = now;
        nanosleep(&(struct timespec){.tv_nsec = LOOK_NANOSECONDS}, NULL);
    }
    end_runs(runs, count, &group);
    group_end(&group);
    return failed;
}

// --- what a tool is

// Its path from PATH; NULL: nowhere.
static char *tool_path(const char *name)
{
    const char *at = getenv("PATH") ? getenv("PATH") : "/bin:/usr/bin";        // default of execvp when it is not set
    struct stat status;
    char path[TOOL_PATH];

    if (strchr(name, '/'))
        return realpath(name, NULL);
    for (size_t length; at && *at; at += length + (at[length] == ':')) {
        length = strcspn(at, ":");
        int size = snprintf(path, sizeof path, "%.*s/%s", (int)length, length ? at : ".", name);
        if ((size_t)size < sizeof path && access(path, X_OK) == 0 && stat(path, &status) == 0 &&
            S_ISREG(status.st_mode))
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
