// SPDX-License-Identifier: BSD-3-Clause
// Every row of sim/events/events.def: raised in runs of bundled kernels on both machines, heard by who asks to, written by
// --events as often as it is heard, told to either of them alone, over with its edge; one more than a row allows ends the
// program; the text of --events.
#include "sim/core/gpu.h"
#include "sim/events/events.h"
#include "sim/workload/job_run.h"
#include "sim/workload/workload.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static const char *const names[EVENTS] = {
#define FIELD(type, name, words)
#define EVENT(place, name, phase, most, words, fields) #name,
#define EVENT_MASK(place, name, phase, words) #name,
#include "sim/events/events.def"
#undef EVENT
#undef EVENT_MASK
};

// --- an observer that counts events and has no block

static uint64_t heard[EVENTS];

#define HEAR_SM events
#define HEAR_CONTROLLER controller_events
#define HEAR_GPU gpu_events
#define EVENT(place, name, phase, most, words, fields) \
    heard[EVENT_##name] += view->HEAR_##place ? view->HEAR_##place->name##_count : 0;
#define EVENT_MASK(place, name, phase, words) \
    heard[EVENT_##name] += view->HEAR_##place && view->HEAR_##place->name;
static void hear(const policy_view *view, feed_phase phase)
{
    if (phase == FEED_LATE) {
#include "sim/events/events.def"
    } else if (view->events) {
        // What is raised behind the early half is over when the next one begins.
        assert_int_equal(view->events->warp_issue_count, 0);
        assert_int_equal(view->events->cta_launch_count, 0);
    }
}
#undef EVENT
#undef EVENT_MASK

static const policy hearer = {.name = "hearer", .hears = HEARS(SM) | HEARS(CONTROLLER) | HEARS(GPU), .feed = hear};

// --- runs

static bool launch_on_gpu(void *context, const launch_config *config, run_status *status, char *message, size_t size)
{
    gpu_status ended = gpu_run(context, config);
    *status = ended == GPU_DONE ? STATUS_GOOD : STATUS_LIMIT;
    snprintf(message, size, "%s", gpu_message(context));
    return ended == GPU_DONE;
}

static const policy *const observers[] = {&hearer, NULL};

static void run(const machine *m, const char *policy, const char *name, uint32_t rows, const struct policy *const *heard_by,
                FILE *lines)
{
    static job_result result;
    char error[1024];
    job_error bad;
    lockstep *owner = lockstep_open(&(lockstep_options){.mode = BLOCKS_C, .no_pack = true}, error, sizeof error);
    gpu *g = gpu_new(&(gpu_options){.machine = m, .policy = policy_find(policy), .observers = heard_by, .lockstep = owner,
                                    .events = lines}, error, sizeof error);
    job *j = workload_job(workload_find(name), (workload_size){rows, 0}, 0, &bad);
    assert_true(owner && g && j);
    job_run(j, &(job_target){.context = g, .launch = launch_on_gpu, .sm_count = m->gpu.sms, .warps_per_sm = m->core.warps}, &result);
    if (result.verified != 1)
        fail_msg("%s: %s", name, result.message);
    job_free(j);
    gpu_free(g);
    lockstep_close(owner);
}

// The word behind "cycle place ": a place is "sm 3", "controller 5" or "gpu".
static int event_of(const char *line)
{
    char kind[16], first[32], second[32];
    assert_int_equal(sscanf(line, "%*u %15s %31s %31s", kind, first, second), 3);
    for (int e = 0; e < EVENTS; e++)
        if (strcmp(names[e], strcmp(kind, "gpu") == 0 ? first : second) == 0)
            return e;
    fail_msg("no event: %.60s", line);
    return 0;
}

static void every_event_is_raised_heard_and_written(void **state)
{
    static const struct { const char *machine, *policy, *kernel; uint32_t rows; } runs[] = {
        {"oaws", "gto", "reduce", 4096}, {"oaws", "gto", "atax", 64}, {"gtx480", "gto", "atax", 64},
        {"gtx480", "gto", "bfs", 512}, {"bucl", "mrpb", "bfs", 512}};
    uint64_t written[EVENTS] = {0}, missing = 0;
    (void)state;
    memset(heard, 0, sizeof heard);
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        machine m;
        machine_error bad;
        char *text;
        size_t size;
        FILE *lines = open_memstream(&text, &size);
        assert_true(machine_load(&m, runs[i].machine, &bad));
        run(&m, runs[i].policy, runs[i].kernel, runs[i].rows, observers, lines);
        fclose(lines);
        for (const char *line = text; *line; line = strchr(line, '\n') + 1)
            written[event_of(line)]++;
        free(text);
    }
    for (int e = 0; e < EVENTS; e++) {
        if (written[e] == 0)
            printf("%s is never raised\n", names[e]);
        missing += written[e] == 0;
        if (heard[e] != written[e])
            fail_msg("%s: heard %llu times, written %llu times", names[e], (unsigned long long)heard[e], (unsigned long long)written[e]);
    }
    assert_int_equal(missing, 0);
}

// The lines of a run whose events these hear besides.
static char *lines_of(const machine *m, const policy *const *heard_by)
{
    char *text;
    size_t size;
    FILE *lines = open_memstream(&text, &size);
    memset(heard, 0, sizeof heard);
    run(m, "gto", "atax", 32, heard_by, lines);
    fclose(lines);
    return text;
}

// Facts that nobody asks for are not told: either who hears or the file is reason enough.
static void the_file_alone_and_who_hears_alone_are_told_all(void **state)
{
    machine m;
    machine_error bad;
    uint64_t both[EVENTS];
    (void)state;
    assert_true(machine_load(&m, "oaws", &bad));
    char *heard_lines = lines_of(&m, observers);
    memcpy(both, heard, sizeof both);
    char *lines = lines_of(&m, NULL);
    assert_true(strcmp(lines, heard_lines) == 0);
    run(&m, "gto", "atax", 32, observers, NULL);
    assert_memory_equal(heard, both, sizeof both);
    free(lines);
    free(heard_lines);
}

// --- more than a row allows

// In a child: what it writes on its way out.
static void expect_end(void (*raise_so_many)(unsigned), unsigned count, const char *message)
{
    int ends[2], status;
    char text[256] = "";
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        signal(SIGABRT, SIG_DFL);
        dup2(ends[1], STDERR_FILENO);
        raise_so_many(count);
        _exit(0);
    }
    close(ends[1]);
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    for (size_t length = 0, more = 1; more; length += more)         // all of it: what follows the message, too
        more = (size_t)read(ends[0], text + length, sizeof text - 1 - length);
    close(ends[0]);
    assert_string_equal(text, message);
    assert_int_equal(message[0] ? WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT : WIFEXITED(status) && !WEXITSTATUS(status), 1);
}

