// SPDX-License-Identifier: BSD-3-Clause
// Reads a run back from the JSON of report_json: what tables and CSV show of it, with its launches and no other details.
#include <stdlib.h>
#include <string.h>

#include "sim/report/json_read.h"

// The member at a path; NULL: none.
static const json_t *at_path(const json_t *object, const char *path)
{
    const char *dot = strchr(path, '.');
    char group[32];

    if (!dot)
        return json_object_get(object, path);
    snprintf(group, sizeof group, "%.*s", (int)(dot - path), path);
    return json_object_get(json_object_get(object, group), dot + 1);
}

static bool read_count(const json_t *object, const char *path, uint64_t *number)
{
    const json_t *value = at_path(object, path);

    *number = json_is_integer(value) ? (uint64_t)json_integer_value(value) : 0;
    return json_is_integer(value);
}

static void read_word(const json_t *object, const char *path, char *to, size_t size)
{
    const char *text = json_string_value(at_path(object, path));

    snprintf(to, size, "%s", text ? text : "");
}

// False: a counter that every run has is missing. One that only some runs have was counted here if it is present.
static bool read_counter(const json_t *object, const char *path, unsigned when, uint64_t *number, run_record *run)
{
    if (!read_count(object, path, number))
        return when != REPORTED_ALWAYS;
    run->reported |= when;
    return true;
}

static bool read_counters(const json_t *object, counters *c, run_record *run)
{
    bool whole = true;

#define COUNTER(member, json, keeper, when, ...) whole &= read_counter(object, json, REPORTED_##when, &c->member, run);
#include "sim/report/counters.def"
#undef COUNTER
    return whole;
}

static void read_three(const json_t *array, uint32_t numbers[static 3])
{
    for (size_t i = 0; i < 3; i++)
        numbers[i] = (uint32_t)json_integer_value(json_array_get(array, i));
}

static bool read_launches(const json_t *array, run_record *run)
{
    size_t count = json_array_size(array);

    run->per_launch = json_is_array(array);
    run->launches = calloc(count ? count : 1, sizeof *run->launches);
    if (!run->launches)
        abort();
    for (size_t i = 0; i < count; i++) {
        const json_t *object = json_array_get(array, i);
        const char *kernel = json_string_value(json_object_get(object, "kernel"));
        launch_record *launch = &run->launches[run->n_launches++];

        launch->kernel = strdup(kernel ? kernel : "");
        if (!launch->kernel)
            abort();
        read_three(json_object_get(object, "grid"), launch->grid);
        read_three(json_object_get(object, "block"), launch->block);
        launch->l1d_ways = (uint32_t)json_integer_value(json_object_get(object, "l1d_ways"));
        if (!read_counters(object, &launch->counters, run))
            return false;
    }
    return true;
}

bool report_read_json(const json_t *object, run_record *run)
{
    static const char *const blocks[] = { "c", "verilog", "lockstep", "none" };
    const json_t *verified = json_object_get(object, "verified"), *message = json_object_get(object, "message");
    const char *name = json_string_value(json_object_get(object, "blocks"));
    uint64_t status;

    *run = (run_record){ .message = "", .blocks = "c", .verified = json_is_boolean(verified) ? json_is_true(verified) : -1 };
    if (!json_is_object(object) || !name || !read_count(object, "status", &status) || status > STATUS_LIMIT)
        return false;
    for (unsigned i = 0; i < sizeof blocks / sizeof blocks[0]; i++)
        if (strcmp(blocks[i], name) == 0)
            run->blocks = blocks[i];
    read_word(object, "machine", run->machine, sizeof run->machine);
    read_word(object, "policy", run->policy, sizeof run->policy);
    read_word(object, "kernel", run->kernel, sizeof run->kernel);
    run->functional = strcmp(run->blocks, "none") == 0;
    run->status = (run_status)status;
    run->wall_seconds = json_number_value(json_object_get(object, "wall_seconds"));
    bool whole = read_counters(object, &run->counters, run);
#define LOCKSTEP_COUNT(member, help) whole &= read_count(object, "lockstep." #member, &run->lockstep.member);
#include "tb/lockstep_counts.def"
#undef LOCKSTEP_COUNT
    if (json_is_string(message))
        run->message = strdup(json_string_value(message));
    return whole && read_launches(json_object_get(object, "per_launch"), run);
}

void report_read_free(run_record *run)
{
    for (unsigned i = 0; i < run->n_launches; i++)
        free(run->launches[i].kernel);
    free(run->launches);
    if (run->message[0])
        free((char *)run->message);
}
