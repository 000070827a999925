// SPDX-License-Identifier: BSD-3-Clause
// Replays of a recorded stream; see sim/replay/l1d_replay.h.
#include "sim/replay/l1d_replay.h"

#include <stdlib.h>
#include <string.h>

#include "sim/machine/choices.h"
#include "sim/memory/cache.h"
#include "sim/report/terminal.h"

#define NEVER SIZE_MAX
enum { NO_LINE = UINT32_MAX };

// A place for a line. `next`: the next event that needs it.
typedef struct {
    uint32_t line;                                  // NO_LINE: free
    uint32_t lanes;                                 // of the reference that brought it in
    uint64_t warp;
    uint64_t epoch;                                 // kernel starts before it came: free after another one
    size_t   used, next;
} way;

typedef struct {
    replay_policy policy;
    uint32_t ways;
    uint32_t n_lines;                               // lines are numbered by their first use
    uint32_t *line_of;                              // of each event that is an access
    size_t   *next;                                 // for each event: the next one that needs its line
    uint32_t *set_of;                               // of each line
    way      *places;                               // `ways` of each set; UNBOUNDED: one of each line
    uint32_t *place_of;                             // of each line, while it is there; or NO_LINE
    uint64_t epoch;
} replay;

static void *room(size_t count, size_t size)
{
    void *bytes = calloc(count ? count : 1, size);
    if (!bytes)
        abort();
    return bytes;
}

static bool is_access(const stream_event *event) { return event->what < STREAM_EMPTIED; }
static bool brings(const stream_event *event) { return event->what == STREAM_LOAD || event->what == STREAM_STORE_ALLOCATES; }

// --- lines, numbered

typedef struct { uint64_t *key; uint32_t *number; size_t mask; } line_table;

static size_t find_line(const line_table *table, uint64_t key)
{
    size_t at = (size_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 20) & table->mask;
    while (table->number[at] != NO_LINE && table->key[at] != key)
        at = (at + 1) & table->mask;
    return at;
}

static void number_lines(replay *r, const stream_event *events, size_t count, uint32_t recorded, const replay_geometry *g)
{
    const cache_geometry geometry = {.sets = g->sets, .ways = g->ways, .line_bytes = g->line_bytes, .index = g->index};
    line_table table = {.mask = 1023};
    while (table.mask < 2 * count)
        table.mask = 2 * table.mask + 1;
    table.key = room(table.mask + 1, sizeof *table.key);
    table.number = room(table.mask + 1, sizeof *table.number);
    memset(table.number, 0xff, (table.mask + 1) * sizeof *table.number);
    for (size_t i = 0; i < count; i++) {
        if (!is_access(&events[i]))
            continue;
        uint64_t address = events[i].line * recorded, key = address / g->line_bytes;
        size_t at = find_line(&table, key);
        if (table.number[at] == NO_LINE) {
            table.key[at] = key;
            table.number[at] = r->n_lines++;
            r->set_of[table.number[at]] = r->policy == REPLAY_UNBOUNDED ? 0 : cache_set_of(&geometry, address);
        }
        r->line_of[i] = table.number[at];
    }
    free(table.key);
    free(table.number);
}

// Backwards: the event that brings a line in needs it, unless a store evicts it before. A use after a kernel start does not
// count and is later than all that do.
static void find_next_uses(replay *r, const stream_event *events, size_t count)
{
    size_t *use = room(r->n_lines, sizeof *use);
    memset(use, 0xff, r->n_lines * sizeof *use);
    for (size_t i = count; i-- > 0;) {
        if (!is_access(&events[i]))
            continue;
        r->next[i] = use[r->line_of[i]];
        if (brings(&events[i]) || events[i].what == STREAM_STORE_EVICTS)
            use[r->line_of[i]] = brings(&events[i]) ? i : NEVER;
    }
    free(use);
}

// --- places

static bool is_free(const replay *r, const way *place) { return place->line == NO_LINE || place->epoch != r->epoch; }

