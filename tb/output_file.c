// SPDX-License-Identifier: BSD-3-Clause
#include "tb/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SLOTS = 64, INPUTS_MAX = 1024, CLAIMS_MAX = 256, LINKS_MAX = 40, MODE_BITS = 07777, MODE_NEW = 0666 };
static const char PRIVATE[] = ".warplock-XXXXXX";

// Read by the signal handler: a slot is complete before `used` is set.
static struct { volatile sig_atomic_t used; char path[OUTPUT_PATH]; } doomed[SLOTS];
static volatile sig_atomic_t open_folders;
static int status_interrupted, status_full;

static struct { dev_t device; ino_t inode; } inputs[INPUTS_MAX];
static unsigned n_inputs;

static struct { dev_t device; ino_t inode; char name[NAME_MAX + 1]; } claims[CLAIMS_MAX];     // of the folder, in it
static unsigned n_claims;

static bool refused(char *message, size_t size, const char *path, const char *why)
{
    snprintf(message, size, "%.160s: %s", path, why);
    return false;
}

static bool cannot(char *message, size_t size, const char *path)
{
    snprintf(message, size, "%.160s: cannot be written: %s", path, strerror(errno));
    return false;
}

// --- where a file is

static const char *name_in(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void folder_of(const char *path, char folder[static OUTPUT_PATH])
{
    size_t length = (size_t)(name_in(path) - path);
    snprintf(folder, OUTPUT_PATH, "%.*s", length ? (int)length : 1, length ? path : ".");
}

// What the path's last name stands for, links followed, existing or not.
static bool follow(const char *path, char target[static OUTPUT_PATH])
{
    char link[OUTPUT_PATH];
    struct stat status;

    if (snprintf(target, OUTPUT_PATH, "%s", path) >= OUTPUT_PATH) {
        errno = ENAMETOOLONG;
        return false;
    }
    for (unsigned links = 0; lstat(target, &status) == 0 && S_ISLNK(status.st_mode); links++) {
        ssize_t length = readlink(target, link, sizeof link - 1);
        size_t before = length > 0 && link[0] == '/' ? 0 : (size_t)(name_in(target) - target);
        if (length < 0)
            return false;
        if (links == LINKS_MAX || before + (size_t)length >= OUTPUT_PATH) {
            errno = links == LINKS_MAX ? ELOOP : ENAMETOOLONG;
            return false;
        }
        memcpy(target + before, link, (size_t)length);
        target[before + (size_t)length] = 0;
    }
    return true;
}

// Written in place: nothing to replace. /dev/stdout may be a file that the shell has open.
static bool stands(const char *path)
{
    struct stat status;
    return strncmp(path, "/dev/", 5) == 0 || strncmp(path, "/proc/", 6) == 0 || (stat(path, &status) == 0 && !S_ISREG(status.st_mode));
}

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
    char target[OUTPUT_PATH], folder[OUTPUT_PATH];
    struct stat status;

    if (!follow(path, target))
        return cannot(message, size, path);
    bool there = stat(target, &status) == 0;
    if (there && S_ISDIR(status.st_mode))
        return refused(message, size, path, "is a folder, expected a file to write");
    for (unsigned i = 0; there && i < n_inputs; i++)
        if (inputs[i].device == status.st_dev && inputs[i].inode == status.st_ino)
            return refused(message, size, path, "is an input of this run and would be overwritten");
    if (there && access(target, W_OK) != 0)
        return cannot(message, size, path);
    if (stands(path))
        return true;
    folder_of(target, folder);
    return access(folder, W_OK | X_OK) == 0 || cannot(message, size, path);
}

