// SPDX-License-Identifier: BSD-3-Clause
// What happened to tasks. A task is over when the queue omits it, or shows it as ended, twice in a row: in between its results
// have become visible. Its missing runs are wanted again; how often depends on whose fault it was.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/engine/slurm_inside.h"
#include "sim/report/progress.h"

enum { LOOKS_UNTIL_OVER = 2 };

static bool is_limit(const char *state)
{
    return strcmp(state, "TIMEOUT") == 0 || strcmp(state, "DEADLINE") == 0;
}

// The run that a task was at, or had next, when it ended.
static bool judge_loss(slurm *s, const slurm_batch *b, const slurm_slice *slice, const slurm_entry *e)
{
    slurm_plan *p = &s->plans[e->run];
    const char *state = slice->state[0] ? slice->state : "a task unknown to it";
    unsigned task = (unsigned)(slice - b->slices);
    char reason[200];

    p->alone = true;
    if (strcmp(slice->state, "OUT_OF_MEMORY") == 0)
        p->kills++;
    if (p->kills && strcmp(slice->state, "OUT_OF_MEMORY") == 0)
        p->tries++;
    else if (is_limit(slice->state))
        p->tries += e == &b->entries[slice->first];                     // it had the longest time allowed
    else
        p->losses++;
    if (p->tries < s->campaign->slurm.tries && p->losses < SLURM_LOSSES)
        return true;
    snprintf(reason, sizeof reason, "Slurm ended its job in each of %u tries, the last one, %u_%u, as %s",
             p->losses < SLURM_LOSSES ? p->tries : p->losses, b->job, task, state);
    return slurm_fail(s, e->run, reason);
}

static bool is_barren(const slurm_slice *slice)
{
    return !slice->made_one && (!slice->state[0] || strcmp(slice->state, "FAILED") == 0 ||
                                strcmp(slice->state, "COMPLETED") == 0 || strcmp(slice->state, "BOOT_FAIL") == 0);
}

// A run of a finished task without a result. Without locks, or with a shared store, another process may have stored it.
static bool look_for(slurm *s, int run)
{
    s->campaign->runs[run].state = RUN_WANTED;
    s->plans[run].queued = false;
    return campaign_look_up(s->campaign, &s->campaign->runs[run]);
}

// A task is over: handle what its slice lacks.
static bool settle(slurm *s, slurm_batch *b, slurm_slice *slice)
{
    bool first = true, good = true;

    slice->over = true;
    slice->running = false;
    for (unsigned i = slice->first; i < slice->first + slice->n; i++) {
        slurm_entry *e = &b->entries[i];

        if (e->run == NO_RUN || slurm_is_done(s, e->run))
            continue;
        if (!look_for(s, e->run))
            return false;
        if (slurm_is_done(s, e->run))
            continue;
        if (first)
            good = judge_loss(s, b, slice, e);
        first = false;
    }
    if (!first && is_barren(slice) && ++s->barren >= SLURM_BARREN && !s->running) {
        char said[200];

        slurm_batch_said(&s->folder, b->number, said);
        snprintf(s->campaign->error, sizeof s->campaign->error,
                 "%u tasks in a row ended without a result, the last one, %u_%u, as %s%s%s", s->barren, b->job,
                 (unsigned)(slice - b->slices), slice->state[0] ? slice->state : "unknown",
                 said[0] ? "; the last word of them: " : ", without a word", said);
        s->give_up = true;
        return false;
    }
    return good;
}

static slurm_batch *batch_of(const slurm *s, const slurm_task *t)
{
    char name[SLURM_NAME];

    for (unsigned i = 0; i < s->n_batches; i++) {
        slurm_batch *b = s->batches[i];

        slurm_batch_name(&s->folder, b->number, name);
        if (b->job ? b->job == t->job : strcmp(name, t->name) == 0)
            return b;
    }
    return NULL;
}

// The submitter or sbatch may have been killed before the job's number was known.
static void learn_job(slurm *s, slurm_batch *b, unsigned job)
{
    char message[256];

    if (b->job)
        return;
    b->job = job;
    slurm_batch_write_job(&s->folder, b, message, sizeof message);
}

static void note_states(slurm *s, const slurm_tasks *seen, bool *shown[])
{
    for (const slurm_task *t = seen->tasks; t < seen->tasks + seen->n; t++) {
        slurm_batch *b = batch_of(s, t);
        unsigned number;

        if (!slurm_batch_number(t->name + strlen(s->folder.prefix), &number))
            continue;
        if (number >= s->next_number)
            s->next_number = number + 1;
        if (!b || t->task >= b->n_slices)
            continue;
        learn_job(s, b, t->job);
        snprintf(b->slices[t->task].state, SLURM_STATE, "%s", t->state);
        for (unsigned i = 0; i < s->n_batches; i++)
            if (s->batches[i] == b)
                shown[i][t->task] = !slurm_has_ended(t->state);
    }
}

