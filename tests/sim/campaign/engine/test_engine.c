// SPDX-License-Identifier: BSD-3-Clause
// What the engines are made of: processes, memory, sealed files, the words of --slurm-options, batches in the shared
// folder.
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/number.h"

#include "sim/campaign/engine/engine.h"
#include "sim/campaign/engine/memory.h"
#include "sim/campaign/engine/process.h"
#include "sim/campaign/engine/slurm_batch.h"
#include "sim/campaign/engine/worker.h"
#include "sim/report/status.h"
#include "tests/sim/campaign/by_hand.h"

static const char *build_path(const char *name)
{
    static char path[256];

    snprintf(path, sizeof path, "%s/%s", getenv("BUILD") ? getenv("BUILD") : "build", name);
    return path;
}

static void test_processes(void **state)
{
    static const char *const score[] = { "cat", "/proc/self/oom_score_adj", NULL };
    static const char *const echo[] = { "sh", "-c", "echo out; echo err >&2; exit 3", NULL };
    static const char *const sleeper[] = { "sleep", "60", NULL }, *const none[] = { "/no/such/program", NULL };
    process p;
    process_result left;
    char message[200];

    (void)state;
    assert_true(process_start(&p, echo, message, sizeof message));
    process_wait(&p, &left);
    assert_int_equal(WEXITSTATUS(left.wait_status), 3);
    assert_string_equal(left.output, "out\n");
    assert_string_equal(left.errors, "err\n");
    assert_true(left.peak_kb > 0);
    process_result_free(&left);
    assert_true(process_start(&p, score, message, sizeof message));     // the first to go when memory runs out
    process_wait(&p, &left);
    assert_string_equal(left.output, "500\n");
    process_result_free(&left);
    assert_true(process_start(&p, none, message, sizeof message));
    process_wait(&p, &left);
    assert_int_equal(WEXITSTATUS(left.wait_status), PROCESS_CANNOT_RUN);
    assert_string_equal(left.errors, "warplock: /no/such/program: cannot be run: No such file or directory\n");
    process_result_free(&left);
    assert_true(process_start(&p, sleeper, message, sizeof message));
    while (p.peak_kb <= 100) {                          // until it has begun, on a busy machine a while, and was looked at
        assert_false(process_ended(&p, &left));
        nanosleep(&(struct timespec){ .tv_nsec = 5000000 }, NULL);
    }
    process_kill(&p);
    assert_int_equal(kill(p.pid, 0), -1);
}

// Of this machine: no more than it has, and less by what a process takes that has touched much.
static void test_memory(void **state)
{
    const uint64_t pages = (uint64_t)sysconf(_SC_PHYS_PAGES), page_kb = (uint64_t)sysconf(_SC_PAGESIZE) / 1024;
    uint64_t resident;

    (void)state;
    assert_true(memory_available_kb() <= pages * page_kb);              // how much depends on who else runs
    resident = memory_of_process_kb(getpid(), "VmRSS");
    assert_true(resident > 500);
    assert_true(memory_of_process_kb(getpid(), "VmHWM") >= resident);   // asked later, as memory may grow in between
    assert_int_equal(memory_of_process_kb(999999999, "VmRSS"), 0);
}

// The kernel's own most; where nothing is known of it anyone's.
static void test_memory_needed(void **state)
{
    campaign c;
    campaign_run *atax, *bfs;

    (void)state;
    by_hand_begin(&c, by_hand_warplock(), "");
    atax = campaign_add(&c, "atax", "lrr");
    bfs = campaign_add(&c, "bfs", "lrr");
    assert_int_equal(memory_needed_kb(&c, atax), 0);
    memory_note(&c, atax, 7000);
    memory_note(&c, campaign_add(&c, "atax", "gto"), 5000);
    assert_int_equal(memory_needed_kb(&c, atax), 7000);
    assert_int_equal(memory_needed_kb(&c, bfs), 7000);
    memory_note(&c, campaign_add(&c, "bfs", "gto"), 300);
    assert_int_equal(memory_needed_kb(&c, bfs), 300);
    memory_note(&c, bfs, 400);
    assert_int_equal(memory_needed_kb(&c, bfs), 400);
    campaign_end(&c);
}

