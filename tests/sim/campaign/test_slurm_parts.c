// SPDX-License-Identifier: BSD-3-Clause
// What the engine of a cluster is made of, where something is not as it should be: commands that fail or say what nobody
// expects, a folder that is none, damaged files, a batch that is not whole, a task that finds no room for its result.
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "sim/campaign/engine/engine.h"
#include "sim/campaign/engine/memory.h"
#include "sim/campaign/engine/process.h"
#include "sim/campaign/engine/slurm_inside.h"
#include "sim/campaign/engine/slurm_task.h"
#include "tb/hash.h"
#include "tests/sim/campaign/by_hand.h"

static char work[400];
static char message[400];

__attribute__((format(printf, 2, 3))) static void put_file(const char *name, const char *format, ...)
{
    char path[500];
    va_list arguments;
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", work, name);
    file = fopen(path, "w");
    assert_non_null(file);
    va_start(arguments, format);
    vfprintf(file, format, arguments);
    va_end(arguments);
    fclose(file);
}

// A command on PATH that does this.
static void put_command(const char *name, const char *script)
{
    char path[500], file[64];

    snprintf(file, sizeof file, "bin/%s", name);
    put_file(file, "#!/bin/sh\n%s\n", script);
    snprintf(path, sizeof path, "%s/%s", work, file);
    assert_int_equal(chmod(path, 0755), 0);
}

static int begin(void **state)
{
    char command[1000], path[4000];

    (void)state;
    snprintf(work, sizeof work, "%s/test_slurm_parts", getenv("BUILD") ? getenv("BUILD") : "build");
    snprintf(command, sizeof command, "rm -rf '%s' && mkdir -p '%s/bin'", work, work);
    if (system(command) != 0 || !realpath(work, path))
        return 1;
    snprintf(work, sizeof work, "%.390s", path);
    snprintf(path, sizeof path, "%s/bin:%.3000s", work, getenv("PATH"));
    return setenv("PATH", path, 1);
}

static void expect_message(const char *words)
{
    if (!strstr(message, words))
        fail_msg("seen `%s', expected `%s' in it", message, words);
    message[0] = 0;
}

// --- commands

static void test_a_number_of_a_job(void **state)
{
    unsigned job = 0;

    (void)state;
    put_command("sbatch", "echo \"$@\" >\"$(dirname \"$0\")/said\"; echo '17;cluster'");
    assert_true(slurm_submit("name", 3, (const char *[]){ "-p", "main" }, 2, "/a script", &job, message, sizeof message));
    assert_int_equal(job, 17);
    put_command("sbatch", "[ \"$(cat \"$(dirname \"$0\")/said\")\" = '--parsable --no-requeue --export=ALL --output=/dev/null "
                "--error=/dev/null --job-name name --array=0-2 -p main /a script' ] && echo 18");
    assert_true(slurm_submit("name", 3, NULL, 0, "x", &job, message, sizeof message));
    assert_int_equal(job, 18);
    put_command("sbatch", "echo 'Submitted'");
    assert_false(slurm_submit("name", 1, NULL, 0, "x", &job, message, sizeof message));
    expect_message("sbatch: seen `Submitted\n`, expected the number of a job");
    put_command("sbatch", "echo one >&2; echo 'sbatch: error: two' >&2; exit 1");
    assert_false(slurm_submit("name", 1, NULL, 0, "x", &job, message, sizeof message));
    expect_message("sbatch: sbatch: error: two");
    put_command("sbatch", "exit 1");
    assert_false(slurm_submit("name", 1, NULL, 0, "x", &job, message, sizeof message));
    expect_message("sbatch: ended badly without a word");
}

