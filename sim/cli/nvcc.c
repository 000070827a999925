// SPDX-License-Identifier: BSD-3-Clause
// Translates nvcc's options (nvcc.def) into those of options.def before they are read.
#include <stdlib.h>
#include <string.h>

#include "sim/cli/cc.h"
#include "sim/run/options.h"
#include "tb/input_file.h"

enum { FILE_WORDS = 1 << 16, FILE_BYTES = 1 << 20 };
#define WORD_ENDS " \t\n\r\f\v"

typedef enum { WORD_ALIAS, WORD_HOST, WORD_IGNORED, WORD_REFUSED, WORD_FILE, WORD_FORWARD } word_kind;
typedef struct { word_kind kind; const char *name; unsigned values; const char *text; } word_row;

static const word_row rows[] = {
#define ALIAS(word, option) { WORD_ALIAS, word, 0, option },
#define HOST(word, values) { WORD_HOST, word, values, NULL },
#define IGNORED(word, values, why) { WORD_IGNORED, word, values, why },
#define REFUSED(word, why) { WORD_REFUSED, word, 0, why },
#define FILE_OF(word) { WORD_FILE, word, 1, NULL },
#define FORWARD(word) { WORD_FORWARD, word, 0, NULL },
#include "sim/cli/nvcc.def"
#undef FILE_OF
#undef FORWARD
#undef ALIAS
#undef HOST
#undef IGNORED
#undef REFUSED
};
enum { ROWS = sizeof rows / sizeof rows[0] };

typedef struct { char **words; int count; bool forwards; FILE *ignored; } translation;

static const word_row *find_row(const char *word, size_t length)
{
    for (const word_row *row = rows; row < rows + ROWS; row++)
        if (strlen(row->name) == length && memcmp(row->name, word, length) == 0)
            return row;
    return NULL;
}

// Whether the next word is its value.
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

// An option under our name, with the text after `=`.
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

// Translates argv[i] by its row; returns the index of its last word, or -1 after a message.
static int translate(translation *t, const cli_command *command, const word_row *row, int argc, char *const *argv, int i)
{
    const char *value = argv[i] + strlen(row->name);        // with its '='
    unsigned values = *value ? 0 : row->values;

    if (row->kind == WORD_FORWARD)
        return i;
    if (row->kind == WORD_FILE)
        return cli_mistake("cc: %s: seen in a file of words, expected it on the command line", row->name) ? i : -1;
    if (row->kind == WORD_REFUSED)
        return cli_mistake("cc: seen %s, which is refused: %s", row->name, row->text) ? i : -1;
    if (i + (int)values >= argc)
        return cli_mistake("cc: %s: expected a word after it", row->name) ? i : -1;
    if (row->kind == WORD_ALIAS) {
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

// --- files of words

typedef struct { char **words; int count, room; } word_list;

static void add_to(word_list *list, const char *word, size_t length)
{
    if (list->count == list->room) {
        list->room = 2 * list->room + 16;
        list->words = realloc(list->words, (size_t)list->room * sizeof *list->words);
        if (!list->words)
            abort();
    }
    list->words[list->count] = strndup(word, length);
    if (!list->words[list->count++])
        abort();
}

// Splits a text as nvcc does: at blanks and ends of lines, except in quotes or after a backslash.
static bool add_words(word_list *list, const char *path, char *at)
{
    for (at += strspn(at, WORD_ENDS); *at; at += strspn(at, WORD_ENDS)) {
        const char *first = at;
        char *end = at, quote = 0;

        for (; *at && (quote || !strchr(WORD_ENDS, *at)); at++) {
            if (quote ? *at == quote : *at == '"' || *at == '\'')
                quote = quote ? 0 : *at;
            else
                *end++ = *at == '\\' && at[1] && quote != '\'' ? *++at : *at;
        }
        if (quote)
            return cli_mistake("cc: %s: seen %c without its other one, expected it", path, quote);
        add_to(list, first, (size_t)(end - first));
        if (list->count > FILE_WORDS)
            return cli_mistake("cc: %s: seen more than %d words, expected fewer", path, FILE_WORDS);
    }
    return true;
}

static bool add_file(word_list *list, const char *path)
{
    const char *why;
    FILE *file = input_open(path, &why);
    char *text = file ? calloc(1, FILE_BYTES + 2) : NULL;
    size_t length;
    bool good;

    if (!file)
        return cli_mistake("cc: %s: cannot be read: %s", path, why);
    if (!text)
        abort();
    length = fread(text, 1, FILE_BYTES + 1, file);
    fclose(file);
    if (length > FILE_BYTES || strlen(text) != length)
        good = cli_mistake("cc: %s: seen %s, expected words for a compiler", path, length > FILE_BYTES ? "more than a megabyte" : "a byte of 0");
    else
        good = add_words(list, path, text);
    free(text);
    return good;
}

// The command line with its files of words expanded. False after a message.
static bool expand(word_list *list, int argc, char *const *argv)
{
    for (int i = 0; i < argc; i++) {
        const size_t length = strcspn(argv[i], "=");
        const word_row *row = i > 1 ? find_row(argv[i], length) : NULL;

        if (!row || row->kind != WORD_FILE) {
            add_to(list, argv[i], strlen(argv[i]));
            continue;
        }
        if (!argv[i][length] && i + 1 == argc)
            return cli_mistake("cc: %s: expected a file after it", argv[i]);
        if (!add_file(list, argv[i][length] ? argv[i] + length + 1 : argv[++i]))
            return false;
    }
    return true;
}

static bool forwards(const word_list *list)
{
    for (int i = 2; i < list->count; i++) {
        const word_row *row = find_row(list->words[i], strlen(list->words[i]));

        if (row && row->kind == WORD_FORWARD)
            return true;
    }
    return false;
}

char *const *nvcc_words(const cli_command *command, int *argc, char *const *argv)
{
    char *ignored = NULL;
    size_t length;
    word_list given = { .count = 0 };

    if (!expand(&given, *argc, argv))
        return NULL;
    translation t = { calloc(2 * (size_t)given.count + 2, sizeof *t.words), 0, forwards(&given), open_memstream(&ignored, &length) };

    if (!t.words || !t.ignored)
        abort();
    for (int i = 0; i < given.count; i++) {
        char *const word = given.words[i];
        const word_row *row = i > 1 ? find_row(word, strcspn(word, "=")) : NULL;

        if (row && (i = translate(&t, command, row, given.count, given.words, i)) < 0)
            return NULL;
        if (row)
            continue;
        if (i > 1 && t.forwards && word[0] == '-' && word[1] && !option_is_known(command, word)) {
            put_host(&t, word);
            continue;
        }
        put(&t, word);
        if (i > 1 && takes_next(command, word) && i + 1 < given.count)
            put(&t, given.words[++i]);
    }
    for (int i = 0; i < given.count; i++)
        free(given.words[i]);
    free(given.words);
    fclose(t.ignored);
    if (length)
        fprintf(stderr, "warplock: notice: cc: ignored: %s\n", ignored);
    free(ignored);
    *argc = t.count;
    return t.words;
}
