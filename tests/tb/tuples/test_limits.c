// SPDX-License-Identifier: BSD-3-Clause
// A configuration is refused by its name exactly when its Verilog's guards or its model's assertions would stop a compiler: for
// every block each parameter at and beyond its ends, and all small numbers of warps and schedulers. The guards are read out
// of verilog/<block>.v and reckoned by the shell, the model is asked of gcc: every 40th that the guards let pass, all of
// them in make test-all.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/blocks.h"
#include "tb/tuples/limits.h"
#include "tb/tuples.h"
#include "tests/tier.h"

enum { MOST = 2000 };

static tuple    candidates[MOST];
static unsigned count;

static void add(const block_ops *described, const unsigned *values)
{
    assert_true(count < MOST);
    candidates[count] = (tuple){.described = described};
    memcpy(candidates[count++].values, values, sizeof candidates->values);
}

static int place_of(const block_ops *described, const char *name)
{
    for (int i = 0; described->params[i].name; i++)
        if (strcmp(described->params[i].name, name) == 0)
            return i;
    return -1;
}

// From the block's first tuple on.
static void draw(const block_ops *described, const char *config)
{
    static const unsigned ends[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 32, 33, 63, 64, 65, 96, 97, 128, 129, 256, 257, 512, 513, 9999};
    const int n = place_of(described, "N"), s = place_of(described, "S");
    tuple_list list = {.count = 0};
    unsigned values[TUPLE_PARAMS];
    char error[TUPLE_ERROR];

    assert_true(tuple_note_named(&list, described->block, config, error, sizeof error));
    for (unsigned i = 0; described->params[i].name; i++)
        for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
            memcpy(values, list.tuples[0].values, sizeof values);
            values[i] = ends[k];
            add(described, values);
        }
    memcpy(values, list.tuples[0].values, sizeof values);
    for (values[n < 0 ? 0 : n] = 1; n >= 0 && s >= 0 && values[n] < 10; values[n]++)
        for (values[s] = 0; values[s] < 6; values[s]++)
            add(described, values);
    tuples_forget(&list);
}

static int draw_all(void **state)
{
    (void)state;
    for (const block_ops *const *at = described_blocks; *at; at++) {
        const config_row *row = config_rows;
        while (strcmp(row->block, (*at)->block) != 0)
            row++;
        draw(*at, row->config);
    }
    return 0;
}

static void write_values(const tuple *t, const char *before, char text[static 300])
{
    size_t at = 0;
    text[0] = 0;
    for (unsigned i = 0; t->described->params[i].name; i++)
        at += (size_t)snprintf(text + at, 300 - at, "%s%s=%u ", before, t->described->params[i].name, t->values[i]);
}

// "(N < 2) || (S < 1) || 0", the conditions under which verilog/<block>.v does not elaborate.
static void read_guards(const char *block, char text[static 1200])
{
    char path[100], line[400], *from, *to;
    size_t at = 0;
    FILE *file;
    snprintf(path, sizeof path, "verilog/%s.v", block);
    file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file))
        if ((to = strstr(line, " begin : refuse_")) && (from = strstr(line, "if ("))) {
            at += (size_t)snprintf(text + at, 1200 - at, "%.*s || ", (int)(to - from - 3), from + 3);
            assert_true(at < 1200);
        }
    fclose(file);
    assert_true(at > 0);
    snprintf(text + at, 1200 - at, "0");
}

// '1' for each candidate that the guards let pass.
static void ask_guards(char *passes)
{
    const char *build = getenv("BUILD") ? getenv("BUILD") : "build";
    char path[256], command[300], guards[1200] = "", values[300], line[8];
    const block_ops *of = NULL;
    FILE *script;

    snprintf(path, sizeof path, "%s/test_tuple_limits.script", build);
    script = fopen(path, "w");
    assert_non_null(script);
    for (unsigned i = 0; i < count; i++) {
        const int s = place_of(candidates[i].described, "S");
        if (of != candidates[i].described)
            read_guards(candidates[i].described->block, guards);
        of = candidates[i].described;
        write_values(&candidates[i], "", values);
        if (s >= 0 && candidates[i].values[s] == 0)         // N % S
            fprintf(script, "echo 0\n");
        else
            fprintf(script, "%s; echo $((!(%s)))\n", values, guards);
    }
    fclose(script);
    snprintf(command, sizeof command, "sh %s", path);
    script = popen(command, "r");
    for (unsigned i = 0; i < count; i++) {
        assert_non_null(fgets(line, sizeof line, script));
        passes[i] = line[0];
    }
    assert_int_equal(pclose(script), 0);
    remove(path);
}

static bool model_compiles(const tuple *t)
{
    char values[300], command[600];
    write_values(t, "-DCFG_", values);
    snprintf(command, sizeof command, "gcc -std=c11 -w -D_DEFAULT_SOURCE -I. -fsyntax-only -DCFG_NAME=tried %srtl_c/%s.c 2>/dev/null",
             values, t->described->block);
    return system(command) == 0;
}

// No machine has a scheduler without a warp: that is refused of every block, of kaws_progress though it could be built.
static bool has_idle_schedulers(const tuple *t)
{
    const int n = place_of(t->described, "N"), s = place_of(t->described, "S");
    return n >= 0 && s >= 0 && t->values[s] > t->values[n];
}

static bool is_noted(const tuple *t, char *error)
{
    char config[200] = "", lower[40];
    tuple_list list = {.count = 0};
    bool good;
    size_t at = 0;
    for (unsigned i = 0; t->described->params[i].name; i++) {
        const char *name = t->described->params[i].name;
        for (size_t k = 0; k <= strlen(name); k++)
            lower[k] = (char)(name[k] >= 'A' && name[k] <= 'Z' ? name[k] + 32 : name[k]);
        if (!t->values[i] || t->values[i] != tuple_usual(t->described->block, name))
            at += (size_t)snprintf(config + at, sizeof config - at, "%s%s%u", i ? "_" : "", lower, t->values[i]);
    }
    good = tuple_note_named(&list, t->described->block, config, error, TUPLE_ERROR);
    tuples_forget(&list);
    return good;
}

static void refused_is_what_cannot_be_built(void **state)
{
    const unsigned share = tier_is_all() ? 1 : 40;
    static char passes[MOST], error[TUPLE_ERROR], values[300];
    unsigned possible = 0, asked = 0;
    (void)state;
    ask_guards(passes);
    for (unsigned i = 0; i < count; i++) {
        const tuple *t = &candidates[i];
        const bool noted = is_noted(t, error);
        write_values(t, "", values);
        if (noted && passes[i] != '1')
            fail_msg("%s %s: taken, and its Verilog refuses it", t->described->block, values);
        if (!noted && !strstr(error, ": seen "))
            fail_msg("%s %s: refused without a parameter: %s", t->described->block, values, error);
        possible += noted;
        if (passes[i] != '1' || (!noted && has_idle_schedulers(t)) || asked++ % share != 0)
            continue;
        if (model_compiles(t) != noted)
            fail_msg("%s %s: its model %s, and it is %s %s", t->described->block, values, noted ? "does not compile" : "compiles",
                     noted ? "taken" : "refused:", noted ? "" : error);
    }
    printf("%u names of %u are of what can be built; gcc was asked of %u\n", possible, count, (asked + share - 1) / share);
    assert_true(possible > count / 4 && possible < count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(refused_is_what_cannot_be_built)};
    return cmocka_run_group_tests(tests, draw_all, NULL);
}
