// SPDX-License-Identifier: BSD-3-Clause
// Wanted runs that are in no task become job arrays. An array has one memory request, so runs that ran out of memory get their
// own.
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/engine/memory.h"
#include "sim/campaign/engine/slurm_inside.h"
#include "sim/campaign/engine/worker.h"
#include "sim/report/progress.h"

enum {
    SLICE_SECONDS = 60,                         // minimum per task, by the runs so far
    MEMORY_MARGIN_MB = 64,
    CHOOSE_SECONDS = 1                          // between searches for runs that can start
};

static bool can_go(const slurm *s, unsigned run)
{
    const campaign_run *r = &s->campaign->runs[run];

    return r->planned && r->state == RUN_WANTED && !s->plans[run].queued;
}

// Runs per slice.
static unsigned slice_length(const slurm *s, unsigned runs)
{
    const campaign *c = s->campaign;
    double seconds = 0;
    unsigned known = 0, length;

    if (c->slurm.slice)
        return c->slurm.slice;
    for (unsigned i = 0; i < c->n_runs; i++) {
        seconds += c->runs[i].stored.seconds;
        known += c->runs[i].stored.seconds > 0;
    }
    length = (runs + c->slurm.tasks - 1) / c->slurm.tasks;
    if (seconds > 0 && SLICE_SECONDS * known / seconds > length)
        length = SLICE_SECONDS * known / seconds < runs ? (unsigned)(SLICE_SECONDS * known / seconds) : runs;
    return length;
}

// Takes runs with as many kills as the first, as many tasks as fit.
static slurm_batch *choose(slurm *s, unsigned room)
{
    campaign *c = s->campaign;
    slurm_batch *b;
    unsigned wanted = 0, kills = 0, length;

    for (unsigned i = 0; i < c->n_runs; i++) {
        if (can_go(s, i)) {
            kills = wanted++ ? kills : s->plans[i].kills;
        }
    }
    if (!wanted)
        return NULL;
    length = slice_length(s, wanted);
    b = slurm_batch_new(s->next_number, room, wanted);
    for (unsigned i = 0; i < c->n_runs; i++) {
        const slurm_plan *p = &s->plans[i];
        slurm_slice *last = b->n_slices ? &b->slices[b->n_slices - 1] : NULL;

        if (!can_go(s, i) || p->kills != kills)
            continue;
        if (!last || p->alone || last->n == length || s->plans[b->entries[last->first].run].alone) {
            if (b->n_slices == room)
                break;
            last = &b->slices[b->n_slices++];
            *last = (slurm_slice){ .first = b->n_entries, .current = NO_RUN };
        }
        last->n++;
        b->entries[b->n_entries] = (slurm_entry){ .tries = p->tries, .losses = p->losses, .run = (int)i,
                                                  .slice = b->n_slices - 1, .words = worker_arguments(c, &c->runs[i]) };
        b->entries[b->n_entries].words[0] = s->program;
        strcpy(b->entries[b->n_entries++].key, c->runs[i].key);
    }
    return b;
}

// The need of its runs plus a quarter, doubled for each failure from lack of memory; 0 = unknown.
static unsigned memory_mb(const slurm *s, const slurm_batch *b)
{
    uint64_t most = 0;

    for (unsigned i = 0; i < b->n_entries; i++) {
        uint64_t needed = memory_needed_kb(s->campaign, &s->campaign->runs[b->entries[i].run]);

        most = needed > most ? needed : most;
    }
    return most ? (unsigned)(most / 1024 * 5 / 4 + MEMORY_MARGIN_MB) << s->plans[b->entries[0].run].kills : 0;
}

static bool submit(slurm *s, slurm_batch *b)
{
    char name[SLURM_NAME], script[SLURM_PATH], memory[32];
    const char *words[SLURM_WORDS + 1];
    unsigned n = 0, mb = s->user_memory ? 0 : memory_mb(s, b);

    if (mb) {
        snprintf(memory, sizeof memory, "--mem=%uM", mb);
        words[n++] = memory;
    }
    memcpy(words + n, s->words, s->n_words * sizeof *words);
    slurm_batch_name(&s->folder, b->number, name);
    slurm_path(&s->folder, script, "batches/%06u/script", b->number);
    return slurm_submit(name, b->n_slices, words, n + s->n_words, script, &b->job, s->trouble, sizeof s->trouble);
}

static void add_batch(slurm *s, slurm_batch *b)
{
    s->batches = realloc(s->batches, (s->n_batches + 1) * sizeof *s->batches);
    if (!s->batches)
        abort();
    s->batches[s->n_batches++] = b;
    s->waiting += b->n_slices;
    for (unsigned i = 0; i < b->n_entries; i++) {
        slurm_plan *p = &s->plans[b->entries[i].run];

        p->queued = true;
        p->batch = b;
        p->entry = i;
    }
}

// No job is left whose end would let sbatch accept more.
static bool refused_for_good(slurm *s)
{
    if (s->running + s->waiting || ++s->refusals < SLURM_REFUSALS)
        return false;
    snprintf(s->campaign->error, sizeof s->campaign->error, "nothing can be submitted: %.400s", s->trouble);
    return true;
}

bool slurm_send(slurm *s)
{
    campaign *c = s->campaign;
    unsigned there = s->running + s->waiting, room = s->most_tasks;
    double now = progress_seconds();
    char message[320];
    slurm_batch *b;

    if (there >= c->slurm.tasks || now < s->next_submit)
        return true;
    room = c->slurm.tasks - there < room ? c->slurm.tasks - there : room;
    b = choose(s, room);
    if (!b) {
        s->next_submit = now + CHOOSE_SECONDS;
        return true;
    }
    s->next_number++;
    s->next_submit = now + c->slurm.poll;
    if (!slurm_batch_write(&s->folder, b, s->program, s->trouble, sizeof s->trouble)) {
        slurm_batch_free(b);
        return !refused_for_good(s);
    }
    if (!submit(s, b)) {                        // the queue tells by its name whether there is a job
        bool last = refused_for_good(s);

        add_batch(s, b);
        return !last;
    }
    s->refusals = 0;
    s->next_submit = now;
    s->trouble[0] = 0;
    slurm_batch_write_job(&s->folder, b, message, sizeof message);     // otherwise its name identifies it
    add_batch(s, b);
    return true;
}
