// SPDX-License-Identifier: BSD-3-Clause
// Files of stores in which bytes are others, pages are missing or stand elsewhere: whatever is done with them ends with a
// message or with rows that are what was written, never in a crash and never with another number. In make test-all 20 times as
// many. Shown to fail: without its check sum a row is found with another number (tests/sim/campaign/test_planted.sh).
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "sim/campaign/store/store.h"
#include "tests/sim/campaign/file_bytes.h"
#include "tests/tier.h"

enum { ROWS = 40, MUTANTS = 250, PAGE = 4096 };

static char message[512];

static const char *build_path(const char *name)
{
    static char paths[2][256];
    static unsigned next;
    char *path = paths[next++ % 2];

    snprintf(path, sizeof paths[0], "%s/%s", getenv("BUILD") ? getenv("BUILD") : "build", name);
    return path;
}

static uint64_t next_random(void)
{
    static uint64_t state = 7;

    return (state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407)) >> 33;
}

static double ipc_of(unsigned row)
{
    return 1 + row / 7.0;
}

static void make_store(const char *path)
{
    store *s;

    unlink(path);
    s = store_open(path, STORE_MAKE, message, sizeof message);
    assert_non_null(s);
    for (unsigned i = 0; i < ROWS; i++) {
        char key[16], report[128];
        store_identity identity = { .program = "p", .kernel = "atax", .machine = "oaws", .policy = key, .machine_text = "x" };
        store_run run = { .seconds = 1, .result = report, .reason = "" };

        snprintf(key, sizeof key, "%u", i);
        snprintf(report, sizeof report, "{\"ipc\":%.17g,\"cycles\":%u,\"per_line\":[{\"line\":%u}]}", ipc_of(i), 1000 + i, i);
        assert_true(store_put(s, key, &identity, &run, message, sizeof message));
    }
    store_close(s);
}

// Some bytes others, a page where another was, or an end that is missing.
static void write_mutant(const char *path, const unsigned char *bytes, size_t length)
{
    unsigned char *mutant = malloc(length);
    size_t kept = length;
    FILE *file;

    memcpy(mutant, bytes, length);
    switch (next_random() % 8) {
    case 0:
        kept = next_random() % length;
        break;
    case 1:
        memcpy(mutant + next_random() % (length / PAGE) * PAGE, bytes + next_random() % (length / PAGE) * PAGE, PAGE);
        break;
    default:
        for (uint64_t n = 1 + next_random() % 20; n; n--)
            mutant[next_random() % 3 ? next_random() % length : next_random() % 2000] = (unsigned char)next_random();
    }
    file = fopen(path, "wb");
    fwrite(mutant, 1, kept, file);
    fclose(file);
    free(mutant);
}

static unsigned is_what_was_written(const char *key, double ipc)
{
    unsigned row = (unsigned)strtoul(key, NULL, 10);

    if (row >= ROWS || ipc != ipc_of(row))
        fail_msg("row `%s' has an IPC of %.17g", key, ipc);
    return 1;
}

static unsigned look(const char *path)
{
    store *s = store_open(path, next_random() % 2 ? STORE_READ : STORE_MAKE, message, sizeof message);
    store_rows *rows = s ? store_select(s, message, sizeof message) : NULL;
    store_found found;
    unsigned good = 0;

    while (rows && (found = store_next(rows, message, sizeof message)) != STORE_ABSENT && found != STORE_FAILED)
        if (found == STORE_FOUND)
            good += is_what_was_written(store_value_of(rows, STORE_KEY_COLUMN).text,
                                        store_value_of(rows, (unsigned)store_column(s, "ipc")).real);
    store_rows_free(rows);
    for (unsigned i = 0; s && i < ROWS; i += 7) {
        char key[16];
        store_run run;

        snprintf(key, sizeof key, "%u", i);
        if (store_get(s, key, &run, message, sizeof message) == STORE_FOUND) {
            is_what_was_written(key, measured_number(&run.measured, "ipc"));
            store_run_free(&run);
        }
    }
    if (s) {
        store_put(s, "new", &(store_identity){ .kernel = "bfs" }, &(store_run){ .result = "{\"fresh\":1}", .reason = "" }, message,
                  sizeof message);
        store_close(s);
    }
    return good;
}

static void test_mutants(void **state)
{
    const char *path = build_path("test_store_mutated.sqlite"), *mutant = build_path("test_store_mutant.sqlite");
    unsigned most = MUTANTS * (tier_is_all() ? 20 : 1), whole = 0, refused = 0;
    size_t length;
    unsigned char *bytes;

    (void)state;
    make_store(path);
    bytes = file_bytes_read(path, &length);
    for (unsigned i = 0; i < most; i++) {
        unsigned good;

        unlink(mutant);
        write_mutant(mutant, bytes, length);
        good = look(mutant);
        whole += good == ROWS;
        refused += good == 0;
    }
    free(bytes);
    // Of all kinds there were some: nothing was damaged, all, and a part.
    if (whole == 0 || refused == 0 || whole + refused == most)
        fail_msg("%u mutants with all rows, %u with none, of %u", whole, refused, most);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_mutants) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
