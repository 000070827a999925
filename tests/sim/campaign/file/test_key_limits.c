// SPDX-License-Identifier: BSD-3-Clause
// Campaign files: how many runs, values, files and keys there is room for, and what says one more.
#include <sys/stat.h>

#include "tests/sim/campaign/file_text.h"

// A list of so many times the same text, with its number where it has %u.
static char *repeated(const char *before, const char *each, unsigned count, const char *behind)
{
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);

    fputs(before, file);
    for (unsigned i = 0; i < count; i++) {
        const char *at = strstr(each, "%u");

        if (at)
            fprintf(file, "%.*s%u%s", (int)(at - each), each, i, at + 2);
        else
            fputs(each, file);
        fputs(i + 1 < count ? "," : "", file);
    }
    fputs(behind, file);
    fclose(file);
    return text;
}

// Three keys of a thousand values each: refused with the count, at once.
static void test_too_many(void **state)
{
    (void)state;
    refused("{\"kernels\": \"atax\", \"policies\": \"gto\",\n \"set\": {\"dram.queue\": \"1..100\", \"l2.latency\": "
            "\"1..1000\", \"l1d.latency\": \"1..1000\","
            " \"policy.smr\": \"1..100\"}}",
            "x.json:1: seen kernels, systems and seeds for 10000000000 runs, expected at most 1000000");
    // of two kernels, more than 64 bits hold
    refused("{\"kernels\": [\"atax\", \"bfs\"], \"policies\": \"gto\", \"set\": {\"dram.queue\": \"1..1000\", \"l2.latency\": \"1..1000\", "
            "\"l1d.latency\": \"1..1000\", \"policy.smr\": \"1..100\", \"gpu.deadlock_cycles\": \"1001..2000\", \"l1d.sets\": \"1..256\", "
            "\"core.registers\": \"1024..2023\"}}",
            "x.json:1: ");
    char *text = repeated("{\"policies\": \"gto\", \"set\": {\"l2.latency\": [", "7", CAMPAIGN_VALUES + 1, "]}}");
    refused(text, "x.json:1: set.\"l2.latency\"[4096]: seen more than 4096 values, expected at most that");
    free(text);
}

// As many as there is room for are read, one more is refused.
static void expect_room(const char *before, const char *each, const char *behind, unsigned most, const char *message)
{
    campaign_error error;
    char *text = repeated(before, each, most, behind);
    campaign_file *file = parse(text, &error);

    if (!file)
        fail_msg("%u: %s", most, error.text);
    campaign_file_free(file);
    free(text);
    text = repeated(before, each, most + 1, behind);
    refused(text, message);
    free(text);
}

static void test_longer_than_there_is_room(void **state)
{
    (void)state;
    expect_room("{\"policies\": \"gto\", \"machines\": [", "{\"machine\": \"oaws\", \"name\": \"m%u\"}", "]}", CAMPAIGN_MACHINES,
                "x.json:1: machines: seen 17, expected at most 16");
    expect_room("{\"policies\": \"gto\", \"kernels\": [", "{\"kernel\": \"atax\", \"name\": \"k%u\"}", "]}", CAMPAIGN_KERNELS,
                "x.json:1: kernels: seen 257, expected at most 256");
    expect_room("{\"kernels\": \"atax\", \"runs\": [", "{\"systems\": \"gto\"}", "]}", CAMPAIGN_ROWS,
                "x.json:1: runs: seen 257, expected at most 256");
    expect_room("{\"kernels\": \"atax\", \"policies\": \"lrr\", \"runs\": [", "{\"systems\": \"gto\"}", "]}", CAMPAIGN_ROWS - 1,
                "x.json:1: seen more than 254 rows of runs, expected at most that");
    expect_room("{\"kernels\": \"atax\", \"policies\": \"gto\", \"seeds\": [", "%u", "]}", CAMPAIGN_SEEDS,
                "x.json:1: seeds: seen 65 seeds, expected at most 64");
    expect_room("{\"kernels\": \"atax\", \"policies\": \"gto\", \"figures\": [", "{\"id\": \"f%u\", \"systems\": \"gto\"}", "]}",
                CAMPAIGN_FIGURES - 1, "x.json:1: plot: seen more than 32 tables, expected at most that");
    expect_room("{\"kernels\": \"atax\", \"policies\": \"gto MSHR 32,48\", \"figures\": [", "{\"id\": \"f%u\", \"systems\": \"gto\"}",
                "]}", CAMPAIGN_FIGURES - 1, "x.json:1: plot: seen more than 32 tables, expected at most that");
    expect_room("{\"policies\": \"gto\", \"include\": [", "\"part.json\"", "]}", CAMPAIGN_SOURCES,
                "x.json:1: include: seen 65, expected at most 64");
}