static void test_tasks_that_are_seen(void **state)
{
    slurm_tasks list;

    (void)state;
    put_command("squeue", "echo '7 0 RUNNING ours-000001'; echo '7 1 PENDING ours-000001'; echo 'words'; echo '8 0 RUNNING theirs-1'; "
                "echo '9 3 CANCELLED ours-000002'");
    assert_true(slurm_look("ours-", &list, message, sizeof message));
    assert_int_equal(list.n, 3);
    assert_true(list.tasks[1].job == 7 && list.tasks[1].task == 1 && list.tasks[2].job == 9 && list.tasks[2].task == 3);
    assert_string_equal(list.tasks[2].state, "CANCELLED");
    assert_string_equal(list.tasks[0].name, "ours-000001");
    slurm_tasks_free(&list);
    assert_int_equal(list.n, 0);
    put_command("sacct", "echo '7_0|COMPLETED'; echo '7_1|CANCELLED by 1000'; echo '7_2'; echo '7_12|NODE_FAIL'; echo '7|FAILED'; "
                "echo '8_1|TIMEOUT'");
    slurm_look_back(7, &list);
    assert_int_equal(list.n, 4);
    assert_string_equal(list.tasks[1].state, "CANCELLED");
    assert_true(list.tasks[2].job == 7 && list.tasks[2].task == 12 && list.tasks[3].job == 8);
    assert_string_equal(list.tasks[2].state, "NODE_FAIL");
    slurm_tasks_free(&list);
    put_command("sacct", "exit 1");
    slurm_look_back(7, &list);
    assert_int_equal(list.n, 0);
    put_command("squeue", "echo 'no controller' >&2; exit 1");
    assert_false(slurm_look("ours-", &list, message, sizeof message));
    expect_message("squeue: no controller");
    put_command("scancel", "[ \"$*\" = '--quiet 7' ]");
    assert_true(slurm_cancel(7, message, sizeof message));
    assert_false(slurm_cancel(8, message, sizeof message));
}

static void test_most_tasks(void **state)
{
    (void)state;
    put_command("scontrol", "echo 'Before = 1'; echo 'MaxArraySize = 1001'; echo 'Behind = 2'");
    assert_int_equal(slurm_most_tasks(message, sizeof message), 1001);
    put_command("scontrol", "echo 'MaxArraySize = many'");
    assert_int_equal(slurm_most_tasks(message, sizeof message), 0);
    expect_message("scontrol: seen no MaxArraySize in its configuration");
    put_command("scontrol", "echo 'MaxJobCount = 10'");
    assert_int_equal(slurm_most_tasks(message, sizeof message), 0);
    expect_message("scontrol: seen no MaxArraySize in its configuration");
    put_command("scontrol", "exit 3");
    assert_int_equal(slurm_most_tasks(message, sizeof message), 0);
    expect_message("scontrol: ended badly");
}

static void test_states(void **state)
{
    static const char *const ended[] = { "BOOT_FAIL", "CANCELLED", "COMPLETED", "DEADLINE", "FAILED", "NODE_FAIL", "OUT_OF_MEMORY",
                                         "PREEMPTED", "REVOKED", "SPECIAL_EXIT", "TIMEOUT" };
    static const char *const on[] = { "PENDING", "RUNNING", "SUSPENDED", "COMPLETING", "CONFIGURING", "REQUEUED", "" };

    (void)state;
    for (unsigned i = 0; i < sizeof ended / sizeof ended[0]; i++)
        assert_true(slurm_has_ended(ended[i]) && !slurm_is_running(ended[i]));
    for (unsigned i = 0; i < sizeof on / sizeof on[0]; i++)
        assert_true(!slurm_has_ended(on[i]) && slurm_is_running(on[i]) == (i == 1));
}

static void test_many_words(void **state)
{
    const char *words[SLURM_WORDS];
    char text[4 * SLURM_WORDS + 8] = "", copy[4 * SLURM_WORDS + 8];
    unsigned n;

    (void)state;
    for (unsigned i = 0; i < SLURM_WORDS; i++)
        strcat(text, "-p ");
    assert_true(slurm_split_options(text, copy, words, &n, message, sizeof message));
    assert_int_equal(n, SLURM_WORDS);
    strcat(text, "x");
    assert_false(slurm_split_options(text, copy, words, &n, message, sizeof message));
    expect_message("words, expected at most that");
}

