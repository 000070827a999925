// The JSON report, an interface: its names stay. In the order of the rows; only `wall_seconds` depends on time.
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "sim/report/report.h"

// Sets "l1d.hits" as {"l1d": {"hits": ...}}.
static void set_path(json_t *object, const char *path, json_t *value)
{
    const char *dot = strchr(path, '.');
    char group[32];
    json_t *inner;

    if (!dot) {
        json_object_set_new(object, path, value);
        return;
    }
    snprintf(group, sizeof group, "%.*s", (int)(dot - path), path);
    inner = json_object_get(object, group);
    if (!inner) {
        inner = json_object();
        json_object_set_new(object, group, inner);
    }
    json_object_set_new(inner, dot + 1, value);
}

static void set_count(json_t *object, const char *path, uint64_t number)
{
    set_path(object, path, json_integer((json_int_t)number));
}

static void set_identity(json_t *object, const run_record *run)
{
    set_path(object, "machine", json_string(run->machine));
    set_path(object, "policy", json_string(run->policy));
    set_path(object, "kernel", json_string(run->kernel));
    set_path(object, "blocks", json_string(run->blocks));
    if (run->size[0])
        set_count(object, "size", run->size[0]);
    if (run->size[1])
        set_count(object, "columns", run->size[1]);
    if (run->size[0])
        set_count(object, "seed", run->seed);
    if (run->n_overrides) {
        json_t *list = json_array();

        for (unsigned i = 0; i < run->n_overrides; i++)
            json_array_append_new(list, json_string(run->overrides[i]));
        set_path(object, "set", list);
    }
}

static void set_figures(json_t *object, const run_record *run)
{
    const counters *c = &run->counters;

#define COUNTER(member, json, unit, help) set_count(object, json, c->member);
#include "sim/report/counters.def"
#undef COUNTER
#define DERIVED(json, part, whole, help) set_path(object, json, json_real(report_ratio(part, whole)));
#include "sim/report/derived.def"
#undef DERIVED
    set_count(object, "lockstep.instances", run->lockstep.instances);
    set_count(object, "lockstep.cycles", run->lockstep.cycles);
    set_count(object, "lockstep.skipped", run->lockstep.skipped);
    set_count(object, "lockstep.fields", run->lockstep.fields);
    set_count(object, "lockstep.mismatches", run->lockstep.mismatches);
}

void report_json(FILE *file, const run_record *runs, unsigned count)
{
    json_t *array = json_array();

    for (unsigned i = 0; i < count; i++) {
        const run_record *run = &runs[i];
        json_t *object = json_object();

        set_identity(object, run);
        set_figures(object, run);
        if (report_ended(run))
            set_path(object, "group", json_string(report_group(&run->counters)));
        set_path(object, "verified", run->verified < 0 ? json_null() : json_boolean(run->verified));
        set_count(object, "status", run->status);
        if (run->message[0])
            set_path(object, "message", json_string(run->message));
        set_path(object, "wall_seconds", json_real(run->wall_seconds));
        json_array_append_new(array, object);
    }
    json_dumpf(array, file, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
    fputc('\n', file);
    json_decref(array);
}
