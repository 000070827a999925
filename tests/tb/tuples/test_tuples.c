// SPDX-License-Identifier: BSD-3-Clause
// Tuples that are built on demand: their names; the model that is built is the one of these parameters, and kept; a
// file of the cache that is cut off or changed is not believed; what cannot be built says why.
// tests/sim/test_geometry.sh runs them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rtl_c/warp_arbiter.h"
#include "tb/tuples/cache.h"
#include "tb/tuples.h"

static const block_param forty[] = {{"N", 40}, {"S", 2}, {"SETS", 32}, {NULL, 0}};
static char cache[] = "build/tuples.XXXXXX";

static int make_cache(void **state)
{
    const char *build = getenv("BUILD") ? getenv("BUILD") : "build";
    char sources[512];
    (void)state;
    snprintf(sources, sizeof sources, "%s/sources", build);
    return !mkdtemp(cache) || setenv("WARPLOCK_CACHE", cache, 1) || setenv("WARPLOCK_SOURCES", sources, 1);
}

static int remove_cache(void **state)
{
    DIR *folder = opendir(cache);
    struct dirent *entry;
    char path[600];
    (void)state;
    while (folder && (entry = readdir(folder))) {
        snprintf(path, sizeof path, "%s/%s", cache, entry->d_name);
        unlink(path);
    }
    closedir(folder);
    return rmdir(cache);
}

static void refuses(const char *block, const char *config, const char *expected)
{
    char error[TUPLE_ERROR];
    assert_null(tuple_named(block, config, false, error, sizeof error));
    assert_string_equal(error, expected);
}

static void names_of_tuples(void **state)
{
    char error[TUPLE_ERROR];
    (void)state;
    assert_string_equal(tuple_named("warp_arbiter", "n40_s2", false, error, sizeof error)->config, "n40_s2");
    static const char *const wrong[] = {"", "n9", "n9_s", "n9_s3_", "n9_s3_m2", "s3_n9", "n09_s3", "n9-s3", "n9_s33333", "m9_s3"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char expected[200];
        snprintf(expected, sizeof expected, "warp_arbiter %s, expected a block of rtl_c/configs.def and its parameters", wrong[i]);
        refuses("warp_arbiter", wrong[i], expected);
    }
    refuses("warp_orders", "n8_s2", "warp_orders n8_s2, expected a block of rtl_c/configs.def and its parameters");
    assert_null(tuple_find("warp_orders", forty, false, error, sizeof error));
    assert_string_equal(error, "warp_orders: no such block, expected one of rtl_c/configs.def");
}

static void noted_once(void **state)
{
    static const block_param other[] = {{"N", 40}, {"S", 4}, {NULL, 0}};
    tuple_list list = {.count = 0};
    char error[TUPLE_ERROR];
    (void)state;
    assert_true(tuple_note(&list, "warp_arbiter", forty, error, sizeof error));
    assert_true(tuple_note(&list, "warp_arbiter", forty, error, sizeof error));
    assert_true(tuple_note(&list, "warp_arbiter", other, error, sizeof error));
    assert_false(tuple_note(&list, "warp_orders", other, error, sizeof error));
    assert_int_equal(list.count, 2);
    assert_string_equal(list.tuples[0].config, "n40_s2");
    assert_string_equal(list.tuples[1].config, "n40_s4");
    assert_true(tuple_note_named(&list, "warp_arbiter", "n40_s4", error, sizeof error));
    assert_false(tuple_note_named(&list, "warp_arbiter", "n40", error, sizeof error));
    assert_int_equal(list.count, 2);
    for (unsigned n = 2; n < 200; n += 2)               // however many there are
        assert_true(tuple_note(&list, "warp_arbiter", (block_param[]){{"N", n}, {"S", 2}, {NULL, 0}}, error, sizeof error));
    assert_int_equal(list.count, 100);
    tuples_forget(&list);
}

static void is_of_its_parameters(void **state)
{
    struct warp_arbiter_state q;
    struct warp_arbiter_in in = {.cfg_mode = ARBITER_GTO, .ready = UINT64_C(1) << 19, .can_issue = UINT64_C(1) << 19};
    struct warp_arbiter_out out = {0};
    tuple_list list = {.count = 0};
    char error[TUPLE_ERROR] = "";
    (void)state;
    const block_ops *ops = tuple_find("warp_arbiter", forty, false, error, sizeof error);
    assert_string_equal(error, "");
    assert_string_equal(ops->config, "n40_s2");
    assert_int_equal(ops->params[0].value, 40);
    assert_int_equal(ops->params[1].value, 2);
    ops->reset(&q);
    ops->out(&q, &in, &out);
    assert_true(out.grant_valid);
    assert_int_equal(out.grant, 19);                    // the last slot of 20
    assert_ptr_equal(tuple_find("warp_arbiter", forty, false, error, sizeof error), ops);
    assert_ptr_equal(tuple_named("warp_arbiter", "n40_s2", false, error, sizeof error), ops);
    assert_null(tuple_verilog(ops));
    assert_true(tuple_note(&list, "warp_arbiter", forty, error, sizeof error) &&
                tuples_make(&list, false, error, sizeof error));    // nothing to do
    tuples_forget(&list);
}