// Every byte of the file counts.
static void test_sealed(void **state)
{
    static const char text[] = "{\"key\":\"0123\",\"status\":0}\n\xc3\xa4";
    const char *path = build_path("test_sealed");
    char message[200], *seen, bytes[200];
    size_t length;
    pid_t child;
    FILE *file;

    (void)state;
    unlink(path);
    assert_int_equal(sealed_read(path, &seen), SEALED_ABSENT);
    assert_true(sealed_write(path, text, message, sizeof message));
    assert_int_equal(sealed_read(path, &seen), SEALED_GOOD);
    assert_string_equal(seen, text);
    free(seen);
    file = fopen(path, "rb");
    length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    for (size_t i = 0; i <= 2 * length; i++) {                          // a byte is another, or the end is missing
        file = fopen(path, "wb");
        bytes[i % length] ^= i < length;
        fwrite(bytes, 1, i < length ? length : i == 2 * length ? length : i - length, file);
        if (i == 2 * length)
            fputc('x', file);                                           // or there is more
        fclose(file);
        bytes[i % length] ^= i < length;
        assert_int_equal(sealed_read(path, &seen), SEALED_DAMAGED);
        assert_null(seen);
    }
    unlink(path);                                                       // a pipe is no file: nobody waits for what comes out of it
    assert_int_equal(mkfifo(path, 0600), 0);
    child = fork();
    if (!child) {
        int pipe = open(path, O_WRONLY);

        _exit(pipe < 0 || write(pipe, bytes, length) != (ssize_t)length);
    }
    assert_int_equal(sealed_read(path, &seen), SEALED_DAMAGED);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    unlink(path);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_int_equal(sealed_read(path, &seen), SEALED_DAMAGED);
    rmdir(path);
    assert_false(sealed_write("build/no/such/folder/file", text, message, sizeof message));
    assert_non_null(strstr(message, "No such file"));
}

static void test_options(void **state)
{
    static const char *const refused[] = {
        "--array=1-4", "-a 1", "--job-name x", "-Jx", "--wrap=ls", "--wait", "--requeue", "--arr=3", "-p x --test-only",
        "-o x", "-e x", "-M b", "'-p", "\"", "--output o", "-D /",
    };
    const char *words[SLURM_WORDS];
    char copy[400], message[200];
    unsigned n;

    (void)state;
    assert_true(slurm_split_options("  -p main --time=1:00  --comment 'a \"b' x\"y  z\"'' ", copy, words, &n, message,
                                    sizeof message));
    assert_int_equal(n, 6);
    assert_string_equal(words[1], "main");
    assert_string_equal(words[2], "--time=1:00");
    assert_string_equal(words[4], "a \"b");
    assert_string_equal(words[5], "xy  z");
    assert_true(slurm_split_options("", copy, words, &n, message, sizeof message));
    assert_int_equal(n, 0);
    assert_true(slurm_split_options("--wait-all-nodes=1 --exclusive --account=a --nodelist=n", copy, words, &n, message,
                                    sizeof message));
    for (unsigned i = 0; i < sizeof refused / sizeof refused[0]; i++)
        if (slurm_split_options(refused[i], copy, words, &n, message, sizeof message))
            fail_msg("`%s` is not refused", refused[i]);
}

static void open_folder(slurm_folder *f, const char *name)
{
    char command[400], message[300];

    snprintf(command, sizeof command, "rm -rf '%s'", build_path(name));
    assert_int_equal(system(command), 0);
    assert_true(slurm_folder_open(f, build_path(name), true, message, sizeof message));
}

