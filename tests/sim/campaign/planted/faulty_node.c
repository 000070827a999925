// SPDX-License-Identifier: BSD-3-Clause
// Preloaded (LD_PRELOAD) into what runs on the nodes of a test's cluster and into who submits: a file system over a network
// that is slow, or that has no locks; nodes whose clocks are an hour apart; workers that hang, die, or write half a file.
// What is to happen is asked for by files in the folder $FAULTS, so a test says when; each of those with a claim happens to
// the first process that takes the file away.
//
//   slow                while it is there each look at a path of the shared folder takes up to a fifth of a second
//   hang, die           claimed by a worker: stops, or ends by SIGKILL, before it has done anything
//   hang-task           by a task: so
//   cut, empty, digit   by a task that has written a result: half of it is there, or nothing, or one digit is another
//
// By environment: FAULTS_NO_LOCKS, no file named `lock` can be locked; SLURMD_NODENAME, the clock of n2 is an hour ahead, that
// of n3 behind.
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { SLOWEST_MS = 200, HOUR = 3600 };

#define NEXT(function) ((__typeof__(function) *)dlsym(RTLD_NEXT, #function))

static bool path_of(const char *fault, char path[static PATH_MAX])
{
    const char *folder = getenv("FAULTS");

    return folder && snprintf(path, PATH_MAX, "%s/%s", folder, fault) < PATH_MAX;
}

static bool claim(const char *fault)
{
    char path[PATH_MAX];

    return path_of(fault, path) && NEXT(unlink)(path) == 0;
}

// The test's folder is the only one with this name.
static bool is_shared(const char *path)
{
    return strstr(path, "/shared/") != NULL;
}

static void be_slow(const char *path)
{
    static unsigned draw = 1;
    char fault[PATH_MAX];

    if (!is_shared(path) || !path_of("slow", fault) || NEXT(access)(fault, F_OK) != 0)
        return;
    draw = draw * 1103515245u + 12345u;
    usleep(draw / 65536 % SLOWEST_MS * 1000);
}

__attribute__((constructor)) static void begin(int argc, char **argv)
{
    const char *name = strrchr(argv[0], '/');
    bool ours = strncmp(name ? name + 1 : argv[0], "warplock", 8) == 0;

    if (ours && argc > 1 && strcmp(argv[1], "run") == 0) {
        if (claim("hang"))
            raise(SIGSTOP);
        if (claim("die"))
            raise(SIGKILL);
    }
    if (ours && argc > 2 && strcmp(argv[2], "task") == 0 && claim("hang-task"))
        raise(SIGSTOP);
}

// --- the shared folder

int open(const char *path, int flags, ...)
{
    va_list more;

    va_start(more, flags);
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(more, mode_t) : 0;
    va_end(more);
    be_slow(path);
    return NEXT(open)(path, flags, mode);
}

FILE *fopen(const char *path, const char *mode)
{
    be_slow(path);
    return NEXT(fopen)(path, mode);
}

DIR *opendir(const char *path)
{
    be_slow(path);
    return NEXT(opendir)(path);
}

int access(const char *path, int mode)
{
    be_slow(path);
    return NEXT(access)(path, mode);
}

static void change_a_digit(const char *path)
{
    char text[1 << 16];
    FILE *file = NEXT(fopen)(path, "r+b");
    size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;

    text[length] = 0;
    char *cycles = strstr(text, "cycles\\\":");
    while (cycles && *cycles && !isdigit((unsigned char)*cycles))
        cycles++;
    if (cycles && *cycles) {
        fseek(file, cycles - text, SEEK_SET);
        fputc(*cycles == '9' ? '1' : *cycles + 1, file);
    }
    if (file)
        fclose(file);
}

int rename(const char *from, const char *to)
{
    struct stat status;

    be_slow(to);
    if (is_shared(to) && strstr(to, "/results/")) {
        if (claim("cut") && stat(from, &status) == 0 && truncate(from, status.st_size / 2) != 0)
            abort();
        if (claim("empty") && truncate(from, 0) != 0)
            abort();
        if (claim("digit"))
            change_a_digit(from);
    }
    return NEXT(rename)(from, to);
}

static bool has_no_locks(int file, int command)
{
    char link[64], path[PATH_MAX];
    ssize_t length;

    if ((command != F_SETLK && command != F_GETLK) || !getenv("FAULTS_NO_LOCKS"))
        return false;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    length = readlink(link, path, sizeof path);
    return length > 5 && memcmp(path + length - 5, "/lock", 5) == 0;
}

int fcntl(int file, int command, ...)
{
    va_list more;

    va_start(more, command);
    void *argument = va_arg(more, void *);
    va_end(more);
    if (has_no_locks(file, command)) {
        errno = ENOLCK;
        return -1;
    }
    return NEXT(fcntl)(file, command, argument);
}

// --- the clock

static time_t hours(void)
{
    const char *node = getenv("SLURMD_NODENAME");

    return !node ? 0 : strcmp(node, "n2") == 0 ? HOUR : strcmp(node, "n3") == 0 ? -HOUR : 0;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    int status = NEXT(clock_gettime)(clock, now);

    if (status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        now->tv_sec += hours();
    return status;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    int status = NEXT(gettimeofday)(now, zone);

    if (status == 0)
        now->tv_sec += hours();
    return status;
}

time_t time(time_t *where)
{
    time_t now = NEXT(time)(NULL) + hours();

    if (where)
        *where = now;
    return now;
}
