// What a campaign is made of, by hand-computed values: means, names of systems, tables, the store, the claims.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "sim/campaign/benchmarks.h"
#include "sim/campaign/claims.h"
#include "sim/campaign/sheet.h"
#include "sim/campaign/statistics.h"
#include "sim/workload/workload.h"

static const char *build_path(const char *name)
{
    static char path[256];

    snprintf(path, sizeof path, "%s/%s", getenv("BUILD") ? getenv("BUILD") : "build", name);
    return path;
}

static void test_means(void **state)
{
    const double values[] = { 2, 8, NAN, 4 }, two[] = { 1, 3 }, none[] = { NAN };

    (void)state;
    assert_float_equal(arithmetic_mean(values, 4), 14.0 / 3, 1e-12);
    assert_float_equal(geometric_mean(values, 4), 4, 1e-12);            // (2 * 8 * 4)^(1/3)
    assert_float_equal(standard_deviation(two, 2), 1, 1e-12);           // of the population: sqrt((1 + 1) / 2)
    assert_float_equal(standard_deviation(values, 4), sqrt(56.0 / 9), 1e-12);
    assert_true(isnan(arithmetic_mean(none, 1)) && isnan(geometric_mean(none, 1)));
    assert_true(isnan(standard_deviation(none, 0)));
}

static void test_systems(void **state)
{
    static const char *const wrong[] = { "", "gt", "gto SMR", "gto SMR x", "gto fill", "oaws-static 50", "swl-best" };
    campaign_system system;

    (void)state;
    assert_true(system_resolve("gto", &system));
    assert_string_equal(system.policy, "gto");
    assert_int_equal(system.n_sets, 0);
    assert_true(system_resolve("oaws-static SMR 50%", &system));
    assert_string_equal(system.policy, "oaws-static");
    assert_string_equal(system.sets[0], "policy.smr=50");
    assert_true(system_resolve("oaws-dyn MSHR 48 allocate-on-miss", &system));
    assert_int_equal(system.n_sets, 2);
    assert_string_equal(system.sets[0], "l1d.mshrs=48");
    assert_string_equal(system.sets[1], "l1d.allocate=miss");
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(system_resolve(wrong[i], &system));
}

static void test_sheet(void **state)
{
    sheet *s = sheet_new("fig0", 2, "kernel", "A title");
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);

    (void)state;
    sheet_column(s, "gto");
    sheet_column(s, "a long column");
    sheet_row(s, "atax");
    sheet_row(s, "mean divergent");
    s->values[0][0] = 1;
    s->values[1][1] = 12.345;
    snprintf(s->note, sizeof s->note, "A note.");
    sheet_print(s, file);
    sheet_markdown(s, file);
    sheet_data(s, file);
    fclose(file);
    assert_string_equal(text,
        "A title\n"
        "  kernel                gto  a long column\n"
        "  atax                 1.00              -\n"
        "  mean divergent          -          12.35\n"
        "A note.\n\n"
        "### A title\n\n"
        "| kernel | gto | a long column |\n"
        "| --- | ---: | ---: |\n"
        "| atax | 1.00 | - |\n"
        "| mean divergent | - | 12.35 |\n\n"
        "A note.\n\n"
        "kernel\t\"gto\"\t\"a long column\"\n"
        "\"atax\"\t1.00\t-\n"
        "\"mean divergent\"\t-\t12.35\n");
    free(text);
    free(s);
}

static const store_identity identity = { "oaws", "", "gto", "atax", "64" };

