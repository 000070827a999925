// SPDX-License-Identifier: BSD-3-Clause
#include "sim/campaign/engine/slurm_task.h"

#include <fcntl.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "sim/campaign/engine/slurm_batch.h"
#include "sim/campaign/engine/worker.h"
#include "sim/report/progress.h"

#define FOLDER_SECONDS 900                      // a result's wait for space in the folder

void slurm_task_speak(const slurm_folder *f, unsigned batch)
{
    char path[SLURM_PATH];
    int file;

    slurm_path(f, path, "batches/%06u/said", batch);
    file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (file >= 0) {
        dup2(file, STDERR_FILENO);
        close(file);
    }
}

static bool has_result(const slurm_folder *f, const char *key)
{
    store_run run;
    sealed_state state = slurm_read_result(f, key, &run);

    store_run_free(&run);
    return state == SEALED_GOOD;
}

static bool keep(const slurm_folder *f, const char *key, const store_run *run, char *message, size_t size)
{
    double began = progress_seconds();
    time_t pause = 1;

    while (!slurm_write_result(f, key, run, message, size)) {
        if (progress_seconds() - began > FOLDER_SECONDS)
            return false;
        nanosleep(&(struct timespec){ .tv_sec = pause }, NULL);
        pause = pause < 30 ? 2 * pause : 30;
    }
    return true;
}

static bool make_run(const slurm_folder *f, const char *key, const json_t *words, char *message, size_t size)
{
    const char **arguments = calloc(json_array_size(words) + 1, sizeof *arguments);
    process worker;
    process_result left;
    store_run run;
    bool good;

    if (!arguments)
        abort();
    for (size_t i = 0; i < json_array_size(words); i++)
        arguments[i] = json_string_value(json_array_get(words, i));
    good = process_start(&worker, arguments, message, size);
    free(arguments);
    if (!good)
        return false;
    process_wait(&worker, &left);
    worker_judge(&left, &run);
    if (run.status == PROCESS_CANNOT_RUN) {              // the node's fault, not the run's
        snprintf(message, size, "%.300s", run.reason);
        good = false;
    }
    good = good && keep(f, key, &run, message, size);
    store_run_free(&run);
    return good;
}

bool slurm_task_run(const slurm_folder *f, unsigned batch, unsigned task, char *message, size_t size)
{
    sealed_state state;
    json_t *slice = slurm_slice_read(f, batch, task, &state), *runs = json_object_get(slice, "runs");
    bool good = slice != NULL;

    if (!good)
        snprintf(message, size, "%.200s: batch %u has no slice %u that can be read", f->path, batch, task);
    for (size_t i = 0; good && i < json_array_size(runs); i++) {
        const json_t *run = json_array_get(runs, i);
        const char *key = json_string_value(json_object_get(run, "key"));

        good = has_result(f, key) || make_run(f, key, json_object_get(run, "words"), message, size);
    }
    json_decref(slice);
    return good;
}