// Files that a process is to write to cannot be opened: none is begun.
static void test_no_more_files(void **state)
{
    const struct rlimit none = { 3, 256 };
    struct rlimit own;
    process p;

    (void)state;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &own), 0);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &(struct rlimit){ none.rlim_cur, own.rlim_max }), 0);
    bool begun = process_start(&p, (const char *const[]){ "true", NULL }, message, sizeof message);
    unsigned most = slurm_most_tasks(message, sizeof message);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &own), 0);
    assert_false(begun);
    assert_int_equal(most, 0);
    expect_message("a process cannot be started: Too many open files");
}

// --- the folder

static void test_folders_that_are_none(void **state)
{
    char path[1100];
    slurm_folder f;

    (void)state;
    snprintf(path, sizeof path, "%s/none", work);
    assert_false(slurm_folder_open(&f, path, false, message, sizeof message));
    expect_message("none: cannot be read: No such file");
    snprintf(path, sizeof path, "%s/none/below", work);
    assert_false(slurm_folder_open(&f, path, true, message, sizeof message));
    expect_message("none/below: cannot be made: No such file");
    put_file("file", "x");
    snprintf(path, sizeof path, "%s/file", work);
    assert_false(slurm_folder_open(&f, path, true, message, sizeof message));
    expect_message("file/batches: cannot be made: Not a directory");
    snprintf(path, sizeof path, "%s/half", work);
    assert_int_equal(mkdir(path, 0777), 0);
    put_file("half/results", "x");
    assert_false(slurm_folder_open(&f, path, true, message, sizeof message));
    expect_message("half/results/00: cannot be made: Not a directory");
    snprintf(path, sizeof path, "%s/bin", work);
    assert_false(slurm_folder_open(&f, path, false, message, sizeof message));
    expect_message("seen no campaign in it");
    put_file("bin/campaign", "x");
    assert_true(slurm_folder_open(&f, path, false, message, sizeof message));
    snprintf(path, sizeof path, "%s", work);
    while (strlen(path) < SLURM_FOLDER) {
        snprintf(path + strlen(path), sizeof path - strlen(path), "/%0150d", 1);
        assert_int_equal(mkdir(path, 0777), 0);
    }
    assert_false(slurm_folder_open(&f, path, true, message, sizeof message));
    expect_message("seen a path of 800 or more characters");
}

static void open_folder(slurm_folder *f, const char *name)
{
    char path[500];

    snprintf(path, sizeof path, "%s/%s", work, name);
    assert_true(slurm_folder_open(f, path, true, message, sizeof message));
}

static bool count_name(void *context, const char *name)
{
    assert_non_null(name);
    return --*(int *)context > 0;
}

static void test_files_of_a_folder(void **state)
{
    char path[SLURM_PATH];
    sealed_state sealed;
    slurm_folder f, gone;
    int left = 3;

    (void)state;
    open_folder(&f, "folder");
    slurm_path(&f, path, "words");
    assert_true(sealed_write(path, "no JSON", message, sizeof message));
    assert_null(slurm_read(&f, "words", &sealed));
    assert_int_equal(sealed, SEALED_DAMAGED);
    assert_null(slurm_read(&f, "nothing", &sealed));
    assert_int_equal(sealed, SEALED_ABSENT);
    slurm_visit(&f, "results", count_name, &left);
    assert_int_equal(left, 0);                                      // it ends when it is told to
    left = 7;
    slurm_visit(&f, "nothing", count_name, &left);
    assert_int_equal(left, 7);
    slurm_path(&f, path, "lock");
    assert_int_equal(mkdir(path, 0777), 0);
    assert_false(slurm_folder_lock(&f, message, sizeof message));
    expect_message("lock: cannot be made: Is a directory");
    assert_int_equal(rmdir(path), 0);
    put_file("program", "a program\n");
    char program[500];
    const uint64_t hash = hash_bytes(HASH_START, "a program\n", 10);
    snprintf(program, sizeof program, "%s/program", work);
    assert_true(slurm_folder_program(&f, program, hash, path, message, sizeof message));
    assert_int_equal(access(path, X_OK), 0);
    put_file("program", "another\n");
    assert_true(slurm_folder_program(&f, program, hash, path, message, sizeof message));        // it is there
    assert_false(slurm_folder_program(&f, program, hash + 1, path, message, sizeof message));
    expect_message("is not the program any more that began this campaign");
    assert_int_equal(access(path, F_OK), -1);
    assert_false(slurm_folder_program(&f, "/no/such/program", hash + 1, path, message, sizeof message));
    expect_message("/no/such/program: cannot be copied: No such file");
    gone = f;
    strcat(gone.path, "/gone");
    assert_false(slurm_folder_program(&gone, program, hash, path, message, sizeof message));
    expect_message("cannot be written: No such file");
}

