// SPDX-License-Identifier: BSD-3-Clause
#include "tests/sim/random/random_trial.h"

#include <ctype.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

// The message without what differs between two kernels that fail alike: its place, and every number.
static void plain_words(const char *message, char *way, size_t size)
{
    size_t n = 0;
    const char *place = strstr(message, ".ptx:");
    if (place) message = place + strcspn(place, " ");
    for (; *message && *message != '\n' && n + 1 < size; message++)
        if (!isdigit((unsigned char)*message)) way[n++] = *message;
    way[n] = 0;
}

static void name_way(random_outcome *o)
{
    char words[RANDOM_WAY - 24];
    const char *lockstep = strstr(o->message, "lockstep: ");
    if (strstr(o->message, "the interpreter says")) strcpy(words, "wrong result");
    else if (lockstep) snprintf(words, sizeof words, "%.*s", (int)strcspn(lockstep, "["), lockstep);
    else if (strncmp(o->message, "deadlock", 8) == 0) strcpy(words, "deadlock");
    else if (strstr(o->message, "limit of simulated cycles")) strcpy(words, "limit of cycles");
    else plain_words(o->message, words, sizeof words);
    snprintf(o->way, sizeof o->way, "%s%s", words, o->timed ? "" : " without timing");
}

static bool same_bytes(const random_kernel *kernel, uint8_t *const one[RANDOM_BUFFERS], uint8_t *const other[RANDOM_BUFFERS])
{
    for (unsigned i = 0; i < RANDOM_BUFFERS; i++)
        if (memcmp(one[i], other[i], kernel->buffers[i].bytes) != 0) return false;
    return true;
}

// Two more orders of the threads give the same bytes.
static bool well_formed(const random_kernel *kernel, const random_limits *limits, uint8_t *const want[RANDOM_BUFFERS])
{
    static const random_order orders[] = {RANDOM_REVERSE, RANDOM_IN_TURN};
    bool good = true;
    for (unsigned i = 0; good && i < 2; i++) {
        uint8_t *data[RANDOM_BUFFERS];
        char error[256];
        interpreter_watch watch = {.most_steps = 4 * limits->most_steps};
        good = random_kernel_watched(kernel, orders[i], &watch, data, error, sizeof error) && same_bytes(kernel, data, want);
        random_kernel_forget(data);
    }
    return good;
}

static void fails(random_outcome *o, bool timed)
{
    o->failed = true;
    o->timed = timed;
    name_way(o);
}

static void try_here(const random_kernel *kernel, const random_setting *setting, const random_limits *limits, random_outcome *o)
{
    uint8_t *want[RANDOM_BUFFERS];
    char words[256];
    interpreter_watch watch = {.most_steps = limits->most_steps};
    bool good = random_kernel_watched(kernel, RANDOM_FORWARD, &watch, want, words, sizeof words);
    o->steps = watch.steps;
    o->longest = watch.longest;
    if (!good) {
        snprintf(o->message, sizeof o->message, "interpreter: %s", words);
        if (!limits->way) fails(o, false);
    } else if (!random_run_functional(kernel, want, o->message)) {
        fails(o, false);
    } else if (limits->way && strstr(limits->way, " without timing")) {
        o->failed = false;
    } else if (!random_run_lockstep(kernel, setting, want, o->message)) {
        fails(o, true);
    }
    if (!o->failed) return;
    if (limits->way) o->failed = strcmp(o->way, limits->way) == 0 && well_formed(kernel, limits, want);
    else if (good && !well_formed(kernel, limits, want))
        snprintf(o->message + strlen(o->message), sizeof o->message - strlen(o->message),
                 " (the kernel depends on the order of its threads)");
}

// What the child says last when it is ended: its complaint, or the signal.
static void ended(random_outcome *o, int status, FILE *complaints, const random_limits *limits)
{
    size_t n = 0;
    rewind(complaints);
    memset(o, 0, sizeof *o);
    if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL)) {
        snprintf(o->message, sizeof o->message, "no end in %u s of processor time", limits->seconds);
    } else {
        n = fread(o->message, 1, sizeof o->message - 1, complaints);
        o->message[n] = 0;
        if (n == 0) snprintf(o->message, sizeof o->message, "ended by signal %d", WIFSIGNALED(status) ? WTERMSIG(status) : 0);
    }
    fails(o, true);
    if (limits->way) o->failed = strcmp(o->way, limits->way) == 0;
}

// A kernel that ends its process has not been asked whether its order counts: only the interpreter can say that.
static void only_interpret(const random_kernel *kernel, const random_limits *limits, random_outcome *o)
{
    uint8_t *want[RANDOM_BUFFERS];
    char words[256];
    interpreter_watch watch = {.most_steps = limits->most_steps};
    bool good = random_kernel_watched(kernel, RANDOM_FORWARD, &watch, want, words, sizeof words) &&
                well_formed(kernel, limits, want);
    random_kernel_forget(want);
    o->steps = watch.steps;
    o->longest = watch.longest;
    o->failed = o->failed && good;
}

void random_try(const random_kernel *kernel, const random_setting *setting, const random_limits *limits, random_outcome *o)
{
    int pipe_ends[2], status = 0;
    FILE *complaints = tmpfile();
    fflush(NULL);
    memset(o, 0, sizeof *o);
    if (!complaints || pipe(pipe_ends) != 0) abort();
    pid_t child = fork();
    if (child < 0) abort();
    if (child == 0) {
        struct rlimit most = {limits->seconds, limits->seconds + 5}, no_core = {0, 0};
        setrlimit(RLIMIT_CPU, &most);
        setrlimit(RLIMIT_CORE, &no_core);
        dup2(fileno(complaints), STDERR_FILENO);
        try_here(kernel, setting, limits, o);
        _exit(write(pipe_ends[1], o, sizeof *o) == (ssize_t)sizeof *o ? 0 : 1);
    }
    close(pipe_ends[1]);
    bool told = read(pipe_ends[0], o, sizeof *o) == (ssize_t)sizeof *o;
    close(pipe_ends[0]);
    waitpid(child, &status, 0);
    if (!told) {
        ended(o, status, complaints, limits);
        if (o->failed && limits->way) only_interpret(kernel, limits, o);
    }
    fclose(complaints);
}
