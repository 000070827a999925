// SPDX-License-Identifier: BSD-3-Clause
// Quotes commands for the shell, so those in reports and messages can be copied whatever the folder names.
#ifndef WARPLOCK_TB_SHELL_H
#define WARPLOCK_TB_SHELL_H

#include <stddef.h>
#include <stdio.h>

// A word, quoted if needed.
void shell_print(FILE *, const char *word);
// Words separated by blanks; those that do not fit are left out.
void shell_line(char *to, size_t room, unsigned count, const char *const *words);

#endif
