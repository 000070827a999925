// SPDX-License-Identifier: BSD-3-Clause
// Kernels by the names in their source.
#ifndef WARPLOCK_SIM_REPORT_READABLE_NAME_H
#define WARPLOCK_SIM_REPORT_READABLE_NAME_H

// _Z5twicePi becomes `twice(int*)`; a name that is not mangled C++ stays. The caller frees it.
char *readable_name(const char *name);

#endif