static slurm_batch *batch_of_one(unsigned number, const char *key, const char *word)
{
    slurm_batch *b = slurm_batch_new(number, 1, 1);

    b->n_slices = b->n_entries = 1;
    b->slices[0].n = 1;
    snprintf(b->entries[0].key, STORE_KEY, "%s", key);
    b->entries[0].words = calloc(2, sizeof *b->entries[0].words);
    b->entries[0].words[0] = word;
    return b;
}

static void test_batches(void **state)
{
    char said[200];
    slurm_folder f;
    slurm_batch *b = batch_of_one(3, "0123456789abcdef", "\xff"), *seen;
    json_t *slice = json_pack("{s:[{s:s}]}", "runs", "key", "no tries");

    (void)state;
    open_folder(&f, "batches_of");
    assert_false(slurm_batch_write(&f, b, "/p", message, sizeof message));
    expect_message("expected a name in UTF-8 for a run on a cluster");
    b->entries[0].words[0] = "word";
    assert_true(slurm_batch_write(&f, b, "/p", message, sizeof message));
    assert_true(slurm_write(&f, "batches/000003/0001", slice, message, sizeof message));
    seen = slurm_batch_read(&f, 3);
    assert_int_equal(seen->n_slices, 2);
    assert_string_equal(seen->entries[0].key, "0123456789abcdef");
    assert_string_equal(seen->entries[1].key, "");                  // nobody's
    assert_int_equal(seen->entries[1].slice, 1);
    slurm_batch_free(seen);
    json_decref(slice);
    slurm_batch_said(&f, 3, said);
    assert_string_equal(said, "");
    put_file("batches_of/batches/000003/said", "first\n\nlast\n\n");
    slurm_batch_said(&f, 3, said);
    assert_string_equal(said, "last");
    slurm_batch_remove(&f, 3);
    slurm_batch_said(&f, 3, said);
    assert_string_equal(said, "");
    put_file("batches_of/batches/000003", "in its place");
    assert_false(slurm_batch_write(&f, b, "/p", message, sizeof message));
    expect_message("batches/000003: cannot be made: File exists");
    slurm_batch_free(b);
}

// --- a task on its node

static void test_tasks(void **state)
{
    static const char key[] = "0123456789abcdef";
    char path[SLURM_PATH];
    slurm_folder f;
    slurm_batch *b = batch_of_one(0, key, "/no/such/program");
    store_run run;

    (void)state;
    open_folder(&f, "task");
    assert_false(slurm_task_run(&f, 0, 0, message, sizeof message));
    expect_message("batch 0 has no slice 0 that can be read");
    assert_true(slurm_batch_write(&f, b, "/p", message, sizeof message));
    assert_false(slurm_task_run(&f, 0, 0, message, sizeof message));
    expect_message("cannot be run");                                // of this node: there is no result
    assert_int_equal(slurm_read_result(&f, key, &run), SEALED_ABSENT);
    slurm_batch_remove(&f, 0);
    put_command("works", "exit 3");
    b->entries[0].words[0] = "works";
    assert_true(slurm_batch_write(&f, b, "/p", message, sizeof message));
    // no room for the result for half a second
    slurm_path(&f, path, "results/01");
    assert_int_equal(rmdir(path), 0);
    pid_t other = fork();
    if (other == 0) {
        usleep(500000);
        _exit(mkdir(path, 0777));
    }
    assert_true(slurm_task_run(&f, 0, 0, message, sizeof message));
    assert_int_equal(waitpid(other, NULL, 0), other);
    assert_int_equal(slurm_read_result(&f, key, &run), SEALED_GOOD);
    assert_int_equal(run.status, 3);
    store_run_free(&run);
    put_command("works", "exit 4");                                 // what has a result is not made again
    assert_true(slurm_task_run(&f, 0, 0, message, sizeof message));
    assert_int_equal(slurm_read_result(&f, key, &run), SEALED_GOOD);
    assert_int_equal(run.status, 3);
    store_run_free(&run);
    slurm_batch_free(b);
}

