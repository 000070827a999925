// SPDX-License-Identifier: BSD-3-Clause
#include "tests/sim/campaign/slurm_parts.h"

#include <sys/stat.h>

char work[400], message[400];

void put_file(const char *name, const char *format, ...)
{
    char path[500];
    va_list arguments;
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", work, name);
    file = fopen(path, "w");
    assert_non_null(file);
    va_start(arguments, format);
    vfprintf(file, format, arguments);
    va_end(arguments);
    fclose(file);
}

void put_command(const char *name, const char *script)
{
    char path[500], file[64];

    snprintf(file, sizeof file, "bin/%s", name);
    put_file(file, "#!/bin/sh\n%s\n", script);
    snprintf(path, sizeof path, "%s/%s", work, file);
    assert_int_equal(chmod(path, 0755), 0);
}

int slurm_parts_begin(const char *name)
{
    char command[1000], path[4000];

    snprintf(work, sizeof work, "%s/%s", getenv("BUILD") ? getenv("BUILD") : "build", name);
    snprintf(command, sizeof command, "rm -rf '%s' && mkdir -p '%s/bin'", work, work);
    if (system(command) != 0 || !realpath(work, path))
        return 1;
    snprintf(work, sizeof work, "%.390s", path);
    snprintf(path, sizeof path, "%s/bin:%.3000s", work, getenv("PATH"));
    return setenv("PATH", path, 1);
}

void expect_message(const char *words)
{
    if (!strstr(message, words))
        fail_msg("seen `%s', expected `%s' in it", message, words);
    message[0] = 0;
}

void open_folder(slurm_folder *f, const char *name)
{
    char path[500];

    snprintf(path, sizeof path, "%s/%s", work, name);
    assert_true(slurm_folder_open(f, path, true, message, sizeof message));
}

slurm_batch *batch_of_one(unsigned number, const char *key, const char *word)
{
    slurm_batch *b = slurm_batch_new(number, 1, 1);

    b->n_slices = b->n_entries = 1;
    b->slices[0].n = 1;
    snprintf(b->entries[0].key, STORE_KEY, "%s", key);
    b->entries[0].words = calloc(2, sizeof *b->entries[0].words);
    b->entries[0].words[0] = word;
    return b;
}
