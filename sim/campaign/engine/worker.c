// SPDX-License-Identifier: BSD-3-Clause
#include "sim/campaign/engine/worker.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "sim/report/number.h"
#include "sim/report/status.h"

enum { REASON = 400 };

// Room for every --set: a missing one would store the run under another machine's key.
const char **worker_arguments(const campaign *c, const campaign_run *run)
{
    enum { OTHERS = 20 + CAMPAIGN_DETAILS, TEXT = 32 };
    const char *details[2 * CAMPAIGN_DETAILS + 1];
    const size_t most = OTHERS + 2 * (run->machine->n_sets + run->kernel->n_options + run->system.n_sets);
    const char **arguments = calloc(1, most * sizeof *arguments + 2 * TEXT);
    unsigned n = 0;

    if (!arguments)
        abort();
    char *limit = (char *)(arguments + most), *seed = limit + TEXT;
    for (const char *const *fixed = (const char *const[]){ c->program, "run", "--json", "--content", run->content,
         "--machine", run->machine->word, "--policy", run->system.policy, NULL }; *fixed; fixed++)
        arguments[n++] = *fixed;
    for (unsigned i = 0; i < run->machine->n_sets; i++) {
        arguments[n++] = "--set";
        arguments[n++] = run->machine->sets[i];
    }
    for (unsigned i = 0; i < run->system.n_sets; i++) {
        arguments[n++] = "--set";
        arguments[n++] = run->system.sets[i];
    }
    if (run->kernel->size[0]) {
        arguments[n++] = "--size";
        arguments[n++] = run->kernel->size;
    }
    if (c->max_cycles) {
        snprintf(limit, TEXT, "%" PRIu64, c->max_cycles);
        arguments[n++] = "--max-cycles";
        arguments[n++] = limit;
    }
    if (run->seed) {
        snprintf(seed, TEXT, "%" PRIu64, run->seed);
        arguments[n++] = "--seed";
        arguments[n++] = seed;
    }
    campaign_details_of(c, run->machine, details);
    for (const char *const *asked = details; *asked; asked++)
        arguments[n++] = *asked;
    for (unsigned i = 0; i < run->kernel->n_options; i++)
        arguments[n++] = run->kernel->options[i];
    arguments[n] = run->kernel->word;
    return arguments;
}

// The first run of the array as compact JSON without clock-dependent fields; NULL when there is none.
static char *result_text(const char *output)
{
    json_t *array = json_loads(output, 0, NULL), *object = json_array_get(array, 0);
    json_t *verified = json_object_get(object, "verified");
    char *text = NULL;

    if (verified && !json_is_false(verified)) {        // null: the job expects nothing
        json_object_del(object, "wall_seconds");
        text = json_text(object, JSON_COMPACT);
    }
    json_decref(array);
    return text;
}

// Drops the prefix "KERNEL, POLICY: ", which is shown beside it.
static const char *without_name(const char *message)
{
    const char *end = strstr(message, ": "), *policy = end;
    char name[64];

    while (policy && policy > message && policy[-1] != ' ')
        policy--;
    if (!end || policy < message + 2 || policy[-2] != ',')
        return message;
    snprintf(name, sizeof name, "%.*s", (int)(end - policy), policy);
    return simulator_policy_exists(name) ? end + 2 : message;
}

// The last message, or the last line of output; notices are skipped.
static void last_message(char *errors, char reason[static REASON])
{
    static const char prefix[] = "warplock: ", notice[] = "warplock: notice: ";
    char *rest;

    reason[0] = 0;
    for (const char *line = strtok_r(errors, "\n", &rest), *message = NULL; line; line = strtok_r(NULL, "\n", &rest)) {
        bool is_message = strncmp(line, prefix, sizeof prefix - 1) == 0;

        if (strncmp(line, notice, sizeof notice - 1) == 0)
            continue;
        if (is_message || !message)
            snprintf(reason, REASON, "%.300s", is_message ? without_name(line + sizeof prefix - 1) : line);
        if (is_message)
            message = line;
    }
}

void worker_judge(process_result *left, store_run *stored)
{
    char reason[REASON] = "";

    *stored = (store_run){ .seconds = left->seconds, .peak_kb = left->peak_kb };
    if (WIFSIGNALED(left->wait_status)) {
        stored->status = -WTERMSIG(left->wait_status);
        snprintf(reason, sizeof reason, "ended by signal %d (%s)", -stored->status, strsignal(-stored->status));
    } else {
        stored->status = WEXITSTATUS(left->wait_status);
        if (stored->status == 0)
            stored->result = result_text(left->output);
        if (stored->status == 0 && !stored->result) {
            stored->status = STATUS_MISMATCH;
            snprintf(reason, sizeof reason, "its JSON report cannot be read, or the result was not verified");
        } else if (stored->status != 0) {
            last_message(left->errors, reason);
        }
    }
    stored->reason = strdup(reason);
    if (!stored->result)
        stored->result = strdup("");
    if (!stored->reason || !stored->result)
        abort();
    process_result_free(left);
}
