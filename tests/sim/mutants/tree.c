// SPDX-License-Identifier: BSD-3-Clause
#include "tests/sim/mutants/tree.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CHILDREN = 4096 };

static enum CXChildVisitResult collect(CXCursor cursor, CXCursor parent, CXClientData data)
{
    cursors *found = data;
    (void)parent;
    if (found->count == MOST_CHILDREN) return CXChildVisit_Break;
    found->of[found->count++] = cursor;
    return CXChildVisit_Continue;
}

cursors children_of(CXCursor cursor)
{
    static CXCursor all[MOST_CHILDREN];
    cursors found = { all, 0 };
    clang_visitChildren(cursor, collect, &found);
    found.of = malloc((size_t)(found.count + 1) * sizeof *found.of);
    if (!found.of) abort();
    memcpy(found.of, all, (size_t)found.count * sizeof *all);
    return found;
}

bool is_expression(CXCursor cursor) { return clang_isExpression(clang_getCursorKind(cursor)); }

enum CXTypeKind type_of(CXCursor cursor) { return clang_getCanonicalType(clang_getCursorType(cursor)).kind; }

bool is_integer(enum CXTypeKind kind)
{
    return (kind >= CXType_Bool && kind <= CXType_Int128) || kind == CXType_Enum;
}
bool is_number(enum CXTypeKind kind) { return is_integer(kind) || (kind >= CXType_Float && kind <= CXType_LongDouble); }

bool is_constant(CXCursor cursor, unsigned long long most)
{
    CXEvalResult value = clang_Cursor_Evaluate(cursor);
    const bool constant = value && clang_EvalResult_getKind(value) == CXEval_Int && clang_EvalResult_getAsUnsigned(value) <= most;
    if (value) clang_EvalResult_dispose(value);
    return constant;
}

bool calls(CXCursor cursor, const char *function)
{
    CXString name = clang_getCursorSpelling(cursor);
    const bool same = strcmp(clang_getCString(name), function) == 0;
    clang_disposeString(name);
    return same;
}
