// SPDX-License-Identifier: BSD-3-Clause
// PTX as the generator writes it, a line for each statement: what may be left out of it, and an instruction's words.
#ifndef WARPLOCK_TESTS_SIM_RANDOM_SHRINK_TEXT_H
#define WARPLOCK_TESTS_SIM_RANDOM_SHRINK_TEXT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct { char **line; unsigned count; } ptx_lines;

ptx_lines ptx_split(const char *text);
void      ptx_forget(ptx_lines *);
char     *ptx_join(const ptx_lines *);                           // a new text; lines that are NULL are left out
void      ptx_set(ptx_lines *, unsigned at, const char *line);   // NULL: leaves it out

// Lines from first to last, which go together.
typedef enum { PTX_FUNCTIONS, PTX_CALLS, PTX_CODE, PTX_REST } ptx_kind;    // REST: labels and declarations
typedef struct { unsigned first, last; } ptx_part;
unsigned ptx_parts(const ptx_lines *, ptx_kind, ptx_part *parts);          // there is room for as many as there are lines
void     ptx_function_of(const ptx_lines *, unsigned at, ptx_part *);      // the function around a line
unsigned ptx_instructions(const char *text);                               // how many there are

enum { PTX_WORD = 96, PTX_OPERANDS = 8 };
typedef struct { char guard[PTX_WORD], opcode[PTX_WORD], operand[PTX_OPERANDS][PTX_WORD]; unsigned operands; } ptx_words;
bool ptx_read(const char *line, ptx_words *);                    // false: not an instruction, or a call
void ptx_write(const ptx_words *, char *line, size_t size);
// Every word of the line that is this one; whether there was one.
bool ptx_replace(const char *line, const char *word, const char *by, char *to, size_t size);
bool ptx_has(const char *line, const char *word);
// "b32" of a register by the declarations of its function; NULL of what is none.
const char *ptx_type(const ptx_lines *, const ptx_part *function, const char *name);

// One declaration a line; and registers of a type in one again.
char *ptx_spread(const char *text);
char *ptx_gather(const char *text);

#endif
