// SPDX-License-Identifier: BSD-3-Clause
// Every seed of the fuzzer is a job; cut short anywhere, or with bytes changed, it gives a job, whose variables can be
// looked at, or a message with a line, never a crash. The fuzzer does the same for longer, and runs what is accepted
// (make fuzz).
#include "tests/sim/workload/job_text.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "sim/workload/job_symbols.h"

enum { SEED_BYTES = 8192, MUTATIONS = 150 };

static void ignore(const char *text)
{
    assert_true(strlen(text) > 0);
}

static bool parses(const char *text, size_t n)
{
    job_error error;
    char *exact = malloc(n + 1);                 // a byte too far is seen by sanitizers
    unsigned line;
    job *j;

    memcpy(exact, text, n);
    j = job_parse(FOLDER "t.json", exact, n, &error);
    if (j)
        job_notices(j, ignore);
    else if (sscanf(error.text, FOLDER "t.json:%u:", &line) != 1 && !strstr(error.text, "expected a PTX file"))
        fail_msg("no line in: %s", error.text);
    free(exact);
    job_free(j);
    return j != NULL;
}

static void test_seeds(void **state)
{
    DIR *d = opendir(FOLDER);
    char text[SEED_BYTES], copy[SEED_BYTES];
    unsigned files = 0, refused = 0;

    (void)state;
    assert_non_null(d);
    for (struct dirent *e = readdir(d); e; e = readdir(d)) {
        char path[400];

        if (!strstr(e->d_name, ".json"))
            continue;
        snprintf(path, sizeof path, FOLDER "%s", e->d_name);
        FILE *f = fopen(path, "rb");
        assert_non_null(f);
        size_t n = fread(text, 1, sizeof text, f);
        fclose(f);
        uint32_t seed = (uint32_t)n;
        if (!parses(text, n))
            fail_msg("%s is refused", path);
        for (size_t cut = 0; cut < n; cut += 11)
            assert_true(!parses(text, cut) || cut + 1 >= n);
        for (int round = 0; round < MUTATIONS; round++) {
            memcpy(copy, text, n);
            for (int k = 0; k < 2; k++) {
                seed = seed * 1664525 + 1013904223;
                copy[(seed >> 8) % n] = seed >> 30 == 0 ? (char)seed : text[(seed >> 4) % n];
            }
            refused += !parses(copy, n);
        }
        files++;
    }
    closedir(d);
    assert_true(files >= 2 && refused > MUTATIONS / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_seeds) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
