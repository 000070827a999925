// SPDX-License-Identifier: BSD-3-Clause
// What of C a block's model may say. clang reads it for the prover, gcc for the simulator, and the prover defines names of its own
// (step.c, PROVE_PLAIN), so nothing may hang on who compiles, when, where or how well: no conditions but a header's guard, no
// names of compilers, no types whose size or order they choose, nothing that lives from one call to the next, no way
// around the types.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "tb/prove/prove.h"
#include "tb/prove/texts.h"

static text        t;
static const char *block;
static size_t      at;

static token here(void) { return t.tokens[at]; }
static token ahead(size_t by) { return t.tokens[at + by < t.count ? at + by : t.count - 1]; }

// Names of the shared headers, of the block's table and header, and of the prover's own, none of which a block may define anew: the
// prover reads them after the block, the simulator before.
static bool is_shared(token name)
{
    static const char *const headers[] = {"rtl_c/bits.h", "rtl_c/block.h", "rtl_c/table.h", "rtl_c/table_ops.h", "rtl_c/table_structs.h", "tb/prove/step.h", "tb/prove/step.c"};
    enum { HEADERS = sizeof headers / sizeof *headers, ALL = HEADERS + 2 };
    static text shared[ALL];
    static char own[2][128];
    for (int i = 0; i < ALL; i++) {
        if (i >= HEADERS) snprintf(own[i - HEADERS], sizeof own[0], "rtl_c/%s.%s", block, i == HEADERS ? "def" : "h");
        if (!shared[i].tokens) shared[i] = text_read(i < HEADERS ? headers[i] : own[i - HEADERS], false);
        for (size_t k = 0; k < shared[i].count; k++)
            if (shared[i].tokens[k].kind == TOKEN_WORD && token_same(shared[i].tokens[k], name)) return true;
    }
    return false;
}

// A word anywhere in a model, a header or a table.
static void check_word(token word)
{
    static const char types[] = "char short long signed float double union typedef extern auto register volatile goto inline asm typeof _ main";
    static const char prover[] = "MODEL EACH BLOCK_TEXT BLOCK_TEXT_OF BLOCK_JOIN BLOCK_PASTE unix linux i386 errno setjmp longjmp alloca";
    if (token_is(word, "_Static_assert")) return;
    if (word.text[0] == '_') text_refuse_token(&t, word, "no name of a compiler's own");
    else if (token_is_one_of(word, types)) text_refuse_token(&t, word, "what blocks are written in: const, enum, struct, bool, int, unsigned, uint8_t ... uint64_t");
    else if (token_is_one_of(word, prover) || token_begins(word, "PROVE") || token_begins(word, "prove_") || token_begins(word, "CFG_")) text_refuse_token(&t, word, "no name of which the prover's compiler knows and the simulator's does not");
    else if (memchr(word.text, '$', word.length)) text_refuse_token(&t, word, "a name without $");
}

static bool is_string(token s, const char *prefix, const char *name, const char *suffix)
{
    char expected[256];
    snprintf(expected, sizeof expected, "\"%s%s%s\"", prefix, name, suffix);
    return s.kind == TOKEN_STRING && token_is(s, expected);
}

// --- directives, each a line

static bool ends_line(size_t after) { return ahead(after).kind == TOKEN_COMMENT || ahead(after).kind == TOKEN_END || ahead(after).begins_line; }

static void check_include(bool header)
{
    const token name = ahead(2);
    const bool  known = header ? token_is(name, "\"rtl_c/block.h\"") || token_is(name, "\"rtl_c/table_structs.h\"")
                               : token_is(name, "\"rtl_c/bits.h\"") || token_is(name, "\"rtl_c/table_ops.h\"") || is_string(name, "rtl_c/", block, ".h");
    if (!known || !ends_line(3))
        text_refuse_token(&t, name, header ? "\"rtl_c/block.h\" or \"rtl_c/table_structs.h\"" : "\"rtl_c/bits.h\", \"rtl_c/table_ops.h\" or the block's own header");
}

