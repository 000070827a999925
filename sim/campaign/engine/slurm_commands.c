// SPDX-License-Identifier: BSD-3-Clause
#include "sim/campaign/engine/slurm_commands.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/campaign/engine/process.h"
#include "tb/whole_number.h"

// Environment settings of Slurm's commands that would hide our jobs or make sbatch wait. Others, such as a cluster, are
// intended.
static void forget_filters(void)
{
    static const char *const filters[] = { "SQUEUE_ACCOUNT", "SQUEUE_LICENSES", "SQUEUE_NAMES", "SQUEUE_PARTITION",
                                           "SQUEUE_QOS", "SBATCH_WAIT" };

    for (unsigned i = 0; i < sizeof filters / sizeof filters[0]; i++)
        unsetenv(filters[i]);
}

// Runs a command to completion. The caller owns the output; NULL and a message, the command's last line, on failure.
static char *output_of(const char *const *arguments, char *message, size_t size)
{
    process p;
    process_result left;
    char *line, *rest, *last = NULL, *output;

    forget_filters();
    if (!process_start(&p, arguments, message, size))
        return NULL;
    process_wait(&p, &left);
    output = left.output;
    if (left.wait_status != 0) {
        for (line = strtok_r(left.errors, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
            last = line;
        snprintf(message, size, "%s: %.300s", arguments[0], last ? last : "ended badly without a word");
        free(output);
        output = NULL;
    }
    free(left.errors);
    return output;
}

// Options that the engine sets, or that would make sbatch wait or not submit.
static bool is_ours(const char *word)
{
    static const char *const ours[] = { "--array", "--job-name", "--wrap", "--requeue", "--no-requeue", "--parsable",
                                        "--wait", "--test-only", "--output", "--error", "--chdir", "--export",
                                        "--clusters" };
    size_t length = strcspn(word, "=");

    for (unsigned i = 0; i < sizeof ours / sizeof ours[0]; i++)
        if (length > 4 && strncmp(word, ours[i], length) == 0)          // sbatch accepts prefixes
            return true;
    return word[0] == '-' && word[1] && word[1] != '-' && strchr("aJWoeDM", word[1]);
}

bool slurm_split_options(const char *text, char *copy, const char *words[static SLURM_WORDS], unsigned *n,
                         char *message, size_t size)
{
    *n = 0;
    for (const char *at = text;;) {
        char quote = 0;

        at += strspn(at, " \t\n\v\f\r");                            // all word separators
        if (!*at)
            return true;
        if (*n == SLURM_WORDS) {
            snprintf(message, size, "seen more than %d words, expected at most that", SLURM_WORDS);
            return false;
        }
        words[(*n)++] = copy;
        for (; *at && (quote || !isspace((unsigned char)*at)); at++) {
            if (*at == quote)
                quote = 0;
            else if (!quote && (*at == '"' || *at == '\''))
                quote = *at;
            else
                *copy++ = *at;
        }
        *copy++ = 0;
        if (quote) {
            snprintf(message, size, "seen %c without its other one in `%.80s`, expected it", quote, text);
            return false;
        }
        if (is_ours(words[*n - 1])) {
            snprintf(message, size, "seen %.60s, which warplock itself says to sbatch, expected what goes with it",
                     words[*n - 1]);
            return false;
        }
    }
}

bool slurm_submit(const char *name, unsigned tasks, const char *const *words, unsigned n, const char *script,
                  unsigned *job, char *message, size_t size)
{
    enum { OTHERS = 12 };
    const char *arguments[SLURM_WORDS + OTHERS];
    char array[32], *output;
    const char *behind;
    uint64_t number = 0;
    unsigned count = 0;

    snprintf(array, sizeof array, "--array=0-%u", tasks - 1);
    for (const char *const *fixed = (const char *const[]){ "sbatch", "--parsable", "--no-requeue", "--export=ALL",
         "--output=/dev/null", "--error=/dev/null", "--job-name", name, array, NULL }; *fixed; fixed++)
        arguments[count++] = *fixed;
    for (unsigned i = 0; i < n; i++)
        arguments[count++] = words[i];
    arguments[count++] = script;
    arguments[count] = NULL;
    output = output_of(arguments, message, size);
    if (!output)
        return false;
    behind = output;                                                    // "12" or "12;cluster"
    if (!whole_number_at(&behind, 1, UINT32_MAX, &number) || !strchr(";\n", *behind)) {
        snprintf(message, size, "sbatch: seen `%.60s`, expected the number of a job", output);
        number = 0;
    }
    free(output);
    *job = (unsigned)number;
    return number != 0;
}

static void add_task(slurm_tasks *list, const slurm_task *task)
{
    if ((list->n & (list->n - 1)) == 0) {                               // full at every power of two
        list->tasks = realloc(list->tasks, (list->n ? 2 * list->n : 1) * sizeof *list->tasks);
        if (!list->tasks)
            abort();
    }
    list->tasks[list->n++] = *task;
}

// "7 0 RUNNING name": the name may be another user's and contain blanks.
static bool read_task(const char *line, const char *prefix, slurm_task *task, char *message, size_t size)
{
    const char *at = line;
    uint64_t job, number;

    *task = (slurm_task){ 0 };
    if (sscanf(line, "%*s %*s %23s %47s", task->state, task->name) != 2 || strncmp(task->name, prefix, strlen(prefix)) != 0) {
        task->name[0] = 0;
        return true;
    }
    if (!whole_number_at(&at, 1, UINT32_MAX, &job) || *at++ != ' ' || !whole_number_at(&at, 0, UINT32_MAX, &number) || *at != ' ') {
        snprintf(message, size, "squeue: seen `%.80s`, expected the numbers of a job and of a task", line);
        return false;
    }
    task->job = (unsigned)job;
    task->task = (unsigned)number;
    return true;
}

bool slurm_look(const char *prefix, slurm_tasks *list, char *message, size_t size)
{
    char user[24], *output, *rest;
    bool good = true;

    *list = (slurm_tasks){ 0 };
    snprintf(user, sizeof user, "%u", (unsigned)geteuid());
    output = output_of((const char *const[]){ "squeue", "--noheader", "--array", "--states=all", "--user", user,
                                              "--format=%F %K %T %j", NULL }, message, size);
    if (!output)
        return false;
    for (char *line = strtok_r(output, "\n", &rest); line && good; line = strtok_r(NULL, "\n", &rest)) {
        slurm_task task;

        good = read_task(line, prefix, &task, message, size);
        if (good && task.name[0])
            add_task(list, &task);
    }
    free(output);
    if (!good)
        slurm_tasks_free(list);
    return good;
}

void slurm_look_back(unsigned job, slurm_tasks *list)
{
    char number[24], message[320], *output, *rest;

    *list = (slurm_tasks){ 0 };
    snprintf(number, sizeof number, "%u", job);
    output = output_of((const char *const[]){ "sacct", "--noheader", "--allocations", "--parsable2", "--jobs", number,
                                              "--format=JobID,State", NULL }, message, sizeof message);
    if (!output)
        return;
    for (char *line = strtok_r(output, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        const char *at = line;
        slurm_task task = { 0 };
        uint64_t seen, number;

        if (!whole_number_at(&at, 1, UINT32_MAX, &seen) || *at++ != '_' || !whole_number_at(&at, 0, UINT32_MAX, &number) ||
            sscanf(at, "|%23[A-Z_]", task.state) != 1)                                  // "CANCELLED by 1000"
            continue;
        task.job = (unsigned)seen;
        task.task = (unsigned)number;
        add_task(list, &task);
    }
    free(output);
}

void slurm_tasks_free(slurm_tasks *list)
{
    free(list->tasks);
    *list = (slurm_tasks){ 0 };
}

bool slurm_cancel(unsigned job, char *message, size_t size)
{
    char number[24], *output;

    snprintf(number, sizeof number, "%u", job);
    output = output_of((const char *const[]){ "scancel", "--quiet", number, NULL }, message, size);
    free(output);
    return output != NULL;
}

unsigned slurm_most_tasks(char *message, size_t size)
{
    char *output = output_of((const char *const[]){ "scontrol", "show", "config", NULL }, message, size);
    const char *at = output ? strstr(output, "MaxArraySize") : NULL;
    uint64_t most = 0;

    if (at) {
        at += strlen("MaxArraySize");
        at += strspn(at, " =");
    }
    if (output && (!at || !whole_number_at(&at, 1, UINT32_MAX, &most) || !strchr("\n", *at))) {
        snprintf(message, size, "scontrol: seen no MaxArraySize in its configuration, expected a number");
        most = 0;
    }
    free(output);
    return (unsigned)most;
}

bool slurm_has_ended(const char *state)
{
    static const char *const ended[] = { "BOOT_FAIL", "CANCELLED", "COMPLETED", "DEADLINE", "FAILED", "NODE_FAIL",
                                         "OUT_OF_MEMORY", "PREEMPTED", "REVOKED", "SPECIAL_EXIT", "TIMEOUT" };

    for (unsigned i = 0; i < sizeof ended / sizeof ended[0]; i++)
        if (strcmp(state, ended[i]) == 0)
            return true;
    return false;
}

bool slurm_is_running(const char *state)
{
    return strcmp(state, "RUNNING") == 0;
}
