// SPDX-License-Identifier: BSD-3-Clause
// The engine of a cluster. One process writes job arrays to a shared folder, submits them and collects the results. It may stop
// and restart at any time: all its state is in that folder, the queue and the store.
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sim/campaign/engine/display.h"
#include "sim/campaign/engine/slurm_inside.h"
#include "sim/report/progress.h"

enum {
    COLLECT_SECONDS = 2, PROGRESS_SECONDS = 5,
    CLEAN_NANOSECONDS = 100000000,
    CLEAN_SECONDS = 30                          // at the end, if the folder is unavailable or read-only
};

static const campaign *sorted;                  // qsort has no context

static int compare_keys(const void *a, const void *b)
{
    return strcmp(sorted->runs[*(const int *)a].key, sorted->runs[*(const int *)b].key);
}

static void sort_keys(slurm *s)
{
    campaign *c = s->campaign;

    for (unsigned i = 0; i < c->n_runs; i++)
        s->by_key[i] = (int)i;
    sorted = c;
    qsort(s->by_key, c->n_runs, sizeof *s->by_key, compare_keys);
}

// Its runs stay queued until the queue says otherwise.
static bool take_over(void *context, const char *name)
{
    slurm *s = context;
    unsigned number;
    slurm_batch *b;

    if (!slurm_batch_number(name, &number))
        return true;
    b = slurm_batch_read(&s->folder, number);
    if (number >= s->next_number)
        s->next_number = number + 1;
    if (!b) {                                   // its writer was killed
        slurm_batch_remove(&s->folder, number);
        return true;
    }
    for (slurm_entry *e = b->entries; e < b->entries + b->n_entries; e++) {
        e->run = slurm_run_of(s, e->key);
        if (e->run == NO_RUN || slurm_is_done(s, e->run))
            continue;
        s->plans[e->run].queued = true;
        s->plans[e->run].batch = b;
        s->plans[e->run].entry = (unsigned)(e - b->entries);
        s->plans[e->run].tries = e->tries;
        s->plans[e->run].losses = e->losses;
        s->plans[e->run].alone = e->tries + e->losses > 0;
    }
    s->batches = realloc(s->batches, (s->n_batches + 1) * sizeof *s->batches);
    if (!s->batches)
        abort();
    s->batches[s->n_batches++] = b;
    return true;
}

static bool open_folder(slurm *s)
{
    campaign *c = s->campaign;

    return slurm_folder_open(&s->folder, c->slurm.folder, true, c->error, sizeof c->error) &&
           slurm_folder_lock(&s->folder, c->error, sizeof c->error) &&
           slurm_folder_program(&s->folder, c->program, c->file_hash, s->program, c->error, sizeof c->error);
}

static bool ask_most_tasks(slurm *s)
{
    campaign *c = s->campaign;
    unsigned most = slurm_most_tasks(c->error, sizeof c->error);

    if (!most)
        return false;
    s->most_tasks = most - 1 < SLURM_MOST_TASKS ? most - 1 : SLURM_MOST_TASKS;  // indices are below MaxArraySize
    if (!s->most_tasks)
        snprintf(c->error, sizeof c->error, "scontrol: seen MaxArraySize %u, expected at least 2: job arrays are off",
                 most);
    return s->most_tasks != 0;
}

static bool ask_slurm(slurm *s)
{
    campaign *c = s->campaign;

    s->most_tasks = c->slurm.most_tasks;        // an earlier step asked: Slurm may be unreachable now
    if (!s->most_tasks && !ask_most_tasks(s))
        return false;
    s->words_text = malloc(2 * strlen(c->slurm.options) + 2);
    if (!s->words_text)
        abort();
    if (!slurm_split_options(c->slurm.options, s->words_text, s->words, &s->n_words, c->error, sizeof c->error))
        return false;
    for (unsigned i = 0; i < s->n_words; i++)
        s->user_memory |= strncmp(s->words[i], "--mem", 5) == 0;
    return true;
}

void *slurm_begin(campaign *c)
{
    slurm *s = calloc(1, sizeof *s);

    if (!s || !(s->plans = calloc(c->n_runs + 1, sizeof *s->plans)) ||
        !(s->by_key = calloc(c->n_runs + 1, sizeof *s->by_key)))
        abort();
    s->campaign = c;
    s->folder.lock = -1;
    s->began = progress_seconds();
    if (ask_slurm(s) && open_folder(s)) {
        sort_keys(s);
        slurm_visit(&s->folder, "batches", take_over, s);
        if (slurm_collect(s) && slurm_look_at_queue(s)) {
            if (!s->trouble[0])
                c->slurm.most_tasks = s->most_tasks;
            if (c->slurm.most_tasks)
                return s;
            snprintf(c->error, sizeof c->error, "%s", s->trouble);      // Slurm does not even answer
        }
    }
    slurm_end(s);
    return NULL;
}

// For `campaign status`.
static void write_progress(slurm *s, const char *what)
{
    char *words = NULL, message[320];
    size_t length;
    FILE *text = open_memstream(&words, &length);
    json_t *object;

    if (!text)
        abort();
    display_words(s->campaign, progress_seconds(), text);
    fclose(text);
    object = json_pack("{s:s, s:s, s:s, s:I}", "words", words, "what", what, "trouble", s->trouble, "time",
                       (json_int_t)time(NULL));
    if (object)
        slurm_write(&s->folder, "progress", object, message, sizeof message);   // an old one is better than none
    json_decref(object);
    free(words);
}

