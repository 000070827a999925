// SPDX-License-Identifier: BSD-3-Clause
// Counters near the ends of what numbers hold: a run that begins with every counter near 2^32, where one of 32 bits would
// wrap, or near 2^53, counts as much as one that begins with 0 and is the same run cycle by cycle; its JSON says each
// exactly, and each figure made of them. One that comes beyond 2^53, as near 2^64 - 2^20, is refused by name.
// In `make test` for every second policy.
#include <math.h>

#include <jansson.h>

#include "sim/core/gpu_internal.h"
#include "sim/report/report.h"
#include "tests/sim/core/busy.h"

enum { COUNTERS = sizeof(counters) / sizeof(uint64_t) };

// A busy run under a policy whose counters all begin with `base`.
static result run_from(const char *policy, uint64_t base, gpu_status expected)
{
    uint64_t planted[COUNTERS];
    bench b;
    result r;

    kernel_bench_open(&b, two_sms, policy, NULL, BLOCKS_C, 0, busy);
    for (unsigned i = 0; i < COUNTERS; i++)
        planted[i] = base;
    memcpy(&b.gpu->counters, planted, sizeof planted);
    for (unsigned i = 0; i < 2048; i++)
        b.words[i] = i * 2654435761u >> 7;
    assert_int_equal(kernel_bench_run(&b, BUSY_CTAS, BUSY_THREADS), expected);
    if (expected == GPU_LIMIT)
        assert_string_equal(gpu_message(b.gpu), "cycles: counted beyond 2^53, expected at most that");
    r.trace = strdup(b.trace);
    r.counted = *gpu_counters(b.gpu);
    memcpy(r.words, b.words, sizeof r.words);
    kernel_bench_close(&b);
    return r;
}

static void take_off(result *r, uint64_t base)
{
    uint64_t numbers[COUNTERS];

    memcpy(numbers, &r->counted, sizeof numbers);
    for (unsigned i = 0; i < COUNTERS; i++)
        numbers[i] -= base;
    memcpy(&r->counted, numbers, sizeof numbers);
}

static void test_counted_from(void **state)
{
    static const uint64_t bases[] = { UINT32_MAX - 20, UINT64_C(1) << 32, COUNTERS_MOST - (UINT64_C(1) << 30) };

    (void)state;
    for (int p = 0; p < POLICIES; p++)
        for (unsigned i = 0; i < sizeof bases / sizeof bases[0] && in_turn(p, 0); i++) {
            result from = run_from(policies[p], bases[i], GPU_DONE);

            take_off(&from, bases[i]);
            expect_same(run_from(policies[p], 0, GPU_DONE), from);
        }
}

// The run is the same to its end, where it is refused.
static void test_refused(void **state)
{
    static const uint64_t bases[] = { COUNTERS_MOST, UINT64_MAX - (1 << 20) + 1, INT64_MAX };

    (void)state;
    for (unsigned i = 0; i < sizeof bases / sizeof bases[0]; i++) {
        result from = run_from("gto", bases[i], GPU_LIMIT);

        take_off(&from, bases[i]);
        expect_same(run_from("gto", 0, GPU_DONE), from);
    }
    for (unsigned i = 0; i < COUNTERS; i++) {                           // each of them, by its own name
        uint64_t numbers[COUNTERS] = { 0 };
        counters c;
        const char *name;

        numbers[i] = COUNTERS_MOST;
        memcpy(&c, numbers, sizeof c);
        assert_null(counters_beyond(&c));
        numbers[i]++;
        memcpy(&c, numbers, sizeof c);
        name = counters_beyond(&c);
        assert_non_null(name);
#define COUNTER(member, json, ...) if (c.member) assert_string_equal(name, json);
#include "sim/report/counters.def"
#undef COUNTER
    }
}

// --- the report

static json_t *at(json_t *object, const char *path)
{
    char copy[64];
    char *dot;

    snprintf(copy, sizeof copy, "%s", path);
    dot = strchr(copy, '.');
    if (!dot)
        return json_object_get(object, copy);
    *dot = 0;
    return json_object_get(json_object_get(object, copy), dot + 1);
}

static void expect_figure(json_t *report, const char *name, long double part, long double whole)
{
    double seen = json_number_value(at(report, name)), expected = whole > 0 ? (double)(part / whole) : 0;

    if (!(fabs(seen - expected) <= 1e-12 * expected))
        fail_msg("%s: seen %.17g, expected %.17g", name, seen, expected);
}

static void expect_report(uint64_t base)
{
    run_record run = { .blocks = "c", .message = "", .verified = 1, .bound = "equal", .reported = ~0U };
    uint64_t next = base, numbers[COUNTERS];
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);

    for (unsigned i = 0; i < COUNTERS; i++)
        numbers[i] = next--;
    memcpy(&run.counters, numbers, sizeof numbers);
    report_json(file, &run, 1);
    fclose(file);
    json_t *array = json_loads(text, 0, NULL), *report = json_array_get(array, 0);
    assert_non_null(report);
    next = base;
#define COUNTER(member, json, ...) \
    if ((uint64_t)json_integer_value(at(report, json)) != next--) fail_msg("%s of %llu", json, (unsigned long long)next + 1);
#include "sim/report/counters.def"
#undef COUNTER
    const struct { long double
#define COUNTER(member, ...) member,
#include "sim/report/counters.def"
#undef COUNTER
        none; } exact = {
#define COUNTER(member, ...) .member = (long double)run.counters.member,
#include "sim/report/counters.def"
#undef COUNTER
        .none = 0 }, *c = &exact;
#define FIGURE(json, when, part, whole, help) expect_figure(report, json, part, whole);
#include "sim/report/derived.def"
#undef FIGURE
    json_decref(array);
    free(text);
}

static void test_reported(void **state)
{
    (void)state;
    expect_report(UINT32_MAX + UINT64_C(100));
    expect_report(COUNTERS_MOST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counted_from), cmocka_unit_test(test_refused), cmocka_unit_test(test_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
