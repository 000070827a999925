// SPDX-License-Identifier: BSD-3-Clause
// Campaign files: what is read, includes, sweeps and their counts, own machines and kernels, damaged files, the bundled ones.
#include <sys/stat.h>

#include "sim/machine/machine.h"
#include "tests/sim/campaign/file_text.h"

// A machine of one's own is a file, from where the campaign lies; a system's one value stands behind its policy.
static void test_own_machine(void **state)
{
    campaign_error error;
    campaign_file *file;
    machine_error no_machine;
    machine m;
    FILE *dumped;

    (void)state;
    mkdir("build/campaign_sources", 0777);
    dumped = fopen("build/campaign_sources/own.ini", "w");
    assert_non_null(dumped);
    assert_true(machine_load(&m, "ccws", &no_machine));
    machine_dump(&m, dumped);
    fclose(dumped);
    file = parse("{\"machines\": \"../../../../build/campaign_sources/own.ini\", \"kernels\": \"atax\", \"policies\": {\"policy\": \"gto\", "
                 "\"set\": {\"l1d.mshrs\": 48}}}", &error);
    if (!file)
        fail_msg("%s", error.text);
    assert_string_equal(file->policies, "gto l1d.mshrs=48");
    assert_non_null(strstr(file->machines[0].word, "campaign_sources/own.ini"));
    campaign_file_free(file);
}

// A PTX file's kernel is run as the command line runs it; files of arguments lie where the campaign's does.
static void test_kernel_of_ptx(void **state)
{
    static const char *const want[] = {
        "--entry", "count_down", "--grid", "2", "--block", "64", "--shared", "48", "--arg",
        "buf:u8:49:file=tests/sim/campaign/fuzz_campaign_seeds/part.json", "--arg", "buf:u32:4:zero", "--arg", "s32:3", "--arg", "f32:1",
    };
    campaign_error error;
    campaign_file *file = parse("{\"policies\": \"gto\", \"kernels\": {\"kernel\": \"../../workload/fuzz_job_seeds/small.ptx\", \"entry\": "
                                "\"count_down\", \"grid\": \"2\", \"block\": \"64\", \"shared\": 48, \"args\": [\"buf:u8:49:file=part.json\", "
                                "\"buf:u32:4:zero\", \"s32:3\", \"f32:1\"]}}", &error);

    (void)state;
    if (!file)
        fail_msg("%s", error.text);
    assert_int_equal(file->kernels[0].n_options, sizeof want / sizeof want[0]);
    for (unsigned i = 0; i < sizeof want / sizeof want[0]; i++)
        assert_string_equal(file->kernels[0].options[i], want[i]);
    campaign_file_free(file);
}

static void test_cycles(void **state)
{
    campaign_error error;
    char path[256];

    (void)state;
    snprintf(path, sizeof path, "%scycle.json", seeds);
    assert_null(campaign_file_load(path, &error));
    assert_non_null(strstr(error.text, "cycle.json:1: include[0]: "));
    assert_non_null(strstr(error.text, "includes itself through this file"));
}

// Values, lists and machines become one list of systems; what an included file says stays where this one says nothing.
static void test_what_is_read(void **state)
{
    campaign_error error;
    campaign_file *file = parse("{\"include\": \"part.json\", \"machines\": [\"oaws\", {\"machine\": \"ccws\", "
                                "\"name\": \"small\", \"set\": "
                                "{\"l1d.sets\": 64}}], \"set\": {\"gpu.sms\": 2, \"l1d.mshrs\": [\"32..96 step 32\", "
                                    "16]},"
                                "\"kernels\": [\"bfs:1024\", {\"kernel\": \"atax\", \"name\": \"mine\"}], \"seeds\": "
                                    "[3, \"0..1\"],"
                                "\"policies\": [\"gto\", \"lrr\", {\"policy\": \"swl\", \"machine\": \"small\", "
                                    "\"set\": {\"policy.swl_limit\": \"1..3\"}}],"
                                "\"baseline\": \"gto\", \"plot\": [\"ipc\"], \"title\": [\"two\", \"words\"]}", &error);

    (void)state;
    if (!file)
        fail_msg("%s", error.text);
    assert_string_equal(file->title, "two words");
    assert_string_equal(file->policies, "gto,lrr @oaws,@small l1d.mshrs=32,64,96,16;"
                                        "swl @small policy.swl_limit=1,2,3 l1d.mshrs=32,64,96,16");
    assert_string_equal(file->groups[0].name, "part");
    assert_int_equal(file->n_machines, 2);
    assert_string_equal(file->machines[1].name, "small");
    assert_int_equal(file->machines[1].n_sets, 2);
    assert_string_equal(file->machines[1].sets[0], "gpu.sms=2");
    assert_string_equal(file->machines[1].sets[1], "l1d.sets=64");
    assert_string_equal(file->kernels[0].size, "1024");
    assert_string_equal(file->kernels[1].name, "mine");
    assert_int_equal(file->n_seeds, 3);
    assert_int_equal(file->seeds[0], 3);
    assert_int_equal(file->seeds[2], 1);
    assert_int_equal(campaign_file_runs(file), (16 + 12 + 1) * 2 * 3);
    assert_int_equal(file->n_figures, 2);
    assert_string_equal(file->figures[0].head, "l1d.mshrs");
    assert_string_equal(file->figures[0].over, "gto");
    assert_int_equal(file->figures[0].shape, SWEEP_LINES);
    assert_string_equal(file->figures[1].id, "ipc_2");
    campaign_file_free(file);
}

