// SPDX-License-Identifier: BSD-3-Clause
// Commands as a shell reads them back: those that reports and messages name can be copied whatever folders are called.
#ifndef WARPLOCK_TB_SHELL_H
#define WARPLOCK_TB_SHELL_H

#include <stddef.h>
#include <stdio.h>

// A word as it stands, or in quotes.
void shell_print(FILE *, const char *word);
// Words with blanks between; what has no room is left out.
void shell_line(char *to, size_t room, unsigned count, const char *const *words);

#endif
