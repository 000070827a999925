// SPDX-License-Identifier: BSD-3-Clause
// The folder of a campaign on a cluster, where something is not as it should be: one that is none, damaged files, a batch
// that is not whole, a task that finds no room for its result.
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/campaign/engine/slurm_task.h"
#include "tb/hash.h"
#include "tests/sim/campaign/slurm_parts.h"

static int begin(void **state)
{
    (void)state;
    return slurm_parts_begin("test_slurm_folder");
}

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
    assert_false(slurm_batch_write(&f, b, "/p", message, sizeof message));     // another process has written it, and it stays
    expect_message("batches/000003: cannot be made: File exists");
    assert_true(slurm_write(&f, "batches/000003/0001", slice, message, sizeof message));
    seen = slurm_batch_read(&f, 3);
    assert_non_null(seen);
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
    // files enough to read the batch, and too few to begin a worker
    snprintf(b->entries[0].key, STORE_KEY, "%s", "0123456789abcdee");
    b->number = 1;
    assert_true(slurm_batch_write(&f, b, "/p", message, sizeof message));
    int next = dup(STDERR_FILENO);
    struct rlimit before, few;
    close(next);
    getrlimit(RLIMIT_NOFILE, &before);
    few = before;
    few.rlim_cur = (rlim_t)next + 1;
    setrlimit(RLIMIT_NOFILE, &few);
    bool good = slurm_task_run(&f, 1, 0, message, sizeof message);
    setrlimit(RLIMIT_NOFILE, &before);
    assert_false(good);
    expect_message("a process cannot be started: Too many open files");
    slurm_batch_free(b);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup(name, begin)
    const struct CMUnitTest tests[] = {
        TEST(test_folders_that_are_none), TEST(test_files_of_a_folder), TEST(test_batches), TEST(test_tasks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