static void test_store_keeps(void **state)
{
    const char *path = build_path("test_store.sqlite");
    store_run run = { .seconds = 1.5, .result = "{\"ipc\":2}", .reason = "" };
    store_run failed = { .status = -9, .result = "", .reason = "ended by signal 9 (Killed)" }, seen;
    char message[256];
    store *s;

    (void)state;
    unlink(path);
    s = store_open(path, true, message, sizeof message);
    assert_non_null(s);
    assert_int_equal(store_get(s, "a", &seen, message, sizeof message), STORE_ABSENT);
    assert_true(store_put(s, "a", &identity, &run, message, sizeof message));
    assert_true(store_put(s, "b", &identity, &failed, message, sizeof message));
    store_close(s);
    s = store_open(path, true, message, sizeof message);
    assert_int_equal(store_get(s, "a", &seen, message, sizeof message), STORE_FOUND);
    assert_string_equal(seen.result, run.result);
    assert_float_equal(seen.seconds, 1.5, 0);
    store_run_free(&seen);
    assert_int_equal(store_get(s, "b", &seen, message, sizeof message), STORE_FOUND);
    assert_int_equal(seen.status, -9);
    assert_string_equal(seen.reason, failed.reason);
    store_run_free(&seen);
    run.result = "{\"ipc\":3}";                                         // a result replaces an older one
    assert_true(store_put(s, "b", &identity, &run, message, sizeof message));
    assert_int_equal(store_get(s, "b", &seen, message, sizeof message), STORE_FOUND);
    assert_string_equal(seen.result, run.result);
    store_run_free(&seen);
    store_close(s);
}

static void with_sql(const char *path, const char *sql)
{
    sqlite3 *database;

    assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(database);
}

// A result that was planted, or damaged, is not believed.
static void test_store_planted_result(void **state)
{
    const char *path = build_path("test_store_planted.sqlite");
    static const char *const plants[] = {
        "UPDATE runs SET result = replace(result, '2', '9')", "UPDATE runs SET status = 1",
        "UPDATE runs SET key = 'b'", "UPDATE runs SET kernel = 'bfs'", "UPDATE runs SET policy = 'lrr'",
        "UPDATE runs SET machine = 'gtx480'", "UPDATE runs SET overrides = 'l1d.mshrs=48'",
        "UPDATE runs SET size = '128'", "UPDATE runs SET seconds = 2", "UPDATE runs SET kernel = NULL",
    };

    (void)state;
    for (unsigned i = 0; i < sizeof plants / sizeof plants[0]; i++) {
        store_run run = { .seconds = 1.5, .result = "{\"ipc\":2}", .reason = "" }, seen;
        char message[256];
        store *s;

        unlink(path);
        s = store_open(path, true, message, sizeof message);
        assert_true(store_put(s, "a", &identity, &run, message, sizeof message));
        store_close(s);
        with_sql(path, plants[i]);
        s = store_open(path, true, message, sizeof message);
        if (store_get(s, i == 2 ? "b" : "a", &seen, message, sizeof message) != STORE_DAMAGED)
            fail_msg("believed after %s", plants[i]);
        store_close(s);
    }
}

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    fputs(text, file);
    fclose(file);
}

static void test_store_refuses(void **state)
{
    const char *path = build_path("test_store_refuses.sqlite");
    static const char text[] = "these are the notes of a user, not a database, and dear to her; do not touch\n";
    char message[256], now[128] = "";
    sqlite3 *other;
    FILE *file;

    (void)state;
    write_text(path, text);
    assert_null(store_open(path, true, message, sizeof message));
    assert_non_null(strstr(message, "is no result store"));
    file = fopen(path, "r");
    assert_non_null(fgets(now, sizeof now, file));
    fclose(file);
    assert_string_equal(now, text);
    unlink(path);
    with_sql(path, "CREATE TABLE addresses (name TEXT)");
    assert_null(store_open(path, true, message, sizeof message));
    assert_non_null(strstr(message, "is a database, but no result store"));
    unlink(path);
    assert_null(store_open(path, false, message, sizeof message));
    assert_non_null(strstr(message, "there is no such file"));
    assert_int_equal(access(path, F_OK), -1);
    write_text(path, "");
    assert_null(store_open(path, false, message, sizeof message));
    assert_non_null(strstr(message, "is empty"));
    store_close(store_open(path, true, message, sizeof message));
    with_sql(path, "PRAGMA user_version = 1");
    assert_null(store_open(path, true, message, sizeof message));
    assert_non_null(strstr(message, "seen a result store of layout 1, expected 2"));
    with_sql(path, "PRAGMA user_version = 2");
    assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN EXCLUSIVE", NULL, NULL, NULL), SQLITE_OK);
    assert_null(store_open(path, true, message, sizeof message));
    assert_non_null(strstr(message, "is locked by another program"));
    sqlite3_close(other);
    assert_null(store_open("/", true, message, sizeof message));
    assert_null(store_open("/proc/nowhere/x", true, message, sizeof message));
}