// A copy of the only object of the cache: the object itself is mapped.
static void copy_object(const char *copy)
{
    DIR *folder = opendir(cache);
    struct dirent *entry;
    char name[600];
    unsigned seen = 0;
    while ((entry = readdir(folder)))
        if (entry->d_name[0] != '.' && ++seen)
            snprintf(name, sizeof name, "%s/%s", cache, entry->d_name);
    closedir(folder);
    assert_int_equal(seen, 1);
    FILE *from = fopen(name, "r"), *to = fopen(copy, "w");
    for (int byte; (byte = getc(from)) != EOF; putc(byte, to)) {
    }
    fclose(from);
    fclose(to);
}

static bool believed(const char *name, uint64_t compilers)
{
    tuple_cache kept;
    char why[200];
    assert_true(cache_find(&kept, why, sizeof why));
    void *object = cache_load(&kept, name, compilers, why, sizeof why);
    assert_string_equal(why, "");
    return object != NULL;
}

// A file that has been loaded is mapped: what is damaged here never was.
static void only_whole_files_are_believed(void **state)
{
    static const char name[] = "copy.so", cut[] = "cut.so";
    char path[600], error[TUPLE_ERROR], byte;
    struct stat status;
    (void)state;
    assert_non_null(tuple_find("warp_arbiter", forty, false, error, sizeof error));
    snprintf(path, sizeof path, "%s/%s", cache, cut);
    copy_object(path);
    assert_int_equal(stat(path, &status), 0);
    for (off_t size = status.st_size - 1; size >= 0; size -= size > 4096 ? status.st_size / 7 : 409) {
        assert_int_equal(truncate(path, size), 0);
        assert_false(believed(cut, 0));
    }
    unlink(path);
    snprintf(path, sizeof path, "%s/%s", cache, name);
    copy_object(path);
    assert_false(believed(name, 1));                    // of other compilers
    chmod(path, 0646);                                  // others may have written it
    assert_false(believed(name, 0));
    chmod(path, 0644);
    FILE *file = fopen(path, "r+");
    fseek(file, status.st_size / 2, SEEK_SET);
    byte = (char)getc(file);
    for (int flip = 1; flip >= 0; flip--) {             // changed, and back
        fseek(file, status.st_size / 2, SEEK_SET);
        putc(byte ^ flip, file);
        fflush(file);
        assert_int_equal(believed(name, 0), !flip);
    }
    fclose(file);
}

static void says_why(void **state)
{
    static const block_param other[] = {{"N", 44}, {"S", 2}, {NULL, 0}};
    char error[TUPLE_ERROR];
    (void)state;
    setenv("WARPLOCK_SOURCES", "docs", 1);
    assert_null(tuple_find("warp_arbiter", other, false, error, sizeof error));
    assert_string_equal(error, "warp_arbiter n44_s2 cannot be had: docs/rtl_c/bits.h is not what "
                               "this program was built of, expected that (make)");
    unsetenv("WARPLOCK_SOURCES");
}

static void what_is_usual_no_name_says(void **state)
{
    static const block_param cores[] = {{"C", 3}, {"N", 9}, {"CORE_W", 7}, {NULL, 0}};
    char error[TUPLE_ERROR];
    (void)state;
    const block_ops *usual = tuple_named("owl_groups", "n9_c3", false, error, sizeof error);
    assert_non_null(usual);
    assert_string_equal(usual->config, "n9_c3");
    assert_int_equal(usual->params[2].value, 6);
    const block_ops *wider = tuple_named("owl_groups", "n9_c3_core_w7", false, error, sizeof error);
    assert_non_null(wider);
    assert_string_equal(wider->config, "n9_c3_core_w7");
    assert_int_equal(wider->params[2].value, 7);
    assert_ptr_equal(tuple_find("owl_groups", cores, false, error, sizeof error), wider);
    refuses("owl_groups", "n9_c3_core_w6", "owl_groups n9_c3_core_w6, expected a block of rtl_c/configs.def and its parameters");
    refuses("owl_groups", "n9_c3_", "owl_groups n9_c3_, expected a block of rtl_c/configs.def and its parameters");
    refuses("owl_groups", "n9_c3_core_w8", "owl_groups n9_c3_core_w8: CORE_W: seen 8, expected 6 to 7");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(names_of_tuples),
                                       cmocka_unit_test(noted_once),
                                       cmocka_unit_test(is_of_its_parameters),
                                       cmocka_unit_test(only_whole_files_are_believed),
                                       cmocka_unit_test(says_why),
                                       cmocka_unit_test(what_is_usual_no_name_says)};
    return cmocka_run_group_tests(tests, make_cache, remove_cache);
}
