// SPDX-License-Identifier: BSD-3-Clause
// What calls print on standard error.
#ifndef WARPLOCK_TESTS_SIM_CUDART_TOLD_H
#define WARPLOCK_TESTS_SIM_CUDART_TOLD_H

void        told_begin(void);           // from now on it is kept
const char *told_end(void);             // all of it; until the next call

#endif