// A file that was read before is no further one.
static void test_many_files(void **state)
{
    char *text;

    (void)state;
    mkdir("build/campaign_sources", 0777);
    for (unsigned i = 0; i < CAMPAIGN_SOURCES; i++) {
        char path[64];
        FILE *file;

        snprintf(path, sizeof path, "build/campaign_sources/%u.json", i);
        file = fopen(path, "w");
        assert_non_null(file);
        fprintf(file, "{\"set\": {\"%s\": 64}}\n", i ? "l1d.mshrs" : "l1d.sets");
        fclose(file);
    }
    text = repeated("{\"policies\": \"gto\", \"include\": [", "\"../../../../build/campaign_sources/%u.json\"", CAMPAIGN_SOURCES, "]}");
    refused(text, "../../../../build/campaign_sources/63.json:1: seen more than 64 files in one campaign, expected at most that");
    free(text);
}

// As many machines or kernels as there is room for, and one more of a file that is included.
static void one_more_included(const char *key, const char *each, const char *one, unsigned most, const char *words)
{
    char before[200], message[300];
    FILE *file = fopen("build/campaign_sources/one.json", "w");

    assert_non_null(file);
    fprintf(file, "{\"%s\": %s}\n", key, one);
    fclose(file);
    snprintf(before, sizeof before, "{\"policies\": \"gto\", \"include\": \"../../../../build/campaign_sources/one.json\", \"%s\": [", key);
    snprintf(message, sizeof message, "seen more than %u %s, expected at most that", most, words);
    char *text = repeated(before, each, most, "]}");
    campaign_error error;
    assert_null(parse(text, &error));
    if (!strstr(error.text, message))
        fail_msg("seen `%s', expected `%s'", error.text, message);
    free(text);
}

static void test_one_more_included(void **state)
{
    (void)state;
    mkdir("build/campaign_sources", 0777);
    one_more_included("machines", "{\"machine\": \"oaws\", \"name\": \"m%u\"}", "{\"machine\": \"oaws\", \"name\": \"other\"}",
                      CAMPAIGN_MACHINES, "machines");
    one_more_included("kernels", "{\"kernel\": \"atax\", \"name\": \"k%u\"}", "{\"kernel\": \"atax\", \"name\": \"other\"}",
                      CAMPAIGN_KERNELS, "kernels");
}