// Every O-row of the claims list that the project was given, word for word and in its order; none of our own invention.
static unsigned compare_claims(FILE *file, const claim *k)
{
    unsigned different = 0;
    char line[512], own[512];

    while (fgets(line, sizeof line, file)) {
        if (line[0] != 'O')
            continue;
        line[strcspn(line, "\r\n")] = 0;
        if (!k->id)
            return different + 1;
        snprintf(own, sizeof own, "%s,oaws,%s,%s,%s,%s,%s,%s,%s", k->id, k->section, k->metric, k->subject, k->baseline,
                 k->group, k->value, k->unit);
        if (strcmp(line, own) != 0) {
            print_message("list %s\nours %s\n", line, own);
            different++;
        }
        k++;
    }
    return different + (k->id != NULL);
}

static void test_claims_are_the_papers(void **state)
{
    static claim changed[64];
    FILE *file = fopen("../shared/spec/paper_claims.csv", "r");
    unsigned count = 0;

    (void)state;
    if (!file) {
        print_message("skipped: ../shared/spec/paper_claims.csv is not there\n");
        skip();
    }
    assert_int_equal(compare_claims(file, claims), 0);
    for (; claims[count].id; count++)
        changed[count] = claims[count];
    changed[13].value = "54";                                           // a claim that was entered wrongly is noticed
    rewind(file);
    assert_int_equal(compare_claims(file, changed), 1);
    memset(&changed[count - 1], 0, sizeof changed[0]);                  // and so is one that is missing
    rewind(file);
    assert_int_equal(compare_claims(file, changed), 2);
    fclose(file);
}

static const claim *claim_of(const char *id)
{
    const claim *k = claims;

    while (strcmp(k->id, id) != 0)
        k++;
    return k;
}

static void test_benchmarks_are_bundled(void **state)
{
    (void)state;
    for (const benchmark *b = benchmarks; b->kernel; b++)
        if (!workload_find(b->kernel))
            fail_msg("benchmarks.def: there is no kernel %s", b->kernel);
}

static void test_verdicts(void **state)
{
    static const struct { const char *id; double value; const char *verdict; } cases[] = {
        { "O1", 36.7, "agrees" }, { "O1", 33.1, "agrees" }, { "O1", 33, "same sign" }, { "O1", -1, "opposite" },
        { "O10", 3, "agrees" }, { "O10", -3.1, "differs" }, { "O22", -0.1, "agrees" }, { "O22", 0, "opposite" },
        { "O25", 50, "differs" }, { "O33", 8, "agrees" }, { "O2", NAN, "" },
    };

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_string_equal(claim_verdict(claim_of(cases[i].id), &(measurement){ .value = cases[i].value }),
                            cases[i].verdict);
}

// A campaign whose results are written by hand: two divergent kernels and a coherent one.
static void put_run(campaign *c, const char *kernel, const char *system, const char *json)
{
    campaign_run *run = campaign_add(c, kernel, system);

    assert_non_null(run);
    campaign_take_result(run, &(store_run){ .result = strdup(json), .reason = strdup("") });
}

static void begin_by_hand(campaign *c)
{
    machine_error error;

    *c = (campaign){ .program = "/proc/self/exe", .size = "", .kernels = { "atax", "bfs", "vadd" }, .n_kernels = 3 };
    assert_true(machine_load(&c->base, "oaws", &error));
    assert_true(campaign_begin(c));
    put_run(c, "atax", "gto", "{\"group\":\"divergent\",\"ipc\":2.0,"
            "\"loads\":{\"divergent\":10,\"divergent_fully_cached\":1}}");
    put_run(c, "atax", "oaws-dyn", "{\"group\":\"divergent\",\"ipc\":8}");
    put_run(c, "bfs", "gto", "{\"group\":\"divergent\",\"ipc\":5,"
            "\"loads\":{\"divergent\":10,\"divergent_fully_cached\":4}}");
    put_run(c, "bfs", "oaws-dyn", "{\"group\":\"divergent\",\"ipc\":5}");
    put_run(c, "vadd", "gto", "{\"group\":\"coherent\",\"ipc\":4}");
    put_run(c, "vadd", "oaws-dyn", "{\"group\":\"coherent\",\"ipc\":3.8}");
    put_run(c, "atax", "swl limit 1", "{\"ipc\":1}");
    put_run(c, "atax", "swl limit 4", "{\"ipc\":4}");
}

