// The folder of a recording appears when it is complete; see tb/record.h and docs/lockstep.md.
#include "tb/record.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tb/lockstep_internal.h"

enum { FOLDER_MAX = 1024, PATH_EXTRA = 160, FIRST_CAPACITY = 1024 };

bool record_possible(const char *folder, char *error, size_t error_size)
{
    char parent[FOLDER_MAX] = ".";
    const char *slash = strrchr(folder, '/');

    if (strlen(folder) >= FOLDER_MAX - 1) {
        snprintf(error, error_size, "the folder's name has %zu characters, expected less than %d", strlen(folder),
                 FOLDER_MAX - 1);
        return false;
    }
    if (access(folder, F_OK) == 0) {
        snprintf(error, error_size, "%s: exists and is not overwritten, expected a new folder", folder);
        return false;
    }
    if (slash)
        snprintf(parent, sizeof parent, "%.*s", slash == folder ? 1 : (int)(slash - folder), folder);
    if (access(parent, W_OK | X_OK) != 0) {
        snprintf(error, error_size, "%s: cannot be made: %s", folder, strerror(errno));
        return false;
    }
    return true;
}

stimulus *record_open(const lockstep_options *options, const block_ops *ops, const char *instance)
{
    size_t length = options->record_instance ? strlen(options->record_instance) : 0;

    if (!options->record_dir || strncmp(instance, options->record_instance, length) != 0 ||
        (instance[length] && strncmp(instance + length, " sched ", 7) != 0))
        return NULL;
    stimulus *s = calloc(1, sizeof *s);
    if (!s)
        abort();
    stimulus_open(s, ops, instance, FIRST_CAPACITY);
    return s;
}

void record_step(stimulus *s, const lockstep_options *options, uint64_t cycle, const void *in)
{
    if (s->count < options->record_cycles)
        stimulus_append(s, cycle, false, in);
}

void record_close(stimulus *s)
{
    if (!s)
        return;
    stimulus_close(s);
    free(s);
}

// "oaws_dlc.txt", "warp_arbiter.1.txt".
static void name_file(char path[FOLDER_MAX + PATH_EXTRA], const stimulus *s, const char *folder)
{
    const char *scheduler = strstr(s->instance, " sched ");

    snprintf(path, FOLDER_MAX + PATH_EXTRA, "%s/%s%s%s.txt", folder, s->ops->block, scheduler ? "." : "",
             scheduler ? scheduler + 7 : "");
}

static bool write_one(const stimulus *s, const char *folder)
{
    char path[FOLDER_MAX + PATH_EXTRA];

    name_file(path, s, folder);
    FILE *file = fopen(path, "wx");         // an observer's second instance of a block is not recorded
    if (!file)
        return errno == EEXIST;
    stimulus_write(s, file);
    bool good = !ferror(file);
    return fclose(file) == 0 && good;
}

static void remove_folder(const lockstep *run, const char *folder)
{
    char path[FOLDER_MAX + PATH_EXTRA];

    for (const block *b = run->first; b; b = b->next) {
        if (b->monitor && b->monitor->recorded) {
            name_file(path, b->monitor->recorded, folder);
            unlink(path);
        }
    }
    rmdir(folder);
}

bool lockstep_save_recording(lockstep *run, char *error, size_t error_size)
{
    char folder[FOLDER_MAX + 8];
    bool made, good;

    if (!run->options.record_dir)
        return true;
    snprintf(folder, sizeof folder, "%s.XXXXXX", run->options.record_dir);
    made = mkdtemp(folder) != NULL;
    good = made && chmod(folder, 0755) == 0;
    for (const block *b = run->first; b && good; b = b->next)
        if (b->monitor && b->monitor->recorded)
            good = write_one(b->monitor->recorded, folder);
    good = good && rename(folder, run->options.record_dir) == 0;
    if (!good) {
        snprintf(error, error_size, "%s: cannot be written: %s", run->options.record_dir, strerror(errno));
        if (made)
            remove_folder(run, folder);
    }
    return good;
}
