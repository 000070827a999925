// SPDX-License-Identifier: BSD-3-Clause
// Records the accesses of an L1D, and counts whose lines are hit; see sim/core/l1d_watch.h.
#include "sim/core/l1d_watch.h"

#include <stdlib.h>

#include "sim/replay/l1d_replay.h"

// The reference that has brought a line in last; lines are found by open addressing. One that has left the L1D since stays:
// it is not hit before another reference has brought it in again.
typedef struct { uint64_t line, warp; uint32_t lanes; bool used, reused; uint16_t degree; } first_reference;

struct l1d_watch {
    l1d           *l1d;
    counters      *counters;
    stream_writer *recording;
    bool           locality, on_fill, stores_allocate;
    degree_profile *degrees;
    uint32_t       global_write, line_bytes;
    unsigned       sm;
    uint64_t       warp_in[STREAM_WARPS], started;          // warps are numbered as they start
    first_reference *references;
    size_t         mask, n_references;
};

l1d_watch *l1d_watch_new(const machine *m, l1d *l1d, unsigned sm, stream_writer *recording, bool locality,
                         degree_profile *degrees, counters *counters)
{
    l1d_watch *watch = calloc(1, sizeof *watch);
    if (!watch)
        abort();
    *watch = (l1d_watch){.l1d = l1d, .counters = counters, .recording = recording, .locality = locality,
                         .degrees = degrees, .sm = sm,
                         .on_fill = m->l1d.allocate == ALLOCATE_ON_FILL,
                         .stores_allocate = m->l1d.global_write == WRITE_BACK || m->l1d.write_miss == L1D_WRITE_MISS_LAZY, .global_write = m->l1d.global_write,
                         .line_bytes = m->l1d.line_bytes, .mask = 1023};
    watch->references = calloc(watch->mask + 1, sizeof *watch->references);
    if (!watch->references)
        abort();
    return watch;
}

void l1d_watch_free(l1d_watch *watch)
{
    if (!watch)
        return;
    free(watch->references);
    free(watch);
}

void l1d_watch_kernel(l1d_watch *watch)
{
    if (watch->recording)
        stream_write(watch->recording, watch->sm, &(stream_event){.what = STREAM_EMPTIED});
}

void l1d_watch_warps(l1d_watch *watch, uint64_t slots)
{
    for (unsigned slot = 0; slot < STREAM_WARPS; slot++)
        if (slots >> slot & 1)
            watch->warp_in[slot] = watch->started++;
    if (watch->recording)
        stream_write(watch->recording, watch->sm, &(stream_event){.what = STREAM_WARPS_START, .line = slots});
}

uint32_t l1d_watch_lanes(const warp_step *step, uint32_t of_part, const coalesced *access, uint64_t local_stride)
{
    // Local memory moves in words, of one thread local_stride apart.
    unsigned width = step->insn->element, word = step->space == SPACE_LOCAL && width > 4 ? 4 : width;
    if (step->pieces) {
        width *= step->pieces;
        local_stride = step->piece_stride;
    }
    uint32_t lanes = 0;
    for (unsigned lane = 0; lane < COALESCER_LANES; lane++)
        for (unsigned at = 0; at < width && of_part >> lane & 1; at += word) {
            uint64_t first = step->address[lane] + at / word * local_stride;
            if (first < access->address + access->bytes && first + word > access->address)
                lanes |= UINT32_C(1) << lane;
        }
    return lanes;
}

// --- whose line is hit

static first_reference *find(const l1d_watch *watch, uint64_t line)
{
    size_t at = (size_t)((line / watch->line_bytes * UINT64_C(0x9e3779b97f4a7c15)) >> 20) & watch->mask;
    while (watch->references[at].used && watch->references[at].line != line)
        at = (at + 1) & watch->mask;
    return &watch->references[at];
}

static void grow(l1d_watch *watch)
{
    first_reference *before = watch->references;
    size_t count = watch->mask + 1;
    watch->mask = 2 * count - 1;
    watch->references = calloc(2 * count, sizeof *watch->references);
    if (!watch->references)
        abort();
    for (size_t i = 0; i < count; i++)
        if (before[i].used)
            *find(watch, before[i].line) = before[i];
    free(before);
}

