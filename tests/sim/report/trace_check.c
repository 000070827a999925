// SPDX-License-Identifier: BSD-3-Clause
#include "tests/sim/report/trace_check.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH = 64 };

typedef struct { json_int_t process, track; double since, until; size_t at; char phase; const char *name; } timed;

static bool broken(char *why, size_t size, size_t at, const char *format, ...) __attribute__((format(printf, 4, 5)));
static bool broken(char *why, size_t size, size_t at, const char *format, ...)
{
    va_list list;
    int length = snprintf(why, size, "event %zu: ", at);

    va_start(list, format);
    vsnprintf(why + length, size - (size_t)length, format, list);
    va_end(list);
    return false;
}

static const json_t *events_of(const json_t *file)
{
    return json_is_array(file) ? file : json_object_get(file, "traceEvents");
}

static char phase_of(const json_t *event)
{
    const char *word = json_string_value(json_object_get(event, "ph"));
    return word ? word[0] : 0;
}

static bool number(const json_t *value)
{
    return json_is_number(value) && isfinite(json_number_value(value));
}

// --- one event by itself

static bool metadata_is_valid(const json_t *event, char *why, size_t size, size_t at)
{
    static const struct { const char *name, *argument; bool text; } kinds[] = {
        { "process_name", "name", true }, { "process_labels", "labels", true }, { "process_sort_index", "sort_index", false },
        { "thread_name", "name", true }, { "thread_sort_index", "sort_index", false } };
    const char *name = json_string_value(json_object_get(event, "name"));

    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const json_t *value = json_object_get(json_object_get(event, "args"), kinds[i].argument);
        if (strcmp(name, kinds[i].name) != 0)
            continue;
        if (kinds[i].text ? !json_is_string(value) : !json_is_integer(value))
            return broken(why, size, at, "metadata %s without args.%s", name, kinds[i].argument);
        if (strncmp(name, "thread", 6) == 0 && !json_is_integer(json_object_get(event, "tid")))
            return broken(why, size, at, "metadata %s without a tid", name);
        return true;
    }
    return broken(why, size, at, "no metadata are called %s", name);
}

static bool counter_is_valid(const json_t *event, char *why, size_t size, size_t at)
{
    const json_t *arguments = json_object_get(event, "args");
    const char *key;
    json_t *value;

    if (json_object_size(arguments) == 0)
        return broken(why, size, at, "a counter without args");
    json_object_foreach((json_t *)arguments, key, value)
        if (!number(value))
            return broken(why, size, at, "a counter whose %s is no number", key);
    return true;
}

static bool event_is_valid(const json_t *event, char *why, size_t size, size_t at)
{
    const char *phase = json_string_value(json_object_get(event, "ph"));
    const json_t *ts = json_object_get(event, "ts"), *dur = json_object_get(event, "dur"), *scope = json_object_get(event, "s");

    if (!json_is_object(event))
        return broken(why, size, at, "no object");
    if (!phase || strlen(phase) != 1 || !strchr("BEXiIPCMNODRcbnestfVvSTpF", phase[0]))
        return broken(why, size, at, "no phase");
    if (!json_is_string(json_object_get(event, "name")) && phase[0] != 'E')
        return broken(why, size, at, "no name");
    if (!json_is_integer(json_object_get(event, "pid")))
        return broken(why, size, at, "no pid");
    if (json_object_get(event, "cat") && !json_is_string(json_object_get(event, "cat")))
        return broken(why, size, at, "cat is no string");
    if (json_object_get(event, "args") && !json_is_object(json_object_get(event, "args")))
        return broken(why, size, at, "args is no object");
    if (phase[0] == 'M')
        return metadata_is_valid(event, why, size, at);
    if (!number(ts) || json_number_value(ts) < 0)
        return broken(why, size, at, "no ts");
    if (strchr("BEXi", phase[0]) && !json_is_integer(json_object_get(event, "tid")))
        return broken(why, size, at, "no tid");
    if (phase[0] == 'X' && (!number(dur) || json_number_value(dur) < 0))
        return broken(why, size, at, "a complete event without dur");
    if (phase[0] == 'i' && scope && (!json_is_string(scope) || !strstr("g p t", json_string_value(scope))))
        return broken(why, size, at, "an instant of no scope");
    if (strchr("bnestfNOD", phase[0]) && !json_object_get(event, "id"))
        return broken(why, size, at, "phase %c without an id", phase[0]);
    return phase[0] != 'C' || counter_is_valid(event, why, size, at);
}

