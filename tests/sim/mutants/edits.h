// SPDX-License-Identifier: BSD-3-Clause
// A text with insertions around its pieces: of two that begin at one place, what was wrapped first lies outside.
#pragma once

#include <stddef.h>
#include <stdio.h>

// Around the bytes BEGIN to END. The texts are kept until edits_write.
void edits_wrap(size_t begin, size_t end, char *before, char *after);
// In the place of LENGTH bytes from AT, which no other edit touches.
void edits_replace(size_t at, size_t length, char *text);
// Writes TEXT with all of them, and forgets them.
void edits_write(FILE *file, const char *text, size_t length);
