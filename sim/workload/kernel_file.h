// SPDX-License-Identifier: BSD-3-Clause
// Identifies a file by its first bytes and its name where a kernel (PTX or job) was expected.
#ifndef WARPLOCK_SIM_WORKLOAD_KERNEL_FILE_H
#define WARPLOCK_SIM_WORKLOAD_KERNEL_FILE_H

#include <stdbool.h>
#include <stddef.h>

// False, with a message on what it is and what was expected, for an existing file that is neither PTX named x.ptx nor a possible
// job named x.json. Errors within PTX or a job are left to their readers.
bool kernel_file_check(const char *path, char *message, size_t size);

#endif