// --- events of a track: slices nest, what begins ends

static int by_track_and_time(const void *one, const void *other)
{
    const timed *a = one, *b = other;

    if (a->process != b->process)
        return a->process < b->process ? -1 : 1;
    if (a->track != b->track)
        return a->track < b->track ? -1 : 1;
    if (a->since != b->since)
        return a->since < b->since ? -1 : 1;
    if (a->until != b->until && a->phase == 'X' && b->phase == 'X')
        return a->until > b->until ? -1 : 1;        // the longer one lies outside
    return a->at < b->at ? -1 : 1;
}

static timed *slices_of(const json_t *events, const char *phases, size_t *count)
{
    timed *all = calloc(json_array_size(events) + 1, sizeof *all);

    if (!all)
        abort();
    *count = 0;
    for (size_t i = 0; i < json_array_size(events); i++) {
        const json_t *event = json_array_get(events, i);
        const double since = json_number_value(json_object_get(event, "ts"));
        if (strchr(phases, phase_of(event)))
            all[(*count)++] = (timed){
                .process = json_integer_value(json_object_get(event, "pid")), .since = since, .at = i, .phase = phase_of(event),
                .track = json_integer_value(json_object_get(event, "tid")),
                .until = since + json_number_value(json_object_get(event, "dur")),
                .name = json_string_value(json_object_get(event, "name")) };
    }
    return all;
}

static bool complete_events_nest(const json_t *events, char *why, size_t size)
{
    size_t count, depth = 0;
    timed *all = slices_of(events, "X", &count), open[DEPTH];
    bool good = true;

    qsort(all, count, sizeof *all, by_track_and_time);
    for (size_t i = 0; good && i < count; i++) {
        while (depth && (open[depth - 1].process != all[i].process || open[depth - 1].track != all[i].track ||
                         open[depth - 1].until <= all[i].since))
            depth--;
        if (depth && open[depth - 1].until < all[i].until)
            good = broken(why, size, all[i].at, "%s overlaps event %zu, %s", all[i].name, open[depth - 1].at, open[depth - 1].name);
        else if (depth == DEPTH)
            good = broken(why, size, all[i].at, "more than %d slices in each other", DEPTH);
        else
            open[depth++] = all[i];
    }
    free(all);
    return good;
}

// In the order of the file, which is that of time.
static bool begins_have_ends(const json_t *events, char *why, size_t size)
{
    size_t count;
    timed *all = slices_of(events, "BE", &count);
    bool good = true;

    for (size_t i = 0; good && i < count; i++) {
        long depth = 0;
        double latest = 0;
        bool first = true;
        for (size_t k = 0; k < i; k++)
            first &= all[k].process != all[i].process || all[k].track != all[i].track;
        for (size_t k = i; first && good && k < count; k++) {
            if (all[k].process != all[i].process || all[k].track != all[i].track)
                continue;
            depth += all[k].phase == 'B' ? 1 : -1;
            if (depth < 0)
                good = broken(why, size, all[k].at, "an end without a beginning");
            else if (all[k].since < latest)
                good = broken(why, size, all[k].at, "before the event of its track in front of it");
            latest = all[k].since;
        }
        if (good && first && depth)
            good = broken(why, size, all[i].at, "a track with %ld beginnings without an end", depth);
    }
    free(all);
    return good;
}

