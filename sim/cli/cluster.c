// SPDX-License-Identifier: BSD-3-Clause
#include "sim/cli/cluster.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "sim/campaign/engine/engine.h"
#include "sim/campaign/engine/slurm_batch.h"
#include "sim/campaign/engine/slurm_task.h"
#include "tb/output_file.h"
#include "tb/shell.h"
#include "tb/whole_number.h"

enum { MESSAGE = 512, TASKS = 1000, TRIES = 3, POLL_SECONDS = 30 };

bool cli_cluster_choose(const cli_options *options, campaign *c)
{
    const char *folder = options->slurm_folder, *words[SLURM_WORDS];
    char message[MESSAGE], *copy = malloc(2 * strlen(options->slurm_options) + 2);
    unsigned n;
    bool good;

    c->engine = options->engine;
    c->slurm = (campaign_slurm){
        .folder = folder[0] ? folder : "warplock-slurm", .options = options->slurm_options,
        .tasks = options->slurm_tasks ? (unsigned)options->slurm_tasks : TASKS, .slice = (unsigned)options->slurm_slice,
        .tries = options->slurm_tries ? (unsigned)options->slurm_tries : TRIES,
        .poll = options->slurm_poll ? (unsigned)options->slurm_poll : POLL_SECONDS,
    };
    if (!copy)
        abort();
    good = slurm_split_options(options->slurm_options, copy, words, &n, message, sizeof message);
    free(copy);
    if (!good)
        return cli_mistake("--slurm-options: %s", message);
    if (c->engine != ENGINE_SLURM && (folder[0] || options->slurm_options[0] || options->slurm_tasks ||
                                      options->slurm_slice || options->slurm_tries || options->slurm_poll))
        return cli_mistake("seen an option --slurm-... without --engine slurm, expected that with it");
    return true;
}

// This process's command line as a JSON array; NULL when it has no JSON.
static json_t *own_words(void)
{
    FILE *file = fopen("/proc/self/cmdline", "rb");
    json_t *words = json_array();
    char *word = NULL;
    size_t room = 0;
    bool good = file != NULL;

    while (good && getdelim(&word, &room, 0, file) > 0)
        good = json_array_append_new(words, json_string(word)) == 0;
    free(word);
    if (file)
        fclose(file);
    if (good)
        return words;
    json_decref(words);
    return NULL;
}

// The program is stored before the command: whoever finds the command can rerun it, even if Slurm could not be asked yet.
bool cli_cluster_prepare(const campaign *c)
{
    slurm_folder f;
    char message[MESSAGE], words[160], *in, path[SLURM_PATH];
    json_t *object, *command;
    char program[32];
    bool good;

    if (c->engine != ENGINE_SLURM || c->stored_only)
        return true;
    if (!slurm_folder_open(&f, c->slurm.folder, true, message, sizeof message))
        return cli_mistake("--slurm-folder: %s", message);
    if (slurm_folder_collector(&f, words))
        return cli_mistake("--slurm-folder: %.200s: %s collects its results already", f.path, words);
    if (!slurm_folder_program(&f, c->program, c->file_hash, path, message, sizeof message))
        return cli_mistake("--slurm-folder: %s", message);
    command = own_words();
    in = getcwd(NULL, 0);
    slurm_program_name(c->file_hash, program);
    object = command && in ? json_pack("{s:o, s:s, s:s}", "words", command, "in", in, "program", program) : NULL;
    free(in);
    if (!object)
        return cli_mistake("--slurm-folder: seen a command line or a working folder that is not in UTF-8, expected it");
    good = slurm_write(&f, "campaign", object, message, sizeof message);
    json_decref(object);
    slurm_remove(&f, "cancelled");
    return good || cli_mistake("--slurm-folder: %s", message);
}