bool output_claim(const char *path, char *message, size_t size)
{
    char target[OUTPUT_PATH], folder[OUTPUT_PATH];
    struct stat status;

    if (!output_allowed(path, message, size))
        return false;
    if (stands(path))
        return true;
    if (!follow(path, target))
        return cannot(message, size, path);
    folder_of(target, folder);
    if (stat(folder, &status) != 0)
        return cannot(message, size, path);
    for (unsigned i = 0; i < n_claims; i++)
        if (claims[i].device == status.st_dev && claims[i].inode == status.st_ino && strcmp(claims[i].name, name_in(target)) == 0)
            return refused(message, size, path, "is another output of this run already, expected a file of its own");
    if (n_claims < CLAIMS_MAX && strlen(name_in(target)) <= NAME_MAX) {
        claims[n_claims].device = status.st_dev;
        claims[n_claims].inode = status.st_ino;
        strcpy(claims[n_claims++].name, name_in(target));
    }
    return true;
}

bool output_inside(const char *path, const char *folder)
{
    char target[OUTPUT_PATH], of_target[OUTPUT_PATH];
    bool inside = false;

    if (!follow(path, target))
        return false;
    folder_of(target, of_target);
    char *whole = realpath(folder, NULL), *seen = realpath(of_target, NULL);
    if (whole && seen) {
        size_t length = strcmp(whole, "/") == 0 ? 0 : strlen(whole);
        inside = strncmp(seen, whole, length) == 0 && (seen[length] == 0 || seen[length] == '/');
    }
    free(whole);
    free(seen);
    return inside;
}

// --- what an interruption removes

static int doom(const char *path)
{
    for (int slot = 0; slot < SLOTS; slot++) {
        if (!doomed[slot].used && strlen(path) < OUTPUT_PATH) {
            strcpy(doomed[slot].path, path);
            doomed[slot].used = 1;
            return slot;
        }
    }
    return -1;
}

static void spare(int slot)
{
    if (slot >= 0)
        doomed[slot].used = 0;
}

void output_remove_begun(void)
{
    for (int slot = 0; slot < SLOTS; slot++)
        if (doomed[slot].used)
            unlink(doomed[slot].path);
    for (int slot = 0; slot < SLOTS; slot++)            // folders, empty by now
        if (doomed[slot].used)
            rmdir(doomed[slot].path);
}

static void interrupted(int signal_number)
{
    output_remove_begun();
    if (signal_number != SIGPIPE)
        _exit(status_interrupted);
    signal(signal_number, SIG_DFL);                     // ends it like any command whose pipe has no reader
    raise(signal_number);
}

static void mapped_disk_full(int signal_number)
{
    static const char line[] = "warplock: a wave cannot be written: no space left for it or for the temporary files beside it\n";

    if (open_folders == 0) {                            // not ours: a defect
        signal(signal_number, SIG_DFL);
        raise(signal_number);
        return;
    }
    output_remove_begun();
    if (write(STDERR_FILENO, line, sizeof line - 1) < 0)
        _exit(status_full);
    _exit(status_full);
}

void output_catch_interrupts(int status, int full)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
    struct sigaction action = {.sa_handler = interrupted}, before;

    status_interrupted = status;
    status_full = full;
    for (unsigned i = 0; i < sizeof signals / sizeof signals[0]; i++)
        if (sigaction(signals[i], NULL, &before) == 0 && (signals[i] != SIGHUP || before.sa_handler != SIG_IGN))    // nohup
            sigaction(signals[i], &action, NULL);
    action.sa_handler = SIG_IGN;
    sigaction(SIGXFSZ, &action, NULL);
    action.sa_handler = mapped_disk_full;
    sigaction(SIGBUS, &action, NULL);
}

// No signal between the creation of a file and its slot.
static void hold_signals(sigset_t *before)
{
    sigset_t all;

    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, before);
}

static void let_signals(const sigset_t *before)
{
    sigprocmask(SIG_SETMASK, before, NULL);
}

// --- one file

static bool private_name(const char *target, char name[static OUTPUT_PATH])
{
    int length = (int)(name_in(target) - target);

    if (snprintf(name, OUTPUT_PATH, "%.*s%s", length, target, PRIVATE) < OUTPUT_PATH)
        return true;
    errno = ENAMETOOLONG;
    return false;
}

