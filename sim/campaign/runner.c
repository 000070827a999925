// Worker processes: each is this program as `warplock run --json`, its outputs in nameless files. When the campaign
// dies, its workers die with it; what had ended is in the store.
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "sim/campaign/campaign.h"
#include "sim/report/progress.h"
#include "sim/status.h"

enum { REASON = 400 };
#define LOOK_NANOSECONDS 10000000
#define REDRAW_SECONDS 0.5

typedef struct {
    campaign *campaign;
    unsigned  wanted, ended, started;
    double    drawn;
    bool      shown;
} runner;

// Room for every --set: a run that leaves one out would be kept under the key of another machine.
static const char **list_arguments(const campaign *c, const campaign_run *run)
{
    enum { OTHERS = 20 };
    static char limit[32], seed[32];
    const char **arguments = calloc(OTHERS + 2 * (c->n_sets + run->system.n_sets), sizeof *arguments);
    unsigned n = 0;

    if (!arguments)
        abort();
    for (const char *const *fixed = (const char *const[]){ c->program, "run", "--json", "--machine", c->paper->machine,
         "--policy", run->system.policy, NULL }; *fixed; fixed++)
        arguments[n++] = *fixed;
    for (unsigned i = 0; i < c->n_sets; i++) {
        arguments[n++] = "--set";
        arguments[n++] = c->sets[i];
    }
    for (unsigned i = 0; i < run->system.n_sets; i++) {
        arguments[n++] = "--set";
        arguments[n++] = run->system.sets[i];
    }
    if (c->size[0]) {
        arguments[n++] = "--size";
        arguments[n++] = c->size;
    }
    if (c->max_cycles) {
        snprintf(limit, sizeof limit, "%llu", (unsigned long long)c->max_cycles);
        arguments[n++] = "--max-cycles";
        arguments[n++] = limit;
    }
    if (c->seed) {
        snprintf(seed, sizeof seed, "%llu", (unsigned long long)c->seed);
        arguments[n++] = "--seed";
        arguments[n++] = seed;
    }
    for (const char *const *asked = c->details; *asked; asked++)
        arguments[n++] = *asked;
    arguments[n] = run->kernel;
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
static bool start(runner *r, campaign_run *run)
{
    campaign *c = r->campaign;
    const char **arguments = list_arguments(c, run);
    sigset_t interrupts, before;

    run->output = nameless_file();
    run->errors = nameless_file();
    run->began = progress_seconds();
    sigemptyset(&interrupts);
    sigaddset(&interrupts, SIGINT);
    sigaddset(&interrupts, SIGTERM);
    sigprocmask(SIG_BLOCK, &interrupts, &before);
    run->pid = run->output < 0 || run->errors < 0 ? -1 : fork();
    if (run->pid != 0)
        sigprocmask(SIG_SETMASK, &before, NULL);
    if (run->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        dup2(run->output, STDOUT_FILENO);
        dup2(run->errors, STDERR_FILENO);
        execv(c->program, (char *const *)arguments);
        _exit(127);
    }
    free(arguments);
    if (run->pid < 0) {
        snprintf(c->error, sizeof c->error, "a worker process cannot be started: %s", strerror(errno));
        return false;
    }
    run->state = RUN_STARTED;
    r->started++;
    return true;
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
    json_t *array = json_loads(output, 0, NULL), *object = json_array_get(array, 0);
    char *text = NULL;

    if (json_is_true(json_object_get(object, "verified"))) {
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

static void judge(campaign_run *run, int wait_status, store_run *stored)
{
    char *output = read_back(run->output), *errors = read_back(run->errors);
    char reason[REASON] = "";

    *stored = (store_run){ .seconds = progress_seconds() - run->began };
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
    free(output);
    free(errors);
}

// Keeps what a worker left. False when the store cannot be written.
static bool finish(runner *r, campaign_run *run, int wait_status)
{
    campaign *c = r->campaign;
    store_identity identity = { c->paper->machine, NULL, run->system.policy, run->kernel, c->size };
    char *sets = NULL;
    size_t length;
    FILE *text = open_memstream(&sets, &length);
    store_run stored;
    bool good;

    if (!text)
        abort();
    judge(run, wait_status, &stored);
    run->pid = 0;
    r->ended++;
    r->started--;
    for (unsigned i = 0; i < c->n_sets + run->system.n_sets; i++)
        fprintf(text, "%s%s", i ? " " : "", i < c->n_sets ? c->sets[i] : run->system.sets[i - c->n_sets]);
    fclose(text);
    identity.set = sets;
    campaign_take_result(run, &stored);
    *(run->state == RUN_GOOD ? &c->simulated : &c->failed) += 1;
    good = store_put(c->store, run->key, &identity, &run->stored, c->error, sizeof c->error);
    free(sets);
    return good;
}

// Seconds that a run of the kernel took, on average over those that are there; of any kernel when none is.
static double mean_seconds(const campaign *c, const char *kernel)
{
    double sum = 0;
    unsigned count = 0;

    for (unsigned i = 0; i < c->n_runs; i++) {
        const campaign_run *run = &c->runs[i];

        if (run->state >= RUN_GOOD && (!kernel || strcmp(run->kernel, kernel) == 0)) {
            sum += run->stored.seconds;
            count++;
        }
    }
    return count ? sum / count : kernel ? mean_seconds(c, NULL) : 0;
}

double runner_seconds_to_go(const campaign *c, double now)
{
    double sum = 0;

    for (unsigned i = 0; i < c->n_runs; i++) {
        const campaign_run *run = &c->runs[i];
        double wanted = run->planned && run->state <= RUN_STARTED ? mean_seconds(c, run->kernel) : 0;

        sum += run->state == RUN_STARTED ? fmax(wanted - (now - run->began), 0) : wanted;
    }
    return sum / c->workers;
}

static void draw(runner *r)
{
    double now = progress_seconds();
    const campaign *c = r->campaign;
    unsigned named = 0, minutes;

    if (!r->shown || now - r->drawn < REDRAW_SECONDS)
        return;
    r->drawn = now;
    fprintf(stderr, "\r[%u/%u]", r->ended, r->wanted);
    for (unsigned i = 0; i < c->n_runs && named < 3; i++) {
        if (c->runs[i].state == RUN_STARTED)
            fprintf(stderr, "%s %s %s", named++ ? "," : "", c->runs[i].kernel, c->runs[i].system.name);
    }
    minutes = (unsigned)ceil(runner_seconds_to_go(c, now) / 60);
    if (minutes)
        fprintf(stderr, "; about %u:%02u h to go", minutes / 60, minutes % 60);
    if (c->failed)
        fprintf(stderr, "; %u failed", c->failed);
    fputs("\033[K", stderr);
    fflush(stderr);
}

// Takes in the workers that have ended.
static bool collect(runner *r)
{
    campaign *c = r->campaign;
    bool good = true;

    for (unsigned i = 0; i < c->n_runs && r->started; i++) {
        int status;

        if (c->runs[i].state == RUN_STARTED && waitpid(c->runs[i].pid, &status, WNOHANG) == c->runs[i].pid)
            good = finish(r, &c->runs[i], status) && good;
    }
    return good;
}

static bool interrupted(const campaign *c)
{
    return c->stop && *c->stop;
}

static void stop_workers(runner *r)
{
    campaign *c = r->campaign;

    for (unsigned i = 0; i < c->n_runs; i++) {
        if (c->runs[i].state == RUN_STARTED) {
            kill(c->runs[i].pid, SIGKILL);
            waitpid(c->runs[i].pid, NULL, 0);
            close(c->runs[i].output);
            close(c->runs[i].errors);
            c->runs[i].state = RUN_WANTED;
        }
    }
}

// Another campaign on the same store may have made it meanwhile.
static bool begin_next(runner *r, campaign_run *run)
{
    campaign *c = r->campaign;

    if (!run->planned || run->state != RUN_WANTED)
        return true;
    if (!campaign_look_up(c, run))
        return false;
    if (run->state != RUN_WANTED) {
        r->ended++;
        return true;
    }
    return start(r, run);
}

bool runner_execute(campaign *c)
{
    runner r = { .campaign = c, .shown = isatty(STDERR_FILENO) };
    bool good = true;
    unsigned next = 0;

    for (unsigned i = 0; i < c->n_runs; i++)
        r.wanted += c->runs[i].planned && c->runs[i].state == RUN_WANTED;
    while (good && r.ended < r.wanted && !interrupted(c)) {
        for (; good && next < c->n_runs && r.started < c->workers; next++)
            good = begin_next(&r, &c->runs[next]);
        nanosleep(&(struct timespec){ .tv_nsec = LOOK_NANOSECONDS }, NULL);
        good = collect(&r) && good;
        draw(&r);
    }
    stop_workers(&r);
    if (r.shown && r.drawn > 0)
        fputs("\r\033[K", stderr);
    return good;
}
