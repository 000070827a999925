// SPDX-License-Identifier: BSD-3-Clause
// Programs that the prover starts: with a limit of processor time, their output in a file.
#ifndef WARPLOCK_TB_PROVE_RUN_H
#define WARPLOCK_TB_PROVE_RUN_H

// argv[0] is looked up in PATH. Its exit status, -1 when a signal ended it (the limit is one); what it took is added.
int run_program(char *const *argv, const char *log, double limit, double *seconds);

#endif
