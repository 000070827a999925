// SPDX-License-Identifier: BSD-3-Clause
// The interpreter's tokenizer and name tables, shared by the parts of its parser.
#ifndef WARPLOCK_TESTS_SIM_RANDOM_INTERPRET_TOKENS_H
#define WARPLOCK_TESTS_SIM_RANDOM_INTERPRET_TOKENS_H

#include "tests/sim/random/interpreter_internal.h"

typedef struct { char name[40]; uint8_t space; uint32_t offset, bytes; } symbol;
typedef struct {
    char prefix[24];
    int first, count;
} register_group; // count 0: one register of exactly that name
typedef struct { char name[40]; uint32_t at; } label;
enum { MAX_SYMBOLS = 64, MAX_GROUPS = 64, MAX_LABELS = 2048 };

typedef struct {
    world         *w;
    const char    *at;
    uint32_t       line;
    char           token[64];
    function      *fn;
    symbol         symbols[MAX_SYMBOLS];
    unsigned       symbol_count;
    register_group groups[MAX_GROUPS];
    unsigned       group_count;
    label          labels[MAX_LABELS], uses[MAX_LABELS];
    unsigned       label_count, use_count;
} parser;

// Tokens: a word (letters, digits, _ $ % .) or one other character; empty at the end of the text.
const char *interpret_next(parser *p);
bool interpret_is(const parser *p, const char *text);
bool interpret_peek(parser *p, char c);
void interpret_expect(parser *p, const char *text);
void interpret_expect_next(parser *p, const char *text);
void interpret_copy(parser *p, char *to, size_t size);
uint64_t interpret_number(parser *p);
uint64_t interpret_next_number(parser *p);
bool interpret_type(const char *text, value_type *type);
int interpret_find_register(const parser *p, const char *name);
const symbol *interpret_find_symbol(const parser *p, const char *name);
int interpret_find_special(const char *name);

#endif
