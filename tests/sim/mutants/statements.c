// SPDX-License-Identifier: BSD-3-Clause
// Mutants of statements: left out, and of what they say.
#include "tests/sim/mutants/mutate.h"

#include <stdlib.h>
#include <string.h>

// A call that only gives back what nobody asks for any more shows in no result.
static bool frees(CXCursor cursor)
{
    CXString name = clang_getCursorSpelling(cursor);
    const char *words = clang_getCString(name);
    bool free_it = clang_getCursorKind(cursor) == CXCursor_CallExpr && words && strstr(words, "free");
    clang_disposeString(name);
    return free_it;
}

static bool changes_something(CXCursor cursor)
{
    extent e = extent_of(cursor);
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if (kind == CXCursor_CompoundAssignOperator) return true;
    if (kind == CXCursor_CallExpr) return !begins_with_a_macro(e) && !frees(cursor) && !calls(cursor, "abort");     // a bug of the program's own
    if (kind == CXCursor_UnaryOperator)
        return starts_with(e, "++") || starts_with(e, "--") || (e.end > e.begin + 2 && (starts_with((extent){ e.end - 2, e.end }, "++") || starts_with((extent){ e.end - 2, e.end }, "--")));
    if (kind != CXCursor_BinaryOperator) return false;
    cursors sides = children_of(cursor);
    bool assigns = sides.count == 2 && is_assignment(operator_between(sides.of[0], sides.of[1]));
    free(sides.of);
    return assigns;
}

static void left_out(CXCursor cursor)
{
    extent e = extent_of(cursor);
    if (writable(e) && changes_something(cursor))
        edits_wrap(e.begin, e.end, format("(mutant_is(%u) ? (void)0 : (void)(", mutant("statement", e, "nothing")), format("))"));
    expression(cursor);
}

// Whether it is so as it is written, before it becomes what the function returns: a pointer may become a truth.
static bool is_written_as_a_number(CXCursor cursor)
{
    cursors inner = children_of(cursor);
    bool number = is_number(type_of(cursor));
    if (clang_getCursorKind(cursor) == CXCursor_UnexposedExpr && inner.count == 1) number = number && is_written_as_a_number(inner.of[0]);
    free(inner.of);
    return number;
}

static void returned(CXCursor cursor)
{
    extent e = extent_of(cursor);
    bool literal = clang_getCursorKind(cursor) == CXCursor_IntegerLiteral || begins_with_a_macro(e);
    if (writable(e) && is_number(type_of(cursor)) && !is_constant(cursor, 0) && !literal) {
        unsigned number = mutant("return", e, "0");
        if (is_written_as_a_number(cursor))
            edits_wrap(e.begin, e.end, format("({ __auto_type mutant_value = +("),
                format("); mutant_differs(%u, mutant_value != 0) ? 0 : mutant_value; })", number));
        else
            edits_wrap(e.begin, e.end, format("(mutant_is(%u) ? 0 : (", number), format("))"));
    }
    expression(cursor);
}

static void declared(CXCursor cursor)
{
    cursors inner = children_of(cursor);
    for (int c = 0; c < inner.count; c++) {
        if (clang_getCursorKind(inner.of[c]) != CXCursor_VarDecl || clang_Cursor_getStorageClass(inner.of[c]) == CX_SC_Static) continue;
        CXCursor value = clang_Cursor_getVarDeclInitializer(inner.of[c]);
        if (clang_Cursor_isNull(value)) continue;
        upper_half(type_of(inner.of[c]), value);
        expression(value);
    }
    free(inner.of);
}

// The two semicolons of a `for`: nothing between them may be missing in the tree without a word.
static void for_parts(CXCursor cursor, size_t semicolons[2])
{
    size_t at = extent_of(cursor).begin;
    int depth = 0, found = 0;
    for (; at < source.length && found < 2; at++) {
        if (source.text[at] == '(') depth++;
        if (source.text[at] == ')') depth--;
        if (source.text[at] == ';' && depth == 1) semicolons[found++] = at;
    }
}

static void for_loop(CXCursor cursor)
{
    cursors inner = children_of(cursor);
    size_t semicolons[2] = { 0 };
    for_parts(cursor, semicolons);
    for (int c = 0; c + 1 < inner.count; c++) {
        extent e = extent_of(inner.of[c]);
        if (!is_expression(inner.of[c])) statement(inner.of[c]);
        else if (e.begin > semicolons[0] && e.begin < semicolons[1]) loop_condition(inner.of[c]);
        else expression(inner.of[c]);
    }
    if (inner.count) statement(inner.of[inner.count - 1]);
    free(inner.of);
}

static void statements_in(CXCursor cursor, int first)
{
    cursors inner = children_of(cursor);
    for (int c = first < 0 ? inner.count + first : first; c >= 0 && c < inner.count; c++) statement(inner.of[c]);
    free(inner.of);
}

// CONDITION of its children is asked, all others are statements.
static void asks(CXCursor cursor, int which, void (*ask)(CXCursor))
{
    cursors inner = children_of(cursor);
    for (int c = 0; c < inner.count; c++) {
        if (c == (which < 0 ? inner.count + which : which)) ask(inner.of[c]);
        else statement(inner.of[c]);
    }
    free(inner.of);
}

// What a macro has around statements, as one that walks a set, hides its own words and shows those that it is followed by.
void statement(CXCursor cursor)
{
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    extent e = extent_of(cursor);
    bool hidden = kind != CXCursor_CompoundStmt && begins_with_a_macro(e);
    switch (kind) {
    case CXCursor_CompoundStmt: statements_in(cursor, 0); break;
    case CXCursor_CaseStmt: case CXCursor_DefaultStmt: case CXCursor_LabelStmt: statements_in(cursor, -1); break;
    case CXCursor_IfStmt: if (hidden) statements_in(cursor, 1); else asks(cursor, 0, condition); break;
    case CXCursor_WhileStmt: if (hidden) statements_in(cursor, -1); else asks(cursor, 0, loop_condition); break;
    case CXCursor_DoStmt: if (!hidden) asks(cursor, -1, loop_condition); break;
    case CXCursor_SwitchStmt: if (hidden) statements_in(cursor, -1); else asks(cursor, 0, expression); break;
    case CXCursor_ForStmt: if (hidden) statements_in(cursor, -1); else for_loop(cursor); break;
    case CXCursor_DeclStmt: declared(cursor); break;
    case CXCursor_ReturnStmt: {
        cursors inner = children_of(cursor);
        if (inner.count) returned(inner.of[0]);
        free(inner.of);
        break;
    }
    default: if (is_expression(cursor)) left_out(cursor);
    }
}