// What is written is what another process reads; one that was begun and not finished is none.
static void test_batches(void **state)
{
    static const char *a[] = { "a", "b c", NULL }, *broken[] = { "\xff", NULL };
    slurm_batch *b = slurm_batch_new(7, 2, 3), *seen;
    slurm_folder f;
    char message[300], name[SLURM_NAME];
    sealed_state sealed;
    json_t *slice;

    (void)state;
    open_folder(&f, "test_batches");
    b->n_slices = 2;
    b->n_entries = 3;
    b->slices[0].n = 1;
    b->slices[1] = (slurm_slice){ .first = 1, .n = 2 };
    for (unsigned i = 0; i < 3; i++) {
        snprintf(b->entries[i].key, STORE_KEY, "%016u", i);
        b->entries[i].words = malloc(sizeof a);
        memcpy(b->entries[i].words, a, sizeof a);
        b->entries[i].tries = i;
    }
    assert_true(slurm_batch_write(&f, b, "/a program", message, sizeof message));
    b->job = 12;
    assert_true(slurm_batch_write_job(&f, b, message, sizeof message));
    seen = slurm_batch_read(&f, 7);
    assert_int_equal(seen->job, 12);
    assert_int_equal(seen->n_slices, 2);
    assert_int_equal(seen->n_entries, 3);
    assert_int_equal(seen->slices[1].first, 1);
    assert_int_equal(seen->slices[1].n, 2);
    assert_string_equal(seen->entries[2].key, b->entries[2].key);
    assert_int_equal(seen->entries[2].tries, 2);
    assert_int_equal(seen->entries[2].run, NO_RUN);
    slice = slurm_slice_read(&f, 7, 1, &sealed);
    const json_t *first = json_array_get(json_object_get(slice, "runs"), 0);
    assert_string_equal(json_string_value(json_array_get(json_object_get(first, "words"), 1)), "b c");
    json_decref(slice);
    slurm_batch_free(seen);
    slurm_batch_name(&f, 7, name);
    assert_memory_equal(name, f.prefix, strlen(f.prefix));
    slurm_remove(&f, "batches/000007/script");
    assert_null(slurm_batch_read(&f, 7));
    slurm_batch_remove(&f, 7);
    assert_false(slurm_exists(&f, "batches/000007"));
    memcpy(b->entries[0].words, broken, sizeof broken);
    assert_false(slurm_batch_write(&f, b, "/a program", message, sizeof message));
    assert_false(slurm_exists(&f, "batches/000007"));                   // nothing stays behind
    slurm_batch_free(b);
}

// Why a run is not good: its last message without what it was, or its last line.
static void test_reasons(void **state)
{
    static const struct { const char *said, *reason; } all[] = {
        { "warplock: atax, gto: no end in sight: cycle 9\n", "no end in sight: cycle 9" },
        { "warplock: one, two words, lrr: a deadlock\nmore of it\n", "a deadlock" },      // a file's name
        { "warplock: --set l1d.mshrs=1: seen 1\n", "--set l1d.mshrs=1: seen 1" },
        { "warplock: kernels, seeds: none\n", "kernels, seeds: none" },
        { "warplock: gto: alone\n", "gto: alone" },
        { "a crash\nof another: gto: program", "of another: gto: program" },
        { "warplock: notice: --set policy.smr=3: not read under gto\na crash\n", "a crash" },
        { "warplock: atax, gto: a deadlock\nwarplock: notice: --store: not read\n", "a deadlock" },
        { "", "" },
    };

    (void)state;
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++) {
        process_result left = { .wait_status = 3 << 8, .output = strdup(""), .errors = strdup(all[i].said) };
        store_run run;

        worker_judge(&left, &run);
        assert_int_equal(run.status, 3);
        assert_string_equal(run.reason, all[i].reason);
        store_run_free(&run);
    }
}

// What ended well must have said what it measured, and that its results are right.
static void test_reports(void **state)
{
    static const struct { const char *output; int status; } all[] = {
        { "[{\"verified\":true,\"ipc\":2,\"wall_seconds\":3}]", 0 }, { "[{\"verified\":null}]", 0 }, { "[{\"verified\":false}]", STATUS_MISMATCH },
        { "[{\"ipc\":2}]", STATUS_MISMATCH }, { "[]", STATUS_MISMATCH }, { "{}", STATUS_MISMATCH }, { "", STATUS_MISMATCH },
    };

    (void)state;
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++) {
        process_result left = { .output = strdup(all[i].output), .errors = strdup("") };
        store_run run;

        worker_judge(&left, &run);
        assert_int_equal(run.status, all[i].status);
        assert_string_equal(run.reason, all[i].status ? "its JSON report cannot be read, or the result was not verified" : "");
        assert_true(i > 0 || strcmp(run.result, "{\"verified\":true,\"ipc\":2}") == 0);
        store_run_free(&run);
    }
}

