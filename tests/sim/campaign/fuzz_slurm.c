// SPDX-License-Identifier: BSD-3-Clause
// libFuzzer: any bytes as what squeue, sacct, scontrol and sbatch answer, and as the words of --slurm-options. The commands
// are not started: what would start them stands here. Whatever is answered, a name has its end and begins as asked, a
// word lies in the copy, and what is refused is refused with a message.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/engine/process.h"
#include "sim/campaign/engine/slurm_commands.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *answer;
static int ended;

bool process_start(process *p, const char *const *arguments, char *message, size_t size)
{
    (void)p, (void)arguments, (void)message, (void)size;
    return true;
}
bool process_ended(process *p, process_result *left)
{
    process_wait(p, left);
    return true;
}
void process_wait(process *p, process_result *left)
{
    (void)p;
    *left = (process_result){.wait_status = ended, .output = strdup(answer), .errors = strdup(answer)};
}
void process_kill(process *p) { (void)p; }
void process_result_free(process_result *left)
{
    free(left->output);
    free(left->errors);
}

static void check_tasks(const slurm_tasks *list, const char *prefix)
{
    for (unsigned i = 0; i < list->n; i++)
        if (!memchr(list->tasks[i].name, 0, sizeof list->tasks[i].name) || !memchr(list->tasks[i].state, 0, sizeof list->tasks[i].state) ||
            strncmp(list->tasks[i].name, prefix, strlen(prefix)) != 0)
            abort();
}

static void split(const char *text)
{
    const char *words[SLURM_WORDS];
    char *copy = calloc(1, 2 * strlen(text) + 2), message[512] = "";
    unsigned n;

    if (slurm_split_options(text, copy, words, &n, message, sizeof message)) {
        for (unsigned i = 0; i < n; i++)
            if (words[i] < copy || words[i] + strlen(words[i]) > copy + 2 * strlen(text) + 1)
                abort();
    } else if (!message[0]) {
        abort();
    }
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = calloc(1, size + 1), message[512] = "";
    slurm_tasks tasks = {0};
    unsigned job = 0;

    if (size < 1)
        return free(text), 0;
    memcpy(text, data + 1, size - 1);
    answer = text;
    ended = data[0] >> 4 == 0 ? 256 : 0;
    switch (data[0] % 5) {
    case 0:
        if (slurm_look("wp-", &tasks, message, sizeof message))
            check_tasks(&tasks, "wp-");
        else if (!message[0])
            abort();
        break;
    case 1:
        slurm_look_back(7, &tasks);
        check_tasks(&tasks, "");
        break;
    case 2:
        if (slurm_submit("wp-1", 3, NULL, 0, "script", &job, message, sizeof message) ? !job : !message[0])
            abort();
        break;
    case 3:
        slurm_most_tasks(message, sizeof message);
        break;
    default:
        split(text);
    }
    slurm_tasks_free(&tasks);
    free(text);
    return 0;
}
