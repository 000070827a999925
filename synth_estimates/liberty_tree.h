// SPDX-License-Identifier: BSD-3-Clause
// Liberty files as trees of statements. What is read is kept until the program ends; a file that cannot be read is a
// mistake of the user's: exit 2 with file and line.
#ifndef WARPLOCK_SYNTH_ESTIMATES_LIBERTY_TREE_H
#define WARPLOCK_SYNTH_ESTIMATES_LIBERTY_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct {
    const char *text;
    bool quoted;
} liberty_word;

// `name : word;`, `name (word, …);` or, with statements of its own, `name (word, …) { … }`.
typedef struct liberty_node {
    enum { LIBERTY_ATTRIBUTE, LIBERTY_LIST, LIBERTY_GROUP } form;
    const char *name, *path;   // path: of the file
    unsigned line;
    liberty_word *words;
    size_t count;
    struct liberty_node *next, *first, *last; // first … last: a group's
} liberty_node;

// A group without a name, whose statements are the file's.
liberty_node *liberty_read(const char *path);
void liberty_write(FILE *out, const liberty_node *node, unsigned depth); // the node and all in it

// The first group of that kind, or with that first word, behind `after`, or from the beginning when that is NULL.
liberty_node *liberty_next(const liberty_node *group, const char *kind, const liberty_node *after);
liberty_node *liberty_find(const liberty_node *group, const char *name); // the first statement of that name, or NULL
const char *liberty_first_word(const liberty_node *node);                // "" without one, or without a node
const char *liberty_value(const liberty_node *group, const char *name);  // the first word of such a statement
// An attribute's number; exit 2 when there is one and it is no finite number; `otherwise` when there is none.
double liberty_number(const liberty_node *group, const char *name, double otherwise);
// Numbers in all words of a statement, separated by blanks or commas; exit 2 when one is not finite. At most `room` are
// kept in `numbers`, which may be NULL.
size_t liberty_numbers(const liberty_node *node, double *numbers, size_t room);

// Prints FILE:LINE: KIND (WORD) in front of the message, and ends with 2.
_Noreturn void liberty_refuse(const liberty_node *where, const char *format, ...) __attribute__((format(printf, 2, 3)));
void *liberty_keep(size_t size); // memory for the time of the program, zero

#endif