// The claims that rest on runs, on another machine: each list of systems that names none is on it, and what they are held
// against, too. The storage of O32 is no run's.
static void test_claims_also(void **state)
{
    campaign_error error;
    campaign_file *file = parse("{\"include\": \"part.json\", \"machines\": [\"oaws\", {\"machine\": \"oaws\", \"name\": \"small\", "
                                "\"set\": {\"l1d.sets\": 16}}], \"claims_also\": \"small\", \"policies\": \"gto\", "
                                "\"baseline\": \"lrr\", \"schedulers\": \"gto,lrr\", \"claims\": ["
                                "{\"id\": \"O32\", \"value\": \"328\", \"measure\": \"storage\"}, "
                                "{\"id\": \"A\", \"value\": \"1\", \"measure\": \"points\", \"systems\": [\"swl limit 1,2\", \"gto @oaws\"], "
                                "\"over\": \"gto MSHR 48\", \"part\": \"ipc\", \"whole\": \"ipc\"}, "
                                "{\"id\": \"B\", \"value\": \"1\", \"measure\": \"share\", \"systems\": \"gto,lrr\"}]}", &error);

    (void)state;
    if (!file)
        fail_msg("%s", error.text);
    assert_string_equal(file->claims[1].points_of, "lrr");
    assert_string_equal(file->claims[1].systems, "swl limit 1,2;gto @oaws");
    assert_string_equal(file->also[0].id, "A");
    assert_string_equal(file->also[0].systems, "swl @small limit 1,2;gto @oaws");
    assert_string_equal(file->also[0].over, "gto @small MSHR 48");
    assert_string_equal(file->also[0].points_of, "lrr @small");
    assert_string_equal(file->also[0].rivals, "gto,lrr @small");
    assert_string_equal(file->also[1].systems, "gto,lrr @small");
    assert_string_equal(file->also[1].over, "");
    assert_null(file->also[2].id);
    campaign_file_free(file);
}

// Seeds of an included file stay where this one has none; --seeds takes the place of both kinds.
static void test_included_seeds(void **state)
{
    campaign_error error;
    campaign_file *file = campaign_file_load("oaws", &error);
    json_t *given = json_pack("[i]", 7);

    (void)state;
    if (!file)
        fail_msg("%s", error.text);
    assert_int_equal(file->n_seeds, 1);
    assert_int_equal(file->n_claim_seeds, 5);
    assert_true(campaign_file_set_seeds(file, given, &error));
    assert_int_equal(file->n_claim_seeds, 1);
    assert_int_equal(file->seeds[0], 7);
    json_decref(given);
    campaign_file_free(file);
}

static char *text_of(const char *name)
{
    char path[256], *text = calloc(1, 1 << 16);
    FILE *file;

    snprintf(path, sizeof path, "%s%s", seeds, name);
    file = fopen(path, "r");
    assert_non_null(file);
    assert_true(fread(text, 1, (1 << 16) - 1, file) > 0);
    fclose(file);
    return text;
}

// Cut short anywhere it is refused; with any one byte changed it is refused with words or read.
static void test_damage(void **state)
{
    char *text = text_of("all.json");
    size_t length = strlen(text);
    unsigned read = 0;

    (void)state;
    for (size_t cut = 0; cut < length - 2; cut++) {
        campaign_error error;

        assert_null(campaign_file_parse("tests/sim/campaign/fuzz_campaign_seeds/x.json", text, cut, &error));
        assert_true(error.text[0]);
    }
    for (size_t at = 0; at < length; at += 11) {
        campaign_error error = { "" };
        char kept = text[at];
        campaign_file *file;

        text[at] = "\"{7, "[at % 5];
        file = campaign_file_parse("tests/sim/campaign/fuzz_campaign_seeds/x.json", text, length, &error);
        assert_true(file || error.text[0]);
        read += file != NULL;
        campaign_file_free(file);
        text[at] = kept;
    }
    assert_true(read > 0 && read < length / 22);
    free(text);
}

// Every bundled file is read, and says nothing that another one refuses.
static void test_bundled(void **state)
{
    char name[64];
    unsigned campaigns = 0;

    (void)state;
    for (unsigned i = 0; campaign_bundled(i, name); i++) {
        campaign_error error;
        campaign_file *file = campaign_file_load(name, &error);

        if (!file && !strstr(error.text, "seen neither `policies` nor `runs`"))
            fail_msg("%s", error.text);
        campaigns += file && file->help[0];
        campaign_file_free(file);
    }
    assert_int_equal(campaigns, 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_own_machine), cmocka_unit_test(test_kernel_of_ptx), cmocka_unit_test(test_cycles),
        cmocka_unit_test(test_what_is_read), cmocka_unit_test(test_included_seeds), cmocka_unit_test(test_claims_also), cmocka_unit_test(test_damage), cmocka_unit_test(test_bundled),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
