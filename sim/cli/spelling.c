// SPDX-License-Identifier: BSD-3-Clause
// Reads C++ as tokens, just enough to tell code from comments and literals and to find the end of a launch's <<<.
#include <stdlib.h>
#include <string.h>

#include "sim/cli/spelling.h"

enum { LAUNCHES = 16 };                                 // nested
typedef enum { NONE, WORD, LITERAL, LESS, SHIFT_LEFT, LAUNCH, GREATER, SHIFT_RIGHT, LAUNCH_END, OPEN, CLOSE, SEMICOLON, OTHER } token_kind;
typedef struct { token_kind kind; size_t begin, end; } token;
typedef struct { const char *text; size_t length; } source;

// --- tokens

static char at(const source *s, size_t i) { return i < s->length ? s->text[i] : 0; }
static bool starts(const source *s, size_t i, const char *with)
{
    size_t n = strlen(with);

    return i <= s->length && n <= s->length - i && memcmp(s->text + i, with, n) == 0;
}
static bool in_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || (c & 0x80); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Past blanks, comments and continued line ends.
static size_t pass_blanks(const source *s, size_t i)
{
    while (i < s->length) {
        if (strchr(" \t\n\r\f\v", s->text[i]) && s->text[i]) {
            i++;
        } else if (starts(s, i, "\\\n")) {
            i += 2;
        } else if (starts(s, i, "//")) {
            while (i < s->length && s->text[i] != '\n')
                i += s->text[i] == '\\' ? 2 : 1;        // a line may go on
        } else if (starts(s, i, "/*")) {
            for (i += 2; i < s->length && !starts(s, i, "*/"); i++)
                ;
            i += 2;
        } else {
            break;
        }
    }
    return i < s->length ? i : s->length;
}

// A literal ends with its line at the latest: excluded text may have a lone apostrophe.
static size_t pass_quoted(const source *s, size_t i)
{
    const char quote = s->text[i];

    for (i++; i < s->length && s->text[i] != quote && s->text[i] != '\n'; i++)
        i += s->text[i] == '\\';
    return i < s->length ? i + 1 : s->length;
}

// R"name( ... )name", from the quote on.
static size_t pass_raw(const source *s, size_t i)
{
    const size_t name = i + 1;
    size_t end = name;

    while (end < s->length && end - name < 17 && !strchr("( )\\\"\n", s->text[end]))
        end++;
    if (at(s, end) != '(')
        return pass_quoted(s, i);
    for (size_t j = end + 1; j < s->length; j++)
        if (s->text[j] == ')' && s->length - j > end - name + 1 && memcmp(s->text + j + 1, s->text + name, end - name) == 0 &&
            s->text[j + 1 + (end - name)] == '"')
            return j + 2 + (end - name);
    return s->length;
}

static token take_word(const source *s, size_t i)
{
    token t = { is_digit(s->text[i]) ? LITERAL : WORD, i, i };

    // In a number, apostrophes separate digits.
    while (in_word(at(s, t.end)) || (t.kind == LITERAL && at(s, t.end) == '\'' && in_word(at(s, t.end + 1))))
        t.end++;
    if (t.kind == WORD && at(s, t.end) == '"' && s->text[t.end - 1] == 'R' && t.end - i <= 3)
        t = (token){ LITERAL, i, pass_raw(s, t.end) };
    return t;
}

static token take(const source *s, size_t i)
{
    static const struct { const char *text; token_kind kind; } signs[] = {
        { "<<<", LAUNCH },    { ">>>", LAUNCH_END }, { "<=>", OTHER },       { "<<=", OTHER }, { ">>=", OTHER }, { "<=", OTHER }, { ">=", OTHER },
        { "->", OTHER },      { "<<", SHIFT_LEFT },  { ">>", SHIFT_RIGHT },  { "<", LESS },    { ">", GREATER }, { "(", OPEN },   { "[", OPEN },
        { "{", OPEN },        { ")", CLOSE },        { "]", CLOSE },         { "}", CLOSE },   { ";", SEMICOLON },
    };

    i = pass_blanks(s, i);
    if (i >= s->length)
        return (token){ NONE, s->length, s->length };
    if (in_word(s->text[i]))
        return take_word(s, i);
    if (s->text[i] == '"' || s->text[i] == '\'')
        return (token){ LITERAL, i, pass_quoted(s, i) };
    for (unsigned k = 0; k < sizeof signs / sizeof signs[0]; k++)
        if (starts(s, i, signs[k].text))
            return (token){ signs[k].kind, i, i + strlen(signs[k].text) };
    return (token){ OTHER, i, i + 1 };
}