// The line's end: of a definition the first word that begins a line that no \ has joined to it.
static void check_define(bool header, const char *guard)
{
    const token name = ahead(2);
    if (header && token_is(name, guard) && ends_line(3)) return;
    if (token_is(name, "BLOCK") && token_is(ahead(3), block) && ends_line(4)) return;
    if (token_is(name, "TABLE") && is_string(ahead(3), "rtl_c/", block, ".def") && ends_line(4)) return;
    if (!header && token_is(name, "BLOCK_COUNTS") && ends_line(3)) return;
    if (!header && token_is(name, "BLOCK_TOUCHED") && ahead(3).kind == TOKEN_NUMBER && ends_line(4)) return;
    size_t capitals = 0;
    while (capitals < name.length && (isupper((unsigned char)name.text[capitals]) || isdigit((unsigned char)name.text[capitals]) || name.text[capitals] == '_')) capitals++;
    if (name.kind != TOKEN_WORD || capitals < name.length) {
        text_refuse_token(&t, name, "a name of capitals, which is none of a register, port or function");
        return;
    }
    if (header || (is_shared(name) && !token_is(name, "BLOCK_EACH"))) {
        text_refuse_token(&t, name, "a name that is the block's own");
        return;
    }
    check_word(name);
    for (size_t i = 3; !ends_line(i); i++) {
        const token one = ahead(i);
        if (one.kind == TOKEN_WORD) check_word(one);
        if (one.kind == TOKEN_STRING || token_is_one_of(one, "# ## %: <: :> <% %> { } ;")) text_refuse_token(&t, one, "an expression");
    }
}

static void check_directive(bool header, const char *guard)
{
    const token name = ahead(1);
    const bool  first = at == 0, last = ahead(2).kind == TOKEN_END;
    if (name.begins_line) return;                        // # alone on a line says nothing
    if (token_is(name, "include")) check_include(header);
    else if (token_is(name, "define")) check_define(header, guard);
    else if (token_is(name, "pragma") && token_is(ahead(2), "GCC") && token_is(ahead(3), "unroll") && ahead(4).kind == TOKEN_NUMBER && ends_line(5)) return;
    else if (header && first && token_is(name, "ifndef") && token_is(ahead(2), guard) && ends_line(3)) return;
    else if (header && last && token_is(name, "endif")) return;
    else text_refuse(&t, name.line, "a directive", header ? "include, define and %s around all" : "include, define or pragma GCC unroll", guard);
}

// --- what stands outside functions

// One declaration or definition that begins here, outside of all braces.
static void check_outside(void)
{
    bool is_static = false, is_const = false, is_pointer = false;
    size_t i = 0;
    if (token_is(here(), "_Static_assert")) return;
    const bool type = token_is(here(), "enum") || token_is(here(), "struct");
    for (; ahead(i).kind != TOKEN_END && !token_is_one_of(ahead(i), "( = ; { ["); i++) {
        is_static |= token_is(ahead(i), "static");
        is_const |= token_is(ahead(i), "const");
        is_pointer |= token_is(ahead(i), "*");
    }
    const token end = ahead(i);
    size_t behind = i + 1;
    for (int open = 1; token_is(end, "(") && open && ahead(behind).kind != TOKEN_END; behind++) open += token_is(ahead(behind), "(") - token_is(ahead(behind), ")");
    if (token_is(end, "(") && !token_is_one_of(ahead(behind), "{ ;")) text_refuse_token(&t, ahead(behind), "a function alone");
    if (type && token_is(end, "{")) return;
    if (!is_static) text_refuse_token(&t, here(), "a static function or constant, a struct or an enum");
    else if (token_is_one_of(end, "= ; [") && (!is_const || is_pointer)) text_refuse_token(&t, ahead(i - 1), "a constant: registers alone live from one cycle to the next");
}

// --- all words in their order

static void drop_comments(void)
{
    size_t kept = 0;
    for (size_t i = 0; i < t.count; i++) if (t.tokens[i].kind != TOKEN_COMMENT) t.tokens[kept++] = t.tokens[i];
    t.count = kept;
}

static size_t line_end(void)
{
    size_t i = 1;
    while (!ends_line(i)) i++;
    return at + i;
}

