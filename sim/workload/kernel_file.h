// SPDX-License-Identifier: BSD-3-Clause
// What a file is, by its first bytes and its name, where a kernel was expected: PTX or a job.
#ifndef WARPLOCK_SIM_WORKLOAD_KERNEL_FILE_H
#define WARPLOCK_SIM_WORKLOAD_KERNEL_FILE_H

#include <stdbool.h>
#include <stddef.h>

// False, with one sentence that says what it is and what was expected, for a file that is there and is neither PTX of the name
// x.ptx nor what may be a job of the name x.json. Of what is wrong in PTX or in a job their readers tell.
bool kernel_file_check(const char *path, char *message, size_t size);

#endif
