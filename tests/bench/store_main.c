// SPDX-License-Identifier: BSD-3-Clause
// store FOLDER [ROWS]: what a result store of many rows costs: rows put as a collector puts them, 1,000 in a transaction, and as
// the local engine does, each in its own; every key looked up as a campaign that goes on does; every row gone through as
// `warplock results` does. Processor time of each, bytes of the file, peak memory. The rows are a report of all numbers,
// of 100 kernels by 20 policies by 50 seeds; the store stays in FOLDER.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/campaign/store/store.h"
#include "sim/report/names.h"

enum { KERNELS = 100, POLICIES = 20, BATCH = 1000, ALONE = 500 };

static char message[512];

static double processor_seconds(void)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static void fail(void)
{
    fprintf(stderr, "store: %s\n", message);
    exit(2);
}

static uint64_t next_random(void)
{
    static uint64_t state = 1;

    return (state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407)) >> 33;
}

// A report with every number of a run, of the sizes that they have there.
static void make_report(char *text, size_t size)
{
    size_t length = (size_t)snprintf(text, size, "{\"blocks\":\"c\",\"group\":\"divergent\"");

    for (const char *const *name = report_names; *name; name++) {
        bool share = strstr(*name, "share") || strstr(*name, "rate") || strcmp(*name, "ipc") == 0;

        length += (size_t)snprintf(text + length, size - length, share ? ",\"%s\":0.%06" PRIu64 : ",\"%s\":%" PRIu64, *name,
                                   share ? next_random() % 1000000 : next_random() % 10000000);
    }
    snprintf(text + length, size - length, "}");
}

static void put(store *s, unsigned i, char *report, size_t size)
{
    char key[STORE_KEY], kernel[16], policy[16];
    store_identity identity = {
        .program = "0123456789abcdef", .kernel = kernel, .size = "paper", .machine = "gtx480", .policy = policy,
        .machine_text = "[core]\nwarps = 48\n", .set = "l1d.mshrs=64", .seed = i / (KERNELS * POLICIES),
    };
    store_run run = { .seconds = 1, .result = report, .reason = "" };

    snprintf(key, sizeof key, "%016" PRIx64, (uint64_t)i * UINT64_C(0x9e3779b97f4a7c15));
    snprintf(kernel, sizeof kernel, "kernel%u", i % KERNELS);
    snprintf(policy, sizeof policy, "policy%u", i / KERNELS % POLICIES);
    make_report(report, size);
    if (!store_put(s, key, &identity, &run, message, sizeof message))
        fail();
}

static void show(const char *what, unsigned rows, double seconds)
{
    printf("%-44s %8u rows %8.2f s %8.1f us a row\n", what, rows, seconds, 1e6 * seconds / rows);
    fflush(stdout);
}

static void put_all(store *s, unsigned rows, char *report, size_t size)
{
    double began = processor_seconds();

    for (unsigned i = 0; i < rows; i++) {
        if (i % BATCH == 0 && !store_begin(s, message, sizeof message))
            fail();
        put(s, i, report, size);
        if ((i % BATCH == BATCH - 1 || i == rows - 1) && !store_commit(s, message, sizeof message))
            fail();
    }
    show("put, 1,000 in a transaction", rows, processor_seconds() - began);
    began = processor_seconds();
    for (unsigned i = 0; i < ALONE && i < rows; i++)                     // once more: rows that are replaced
        put(s, i, report, size);
    show("put, each in a transaction of its own", rows < ALONE ? rows : ALONE, processor_seconds() - began);
}

static void get_all(store *s, unsigned rows)
{
    double began = processor_seconds();

    for (unsigned i = 0; i < rows; i++) {
        char key[STORE_KEY];
        store_run run;

        snprintf(key, sizeof key, "%016" PRIx64, (uint64_t)i * UINT64_C(0x9e3779b97f4a7c15));
        if (store_get(s, key, &run, message, sizeof message) != STORE_FOUND)
            fail();
        store_run_free(&run);
    }
    show("looked up by key, check sums and numbers", rows, processor_seconds() - began);
}

static void go_through(store *s, unsigned rows)
{
    double began = processor_seconds(), sum = 0;
    store_rows *all = store_select(s, message, sizeof message);
    int ipc = store_column(s, "ipc");
    unsigned seen = 0;

    if (!all)
        fail();
    for (; store_next(all, message, sizeof message) == STORE_FOUND; seen++)
        sum += store_value_of(all, (unsigned)ipc).real;
    store_rows_free(all);
    if (seen != rows || sum <= 0)
        fail();
    show("gone through in order, check sums and a number", rows, processor_seconds() - began);
}

int main(int argc, char **argv)
{
    unsigned rows = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 100000;
    static char report[1 << 16], path[1024];
    struct rusage usage;
    struct stat file;
    store *s;

    if (argc < 2 || rows < 1) {
        fprintf(stderr, "store: expected FOLDER [ROWS]\n");
        return 2;
    }
    snprintf(path, sizeof path, "%s/store_bench.sqlite", argv[1]);
    unlink(path);
    s = store_open(path, STORE_MAKE, message, sizeof message);
    if (!s)
        fail();
    put_all(s, rows, report, sizeof report);
    get_all(s, rows);
    go_through(s, rows);
    store_close(s);
    stat(path, &file);
    getrusage(RUSAGE_SELF, &usage);
    printf("%-44s %8.0f bytes a row, %.0f MB; peak memory %ld MB\n", "file", (double)file.st_size / rows,
           (double)file.st_size / 1e6, usage.ru_maxrss / 1024);
    return 0;
}