// --- beginning

static void refused_to_begin(campaign *c, const char *words)
{
    c->error[0] = 0;
    assert_null(slurm_begin(c));
    snprintf(message, sizeof message, "%s", c->error);
    expect_message(words);
}

static void test_beginning(void **state)
{
    char folder[500], other[SLURM_PATH];
    slurm_folder f;
    slurm_batch *b = batch_of_one(4, "ffffffffffffffff", "word");
    slurm *s;
    campaign c;

    (void)state;
    by_hand_begin(&c, "build/warplock", "");
    c.program = "tests/tier.h";
    snprintf(folder, sizeof folder, "%s/cluster", work);
    c.slurm.folder = folder;
    c.slurm.options = "";
    put_command("squeue", ":");
    put_command("scontrol", "echo 'MaxArraySize = 1'");
    refused_to_begin(&c, "seen MaxArraySize 1, expected at least 2: job arrays are off");
    put_command("scontrol", "exit 1");
    refused_to_begin(&c, "scontrol: ended badly");
    put_command("scontrol", "echo 'MaxArraySize = 3'");
    c.slurm.options = "--array=1";
    refused_to_begin(&c, "seen --array=1, which warplock itself says to sbatch");
    c.slurm.options = "--mem=4G";
    refused_to_begin(&c, "is not the program any more that began this campaign");
    c.file_hash = HASH_START;
    FILE *program = fopen(c.program, "rb");
    c.file_hash = hash_stream(HASH_START, program);
    fclose(program);
    put_command("squeue", "echo deaf >&2; exit 1");
    refused_to_begin(&c, "squeue: deaf");
    put_command("squeue", ":");
    // what an earlier process left: a batch of a run that is no more, one that was not written to its end
    open_folder(&f, "cluster");
    assert_true(slurm_batch_write(&f, b, "/p", message, sizeof message));
    slurm_path(&f, other, "batches/000009");
    assert_int_equal(mkdir(other, 0777), 0);
    c.error[0] = 0;
    s = slurm_begin(&c);
    if (!s)
        fail_msg("%s", c.error);
    assert_int_equal(s->most_tasks, 2);
    assert_true(s->user_memory);
    assert_int_equal(s->next_number, 10);
    assert_int_equal(s->n_batches, 1);
    assert_int_equal(s->batches[0]->entries[0].run, NO_RUN);
    assert_int_equal(access(other, F_OK), -1);
    put_file("cluster/.warplock-abcdef", "begun");
    slurm_end(s);
    assert_false(slurm_exists(&f, ".warplock-abcdef"));
    assert_true(slurm_exists(&f, "progress"));
    slurm_batch_free(b);
    campaign_end(&c);
}

// --- runs that go out and come back

enum { RUNS = 6 };

