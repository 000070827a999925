// SPDX-License-Identifier: BSD-3-Clause
// Texts that are read by two compilers, or simulators, of which the prover has one: a word that they take differently is refused,
// whatever it would mean here. What is allowed is what the blocks are written in (texts_c.c, texts_verilog.c).
#ifndef WARPLOCK_TB_PROVE_TEXTS_H
#define WARPLOCK_TB_PROVE_TEXTS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum { TOKEN_WORD, TOKEN_NUMBER, TOKEN_STRING, TOKEN_MARK, TOKEN_COMMENT, TOKEN_END } token_kind;
// Not ended by 0: of the text itself. `begins_line`: nothing but blanks stands before it.
typedef struct { token_kind kind; const char *text; size_t length; unsigned line; bool begins_line; } token;

typedef struct { const char *path; token *tokens; size_t count; } text;

// Comments are // alone. Of C (`verilog` false) numbers are such as the preprocessor's, and a line may go on in the next within a
// directive; of Verilog numbers are with their size and base, and words may begin with $. Bytes other than printable ASCII,
// blanks and line ends are refused, and so are trigraphs, digraphs and a line end that is taken away elsewhere.
text text_read(const char *path, bool verilog);

// Prints `PATH:LINE: seen X, expected Y`.
__attribute__((format(printf, 4, 5))) void text_refuse(const text *t, unsigned line, const char *seen, const char *expected, ...);
void     text_refuse_token(const text *t, token seen, const char *expected);
unsigned texts_refused(void);                            // how often it was called

bool token_is(token t, const char *word);
bool token_is_one_of(token t, const char *words);        // words apart by blanks
bool token_begins(token t, const char *with);
bool token_same(token a, token b);

// Of Verilog: whether it is a word of the language; comments, directives, attributes and words of the language that are refused
// wherever they stand; a constant.
bool verilog_keyword(token word);
void verilog_check_words(const text *t);
void verilog_check_number(const text *t, token number);

void texts_check_c(const char *block, const char *path);         // <block>.c or <block>.h
void texts_check_table(const char *path);                        // <block>.def
// parameters: those of the tuple, apart by blanks.
void texts_check_verilog(const char *block, const char *path, const char *parameters);

#endif
