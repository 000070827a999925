// SPDX-License-Identifier: BSD-3-Clause
// Mutants of values, conditions and calls.
#include "tests/sim/mutants/operators.h"
#include "tests/sim/mutants/mutate.h"

#include <stdlib.h>
#include <string.h>

void expressions_in(CXCursor cursor)
{
    cursors inner = children_of(cursor);
    for (int c = 0; c < inner.count; c++) {
        if (is_expression(inner.of[c])) expression(inner.of[c]);
        else if (clang_isStatement(clang_getCursorKind(inner.of[c]))) statement(inner.of[c]);
    }
    free(inner.of);
}

static void literal(CXCursor cursor)
{
    extent e = extent_of(cursor);
    if (!writable(e) || begins_with_a_macro(e)) return;
    char *instead = format("%.*s + 1", (int)(e.end - e.begin), source.text + e.begin);
    edits_wrap(e.begin, e.end, format("("), format(" + mutant_is(%u))", mutant("constant", e, instead)));
    free(instead);
}

static bool is_plain(CXCursor cursor)
{
    cursors inner = children_of(cursor);
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    bool plain = kind == CXCursor_DeclRefExpr || kind == CXCursor_MemberRefExpr || kind == CXCursor_UnexposedExpr;
    for (int c = 0; plain && c < inner.count; c++)
        if (is_expression(inner.of[c])) plain = is_plain(inner.of[c]);
    free(inner.of);
    return plain;
}

// Two plain arguments of one type, one after the other: each in the place of the other.
static bool exchanged(CXCursor first, CXCursor second)
{
    extent a = extent_of(first), b = extent_of(second);
    if (!clang_equalTypes(clang_getCanonicalType(clang_getCursorType(first)), clang_getCanonicalType(clang_getCursorType(second))) ||
        !is_plain(first) || !is_plain(second) || !writable(a) || !writable(b) || a.end > b.begin) return false;
    int a_length = (int)(a.end - a.begin), b_length = (int)(b.end - b.begin);
    const char *a_words = source.text + a.begin, *b_words = source.text + b.begin;
    if (a_length == b_length && memcmp(a_words, b_words, (size_t)a_length) == 0) return false;
    char *instead = format("%.*s, %.*s", b_length, b_words, a_length, a_words);
    unsigned number = mutant("arguments", (extent){ a.begin, b.end }, instead);
    free(instead);
    bool comparable = is_number(type_of(first)) || type_of(first) == CXType_Pointer;
    char *asked = comparable ? format("mutant_differs(%u, (%.*s) != (%.*s))", number, a_length, a_words, b_length, b_words) : format("mutant_is(%u)", number);
    edits_wrap(a.begin, a.end, format("(%s ? (%.*s) : (", asked, b_length, b_words), format("))"));
    edits_wrap(b.begin, b.end, format("(%s ? (%.*s) : (", asked, a_length, a_words), format("))"));
    free(asked);
    return true;
}

// More room than is needed shows nowhere.
static void call(CXCursor cursor)
{
    if (calls(cursor, "calloc") || calls(cursor, "malloc") || calls(cursor, "realloc")) return;
    cursors inner = children_of(cursor);
    for (int c = 1; c + 1 < inner.count; c++)
        if (exchanged(inner.of[c], inner.of[c + 1])) c++;
    for (int c = 1; c < inner.count; c++) expression(inner.of[c]);
    free(inner.of);
}

// A value of a list; with a name or an index before it, that alone.
static void element(CXCursor cursor)
{
    extent e = extent_of(cursor);
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if (kind == CXCursor_IntegerLiteral || kind == CXCursor_FloatingLiteral) return;
    if (!starts_with(e, "[") && !starts_with(e, ".")) {
        expression(cursor);
        return;
    }
    cursors inner = children_of(cursor);
    if (inner.count) element(inner.of[inner.count - 1]);
    free(inner.of);
}

static void elements(CXCursor cursor)
{
    cursors inner = children_of(cursor);
    for (int c = 0; c < inner.count; c++)
        if (is_expression(inner.of[c])) element(inner.of[c]);
    free(inner.of);
}

void condition(CXCursor cursor)
{
    extent e = extent_of(cursor);
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    bool turned = writable(e), plain = turned && !is_a_macro(e);
    if (turned) edits_wrap(e.begin, e.end, format("(mutant_is(%u) != !!(", mutant("condition", e, "its opposite")), format("))"));
    if (plain && kind == CXCursor_BinaryOperator) binary(cursor, true);
    else if (plain && kind == CXCursor_UnaryOperator) unary(cursor, true);
    else expression(cursor);
}

void loop_condition(CXCursor cursor)
{
    extent e = extent_of(cursor);
    if (writable(e)) edits_wrap(e.begin, e.end, format("(!mutant_is(%u) && (", mutant("loop", e, "0")), format("))"));
    expression(cursor);
}

static void chosen(CXCursor cursor)
{
    cursors inner = children_of(cursor);
    if (inner.count == 3) {
        condition(inner.of[0]);
        expression(inner.of[1]);
        expression(inner.of[2]);
    }
    free(inner.of);
}

// What stands behind a type, whose own expressions are constants.
static void last_of(CXCursor cursor)
{
    cursors inner = children_of(cursor);
    if (inner.count) expression(inner.of[inner.count - 1]);
    free(inner.of);
}

void expression(CXCursor cursor)
{
    if (is_a_macro(extent_of(cursor))) return;
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_BinaryOperator: binary(cursor, false); break;
    case CXCursor_CompoundAssignOperator: compound(cursor); break;
    case CXCursor_UnaryOperator: unary(cursor, false); break;
    case CXCursor_ConditionalOperator: chosen(cursor); break;
    case CXCursor_CallExpr: call(cursor); break;
    case CXCursor_InitListExpr: elements(cursor); break;
    case CXCursor_IntegerLiteral: case CXCursor_FloatingLiteral: literal(cursor); break;
    case CXCursor_UnexposedExpr:            // an implicit conversion; 0 as a pointer stays
        if (type_of(cursor) != CXType_Pointer || clang_Cursor_isNull(cursor)) expressions_in(cursor);
        else {
            cursors inner = children_of(cursor);
            if (inner.count == 1 && clang_getCursorKind(inner.of[0]) != CXCursor_IntegerLiteral) expression(inner.of[0]);
            free(inner.of);
        }
        break;
    case CXCursor_CStyleCastExpr: case CXCursor_CompoundLiteralExpr: last_of(cursor); break;
    case CXCursor_UnaryExpr: case CXCursor_GenericSelectionExpr: break;     // sizeof and the like
    default: expressions_in(cursor);
    }
}
