// SPDX-License-Identifier: BSD-3-Clause
// Makes keys from options, row by row, and tells about it. See sim/machine/import.h.
#include "sim/machine/import.h"

#include <stdlib.h>
#include <string.h>

#include "sim/machine/import_internal.h"

enum { LINE_MOST = 190 };               // characters of a comment line in the INI

// --- which options there are

// GPGPU-Sim 4 gives the kind of each cache (N:, S:), 3 does not.
static unsigned version_of(const import *im)
{
    for (unsigned i = 0; i < im->n_options; i++) {
        const char *value = im->options[i].value;

        if (value && strstr(im->options[i].name, "cache:") && (strncmp(value, "N:", 2) == 0 || strncmp(value, "S:", 2) == 0))
            return 4;
    }
    return 3;
}

static const import_option *last_named(const import *im, const char *name)
{
    const import_option *last = NULL;

    for (unsigned i = 0; i < im->n_options; i++)
        if (!im->options[i].network && strcmp(im->options[i].name, name) == 0)
            last = &im->options[i];
    return last;
}

const char *import_network_name(const import *im)
{
    const import_option *mode = last_named(im, "-network_mode"), *file = last_named(im, "-inter_config_file");
    bool is_read = !mode || (mode->value && strcmp(mode->value, "1") == 0);

    return is_read && file && file->value && file->value[0] ? file->value : NULL;
}

// If an option is given twice the last one applies, as in GPGPU-Sim; a name with * may stand for several options.
static void choose_options(import *im)
{
    for (unsigned i = 0; i < im->n_options; i++) {
        const import_option *option = &im->options[i], *before;
        import_note *note;

        if (option->row < 0) {
            note = import_add_note(&im->refused, option, option->name, option->value);
            snprintf(note->expected, sizeof note->expected, "an option of GPGPU-Sim; the nearest is %.60s",
                     import_nearest_name(option->name, option->network));
            snprintf(note->instead, sizeof note->instead, "nothing");
            continue;
        }
        before = im->given[option->row];
        im->given[option->row] = option;
        if (before && import_rows[option->row].kind != IMPORT_NONE) {
            note = import_add_note(&im->listed, before, before->name, before->value);
            snprintf(note->instead, sizeof note->instead, "given again in line %u, which counts", option->line);
        }
    }
}

// --- rows

static bool is_one_of(const char *value, const char *words)
{
    size_t length = strlen(value);

    for (;; words++) {
        if (strncmp(words, value, length) == 0 && (words[length] == '|' || !words[length]))
            return true;
        words = strchr(words, '|');
        if (!words)
            return false;
    }
}

static void take_only(import *im, const import_row *row)
{
    char expected[16];

    if (is_one_of(import_value(im, row->name), row->text)) {
        import_list(im, row->name, row->words);
        return;
    }
    snprintf(expected, sizeof expected, "%.*s", (int)strcspn(row->text, "|"), row->text);
    import_refuse(im, row->name, NULL, "%s: %s", expected, row->words);
    import_instead(im, "as with %s", expected);
}

// By row; NULL: not MADE. The makers know the rows, but not the reverse.
static void (*const makers[])(import *) = {
#define COPIED(name, initial, section, key) NULL,
#define MADE(name, initial, maker) maker,
#define ONLY(name, initial, expected, words) NULL,
#define NONE(name, words) NULL,
#define ALIAS(name, of) NULL,
#define OLDER(name, initial) NULL,
#include "sim/machine/import.def"
};

static bool made_before(unsigned row)
{
    for (unsigned i = 0; i < row; i++)
        if (makers[i] && makers[i] == makers[row])
            return true;
    return false;
}

static void take_row(import *im, unsigned index)
{
    const import_row *row = &import_rows[index];
    uint32_t low, most;
    uint64_t number;

    switch (row->kind) {
    case IMPORT_COPIED:
        if (!machine_key_range(&im->m, row->text, &low, &most))
            abort();
        if (import_count(import_value(im, row->name), &number)) {
            import_put(im, row->text, number, row->name, NULL);
        } else {
            import_refuse(im, row->name, NULL, "%s from %u to %u", row->text, low, most);
            import_instead(im, "as gtx480");
        }
        break;
    case IMPORT_MADE:
        if (!made_before(index))
            makers[index](im);
        break;
    case IMPORT_ONLY:
        take_only(im, row);
        break;
    default:
        break;
    }
}

static void list_without_counterpart(import *im)
{
    for (unsigned i = 0; i < im->n_options; i++) {
        const import_option *option = &im->options[i];

        if (option->row >= 0 && import_rows[option->row].kind == IMPORT_NONE)
            snprintf(import_add_note(&im->listed, option, option->name, option->value)->instead, IMPORT_WORDS, "%s",
                     import_rows[option->row].words);
    }
}

// In the order of the files; options that are not given come first.
static int in_order(const void *a, const void *b)
{
    const import_option *one = ((const import_note *)a)->option, *other = ((const import_note *)b)->option;

    if (!one || !other)
        return (one != NULL) - (other != NULL);
    return one < other ? -1 : one > other;
}

