// SPDX-License-Identifier: BSD-3-Clause
// See tb/input_file.h.
#include "tb/input_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *other_kind(mode_t mode)
{
    return S_ISLNK(mode)    ? "it is a link, expected a file of the folder's own"
           : S_ISDIR(mode)  ? "it is a folder, expected a file"
           : S_ISFIFO(mode) ? "it is a pipe, expected a file"
           : S_ISSOCK(mode) ? "it is a socket, expected a file"
                            : "it is a device, expected a file";
}

// Checks its kind before opening it, which may act on a device, and again when it is open.
static FILE *open_regular(const char *path, bool follow, const char **why)
{
    struct stat status;
    FILE *file = NULL;
    int descriptor = -1;

    *why = NULL;
    if ((follow ? stat : lstat)(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        *why = other_kind(status.st_mode);
        return NULL;
    }
    descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | (follow ? 0 : O_NOFOLLOW));
    if (descriptor >= 0 && fstat(descriptor, &status) == 0 && !S_ISREG(status.st_mode))
        *why = other_kind(status.st_mode);
    else if (descriptor >= 0)
        file = fdopen(descriptor, "rb");
    if (file)
        return file;
    *why = *why ? *why : strerror(errno);
    if (descriptor >= 0)
        close(descriptor);
    return NULL;
}

FILE *input_open(const char *path, const char **why) { return open_regular(path, true, why); }
FILE *input_open_own(const char *path, const char **why) { return open_regular(path, false, why); }
