// SPDX-License-Identifier: BSD-3-Clause
// The source that gets mutants: its text, what in it a macro makes, the list of mutants.
#pragma once

#include <clang-c/Index.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct { size_t begin, end; } extent;      // bytes of the text; empty: nothing that stands there

struct source {
    const char *path;
    char *text;
    size_t length;
    CXFile file;
    extent *macros;         // what is written there is a use of one
    int macro_count;
    unsigned next;          // the number of the next mutant
    FILE *list;
};
extern struct source source;

// False if the file of source.path cannot be read.
bool source_read(void);
void source_add_macro(extent e);
// Empty for what does not lie in the source.
extent extent_of(CXCursor cursor);
bool starts_with(extent e, const char *word);
bool inside_a_macro(size_t at);
// Whether a macro stands there, whose words are elsewhere.
bool begins_with_a_macro(extent e);
// Whether it is one use of a macro: what the tree has below it seems to stand in all of it.
bool is_a_macro(extent e);
// Whether something may be put around it.
bool writable(extent e);
// A new mutant's number, and its line in the list: INSTEAD is what stands in the place of the words of E.
unsigned mutant(const char *kind, extent e, const char *instead);
// Text in memory of its own, as printf makes it.
char *format(const char *words, ...) __attribute__((format(printf, 1, 2)));
