#include "sim/report/output_file.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/status.h"

enum { SLOTS = 16, PATH_BYTES = 1040, INPUTS_MAX = 1024, CLAIMS_MAX = 256 };

// Read by the signal handler: a slot is complete before `used` is set.
static struct { volatile sig_atomic_t used; char path[PATH_BYTES]; } doomed[SLOTS];

static struct { dev_t device; ino_t inode; } inputs[INPUTS_MAX];
static unsigned n_inputs;

static char     claims[CLAIMS_MAX][PATH_BYTES];
static unsigned n_claims;

void output_protect(const char *input_path)
{
    struct stat status;

    if (n_inputs < INPUTS_MAX && stat(input_path, &status) == 0 && S_ISREG(status.st_mode)) {
        inputs[n_inputs].device = status.st_dev;
        inputs[n_inputs++].inode = status.st_ino;
    }
}

bool output_allowed(const char *path, char *message, size_t size)
{
    struct stat status;

    if (stat(path, &status) != 0)
        return true;
    if (S_ISDIR(status.st_mode)) {
        snprintf(message, size, "%.160s: is a folder, expected a file to write", path);
        return false;
    }
    for (unsigned i = 0; i < n_inputs; i++) {
        if (inputs[i].device == status.st_dev && inputs[i].inode == status.st_ino) {
            snprintf(message, size, "%.160s: is an input of this run and would be overwritten", path);
            return false;
        }
    }
    return true;
}

// A file that is not there yet, or will be replaced, needs a folder that can be written.
static bool folder_writable(const char *path)
{
    char folder[PATH_BYTES];
    const char *slash = strrchr(path, '/');
    struct stat status;

    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return true;
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
    return access(folder, W_OK | X_OK) == 0;
}

bool output_claim(const char *path, char *message, size_t size)
{
    if (!output_allowed(path, message, size))
        return false;
    if (strlen(path) >= PATH_BYTES || !folder_writable(path)) {
        snprintf(message, size, "%.160s: cannot be written: %s", path,
                 strerror(strlen(path) >= PATH_BYTES ? ENAMETOOLONG : errno));
        return false;
    }
    for (unsigned i = 0; i < n_claims; i++) {
        if (strcmp(claims[i], path) == 0) {
            snprintf(message, size, "%.160s: is another output of this run already, expected a file of its own", path);
            return false;
        }
    }
    if (n_claims < CLAIMS_MAX)
        strcpy(claims[n_claims++], path);
    return true;
}

int output_remove_on_interrupt(const char *path)
{
    for (int slot = 0; slot < SLOTS; slot++) {
        if (!doomed[slot].used && strlen(path) < PATH_BYTES) {
            strcpy(doomed[slot].path, path);
            doomed[slot].used = 1;
            return slot;
        }
    }
    return -1;
}

void output_keep(int slot)
{
    if (slot >= 0)
        doomed[slot].used = 0;
}

bool output_open(output_file *file, const char *path, char *message, size_t size)
{
    struct stat status;

    if (strlen(path) >= sizeof file->path) {
        snprintf(message, size, "seen a path of %zu characters, expected at most %zu", strlen(path),
                 sizeof file->path - 1);
        return false;
    }
    if (!output_allowed(path, message, size))
        return false;
    snprintf(file->path, sizeof file->path, "%s", path);
    snprintf(file->temporary, sizeof file->temporary, "%s.part", path);
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        snprintf(file->temporary, sizeof file->temporary, "%s", path);      // a device or pipe: nothing to rename
    file->slot = strcmp(file->temporary, path) == 0 ? -1 : output_remove_on_interrupt(file->temporary);
    file->stream = fopen(file->temporary, "wb");
    if (!file->stream) {
        snprintf(message, size, "%.160s: cannot be written: %s", path, strerror(errno));
        output_keep(file->slot);
        return false;
    }
    return true;
}

static bool give_up(output_file *file, char *message, size_t size)
{
    snprintf(message, size, "%.160s: cannot be written: %s", file->path, strerror(errno));
    if (strcmp(file->temporary, file->path) != 0)
        unlink(file->temporary);
    output_keep(file->slot);
    return false;
}

bool output_end(output_file *file, char *message, size_t size)
{
    bool good = !ferror(file->stream);

    good = fclose(file->stream) == 0 && good;
    file->stream = NULL;
    return good || give_up(file, message, size);
}

bool output_place(output_file *file, char *message, size_t size)
{
    if (strcmp(file->temporary, file->path) != 0 && rename(file->temporary, file->path) != 0)
        return give_up(file, message, size);
    output_keep(file->slot);
    return true;
}

bool output_close(output_file *file, char *message, size_t size)
{
    return output_end(file, message, size) && output_place(file, message, size);
}

void output_discard(output_file *file)
{
    if (file->stream)
        fclose(file->stream);
    if (strcmp(file->temporary, file->path) != 0)
        unlink(file->temporary);
    output_keep(file->slot);
}

static void interrupted(int signal_number)
{
    (void)signal_number;
    for (int slot = 0; slot < SLOTS; slot++)
        if (doomed[slot].used)
            unlink(doomed[slot].path);
    _exit(STATUS_INTERRUPTED);
}

void output_catch_interrupts(void)
{
    struct sigaction action = { .sa_handler = interrupted };

    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}
