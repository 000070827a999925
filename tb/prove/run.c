// SPDX-License-Identifier: BSD-3-Clause
#include "tb/prove/run.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tb/prove/prove.h"

static double seconds_of(struct timeval t) { return (double)t.tv_sec + (double)t.tv_usec * 1e-6; }

int run_program(char *const *argv, const char *log, double limit, double *seconds)
{
    const pid_t child = fork();
    if (child < 0) prove_refuse("%s cannot be started", argv[0]);
    if (child == 0) {
        const struct rlimit most = {(rlim_t)limit + 1, (rlim_t)limit + 1};
        const int output = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0666), input = open("/dev/null", O_RDONLY);
        if (output < 0 || input < 0 || dup2(output, 1) < 0 || dup2(output, 2) < 0 || dup2(input, 0) < 0) _exit(126);
        setrlimit(RLIMIT_CPU, &most);
        execvp(argv[0], argv);
        _exit(127);
    }
    int status;
    struct rusage usage;
    while (wait4(child, &status, 0, &usage) != child) {}
    *seconds += seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
    if (WIFEXITED(status) && WEXITSTATUS(status) >= 126) prove_refuse("%s cannot be started", argv[0]);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
