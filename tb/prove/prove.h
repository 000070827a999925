// SPDX-License-Identifier: BSD-3-Clause
// What the parts of the prover share: memory that is not given back (a run proves one tuple and ends), and its way to end.
#ifndef WARPLOCK_TB_PROVE_PROVE_H
#define WARPLOCK_TB_PROVE_PROVE_H

#include <stddef.h>
#include <stdnoreturn.h>

// An array of so many elements, the old one's in front; ends the program when there is no memory.
void *prove_grow(void *array, size_t count, size_t size);
void *prove_zeros(size_t count, size_t size);            // never given back
char *prove_copy(const char *text);

// What the prover cannot do, or was not given: one line on the error output, status 2.
__attribute__((format(printf, 1, 2))) noreturn void prove_refuse(const char *format, ...);

#endif
