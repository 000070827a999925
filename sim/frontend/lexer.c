// SPDX-License-Identifier: BSD-3-Clause
// PTX tokens: see lexer.h. Number forms: decimal, 0x hex, 0b binary, 0 octal, each with an optional U; 0f and 0d with
// 8 and 16 hex digits for the bits of a float; decimal fractions and exponents as 64-bit floats.
#include "sim/frontend/lexer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_MAX = 64 };     // longest number, in characters

void lexer_start(lexer *l, const char *text, size_t length)
{
    l->next = text;
    l->end = text + length;
    l->line = 1;
}

bool token_is(const token *t, const char *word)
{
    return strlen(word) == t->length && memcmp(word, t->text, t->length) == 0;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_word_start(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '%';
}

static bool is_word(char c)
{
    return is_word_start(c) || is_digit(c);
}

static char peek(const lexer *l, size_t ahead)
{
    return (size_t)(l->end - l->next) > ahead ? l->next[ahead] : '\0';
}

static void skip_comment(lexer *l)
{
    bool block = peek(l, 1) == '*';
    l->next += 2;
    while (l->next < l->end) {
        if (block && peek(l, 0) == '*' && peek(l, 1) == '/') {
            l->next += 2;
            return;
        }
        if (*l->next == '\n') {
            if (!block) {
                return;
            }
            l->line++;
        }
        l->next++;
    }
}

static void skip_space(lexer *l)
{
    while (l->next < l->end) {
        char c = *l->next;
        if (c == '\n') {
            l->line++;
            l->next++;
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
            l->next++;
        } else if (c == '/' && (peek(l, 1) == '/' || peek(l, 1) == '*')) {
            skip_comment(l);
        } else {
            return;
        }
    }
}

static int digit_value(char c)
{
    if (is_digit(c)) {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
}

// Digits of the base from `next` on; returns how many there were. Overflow sets *bad.
static uint32_t read_digits(lexer *l, uint32_t base, uint64_t *value, bool *bad)
{
    uint32_t count = 0;
    while (l->next < l->end && (uint32_t)digit_value(*l->next) < base) {
        uint64_t digit = (uint64_t)digit_value(*l->next);
        *bad = *bad || *value > (UINT64_MAX - digit) / base;
        *value = *value * base + digit;
        l->next++;
        count++;
    }
    return count;
}

static void read_decimal_float(lexer *l, token *t)
{
    char copy[NUMBER_MAX + 1];
    size_t n = 0;
    while (n < NUMBER_MAX && (is_digit(peek(l, n)) || peek(l, n) == '.' || peek(l, n) == 'e' || peek(l, n) == 'E' ||
           ((peek(l, n) == '-' || peek(l, n) == '+') && n > 0 && (l->next[n - 1] == 'e' || l->next[n - 1] == 'E')))) {
        copy[n] = l->next[n];
        n++;
    }
    copy[n] = '\0';
    char *stop;
    double value = strtod(copy, &stop);
    t->kind = *stop == '\0' && n < NUMBER_MAX && isfinite(value) ? TOKEN_FLOAT64 : TOKEN_BAD;
    memcpy(&t->value, &value, sizeof value);
    l->next += n;
}

static bool is_decimal_float(const lexer *l)
{
    size_t n = 0;
    while (n < NUMBER_MAX && is_digit(peek(l, n))) {
        n++;
    }
    char c = peek(l, n), after = peek(l, n + 1);
    return (c == '.' && is_digit(after)) || c == 'e' || c == 'E';
}

static void read_number(lexer *l, token *t)
{
    char kind = peek(l, 0) == '0' ? peek(l, 1) : '\0';
    bool bad = false;
    t->kind = TOKEN_INTEGER;
    if (kind == 'f' || kind == 'F' || kind == 'd' || kind == 'D') {
        bool wide = kind == 'd' || kind == 'D';
        l->next += 2;
        bad = read_digits(l, 16, &t->value, &bad) != (wide ? 16u : 8u) || bad;
        t->kind = wide ? TOKEN_FLOAT64 : TOKEN_FLOAT32;
    } else if (kind == 'x' || kind == 'X' || kind == 'b' || kind == 'B') {
        l->next += 2;
        bad = read_digits(l, kind == 'x' || kind == 'X' ? 16 : 2, &t->value, &bad) == 0 || bad;
    } else if (is_decimal_float(l)) {
        read_decimal_float(l, t);
    } else {
        read_digits(l, is_digit(kind) ? 8 : 10, &t->value, &bad);
    }
    if (t->kind == TOKEN_INTEGER && peek(l, 0) == 'U') {
        l->next++;
    }
    if (bad || is_word(peek(l, 0))) {
        t->kind = TOKEN_BAD;
        while (is_word(peek(l, 0))) {
            l->next++;
        }
    }
}

static void read_string(lexer *l, token *t)
{
    l->next++;
    t->text = l->next;
    t->kind = TOKEN_STRING;
    while (l->next < l->end && *l->next != '"' && *l->next != '\n') {
        l->next++;
    }
    t->length = (uint32_t)(l->next - t->text);
    if (peek(l, 0) == '"') {
        l->next++;
    } else {
        t->kind = TOKEN_BAD;
    }
}

static void read_word(lexer *l, token *t)
{
    while (is_word(peek(l, 0)) || (t->kind == TOKEN_DOTTED && peek(l, 0) == ':' && peek(l, 1) == ':')) {
        l->next += peek(l, 0) == ':' ? 2 : 1;
    }
}

token lexer_next(lexer *l)
{
    skip_space(l);
    token t = { .kind = TOKEN_END, .text = l->next, .line = l->line };
    char c = peek(l, 0);
    if (l->next == l->end) {
        return t;
    }
    if (c == '"') {
        read_string(l, &t);
        return t;
    }
    if (is_word_start(c)) {
        t.kind = TOKEN_WORD;
        read_word(l, &t);
    } else if (is_digit(c)) {
        read_number(l, &t);
    } else if (c == '.' && is_word(peek(l, 1))) {
        t.kind = TOKEN_DOTTED;
        t.text = ++l->next;
        read_word(l, &t);
    } else {
        t.kind = c != '\0' && strchr(",;[]{}()<>=+-!@:|", c) ? TOKEN_PUNCTUATION : TOKEN_BAD;
        t.mark = c;
        l->next++;
    }
    t.length = (uint32_t)(l->next - t.text);
    return t;
}