static void sort(import_notes *notes)
{
    if (notes->count)
        qsort(notes->notes, notes->count, sizeof *notes->notes, in_order);
}

static const char *source_of(const void *context, const char *section, const char *key)
{
    const import *im = context;
    char name[64];

    snprintf(name, sizeof name, "%.30s.%.30s", section, key);
    for (unsigned i = im->n_sources; i-- > 0;)
        if (strcmp(im->sources[i].key, name) == 0)
            return im->sources[i].source;
    return strcmp(section, "policy") == 0 ? "of the policies, as gtx480" : "no option, as gtx480";
}

// Finds the key at the start of machine_check's message, and its source.
static bool fail_together(const import *im, const machine_error *checked, machine_error *error)
{
    const char *dot = strchr(checked->text, '.'), *colon = strchr(checked->text, ':');
    char section[32], key[32];

    snprintf(section, sizeof section, "%.*s", dot ? (int)(dot - checked->text) : 0, checked->text);
    snprintf(key, sizeof key, "%.*s", dot && colon && colon > dot ? (int)(colon - dot - 1) : 0, dot ? dot + 1 : "");
    snprintf(error->text, sizeof error->text, "%s: %.240s (%s)", im->config_file, checked->text, source_of(im, section, key));
    return false;
}

bool import_convert(import *im, machine_error *error)
{
    machine_error checked;

    im->version = version_of(im);
    choose_options(im);
    for (unsigned i = 0; i < import_row_count; i++)
        if (import_rows[i].name[0] == '-' || im->network)
            take_row(im, i);
    make_fixed(im);
    list_without_counterpart(im);
    sort(&im->refused);
    sort(&im->listed);
    return machine_check(&im->m, &checked) || fail_together(im, &checked, error);
}

// --- what is printed

void import_print_refusals(const import *im, FILE *file)
{
    for (unsigned i = 0; i < im->refused.count; i++) {
        const import_note *note = &im->refused.notes[i];
        const import_option *option = note->option;

        if (!option)
            fprintf(file, "%s: %s: not given, which is %s, expected %s\n", im->config_file, note->name,
                    note->seen[0] ? note->seen : "nothing", note->expected);
        else
            fprintf(file, "%s:%u: %s: seen %s, expected %s\n", option->network ? im->network_file : im->config_file, option->line,
                    note->name, note->seen[0] ? note->seen : "no value", note->expected);
    }
}

// A note in one line: line, option, what was done.
static void print_note(const import_note *note, const char *before, FILE *file)
{
    char line[2 * LINE_MOST], where[32] = "not given";

    if (note->option)
        snprintf(where, sizeof where, "%sline %u", note->option->network ? "icnt " : "", note->option->line);
    snprintf(line, sizeof line, "%-14s %s%s%s: %s%s%s", where, note->name, note->seen[0] ? " " : "", note->seen,
             note->expected[0] ? "here " : "", note->instead, note->expected[0] ? "; expected " : "");
    snprintf(line + strlen(line), sizeof line - strlen(line), "%s", note->expected);
    fprintf(file, "%s%.*s\n", before, LINE_MOST, line);
}

void import_print_lists(const import *im, const char *before, FILE *file)
{
    if (im->refused.count)
        fprintf(file, "%sNot to be expressed, and what is simulated instead:\n", before);
    for (unsigned i = 0; i < im->refused.count; i++)
        print_note(&im->refused.notes[i], before, file);
    if (im->listed.count)
        fprintf(file, "%sWithout a key of a machine, and what is done instead:\n", before);
    for (unsigned i = 0; i < im->listed.count; i++)
        print_note(&im->listed.notes[i], before, file);
}

// The machine's dump, with each key's source instead of its help.
static void write_keys(const import *im, FILE *file)
{
    char *text = NULL, *saved = NULL, section[64] = "", help[LINE_MOST] = "";
    size_t length;
    FILE *dump = open_memstream(&text, &length);

    if (!dump)
        abort();
    machine_dump(&im->m, dump);
    if (fclose(dump) != 0)
        abort();
    for (char *line = strtok_r(text, "\n", &saved); line; line = strtok_r(NULL, "\n", &saved)) {
        size_t name = strcspn(line, " ");

        if (line[0] == ';') {
            snprintf(help, sizeof help, "%.*s", LINE_MOST - 1, line);
        } else if (line[0] == '[') {
            snprintf(section, sizeof section, "%.*s", (int)strcspn(line + 1, "]"), line + 1);
            fprintf(file, "\n%s\n%s\n", help, line);
        } else {
            line[name] = 0;
            fprintf(file, "%s %-*s ; %s\n", line, 28 - (int)name, line + name + 1, source_of(im, section, line));
        }
    }
    free(text);
}

void import_write(const import *im, FILE *file)
{
    fprintf(file, "; Imported from a configuration of GPGPU-Sim %u,\n; %s\n", im->version, im->config_file);
    if (im->network)
        fprintf(file, "; and %s\n", im->network_file);
    fputs(";\n; Behind each key stands the option that it is from, and its line.\n", file);
    write_keys(im, file);
    fputs("\n", file);
    import_print_lists(im, "; ", file);
}