// A free way, else the policy's victim.
static uint32_t choose_place(const replay *r, uint32_t line)
{
    if (r->policy == REPLAY_UNBOUNDED)
        return line;
    uint32_t first = r->set_of[line] * r->ways, chosen = first;
    for (uint32_t at = first; at < first + r->ways; at++) {
        const way *here = &r->places[at], *best = &r->places[chosen];
        if (is_free(r, here))
            return at;
        if (r->policy == REPLAY_LRU ? here->used < best->used : here->next > best->next)
            chosen = at;
    }
    return chosen;
}

static void count_origin(replay_counts *counts, hit_origin origin)
{
    counts->same_thread += origin == FROM_SAME_THREAD;
    counts->same_warp += origin == FROM_SAME_WARP;
    counts->other_warp += origin == FROM_OTHER_WARP;
}

// False for a miss.
static bool access_line(replay *r, const stream_event *event, size_t i, uint64_t warp, replay_counts *counts)
{
    uint32_t line = r->line_of[i], place = r->place_of[line];
    bool hit = place != NO_LINE && r->places[place].line == line && !is_free(r, &r->places[place]);
    if (hit) {
        count_origin(counts, origin_of_hit(warp, event->lanes, r->places[place].warp, r->places[place].lanes));
    } else if (brings(event)) {
        place = choose_place(r, line);
        r->places[place] = (way){.line = line, .lanes = event->lanes, .warp = warp, .epoch = r->epoch};
        r->place_of[line] = place;
    } else {
        return false;
    }
    if (event->what == STREAM_STORE_EVICTS) {
        r->places[place].line = NO_LINE;
        return hit;
    }
    r->places[place].next = r->next[i];
    if (event->what != STREAM_STORE_IN_FLIGHT)
        r->places[place].used = i;
    return hit;
}

static void run_through(replay *r, const stream_event *events, size_t count, replay_counts *counts, bool *hits)
{
    uint64_t warp_in[STREAM_WARPS], started = 0;
    for (unsigned slot = 0; slot < STREAM_WARPS; slot++)
        warp_in[slot] = started++;
    for (size_t i = 0; i < count; i++) {
        const stream_event *event = &events[i];
        bool hit = false;
        if (event->what == STREAM_EMPTIED) {
            r->epoch++;
        } else if (event->what == STREAM_WARPS_START) {
            for (unsigned slot = 0; slot < STREAM_WARPS; slot++)
                warp_in[slot] = event->line >> slot & 1 ? started++ : warp_in[slot];
        } else {
            hit = access_line(r, event, i, warp_in[event->warp], counts);
            counts->accesses++;
            *(hit ? &counts->hits : &counts->misses) += 1;
            if (event->what == STREAM_LOAD)
                *(hit ? &counts->load_hits : &counts->load_misses) += 1;
        }
        if (hits)
            hits[i] = hit;
    }
}

void replay_stream(const stream_event *events, size_t count, uint32_t recorded_line_bytes, const replay_geometry *g,
                   replay_policy policy, replay_counts *counts, bool *hit)
{
    replay r = {.policy = policy, .ways = g->ways};
    r.line_of = room(count, sizeof *r.line_of);
    r.next = room(count, sizeof *r.next);
    r.set_of = room(count, sizeof *r.set_of);
    number_lines(&r, events, count, recorded_line_bytes, g);
    find_next_uses(&r, events, count);
    size_t n_places = policy == REPLAY_UNBOUNDED ? r.n_lines : (size_t)g->sets * g->ways;
    r.places = room(n_places, sizeof *r.places);
    for (size_t place = 0; place < n_places; place++)
        r.places[place].line = NO_LINE;
    r.place_of = room(r.n_lines, sizeof *r.place_of);
    memset(r.place_of, 0xff, r.n_lines * sizeof *r.place_of);
    run_through(&r, events, count, counts, hit);
    free(r.line_of);
    free(r.next);
    free(r.set_of);
    free(r.places);
    free(r.place_of);
}

void replay_recorded(const stream_event *events, size_t count, recorded_counts *counts)
{
    for (size_t i = 0; i < count; i++) {
        if (!is_access(&events[i]))
            continue;
        counts->accesses++;
        counts->hits += events[i].outcome == STREAM_HIT;
        counts->merges += events[i].outcome == STREAM_MERGE;
        counts->misses += events[i].outcome == STREAM_MISS;
        counts->timed += events[i].timed;
    }
}

