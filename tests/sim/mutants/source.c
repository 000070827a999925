// SPDX-License-Identifier: BSD-3-Clause
#include "tests/sim/mutants/source.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct source source;

bool source_read(void)
{
    FILE *file = fopen(source.path, "rb");
    if (!file) return false;
    size_t room = 1 << 24;
    source.text = malloc(room);
    if (!source.text) abort();
    source.length = fread(source.text, 1, room - 1, file);
    source.text[source.length] = 0;
    fclose(file);
    return true;
}

void source_add_macro(extent e)
{
    source.macros = realloc(source.macros, (size_t)(source.macro_count + 1) * sizeof *source.macros);
    if (!source.macros) abort();
    source.macros[source.macro_count++] = e;
}

char *format(const char *words, ...)
{
    va_list list;
    char *text;
    va_start(list, words);
    if (vasprintf(&text, words, list) < 0) abort();
    va_end(list);
    return text;
}

static size_t offset_of(CXSourceLocation location, CXFile *file)
{
    unsigned offset;
    clang_getExpansionLocation(location, file, NULL, NULL, &offset);
    return offset;
}

extent extent_of(CXCursor cursor)
{
    CXSourceRange range = clang_getCursorExtent(cursor);
    CXFile first, last;
    extent e = { offset_of(clang_getRangeStart(range), &first), offset_of(clang_getRangeEnd(range), &last) };
    bool here = first && last && clang_File_isEqual(first, source.file) && clang_File_isEqual(last, source.file);
    return here && e.begin < e.end ? e : (extent){ 0 };
}

bool inside_a_macro(size_t at)
{
    for (int m = 0; m < source.macro_count; m++)
        if (source.macros[m].begin < at && at < source.macros[m].end) return true;
    return false;
}

bool writable(extent e)
{
    return e.begin < e.end && !inside_a_macro(e.begin) && !inside_a_macro(e.end);
}

bool begins_with_a_macro(extent e)
{
    for (int m = 0; m < source.macro_count; m++)
        if (source.macros[m].begin == e.begin) return true;
    return false;
}

bool is_a_macro(extent e)
{
    for (int m = 0; m < source.macro_count; m++)
        if (source.macros[m].begin == e.begin && source.macros[m].end == e.end) return true;
    return false;
}

bool starts_with(extent e, const char *word)
{
    return e.end - e.begin >= strlen(word) && memcmp(source.text + e.begin, word, strlen(word)) == 0;
}

static void print_piece(extent e)
{
    size_t longest = 60;
    for (size_t i = e.begin; i < e.end && i < e.begin + longest; i++)
        fputc(source.text[i] == '\n' || source.text[i] == '\t' ? ' ' : source.text[i], source.list);
}

unsigned mutant(const char *kind, extent e, const char *instead)
{
    unsigned line = 1;
    size_t line_begin = 0;
    for (size_t i = 0; i < e.begin; i++)
        if (source.text[i] == '\n') line++, line_begin = i + 1;
    fprintf(source.list, "%u\t%s\t%u\t%zu\t%s\t", source.next, source.path, line, e.begin - line_begin + 1, kind);
    print_piece(e);
    fprintf(source.list, "\t%s\n", instead);
    return source.next++;
}