// A result comes back as it was, under its own key alone.
static void test_results(void **state)
{
    store_run run = { .status = -9, .seconds = 1.25, .peak_kb = 7, .result = "{\"a\":\"\\\"\"}", .reason = "r" }, seen;
    slurm_folder f;
    char message[300];

    (void)state;
    open_folder(&f, "test_results");
    assert_true(slurm_write_result(&f, "0123456789abcdef", &run, message, sizeof message));
    assert_int_equal(slurm_read_result(&f, "0123456789abcdef", &seen), SEALED_GOOD);
    assert_int_equal(seen.status, -9);
    assert_number(seen.seconds, 1.25, 0);
    assert_int_equal(seen.peak_kb, 7);
    assert_string_equal(seen.result, run.result);
    assert_string_equal(seen.reason, "r");
    store_run_free(&seen);
    run.reason = "\xff is no letter";                                   // of a file's name, as a message has it
    assert_true(slurm_write_result(&f, "0123456789abcdef", &run, message, sizeof message));
    assert_int_equal(slurm_read_result(&f, "0123456789abcdef", &seen), SEALED_GOOD);
    assert_string_equal(seen.reason, "? is no letter");
    store_run_free(&seen);
    char from[SLURM_PATH], to[SLURM_PATH];
    slurm_path(&f, from, "results/01/0123456789abcdef");
    slurm_path(&f, to, "results/01/0123456789abcdee");
    assert_int_equal(rename(from, to), 0);
    assert_int_equal(slurm_read_result(&f, "0123456789abcdee", &seen), SEALED_DAMAGED);
    assert_int_equal(slurm_read_result(&f, "0123456789abcdef", &seen), SEALED_ABSENT);
}

// One process at a time: a lock of another one is seen, and ends with it.
static void test_lock(void **state)
{
    slurm_folder f;
    char message[300], words[160];
    int ends[2], status;
    pid_t other;

    (void)state;
    open_folder(&f, "test_lock");
    assert_false(slurm_folder_collector(&f, words));
    assert_int_equal(pipe(ends), 0);
    other = fork();
    if (other == 0) {
        if (slurm_folder_lock(&f, message, sizeof message) && write(ends[1], "x", 1) == 1)
            pause();
        _exit(1);
    }
    assert_int_equal(read(ends[0], message, 1), 1);
    assert_true(slurm_folder_collector(&f, words));
    assert_non_null(strstr(words, "process "));
    assert_false(slurm_folder_lock(&f, message, sizeof message));
    assert_non_null(strstr(message, "collects its results already"));
    kill(other, SIGKILL);
    waitpid(other, &status, 0);
    assert_true(slurm_folder_lock(&f, message, sizeof message));
    slurm_folder_unlock(&f);
}

// Slurm's engine asks for the words of many runs before it writes any.
static void test_words_of_two_runs(void **state)
{
    enum { RUNS = 2 };
    static const char *const seeds[RUNS] = { "7", "123456789012345" };
    campaign c;
    const char **words[RUNS];

    (void)state;
    by_hand_few(&c);
    c.max_cycles = 5000;
    for (unsigned i = 0; i < RUNS; i++) {
        campaign_run run = c.runs[0];

        run.seed = strtoull(seeds[i], NULL, 10);
        words[i] = worker_arguments(&c, &run);
    }
    for (unsigned i = 0; i < RUNS; i++) {
        const char **word = words[i];

        for (; strcmp(word[0], "--max-cycles") != 0; word++)
            assert_non_null(word[1]);
        assert_string_equal(word[1], "5000");
        assert_string_equal(word[2], "--seed");
        assert_string_equal(word[3], seeds[i]);
        free(words[i]);
    }
    campaign_end(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_processes), cmocka_unit_test(test_memory), cmocka_unit_test(test_memory_needed),
        cmocka_unit_test(test_sealed), cmocka_unit_test(test_options), cmocka_unit_test(test_batches),
        cmocka_unit_test(test_results), cmocka_unit_test(test_reasons), cmocka_unit_test(test_reports), cmocka_unit_test(test_lock),
        cmocka_unit_test(test_words_of_two_runs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
