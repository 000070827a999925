// SPDX-License-Identifier: BSD-3-Clause
// Exit status of warplock, and what a run ends with.
#ifndef WARPLOCK_SIM_REPORT_STATUS_H
#define WARPLOCK_SIM_REPORT_STATUS_H

typedef enum {
    STATUS_GOOD = 0,
    STATUS_MISMATCH = 1,                // a result or lockstep mismatch, an illegal access of the kernel
    STATUS_MISTAKE = 2,                 // the user's: option, file, key, geometry
    STATUS_LIMIT = 3,                   // deadlock or limit of the simulated machine
    STATUS_INTERRUPTED = 130            // SIGINT
} run_status;

#endif