static double measured(campaign *c, const char *id, const char *words)
{
    measurement m;

    claim_measure(c, claim_of(id), &m);
    assert_string_equal(m.words, words);
    return m.value;
}

static void test_measuring(void **state)
{
    campaign c;

    (void)state;
    begin_by_hand(&c);
    assert_float_equal(measured(&c, "O2", ""), 100, 1e-9);              // sqrt(4 * 1) = 2
    assert_float_equal(measured(&c, "O17", ""), 100, 1e-9);             // 32 MSHRs are the machine's own
    assert_float_equal(measured(&c, "O11", ""), 25, 1e-9);              // (10 % + 40 %) / 2
    assert_float_equal(measured(&c, "O10", "vadd under oaws-dyn; of all schedulers -5.0: vadd under oaws-dyn"),
                       -5, 1e-9);
    assert_float_equal(measured(&c, "O6", "1 of 2 kernels"), 100, 1e-9);        // atax: limit 4 over gto
    assert_true(isnan(measured(&c, "O1", "not run")));
    assert_true(isnan(measured(&c, "O18", "not run")));
    assert_true(isnan(measured(&c, "O3", "not built: mascar")));
    assert_float_equal(measured(&c, "O32", "rounding apart; make overhead has the registers"), 328, 0);
    campaign_end(&c);
}

// How claims are printed, word for word.
static void test_claims_text(void **state)
{
    static const char *const lines[] = {
        "  O2   abstract ipc_gain_gmean: oaws-dyn over gto, divergent                                             73.1"
        "     100.0  same sign\n",
        "  O7   5.1      ipc_gain: mascar over gto, divergent                                                      1.7"
        "         -  not built: mascar\n",
        "  O11  5.3      fully_cached_divergent_loads: gto, divergent                                               20"
        "      25.0  differs\n",
        "| O2 | abstract | ipc_gain_gmean: oaws-dyn over gto, divergent | 73.1 | 100.0 | % | same sign |\n",
        "| O7 | 5.1 | ipc_gain: mascar over gto, divergent | 1.7 | - | % | not built: mascar |\n",
    };
    campaign c;
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);

    (void)state;
    begin_by_hand(&c);
    claims_print(&c, (const char *const[]){ NULL }, file);
    claims_markdown(&c, (const char *const[]){ "abstract", "5.1", NULL }, file);
    fclose(file);
    for (unsigned i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (!strstr(text, lines[i]))
            fail_msg("no line %sin\n%s", lines[i], text);
    assert_null(strstr(text, "| O11 |"));                               // section 5.3
    free(text);
    campaign_end(&c);
}

static void test_keys(void **state)
{
    campaign c;
    char key[STORE_KEY];

    (void)state;
    begin_by_hand(&c);
    assert_ptr_equal(campaign_add(&c, "atax", "gto"), campaign_add(&c, "atax", "gto MSHR 32 allocate-on-fill"));
    assert_ptr_not_equal(campaign_add(&c, "atax", "gto"), campaign_add(&c, "atax", "gto MSHR 48"));
    assert_ptr_not_equal(campaign_add(&c, "atax", "gto"), campaign_add(&c, "bfs", "gto"));
    assert_null(campaign_add(&c, "atax", "gto MSHR 1"));                // cannot be built
    strcpy(key, campaign_add(&c, "atax", "lrr")->key);
    c.n_runs = 0;
    c.program_hash++;
    assert_string_not_equal(key, campaign_add(&c, "atax", "lrr")->key);
    c.n_runs = 0;
    c.program_hash--;
    c.size = "128";
    assert_string_not_equal(key, campaign_add(&c, "atax", "lrr")->key);
    free(c.runs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_means), cmocka_unit_test(test_systems), cmocka_unit_test(test_sheet),
        cmocka_unit_test(test_store_keeps), cmocka_unit_test(test_store_planted_result),
        cmocka_unit_test(test_store_refuses), cmocka_unit_test(test_claims_are_the_papers),
        cmocka_unit_test(test_benchmarks_are_bundled), cmocka_unit_test(test_verdicts),
        cmocka_unit_test(test_measuring), cmocka_unit_test(test_claims_text),
        cmocka_unit_test(test_keys),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
