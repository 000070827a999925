// SPDX-License-Identifier: BSD-3-Clause
// Shared by the parts of the import: the options read, the table's rows, notes on what became of each.
#ifndef WARPLOCK_SIM_MACHINE_IMPORT_INTERNAL_H
#define WARPLOCK_SIM_MACHINE_IMPORT_INTERNAL_H

#include "sim/machine/import.h"

enum { IMPORT_ROWS_MAX = 320, IMPORT_WORDS = 128 };

typedef struct {
    char    *name, *value;              // value NULL: none given
    unsigned line;
    bool     network;                   // of the interconnect's file
    int      row;                       // -1: no such option
} import_option;

typedef enum { IMPORT_COPIED, IMPORT_MADE, IMPORT_ONLY, IMPORT_NONE, IMPORT_ALIAS, IMPORT_OLDER } import_kind;

typedef struct {
    import_kind kind;
    const char *name;
    const char *initial;                // COPIED, MADE, ONLY, OLDER
    const char *text;                   // COPIED: section.key; ONLY: expected; ALIAS: original
    const char *words;                  // ONLY, NONE
} import_row;

extern const import_row import_rows[];
extern const unsigned import_row_count;

typedef struct { char key[64], source[IMPORT_WORDS]; } import_source;

// A refusal, or an option without counterpart (its words in `instead`, expected empty).
typedef struct {
    char        name[80], seen[80];
    const import_option *option;        // NULL: not given
    char        expected[IMPORT_WORDS], instead[IMPORT_WORDS];
} import_note;

typedef struct { import_note *notes; unsigned count; } import_notes;

struct import {
    char           config_file[128], network_file[128];
    bool           network;             // the interconnect's file has been read
    unsigned       version;             // 3 or 4
    import_option *options;
    unsigned       n_options;
    const import_option *given[IMPORT_ROWS_MAX];    // the one that applies
    machine        m;
    import_source *sources;
    unsigned       n_sources;
    import_notes   refused, listed;
};

// --- import_rows.c
int import_find_row(const char *name);                          // its own, or for an alias its original's; -1
const char *import_nearest_name(const char *name, bool network);
void import_add_option(import *, const char *name, size_t name_length, const char *value, size_t value_length, unsigned line, bool network);

// --- import_notes.c
import_note *import_add_note(import_notes *, const import_option *, const char *name, const char *seen);
// The value of the option `name` that applies, given or initial; NULL: neither
const char *import_value(const import *, const char *name);
bool import_given(const import *, const char *name);
bool import_count(const char *text, uint64_t *number);          // in GPGPU-Sim's forms: 12, 0xc, 014
uint64_t import_number(import *, const char *name, uint64_t otherwise);     // refuses anything but a number
__attribute__((format(printf, 4, 5)))
void import_refuse(import *, const char *name, const char *seen, const char *expected, ...);    // seen NULL: the value
__attribute__((format(printf, 2, 3)))
void import_instead(import *, const char *words, ...);          // for the last refusal
void import_list(import *, const char *name, const char *words);
// Sets a key. `part`: the part of the option's value that it is from; NULL: the whole. A number out of range is refused,
// the nearest one set.
void import_put(import *, const char *key, uint64_t number, const char *name, const char *part);
void import_put_word(import *, const char *key, const char *word, const char *name, const char *part);
__attribute__((format(printf, 3, 4)))
void import_source_is(import *, const char *key, const char *words, ...);
void import_source_both(import *, const char *key, const char *name, const char *other);

// --- texts of several values
typedef struct { const char *at; bool good; } import_text;
uint64_t import_take(import_text *);                            // a decimal number
char import_take_letter(import_text *);
void import_take_mark(import_text *, char mark);
bool import_at(const import_text *, char mark);

// The makers of import.def, and one for what no option says.
#define MADE(name, initial, maker) void maker(import *);
#include "sim/machine/import.def"
void make_fixed(import *);

#endif