bool trace_is_valid(const json_t *file, char *why, size_t size)
{
    const json_t *events = events_of(file), *unit = json_is_object(file) ? json_object_get(file, "displayTimeUnit") : NULL;

    if (!json_is_array(events))
        return broken(why, size, 0, "no traceEvents");
    if (unit && (!json_is_string(unit) || (strcmp(json_string_value(unit), "ms") != 0 && strcmp(json_string_value(unit), "ns") != 0)))
        return broken(why, size, 0, "displayTimeUnit is neither ms nor ns");
    for (size_t i = 0; i < json_array_size(events); i++)
        if (!event_is_valid(json_array_get(events, i), why, size, i))
            return false;
    return complete_events_nest(events, why, size) && begins_have_ends(events, why, size);
}

// --- ours: names for all, one track a tid, time as in the file

static const char *name_of(const json_t *file, const char *kind, json_int_t process, const json_int_t *track)
{
    const json_t *events = events_of(file);

    for (size_t i = 0; i < json_array_size(events); i++) {
        const json_t *event = json_array_get(events, i);
        if (phase_of(event) == 'M' && strcmp(json_string_value(json_object_get(event, "name")), kind) == 0 &&
            json_integer_value(json_object_get(event, "pid")) == process &&
            (!track || json_integer_value(json_object_get(event, "tid")) == *track))
            return json_string_value(json_object_get(json_object_get(event, "args"), "name"));
    }
    return "";
}

const char *trace_process_name(const json_t *file, json_int_t process) { return name_of(file, "process_name", process, NULL); }

const char *trace_track_name(const json_t *file, json_int_t process, json_int_t track)
{
    return name_of(file, "thread_name", process, &track);
}

// An array, as a file may be.
static json_t *metadata_of(const json_t *file)
{
    json_t *found = json_array(), *event;
    size_t i;

    json_array_foreach((json_t *)events_of(file), i, event)
        if (phase_of(event) == 'M')
            json_array_append(found, event);
    return found;
}

// Perfetto takes threads of one number for one where it can.
static bool tracks_differ(const json_t *names, char *why, size_t size)
{
    json_t *one, *other;
    size_t i, k;

    json_array_foreach((json_t *)names, i, one)
        json_array_foreach((json_t *)names, k, other)
            if (k < i && json_equal(json_object_get(one, "tid"), json_object_get(other, "tid")) &&
                !json_equal(json_object_get(one, "pid"), json_object_get(other, "pid")))
                return broken(why, size, i, "two processes have a thread %lld",
                              (long long)json_integer_value(json_object_get(one, "tid")));
    return true;
}

bool trace_is_legible(const json_t *file, char *why, size_t size)
{
    size_t count;
    timed *all = slices_of(events_of(file), "XC", &count);
    json_t *names = metadata_of(file);
    bool good = true;

    for (size_t i = 0; good && i < count; i++)
        if (all[i].phase == 'X' && all[i].until <= all[i].since)
            good = broken(why, size, all[i].at, "%s lasts no cycle", all[i].name);
    good = good && tracks_differ(names, why, size);
    qsort(all, count, sizeof *all, by_track_and_time);
    for (size_t i = 0; good && i < count; i++) {
        const bool begins = i == 0 || all[i].process != all[i - 1].process || all[i].track != all[i - 1].track;
        if (begins && !*trace_process_name(names, all[i].process))
            good = broken(why, size, all[i].at, "process %lld has no name", (long long)all[i].process);
        else if (begins && all[i].phase == 'X' && !*trace_track_name(names, all[i].process, all[i].track))
            good = broken(why, size, all[i].at, "track %lld has no name", (long long)all[i].track);
        else if (!begins && all[i].phase == 'X' && all[i].at < all[i - 1].at)
            good = broken(why, size, all[i].at, "%s stands in front of what it follows", all[i].name);
    }
    json_decref(names);
    free(all);
    return good;
}
