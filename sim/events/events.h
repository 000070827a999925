// SPDX-License-Identifier: BSD-3-Clause
// Events of a place at one edge of its clock, from the rows of events.def. sim/core and sim/memory raise them; the blocks of
// policies and observers and --events read them.
//
// The owner of a place has one struct of its kind (sm_events, controller_events, gpu_events): <name>[] holds <name>_count
// events; a mask is 0 if nothing happened. events_any says whether anything did. The owner clears the struct after the edge; a
// LATE event may be raised until the blocks get their late inputs.
#ifndef WARPLOCK_SIM_EVENTS_EVENTS_H
#define WARPLOCK_SIM_EVENTS_EVENTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "sim/machine/machine.h"

// Outcome of a lookup at the L1D (l1d_access.outcome).
typedef enum {
    L1D_HIT, L1D_HIT_SENT,            // the line is present; a store that hit it but is sent on
    L1D_PENDING_HIT, L1D_MISS, L1D_FAIL_LINE, L1D_FAIL_MSHR, L1D_FAIL_MERGE, L1D_FAIL_MISS_QUEUE
} l1d_status;

// Where its line was then, whatever the outcome (l1d_access.found): not in the L1D; in flight, with an MSHR entry; in the tags.
typedef enum { FOUND_NOWHERE, FOUND_ON_ITS_WAY, FOUND_HERE } l1d_found;

enum { L1D_BANKS_MAX = 8, COHERENT_LINES = 2 };          // OAWS, section 2.2: a load that touches more L1D lines is divergent

// Why a line left the L1D (l1d_evict.cause): another line took the way, a store hit it (l1d.global_write = evict), or a flush
// of dirty lines.
typedef enum { EVICT_REPLACED, EVICT_STORE, EVICT_FLUSH } l1d_cause;

// Why a line uses the data bus (line_sent.kind): a request; a prefetch; not at all, as the L2 has no use for it.
typedef enum { LINE_DEMAND, LINE_PREFETCH, LINE_DROPPED } line_kind;

#define FIELD(type, name, words) type name;
#define EVENT(place, name, phase, most, words, fields) typedef struct { fields } name##_event;
#define EVENT_MASK(place, name, phase, words)
#include "sim/events/events.def"
#undef FIELD
#undef EVENT
#undef EVENT_MASK
#define FIELD(type, name, words)

// Rows of one kind of place.
#define IN_SM(here, elsewhere) here
#define IN_CONTROLLER(here, elsewhere) elsewhere
#define IN_GPU(here, elsewhere) elsewhere
#define EVENT(place, name, phase, most, words, fields) IN_##place(uint16_t name##_count; name##_event name[most];, )
#define EVENT_MASK(place, name, phase, words) IN_##place(uint64_t name;, )
typedef struct {
    uint32_t raised;                  // bit EVENT_<name>
    bool     heard;                   // something reads the place's events; its owner sets this once
#include "sim/events/events.def"
} sm_events;
#undef IN_SM
#undef IN_CONTROLLER
#define IN_SM(here, elsewhere) elsewhere
#define IN_CONTROLLER(here, elsewhere) here
typedef struct {
    uint32_t raised;
    bool     heard;
#include "sim/events/events.def"
} controller_events;
#undef IN_CONTROLLER
#undef IN_GPU
#define IN_CONTROLLER(here, elsewhere) elsewhere
#define IN_GPU(here, elsewhere) here
typedef struct {
    uint32_t raised;
    bool     heard;
#include "sim/events/events.def"
} gpu_events;
#undef IN_SM
#undef IN_CONTROLLER
#undef IN_GPU
#undef EVENT
#undef EVENT_MASK

enum {
#define EVENT(place, name, phase, most, words, fields) EVENT_##name,
#define EVENT_MASK(place, name, phase, words) EVENT_##name,
#include "sim/events/events.def"
#undef EVENT
#undef EVENT_MASK
    EVENTS
};

// Ends the program: the simulator raised more of an event than its row allows.
_Noreturn void events_overflow(const char *name, unsigned most);

// raise_<name>(events, event), raise_<name>(events, mask)
#define EVENTS_SM sm_events
#define EVENTS_CONTROLLER controller_events
#define EVENTS_GPU gpu_events
#define EVENT(place, name, phase, most, words, fields) \
    static inline void raise_##name(EVENTS_##place *events, name##_event event) \
    { \
        if (events->name##_count == (most)) \
            events_overflow(#name, most); \
        events->name[events->name##_count++] = event; \
        events->raised |= UINT32_C(1) << EVENT_##name; \
    }
#define EVENT_MASK(place, name, phase, words) \
    static inline void raise_##name(EVENTS_##place *events, uint64_t which) \
    { \
        events->name |= which; \
        events->raised |= UINT32_C(1) << EVENT_##name; \
    }
#include "sim/events/events.def"
#undef FIELD
#undef EVENT
#undef EVENT_MASK

// tell_event(events, name, .field = value, ...): an event that its owner does not use itself. If nothing reads it, its fields are
// not computed.
#define tell_event(events, name, ...) \
    do { \
        if ((events)->heard) \
            raise_##name(events, (name##_event){__VA_ARGS__}); \
    } while (0)

void sm_events_clear(sm_events *);
void controller_events_clear(controller_events *);
void gpu_events_clear(gpu_events *);

// A line for each event: "cycle place event field=value ...", as --events writes them; the order of events.def.
void sm_events_write(const sm_events *, FILE *, uint64_t cycle, const char *place);
void controller_events_write(const controller_events *, FILE *, uint64_t cycle, const char *place);
void gpu_events_write(const gpu_events *, FILE *, uint64_t cycle, const char *place);
void events_describe(FILE *);         // the tables of `warplock events`

#endif