static void count_origin(l1d_watch *watch, const first_reference *reference, uint64_t warp, uint32_t lanes)
{
    hit_origin origin = origin_of_hit(warp, lanes, reference->warp, reference->lanes);
    watch->counters->l1d_hits_same_thread += origin == FROM_SAME_THREAD;
    watch->counters->l1d_hits_same_warp += origin == FROM_SAME_WARP;
    watch->counters->l1d_hits_other_warp += origin == FROM_OTHER_WARP;
}

// The first load hit on a line brought in by a load.
static void count_reuse(l1d_watch *watch, first_reference *reference)
{
    if (reference->degree && !reference->reused)
        degree_of(watch->degrees, reference->degree)->lines_reused++;
    reference->reused = true;
}

static void follow_line(l1d_watch *watch, const l1d_access *access, uint32_t lanes, unsigned degree, l1d_status status)
{
    uint64_t line = l1d_line_of(watch->l1d, access->address), warp = watch->warp_in[access->warp];
    first_reference *reference = find(watch, line);
    if (status == L1D_HIT || status == L1D_HIT_SENT) {
        if (watch->locality)
            count_origin(watch, reference, warp, lanes);
        if (watch->degrees && degree)
            count_reuse(watch, reference);
    } else if (status == L1D_MISS) {
        watch->n_references += !reference->used;
        *reference = (first_reference){.line = line, .warp = warp, .lanes = lanes, .used = true, .degree = (uint16_t)degree};
        if (watch->degrees && degree)
            degree_of(watch->degrees, degree)->lines++;
        if (2 * watch->n_references > watch->mask)
            grow(watch);
    }
}

// --- the recording

static bool is_store(const l1d_access *access)
{
    return access->kind == REQUEST_GLOBAL_WRITE || access->kind == REQUEST_LOCAL_WRITE;
}

static stream_what what_is(const l1d_watch *watch, const l1d_access *access, bool in_flight)
{
    if (!is_store(access))
        return STREAM_LOAD;
    if (in_flight)
        return STREAM_STORE_IN_FLIGHT;
    if (watch->stores_allocate)
        return STREAM_STORE_ALLOCATES;
    return access->kind == REQUEST_LOCAL_WRITE || watch->global_write == WRITE_THROUGH ? STREAM_STORE_KEEPS : STREAM_STORE_EVICTS;
}

l1d_status l1d_watch_try(l1d_watch *watch, const l1d_access *access, uint32_t lanes, unsigned degree, uint64_t cycle,
                         l1d_eviction *eviction)
{
    const l1d_look before = l1d_look_at(watch->l1d, access->address);
    l1d_status status = l1d_try(watch->l1d, access, cycle, eviction);
    if (l1d_failed(status))
        return status;
    if ((watch->locality || watch->degrees) && !(is_store(access) && status == L1D_MISS && !watch->stores_allocate))
        follow_line(watch, access, lanes, degree, status);
    if (!watch->recording)
        return status;
    stream_event event = {.what = (uint8_t)what_is(watch, access, before.in_flight), .warp = access->warp, .lanes = lanes,
                          .outcome = status == L1D_MISS ? STREAM_MISS : status == L1D_PENDING_HIT ? STREAM_MERGE : STREAM_HIT,
                          .line = l1d_line_of(watch->l1d, access->address) / watch->line_bytes};
    // Without time the oldest way is taken, and what has left is not merged with. Without sectors, a line that is there is there whole.
    bool takes = event.outcome == STREAM_MISS && (event.what == STREAM_LOAD || event.what == STREAM_STORE_ALLOCATES);
    event.timed = watch->on_fill ? false : takes ? before.oldest_in_flight || before.oldest_alike || before.line_in_tags
                                         : status == L1D_PENDING_HIT && !before.in_tags;
    stream_write(watch->recording, watch->sm, &event);
    return status;
}