// Like the file that it replaces, or like any new one.
static void set_mode(int descriptor, const char *target)
{
    struct stat status;
    mode_t mask = umask(0);

    umask(mask);
    fchmod(descriptor, stat(target, &status) == 0 ? status.st_mode & MODE_BITS : MODE_NEW & ~mask);
}

static int make_private(output_file *file)
{
    sigset_t before;

    hold_signals(&before);
    int descriptor = mkstemp(file->temporary);
    file->slot = descriptor < 0 ? -1 : doom(file->temporary);
    let_signals(&before);
    return descriptor;
}

bool output_open(output_file *file, const char *path, char *message, size_t size)
{
    *file = (output_file){.slot = -1};
    if (!output_allowed(path, message, size))
        return false;
    if (stands(path)) {
        snprintf(file->path, sizeof file->path, "%s", path);
        file->stream = fopen(path, "wb");
        return file->stream || cannot(message, size, path);
    }
    if (!follow(path, file->path) || !private_name(file->path, file->temporary))
        return cannot(message, size, path);
    int descriptor = make_private(file);
    if (descriptor < 0)
        return cannot(message, size, path);
    set_mode(descriptor, file->path);
    file->stream = fdopen(descriptor, "wb");
    if (file->stream)
        return true;
    close(descriptor);
    cannot(message, size, path);
    output_discard(file);
    return false;
}

static bool give_up(output_file *file, char *message, size_t size)
{
    cannot(message, size, file->path);
    output_discard(file);
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
    if (file->temporary[0] && rename(file->temporary, file->path) != 0)
        return give_up(file, message, size);
    spare(file->slot);
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
    file->stream = NULL;
    if (file->temporary[0])
        unlink(file->temporary);
    spare(file->slot);
}

// --- a folder of files

void output_folder_file(const output_folder *folder, const char *name, char path[static OUTPUT_PATH])
{
    if (snprintf(path, OUTPUT_PATH, "%s/%s", folder->folder, name) >= OUTPUT_PATH)
        path[0] = 0;
}

static bool make_folder(output_folder *folder)
{
    sigset_t before;

    hold_signals(&before);
    bool made = mkdtemp(folder->folder) != NULL;
    folder->slots[0] = made ? doom(folder->folder) : -1;
    let_signals(&before);
    return made;
}

bool output_folder_open(output_folder *folder, const char *beside, const char *const *names, char *message, size_t size)
{
    char target[OUTPUT_PATH], path[OUTPUT_PATH];

    folder->names = names;
    if (!follow(beside, target) || !private_name(target, folder->folder) || !make_folder(folder))
        return cannot(message, size, beside);
    for (unsigned i = 0; i < OUTPUT_NAMES && names[i]; i++) {
        output_folder_file(folder, names[i], path);
        folder->slots[i + 1] = doom(path);
    }
    open_folders++;
    return true;
}

bool output_folder_place(output_folder *folder, const char *name, const char *path, char *message, size_t size)
{
    char target[OUTPUT_PATH], from[OUTPUT_PATH];
    struct stat status;

    output_folder_file(folder, name, from);
    if (!follow(path, target))
        return cannot(message, size, path);
    if (stat(target, &status) == 0) {
        if (!S_ISREG(status.st_mode))
            return refused(message, size, path, "is no file, expected one or none");
        chmod(from, status.st_mode & MODE_BITS);
    }
    return rename(from, target) == 0 || cannot(message, size, path);
}

void output_folder_close(output_folder *folder)
{
    char path[OUTPUT_PATH];

    open_folders--;
    for (unsigned i = 0; i < OUTPUT_NAMES && folder->names[i]; i++) {
        output_folder_file(folder, folder->names[i], path);
        unlink(path);
        spare(folder->slots[i + 1]);
    }
    rmdir(folder->folder);
    spare(folder->slots[0]);
}
