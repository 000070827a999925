// SPDX-License-Identifier: BSD-3-Clause
// PTX tokens. A dotted word (".global", ".f32", ".x") is one token, so that "ld.global.f32" is a word and two dotted
// words, and modifiers can be read one by one in any order. Comments and white space are skipped. The text is read in
// place, never past its end, and need not end with NUL. Not modelled: preprocessor lines (they end with an error).
#ifndef WARPLOCK_SIM_FRONTEND_LEXER_H
#define WARPLOCK_SIM_FRONTEND_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    TOKEN_END, TOKEN_WORD, TOKEN_DOTTED, TOKEN_INTEGER, TOKEN_FLOAT32, TOKEN_FLOAT64, TOKEN_STRING, TOKEN_PUNCTUATION,
    TOKEN_BAD
} token_kind;

typedef struct {
    token_kind  kind;
    const char *text;      // of a dotted word: without the dot; of a string: without the quotes
    uint32_t    length;
    uint32_t    line;
    uint64_t    value;     // integer, or the bits of a floating point number
    char        mark;      // of TOKEN_PUNCTUATION
} token;

typedef struct { const char *next, *end; uint32_t line; } lexer;

void  lexer_start(lexer *, const char *text, size_t length);
token lexer_next(lexer *);
bool  token_is(const token *, const char *word);

#endif
