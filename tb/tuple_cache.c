// SPDX-License-Identifier: BSD-3-Clause
// Files of the cache of tuples; see tb/tuple_cache.h.
#define _GNU_SOURCE
#include "tb/tuple_cache.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tb/hash.h"

// The line behind an object: of one length, so that it is found from the end.
enum { SEAL = 50, STALE_SECONDS = 60, LEFT_OPEN = 16, DAY = 24 * 60 * 60, UNUSED_DAYS = 90, WAIT_SECONDS = 600 };
#define SEAL_FORMAT "\nwarplock tuple %016" PRIx64 " %016" PRIx64 "\n"
static const char PRIVATE[] = ".building-";

static bool refuse(char *why, size_t size, const char *path)
{
    snprintf(why, size, "%s: %s", path, strerror(errno));
    return false;
}

bool cache_find(tuple_cache *c, char *why, size_t size)
{
    const char *own = getenv("WARPLOCK_CACHE"), *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int length;

    c->private[0] = 0;
    if (own && *own)
        length = snprintf(c->folder, sizeof c->folder, "%s", own);
    else if (xdg && xdg[0] == '/')                      // a relative one is to be ignored, says the XDG specification
        length = snprintf(c->folder, sizeof c->folder, "%s/warplock", xdg);
    else if (home && home[0] == '/')
        length = snprintf(c->folder, sizeof c->folder, "%s/.cache/warplock", home);
    else {
        snprintf(why, size, "there is no folder to keep it in, expected WARPLOCK_CACHE or HOME");
        return false;
    }
    if ((size_t)length < sizeof c->folder - CACHE_NAME)
        return true;
    errno = ENAMETOOLONG;
    return refuse(why, size, "WARPLOCK_CACHE");
}

// What is loaded is run: nobody else may have written it.
static bool is_ours(const struct stat *status)
{
    return (status->st_uid == geteuid() || status->st_uid == 0) && !(status->st_mode & S_IWOTH);
}

static bool is_of_others(const tuple_cache *c, const struct stat *status, char *why, size_t size)
{
    if (is_ours(status))
        return false;
    snprintf(why, size, "%s: others can write there, expected a folder of one's own", c->folder);
    return true;
}

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

// What an interrupted build has left: nobody holds its lock.
static void remove_left(const char *path)
{
    struct stat status;
    int held = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

    if (held < 0)
        return;
    bool old = fstat(held, &status) == 0 && status.st_mtime < time(NULL) - STALE_SECONDS;
    if (old && flock(held, LOCK_EX | LOCK_NB) == 0)
        remove_folder(path);
    close(held);
}

// An object of ours that nobody has loaded for long: of a source that has changed since, mostly.
static void remove_unused(const char *path)
{
    struct stat status;
    char line[SEAL + 1] = "";
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);

    if (file < 0)
        return;
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > SEAL &&
        status.st_mtime < time(NULL) - UNUSED_DAYS * (time_t)DAY && pread(file, line, SEAL, status.st_size - SEAL) == SEAL &&
        strncmp(line, "\nwarplock tuple ", 16) == 0)
        unlink(path);
    close(file);
}

static void clean_up(const tuple_cache *c)
{
    DIR *folder = opendir(c->folder);
    struct dirent *entry;

    while (folder && (entry = readdir(folder))) {
        char path[CACHE_PATH + sizeof entry->d_name];
        snprintf(path, sizeof path, "%s/%s", c->folder, entry->d_name);
        if (strncmp(entry->d_name, PRIVATE, sizeof PRIVATE - 1) == 0)
            remove_left(path);
        else if (entry->d_name[0] != '.')
            remove_unused(path);
    }
    if (folder)
        closedir(folder);
}

