// SPDX-License-Identifier: BSD-3-Clause
// A query of a result store: which rows, and which fields of each. A field is a column of the store (`kernel`, `ipc`,
// `l1d.hits`) or a key of the machine (`l1d.mshrs`), which comes from the row's overrides or its machine's file.
#ifndef WARPLOCK_SIM_CAMPAIGN_RESULTS_QUERY_H
#define WARPLOCK_SIM_CAMPAIGN_RESULTS_QUERY_H

#include "sim/campaign/store/store.h"

enum { QUERY_NAME = MEASURED_PATH };

typedef struct {
    char name[QUERY_NAME];
    int  column;                                // of the store; -1: a key of the machine
} query_field;

typedef enum { QUERY_IS, QUERY_IS_NOT, QUERY_BELOW, QUERY_ABOVE, QUERY_AT_MOST, QUERY_AT_LEAST } query_relation;
typedef struct {
    query_field    field;
    query_relation relation;
    char          *value;                       // texts may have * and ?; commas separate several
} query_filter;

typedef struct {
    store        *store;
    query_filter *filters;
    unsigned      n_filters;
    bool          failed;                       // only failed runs; else all
    store_rows   *rows;
    uint64_t      found, damaged, not_good;     // rows read so far that passed the filters, are corrupt, failed
    char          machine_hash[STORE_KEY];      // of machine_text
    char         *machine_text;
    char          value[256];                   // of a key, until the next call
} query;

void query_begin(query *, store *);
void query_end(query *);                        // leaves the store open
// False when there is no such column or key, with a message that suggests the nearest one.
bool query_find_field(const query *, const char *name, query_field *, char *message, size_t size);
bool query_is_number(const query_field *);       // else its values are words
// "KEY=VALUE", also != < > <= >=.
bool query_add_filter(query *, const char *text, char *message, size_t size);
bool query_add_choice(query *, const char *name, const char *values, char *message, size_t size);   // name=values

// Starts, or restarts, at the first row.
bool query_restart(query *, char *message, size_t size);
store_found query_next(query *, char *message, size_t size);           // STORE_FOUND, STORE_ABSENT or STORE_FAILED
store_value query_value(query *, const query_field *);                 // of the row found; of a key until the next one
// A value as every table and file prints it; a real number with the digits of the report.
enum { QUERY_NUMBER = 32 };
const char *query_text(store_value, char number[static QUERY_NUMBER]);
// The value of "section.key" in an INI file from machine_dump, up to the end of the line. NULL: none.
const char *query_key_in_text(const char *text, const char *name);

#endif
