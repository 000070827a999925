// SPDX-License-Identifier: BSD-3-Clause
// See tb/tuples/claims.h.
#define _GNU_SOURCE
#include "tb/tuples/claims.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tb/tuples/interrupt.h"

// Seconds without a touch. A builder that is stopped, or whose node is gone, is waited for no longer than QUIET; one whose
// lock is free no longer than FREE, which a node that does not see the lock needs. The folder goes after STALE if unlocked.
enum { FREE_SECONDS = 3, QUIET_SECONDS = 10, STALE_SECONDS = 120, TURN_TENTHS = 100, LEFT_OPEN = 16 };
static const char PRIVATE[] = ".building-";

// --- private folders

// With the folders above it.
static bool make_folder(const char *path)
{
    char above[CACHE_PATH];

    for (size_t i = 1; path[i]; i++) {
        if (path[i] != '/')
            continue;
        snprintf(above, sizeof above, "%.*s", (int)i, path);
        if (mkdir(above, 0700) != 0 && errno != EEXIST)
            return false;
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *walk)
{
    (void)status, (void)kind, (void)walk;
    remove(path);
    return 0;
}

static void remove_folder(const char *path) { nftw(path, remove_one, LEFT_OPEN, FTW_DEPTH | FTW_PHYS); }

static int open_folder(const char *path) { return open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC); }

// True if locks do not work, too.
static bool is_free(int folder)
{
    if (flock(folder, LOCK_SH | LOCK_NB) != 0)
        return errno != EWOULDBLOCK;
    flock(folder, LOCK_UN);
    return true;
}

// Since its last touch, by the file system's clock: this program's own folder was touched just now.
static time_t quiet_seconds(const tuple_cache *c, int folder)
{
    struct stat own, its;

    return fstat(c->held, &own) == 0 && fstat(folder, &its) == 0 ? own.st_mtime - its.st_mtime : 0;
}

static bool lives(const tuple_cache *c, const char *path)
{
    int folder = open_folder(path);

    if (folder < 0)
        return false;
    time_t quiet = quiet_seconds(c, folder);
    bool living = quiet < FREE_SECONDS || (quiet < QUIET_SECONDS && !is_free(folder));
    close(folder);
    return living;
}

// Removes what an interrupted build left. A stopped one may go on: it holds its lock.
static void remove_left(const tuple_cache *c, const char *path)
{
    int folder = open_folder(path);

    if (folder < 0)
        return;
    if (quiet_seconds(c, folder) > STALE_SECONDS && is_free(folder))
        remove_folder(path);
    close(folder);
}

enum { ENTRY_PATH = CACHE_PATH + sizeof ((struct dirent *)0)->d_name };
static bool is_private(const char *name) { return strncmp(name, PRIVATE, sizeof PRIVATE - 1) == 0; }

// The next entry of the cache except this program's own.
static const char *next_entry(const tuple_cache *c, DIR *folder, char path[static ENTRY_PATH])
{
    struct dirent *entry;

    while (folder && (entry = readdir(folder))) {
        snprintf(path, ENTRY_PATH, "%s/%s", c->folder, entry->d_name);
        if (strcmp(path, c->private) != 0)
            return entry->d_name;
    }
    return NULL;
}

static void clean_up(const tuple_cache *c)
{
    DIR *folder = opendir(c->folder);
    char path[ENTRY_PATH];
    const char *name;

    while ((name = next_entry(c, folder, path)))
        if (is_private(name))
            remove_left(c, path);
        else if (name[0] != '.')
            cache_remove_unused(path);
    if (folder)
        closedir(folder);
}

bool claims_begin(tuple_cache *c, char *why, size_t size)
{
    char *whole = make_folder(c->folder) ? realpath(c->folder, NULL) : NULL;

    c->turn = -1;
    if (!whole || strlen(whole) >= sizeof c->folder - CACHE_NAME) {
        errno = whole ? ENAMETOOLONG : errno;
        free(whole);
        return cache_refuse(why, size, c->folder);
    }
    strcpy(c->folder, whole);
    free(whole);
    if (cache_is_of_others(c, why, size))
        return false;
    snprintf(c->private, sizeof c->private, "%s/%sXXXXXX", c->folder, PRIVATE);
    if (!mkdtemp(c->private)) {
        c->private[0] = 0;
        return cache_refuse(why, size, c->folder);
    }
    c->held = open_folder(c->private);
    flock(c->held, LOCK_EX | LOCK_NB);
    clean_up(c);
    return true;
}

void claims_end(tuple_cache *c)
{
    if (!c->private[0])
        return;
    remove_folder(c->private);
    close(c->held);
    c->private[0] = 0;
}

void claims_beat(const tuple_cache *c) { futimens(c->held, NULL); }

// --- claims

void claims_turn(tuple_cache *c)
{
    c->turn = open_folder(c->folder);
    for (unsigned tenths = 0; tenths < TURN_TENTHS && !interrupt_seen(); tenths++) {
        if (flock(c->turn, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
            return;                             // a turn takes milliseconds: its holder is stopped
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    }
}

void claims_turn_over(tuple_cache *c)
{
    close(c->turn);
    c->turn = -1;
}

static void claim_path(const char *private, const char *name, char path[static ENTRY_PATH + CACHE_NAME])
{
    snprintf(path, ENTRY_PATH + CACHE_NAME, "%s/%s.claim", private, name);
}

bool claimed_by_another(const tuple_cache *c, const char *name)
{
    char private[ENTRY_PATH], path[ENTRY_PATH + CACHE_NAME];
    DIR *folder = opendir(c->folder);
    const char *entry;
    bool claimed = false;

    while (!claimed && (entry = next_entry(c, folder, private))) {
        claim_path(private, name, path);
        claimed = is_private(entry) && access(path, F_OK) == 0 && lives(c, private);
    }
    if (folder)
        closedir(folder);
    return claimed;
}

bool claim_take(const tuple_cache *c, const char *name)
{
    char path[ENTRY_PATH + CACHE_NAME];

    if (claimed_by_another(c, name))
        return false;
    claim_path(c->private, name, path);
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0)                              // else the disk is full, which the compiler will say
        close(file);
    return true;
}

void claim_drop(const tuple_cache *c, const char *name)
{
    char path[ENTRY_PATH + CACHE_NAME];

    claim_path(c->private, name, path);
    unlink(path);
}
