// SPDX-License-Identifier: BSD-3-Clause
// Clearing and writing events, from their rows; see sim/events/events.h.
#include "sim/events/events.h"
#include "sim/events/level_log.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void events_overflow(const char *name, unsigned most)
{
    fprintf(stderr, "warplock: bug: event %s is raised more than %u times at one edge\n", name, most);
    abort();
}

static void write_field(FILE *file, const char *name, const char *type, uint64_t value)
{
    fprintf(file, strcmp(type, "uint64_t") == 0 ? " %s=0x%" PRIx64 : " %s=%" PRIu64, name, value);
}

static void write_head(FILE *file, uint64_t cycle, const char *place, const char *name)
{
    fprintf(file, "%" PRIu64 " %s %s", cycle, place, name);
}

#define FIELD(type, name, words) write_field(file, #name, #type, event->name);
#define CLEAR_EVENT(name) events->name##_count = 0;
#define WRITE_EVENT(name, fields) \
    for (const name##_event *event = events->name; event < events->name + events->name##_count; event++) { \
        write_head(file, cycle, place, #name); \
        fields \
        fputc('\n', file); \
    }
#define CLEAR_MASK(name) events->name = 0;
#define WRITE_MASK(name) \
    if (events->name) { \
        write_head(file, cycle, place, #name); \
        write_field(file, "which", "uint64_t", events->name); \
        fputc('\n', file); \
    }

#define JOIN_OF(one, other) one##other
#define JOIN(one, other) JOIN_OF(one, other)

#define IN_SM(text) text
#define IN_CONTROLLER(text)
#define IN_GPU(text)
#define OF_PLACE sm_events
#include "sim/events/of_place.h"
#undef IN_SM
#undef IN_CONTROLLER
#undef OF_PLACE
#define IN_SM(text)
#define IN_CONTROLLER(text) text
#define OF_PLACE controller_events
#include "sim/events/of_place.h"
#undef IN_CONTROLLER
#undef IN_GPU
#undef OF_PLACE
#define IN_CONTROLLER(text)
#define IN_GPU(text) text
#define OF_PLACE gpu_events
#include "sim/events/of_place.h"
#undef FIELD

void events_describe(FILE *file)
{
    fprintf(file, "| event | place | phase | most | what | fields |\n| --- | --- | --- | --- | --- | --- |\n");
// What write_field writes as 0x.
#define NUMBER_bool
#define NUMBER_uint8_t
#define NUMBER_uint16_t
#define NUMBER_uint32_t
#define NUMBER_uint64_t " (0x)"
#define FIELD(type, name, words) "`" #name "` " words NUMBER_##type "; "
#define EVENT(place, name, phase, most, words, fields) \
    fprintf(file, "| `" #name "` | " #place " | " #phase " | %d | %s | %.*s |\n", most, words, (int)strlen(fields) - 2, fields);
#define EVENT_MASK(place, name, phase, words) \
    fprintf(file, "| `" #name "` | " #place " | " #phase " | a mask | %s | |\n", words);
#include "sim/events/events.def"
    fprintf(file, "\n## Levels\n\n");
    levels_describe(file);
    fprintf(file, "\n## A recording\n\n");
    lines_describe(file);
}