#define EVENT(place, name, phase, most, words, fields) \
    static void raise_many_##name(unsigned count) \
    { \
        struct { EVENTS_##place events; name##_event behind[4]; } held = {0}; \
        for (unsigned i = 0; i < count; i++) \
            raise_##name(&held.events, (name##_event){0}); \
    }
#define EVENT_MASK(place, name, phase, words)
#include "sim/events/events.def"
#undef EVENT
#undef EVENT_MASK

static void one_more_than_a_row_allows_ends_the_program(void **state)
{
    char message[128];
    (void)state;
#define EVENT(place, name, phase, most, words, fields) \
    expect_end(raise_many_##name, most, ""); \
    snprintf(message, sizeof message, "warplock: bug: event %s is raised more than %u times at one edge\n", #name, most); \
    expect_end(raise_many_##name, most + 1, message);
#define EVENT_MASK(place, name, phase, words)
#include "sim/events/events.def"
#undef EVENT
#undef EVENT_MASK
}

// --- text, and what is over

static void expect_text(void (*write)(FILE *), const char *expected)
{
    char *text;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    write(file);
    fclose(file);
    assert_string_equal(text, expected);
    free(text);
}

static void write_sm(FILE *file)
{
    sm_events events = {0};
    sm_events_write(&events, file, 5, "sm 0");                      // nothing happened: no line
    raise_warp_exit(&events, UINT64_C(1) << 47);
    raise_warp_exit(&events, 1);
    raise_l1d_evict(&events, (l1d_evict_event){.line = 0x1080, .owner = 5, .cause = EVICT_STORE});
    raise_l1d_evict(&events, (l1d_evict_event){.line = 0x2000, .owner = 6, .cause = EVICT_REPLACED});
    raise_kernel_start(&events, (kernel_start_event){.ctas_per_sm = 8, .first_fill = 5, .warps_per_cta = 3});
    raise_load_done(&events, (load_done_event){.warp = 3, .pc = 88, .charge = 17, .had_access = true});
    sm_events_write(&events, file, 12345678901, "sm 3");
    sm_events_clear(&events);
    sm_events_write(&events, file, 7, "sm 3");
    assert_int_equal(events.raised, 0);
}

static void write_others(FILE *file)
{
    controller_events controller = {0};
    gpu_events gpu = {0};
    raise_line_sent(&controller, (line_sent_event){.bank = 7, .row = 300, .write = true});
    raise_grid_start(&gpu, (grid_start_event){.ctas = 64, .warps_per_cta = 8, .ctas_per_sm = 6});
    controller_events_write(&controller, file, 1, "controller 5");
    gpu_events_write(&gpu, file, 2, "gpu");
    controller_events_clear(&controller);
    gpu_events_clear(&gpu);
    controller_events_write(&controller, file, 3, "controller 5");
    gpu_events_write(&gpu, file, 4, "gpu");
}

// In the order of the table, whatever was raised first.
static void lines_have_cycle_place_event_and_fields(void **state)
{
    (void)state;
    expect_text(write_sm, "12345678901 sm 3 kernel_start ctas_per_sm=8 first_fill=5 warps_per_cta=3\n"
                          "12345678901 sm 3 load_done warp=3 pc=88 charge=17 had_access=1 lines=0\n"
                          "12345678901 sm 3 l1d_evict line=0x1080 owner=5 cause=1\n"
                          "12345678901 sm 3 l1d_evict line=0x2000 owner=6 cause=0\n"
                          "12345678901 sm 3 warp_exit which=0x800000000001\n");
    expect_text(write_others, "1 controller 5 line_sent bank=7 row=300 line=0 write=1 kind=0 first=0\n"
                              "2 gpu grid_start ctas=0x40 warps_per_cta=8 ctas_per_sm=6\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_event_is_raised_heard_and_written),
        cmocka_unit_test(the_file_alone_and_who_hears_alone_are_told_all),
        cmocka_unit_test(one_more_than_a_row_allows_ends_the_program),
        cmocka_unit_test(lines_have_cycle_place_event_and_fields),
    };
    return cmocka_run_group_tests_name("events", tests, NULL, NULL);
}
