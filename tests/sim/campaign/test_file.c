// SPDX-License-Identifier: BSD-3-Clause
// Campaign files: what is read, every kind of mistake with the line of its key, includes, sweeps and their counts.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "sim/campaign/campaign.h"

static const char seeds[] = "tests/sim/campaign/fuzz_campaign_seeds/";

static campaign_file *parse(const char *text, campaign_error *error)
{
    char path[256];

    snprintf(path, sizeof path, "%sx.json", seeds);
    return campaign_file_parse(path, text, strlen(text), error);
}

// The message without the path's folder.
static void refused(const char *text, const char *message)
{
    campaign_error error;
    campaign_file *file = parse(text, &error);

    if (file)
        fail_msg("%s: seen no message, expected %s", text, message);
    if (strncmp(error.text, seeds, sizeof seeds - 1) != 0 ||
        strncmp(error.text + sizeof seeds - 1, message, strlen(message)) != 0)
        fail_msg("%s: seen `%s', expected `%s'", text, error.text, message);
}

static void test_mistakes(void **state)
{
    static const struct { const char *text, *message; } cases[] = {
        { "{", "x.json:1: " },
        { "[]", "x.json:1: expected an object" },
        { "{}", "x.json:1: seen neither `policies` nor `runs`" },
        { "{\n\"polices\": \"gto\"}", "x.json:2: polices: unknown key `polices`; the nearest is `policies`" },
        { "{\n\"policies\":\n\"got\"}", "x.json:3: policies: there is no policy `got`; the nearest is gto" },
        { "{\"policies\": \"gto\",\n\"kernels\": [\"atax\",\n\"attax\"]}",
          "x.json:3: kernels[1]: there is no bundled kernel `attax`; the nearest is atax" },
        { "{\"policies\": \"gto\",\n\"kernels\": [\"atax\",\n\"atax:64\"]}",
          "x.json:3: kernels[1]: seen two kernels of the name atax" },
        { "{\"kernels\": []}", "x.json:1: kernels: seen an empty list, expected at least one" },
        { "{\"kernels\": \"none.json\"}", "x.json:1: kernels: tests/sim/campaign/fuzz_campaign_seeds/none.json: "
          "cannot be read" },
        { "{\"kernels\": {\"kernel\": \"../../workload/fuzz_job_seeds/small.ptx\", \"grid\": \"x\"}}",
          "x.json:1: kernels: --grid: seen `x`" },
        { "{\"kernels\": {\"kernel\": \"atax\", \"gird\": \"2\"}}",
          "x.json:1: kernels.gird: unknown key `gird`; the nearest is `grid`" },
        { "{\"kernels\": {\"kernel\": \"atax\", \"grid\": \"2\"}}",
          "x.json:1: kernels: seen `grid` of atax, expected a .ptx file" },
        { "{\"policies\": \"gto\", \"kernels\": \"atax\", \"include\": 3}",
          "x.json:1: include: expected the name of a bundled campaign or of a file" },
        { "{\"policies\": \"gto\", \"kernels\": {\"kernel\": \"atax\", \"size\": \"64\", \"name\": \"a b\"}}",
          "x.json:1: kernels: seen the name `a b`, expected 1 to 63 printable characters without blanks , ; @ = * and \"" },
        { "{\"policies\": \"gto\", \"kernels\": {\"kernel\": \"atax:64\", \"size\": \"64\"}}",
          "x.json:1: kernels: seen atax:64 and a size, expected one of them" },
        { "{\"policies\": \"gto\", \"kernels\": \"../../workload/fuzz_job_seeds/small.ptx\"}",
          "x.json:1: kernels: seen PTX as a word, expected an object with its `grid`, `block` and `args`" },
        { "{\"policies\": \"gto\", \"kernels\": {\"kernel\": \"../../workload/fuzz_job_seeds/small.ptx\", \"grid\": \"1\", \"block\": \"1\", \"args\": 3}}",
          "x.json:1: kernels: args: expected a list of at most 64 arguments" },
        { "{\"policies\": \"gto\", \"kernels\": {\"kernel\": \"../../workload/fuzz_job_seeds/small.ptx\", \"grid\": \"1\", \"block\": \"1\", \"args\": [3]}}",
          "x.json:1: kernels: args: expected texts, as --arg takes them" },
        { "{\"policies\": \"gto\", \"kernels\": {\"kernel\": \"atax\", \"aside\": 1}}",
          "x.json:1: kernels: aside: expected true or false" },
        { "{\"policies\": \"gto\", \"kernels\": {\"kernel\": \"atax\", \"says\": 3}}",
          "x.json:1: kernels: says: expected an object of numbers" },
        { "{\"policies\": \"gto\", \"kernels\": {\"kernel\": \"atax\", \"says\": {\"a\": \"b\"}}}",
          "x.json:1: kernels: says: a: expected a number" },
        { "{\"policies\": \"gto\", \"kernels\": \"atax\", \"set\": {\"l1d.mshrs\": []}}",
          "x.json:1: set.\"l1d.mshrs\": seen an empty list, expected at least one value" },
        { "{\"policies\": \"gto\", \"kernels\": \"atax\", \"set\": 3}",
          "x.json:1: set: expected an object of at most 64 keys, as {\"l1d.mshrs\": [32, 64]}" },
        { "{\"kernels\": \"atax:x\"}", "x.json:1: kernels: " },
        { "{\"machines\": [\n\"oawz\"]}", "x.json:2: machines[0]: no machine `oawz`" },
        { "{\"machines\": [\"oaws\", \"oaws\"]}", "x.json:1: machines[1]: seen two machines of the name oaws" },
        { "{\"machines\": {\"machine\": \"oaws\",\n\"set\": {\n\"l1d.sets\": [16, 32]}}}",
          "x.json:3: machines.set.\"l1d.sets\": seen 2 values, expected one" },
        { "{\"policies\": \"gto\", \"set\": {\n\n\"l1d.mshr\": 3}}",
          "x.json:3: set.\"l1d.mshr\": [l1d] has no key `mshr`; the nearest is `mshrs`" },
        { "{\"policies\": \"gto\", \"set\": {\"l1d.mshrs\": 1}}",
          "x.json:1: set.\"l1d.mshrs\": [l1d] mshrs: seen 1, expected 2 to 256" },
        { "{\"policies\": \"gto\", \"set\": {\"l1d.mshrs\": [32,\n []]}}",
          "x.json:2: set.\"l1d.mshrs\"[1]: expected a whole number, a word" },
        { "{\"set\": {\"l1d.mshrs\": \"8..4\"}}", "x.json:1: set.\"l1d.mshrs\": seen 8..4 step 1, which is empty" },
        { "{\"set\": {\"l1d.mshrs\": \"4..8 step 0\"}}",
          "x.json:1: set.\"l1d.mshrs\": seen 4..8 step 0, which is empty" },
        { "{\"set\": {\"l1d.mshrs\": \"1..1000000000\"}}",
          "x.json:1: set.\"l1d.mshrs\": seen 1000000000 values, expected at most 4096" },
        { "{\"set\": {\"l1d.mshrs\": [16, 32]}}", "x.json:1: set: seen several values of l1d.mshrs=16,32, expected "
          "`policies`" },
        { "{\"policies\": \"gto MSHR\"}", "x.json:1: policies: expected a number at the end" },
        { "{\"policies\": \"gto MSHR 1\"}", "x.json:1: policies: [l1d] mshrs: seen 1" },
        { "{\"policies\": \"gto MSHR 32,x\"}", "x.json:1: policies: [l1d] mshrs: seen `x`" },
        { "{\"policies\": \"gto  lrr\"}", "x.json:1: policies: seen two blanks" },
        { "{\"policies\": \"gto,\"}", "x.json:1: policies: seen a word of 0 characters" },
        { "{\"policies\": \"gto perfect-L3\"}", "x.json:1: policies: seen `perfect-L3` behind a policy" },
        { "{\"policies\": \"gto l1d.mshrs=32,1\"}", "x.json:1: policies: [l1d] mshrs: seen 1" },
        { "{\"policies\": \"gto @small\"}", "x.json:1: policies: there is no machine `small` in this campaign" },
        { "{\"policies\": \"gto l1d.index=*\"}", "x.json:1: policies: seen `l1d.index=*`" },
        { "{\"policies\": [\"gto\", {\"polcy\": \"lrr\"}]}",
          "x.json:1: policies[1].polcy: unknown key `polcy`; the nearest is `policy`" },
        { "{\"policies\": []}", "x.json:1: policies: seen nothing" },
        { "{\"policies\": \"gto\", \"baseline\": \"gto,lrr\"}", "x.json:1: baseline: seen several systems" },
        { "{\"policies\": [\"gto\", \"lrr\", \"gto\"]}", "x.json:1: policies: seen `gto` twice, expected each once" },
        { "{\"policies\": \"gto,lrr,gto\"}", "x.json:1: policies: seen `gto` twice, expected each once" },
        { "{\"policies\": \"swl limit 1,2,1\"}", "x.json:1: policies: seen `1` twice, expected each once" },
        { "{\"policies\": {\"policy\": \"gto\", \"set\": {\"l1d.mshrs\": [48, \"32..64 step 16\"]}}}",
          "x.json:1: policies.set.\"l1d.mshrs\": seen `48` twice, expected each once" },
        { "{\"policies\": \"gto\", \"plot\": [\"ipc\", \"cycles\", \"ipc\"]}",
          "x.json:1: plot[2]: seen `ipc` twice, expected each once" },
        { "{\"policies\": \"gto\", \"seeds\": [1, 1]}", "x.json:1: seeds: seen the seed 1 twice" },
        { "{\"policies\": \"gto\", \"seeds\": \"0..64\"}", "x.json:1: seeds: seen 65 seeds, expected at most 64" },
        { "{\"policies\": \"gto\", \"plot\": \"ipc,mpki\"}", "x.json:1: plot: seen `ipc,mpki`, expected a counter" },
        { "{\"policies\": \"gto\", \"plot\": [\"l1d.hits+ipc\", \"l1d.hits/ipc\"]}",
          "x.json:1: plot, figures: seen two tables of the name l1d_hits_ipc" },
        { "{\"policies\": \"gto\", \"plot\": \"ipc/ipd\"}",
          "x.json:1: plot: there is no counter `ipd`; the nearest is `ipc`" },
        { "{\"figures\": {\"id\": \"x\", \"systems\": \"gto\", \"parts\": \"ipc/l1d.hit\"}}",
          "x.json:1: figures: there is no counter `l1d.hit`; the nearest is `l1d.hits`" },
        { "{\"policies\": \"gto\", \"details\": \"per-lime\"}",
          "x.json:1: details: seen `per-lime`; the nearest is `per-line`" },
        { "{\"policies\": \"gto\", \"mean\": \"median\"}", "x.json:1: mean: seen `median`" },
        { "{\"groups\": {\"name\": \"g\", \"system\": \"gto\",\n\"part\": \"ipc\"}}",
          "x.json:1: groups: has no `bound`" },
        { "{\"searches\": {\"name\": \"s\", \"systems\": \"gto\"}}",
          "x.json:1: searches: systems: seen `gto`, expected words behind" },
        { "{\"searches\": [{\"name\": \"s\", \"systems\": \"gto MSHR 32,48\"}, {\"name\": \"t\", \"systems\": \"s "
          "MSHR 32,48\"}]}",
          "x.json:1: searches[1]: systems: seen the search s, expected policies" },
        { "{\"figures\": {\"id\": \"../x\", \"systems\": \"gto\"}}", "x.json:1: figures: id: seen `../x`" },
        { "{\"figures\": {\"id\": \"x\", \"systems\": \"gto\", \"parts\": \"ipc\"}}",
          "x.json:1: figures: parts: seen `ipc`" },
        { "{\"figures\": {\"id\": \"x\", \"systems\": \"gto\", \"shape\": \"pie\"}}",
          "x.json:1: figures: shape: seen `pie`" },
        { "{\"policies\": \"gto\", \"claims\": {\"id\": \"A\", \"value\": \"1\", \"measure\": \"share\", "
          "\"direction\": \"above B\"}}",
          "x.json:1: claim A: direction: there is no claim B to hold it against" },
        { "{\"policies\": \"gto\", \"kernels\": \"atax\", \"groups\": [{\"name\": \"g\", \"members\": \"h\"}, "
          "{\"name\": \"h\", \"members\": \"g\"}]}",
          "x.json:1: groups: members: there is no kernel `h` in this campaign" },
        { "{\"policies\": \"gto\", \"kernels\": \"atax\", \"groups\": {\"name\": \"all\", \"members\": \"atax\"}}",
          "x.json:1: groups: seen the name all" },
        { "{\"policies\": \"gto\", \"kernels\": \"atax\", \"runs\": {\"kernels\": \"attax\", \"systems\": \"lrr\"}}",
          "x.json:1: runs: kernels: there is no kernel or group `attax` in this campaign; the nearest is atax" },
        { "{\"policies\": \"gto\", \"kernels\": \"atax\", \"shown\": \"all,fast\"}",
          "x.json:1: shown: there is no kernel or group `fast` in this campaign" },
        { "{\"policies\": \"gto\", \"kernels\": \"atax\", \"figures\": {\"id\": \"x\", \"systems\": \"gto\", "
          "\"kernels\": \"none\"}}",
          "x.json:1: figures: kernels: there is no kernel or group `none` in this campaign" },
        { "{\"include\": \"paper\"}", "x.json:1: include: there is no bundled campaign `paper`; the nearest is "
          "papers" },
        { "{\"include\": \"none.json\"}", "none.json: cannot be read" },
        { "{\"policies\": \"gto\", \"set\": {\"l1d.mshrs\": \"4..x\"}}", "x.json:1: set.\"l1d.mshrs\": [l1d] mshrs: seen `4..x`" },
        { "{\"policies\": \"gto\", \"set\": {\"l1d.mshrs\": \"4..8 step 2x\"}}",
          "x.json:1: set.\"l1d.mshrs\": seen `4..8 step 2x`, expected one value" },
        { "{\"policies\": \"gto\", \"set\": {\"l1d.mshrs\": \"4.8\"}}", "x.json:1: set.\"l1d.mshrs\": [l1d] mshrs: seen `4.8`" },
        { "{\"machines\": \"oaws\", \"policies\": \"gto @oawz\"}",
          "x.json:1: policies: there is no machine `oawz` in this campaign; the nearest is oaws" },
        { "{\"policies\": \"gto MSHR 32%x\"}", "x.json:1: policies: seen `32%x`, expected a number" },
        { "{\"policies\": \"gto x,l1d.mshrs=32\"}",
          "x.json:1: policies: seen `x,l1d.mshrs=32` in a list of systems, expected KEY=VALUE,VALUE" },
        { "{\"policies\": \"gto l1d.mshrs=\"}",
          "x.json:1: policies: seen `l1d.mshrs=` in a list of systems, expected KEY=VALUE of at most 71 characters" },
        { "{\"policies\": [\"lrr\", {\n\"policy\": [\"gto\", 3]}]}", "x.json:2: policies[1].policy: expected a text, or a list of texts" },
        { "{\"policies\": {\"policy\": \"gto lrr\"}}", "x.json:1: policies: policy: seen `gto lrr`, expected a name or a list of names" },
        { "{\"policies\": {\"policy\": \"gto\", \"machine\": 3}}", "x.json:1: policies.machine: expected a text" },
        { "{\"policies\": {\"policy\": \"gto\", \"set\": 3}}", "x.json:1: policies.set: expected an object of at most 64 keys" },
        { "{\"policies\": \"gto\", \"seeds\": {}}", "x.json:1: seeds: expected a whole number" },
        { "{\"policies\": \"gto\", \"seeds\": [-1]}", "x.json:1: seeds: seen `-1`, expected whole numbers from 0 to 4294967295" },
        { "{\"policies\": \"gto\", \"seeds\": [4294967296]}", "x.json:1: seeds: seen `4294967296`, expected whole numbers" },
        { "{\"policies\": \"gto\", \"seeds\": [\"3x\"]}", "x.json:1: seeds: seen `3x`, expected whole numbers" },
        { "{\"policies\": \"gto\", \"title\": 3}", "x.json:1: title: expected a text, or a list of texts" },
        { "{\"policies\": \"gto\", \"help\": [\"a\", 3]}", "x.json:1: help: expected a text, or a list of texts" },
        { "{\"policies\": \"gto\", \"mean\": 3}", "x.json:1: mean: expected a text, or a list of texts" },
        { "{\"policies\": \"gto\", \"max_cycles\": -1}", "x.json:1: max_cycles: " },
        { "{\"groups\": {\"name\": \"g\", \"system\": \"gto\", \"part\": \"ipc\", \"bound\": \"x\"}}",
          "x.json:1: groups: bound: expected a number" },
        { "{\"groups\": {\"name\": \"g\", \"system\": \"gto,lrr\", \"part\": \"ipc\", \"bound\": 1}}",
          "x.json:1: groups: system, over: seen several systems, expected one" },
        { "{\"groups\": {\"name\": \"g\", \"system\": \"gto\", \"over\": \"gto,lrr\", \"part\": \"ipc\", \"bound\": 1}}",
          "x.json:1: groups: system, over: seen several systems, expected one" },
        { "{\"searches\": {\"name\": \"a b\", \"systems\": \"gto MSHR 32,48\"}}",
          "x.json:1: searches: name: seen `a b`, expected 1 to 60 characters without blanks" },
        { "{\"searches\": {\"name\": \"\", \"systems\": \"gto MSHR 32,48\"}}", "x.json:1: searches: name: seen ``" },
        { "{\"policies\": \"gto\", \"figures\": [{\"id\": \"x\", \"systems\": \"gto\"}, {\"id\": \"x\", \"systems\": \"lrr\"}]}",
          "x.json:1: figures[1]: id: seen x twice, expected each once" },
        { "{\"figures\": {\"id\": \"x\", \"systems\": \"gto\", \"over\": \"gto,lrr\"}}",
          "x.json:1: figures: over: seen several systems, expected one" },
        { "{\"figures\": {\"id\": \"x\", \"systems\": \"gto\", \"parts\": \"ipc/\"}}",
          "x.json:1: figures: seen ``, expected counters of the report" },
        { "{\"claims\": {\"id\": \"a long name of a claim\", \"value\": \"1\", \"measure\": \"change\"}}",
          "x.json:1: claims: id: seen `a long name of a claim`, expected 1 to 15 characters without blanks" },
        { "{\"claims\": {\"id\": \"A\", \"value\": \"1\", \"measure\": \"change\", \"direction\": \"above \"}}",
          "x.json:1: claims: direction: seen `above `, expected up, down" },
        { "{\"claims\": {\"id\": \"A\", \"value\": \"1\", \"measure\": \"storage\"}}",
          "x.json:1: claims: measure: storage of A is not known" },
        { "{\"policies\": \"gto\", \"kernels\": {\"kernel\": \"../../workload/fuzz_job_seeds/small.ptx\", \"grid\": \"1\", \"block\": \"1\", \"args\": [\"buf:u8:49:files\", \"buf:u32:4\", \"s32:3\", \"f32:1\"]}}",
          "x.json:1: kernels: buffers[0]: init: seen `files`" },
        { "{\"machines\": {\"machine\": \"oaws\", \"name\": \"a b\"}}"
, "x.json:1: machines: " },
        { "{\"policies\": \"gto\", \"kernels\": {\"kernel\": \"../../workload/fuzz_job_seeds/small.ptx\", \"size\": \"3\"}}",
          "x.json:1: kernels: seen a size of ../../workload/fuzz_job_seeds/small.ptx, expected a bundled kernel" },
    };

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++)
        refused(cases[i].text, cases[i].message);
}

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
    refused(text, "x.json:1: policies: seen `0000000000000000000000000000000000000000` behind a policy");
    snprintf(text, sizeof text, "{\"policies\": \"gto %0170d\"}", 1);
    refused(text, "x.json:1: policies: seen a word of 170 characters in a list of systems, expected 1 to 159");
    snprintf(text, sizeof text, "{\"machines\": {\"machine\": \"oaws\", \"name\": \"%1$060d\"}, \"policies\": \"gto @%1$060d @%1$060d "
             "@%1$060d\"}", 1);
    refused(text, "x.json:1: policies: seen a system of 189 characters, expected at most 159");
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
    assert_int_equal(campaigns, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mistakes), cmocka_unit_test(test_too_many), cmocka_unit_test(test_own_machine), cmocka_unit_test(test_longer_than_there_is_room),
        cmocka_unit_test(test_many_files), 
        cmocka_unit_test(test_names_and_keys_of_systems), cmocka_unit_test(test_kernel_of_ptx), cmocka_unit_test(test_cycles),
        cmocka_unit_test(test_what_is_read), cmocka_unit_test(test_damage), cmocka_unit_test(test_bundled),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
