// SPDX-License-Identifier: BSD-3-Clause
// Traces as jobs: what they are called, lists with more kernels than stay open, with too many steps, files that have gone.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "sim/workload/job_trace.h"

#define VOLTA "tests/sim/sass/kernel-volta.traceg"

static void names(void **state)
{
    static const struct { const char *path, *name; } rows[] = {
        { "kernel-1.traceg", "kernel-1" }, { "a/kernel-1.traceg.xz", "kernel-1" }, { "bfs/kernelslist.g", "bfs" }, { "x/y/list.g", "list" },
        { "runs/bfs/4096/traces/kernelslist.g", "4096" }, { "traces/kernelslist.g", "kernelslist" }, { "./kernelslist.g", "kernelslist" },
    };
    char name[JOB_TRACE_NAME];

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        job_trace_name(rows[i].path, name);
        assert_string_equal(name, rows[i].name);
    }
}

// --- lists

static const char *in_folder(const char *name)
{
    static char path[300];

    snprintf(path, sizeof path, "%.150s/job_trace", getenv("BUILD") ? getenv("BUILD") : "build");
    mkdir(path, 0777);
    snprintf(path + strlen(path), sizeof path - strlen(path), "/%s", name);
    return path;
}

// With so many copies, and kernels of one file.
static const char *list_of(unsigned copies, unsigned kernels)
{
    static char text[1 << 14];
    FILE *from = fopen(VOLTA, "r"), *to = fopen(in_folder("kernel-1.traceg"), "w"), *list;
    size_t length;

    assert_non_null(from);
    assert_non_null(to);
    length = fread(text, 1, sizeof text, from);
    assert_true(length > 0 && length < sizeof text);
    fwrite(text, 1, length, to);
    fclose(from);
    fclose(to);
    list = fopen(in_folder("kernelslist.g"), "w");
    assert_non_null(list);
    for (unsigned i = 0; i < copies; i++)
        fprintf(list, "MemcpyHtoD,0x00007f4000001000,%u\n", i + 1);
    for (unsigned i = 0; i < kernels; i++)
        fputs("kernel-1.traceg\n", list);
    fclose(list);
    return in_folder("kernelslist.g");
}

typedef struct { uint64_t launches, ctas, copied; } run_counts;

static bool launched(void *context, const launch_config *config, run_status *status, char *message, size_t size)
{
    run_counts *n = context;
    ptx_error error;
    launch *l = launch_new(config, 1, &error);

    (void)message, (void)size;
    if (!l)
        fail_msg("%s", error.text);
    *status = STATUS_GOOD;
    n->launches++;
    n->ctas += (uint64_t)config->grid[0] * config->grid[1] * config->grid[2];
    launch_free(l);
    return true;
}

static void copied(void *context, uint64_t address, uint64_t bytes)
{
    assert_int_equal(address, 0x7f4000001000);
    ((run_counts *)context)->copied += bytes;
}

// Of a long list no file stays open, neither behind the reading nor behind a launch; of a short one each does.
static void more_than_stay_open(void **state)
{
    (void)state;
    for (unsigned kernels = 40; kernels <= 80; kernels += 40) {
        run_counts n = { 0 };
        job_target target = { .context = &n, .launch = launched, .host_copy = copied, .sm_count = 1, .warps_per_sm = 48 };
        job_error error;
        static job_result result;
        unsigned open = 0;
        job *j = job_load_trace(list_of(3, kernels), TRACE_UNKNOWN_REFUSE, &error);

        if (!j)
            fail_msg("%s", error.text);
        for (size_t i = 0; i < j->steps.count; i++) {
            assert_true(job_run_trace(&j->steps.items[i], &target, &result));
            open += j->steps.items[i].kind == STEP_TRACE && j->steps.items[i].trace->trace;
        }
        assert_true(n.launches == kernels && n.ctas == 2 * kernels && n.copied == 1 + 2 + 3);
        assert_int_equal(open, kernels == 40 ? 40 : 64 - 3);        // those of the first 64 steps
        job_free(j);
    }
}

static void too_many_steps(void **state)
{
    job_error error;

    (void)state;
    assert_null(job_load_trace(list_of(JOB_STEPS_MAX + 1, 0), TRACE_UNKNOWN_REFUSE, &error));
    assert_string_equal(error.text, "seen more than 65536 steps, expected at most that");
    assert_null(job_load_trace(list_of(JOB_STEPS_MAX, 1), TRACE_UNKNOWN_REFUSE, &error));
    assert_string_equal(error.text, "seen more than 65536 steps, expected at most that");
    assert_null(job_load_trace(list_of(1, 0), TRACE_UNKNOWN_REFUSE, &error));
    assert_non_null(strstr(error.text, "kernelslist.g: no kernel found, expected one"));
}

static void a_file_that_has_gone(void **state)
{
    job_error error;
    char path[300];
    job *j;

    (void)state;
    snprintf(path, sizeof path, "%s", list_of(1, 2));
    j = job_load_trace(path, TRACE_UNKNOWN_REFUSE, &error);
    assert_non_null(j);
    assert_true(job_hash_trace(j, path, &error));
    remove(in_folder("kernel-1.traceg"));
    assert_false(job_hash_trace(j, path, &error));
    assert_non_null(strstr(error.text, "kernel-1.traceg: cannot be read: No such file or directory"));
    job_free(j);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names), cmocka_unit_test(more_than_stay_open), cmocka_unit_test(too_many_steps), cmocka_unit_test(a_file_that_has_gone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