void texts_check_c(const char *name, const char *path)
{
    char guard[128] = "WARPLOCK_RTL_C_";
    int depth = 0, nested = 0, choices = 0, asserts = -1;
    bool labels = false, begins = true, of_type = false;
    const bool header = path[strlen(path) - 1] == 'h';
    block = name;
    for (size_t i = strlen(guard), k = 0; block[k] && i < sizeof guard - 3; i++, k++) guard[i] = (char)toupper((unsigned char)block[k]);
    strcat(guard, "_H");
    t = text_read(path, false);
    drop_comments();
    for (at = 0; here().kind != TOKEN_END;) {
        const token one = here();
        if (one.begins_line && token_is_one_of(one, "# %:")) {
            if (token_is(one, "%:")) text_refuse_token(&t, one, "#");
            check_directive(header, guard);
            at = line_end();
            continue;
        }
        if (begins && depth == 0) check_outside();
        if (begins && depth == 0) of_type = token_is_one_of(one, "enum struct");
        begins = false;
        if (one.kind == TOKEN_WORD) check_word(one);
        if (depth > 0 && token_is(one, "static")) text_refuse_token(&t, one, "a variable that ends with its block");
        if (token_is(one, "_Static_assert")) asserts = nested;
        if (one.kind == TOKEN_STRING && asserts < 0) text_refuse_token(&t, one, "no text in a model");
        if (one.kind == TOKEN_MARK && strchr("#`@\\'$", one.text[0])) text_refuse_token(&t, one, "a word of C");
        if (token_is_one_of(one, "<: :> <% %> %: ##")) text_refuse_token(&t, one, "[ ] { } or #");
        if (token_is(one, "*") && token_is(ahead(1), ")")) text_refuse_token(&t, one, "no pointer made of another type");
        if (token_is(one, "(") && token_is(ahead(1), "*") && ahead(2).kind == TOKEN_WORD && token_is(ahead(3), ")") && token_is(ahead(4), "("))
            text_refuse_token(&t, ahead(2), "a function called by its name");
        if (token_is(one, "=") && token_is(ahead(1), "&") && ahead(2).kind == TOKEN_WORD && !token_is_one_of(ahead(3), "-> . ["))
            text_refuse_token(&t, ahead(2), "no variable that may end before the pointer to it");
        choices += token_is(one, "?");
        labels |= token_is_one_of(one, "case default");
        if (token_is(one, ":")) {
            if (choices) choices--;
            else if (!labels) text_refuse_token(&t, one, "no width of a member and no label");
            labels = false;
        }
        depth += token_is(one, "{") - token_is(one, "}");
        nested += token_is(one, "(") - token_is(one, ")");
        if (asserts >= 0 && token_is(one, ")") && nested == asserts) asserts = -1;
        if (depth == 0 && nested == 0 && (token_is(one, ";") || (token_is(one, "}") && !of_type && !token_is_one_of(ahead(1), "; ,")))) begins = true, choices = 0;
        if (depth == 0 && token_is(one, "}") && of_type && !token_is(ahead(1), ";")) text_refuse_token(&t, ahead(1), "; after a type");
        at++;
    }
    if (depth || nested) text_refuse(&t, here().line, "the end", "as many } and ) as { and (");
}

void texts_check_table(const char *path)
{
    int nested = 0;
    t = text_read(path, false);
    drop_comments();
    for (at = 0; here().kind != TOKEN_END; at++) {
        const token one = here();
        if (one.kind == TOKEN_WORD) check_word(one);
        if (nested == 0 && !token_is(one, "(") && !token_is_one_of(one, "PARAM DERIVED IN IN_VEC IN_LATE IN_LATE_VEC OUT OUT_VEC REG REG_COUNT REG_VEC REG_COUNT_VEC REG_PART MEM"))
            text_refuse_token(&t, one, "a row of the table");
        if (one.kind == TOKEN_STRING && !token_is(ahead(1), ")")) text_refuse_token(&t, one, "a text in a row's last column");
        if (one.kind == TOKEN_MARK && !token_is_one_of(one, "( ) , + - * / % < > <= >= == != ! && || & | ^ ~ ? : << >>")) text_refuse_token(&t, one, "an expression");
        nested += token_is(one, "(") - token_is(one, ")");
    }
    if (nested) text_refuse(&t, here().line, "the end", "as many ) as (");
}