static void note(slurm *s)
{
    campaign *c = s->campaign;

    snprintf(c->note, sizeof c->note, "%u tasks running, %u waiting%s%s", s->running, s->waiting,
             s->trouble[0] ? "; " : "", s->trouble);
}

bool slurm_step(void *state)
{
    slurm *s = state;
    campaign *c = s->campaign;
    double now = progress_seconds(), pause = c->slurm.poll < COLLECT_SECONDS ? c->slurm.poll : COLLECT_SECONDS;

    if (now >= s->next_collect) {
        if (slurm_exists(&s->folder, "cancelled")) {
            snprintf(c->error, sizeof c->error, "it was cancelled, and `warplock campaign resume` goes on");
            s->give_up = true;
            return false;
        }
        if (!slurm_collect(s))
            return false;
        s->next_collect = now + pause;
        if (now >= s->next_look) {
            s->next_look = now + c->slurm.poll;
            if (!slurm_look_at_queue(s))
                return false;
        }
        slurm_mark_running(s);
        note(s);
    }
    if (!slurm_send(s))
        return false;
    if (now >= s->next_progress) {
        s->next_progress = now + PROGRESS_SECONDS;
        write_progress(s, "going on");
    }
    return true;
}

typedef struct { const slurm_folder *all; const char *folder; } begun;

static bool remove_one_begun(void *context, const char *name)
{
    const begun *b = context;
    char path[64];

    if (strncmp(name, ".warplock-", 10) == 0 && snprintf(path, sizeof path, "%s/%s", b->folder, name) < (int)sizeof path)
        slurm_remove(b->all, path);
    return true;
}

// Files that a killed process left unfinished (tb/output_file.h).
static void remove_begun(const slurm *s, const char *folder)
{
    slurm_visit(&s->folder, folder, remove_one_begun, &(begun){ &s->folder, folder });
}

static bool note_batch(void *context, const char *name)
{
    bool *any = context;
    unsigned number;

    *any |= slurm_batch_number(name, &number);
    return !*any;
}

// Tasks write results: a batch that exists may be writing one.
static void remove_begun_results(const slurm *s)
{
    bool batches = false;

    slurm_visit(&s->folder, "batches", note_batch, &batches);
    for (unsigned i = 0; !batches && i < SLURM_RESULT_FOLDERS; i++) {
        char folder[16];

        snprintf(folder, sizeof folder, "results/%02x", i);
        remove_begun(s, folder);
    }
}

// A finished batch that could not be removed, as the folder was read-only or unavailable.
static bool remove_forgotten(void *context, const char *name)
{
    slurm *s = context;
    unsigned number;
    slurm_batch *b;
    bool others = false;

    if (!slurm_batch_number(name, &number))
        return true;
    b = slurm_batch_read(&s->folder, number);
    for (unsigned e = 0; b && e < b->n_entries; e++)
        others |= slurm_run_of(s, b->entries[e].key) == NO_RUN;
    if (!others) {
        slurm_batch_remove(&s->folder, number);
        s->left = true;                         // the next visit tells whether it is gone
    }
    if (b)
        slurm_batch_free(b);
    return true;
}

// Retries until nothing of ours is left, CLEAN_SECONDS have passed, or the user interrupts.
static void clean_up(slurm *s)
{
    const double until = progress_seconds() + CLEAN_SECONDS;
    const campaign *c = s->campaign;

    for (;;) {
        s->left = !slurm_exists(&s->folder, "batches");
        slurm_visit(&s->folder, "batches", remove_forgotten, s);
        if (!s->left || (c->stop && *c->stop) || progress_seconds() >= until)
            return;
        nanosleep(&(struct timespec){ .tv_nsec = CLEAN_NANOSECONDS }, NULL);
    }
}

// Jobs outlive an interrupted process: the next one can use their results. They are cancelled when all is done or nothing can
// come of them.
void slurm_end(void *state)
{
    slurm *s = state;
    campaign *c = s->campaign;
    bool done = !campaign_missing(c), ours = s->folder.lock >= 0;
    char message[320];

    for (unsigned i = s->n_batches; i-- > 0;) {
        bool others = false;

        for (unsigned e = 0; e < s->batches[i]->n_entries; e++)         // of another step of the campaign
            others |= s->batches[i]->entries[e].run == NO_RUN;
        if (ours && ((done && !others) || s->give_up)) {
            if (s->batches[i]->job)
                slurm_cancel(s->batches[i]->job, message, sizeof message);
            slurm_batch_remove(&s->folder, s->batches[i]->number);
        }
        slurm_batch_free(s->batches[i]);
    }
    for (unsigned i = 0; i < c->n_runs; i++)
        if (c->runs[i].state == RUN_STARTED)
            c->runs[i].state = RUN_WANTED;
    c->note[0] = 0;
    if (ours && done) {
        clean_up(s);
        slurm_cancel_revived(s);
        slurm_collect(s);                                               // remaining results are duplicates
        remove_begun_results(s);
    }
    if (ours) {
        remove_begun(s, ".");
        write_progress(s, done ? "ended" : c->error[0] ? c->error : "interrupted");
    }
    slurm_folder_unlock(&s->folder);
    free(s->batches);
    free(s->plans);
    free(s->by_key);
    free(s->words_text);
    free(s);
}