replay_geometry replay_recorded_geometry(const stream_head *head)
{
    return (replay_geometry){.sets = head->sets, .ways = head->ways, .line_bytes = head->line_bytes, .index = head->index};
}

bool replay_file(const stream_file *file, const replay_geometry *geometry, replay_results *results, char *error, size_t error_size)
{
    const stream_head *head = stream_head_of(file);
    const replay_geometry recorded = replay_recorded_geometry(head);
    *results = (replay_results){
        .thread_insns = stream_totals_of(file)->thread_insns,
        .comparable = head->allocate == ALLOCATE_ON_MISS && memcmp(geometry, &recorded, sizeof recorded) == 0};
    for (unsigned sm = 0; sm < head->sms; sm++) {
        size_t count;
        stream_event *events = stream_events(file, sm, &count, error, error_size);
        if (!events)
            return false;
        replay_recorded(events, count, &results->run);
        for (int policy = 0; policy < REPLAYS; policy++)
            replay_stream(events, count, head->line_bytes, geometry, (replay_policy)policy, &results->counts[policy], NULL);
        free(events);
    }
    return true;
}

// --- figure

// A, B, ... Z, then AA, AB, ...
static void name_line(uint32_t number, char name[static 8])
{
    char turned[8];
    int length = 0;
    for (uint64_t left = (uint64_t)number + 1; left > 0; left = (left - 1) / 26)
        turned[length++] = (char)('A' + (left - 1) % 26);
    for (int i = 0; i < length; i++)
        name[i] = turned[length - 1 - i];
    name[length] = 0;
}

static void print_hits(FILE *file, const char *label, const stream_event *events, const bool *hit, size_t from, size_t to, int width)
{
    fprintf(file, "  %-9s", label);
    for (size_t i = from; i < to; i++)
        if (is_access(&events[i]))
            fprintf(file, "%*s", width, hit[i] ? "*" : ".");
    fputc('\n', file);
}

void replay_figure(FILE *file, const stream_event *events, size_t count, uint32_t recorded_line_bytes, const replay_geometry *g,
                   size_t most)
{
    enum { LABEL = 11, WIDTH = 4, MOST = 24 };
    const unsigned width = terminal_width(file), fitting = width > LABEL + WIDTH ? (width - LABEL) / WIDTH : 1;
    const size_t in_a_row = fitting < MOST ? fitting : MOST;
    replay lines = {.policy = REPLAY_UNBOUNDED, .line_of = room(count, sizeof(uint32_t)), .set_of = room(count, sizeof(uint32_t))};
    bool *lru = room(count, sizeof *lru), *optimal = room(count, sizeof *optimal);
    replay_counts counted = {0};
    number_lines(&lines, events, count, recorded_line_bytes, g);
    replay_stream(events, count, recorded_line_bytes, g, REPLAY_LRU, &counted, lru);
    replay_stream(events, count, recorded_line_bytes, g, REPLAY_OPTIMAL, &counted, optimal);
    for (size_t from = 0, to, shown = 0; from < count && shown < most; from = to) {
        size_t row = 0;
        for (to = from; to < count && row < in_a_row && shown + row < most; to++)
            row += is_access(&events[to]);
        fprintf(file, "  %-9s", "warp");
        for (size_t i = from; i < to; i++)
            if (is_access(&events[i])) {
                char name[8];
                snprintf(name, sizeof name, "W%u", events[i].warp);
                fprintf(file, "%*s", WIDTH, name);
            }
        fprintf(file, "\n  %-9s", "line");
        for (size_t i = from; i < to; i++)
            if (is_access(&events[i])) {
                char name[8];
                name_line(lines.line_of[i], name);
                fprintf(file, "%*s", WIDTH, name);
            }
        fputc('\n', file);
        print_hits(file, "LRU", events, lru, from, to, WIDTH);
        print_hits(file, "optimal", events, optimal, from, to, WIDTH);
        fputc('\n', file);
        shown += row;
    }
    free(lines.line_of);
    free(lines.set_of);
    free(lru);
    free(optimal);
}
