// SPDX-License-Identifier: BSD-3-Clause
#include "edits.h"

#include <stdlib.h>

struct edit {
    size_t at, replaces;
    long rank;          // at one place: ends from inside out, then begins from outside in
    char *text;
};

static struct {
    struct edit *of;
    size_t count, room;
    long wrapped;
} edits;

static void add(struct edit edit)
{
    if (edits.count == edits.room) {
        edits.room = edits.room ? 2 * edits.room : 1024;
        edits.of = realloc(edits.of, edits.room * sizeof *edits.of);
        if (!edits.of) abort();
    }
    edits.of[edits.count++] = edit;
}

void edits_wrap(size_t begin, size_t end, char *before, char *after)
{
    edits.wrapped++;
    add((struct edit){ begin, 0, edits.wrapped, before });
    add((struct edit){ end, 0, -edits.wrapped, after });
}

void edits_replace(size_t at, size_t length, char *text)
{
    add((struct edit){ at, length, 0, text });
}

static int in_order(const void *a, const void *b)
{
    const struct edit *x = a, *y = b;
    if (x->at != y->at) return x->at < y->at ? -1 : 1;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

void edits_write(FILE *file, const char *text, size_t length)
{
    if (edits.count) qsort(edits.of, edits.count, sizeof *edits.of, in_order);
    size_t at = 0;
    for (size_t e = 0; e < edits.count; e++) {
        const struct edit *edit = &edits.of[e];
        fwrite(text + at, 1, edit->at - at, file);
        fputs(edit->text, file);
        at = edit->at + edit->replaces;
        free(edit->text);
    }
    fwrite(text + at, 1, length - at, file);
    free(edits.of);
    edits.of = NULL;
    edits.count = edits.room = 0;
}
