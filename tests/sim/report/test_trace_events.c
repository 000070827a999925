// SPDX-License-Identifier: BSD-3-Clause
// Files in the Trace Event Format: what is written is valid, cut to its window, and any name stands in it; and the check
// of the format's rules refuses what breaks them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/report/trace_events.h"
#include "tests/sim/report/trace_check.h"

static void rules_are_held(void **state)
{
#define SLICE(ts, dur) "{\"ph\":\"X\",\"pid\":1,\"tid\":2,\"name\":\"a\",\"ts\":" #ts ",\"dur\":" #dur "}"
#define BEGIN(ts) "{\"ph\":\"B\",\"pid\":1,\"tid\":2,\"name\":\"a\",\"ts\":" #ts "}"
#define END(ts) "{\"ph\":\"E\",\"pid\":1,\"tid\":2,\"ts\":" #ts "}"
    static const struct { const char *text, *why; } files[] = {
        { "{}", "event 0: no traceEvents" },
        { "{\"traceEvents\":[],\"displayTimeUnit\":\"us\"}", "event 0: displayTimeUnit is neither ms nor ns" },
        { "[1]", "event 0: no object" },
        { "[{\"ph\":\"Y\"}]", "event 0: no phase" },
        { "[{\"ph\":\"X\",\"pid\":1}]", "event 0: no name" },
        { "[{\"ph\":\"X\",\"name\":\"a\",\"pid\":\"1\"}]", "event 0: no pid" },
        { "[{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":2,\"dur\":1}]", "event 0: no ts" },
        { "[{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"ts\":1,\"dur\":1}]", "event 0: no tid" },
        { "[{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":2,\"ts\":1}]", "event 0: a complete event without dur" },
        { "[" SLICE(1, 2) "," SLICE(3, -1) "]", "event 1: a complete event without dur" },
        { "[{\"ph\":\"C\",\"name\":\"a\",\"pid\":1,\"ts\":1}]", "event 0: a counter without args" },
        { "[{\"ph\":\"C\",\"name\":\"a\",\"pid\":1,\"ts\":1,\"args\":{\"x\":\"3\"}}]", "event 0: a counter whose x is no number" },
        { "[{\"ph\":\"M\",\"name\":\"a\",\"pid\":1}]", "event 0: no metadata are called a" },
        { "[{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"args\":{\"name\":\"x\"}}]", "event 0: metadata thread_name without a tid" },
        { "[{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1}]", "event 0: metadata process_name without args.name" },
        { "[{\"ph\":\"b\",\"name\":\"a\",\"pid\":1,\"ts\":1}]", "event 0: phase b without an id" },
        { "[{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":2,\"ts\":1,\"dur\":1,\"args\":3}]", "event 0: args is no object" },
        { "[" SLICE(0, 4) "," SLICE(3, 2) "]", "event 1: a overlaps event 0, a" },
        { "[" SLICE(0, 4) "," SLICE(1, 3) "," SLICE(1, 1) "," SLICE(4, 1) "]", NULL },
        { "[" BEGIN(0) "," BEGIN(1) "," END(2) "," END(2) "]", NULL },
        { "[" BEGIN(0) "," END(2) "," END(3) "]", "event 2: an end without a beginning" },
        { "[" BEGIN(0) "," BEGIN(2) "," END(3) "]", "event 0: a track with 1 beginnings without an end" },
        { "[" BEGIN(2) "," END(1) "]", "event 1: before the event of its track in front of it" },
        { "[" SLICE(2, 1) "," SLICE(0, 1) "]", NULL },
    };
    char why[256];

    (void)state;
    for (unsigned i = 0; i < sizeof files / sizeof files[0]; i++) {
        json_t *file = json_loads(files[i].text, 0, NULL);
        assert_non_null(file);
        const bool good = trace_is_valid(file, why, sizeof why);
        if (good != !files[i].why || (!good && strcmp(why, files[i].why) != 0))
            fail_msg("%s: %s, expected %s", files[i].text, good ? "valid" : why, files[i].why ? files[i].why : "valid");
        assert_false(trace_is_legible(file, why, sizeof why) && strstr(files[i].text, "\"X\""));       // nothing has a name
        json_decref(file);
    }
}

static json_t *written(trace_events *t, char **text)
{
    json_error_t error;
    char why[256];

    trace_events_end(t);
    fclose(t->file.stream);
    json_t *file = json_loads(*text, JSON_REJECT_DUPLICATES, &error);
    if (!file)
        fail_msg("%s in %s", error.text, *text);
    if (!trace_is_valid(file, why, sizeof why) || !trace_is_legible(file, why, sizeof why))
        fail_msg("%s in %s", why, *text);
    return file;
}

