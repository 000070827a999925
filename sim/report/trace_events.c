// SPDX-License-Identifier: BSD-3-Clause
// Lines of a file in the Trace Event Format; see sim/report/trace_events.h.
#include "sim/report/trace_events.h"

#include <inttypes.h>
#include <string.h>

#include "tb/plain.h"

// In UTF-8, even when cut.
void trace_text(const char *text, char *to, size_t size)
{
    size_t at = 0;
    char as;

    to[at++] = '"';
    for (unsigned length; *text && at + 8 < size; text += length) {
        unsigned char byte = (unsigned char)*text;

        length = plain_next(text, &as);
        if (byte < ' ' || byte == '"' || byte == '\\')
            at += (size_t)snprintf(to + at, size - at, "\\u%04x", byte);
        else
            for (unsigned i = 0; i < length; i++)
                to[at++] = as == '?' ? as : text[i];
    }
    memcpy(to + at, "\"", 2);
}

static FILE *next_event(trace_events *t)
{
    FILE *file = t->file.stream;

    fputs(t->any ? ",\n" : "\n", file);
    t->any = true;
    return file;
}

void trace_events_begin(trace_events *t, uint64_t start, uint64_t cycles, const trace_fact *facts, unsigned count)
{
    FILE *file = t->file.stream;
    char name[64], value[4608];

    t->start = start;
    t->end = cycles && cycles < UINT64_MAX - start ? start + cycles : UINT64_MAX;
    fputs("{\"displayTimeUnit\": \"ns\",\n\"otherData\": {\"time\": \"1 microsecond is 1 core cycle\"", file);
    for (unsigned i = 0; i < count; i++) {
        trace_text(facts[i].name, name, sizeof name);
        trace_text(facts[i].value, value, sizeof value);
        fprintf(file, ", %s: %s", name, value);
    }
    fputs("},\n\"traceEvents\": [", file);
}

void trace_events_end(trace_events *t)
{
    fputs("\n]}\n", t->file.stream);
}

void trace_process(trace_events *t, unsigned process, const char *name)
{
    char text[512];

    trace_text(name, text, sizeof text);
    fprintf(next_event(t), "{\"ph\":\"M\",\"pid\":%u,\"tid\":%u,\"name\":\"process_name\",\"args\":{\"name\":%s}}", process,
            process, text);
    fprintf(next_event(t), "{\"ph\":\"M\",\"pid\":%u,\"tid\":%u,\"name\":\"process_sort_index\",\"args\":{\"sort_index\":%u}}",
            process, process, process);
}

void trace_track(trace_events *t, unsigned process, unsigned track, const char *name)
{
    char text[512];

    trace_text(name, text, sizeof text);
    fprintf(next_event(t), "{\"ph\":\"M\",\"pid\":%u,\"tid\":%u,\"name\":\"thread_name\",\"args\":{\"name\":%s}}", process, track,
            text);
    fprintf(next_event(t), "{\"ph\":\"M\",\"pid\":%u,\"tid\":%u,\"name\":\"thread_sort_index\",\"args\":{\"sort_index\":%u}}",
            process, track, track);
}

void trace_slice(trace_events *t, unsigned process, unsigned track, const char *name, uint64_t since, uint64_t until,
                 const char *arguments)
{
    char text[512];

    since = since < t->start ? t->start : since;
    until = until > t->end ? t->end : until;
    if (since >= until)
        return;
    trace_text(name, text, sizeof text);
    fprintf(next_event(t), "{\"ph\":\"X\",\"pid\":%u,\"tid\":%u,\"ts\":%" PRIu64 ",\"dur\":%" PRIu64 ",\"name\":%s", process,
            track, since, until - since, text);
    if (*arguments)
        fprintf(t->file.stream, ",\"args\":{%s}", arguments);
    fputc('}', t->file.stream);
}

void trace_counter(trace_events *t, unsigned process, const char *name, uint64_t cycle, const char *values)
{
    char text[512];

    if (cycle < t->start || cycle > t->end)
        return;
    trace_text(name, text, sizeof text);
    fprintf(next_event(t), "{\"ph\":\"C\",\"pid\":%u,\"tid\":%u,\"ts\":%" PRIu64 ",\"name\":%s,\"args\":{%s}}", process, process, cycle,
            text, values);
}