static slurm *begin_with_runs(campaign *c, slurm_folder *f)
{
    static const char *const kernels[RUNS] = { "atax", "bfs", "atax", "bfs", "atax", "bfs" };
    static const char *const systems[RUNS] = { "gto", "gto", "lrr", "lrr", "gto MSHR 48", "gto MSHR 48" };
    static char folder[500], path[500];
    slurm *s;
    FILE *program;

    by_hand_begin(c, "build/warplock", "");
    c->program = "tests/tier.h";
    program = fopen(c->program, "rb");
    c->file_hash = hash_stream(HASH_START, program);
    fclose(program);
    snprintf(folder, sizeof folder, "%s/sent", work);
    c->slurm = (campaign_slurm){ .folder = folder, .options = "-p main", .tasks = 2, .tries = 2 };
    for (unsigned i = 0; i < c->n_runs; i++)
        c->runs[i].planned = false;
    for (unsigned i = 0; i < RUNS; i++) {
        campaign_run *run = campaign_add(c, kernels[i], systems[i]);

        run->planned = true;
        run->state = RUN_WANTED;
        store_run_free(&run->stored);
        run->stored = (store_run){ 0 };
    }
    snprintf(path, sizeof path, "%s/store", work);
    c->store = store_open(path, STORE_MAKE, message, sizeof message);
    assert_non_null(c->store);
    put_command("scontrol", "echo 'MaxArraySize = 100'");
    put_command("squeue", ":");
    put_command("sbatch", "echo \"$@\" >\"$(dirname \"$0\")/said\"; echo 21");
    c->error[0] = 0;
    s = slurm_begin(c);
    if (!s)
        fail_msg("%s", c->error);
    *f = s->folder;
    return s;
}

static void end_with_runs(campaign *c, slurm *s)
{
    slurm_end(s);
    store_close(c->store);
    c->store = NULL;
    campaign_end(c);
}

static void expect_batch(campaign *c, double seconds, unsigned slices, unsigned first)
{
    slurm_folder f;
    slurm *s = begin_with_runs(c, &f);

    for (unsigned i = 0; i < c->n_runs && seconds > 0; i++)
        c->runs[i].stored.seconds = i < 4 ? seconds : 0;            // of four it is known
    assert_true(slurm_send(s));
    assert_int_equal(s->n_batches, 1);
    assert_int_equal(s->batches[0]->job, 21);
    assert_int_equal(s->batches[0]->n_entries, RUNS);
    assert_int_equal(s->batches[0]->n_slices, slices);
    assert_int_equal(s->batches[0]->slices[0].n, first);
    assert_int_equal(s->waiting, slices);
    assert_true(slurm_send(s));
    assert_int_equal(s->n_batches, 1);                              // all that is wanted is queued
    s->give_up = true;                                              // so that the next one begins anew
    put_command("scancel", ":");
    end_with_runs(c, s);
}

// A task has no less than a minute's work, by what runs have taken, and no less than makes two tasks of all.
static void test_sending(void **state)
{
    slurm_folder f;
    campaign c;
    slurm *s;

    (void)state;
    expect_batch(&c, 0, 2, 3);
    expect_batch(&c, 15, 2, 4);                                     // four of 15 s
    expect_batch(&c, 60, 2, 3);
    expect_batch(&c, 1, 1, 6);
    s = begin_with_runs(&c, &f);
    put_command("sbatch", "echo 'no account' >&2; exit 1");
    c.slurm.poll = 0;
    for (unsigned i = 0; i < SLURM_REFUSALS; i++) {
        s->waiting = 0;                                             // nothing is there that could end
        for (unsigned r = 0; r < c.n_runs; r++)
            s->plans[r].queued = false;
        bool last = i == SLURM_REFUSALS - 1;
        assert_int_equal(slurm_send(s), !last);
        assert_non_null(strstr(s->trouble, "no account"));
        s->next_submit = 0;
    }
    assert_non_null(strstr(c.error, "nothing can be submitted: sbatch: no account"));
    s->give_up = true;
    end_with_runs(&c, s);
    s = begin_with_runs(&c, &f);
    strcpy(s->program, "/\xff");                                    // a name that JSON has not
    assert_true(slurm_send(s));
    assert_non_null(strstr(s->trouble, "expected a name in UTF-8"));
    assert_int_equal(s->n_batches, 0);
    end_with_runs(&c, s);
}