static void a_window_cuts(void **state)
{
    static const char *const want[] = { "2 100 20", "2 130 40", "2 190 10", "2 100", "2 200" };
    trace_events t = { .any = false };
    char *text = NULL, seen[64];
    size_t length, found = 0;

    (void)state;
    t.file.stream = open_memstream(&text, &length);
    trace_events_begin(&t, 100, 100, NULL, 0);
    trace_process(&t, 2, "SM 0");
    trace_track(&t, 2, 2001, "warp 1");
    trace_slice(&t, 2, 2001, "a", 10, 100, "");
    trace_slice(&t, 2, 2001, "a", 99, 120, "\"line\":3");
    trace_slice(&t, 2, 2001, "a", 125, 125, "");
    trace_slice(&t, 2, 2001, "a", 130, 170, "");
    trace_slice(&t, 2, 2001, "a", 190, 230, "");
    trace_slice(&t, 2, 2001, "a", 230, 240, "");
    for (uint64_t cycle = 0; cycle < 300; cycle += 100)
        trace_counter(&t, 2, "ipc", cycle, "\"value\":1.5");
    json_t *file = written(&t, &text);
    json_t *event;
    size_t i;
    json_array_foreach(json_object_get(file, "traceEvents"), i, event) {
        const char phase = json_string_value(json_object_get(event, "ph"))[0];
        if (phase == 'M')
            continue;
        snprintf(seen, sizeof seen, phase == 'X' ? "%lld %lld %lld" : "%lld %lld",
                 (long long)json_integer_value(json_object_get(event, "pid")),
                 (long long)json_integer_value(json_object_get(event, "ts")),
                 (long long)json_integer_value(json_object_get(event, "dur")));
        assert_in_range(found, 0, sizeof want / sizeof want[0] - 1);
        assert_string_equal(seen, want[found++]);
    }
    assert_int_equal(found, sizeof want / sizeof want[0]);
    json_decref(file);
    free(text);
}

// Each line, to the last character; cycles above 32 bits.
static void whole_text(void **state)
{
    static const char want[] =
        "{\"displayTimeUnit\": \"ns\",\n\"otherData\": {\"time\": \"1 microsecond is 1 core cycle\", \"a\": \"b\", \"c\": \"d\"},\n"
        "\"traceEvents\": [\n"
        "{\"ph\":\"M\",\"pid\":2,\"tid\":2,\"name\":\"process_name\",\"args\":{\"name\":\"SM 0\"}},\n"
        "{\"ph\":\"M\",\"pid\":2,\"tid\":2,\"name\":\"process_sort_index\",\"args\":{\"sort_index\":2}},\n"
        "{\"ph\":\"M\",\"pid\":2,\"tid\":2001,\"name\":\"thread_name\",\"args\":{\"name\":\"warp 1\"}},\n"
        "{\"ph\":\"M\",\"pid\":2,\"tid\":2001,\"name\":\"thread_sort_index\",\"args\":{\"sort_index\":2001}},\n"
        "{\"ph\":\"X\",\"pid\":2,\"tid\":2001,\"ts\":4294967296,\"dur\":8589934592,\"name\":\"x\"},\n"
        "{\"ph\":\"X\",\"pid\":2,\"tid\":2001,\"ts\":12884901888,\"dur\":1,\"name\":\"y\",\"args\":{\"line\":3}},\n"
        "{\"ph\":\"C\",\"pid\":2,\"tid\":2,\"ts\":12884901888,\"name\":\"ipc\",\"args\":{\"value\":1.5}}\n]}\n";
    static const trace_fact facts[] = { { "a", "b" }, { "c", "d" } };
    trace_events t = { .any = false };
    char *text = NULL;
    size_t length;

    (void)state;
    t.file.stream = open_memstream(&text, &length);
    trace_events_begin(&t, 0, 0, facts, 2);
    trace_process(&t, 2, "SM 0");
    trace_track(&t, 2, 2001, "warp 1");
    trace_slice(&t, 2, 2001, "x", UINT64_C(1) << 32, UINT64_C(3) << 32, "");
    trace_slice(&t, 2, 2001, "y", UINT64_C(3) << 32, (UINT64_C(3) << 32) + 1, "\"line\":3");
    trace_counter(&t, 2, "ipc", UINT64_C(3) << 32, "\"value\":1.5");
    trace_events_end(&t);
    fclose(t.file.stream);
    assert_string_equal(text, want);
    free(text);
}

static void any_name_is_text(void **state)
{
    static const char name[] = "k\"er\\nel\n\x01 <\xc3\xa9>";
    trace_events t = { .any = false };
    const trace_fact fact = { "command", name };
    char *text = NULL;
    size_t length;

    (void)state;
    t.file.stream = open_memstream(&text, &length);
    trace_events_begin(&t, 0, 0, &fact, 1);
    trace_process(&t, 2, name);
    trace_track(&t, 2, 2001, name);
    trace_slice(&t, 2, 2001, name, 0, UINT64_C(1) << 40, "");
    json_t *file = written(&t, &text);
    assert_string_equal(trace_process_name(file, 2), name);
    assert_string_equal(trace_track_name(file, 2, 2001), name);
    assert_string_equal(json_string_value(json_object_get(json_object_get(file, "otherData"), "command")), name);
    json_decref(file);
    free(text);
}

// A name that is no UTF-8, and one that is cut: no piece of a letter is written.
static void every_name_is_utf8(void **state)
{
    char text[16];

    (void)state;
    trace_text("a\xff\xc3(", text, sizeof text);
    assert_string_equal(text, "\"a?" "?(\"");
    trace_text("1234567\xe2\x82\xac\xe2\x82\xac", text, sizeof text);
    assert_string_equal(text, "\"1234567\"");
    trace_text("123456\xe2\x82\xac\xe2\x82\xac", text, sizeof text);
    assert_string_equal(text, "\"123456\xe2\x82\xac\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(rules_are_held), cmocka_unit_test(a_window_cuts),
                                        cmocka_unit_test(every_name_is_utf8), cmocka_unit_test(any_name_is_text),
                                        cmocka_unit_test(whole_text) };

    return cmocka_run_group_tests_name("trace events", tests, NULL, NULL);
}