// One builds at a time, so that what two want is built once. Whoever has waited too long, or cannot lock here, builds
// beside the other, which costs time and nothing else.
static void wait_for_others(tuple_cache *c)
{
    c->turn = open(c->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (unsigned tenths = 0; c->turn >= 0 && tenths < 10 * WAIT_SECONDS; tenths++) {
        if (flock(c->turn, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
            return;
        if (tenths == 10)
            fprintf(stderr, "warplock: waiting for another that builds in %s\n", c->folder);
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    }
}

bool cache_begin(tuple_cache *c, char *why, size_t size)
{
    struct stat status;
    char *whole = make_folder(c->folder) ? realpath(c->folder, NULL) : NULL;

    if (!whole || strlen(whole) >= sizeof c->folder || stat(whole, &status) != 0) {
        free(whole);
        return refuse(why, size, c->folder);
    }
    strcpy(c->folder, whole);
    free(whole);
    if (is_of_others(c, &status, why, size))
        return false;
    wait_for_others(c);
    clean_up(c);
    snprintf(c->private, sizeof c->private, "%s/%sXXXXXX", c->folder, PRIVATE);
    if (!mkdtemp(c->private)) {
        c->private[0] = 0;
        refuse(why, size, c->folder);
        close(c->turn);
        return false;
    }
    c->lock = open(c->private, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (c->lock >= 0)
        flock(c->lock, LOCK_EX | LOCK_NB);
    return true;
}

void cache_end(tuple_cache *c)
{
    if (!c->private[0])
        return;
    remove_folder(c->private);
    if (c->lock >= 0)
        close(c->lock);
    if (c->turn >= 0)
        close(c->turn);
    c->private[0] = 0;
}

// --- objects

static void seal(char line[static SEAL + 1], uint64_t sum, uint64_t compilers)
{
    int length = snprintf(line, SEAL + 1, SEAL_FORMAT, sum, compilers);
    if (length != SEAL)
        abort();
}

// The sum of the first `bytes` bytes, and what is behind them. False at a file that is shorter.
static bool read_sum(int file, off_t bytes, uint64_t *sum, char line[static SEAL + 1])
{
    char part[1 << 16];

    *sum = HASH_START;
    while (bytes > 0) {
        ssize_t count = read(file, part, (size_t)bytes < sizeof part ? (size_t)bytes : sizeof part);
        if (count <= 0)
            return false;
        *sum = hash_bytes(*sum, part, (size_t)count);
        bytes -= count;
    }
    line[SEAL] = 0;
    return read(file, line, SEAL) == SEAL;
}

// Whole, ours, of these compilers.
static bool is_sound(int file, uint64_t compilers)
{
    char line[SEAL + 1], expected[SEAL + 1];
    struct stat status;
    uint64_t sum, seen;

    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || !is_ours(&status) || status.st_size <= SEAL ||
        !read_sum(file, status.st_size - SEAL, &sum, line) ||
        sscanf(line, "\nwarplock tuple %*16x %16" SCNx64, &seen) != 1)
        return false;
    seal(expected, sum, compilers ? compilers : seen);
    return strcmp(line, expected) == 0;
}

// That it is used, once a day: what nobody uses goes.
static void mark_used(int file, const char *path)
{
    struct stat status;

    if (fstat(file, &status) == 0 && status.st_mtime < time(NULL) - DAY)
        utimensat(AT_FDCWD, path, NULL, 0);
}

bool cache_has(const tuple_cache *c, const char *name, uint64_t compilers, char path[static CACHE_PATH + CACHE_NAME], char *why,
               size_t size)
{
    struct stat status;

    why[0] = 0;
    snprintf(path, CACHE_PATH + CACHE_NAME, "%s%s/%s", strchr(c->folder, '/') ? "" : "./", c->folder, name);
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) {
        if (errno != ENOENT && errno != ENOTDIR)
            refuse(why, size, path);
        return false;
    }
    // Its name is opened once more by whoever uses it: who can write in the folder could put another file there in between.
    bool sound = stat(c->folder, &status) == 0 && !is_of_others(c, &status, why, size) && is_sound(file, compilers);
    if (sound)
        mark_used(file, path);
    close(file);
    return sound;
}

void *cache_load(const tuple_cache *c, const char *name, uint64_t compilers, char *why, size_t size)
{
    char path[CACHE_PATH + CACHE_NAME];
    bool sound = cache_has(c, name, compilers, path, why, size);
    void *object = sound ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;   // never without a slash: it would be looked for elsewhere

    if (sound && !object)
        snprintf(why, size, "%s", dlerror());
    return object;
}

bool cache_keep(const tuple_cache *c, const char *name, uint64_t compilers, char *why, size_t size)
{
    char path[CACHE_PATH + 32 + CACHE_NAME], place[CACHE_PATH + CACHE_NAME], line[SEAL + 1], none[SEAL + 1];
    struct stat status;
    uint64_t sum;

    snprintf(path, sizeof path, "%s/%s", c->private, name);
    snprintf(place, sizeof place, "%s/%s", c->folder, name);
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0)
        return refuse(why, size, path);
    bool good = fstat(file, &status) == 0;
    if (good)
        read_sum(file, status.st_size, &sum, none);     // there is nothing behind it yet
    if (good) {
        seal(line, sum, compilers);
        good = write(file, line, SEAL) == SEAL && fchmod(file, 0644) == 0 && fsync(file) == 0;
    }
    good = close(file) == 0 && good;
    return (good && rename(path, place) == 0) || refuse(why, size, place);
}
