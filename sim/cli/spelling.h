// SPDX-License-Identifier: BSD-3-Clause
// Respells what nvcc accepts and clang rejects only for its spelling:
//   kernel<< <grid, block>> >(x)      <<< and >>> in pieces
//   __shared__ alignas(16) float x    alignas after a qualifier: _Alignas for clang
//   asm("mov.u32 %0, %laneid;" : "=r"(x))   a register's name with one %, where operands make it %% for clang
// Comments and other literals stay, and no line changes its number.
#ifndef WARPLOCK_SIM_CLI_SPELLING_H
#define WARPLOCK_SIM_CLI_SPELLING_H

#include <stdbool.h>
#include <stddef.h>

// A new text that ends with a 0; NULL when nothing needs respelling.
char *spelling_for_clang(const char *text, size_t length, size_t *new_length);

// Finds the next #include from *at on: its name's place and length, and whether it is in "". False at the end.
typedef struct { const char *name; size_t length; bool quoted; } included_file;
bool spelling_next_include(const char *text, size_t length, size_t *at, included_file *);

#endif
