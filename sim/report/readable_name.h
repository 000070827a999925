// SPDX-License-Identifier: BSD-3-Clause
// Kernels by the names that their authors gave them.
#ifndef WARPLOCK_SIM_REPORT_READABLE_NAME_H
#define WARPLOCK_SIM_REPORT_READABLE_NAME_H

// Of _Z5twicePi `twice(int*)`; a name that is no C++ compiler's stays as it is. The caller's.
char *readable_name(const char *name);

#endif