// Its command line and the folder it ran in; NULL after a message.
static json_t *read_command(const slurm_folder *f, const char **in)
{
    sealed_state state;
    json_t *object = slurm_read(f, "campaign", &state), *words = json_object_get(object, "words");

    *in = json_string_value(json_object_get(object, "in"));
    if (*in && json_array_size(words) > 1)
        return object;
    json_decref(object);
    cli_mistake("%.200s: its file `campaign` is damaged; the command that began it goes on as well", f->path);
    return NULL;
}

static const char **words_of(const json_t *object)
{
    const json_t *words = json_object_get(object, "words");
    const char **list = calloc(json_array_size(words) + 1, sizeof *list);

    if (!list)
        abort();
    for (size_t i = 0; i < json_array_size(words); i++)
        list[i] = json_string_value(json_array_get(words, i));
    return list;
}

// --- status

static void print_command(const json_t *object, const char *in)
{
    const char **words = words_of(object);

    printf("command   ");
    for (unsigned i = 0; words[i]; i++) {
        if (i)
            putchar(' ');
        shell_print(stdout, words[i]);
    }
    printf("\nin        ");
    shell_print(stdout, in);
    putchar('\n');
    free(words);
}

static void print_progress(const slurm_folder *f)
{
    const char *words = "", *what = "", *trouble = "";
    json_int_t at = 0;
    sealed_state state;
    json_t *object = slurm_read(f, "progress", &state);

    if (object && json_unpack(object, "{s:s, s:s, s:s, s:I}", "words", &words, "what", &what, "trouble", &trouble,
                              "time", &at) == 0) {
        printf("runs      %s\n          %s, %" PRId64 " s ago\n", words, what, (int64_t)(time(NULL) - at));
        if (trouble[0])
            printf("trouble   %s\n", trouble);
    }
    json_decref(object);
}

static void print_queue(const slurm_folder *f)
{
    char message[MESSAGE];
    slurm_tasks seen;
    unsigned running = 0, waiting = 0;

    if (!slurm_look(f->prefix, &seen, message, sizeof message)) {
        printf("queue     cannot be seen: %s\n", message);
        return;
    }
    for (const slurm_task *t = seen.tasks; t < seen.tasks + seen.n; t++) {
        running += slurm_is_running(t->state);
        waiting += !slurm_is_running(t->state) && !slurm_has_ended(t->state);
    }
    slurm_tasks_free(&seen);
    printf("queue     %u tasks running, %u waiting\n", running, waiting);
}

static bool count_one(void *context, const char *name)
{
    *(unsigned *)context += name[0] != '.';
    return true;
}

static run_status print_status(const slurm_folder *f)
{
    const char *in;
    json_t *object = read_command(f, &in);
    char words[160], folder[16];
    unsigned results = 0;

    if (!object)
        return STATUS_MISTAKE;
    print_command(object, in);
    json_decref(object);
    print_progress(f);
    print_queue(f);
    for (unsigned i = 0; i < SLURM_RESULT_FOLDERS; i++) {
        snprintf(folder, sizeof folder, "results/%02x", i);
        slurm_visit(f, folder, count_one, &results);
    }
    printf("results   %u in the folder and not in the store yet\n", results);
    if (slurm_folder_collector(f, words))
        printf("collected by %s\n", words);
    else
        printf("collected by nobody: `warplock campaign resume` goes on%s\n",
               slurm_exists(f, "cancelled") ? "; it was cancelled" : "");
    return STATUS_GOOD;
}

// --- cancel

static bool is_among(const slurm_tasks *list, unsigned job)
{
    for (const slurm_task *t = list->tasks; t < list->tasks + list->n; t++)
        if (t->job == job && !slurm_has_ended(t->state))
            return true;
    return false;
}

// Cancels the arrays of `seen` that have not ended and are not among `others`, and adds their number.
static bool cancel_arrays(const slurm_tasks *seen, const slurm_tasks *others, unsigned *arrays, char *message, size_t size)
{
    unsigned last = 0;
    bool good = true;

    for (const slurm_task *t = seen->tasks; t < seen->tasks + seen->n; t++) {
        if (slurm_has_ended(t->state) || t->job == last || is_among(others, t->job))
            continue;
        last = t->job;
        ++*arrays;
        good = slurm_cancel(t->job, message, size) && good;
    }
    return good;
}