// A run that was killed on its node has had too little memory: it goes again, alone and with more, until its tries are over.
static void test_collecting(void **state)
{
    store_run killed = { .status = -SIGKILL, .seconds = 2, .peak_kb = 9000, .result = "", .reason = "ended by signal 9" };
    slurm_folder f;
    campaign c;
    slurm *s;
    int run;

    (void)state;
    s = begin_with_runs(&c, &f);
    assert_true(slurm_send(s));
    run = s->batches[0]->entries[2].run;
    assert_int_equal(slurm_run_of(s, c.runs[run].key), run);
    assert_int_equal(slurm_run_of(s, "no key"), NO_RUN);
    assert_true(slurm_write_result(&f, c.runs[run].key, &killed, message, sizeof message));
    assert_true(slurm_collect(s));
    assert_true(s->batches[0]->slices[s->batches[0]->entries[2].slice].made_one);
    assert_int_equal(s->batches[0]->entries[2].run, NO_RUN);
    assert_int_equal(c.runs[run].state, RUN_WANTED);
    assert_true(!s->plans[run].queued && s->plans[run].alone && s->plans[run].tries == 1 && s->plans[run].kills == 1);
    assert_int_equal(memory_needed_kb(&c, &c.runs[run]), 9000);
    char name[48];
    slurm_result_name(c.runs[run].key, name);
    assert_false(slurm_exists(&f, name));                           // it was taken
    s->waiting = 0;
    s->next_submit = 0;
    assert_true(slurm_send(s));
    assert_int_equal(s->n_batches, 2);
    assert_true(s->batches[1]->n_slices == 1 && s->batches[1]->n_entries == 1 && s->batches[1]->entries[0].run == run);
    char path[500], said[300] = "";
    snprintf(path, sizeof path, "%s/bin/said", work);
    FILE *file = fopen(path, "r");
    assert_non_null(fgets(said, sizeof said, file));
    fclose(file);
    assert_non_null(strstr(said, "--mem=148M -p main"));           // twice 8 MB, a quarter more, and 64
    assert_true(slurm_write_result(&f, c.runs[run].key, &killed, message, sizeof message));
    assert_true(slurm_collect(s));
    assert_int_equal(c.runs[run].state, RUN_FAILED);
    assert_int_equal(c.runs[run].stored.status, -SIGKILL);
    end_with_runs(&c, s);
}

// What Slurm ended: a limit of time is the first run's, the loss of a node nobody's; the others are innocent. All are wanted
// again, until a run's tries are over.
static void test_losing(void **state)
{
    slurm_folder f;
    campaign c;
    slurm *s;
    int limited, lost, beside;

    (void)state;
    s = begin_with_runs(&c, &f);
    put_command("sacct", "echo '21_0|TIMEOUT'; echo '21_1|NODE_FAIL'");
    assert_true(slurm_send(s));
    assert_int_equal(s->batches[0]->n_slices, 2);
    limited = s->batches[0]->entries[0].run;
    beside = s->batches[0]->entries[1].run;
    lost = s->batches[0]->entries[3].run;
    for (unsigned look = 0; look < 9 && s->n_batches; look++)
        assert_true(slurm_look_at_queue(s));
    assert_int_equal(s->n_batches, 0);
    assert_true(s->plans[limited].tries == 1 && s->plans[limited].losses == 0 && s->plans[limited].alone);
    assert_true(s->plans[lost].tries == 0 && s->plans[lost].losses == 1 && s->plans[lost].alone);
    assert_true(s->plans[beside].tries == 0 && s->plans[beside].losses == 0 && !s->plans[beside].alone);
    for (unsigned i = 0; i < s->campaign->n_runs; i++)
        if (c.runs[i].planned)
            assert_true(c.runs[i].state == RUN_WANTED && !s->plans[i].queued);
    c.slurm.tasks = 1;
    s->next_submit = 0;
    put_command("sacct", "echo '21_0|TIMEOUT'");
    assert_true(slurm_send(s));
    assert_int_equal(s->batches[0]->entries[0].run, limited);       // alone
    assert_int_equal(s->batches[0]->slices[0].n, 1);
    for (unsigned look = 0; look < 9 && s->n_batches; look++)
        assert_true(slurm_look_at_queue(s));
    assert_int_equal(c.runs[limited].state, RUN_FAILED);
    assert_string_equal(c.runs[limited].stored.reason, "Slurm ended its job in each of 2 tries, the last one, 21_0, as TIMEOUT");
    end_with_runs(&c, s);
}