static bool is_word(const source *s, token t, const char *word)
{
    return t.kind == WORD && strlen(word) == t.end - t.begin && memcmp(s->text + t.begin, word, t.end - t.begin) == 0;
}

// --- output

typedef struct {
    char   *text;
    size_t  length, copied;                             // copied: how much of the source is in it
    bool    changed;
} output;

static void write_bytes(output *o, const char *text, size_t length)
{
    memcpy(o->text + o->length, text, length);
    o->length += length;
}

// Copies the source up to `begin`, then writes `instead` for the text up to `end`; earlier output stays.
static void put(output *o, const source *s, size_t begin, const char *instead, size_t end)
{
    if (begin < o->copied)
        return;
    write_bytes(o, s->text + o->copied, begin - o->copied);
    write_bytes(o, instead, strlen(instead));
    o->copied = end;
    o->changed = true;
}

// Joins two tokens; the text between them follows.
static void join(output *o, const source *s, token first, const char *as, token second)
{
    put(o, s, first.begin, as, first.end);
    put(o, s, second.begin, "", second.end);
}

// --- launches

// Launches under way: the depth of brackets where each began, and the template < open within it.
typedef struct { struct { int depth, less; } open[LAUNCHES]; unsigned count; int depth; } launches;

static void begin_launch(launches *l)
{
    if (l->count < LAUNCHES) {
        l->open[l->count].depth = l->depth;
        l->open[l->count++].less = 0;
    }
}

static bool at_launch(const launches *l) { return l->count && l->open[l->count - 1].depth == l->depth; }

static void close_templates(launches *l, int n)
{
    if (at_launch(l))
        l->open[l->count - 1].less -= n;
}

// Whether the two tokens end a launch: no template is open for them to close.
static bool ends_launch(const launches *l, token first, token second)
{
    return at_launch(l) && l->open[l->count - 1].less <= 0 &&
           ((first.kind == SHIFT_RIGHT && second.kind == GREATER) || (first.kind == GREATER && second.kind == SHIFT_RIGHT));
}

// Tracks brackets. The end of a statement or of an enclosing bracket ends a launch, too.
static void follow(launches *l, token t)
{
    switch (t.kind) {
    case LAUNCH:      begin_launch(l); break;
    case LAUNCH_END:  l->count -= at_launch(l); break;
    case LESS:        close_templates(l, -1); break;
    case GREATER:     close_templates(l, 1); break;
    case SHIFT_RIGHT: close_templates(l, 2); break;
    case OPEN:        l->depth++; break;
    case CLOSE:       l->depth--; break;
    default:          break;
    }
    while (l->count && (l->open[l->count - 1].depth > l->depth || (t.kind == SEMICOLON && at_launch(l))))
        l->count--;
}

// --- qualifiers

static bool is_one_of(const source *s, token t, const char *const *words)
{
    for (; *words; words++)
        if (is_word(s, t, *words))
            return true;
    return false;
}

// Whether a CUDA qualifier precedes what follows `t` in its declaration; `before`: whether one precedes `t`.
static bool is_behind_qualifier(const source *s, token t, bool before)
{
    static const char *const qualifiers[] = { "__shared__", "__device__", "__constant__", "__managed__", NULL };
    static const char *const others[] = { "static", "extern", "const", "constexpr", "volatile", "inline", NULL };

    return is_one_of(s, t, qualifiers) || (before && is_one_of(s, t, others));
}

// --- variables of unnamed namespaces: clang treats their initial values as final, whatever the host sets, unless they are `used`

// The depth of brackets at the outermost such namespace, counted from 1; 0: none is open.
static int follow_unnamed(const source *s, int unnamed, int depth, token t, token next)
{
    if (!unnamed && is_word(s, t, "namespace") && next.kind == OPEN && s->text[next.begin] == '{')
        return depth + 1;
    return t.kind == CLOSE && depth <= unnamed ? 0 : unnamed;
}

// Past the bracket that closes the one at `t`, or the end.
static token pass_brackets(const source *s, token t)
{
    int depth = 0;

    do {
        depth += (t.kind == OPEN) - (t.kind == CLOSE);
        t = take(s, t.end);
    } while (depth > 0 && t.kind != NONE);
    return t;
}

// Whether a variable follows __device__: a function has its parameters first.
static bool is_variable(const source *s, token t)
{
    static const char *const of_alignment[] = { "__align__", "alignas", "__attribute__", "decltype", NULL };
    static const char *const of_functions[] = { "operator", "__host__", "__global__", "__forceinline__", "__noinline__", "inline", NULL };

    while (t.kind != NONE && t.kind != SEMICOLON && t.kind != CLOSE && !(t.kind == OTHER && s->text[t.begin] == '=')) {
        const bool passes = is_one_of(s, t, of_alignment);

        if (is_one_of(s, t, of_functions))
            return false;
        if (t.kind == OPEN)
            return s->text[t.begin] != '(';
        t = take(s, t.end);
        if (passes && t.kind == OPEN)
            t = pass_brackets(s, t);
    }
    return t.kind == SEMICOLON || t.kind == OTHER;
}

