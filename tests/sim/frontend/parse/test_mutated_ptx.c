// SPDX-License-Identifier: BSD-3-Clause
// Every seed of the fuzzer parses; cut short anywhere, or with bytes changed, it gives a program or a message with a line,
// never a crash. The fuzzer does the same for longer (make fuzz).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/frontend/program.h"

enum { SEED_BYTES = 8192, MUTATIONS = 60 };
static const char *const folder = "tests/sim/frontend/fuzz_ptx_seeds";

static size_t read_seed(const char *name, char *text)
{
    char path[400];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    size_t n = fread(text, 1, SEED_BYTES, f);
    fclose(f);
    return n;
}

static bool parses(const char *text, size_t n)
{
    ptx_error error;
    char *exact = malloc(n + 1);                 // a byte too far is seen by sanitizers
    memcpy(exact, text, n);
    program *p = program_parse("seed.ptx", exact, n, &error);
    unsigned line;
    if (p == NULL && sscanf(error.text, "seed.ptx:%u: ", &line) != 1) {
        fail_msg("no line in: %s", error.text);
    }
    program_free(p);
    free(exact);
    return p != NULL;
}

static void mutate(const char *text, size_t n, uint32_t *seed)
{
    char copy[SEED_BYTES];
    for (int round = 0; round < MUTATIONS; round++) {
        memcpy(copy, text, n);
        for (int k = 0; k < 3; k++) {
            *seed = *seed * 1664525 + 1013904223;
            copy[(*seed >> 8) % n] = (*seed >> 30) == 0 ? (char)*seed : text[(*seed >> 4) % n];
        }
        parses(copy, n);
    }
}

static void test_seeds(void **state)
{
    (void)state;
    DIR *d = opendir(folder);
    char text[SEED_BYTES];
    uint32_t files = 0;
    assert_non_null(d);
    for (struct dirent *e = readdir(d); e != NULL; e = readdir(d)) {
        if (strstr(e->d_name, ".ptx") == NULL) {
            continue;
        }
        size_t n = read_seed(e->d_name, text);
        uint32_t seed = (uint32_t)n;
        if (!parses(text, n)) {
            fail_msg("%s does not parse", e->d_name);
        }
        for (size_t cut = 0; cut < n; cut += 7) {
            parses(text, cut);
        }
        mutate(text, n, &seed);
        files++;
    }
    closedir(d);
    assert_true(files > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_seeds) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