// The collecting process may cancel arrays once it sees the mark: count them before it is set.
static run_status cancel(const slurm_folder *f)
{
    char message[MESSAGE];
    slurm_tasks before, after = { 0 };
    bool good = slurm_look(f->prefix, &before, message, sizeof message);
    json_t *mark = json_pack("{s:I}", "time", (json_int_t)time(NULL));
    unsigned arrays = 0;

    good = slurm_write(f, "cancelled", mark, message, sizeof message) && good;
    json_decref(mark);
    good = good && slurm_look(f->prefix, &after, message, sizeof message);
    good = cancel_arrays(&before, &(slurm_tasks){ 0 }, &arrays, message, sizeof message) && good;
    good = cancel_arrays(&after, &before, &arrays, message, sizeof message) && good;
    slurm_tasks_free(&before);
    slurm_tasks_free(&after);
    if (!good) {
        cli_mistake("campaign cancel: %s", message);
        return STATUS_MISTAKE;
    }
    printf("%u job arrays cancelled\n", arrays);
    return STATUS_GOOD;
}

// --- resume, task

// Repeats the command with the program that ran it: the results belong to that program.
static run_status resume(const slurm_folder *f)
{
    const char *in, **words;
    json_t *object = read_command(f, &in);
    char path[SLURM_PATH];

    if (!object)
        return STATUS_MISTAKE;
    if (chdir(in) != 0) {
        cli_mistake("campaign resume: %.200s: cannot be gone to: %s", in, strerror(errno));
        return STATUS_MISTAKE;
    }
    words = words_of(object);
    slurm_path(f, path, "%s", json_string_value(json_object_get(object, "program")));
    execv(path, (char *const *)words);
    cli_mistake("campaign resume: %.200s: cannot be run: %s", path, strerror(errno));
    return STATUS_MISTAKE;
}

static run_status task(const slurm_folder *f, const char *batch_word)
{
    const char *task_word = getenv("SLURM_ARRAY_TASK_ID");
    char message[MESSAGE];
    uint64_t batch, number;

    if (!whole_number(batch_word, 0, UINT32_MAX, &batch) || !task_word || !whole_number(task_word, 0, SLURM_MOST_TASKS - 1, &number)) {
        cli_mistake("campaign task: seen `%.30s` and SLURM_ARRAY_TASK_ID=%.30s, expected the numbers of a batch and of a task: it is "
                    "what a job of a campaign runs", batch_word, task_word ? task_word : "");
        return STATUS_MISTAKE;
    }
    slurm_task_speak(f, (unsigned)batch);
    if (slurm_task_run(f, (unsigned)batch, (unsigned)number, message, sizeof message))
        return STATUS_GOOD;
    cli_mistake("%s", message);
    return STATUS_MISTAKE;
}

bool cli_cluster_command(const cli_options *options, run_status *status)
{
    static const struct { const char *name; unsigned operands; } commands[] = {
        { "status", 2 }, { "resume", 2 }, { "cancel", 2 }, { "task", 3 },
    };
    const cli_list *operands = &options->operands;
    char message[MESSAGE];
    slurm_folder f;
    unsigned i = 0;

    while (i < 4 && (!operands->count || strcmp(operands->words[0], commands[i].name) != 0))
        i++;
    if (i == 4)
        return false;
    *status = STATUS_MISTAKE;
    if (operands->count != commands[i].operands)
        cli_mistake("campaign %s: expected the folder of --slurm-folder after it", commands[i].name);
    else if (!slurm_folder_open(&f, operands->words[1], false, message, sizeof message))
        cli_mistake("campaign %s: %s", commands[i].name, message);
    else
        *status = i == 0 ? print_status(&f) : i == 1 ? resume(&f) : i == 2 ? cancel(&f) : task(&f, operands->words[2]);
    return true;
}
