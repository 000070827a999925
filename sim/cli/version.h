// SPDX-License-Identifier: BSD-3-Clause
// The program's version, VERSION in the Makefile.
#ifndef WARPLOCK_SIM_CLI_VERSION_H
#define WARPLOCK_SIM_CLI_VERSION_H

extern const char warplock_version[];

#endif
