// SPDX-License-Identifier: BSD-3-Clause
// Files of the cache of tuples; see tb/tuples/cache.h.
#define _GNU_SOURCE
#include "tb/tuples/cache.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tb/hash.h"

// The line after an object: of one length, so that it is found from the end.
enum { SEAL = 50, DAY = 24 * 60 * 60, UNUSED_DAYS = 90, WORD = sizeof(uint64_t) };
#define SEAL_FORMAT "\nwarplock tuple %016" PRIx64 " %016" PRIx64 "\n"

bool cache_refuse(char *why, size_t size, const char *path)
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
    else if (xdg && xdg[0] == '/')                      // a relative one is ignored, as XDG requires
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
    return cache_refuse(why, size, "WARPLOCK_CACHE");
}

// What is loaded is run: nobody else may have written it.
static bool is_ours(const struct stat *status)
{
    return (status->st_uid == geteuid() || status->st_uid == 0) && !(status->st_mode & S_IWOTH);
}

bool cache_is_of_others(const tuple_cache *c, char *why, size_t size)
{
    struct stat status;

    if (stat(c->folder, &status) != 0)
        return !cache_refuse(why, size, c->folder);
    if (is_ours(&status))
        return false;
    snprintf(why, size, "%s: others can write there, expected a folder of one's own", c->folder);
    return true;
}

// --- objects

static void seal(char line[static SEAL + 1], uint64_t sum, uint64_t compilers)
{
    int length = snprintf(line, SEAL + 1, SEAL_FORMAT, sum, compilers);
    if (length != SEAL)
        abort();
}

// Eight bytes at a time, as all that a run loads is summed before it begins; a change in one word changes the sum.
static uint64_t add_to_sum(uint64_t sum, const unsigned char *bytes, size_t count)
{
    for (size_t at = 0; at < count; at += WORD) {
        uint64_t word = 0;
        memcpy(&word, bytes + at, count - at < WORD ? count - at : WORD);
        sum = hash_word(sum, word);
    }
    return sum;
}

// As many as there are.
static size_t read_whole(int file, void *bytes, size_t count)
{
    size_t have = 0;

    while (have < count) {
        ssize_t more = read(file, (char *)bytes + have, count - have);
        if (more < 0 && errno == EINTR)
            continue;
        if (more <= 0)
            break;
        have += (size_t)more;
    }
    return have;
}

// The sum of the first `size` bytes. False for a shorter file.
static bool read_sum(int file, off_t size, uint64_t *sum)
{
    unsigned char part[1 << 16];

    *sum = HASH_START;
    for (size_t count; size > 0; size -= (off_t)count) {
        count = (size_t)size < sizeof part ? (size_t)size : sizeof part;
        if (read_whole(file, part, count) != count)
            return false;
        *sum = add_to_sum(*sum, part, count);
    }
    return true;
}

// Whole, ours, of these compilers.
static bool is_sound(int file, uint64_t compilers)
{
    char line[SEAL + 1] = "", expected[SEAL + 1];
    struct stat status;
    uint64_t sum, seen;

    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || !is_ours(&status) || status.st_size <= SEAL ||
        !read_sum(file, status.st_size - SEAL, &sum) || read_whole(file, line, SEAL) != SEAL ||
        sscanf(line, "\nwarplock tuple %*16x %16" SCNx64, &seen) != 1)
        return false;
    seal(expected, sum, compilers ? compilers : seen);
    return strcmp(line, expected) == 0;
}

// Marks it as used, once a day: unused files are removed.
static void mark_used(int file, const char *path)
{
    struct stat status;

    if (fstat(file, &status) == 0 && status.st_mtime < time(NULL) - DAY)
        utimensat(AT_FDCWD, path, NULL, 0);
}

bool cache_has(const tuple_cache *c, const char *name, uint64_t compilers, char path[static CACHE_PATH + CACHE_NAME], char *why,
               size_t size)
{
    why[0] = 0;
    snprintf(path, CACHE_PATH + CACHE_NAME, "%s%s/%s", strchr(c->folder, '/') ? "" : "./", c->folder, name);
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) {
        if (errno != ENOENT && errno != ENOTDIR)
            cache_refuse(why, size, path);
        return false;
    }
    // Whoever uses it opens its name once more: a user who can write in the folder could put another file there in between.
    bool sound = !cache_is_of_others(c, why, size) && is_sound(file, compilers);
    if (sound)
        mark_used(file, path);
    close(file);
    return sound;
}

void *cache_load(const tuple_cache *c, const char *name, uint64_t compilers, char *why, size_t size)
{
    char path[CACHE_PATH + CACHE_NAME];
    bool sound = cache_has(c, name, compilers, path, why, size);
    void *object = sound ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;   // a path without a slash would be searched for

    if (sound && !object)
        snprintf(why, size, "%s", dlerror());
    return object;
}

bool cache_keep(const tuple_cache *c, const char *name, uint64_t compilers, char *why, size_t size)
{
    char path[CACHE_PATH + 32 + CACHE_NAME], place[CACHE_PATH + CACHE_NAME], line[SEAL + 1];
    struct stat status;
    uint64_t sum;

    snprintf(path, sizeof path, "%s/%s", c->private, name);
    snprintf(place, sizeof place, "%s/%s", c->folder, name);
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0)
        return cache_refuse(why, size, path);
    bool good = fstat(file, &status) == 0 && read_sum(file, status.st_size, &sum);
    if (good) {
        seal(line, sum, compilers);
        good = write(file, line, SEAL) == SEAL && fchmod(file, 0644) == 0 && fsync(file) == 0;
    }
    good = close(file) == 0 && good;
    return (good && rename(path, place) == 0) || cache_refuse(why, size, place);
}

// A user who may not write it, as in another's cache, marks it by reading alone.
static bool is_old(const struct stat *status)
{
    time_t limit = time(NULL) - UNUSED_DAYS * (time_t)DAY;

    return status->st_mtime < limit && status->st_atime < limit;
}

void cache_remove_unused(const char *path)
{
    struct stat status;
    char line[SEAL + 1] = "";
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);

    if (file < 0)
        return;
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > SEAL &&
        is_old(&status) && pread(file, line, SEAL, status.st_size - SEAL) == SEAL &&
        strncmp(line, "\nwarplock tuple ", 16) == 0)
        unlink(path);
    close(file);
}
