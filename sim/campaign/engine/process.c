// SPDX-License-Identifier: BSD-3-Clause
#include "sim/campaign/engine/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "sim/campaign/engine/memory.h"
#include "sim/report/progress.h"

#define LOOK_SECONDS 0.02
#define LATER_SECONDS 0.5
#define WAIT_NANOSECONDS 5000000

static int nameless_file(void)
{
    FILE *file = tmpfile();
    int copy = file ? fcntl(fileno(file), F_DUPFD_CLOEXEC, 0) : -1;

    if (file)
        fclose(file);
    return copy;
}

static void close_files(process *p)
{
    if (p->output >= 0)
        close(p->output);
    if (p->errors >= 0)
        close(p->errors);
}

// When memory runs out the kernel should kill a worker, which is repeated, not the campaign.
static void offer_to_the_oom_killer(void)
{
    int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);

    if (file >= 0 && write(file, "500", 3) == 3)
        close(file);
}

// An interrupt from the terminal reaches all processes; the campaign decides what happens to its workers.
bool process_start(process *p, const char *const *arguments, char *message, size_t size)
{
    const pid_t campaign = getpid();
    sigset_t interrupts, before;

    p->output = nameless_file();
    p->errors = nameless_file();
    p->began = p->looked = progress_seconds();
    p->peak_kb = 0;
    sigemptyset(&interrupts);
    sigaddset(&interrupts, SIGINT);
    sigaddset(&interrupts, SIGTERM);
    sigprocmask(SIG_BLOCK, &interrupts, &before);
    p->pid = p->output < 0 || p->errors < 0 ? -1 : fork();
    if (p->pid != 0)
        sigprocmask(SIG_SETMASK, &before, NULL);
    if (p->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != campaign)                              // it ended before the prctl
            _exit(PROCESS_CANNOT_RUN);
        dup2(p->output, STDOUT_FILENO);
        dup2(p->errors, STDERR_FILENO);
        offer_to_the_oom_killer();
        execvp(arguments[0], (char *const *)arguments);
        dprintf(STDERR_FILENO, "warplock: %s: cannot be run: %s\n", arguments[0], strerror(errno));
        _exit(PROCESS_CANNOT_RUN);
    }
    if (p->pid < 0) {
        snprintf(message, size, "a process cannot be started: %s", strerror(errno));
        close_files(p);
    }
    return p->pid > 0;
}

static char *read_back(int descriptor)
{
    off_t length = lseek(descriptor, 0, SEEK_END);
    char *text = calloc(1, length > 0 ? (size_t)length + 1 : 1);

    if (!text)
        abort();
    if (length > 0 && pread(descriptor, text, (size_t)length, 0) != length)
        text[0] = 0;
    return text;
}

// After exit only the high-water mark is left, which is at least this process's at the fork. So sample during the run, less
// often the longer it runs.
static void look(process *p)
{
    double now = progress_seconds(), age = now - p->began;

    if (now - p->looked < (age < 1 ? LOOK_SECONDS : LATER_SECONDS))
        return;
    p->looked = now;
    p->peak_kb = memory_of_process_kb(p->pid, "VmHWM");
}

bool process_ended(process *p, process_result *result)
{
    struct rusage usage;

    *result = (process_result){ 0 };
    if (wait4(p->pid, &result->wait_status, WNOHANG, &usage) != p->pid) {
        look(p);
        return false;
    }
    result->seconds = progress_seconds() - p->began;
    result->peak_kb = p->peak_kb ? p->peak_kb : (uint64_t)usage.ru_maxrss;
    result->output = read_back(p->output);
    result->errors = read_back(p->errors);
    close_files(p);
    return true;
}

void process_wait(process *p, process_result *result)
{
    while (!process_ended(p, result))
        nanosleep(&(struct timespec){ .tv_nsec = WAIT_NANOSECONDS }, NULL);
}

void process_kill(process *p)
{
    kill(p->pid, SIGKILL);
    waitpid(p->pid, NULL, 0);
    close_files(p);
}

void process_result_free(process_result *result)
{
    free(result->output);
    free(result->errors);
}
