// SPDX-License-Identifier: BSD-3-Clause
// The warplock command.
#include <malloc.h>
#include <stdio.h>

#include "sim/cli/cli.h"
#include "tb/processor.h"

enum { LARGE_BLOCK = 128 * 1024 };

int main(int argc, char **argv)
{
    // glibc takes large blocks from the heap once one has been freed, and clears them; most of an SM stays untouched.
    mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK);

    run_status status = cli_main(argc, argv);
    bool written = !ferror(stdout);

    if (fclose(stdout) != 0 || !written) {
        cli_mistake("the standard output cannot be written");
        return STATUS_MISTAKE;
    }
    return status;
}