static bool declares_variable(const source *s, token t, token next)
{
    return is_word(s, t, "__constant__") || is_word(s, t, "__managed__") || (is_word(s, t, "__device__") && is_variable(s, next));
}

// --- assembler

static bool is_letter(char c) { return in_word(c) && !is_digit(c) && !(c & 0x80); }

// Register names in a literal, as "%laneid", which clang takes for operands: a % before two letters. Operands are numbers,
// names in brackets, or a letter and a number.
static void spell_registers(output *o, const source *s, token t)
{
    for (size_t i = t.begin; i + 2 < t.end; i++) {
        if (s->text[i] != '%')
            continue;
        if (is_letter(s->text[i + 1]) && is_letter(s->text[i + 2]))
            put(o, s, i, "%%", i + 1);
        else
            i++;
    }
}

// After the word asm: its literals, if operands follow; without operands a % is literal.
static void spell_assembler(output *o, const source *s, token t)
{
    while (t.kind == WORD)
        t = take(s, t.end);
    if (t.kind != OPEN || s->text[t.begin] != '(')
        return;
    const size_t begin = t.end;
    for (t = take(s, begin); t.kind == LITERAL || t.kind == WORD;)
        t = take(s, t.end);
    if (t.kind != OTHER || s->text[t.begin] != ':')
        return;
    for (token l = take(s, begin); l.begin < t.begin; l = take(s, l.end))
        if (l.kind == LITERAL)
            spell_registers(o, s, l);
}

char *spelling_for_clang(const char *text, size_t length, size_t *new_length)
{
    const source s = { text, length };
    static const char *const assemblers[] = { "asm", "__asm", "__asm__", NULL };
    static const char used[] = " __attribute__((used))";
    // The most that a text grows: `used` per __device__, a letter per alignas, one % per %.
    output o = { .text = malloc(length + length / 10 * (sizeof used - 1) + length / 3 + 1) };
    launches open = { .count = 0 };
    token last = { NONE, 0, 0 }, t = take(&s, 0);
    bool qualified = false;
    int unnamed = 0;

    if (!o.text)
        abort();
    while (t.kind != NONE) {
        token next = take(&s, t.end);

        if (t.kind == SHIFT_LEFT && next.kind == LESS && !is_word(&s, last, "operator")) {
            join(&o, &s, t, "<<<", next);
            t = (token){ LAUNCH, t.begin, next.end };
        } else if (ends_launch(&open, t, next)) {
            join(&o, &s, t, ">>>", next);
            t = (token){ LAUNCH_END, t.begin, next.end };
        } else if (qualified && is_word(&s, t, "alignas")) {
            put(&o, &s, t.begin, "_Alignas", t.end);
        } else if (is_one_of(&s, t, assemblers)) {
            spell_assembler(&o, &s, next);
        } else if (unnamed && declares_variable(&s, t, next)) {
            put(&o, &s, t.end, used, t.end);
        }
        unnamed = follow_unnamed(&s, unnamed, open.depth, t, next);
        follow(&open, t);
        qualified = is_behind_qualifier(&s, t, qualified);
        last = t;
        t = take(&s, t.end);
    }
    if (!o.changed) {
        free(o.text);
        return NULL;
    }
    write_bytes(&o, text + o.copied, length - o.copied);
    o.text[o.length] = 0;
    *new_length = o.length;
    return o.text;
}

// --- a source's includes

bool spelling_next_include(const char *text, size_t length, size_t *from, included_file *file)
{
    const source s = { text, length };

    for (token t = take(&s, *from); t.kind != NONE; t = take(&s, t.end)) {
        token directive = take(&s, t.end);
        size_t i = pass_blanks(&s, directive.end);

        *from = t.end;
        if (text[t.begin] != '#' || !is_word(&s, directive, "include") || (at(&s, i) != '"' && at(&s, i) != '<'))
            continue;
        const char close = text[i] == '<' ? '>' : '"';
        size_t end = i + 1;

        while (end < length && text[end] != close && text[end] != '\n')
            end++;
        *from = end;
        if (at(&s, end) != close)
            continue;
        *file = (included_file){ text + i + 1, end - i - 1, close == '"' };
        return true;
    }
    return false;
}
