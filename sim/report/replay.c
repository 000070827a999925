// SPDX-License-Identifier: BSD-3-Clause
// Replays as a table and as JSON; see sim/report/replay.h.
#include "sim/report/replay.h"

#include <inttypes.h>

#include "sim/report/fit.h"
#include "sim/report/ratio.h"

static const char *const names[REPLAYS] = {"lru", "optimal", "unbounded"};

int64_t replay_difference(const replay_results *r)
{
    return (int64_t)(r->counts[REPLAY_LRU].hits - r->run.hits - r->run.merges);
}

bool replay_holds(const replay_results *r)
{
    return !r->comparable || r->run.timed || replay_difference(r) == 0;
}

static double per_thousand(const replay_results *r, uint64_t number)
{
    return report_ratio(1000 * number, r->thread_insns);
}

static void print_row(FILE *file, const replay_results *r, const char *name, uint64_t hits, uint64_t merges, uint64_t misses)
{
    fprintf(file, "  %-10s" FIT_RIGHT "%14" PRIu64 FIT_RIGHT "%14" PRIu64 FIT_RIGHT "%14" PRIu64 FIT_RIGHT "%10.4f" FIT_RIGHT "%10.3f", name, hits, merges, misses,
            report_ratio(hits + merges, hits + merges + misses), per_thousand(r, misses));
}

void replay_print(FILE *file, const replay_results *r)
{
    fprintf(file, "  %-10s" FIT_RIGHT "%14s" FIT_RIGHT "%14s" FIT_RIGHT "%14s" FIT_RIGHT "%10s" FIT_RIGHT "%10s" FIT_RIGHT "%13s"
            FIT_RIGHT "%11s" FIT_RIGHT "%12s\n", "", "hits", "merges", "misses", "hit rate", "mpki", "same thread", "same warp",
            "other warp");
    print_row(file, r, "the run", r->run.hits, r->run.merges, r->run.misses);
    fputc('\n', file);
    for (int p = 0; p < REPLAYS; p++) {
        const replay_counts *c = &r->counts[p];

        print_row(file, r, names[p], c->hits, 0, c->misses);
        fprintf(file, FIT_RIGHT "%13.3f" FIT_RIGHT "%11.3f" FIT_RIGHT "%12.3f\n", per_thousand(r, c->same_thread), per_thousand(r, c->same_warp),
                per_thousand(r, c->other_warp));
    }
    fputs("  mpki: misses, the last three: hits by whose access brought the line in, per thousand thread instructions\n", file);
    if (!r->comparable)
        return;
    int64_t difference = replay_difference(r);
    if (difference == 0)
        fprintf(file, "  under LRU the replay has the run's hits and merges");
    else
        fprintf(file, "  under LRU the replay has %" PRIu64 " hits %s than the run has hits and merges",
                (uint64_t)(difference < 0 ? -difference : difference), difference < 0 ? "fewer" : "more");
    fprintf(file, "; time decided on %" PRIu64 " accesses of the run\n", r->run.timed);
}

json_t *replay_json(const replay_results *r)
{
    json_t *all = json_object(), *run = json_object();

    json_object_set_new(run, "accesses", json_integer((json_int_t)r->run.accesses));
    json_object_set_new(run, "hits", json_integer((json_int_t)r->run.hits));
    json_object_set_new(run, "merges", json_integer((json_int_t)r->run.merges));
    json_object_set_new(run, "misses", json_integer((json_int_t)r->run.misses));
    json_object_set_new(run, "timed", json_integer((json_int_t)r->run.timed));
    json_object_set_new(run, "mpki", json_real(per_thousand(r, r->run.misses)));
    json_object_set_new(all, "run", run);
    for (int p = 0; p < REPLAYS; p++) {
        json_t *object = json_object();

#define OWN_COUNTER(member, ...) json_object_set_new(object, #member, json_integer((json_int_t)r->counts[p].member));
#include "sim/report/replay_counters.def"
#undef OWN_COUNTER
        json_object_set_new(object, "mpki", json_real(per_thousand(r, r->counts[p].misses)));
        json_object_set_new(all, names[p], object);
    }
    if (r->comparable)
        json_object_set_new(all, "difference", json_integer((json_int_t)replay_difference(r)));
    return all;
}
