// SPDX-License-Identifier: BSD-3-Clause
// What nvcc calls otherwise (nvcc.def): the command line is put into the words of options.def before it is read.
#include <stdlib.h>
#include <string.h>

#include "sim/cli/cc.h"
#include "sim/cli/options.h"

typedef enum { WORD_SAME, WORD_HOST, WORD_IGNORED, WORD_REFUSED } word_kind;
typedef struct { word_kind kind; const char *name; unsigned values; const char *text; } word_row;

static const word_row rows[] = {
#define SAME(word, option) { WORD_SAME, word, 0, option },
#define HOST(word, values) { WORD_HOST, word, values, NULL },
#define IGNORED(word, values, why) { WORD_IGNORED, word, values, why },
#define REFUSED(word, why) { WORD_REFUSED, word, 0, why },
#include "sim/cli/nvcc.def"
#undef SAME
#undef HOST
#undef IGNORED
#undef REFUSED
};
enum { ROWS = sizeof rows / sizeof rows[0] };

typedef struct { char **words; int count; FILE *ignored; } translation;

static const word_row *find_row(const char *word, size_t length)
{
    for (const word_row *row = rows; row < rows + ROWS; row++)
        if (strlen(row->name) == length && memcmp(row->name, word, length) == 0)
            return row;
    return NULL;
}

// Whether the word behind it is its value.
static bool takes_next(const cli_command *command, const char *word)
{
    for (unsigned i = 0; i < option_row_count; i++)
        if (option_rows[i].kind != OPTION_GROUP && option_rows[i].kind != OPTION_FLAG &&
            option_goes_with(&option_rows[i], command) && strcmp(option_rows[i].name, word) == 0)
            return true;
    return false;
}

static void put(translation *t, const char *word)
{
    t->words[t->count] = strdup(word);
    if (!t->words[t->count++])
        abort();
}

// An option under our name, with what stood behind `=`.
static void put_same(translation *t, const char *option, const char *value)
{
    char *word = malloc(strlen(option) + strlen(value) + 1);

    if (!word)
        abort();
    sprintf(word, "%s%s", option, value);
    t->words[t->count++] = word;
}

static void put_host(translation *t, const char *word)
{
    put(t, "--host-option");
    put(t, word);
}

// The word at argv[i] by its row; the index of the last word that belongs to it, or -1 after a message.
static int translate(translation *t, const cli_command *command, const word_row *row, int argc, char *const *argv, int i)
{
    const char *value = argv[i] + strlen(row->name);        // with its '='
    unsigned values = *value ? 0 : row->values;

    if (row->kind == WORD_REFUSED)
        return cli_mistake("cc: seen %s, which is refused: %s", row->name, row->text) ? i : -1;
    if (i + (int)values >= argc)
        return cli_mistake("cc: %s: expected a word after it", row->name) ? i : -1;
    if (row->kind == WORD_SAME) {
        put_same(t, row->text, value);
        if (!*value && takes_next(command, row->text) && i + 1 < argc)
            put(t, argv[++i]);
        return i;
    }
    if (row->kind == WORD_HOST) {
        put_host(t, argv[i]);
        for (; values; values--)
            put_host(t, argv[++i]);
        return i;
    }
    fprintf(t->ignored, "%s%s", ftell(t->ignored) ? ", " : "", argv[i]);
    for (; values; values--)
        fprintf(t->ignored, " %s", argv[++i]);
    fprintf(t->ignored, " (%s)", row->text);
    return i;
}

char *const *nvcc_words(const cli_command *command, int *argc, char *const *argv)
{
    char *ignored = NULL;
    size_t length;
    translation t = { calloc(2 * (size_t)*argc + 2, sizeof *t.words), 0, open_memstream(&ignored, &length) };

    if (!t.words || !t.ignored)
        abort();
    for (int i = 0; i < *argc; i++) {
        const word_row *row = i > 1 ? find_row(argv[i], strcspn(argv[i], "=")) : NULL;

        if (row && (i = translate(&t, command, row, *argc, argv, i)) < 0)
            return NULL;
        if (row)
            continue;
        put(&t, argv[i]);
        if (i > 1 && takes_next(command, argv[i]) && i + 1 < *argc)
            put(&t, argv[++i]);
    }
    fclose(t.ignored);
    if (length)
        fprintf(stderr, "warplock: notice: cc: ignored: %s\n", ignored);
    free(ignored);
    *argc = t.count;
    return t.words;
}
