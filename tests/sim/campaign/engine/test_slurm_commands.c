// SPDX-License-Identifier: BSD-3-Clause
// Slurm's commands as the engine of a cluster runs them, where they fail or say what nobody expects.
#include <sys/resource.h>

#include "sim/campaign/engine/process.h"
#include "tests/sim/campaign/slurm_parts.h"

static int begin(void **state)
{
    (void)state;
    return slurm_parts_begin("test_slurm_commands");
}

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
    put_command("sbatch", "echo 0");
    assert_false(slurm_submit("name", 1, NULL, 0, "x", &job, message, sizeof message));
    expect_message("sbatch: seen `0\n`, expected the number of a job");
    put_command("sbatch", "echo one >&2; echo 'sbatch: error: two' >&2; exit 1");
    assert_false(slurm_submit("name", 1, NULL, 0, "x", &job, message, sizeof message));
    expect_message("sbatch: sbatch: error: two");
    put_command("sbatch", "exit 1");
    assert_false(slurm_submit("name", 1, NULL, 0, "x", &job, message, sizeof message));
    expect_message("sbatch: ended badly without a word");
}

// Ways to answer with a number that is none, or that no number here holds.
static void test_numbers_of_answers(void **state)
{
    static const char *const bad[] = { "010", "+7", "-7", " 7", "0x7", "7x", "7.0", "1e3", "4294967296", "4294967303", "18446744073709551623",
                                       "100000000000000000000000", "" };
    char command[200], expected[200];
    slurm_tasks list;

    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        unsigned job = 0;

        snprintf(command, sizeof command, "echo '%s'", bad[i]);
        put_command("sbatch", command);
        assert_false(slurm_submit("name", 1, NULL, 0, "x", &job, message, sizeof message));
        assert_int_equal(job, 0);
        snprintf(expected, sizeof expected, "sbatch: seen `%s\n`, expected the number of a job", bad[i]);
        expect_message(expected);
        snprintf(command, sizeof command, "echo '7 0 RUNNING ours-000001'; echo '%s 0 RUNNING ours-000001'", bad[i]);
        put_command("squeue", command);
        if (*bad[i] && *bad[i] != ' ') {                    // else it is another line
            assert_false(slurm_look("ours-", &list, message, sizeof message));
            assert_int_equal(list.n, 0);
            snprintf(expected, sizeof expected, "squeue: seen `%s 0 RUNNING ours-000001`, expected the numbers of a job and of a task", bad[i]);
            expect_message(expected);
            snprintf(command, sizeof command, "echo '7 %s RUNNING ours-000001'", bad[i]);
            put_command("squeue", command);
            assert_false(slurm_look("ours-", &list, message, sizeof message));
        }
        snprintf(command, sizeof command, "echo '%s 0 RUNNING theirs'", bad[i]);
        put_command("squeue", command);                     // nothing of ours
        assert_true(slurm_look("ours-", &list, message, sizeof message));
        assert_int_equal(list.n, 0);
        snprintf(command, sizeof command, "echo '%s_0|FAILED'; echo '7_%s|FAILED'", bad[i], bad[i]);
        put_command("sacct", command);
        slurm_look_back(7, &list);
        assert_int_equal(list.n, 0);
        snprintf(command, sizeof command, "echo 'MaxArraySize = %s'", bad[i]);
        put_command("scontrol", command);
        if (*bad[i] != ' ') {                               // scontrol has blanks before its numbers
            assert_int_equal(slurm_most_tasks(message, sizeof message), 0);
            expect_message("scontrol: seen no MaxArraySize in its configuration");
        }
    }
    put_command("squeue", "echo '4294967295 4294967295 RUNNING ours-000001'");
    assert_true(slurm_look("ours-", &list, message, sizeof message));
    assert_true(list.n == 1 && list.tasks[0].job == UINT32_MAX && list.tasks[0].task == UINT32_MAX);
    slurm_tasks_free(&list);
}

// What slurm_batch_name writes behind the prefix, and nothing else: a number that wraps would be given twice.
static void test_numbers_of_batches(void **state)
{
    static const char *const bad[] = { "", "1", "00001", "0000001", "00000x", "+00001", "-00001", " 00001", "000001 ", "4294967295", "4294967296",
                                       "18446744073709551617", "100000000000000000000000" };
    unsigned number = 42;

    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(slurm_batch_number(bad[i], &number));
    assert_true(slurm_batch_number("000000", &number) && number == 0);
    assert_true(slurm_batch_number("000017", &number) && number == 17);
    assert_true(slurm_batch_number("123456", &number) && number == 123456);
    assert_true(slurm_batch_number("1234567", &number) && number == 1234567);
    assert_true(slurm_batch_number("4294967294", &number) && number == UINT32_MAX - 1);
}

// A list of jobs that the environment filters would lack ours, and they would be taken for lost.
static void test_environment(void **state)
{
    static const char *const names[] = { "SQUEUE_PARTITION", "SQUEUE_NAMES", "SBATCH_WAIT" };
    slurm_tasks list;

    (void)state;
    put_command("squeue", "[ -n \"$(env | grep -e ^SQUEUE_ -e ^SBATCH_)\" ] || echo '7 0 RUNNING ours-000001'");
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        setenv(names[i], "other", 1);
        assert_true(slurm_look("ours-", &list, message, sizeof message));
        assert_int_equal(list.n, 1);
        slurm_tasks_free(&list);
    }
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

// What ends a word stands between words, too: none of them is an empty one, for which the copy has no room.
static void blanks_of_all_kinds(void **state)
{
    const char *words[SLURM_WORDS];
    char copy[16], message_here[64];
    unsigned n;

    (void)state;
    memset(copy, '.', sizeof copy);
    assert_true(slurm_split_options("\ra\n\v\f\r\tb\r", copy, words, &n, message_here, sizeof message_here));
    assert_int_equal(n, 2);
    assert_string_equal(words[0], "a");
    assert_string_equal(words[1], "b");
    assert_int_equal(copy[4], '.');
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

int main(void)
{
#define TEST(name) cmocka_unit_test_setup(name, begin)
    const struct CMUnitTest tests[] = {
        TEST(test_a_number_of_a_job), TEST(test_numbers_of_answers), TEST(test_numbers_of_batches), TEST(test_environment),
        TEST(test_tasks_that_are_seen), TEST(test_most_tasks), TEST(test_states), TEST(test_many_words), TEST(blanks_of_all_kinds),
        TEST(test_no_more_files),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
