// SPDX-License-Identifier: BSD-3-Clause
// A campaign on a cluster begins and its runs go out and come back: what an earlier process left, how runs become tasks, runs
// that were killed, what Slurm ended.
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

#include "sim/campaign/engine/engine.h"
#include "sim/campaign/engine/memory.h"
#include "tb/hash.h"
#include "tests/sim/campaign/by_hand.h"
#include "tests/sim/campaign/slurm_parts.h"

static int begin(void **state)
{
    (void)state;
    return slurm_parts_begin("test_slurm_runs");
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
    by_hand_begin(&c, by_hand_warplock(), "");
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
    put_file("cluster/batches/notes.txt", "of nobody here");             // is left alone
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
    assert_true(slurm_exists(&f, "batches/notes.txt"));
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

    by_hand_begin(c, by_hand_warplock(), "");
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
    c.runs[run = s->batches[0]->entries[2].run].state = RUN_STARTED;    // its task is at it
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

// A store that takes no result ends the campaign; the results stay in the folder, and what was begun is wanted again.
static void test_store_that_takes_nothing(void **state)
{
    static const store_run good = { .seconds = 2, .peak_kb = 9000, .result = "{\"ipc\":1}", .reason = "" };
    enum { MANY = 500 };                                            // as many as go in one transaction
    char path[500], system[40], name[48];
    slurm_folder f;
    sqlite3 *other;
    campaign c;
    slurm *s;

    (void)state;
    slurm_end(begin_with_runs(&c, &f));
    unsigned first = c.n_runs;
    for (unsigned i = 0; i < MANY; i++) {
        snprintf(system, sizeof system, "swl limit %u MSHR %u", 1 + i % 20, 40 + i / 20);
        assert_int_equal(campaign_add(&c, "vadd", system) - c.runs, first + i);
    }
    s = slurm_begin(&c);
    assert_non_null(s);
    assert_true(slurm_write_result(&f, c.runs[first].key, &good, message, sizeof message));
    for (unsigned i = 1; i < MANY; i++) {                           // these are none, which is seen when they are taken
        slurm_result_name(c.runs[first + i].key, name);
        snprintf(path, sizeof path, "sent/%s", name);
        put_file(path, "none");
    }
    assert_true(store_begin(c.store, message, sizeof message));     // it is in the middle of something else
    assert_false(slurm_collect(s));
    assert_non_null(strstr(c.error, "transaction within a transaction"));
    assert_true(store_commit(c.store, message, sizeof message));
    snprintf(path, sizeof path, "%s/store", work);
    assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "DROP TABLE runs", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(other);
    c.error[0] = 0;
    s->next_collect = 0;
    assert_false(slurm_step(s));
    assert_non_null(strstr(c.error, "no such table: runs"));
    slurm_result_name(c.runs[first].key, name);
    assert_true(slurm_exists(&f, name));
    c.runs[0].state = RUN_STARTED;
    s->give_up = true;
    slurm_end(s);
    assert_int_equal(c.runs[0].state, RUN_WANTED);
    store_close(c.store);
    c.store = NULL;
    campaign_end(&c);
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

// A store that cannot be asked, when a task is over, ends the campaign with its words.
static void test_losing_the_store(void **state)
{
    slurm_folder f;
    sqlite3 *other;
    char path[500];
    campaign c;
    slurm *s;
    bool good = true;

    (void)state;
    s = begin_with_runs(&c, &f);
    put_command("sacct", "echo '21_0|COMPLETED'; echo '21_1|COMPLETED'");
    assert_true(slurm_send(s));
    snprintf(path, sizeof path, "%s/store", work);
    assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "DROP TABLE runs", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(other);
    c.error[0] = 0;
    for (unsigned look = 0; look < 9 && good && s->n_batches; look++)
        good = slurm_look_at_queue(s);
    assert_false(good);
    assert_non_null(strstr(c.error, "no such table: runs"));
    s->give_up = true;
    end_with_runs(&c, s);
}

// A task made its result and another process, where there are no locks, has brought it to the store: it is taken from there.
static void test_brought_by_another(void **state)
{
    store_run good = { .seconds = 2, .peak_kb = 9000, .result = strdup("{\"ipc\":1}"), .reason = strdup("") };
    slurm_folder f;
    campaign c;
    slurm *s;
    int brought, lost;

    (void)state;
    s = begin_with_runs(&c, &f);
    put_command("sacct", "echo '21_0|COMPLETED'; echo '21_1|COMPLETED'");
    assert_true(slurm_send(s));
    brought = s->batches[0]->entries[0].run;
    lost = s->batches[0]->entries[1].run;
    assert_true(engine_keep(&c, &c.runs[brought], &good));
    store_run_free(&c.runs[brought].stored);
    c.runs[brought].stored = (store_run){ 0 };
    c.runs[brought].state = RUN_WANTED;                             // as if another had done that
    for (unsigned look = 0; look < 9 && s->n_batches; look++)
        assert_true(slurm_look_at_queue(s));
    assert_int_equal(s->n_batches, 0);
    assert_int_equal(c.runs[brought].state, RUN_GOOD);
    assert_int_equal(c.from_store, 1);
    assert_true(s->plans[brought].losses == 0 && !s->plans[brought].queued);
    assert_true(s->plans[lost].losses == 1 && c.runs[lost].state == RUN_WANTED);
    end_with_runs(&c, s);
}

// A result that was taken and cannot be removed, as of a folder that is read-only by now, is not taken again: nothing is
// begun in a store that is in the middle of something else.
static void test_a_result_that_stays(void **state)
{
    char path[600], name[48];
    slurm_folder f;
    campaign c;
    slurm *s;
    int run;

    (void)state;
    s = begin_with_runs(&c, &f);
    run = s->by_key[0];
    c.runs[run].state = RUN_GOOD;
    slurm_result_name(c.runs[run].key, name);
    snprintf(path, sizeof path, "%s/sent/%s", work, name);
    assert_int_equal(mkdir(path, 0777), 0);                         // with something in it, no remove() takes it away
    snprintf(path, sizeof path, "sent/%s/file", name);
    put_file(path, "there");
    assert_true(store_begin(c.store, message, sizeof message));
    assert_true(slurm_collect(s));
    assert_true(slurm_exists(&f, name));
    assert_true(store_commit(c.store, message, sizeof message));
    end_with_runs(&c, s);
}

static void write_batch(const slurm_folder *f, unsigned number, const char *key)
{
    slurm_batch *b = batch_of_one(number, key, "word");

    assert_true(slurm_batch_write(f, b, "/p", message, sizeof message));
    slurm_batch_free(b);
}

// All runs are good, and batch 50, of the first of them, is still there.
static slurm *begin_with_a_batch_left(campaign *c, slurm_folder *f)
{
    slurm *s = begin_with_runs(c, f);

    for (unsigned i = 0; i < c->n_runs; i++)
        c->runs[i].state = RUN_GOOD;
    write_batch(f, 50, c->runs[s->by_key[0]].key);
    return s;
}

// A batch that could not be removed when it was over goes when all is done, as does a result that was made twice; what
// another step of the campaign has there stays.
static void test_left_at_the_end(void **state)
{
    static const store_run good = { .seconds = 2, .result = "{}", .reason = "" };
    slurm_folder f;
    campaign c;
    slurm *s;

    (void)state;
    s = begin_with_a_batch_left(&c, &f);
    write_batch(&f, 51, "no such key");
    assert_true(slurm_write_result(&f, c.runs[s->by_key[0]].key, &good, message, sizeof message));
    assert_true(slurm_write_result(&f, "0000000000000000", &good, message, sizeof message));
    char name[48];
    slurm_result_name(c.runs[s->by_key[0]].key, name);
    end_with_runs(&c, s);
    assert_false(slurm_exists(&f, "batches/000050"));
    assert_true(slurm_exists(&f, "batches/000051"));
    assert_false(slurm_exists(&f, name));
    assert_true(slurm_exists(&f, "results/00/0000000000000000"));
}

static void write_begun(const slurm_folder *f, const char *name)
{
    char path[SLURM_PATH];
    FILE *file;

    slurm_path(f, path, "%s", name);
    file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
}

// What a task that was killed had begun to write goes when all is done; while another has a batch there, a task of it may be writing.
static void test_begun_at_the_end(void **state)
{
    static const char begun[] = "results/5a/.warplock-killed";
    slurm_folder f;
    campaign c;
    slurm *s;

    (void)state;
    for (int others = 0; others < 2; others++) {
        if (others)
            begin(state);
        s = begin_with_a_batch_left(&c, &f);
        if (others)
            write_batch(&f, 51, "no such key");
        write_begun(&f, begun);
        write_begun(&f, "results/5a/warplock-other");
        end_with_runs(&c, s);
        assert_int_equal(slurm_exists(&f, begun), others);
        assert_true(slurm_exists(&f, "results/5a/warplock-other"));
    }
}

// A folder that is away as all is done comes back a moment later: what is left in it goes then.
static void test_away_at_the_end(void **state)
{
    char command[3000];
    slurm_folder f;
    campaign c;
    slurm *s;

    (void)state;
    s = begin_with_a_batch_left(&c, &f);
    snprintf(command, sizeof command, "mv '%s/sent' '%s/away' && { (sleep 0.5; mv '%s/away' '%s/sent') & }", work, work, work, work);
    assert_int_equal(system(command), 0);
    end_with_runs(&c, s);
    assert_true(slurm_exists(&f, "batches"));
    assert_false(slurm_exists(&f, "batches/000050"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup(name, begin)
    const struct CMUnitTest tests[] = {
        TEST(test_beginning), TEST(test_sending), TEST(test_collecting), TEST(test_losing), TEST(test_losing_the_store),
        TEST(test_store_that_takes_nothing), TEST(test_brought_by_another), TEST(test_a_result_that_stays),
        TEST(test_left_at_the_end), TEST(test_begun_at_the_end),
        TEST(test_away_at_the_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
