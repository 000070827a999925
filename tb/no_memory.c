// SPDX-License-Identifier: BSD-3-Clause
#include "tb/no_memory.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tb/output_file.h"

enum { STATUS_NO_MEMORY = 2 };          // STATUS_MISTAKE of sim/report/status.h: it ran where it cannot

_Noreturn void no_memory(size_t bytes)
{
    char line[160];
    int length = snprintf(line, sizeof line, "warplock: %zu %s of memory are not to be had: %s (a limit as of ulimit -v?)\n",
                          bytes >> 20 ? bytes >> 20 : bytes, bytes >> 20 ? "MiB" : "bytes", strerror(errno));

    output_remove_begun();
    _exit(write(STDERR_FILENO, line, (size_t)length) < 0 ? STATUS_NO_MEMORY : STATUS_NO_MEMORY);
}