static void ask_accounting(slurm_batch *b)
{
    slurm_tasks known;

    slurm_look_back(b->job, &known);
    for (const slurm_task *t = known.tasks; t < known.tasks + known.n; t++)
        if (t->job == b->job && t->task < b->n_slices && slurm_has_ended(t->state))
            snprintf(b->slices[t->task].state, SLURM_STATE, "%s", t->state);
    slurm_tasks_free(&known);
}

// False, with `error`, when the campaign cannot continue.
static bool look_at_batch(slurm *s, slurm_batch *b, const bool *shown)
{
    bool asked = false;

    for (unsigned i = 0; i < b->n_slices; i++) {
        slurm_slice *slice = &b->slices[i];

        if (slice->over)
            continue;
        slice->absent = shown[i] ? 0 : slice->absent + 1;
        slice->running = shown[i] && slurm_is_running(slice->state);
        if (slice->absent < LOOKS_UNTIL_OVER)
            continue;
        if (b->job && !asked && !slurm_has_ended(slice->state)) {
            ask_accounting(b);
            asked = true;
        }
        if (!slurm_has_ended(slice->state))
            slice->state[0] = 0;
        if (b->job && !settle(s, b, slice))
            return false;
        slice->over = true;
    }
    return true;
}

static bool is_over(const slurm_batch *b)
{
    for (unsigned i = 0; i < b->n_slices; i++)
        if (!b->slices[i].over)
            return false;
    return true;
}

static void count_tasks(slurm *s)
{
    s->running = s->waiting = 0;
    for (unsigned i = 0; i < s->n_batches; i++) {
        for (unsigned k = 0; k < s->batches[i]->n_slices; k++) {
            s->running += s->batches[i]->slices[k].running;
            s->waiting += !s->batches[i]->slices[k].running && !s->batches[i]->slices[k].over;
        }
    }
    s->campaign->parallel = s->running ? s->running : 1;
}

// A restarted controller restores its last saved state: tasks that have ended since then are RUNNING in the queue until their
// limit.
void slurm_cancel_revived(slurm *s)
{
    slurm_tasks seen;
    unsigned last = 0;                                                  // a job's tasks are adjacent
    char message[320], folder[32];

    if (!slurm_exists(&s->folder, "batches") || !slurm_look(s->folder.prefix, &seen, message, sizeof message))
        return;
    for (const slurm_task *t = seen.tasks; t < seen.tasks + seen.n; t++) {
        unsigned number;

        if (t->job == last || slurm_has_ended(t->state) || !slurm_batch_number(t->name + strlen(s->folder.prefix), &number))
            continue;
        snprintf(folder, sizeof folder, "batches/%06u", number);
        if (slurm_exists(&s->folder, folder))                           // another step of the campaign waits for it
            continue;
        slurm_cancel(t->job, message, sizeof message);
        last = t->job;
    }
    slurm_tasks_free(&seen);
}

bool slurm_look_at_queue(slurm *s)
{
    campaign *c = s->campaign;
    slurm_tasks seen;
    bool good = true, **shown = calloc(s->n_batches + 1, sizeof *shown);

    if (!slurm_look(s->folder.prefix, &seen, s->trouble, sizeof s->trouble)) {
        free(shown);
        return true;                                                    // nothing known, nothing lost
    }
    s->trouble[0] = 0;
    for (unsigned i = 0; i < s->n_batches; i++) {
        shown[i] = calloc(s->batches[i]->n_slices + 1, sizeof **shown);
        if (!shown[i])
            abort();
    }
    note_states(s, &seen, shown);
    for (unsigned i = 0; i < s->n_batches; i++) {
        good = good && look_at_batch(s, s->batches[i], shown[i]);
        free(shown[i]);
    }
    free(shown);
    slurm_tasks_free(&seen);
    for (unsigned i = s->n_batches; i-- > 0;)
        if (is_over(s->batches[i]))
            slurm_forget(s, i);
    count_tasks(s);
    return good && !c->error[0];
}

void slurm_mark_running(slurm *s)
{
    for (unsigned i = 0; i < s->n_batches; i++) {
        slurm_batch *b = s->batches[i];

        for (slurm_slice *slice = b->slices; slice < b->slices + b->n_slices; slice++) {
            unsigned at = slice->current == NO_RUN ? slice->first : (unsigned)slice->current;

            while (slice->running && at < slice->first + slice->n &&
                   (b->entries[at].run == NO_RUN || slurm_is_done(s, b->entries[at].run)))
                at++;
            if (!slice->running || at == slice->first + slice->n || slice->current == (int)at)
                continue;
            slice->current = (int)at;
            s->campaign->runs[b->entries[at].run].state = RUN_STARTED;
            s->campaign->runs[b->entries[at].run].began = progress_seconds();
        }
    }
}
