#include "sim/campaign/engine/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/report/progress.h"
#include "sim/status.h"

enum { REASON = 400 };

// Room for every --set: a run that leaves one out would be kept under the key of another machine.
const char **worker_arguments(const campaign *c, const campaign_run *run)
{
    enum { OTHERS = 20 };
    static char limit[32], seed[32];
    const char **arguments = calloc(OTHERS + 2 * (run->machine->n_sets + run->kernel->n_options + run->system.n_sets), sizeof *arguments);
    unsigned n = 0;

    if (!arguments)
        abort();
    for (const char *const *fixed = (const char *const[]){ c->program, "run", "--json", "--machine", run->machine->word,
         "--policy", run->system.policy, NULL }; *fixed; fixed++)
        arguments[n++] = *fixed;
    for (unsigned i = 0; i < run->machine->n_sets; i++) {
        arguments[n++] = "--set";
        arguments[n++] = run->machine->sets[i];
    }
    for (unsigned i = 0; i < run->system.n_sets; i++) {
        arguments[n++] = "--set";
        arguments[n++] = run->system.sets[i];
    }
    if (run->kernel->size[0]) {
        arguments[n++] = "--size";
        arguments[n++] = run->kernel->size;
    }
    if (c->max_cycles) {
        snprintf(limit, sizeof limit, "%" PRIu64, c->max_cycles);
        arguments[n++] = "--max-cycles";
        arguments[n++] = limit;
    }
    if (run->seed) {
        snprintf(seed, sizeof seed, "%" PRIu64, run->seed);
        arguments[n++] = "--seed";
        arguments[n++] = seed;
    }
    for (const char *const *asked = c->details; *asked; asked++)
        arguments[n++] = *asked;
    for (unsigned i = 0; i < run->kernel->n_options; i++)
        arguments[n++] = run->kernel->options[i];
    arguments[n] = run->kernel->word;
    return arguments;
}

static int nameless_file(void)
{
    FILE *file = tmpfile();
    int copy = file ? fcntl(fileno(file), F_DUPFD_CLOEXEC, 0) : -1;

    if (file)
        fclose(file);
    return copy;
}

// An interruption from the terminal reaches all processes; what becomes of the workers is for the campaign to say.
bool worker_start(worker *w, const char *const *arguments, char *message, size_t size)
{
    sigset_t interrupts, before;

    w->output = nameless_file();
    w->errors = nameless_file();
    w->began = progress_seconds();
    sigemptyset(&interrupts);
    sigaddset(&interrupts, SIGINT);
    sigaddset(&interrupts, SIGTERM);
    sigprocmask(SIG_BLOCK, &interrupts, &before);
    w->pid = w->output < 0 || w->errors < 0 ? -1 : fork();
    if (w->pid != 0)
        sigprocmask(SIG_SETMASK, &before, NULL);
    if (w->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        dup2(w->output, STDOUT_FILENO);
        dup2(w->errors, STDERR_FILENO);
        execv(arguments[0], (char *const *)arguments);
        _exit(127);
    }
    if (w->pid < 0)
        snprintf(message, size, "a worker process cannot be started: %s", strerror(errno));
    return w->pid > 0;
}

static char *read_back(int descriptor)
{
    off_t length = lseek(descriptor, 0, SEEK_END);
    char *text = calloc(1, length > 0 ? (size_t)length + 1 : 1);

    if (!text)
        abort();
    if (length > 0 && pread(descriptor, text, (size_t)length, 0) != length)
        text[0] = 0;
    close(descriptor);
    return text;
}

// The first run of the array as compact JSON without what depends on the clock; NULL when it is none.
static char *result_text(const char *output)
{
    json_t *array = json_loads(output, 0, NULL), *object = json_array_get(array, 0), *verified = json_object_get(object, "verified");
    char *text = NULL;

    if (verified && !json_is_false(verified)) {        // null: a job that expects nothing
        json_object_del(object, "wall_seconds");
        text = json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(17));
    }
    json_decref(array);
    return text;
}

// Its last message, or the last line of whatever it said.
static void last_message(char *errors, char reason[static REASON])
{
    static const char prefix[] = "warplock: ";
    char *rest;

    reason[0] = 0;
    for (const char *line = strtok_r(errors, "\n", &rest), *message = NULL; line; line = strtok_r(NULL, "\n", &rest)) {
        bool is_message = strncmp(line, prefix, sizeof prefix - 1) == 0;

        if (is_message || !message)
            snprintf(reason, REASON, "%.300s", line + (is_message ? sizeof prefix - 1 : 0));
        if (is_message)
            message = line;
    }
}

void worker_judge(int wait_status, const char *output, char *errors, store_run *stored)
{
    char reason[REASON] = "";

    *stored = (store_run){ 0 };
    if (WIFSIGNALED(wait_status)) {
        stored->status = -WTERMSIG(wait_status);
        snprintf(reason, sizeof reason, "ended by signal %d (%s)", WTERMSIG(wait_status),
                 strsignal(WTERMSIG(wait_status)));
    } else {
        stored->status = WEXITSTATUS(wait_status);
        if (stored->status == 0)
            stored->result = result_text(output);
        if (stored->status == 0 && !stored->result) {
            stored->status = STATUS_MISMATCH;
            snprintf(reason, sizeof reason, "its JSON report cannot be read, or the result was not verified");
        } else if (stored->status != 0) {
            last_message(errors, reason);
        }
    }
    stored->reason = strdup(reason);
    if (!stored->result)
        stored->result = strdup("");
    if (!stored->reason || !stored->result)
        abort();
}

bool worker_ended(worker *w, store_run *stored)
{
    char *output, *errors;
    int status;

    if (waitpid(w->pid, &status, WNOHANG) != w->pid)
        return false;
    output = read_back(w->output);
    errors = read_back(w->errors);
    worker_judge(status, output, errors, stored);
    stored->seconds = progress_seconds() - w->began;
    free(output);
    free(errors);
    return true;
}

void worker_kill(worker *w)
{
    kill(w->pid, SIGKILL);
    waitpid(w->pid, NULL, 0);
    close(w->output);
    close(w->errors);
}
