// SPDX-License-Identifier: BSD-3-Clause
// Respells what nvcc accepts and clang rejects only for its spelling:
//   kernel<< <grid, block>> >(x)      <<< and >>> in pieces
//   __shared__ alignas(16) float x    alignas behind a qualifier, where it is _Alignas for clang
//   asm("mov.u32 %0, %laneid;" : "=r"(x))   a register's name with one %, where operands make it %% for clang
// Outside of comments and other literals, and no line becomes another.
#ifndef WARPLOCK_SIM_CLI_SPELLING_H
#define WARPLOCK_SIM_CLI_SPELLING_H

#include <stdbool.h>
#include <stddef.h>

// In memory of its own, with a 0 behind; NULL when there is nothing to spell otherwise.
char *spelling_for_clang(const char *text, size_t length, size_t *new_length);

// The next file that the text includes, from *at on, and whether it is named in "": its name's place and length; false at the end.
typedef struct { const char *name; size_t length; bool quoted; } included_file;
bool spelling_next_include(const char *text, size_t length, size_t *at, included_file *);

#endif
