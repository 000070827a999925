// SPDX-License-Identifier: BSD-3-Clause
#include "tests/bench/child.h"

#include <errno.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int child_run(char *const *arguments, const char *out, const char *said, struct rusage *usage)
{
    int status;
    fflush(stdout);
    const pid_t child = fork();
    if (child < 0) return -1;
    if (child == 0) {
        if (!freopen(out, "w", stdout) || (said && !freopen(said, "w", stderr))) _exit(127);
        execvp(arguments[0], arguments);
        _exit(127);
    }
    while (wait4(child, &status, 0, usage) < 0)
        if (errno != EINTR) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
