// SPDX-License-Identifier: BSD-3-Clause
// The JSON report, an interface with stable names, in the order of the rows; only `wall_seconds` depends on time.
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "sim/report/number.h"
#include "sim/report/readable_name.h"
#include "sim/report/ratio.h"
#include "sim/report/report.h"

// Sets "l1d.hits" as {"l1d": {"hits": ...}}.
static void set_path(json_t *object, const char *path, json_t *value)
{
    const char *dot = strchr(path, '.');
    const size_t length = dot ? (size_t)(dot - path) : 0;
    char group[length + 1];
    json_t *inner;

    if (!dot) {
        json_object_set_new(object, path, value);
        return;
    }
    memcpy(group, path, length);
    group[length] = 0;
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
    if (run->size[2])
        set_count(object, "rounds", run->size[2]);
    if (run->size[0])
        set_count(object, "seed", run->seed);
    if (run->n_overrides) {
        json_t *list = json_array();

        for (unsigned i = 0; i < run->n_overrides; i++)
            json_array_append_new(list, json_string(run->overrides[i]));
        set_path(object, "set", list);
    }
}

static void set_counters(json_t *object, const counters *c, const run_record *run)
{
#define COUNTER(member, json, keeper, when, ...) if (report_has(run, REPORTED_##when)) set_count(object, json, c->member);
#include "sim/report/counters.def"
#undef COUNTER
#define FIGURE(json, when, part, whole, help) \
    if (report_has(run, REPORTED_##when)) set_path(object, json, json_real(report_ratio(part, whole)));
#include "sim/report/derived.def"
#undef FIGURE
}

static void set_figures(json_t *object, const run_record *run)
{
    set_counters(object, &run->counters, run);
#define LOCKSTEP_COUNT(member, help) set_count(object, "lockstep." #member, run->lockstep.member);
#include "tb/lockstep_counts.def"
#undef LOCKSTEP_COUNT
}

static json_t *three(const uint32_t numbers[static 3])
{
    json_t *array = json_array();

    for (unsigned i = 0; i < 3; i++)
        json_array_append_new(array, json_integer(numbers[i]));
    return array;
}

static void set_readable(json_t *object, const char *kernel)
{
    char *name = readable_name(kernel);

    set_path(object, "name", json_string(name));
    free(name);
}

static json_t *launches_json(const run_record *run)
{
    json_t *array = json_array();

    for (unsigned i = 0; i < run->n_launches; i++) {
        const launch_record *launch = &run->launches[i];
        json_t *object = json_object();

        set_path(object, "kernel", json_string(launch->kernel));
        set_readable(object, launch->kernel);
        set_path(object, "grid", three(launch->grid));
        set_path(object, "block", three(launch->block));
        if (launch->functional)
            set_path(object, "functional", json_true());
        if (launch->l1d_ways)
            set_count(object, "l1d_ways", launch->l1d_ways);
        set_counters(object, &launch->counters, run);
        json_array_append_new(array, object);
    }
    return array;
}

// NULL for a line that never accessed the L1D. `kernel` may be NULL.
static json_t *line_json(const char *kernel, const profile_line *line, const line_counters *n)
{
    json_t *object;

    if (!profile_line_used(n))
        return NULL;
    object = json_object();
    if (kernel)
        set_path(object, "kernel", json_string(kernel));
    set_count(object, "line", line->line);
    set_count(object, "pc", line->pc);
    set_path(object, "kind", json_string(line->store ? "store" : "load"));
    set_path(object, "text", json_string(line->text));
#define PART_COUNTER(member, ...) set_count(object, #member, n->member);
#include "sim/report/line_counters.def"
#undef PART_COUNTER
    return object;
}

static json_t *lines_json(const profile *p)
{
    json_t *array = json_array();

    for (unsigned k = 0; k < p->n_kernels; k++)
        for (unsigned i = 0; i < p->kernels[k]->n_lines; i++) {
            const profile_line *line = &p->kernels[k]->lines[i];
            line_counters total = profile_line_total(p->kernels[k], line);
            json_t *object = line_json(p->kernels[k]->name, line, &total);

            if (object)
                json_array_append_new(array, object);
        }
    return array;
}

static json_t *age_json(const kernel_profile *kernel, unsigned age)
{
    json_t *object = json_object(), *lines = json_array();

    set_path(object, "kernel", json_string(kernel->name));
    set_count(object, "age", age);
#define PART_COUNTER(member, ...) set_count(object, #member, kernel->ages[age].member);
#include "sim/report/age_counters.def"
#undef PART_COUNTER
    for (unsigned i = 0; i < kernel->n_lines; i++) {
        const profile_line *line = &kernel->lines[i];
        json_t *of_age = line->ages ? line_json(NULL, line, &line->ages[age].counters) : NULL;

        if (of_age)
            json_array_append_new(lines, of_age);
    }
    set_path(object, "lines", lines);
    return object;
}

static json_t *ages_json(const profile *p)
{
    json_t *array = json_array();

    for (unsigned k = 0; k < p->n_kernels; k++)
        for (unsigned age = 0; age < p->kernels[k]->n_ages; age++)
            json_array_append_new(array, age_json(p->kernels[k], age));
    return array;
}

static json_t *search_json(const run_curve *curve)
{
    json_t *object = json_object(), *points = json_array();

    set_path(object, "key", json_string(curve->key));
    set_count(object, "best", curve->best);
    for (unsigned i = 0; i < curve->n; i++) {
        const curve_point *at = &curve->points[i];
        json_t *point = json_object();

        set_count(point, "value", at->value);
        if (at->known) {
            set_path(point, "ipc", json_real(at->ipc));
            set_path(point, "mpki", json_real(at->mpki));
            set_count(point, "cycles", at->cycles);
        }
        json_array_append_new(points, point);
    }
    set_path(object, "curve", points);
    return object;
}

static void set_details(json_t *object, const run_record *run)
{
    if (run->per_launch)
        set_path(object, "per_launch", launches_json(run));
    if (run->per_line)
        set_path(object, "per_line", lines_json(run->profile));
    if (run->per_age)
        set_path(object, "per_age", ages_json(run->profile));
    if (run->degrees)
        set_path(object, "per_degree", degrees_json(run->degrees));
    if (run->slices)
        set_path(object, "per_slice", slices_json(run->slices, run->counters.cycles));
    if (run->rows)
        set_path(object, "per_row", row_sharing_json(run->rows));
    if (run->links)
        set_path(object, "per_link", links_json(run->links));
    if (run->intervals)
        set_path(object, "per_interval", intervals_json(run->intervals));
    if (run->curve.key[0])
        set_path(object, "search", search_json(&run->curve));
    if (run->replayed)
        set_path(object, "belady", replay_json(&run->replays));
}

void report_json(FILE *file, const run_record *runs, unsigned count)
{
    json_t *array = json_array();

    for (unsigned i = 0; i < count; i++) {
        const run_record *run = &runs[i];
        json_t *object = json_object();

        set_identity(object, run);
        set_figures(object, run);
        if (run->untimed_launches) {
            set_count(object, "untimed.launches", run->untimed_launches);
            set_count(object, "untimed.warp_insns", run->untimed_warp_insns);
        }
        set_details(object, run);
        if (report_ended(run))
            set_path(object, "group", json_string(report_group(&run->counters)));
        set_path(object, "verified", run->verified < 0 ? json_null() : json_boolean(run->verified));
        if (run->traced)
            set_path(object, "results", json_string("not checked (trace)"));
        set_count(object, "status", run->status);
        if (run->message[0])
            set_path(object, "message", json_string(run->message));
        set_path(object, "wall_seconds", json_real(run->wall_seconds));
        json_array_append_new(array, object);
    }
    json_print(array, JSON_INDENT(2), file);
    fputc('\n', file);
    json_decref(array);
}
