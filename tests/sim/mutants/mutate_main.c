// SPDX-License-Identifier: BSD-3-Clause
// mutate SOURCE FIRST LIST FLAGS...: prints SOURCE with all of its mutants in it (mutant.h), numbered from FIRST on, and
// writes a line for each to LIST: number, file, line, column, kind, what stands there, what stands there instead.
// Statuses: 0, 2 clang cannot read it.
//
// A mutant never stands where C wants a constant, nor in what a macro makes or is given; no operand is written twice, so a
// source does not grow with the depth of its expressions. What runs while no mutant is in force is what was written.
#include "tests/sim/mutants/mutate.h"

#include <stdlib.h>

static enum CXChildVisitResult top(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent, (void)data;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    extent e = extent_of(cursor);
    if (kind == CXCursor_MacroExpansion && e.begin < e.end) source_add_macro(e);
    if (kind == CXCursor_FunctionDecl && e.begin < e.end && !begins_with_a_macro(e)) {
        cursors inner = children_of(cursor);
        if (inner.count && clang_getCursorKind(inner.of[inner.count - 1]) == CXCursor_CompoundStmt) statement(inner.of[inner.count - 1]);
        free(inner.of);
    }
    return CXChildVisit_Continue;
}

static bool without_errors(CXTranslationUnit unit)
{
    bool good = true;
    for (unsigned d = 0; d < clang_getNumDiagnostics(unit); d++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(unit, d);
        if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error) {
            CXString words = clang_formatDiagnostic(diagnostic, clang_defaultDiagnosticDisplayOptions());
            fprintf(stderr, "mutate: %s\n", clang_getCString(words));
            clang_disposeString(words);
            good = false;
        }
        clang_disposeDiagnostic(diagnostic);
    }
    return good;
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "mutate: expected SOURCE FIRST LIST FLAGS...\n");
        return 2;
    }
    source.path = argv[1];
    source.next = (unsigned)strtoul(argv[2], NULL, 10);
    CXIndex index = clang_createIndex(0, 0);
    CXTranslationUnit unit = clang_parseTranslationUnit(index, source.path, (const char *const *)argv + 4, argc - 4, NULL, 0,
        CXTranslationUnit_DetailedPreprocessingRecord);
    if (!unit || !without_errors(unit) || !source_read()) {
        fprintf(stderr, "mutate: %s: clang cannot read it\n", source.path);
        return 2;
    }
    source.list = fopen(argv[3], "w");
    if (!source.list) {
        perror(argv[3]);
        return 2;
    }
    source.file = clang_getFile(unit, source.path);
    clang_visitChildren(clang_getTranslationUnitCursor(unit), top, NULL);
    printf("#include \"tests/sim/mutants/mutant.h\"\n#line 1 \"%s\"\n", source.path);
    edits_write(stdout, source.text, source.length);
    return fclose(source.list) || fflush(stdout) ? 2 : 0;
}
