// SPDX-License-Identifier: BSD-3-Clause
#include "sim/cudart/host_pages.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

// Not by mmap, whose failure ends the run.
void *host_pages(size_t bytes)
{
    void *pages = (void *)syscall(SYS_mmap, NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0L);

    return pages == MAP_FAILED ? NULL : pages;
}

void host_pages_free(void *pages, size_t bytes)
{
    munmap(pages, bytes);
}
