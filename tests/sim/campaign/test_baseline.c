// SPDX-License-Identifier: BSD-3-Clause
// What is kept with results of a program: its baseline, this one's or another's; and some rows of a store in another.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "sim/campaign/baseline.h"
#include "sim/campaign/program_sums.h"
#include "tests/sim/campaign/by_hand.h"

static char message[512];

static store *new_store(const char *path)
{
    store *s;

    unlink(path);
    s = store_open(path, STORE_MAKE, message, sizeof message);
    if (!s)
        fail_msg("%s", message);
    return s;
}

static char *written(const campaign *c)
{
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);

    baseline_write(c, file);
    fclose(file);
    return text;
}

static void test_baseline(void **state)
{
    static const char others[] = "machine,cycles\nowl,1\nccws,2\nowls,3\nccws,4\n";
    char program[STORE_KEY], want[200], *text;
    uint64_t sum;
    campaign c;

    (void)state;
    by_hand_empty(&c, "ccws", (const char *const[]){ "bfs" }, 1);
    c.store = new_store("build/test_baseline.sqlite");
    assert_true(c.program_hash == program_sum);
    text = baseline_of(&c);
    assert_non_null(strstr(text, "\nccws,ccws,bfs,"));
    free(text);
    sum = baseline_sum(&c);

    c.program_hash++;                                                   // another: it is what the store has of it
    assert_null(baseline_of(&c));
    snprintf(program, sizeof program, "%016llx", (unsigned long long)c.program_hash);
    text = written(&c);
    snprintf(want, sizeof want, "# program %s\n", program);
    assert_string_equal(text, want);
    free(text);
    assert_true(store_put_baseline(c.store, program, "older", message, sizeof message));
    assert_true(store_put_baseline(c.store, program, others, message, sizeof message));
    snprintf(want, sizeof want, "# program %s\nmachine,cycles\nccws,2\nccws,4\n", program);
    text = written(&c);
    assert_string_equal(text, want);
    free(text);
    assert_true(baseline_sum(&c) != sum);

    store *kept = new_store("build/test_baseline_kept.sqlite");         // and goes along with its results
    assert_true(baseline_keep(&c, kept, message, sizeof message));
    text = store_baseline(kept, program);
    assert_string_equal(text, others);
    free(text);
    store_close(kept);
    store_close(c.store);
    campaign_end(&c);
}

static void put(store *s, const char *key, const char *machine, const char *result)
{
    store_identity identity = { .program = "p", .kernel = "k", .machine = machine, .machine_text = machine, .policy = "gto" };
    store_run run = { .result = strdup(result), .reason = strdup("") };

    if (!store_put(s, key, &identity, &run, message, sizeof message))
        fail_msg("%s", message);
    store_run_free(&run);
}

static double number_of(store *s, const char *key, const char *path)
{
    store_run run;
    double number;

    if (store_get(s, key, &run, message, sizeof message) != STORE_FOUND)
        return -1;
    number = measured_number(&run.measured, path);
    store_run_free(&run);
    return number;
}

// Some rows and what they name, in a store of fewer columns, whole by their check sums; once more changes nothing.
static void test_pack(void **state)
{
    static const char path[] = "build/test_pack_to.sqlite";
    store *s = new_store("build/test_pack.sqlite"), *packed;
    char *text;
    uint64_t rows;

    (void)state;
    put(s, "1", "first", "{\"ipc\":1}");
    put(s, "2", "second", "{\"ipc\":2,\"a\":{\"new\":7}}");
    put(s, "3", "third", "{\"ipc\":3}");
    store_close(new_store(path));
    for (unsigned again = 0; again < 2; again++) {
        if (!store_pack(s, (const char *const[]){ "2", "3", "nowhere" }, 3, path, message, sizeof message))
            fail_msg("%s", message);
        packed = store_open(path, STORE_READ, message, sizeof message);
        assert_non_null(packed);
        assert_true(number_of(packed, "2", "ipc") == 2);
        assert_true(number_of(packed, "2", "a.new") == 7);
        assert_true(number_of(packed, "3", "ipc") == 3);
        assert_true(number_of(packed, "1", "ipc") == -1);
        store_rows *all = store_select(packed, message, sizeof message);
        rows = store_count(all);
        assert_int_equal(store_next(all, message, sizeof message), STORE_FOUND);
        text = store_machine_text(packed, store_value_of(all, STORE_MACHINE_HASH_COLUMN).text);
        assert_string_equal(text, "second");
        free(text);
        store_rows_free(all);
        assert_int_equal(rows, 2);
        store_close(packed);
    }
    assert_false(store_pack(s, (const char *const[]){ "1" }, 1, "build", message, sizeof message));
    assert_true(number_of(s, "1", "ipc") == 1);
    store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_baseline), cmocka_unit_test(test_pack) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