// --- memory, by what a system tells

static void put_group(const char *path, const char *limit_name, const char *limit, const char *used_name, const char *used,
                      const char *stat)
{
    char name[300], command[600];

    snprintf(command, sizeof command, "mkdir -p '%s/%s'", work, path);
    assert_int_equal(system(command), 0);
    snprintf(name, sizeof name, "%s/%s", path, limit_name);
    put_file(name, "%s\n", limit);
    snprintf(name, sizeof name, "%s/%s", path, used_name);
    put_file(name, "%s\n", used);
    snprintf(name, sizeof name, "%s/memory.stat", path);
    put_file(name, "anon 5\n%s\n", stat);
}

static void test_memory_of_groups(void **state)
{
    char root[500];

    (void)state;
    snprintf(root, sizeof root, "%s/root", work);
    assert_true(memory_available_below(root) == UINT64_MAX);        // nothing tells
    put_group("root/proc/self", "x", "", "y", "", "");
    put_file("root/proc/self/cgroup", "0::/a\n");
    assert_true(memory_available_below(root) == UINT64_MAX);        // nor do its groups
    put_group("root/sys/fs/cgroup/a", "memory.max", "8796093022208", "memory.current", "0", "inactive_file 0");
    assert_true(memory_available_below(root) == UINT64_C(8589934592));              // 8 TiB
    put_group("root/sys/fs/cgroup/a", "memory.max", "max", "memory.current", "0", "inactive_file 0");
    put_file("root/proc/meminfo", "MemTotal: 9000 kB\nMemAvailable:   7000 kB\n");
    assert_int_equal(memory_available_below(root), 7000);
    put_file("root/proc/self/cgroup", "no colon\n3:cpu:/a\n0::/a/b\n");
    assert_int_equal(memory_available_below(root), 7000);           // its groups say nothing
    put_group("root/sys/fs/cgroup/a/b", "memory.max", "max", "memory.current", "1024", "inactive_file 0");
    assert_int_equal(memory_available_below(root), 7000);           // no limit
    put_group("root/sys/fs/cgroup/a", "memory.max", "6144000", "memory.current", "2048000", "inactive_file 1024000");
    assert_int_equal(memory_available_below(root), 5000);           // 6,000 but 2,000 of which 1,000 can go
    put_group("root/sys/fs/cgroup/a/b", "memory.max", "4096000", "memory.current", "1024000", "inactive_file 2048000");
    assert_int_equal(memory_available_below(root), 3000);           // pages of files are none of what is used
    put_group("root/sys/fs/cgroup", "memory.max", "2048000", "memory.current", "1024000", "file 3");
    assert_int_equal(memory_available_below(root), 1000);           // the outermost counts, too
    put_group("root/sys/fs/cgroup/a", "memory.max", "1024", "memory.current", "4096", "inactive_file 0");
    assert_int_equal(memory_available_below(root), 0);              // more than it may have
    put_file("root/proc/self/cgroup", "7:memory:/v\n");
    assert_int_equal(memory_available_below(root), 7000);
    put_group("root/sys/fs/cgroup/memory/v", "memory.limit_in_bytes", "3072000", "memory.usage_in_bytes", "1024000",
              "total_inactive_file 512000");
    assert_int_equal(memory_available_below(root), 2500);
    put_group("root/sys/fs/cgroup/memory/v", "memory.limit_in_bytes", "9223372036854771712", "memory.usage_in_bytes", "1", "x 1");
    assert_int_equal(memory_available_below(root), 7000);           // the kernel's word for no limit
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup(name, begin)
    const struct CMUnitTest tests[] = {
        TEST(test_a_number_of_a_job), TEST(test_tasks_that_are_seen), TEST(test_most_tasks), TEST(test_states),
        TEST(test_many_words), TEST(test_no_more_files), TEST(test_folders_that_are_none), TEST(test_files_of_a_folder),
        TEST(test_batches), TEST(test_tasks), TEST(test_beginning), TEST(test_sending), TEST(test_collecting), TEST(test_losing), TEST(test_memory_of_groups),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