// What several words of a system hold together.
static void test_names_and_keys_of_systems(void **state)
{
    static const char nine[] = "{\"policies\": \"gto l1d.mshrs=32 l1d.sets=32 l2.sets=32 l2.ways=8 gpu.sms=4 core.schedulers=2 "
                               "core.warps=48 core.max_ctas=8%s\"}";
    campaign_error error;
    campaign_file *file;
    char text[600];

    (void)state;
    snprintf(text, sizeof text, nine, "");
    file = parse(text, &error);                                     // eight are as many as a system has
    if (!file)
        fail_msg("%s", error.text);
    campaign_file_free(file);
    snprintf(text, sizeof text, nine, " l2.latency=100");
    refused(text, "x.json:1: policies: seen more than 8 keys of a system, expected at most that");
    snprintf(text, sizeof text, nine, " allocate-on-fill");
    refused(text, "x.json:1: policies: seen more than 8 keys of a system, expected at most that");
    snprintf(text, sizeof text, nine, " SMR 3");
    refused(text, "x.json:1: policies: seen more than 8 keys of a system, expected at most that");
    snprintf(text, sizeof text, "{\"policies\": \"gto %0150d\"}", 1);
    refused(text, "x.json:1: policies: seen `0000000000000000000000000000000000000000` after a policy");
    snprintf(text, sizeof text, "{\"policies\": \"gto %0170d\"}", 1);
    refused(text, "x.json:1: policies: seen a word of 170 characters in a list of systems, expected 1 to 159");
    snprintf(text, sizeof text, "{\"machines\": {\"machine\": \"oaws\", \"name\": \"%1$060d\"}, \"policies\": \"gto @%1$060d @%1$060d "
             "@%1$060d\"}", 1);
    refused(text, "x.json:1: policies: seen a system of 189 characters, expected at most 159");
}

// A text of as many characters as there is room for is read, one of a character more refused; both stand where the %s is.
static void expect_length(const char *format, const char *begins, unsigned most, const char *message)
{
    for (unsigned more = 0; more < 2; more++) {
        char text[600], word[200];
        campaign_error error;
        campaign_file *file;

        snprintf(word, sizeof word, "%s%0*d", begins, (int)(most + more - strlen(begins)), 0);
        snprintf(text, sizeof text, format, word);
        if (more) {
            refused(text, message);
            continue;
        }
        file = parse(text, &error);
        if (!file)
            fail_msg("%s: %s", text, error.text);
        campaign_file_free(file);
    }
}

static void test_lengths(void **state)
{
    campaign_error error;
    campaign_file *file;

    (void)state;
    expect_length("{\"policies\": \"gto\", \"kernels\": [{\"kernel\": \"atax\", \"name\": \"%s\"}]}", "k", 63,
                  "x.json:1: kernels[0]: seen the name `k0");
    expect_length("{\"policies\": \"gto\", \"figures\": [{\"id\": \"%s\", \"systems\": \"gto\"}]}", "f", 31, "x.json:1: figures[0]: id: seen `f0");
    expect_length("{\"policies\": \"gto\", \"figures\": [{\"id\": \"f\", \"systems\": \"gto\", \"shape\": \"kernels by part\", "
                  "\"parts\": \"%s ipc/cycles\"}]}", "t", 31, "x.json:1: figures[0]: parts: seen `t0");
    // a range of one value, of as many as there can be, of one more, of none
    file = parse("{\"policies\": \"gto\", \"set\": {\"l2.latency\": \"7..7\"}}", &error);
    assert_non_null(file);
    campaign_file_free(file);
    file = parse("{\"policies\": \"gto\", \"set\": {\"gpu.deadlock_cycles\": \"1001..5096\"}}", &error);
    if (!file)
        fail_msg("%s", error.text);
    campaign_file_free(file);
    refused("{\"policies\": \"gto\", \"set\": {\"gpu.deadlock_cycles\": \"1001..5097\"}}",
            "x.json:1: set.\"gpu.deadlock_cycles\": seen 4097 values, expected at most 4096");
    refused("{\"policies\": \"gto\", \"set\": {\"gpu.deadlock_cycles\": [1001, \"1002..5097\"]}}",
            "x.json:1: set.\"gpu.deadlock_cycles\"[1]: seen 4097 values, expected at most 4096");
    refused("{\"policies\": \"gto\", \"set\": {\"l2.latency\": \"8..7\"}}", "x.json:1: set.\"l2.latency\": seen 8..7 step 1, which is empty");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_too_many), cmocka_unit_test(test_longer_than_there_is_room), cmocka_unit_test(test_many_files), cmocka_unit_test(test_one_more_included),
        cmocka_unit_test(test_names_and_keys_of_systems), cmocka_unit_test(test_lengths),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
