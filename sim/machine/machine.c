// SPDX-License-Identifier: BSD-3-Clause
// The keys of a machine: rows of machine.def, set, printed, summed and described. machine_file.c reads files; geometry rules
// for several keys are in check.c.
#include "sim/machine/machine_rows.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "sim/machine/nearest.h"
#include "tb/hash.h"
#include "tb/whole_number.h"

typedef enum { ROW_SECTION, ROW_NUMBER, ROW_CHOICE, ROW_TEXT } row_kind;

typedef struct {
    row_kind    kind;
    const char *section, *key;
    size_t      offset;
    uint32_t    number, low, high;      // number: default, of a CHOICE too
    const char *text;                   // TEXT: default
    const char *choices;                // CHOICE: "first|second"
    const char *unit, *help;
} row;

static const row rows[] = {
#define CHOICE_WORD(value, word) "|" #word
#define SECTION(section, help) { ROW_SECTION, #section, NULL, 0, 0, 0, 0, NULL, NULL, NULL, help },
#define NUMBER(section, key, initial, low, high, unit, help) \
    { ROW_NUMBER, #section, #key, offsetof(machine, section.key), initial, low, high, NULL, NULL, unit, help },
#define CHOICE(section, key, initial, words, help) \
    { ROW_CHOICE, #section, #key, offsetof(machine, section.key), initial, 0, 0, NULL, words(CHOICE_WORD) + 1, NULL, help },
#define TEXT(section, key, initial, help) \
    { ROW_TEXT, #section, #key, offsetof(machine, section.key), 0, 0, 0, initial, NULL, NULL, help },
#include "sim/machine/machine.def"
#undef CHOICE_WORD
};

enum { ROWS = sizeof rows / sizeof rows[0] };
_Static_assert((int)ROWS == (int)MACHINE_ROWS, "a row of each kind is counted");

bool machine_fail(machine_error *error, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return false;
}

static uint32_t *number_of(machine *m, const row *r)
{
    return (uint32_t *)((char *)m + r->offset);
}

static char *text_of(machine *m, const row *r)
{
    return (char *)m + r->offset;
}

// Index of `name` in "first|second|third"; -1: not there.
static int choice_index(const char *choices, const char *name, size_t length)
{
    int index = 0;

    for (const char *at = choices;; index++) {
        size_t here = strcspn(at, "|");

        if (here == length && memcmp(at, name, length) == 0)
            return index;
        if (!at[here])
            return -1;
        at += here + 1;
    }
}

static void choice_name(const char *choices, uint32_t index, char name[static 32])
{
    while (index-- > 0)
        choices += strcspn(choices, "|") + 1;
    snprintf(name, 32, "%.*s", (int)strcspn(choices, "|"), choices);
}

void machine_defaults(machine *m)
{
    memset(m, 0, sizeof *m);
    strcpy(m->name, "gtx480");
    for (const row *r = rows; r < rows + ROWS; r++) {
        if (r->kind == ROW_NUMBER || r->kind == ROW_CHOICE)
            *number_of(m, r) = r->number;
        else if (r->kind == ROW_TEXT)
            snprintf(text_of(m, r), MACHINE_TEXT, "%s", r->text);
    }
}

// The row of [section] key, looked for from row `first` on and around; NULL when there is none.
static const row *row_of(const char *section, const char *key, unsigned first)
{
    for (unsigned n = 0; n < ROWS; n++) {
        const row *r = &rows[first + n < ROWS ? first + n : first + n - ROWS];

        if (r->kind != ROW_SECTION && strcmp(r->key, key) == 0 && strcmp(r->section, section) == 0)
            return r;
    }
    return NULL;
}

bool machine_has_section(const char *name)
{
    for (const row *r = rows; r < rows + ROWS; r++)
        if (r->kind == ROW_SECTION && strcmp(r->section, name) == 0)
            return true;
    return false;
}

// Messages with the nearest known name, searched only for them.
bool machine_fail_at_section(const char *section, const char *where, machine_error *error)
{
    nearest_search sections = { .wanted = section };

    for (const row *r = rows; r < rows + ROWS; r++)
        if (r->kind == ROW_SECTION)
            nearest_offer(&sections, r->section);
    return machine_fail(error, "%s: unknown section [%.40s]; the nearest is [%s]", where, section, sections.best);
}

static void fail_at_name(const char *section, const char *key, const char *where, machine_error *error)
{
    nearest_search keys = { .wanted = key };

    for (const row *r = rows; r < rows + ROWS; r++)
        if (r->kind != ROW_SECTION && strcmp(r->section, section) == 0)
            nearest_offer(&keys, r->key);
    if (!section[0])
        machine_fail(error, "%s: seen the key `%.40s` before any [section]", where, key);
    else if (!machine_has_section(section))
        machine_fail_at_section(section, where, error);
    else
        machine_fail(error, "%s: [%s] has no key `%.40s`; the nearest is `%s`", where, section, key, keys.best);
}

int machine_row(const char *section, const char *key, int after, const char *where, machine_error *error)
{
    const row *found = row_of(section, key, (unsigned)(after + 1) % ROWS);

    if (!found)
        fail_at_name(section, key, where, error);
    return found ? (int)(found - rows) : -1;
}

static bool set_number(machine *m, const row *r, const char *value, const char *where, machine_error *error)
{
    uint64_t number;

    if (!whole_number(value, 0, UINT64_MAX, &number))
        return machine_fail(error, "%s: [%s] %s: seen `%.40s`, expected a whole number of %s from %u to %u", where, r->section,
                    r->key, value, r->unit, r->low, r->high);
    if (number < r->low || number > r->high)
        return machine_fail(error, "%s: [%s] %s: seen %" PRIu64 ", expected %u to %u %s", where, r->section, r->key, number, r->low,
                    r->high, r->unit);
    *number_of(m, r) = (uint32_t)number;
    return true;
}

bool machine_set_row(machine *m, int row_number, const char *value, const char *where, machine_error *error)
{
    const row *r = &rows[row_number];
    char nearest[NEAREST_WORD];
    int index;

    switch (r->kind) {
    case ROW_NUMBER:
        return set_number(m, r, value, where, error);
    case ROW_CHOICE:
        index = choice_index(r->choices, value, strlen(value));
        if (index < 0)
            return machine_fail(error, "%s: [%s] %s: seen `%.40s`; the nearest is %s; expected one of %s", where, r->section, r->key,
                        value, nearest_of(value, r->choices, "|", nearest), r->choices);
        *number_of(m, r) = (uint32_t)index;
        return true;
    default:
        if (strlen(value) >= MACHINE_TEXT)
            return machine_fail(error, "%s: [%s] %s: seen %zu characters, expected at most %d", where, r->section, r->key,
                        strlen(value), MACHINE_TEXT - 1);
        snprintf(text_of(m, r), MACHINE_TEXT, "%s", value);
        return true;
    }
}

bool machine_set(machine *m, const char *assignment, machine_error *error)
{
    char section[64], key[64], where[128];
    const char *equals = strchr(assignment, '='), *dot = strchr(assignment, '.');
    int r;

    if (!equals || !dot || dot > equals || (size_t)(dot - assignment) >= sizeof section ||
        (size_t)(equals - dot) >= sizeof key)
        return machine_fail(error, "--set %.60s: expected section.key=value", assignment);
    snprintf(where, sizeof where, "--set %.80s", assignment);
    snprintf(section, sizeof section, "%.*s", (int)(dot - assignment), assignment);
    snprintf(key, sizeof key, "%.*s", (int)(equals - dot - 1), dot + 1);
    r = machine_row(section, key, -1, where, error);
    return r >= 0 && machine_set_row(m, r, equals + 1, where, error);
}

void machine_dump(const machine *constant, FILE *file)
{
    machine copy = *constant;

    for (const row *r = rows; r < rows + ROWS; r++) {
        char name[32];

        switch (r->kind) {
        case ROW_SECTION:
            fprintf(file, "%s; %s\n[%s]\n", r == rows ? "" : "\n", r->help, r->section);
            break;
        case ROW_NUMBER:
            fprintf(file, "; %s: %u to %u %s\n%s = %u\n", r->help, r->low, r->high, r->unit, r->key,
                    *number_of(&copy, r));
            break;
        case ROW_CHOICE:
            choice_name(r->choices, *number_of(&copy, r), name);
            fprintf(file, "; %s: %s\n%s = %s\n", r->help, r->choices, r->key, name);
            break;
        case ROW_TEXT:
            fprintf(file, "; %s\n%s = %s\n", r->help, r->key, text_of(&copy, r));
            break;
        }
    }
}

bool machine_ldst_blocks(const machine *m) { return m->policy.owl_waits == OWL_WAITS_MEMORY; }

uint64_t machine_hash(const machine *constant, uint64_t hash)
{
    machine copy = *constant;

    for (const row *r = rows; r < rows + ROWS; r++) {
        const char *value;
        char word[32];

        if (r->kind == ROW_SECTION ||
            (r->kind == ROW_TEXT ? strcmp(text_of(&copy, r), r->text) == 0 : *number_of(&copy, r) == r->number))
            continue;
        if (r->kind == ROW_CHOICE)
            choice_name(r->choices, *number_of(&copy, r), word);
        else if (r->kind == ROW_NUMBER)
            snprintf(word, sizeof word, "%u", *number_of(&copy, r));
        value = r->kind == ROW_TEXT ? text_of(&copy, r) : word;
        hash = hash_text(hash_text(hash_text(hash, r->section), r->key), value);
    }
    return hash;
}

uint64_t machine_content(const machine *m, uint64_t source)
{
    return machine_hash(m, hash_bytes(HASH_START, &source, sizeof source));
}

void machine_describe_keys(FILE *file)
{
    for (const row *r = rows; r < rows + ROWS; r++) {
        if (r->kind == ROW_SECTION)
            fprintf(file, "%s### [%s] %s\n\n| key | default | range | meaning |\n| --- | --- | --- | --- |\n",
                    r == rows ? "" : "\n", r->section, r->help);
        else if (r->kind == ROW_NUMBER)
            fprintf(file, "| `%s` | %u | %u to %u %s | %s |\n", r->key, r->number, r->low, r->high, r->unit, r->help);
        else if (r->kind == ROW_TEXT)
            fprintf(file, "| `%s` | `%s` | text | %s |\n", r->key, r->text, r->help);
        else {
            char name[32];

            choice_name(r->choices, r->number, name);
            fprintf(file, "| `%s` | `%s` | ", r->key, name);
            for (const char *at = r->choices; *at; at++)
                fputs(*at == '|' ? ", " : (char[2]){ *at }, file);
            fprintf(file, " | %s |\n", r->help);
        }
    }
}

bool machine_key_at(unsigned index, machine_key *key)
{
    for (const row *r = rows; r < rows + ROWS; r++) {
        if (r->kind == ROW_SECTION || index--)
            continue;
        *key = (machine_key){ .low = r->low, .high = r->high, .choices = r->choices };
        snprintf(key->name, sizeof key->name, "%s.%s", r->section, r->key);
        return true;
    }
    return false;
}

// By "section.key"; NULL: none.
static const row *row_named(const char *name)
{
    char section[MACHINE_KEY];
    const char *dot = strchr(name, '.');

    if (!dot || (size_t)(dot - name) >= sizeof section)
        return NULL;
    snprintf(section, sizeof section, "%.*s", (int)(dot - name), name);
    return row_of(section, dot + 1, 0);
}

void machine_value_text(const char *name, uint32_t value, char text[static 32])
{
    const row *r = row_named(name);

    if (r && r->kind == ROW_CHOICE)
        choice_name(r->choices, value, text);
    else
        snprintf(text, 32, "%u", value);
}

bool machine_key_range(const machine *m, const char *name, uint32_t *low, uint32_t *most)
{
    const row *r = row_named(name);

    if (!r || r->kind != ROW_NUMBER)
        return false;
    *low = r->low;
    *most = r->high;
#define LIMIT(section, key, least, highest, words) \
    if (strcmp(name, #section "." #key) == 0 && (highest) < *most) \
        *most = (highest);
#include "sim/machine/machine.def"
    return true;
}
