// SPDX-License-Identifier: BSD-3-Clause
// Loaded in front of the C library by tests/sim/test_geometry_cache.sh. FAULT says what goes wrong:
//   nolock     the file system has no locks         local     each node has its own: whoever asks gets the lock
//   slow       others begin to build before a program looks for claims, and it sleeps before it has the answer
//   killed     the program is killed before a file that it has written is safe
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static int is(const char *fault)
{
    const char *wanted = getenv("FAULT");
    return wanted && strcmp(wanted, fault) == 0;
}

int flock(int file, int how)
{
    int (*real)(int, int) = (int (*)(int, int))dlsym(RTLD_NEXT, "flock");

    if (is("nolock")) {
        errno = ENOLCK;
        return -1;
    }
    return is("local") ? 0 : real(file, how);
}

DIR *opendir(const char *path)
{
    DIR *(*real)(const char *) = (DIR *(*)(const char *))dlsym(RTLD_NEXT, "opendir");
    static int seen;

    if (is("slow") && !seen++)
        usleep(700000);
    return real(path);
}

int access(const char *path, int how)
{
    int (*real)(const char *, int) = (int (*)(const char *, int))dlsym(RTLD_NEXT, "access");
    int answer = real(path, how);

    if (is("slow") && strstr(path, ".claim"))
        usleep(500000);
    return answer;
}

int fsync(int file)
{
    (void)file;
    if (is("killed"))
        kill(getpid(), SIGKILL);
    return 0;
}
