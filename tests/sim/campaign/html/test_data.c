// SPDX-License-Identifier: BSD-3-Clause
// What a page has of a campaign: a value in each of its places, of its kind, and none in any other.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/campaign/figures.h"
#include "sim/campaign/html/html.h"
#include "tests/sim/campaign/by_hand.h"

typedef struct { char *lines[200]; unsigned n; } places;

static int in_order(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

// Each place of a value, and what it is: "runs[].kernel number"; each once.
static void gather(const json_t *value, const char *place, places *all)
{
    char text[300];
    const char *key;
    json_t *member;

    if (json_is_object(value)) {
        json_object_foreach((json_t *)(uintptr_t)value, key, member) {
            snprintf(text, sizeof text, "%s%s%s", place, *place ? "." : "", strcmp(place, "time_words") == 0 ? "*" : key);
            gather(member, text, all);
        }
        return;
    }
    for (size_t i = 0; i < json_array_size(value); i++) {
        snprintf(text, sizeof text, "%s[]", place);
        gather(json_array_get(value, i), text, all);
    }
    if (json_array_size(value))
        return;
    snprintf(text, sizeof text, "%s %s", place, json_is_string(value) ? "text" : json_is_number(value) ? "number" : json_is_null(value) ? "null"
                                                : json_is_array(value) ? "none" : "flag");
    for (unsigned i = 0; i < all->n; i++)
        if (strcmp(all->lines[i], text) == 0)
            return;
    assert_true(all->n < sizeof all->lines / sizeof all->lines[0]);
    all->lines[all->n++] = strdup(text);
}

static void test_every_value_of_the_page(void **state)
{
    static const char *const wanted[] = {
        "baseline number", "claims[].claimed text", "claims[].half null", "claims[].id text", "claims[].measured number",
        "claims[].note text", "claims[].section text", "claims[].unit text", "claims[].verdict text", "claims[].words text",
        "command text", "costs[].bits number", "costs[].blocks none", "costs[].blocks[].bits number", "costs[].blocks[].count number",
        "costs[].blocks[].name text", "costs[].blocks[].place text", "costs[].other_bits number", "costs[].sm_bits number",
        "costs[].system number", "figures[].columns[] text", "figures[].decimals number", "figures[].head text", "figures[].id text",
        "figures[].no_difference null", "figures[].no_difference number", "figures[].note text", "figures[].rows[] text",
        "figures[].sweep flag", "figures[].title text", "figures[].values[][] null", "figures[].values[][] number", "format number",
        "kernels[].group text", "kernels[].name text", "limits none", "lines none", "machines[].name text", "machines[].set none",
        "machines[].text text", "metrics[].help text", "metrics[].path text", "metrics[].unit text", "missing number", "program text",
        "runs[].kernel number", "runs[].seeds number", "runs[].system number", "runs[].values[] number", "seeds[] number", "size text",
        "sources[].kernel number", "sources[].language text", "sources[].name text", "sources[].text text", "student[] null",
        "sweeps[].key text", "sweeps[].name text", "sweeps[].points[][] number", "systems[].machine number", "systems[].name text",
        "systems[].policy text", "systems[].set none", "systems[].set[] text", "time_words.* text", "times none", "title text",
    };
    static campaign c;
    static sheet *sheets[FIGURES_MAX];
    static places all;
    unsigned n_sheets;
    json_t *data;

    (void)state;
    by_hand_begin(&c, "/proc/self/exe", "");
    for (unsigned i = 0; i < c.n_runs; i++)
        c.runs[i].planned = true;
    n_sheets = figures_make(&c, sheets);
    data = html_data(&c, &(html_options){ "By <hand>", "warplock campaign \"x\"", sheets, n_sheets, true });
    gather(data, "", &all);
    qsort(all.lines, all.n, sizeof all.lines[0], in_order);
    for (unsigned i = 0; i < all.n && i < sizeof wanted / sizeof wanted[0]; i++)
        assert_string_equal(all.lines[i], wanted[i]);
    assert_int_equal(all.n, sizeof wanted / sizeof wanted[0]);
    while (all.n)
        free(all.lines[--all.n]);
    json_decref(data);
    for (unsigned i = 0; i < n_sheets; i++)
        sheet_free(sheets[i]);
    campaign_end(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_every_value_of_the_page) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
