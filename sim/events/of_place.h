// SPDX-License-Identifier: BSD-3-Clause
// The functions of one kind of place, OF_PLACE. sim/events/events.c includes this once per kind; IN_<place> keeps the rows
// of that place.
void JOIN(OF_PLACE, _clear)(OF_PLACE *events)
{
    if (!events->raised)
        return;
    events->raised = 0;
#define EVENT(place, name, phase, most, words, fields) IN_##place(CLEAR_EVENT(name))
#define EVENT_MASK(place, name, phase, words) IN_##place(CLEAR_MASK(name))
#include "sim/events/events.def"
#undef EVENT
#undef EVENT_MASK
}

void JOIN(OF_PLACE, _write)(const OF_PLACE *events, FILE *file, uint64_t cycle, const char *place)
{
#define EVENT(place, name, phase, most, words, fields) IN_##place(WRITE_EVENT(name, fields))
#define EVENT_MASK(place, name, phase, words) IN_##place(WRITE_MASK(name))
#include "sim/events/events.def"
#undef EVENT
#undef EVENT_MASK
}
