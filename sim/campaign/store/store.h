// SPDX-License-Identifier: BSD-3-Clause
// The results of runs in an SQLite file, so that an interrupted campaign resumes where it stopped. A run's key covers
// everything that its result depends on. Its row says what was run and how it ended, with a column for every number of the
// report, named by its JSON path, so that 100,000 results are searched without a JSON reader. Each result is written in
// one transaction: a killed campaign loses only the runs in progress. A row is corrupt when a column no longer matches
// its checksum or its machine is missing. A file that has lost rows, pages or column names is refused.
//
// One process of a campaign writes. Several campaigns may share a store; each waits for the others' transactions.
#ifndef WARPLOCK_SIM_CAMPAIGN_STORE_H
#define WARPLOCK_SIM_CAMPAIGN_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/campaign/store/measured.h"

enum { STORE_KEY = 17 };                        // 16 hex digits and NUL

typedef struct store store;

// What was run, for people who open the file and for `warplock results`; only the key identifies it. A NULL text
// counts as "".
typedef struct {
    const char *program;                        // hash of the program that ran, 16 hex digits
    const char *kernel;                         // a name, or the path of a job or PTX file
    const char *source;                         // hash of what the kernel reads, of a bundled one its sum
    const char *size;                           // as --size takes it
    uint64_t    seed, max_cycles;               // as --seed and --max-cycles
    const char *machine;                        // its name or path ...
    const char *machine_text;                   // ... and all of its keys as an INI file, without `set`; kept once
    const char *set;                            // every override, in order: "l1d.mshrs=48 policy.smr=40"
    const char *policy;
    const char *options;                        // of a PTX file, and the breakdowns kept: "--per-line --belady"
} store_identity;

typedef struct {
    int    status;                              // exit status; minus the signal that ended it
    double seconds;                             // wall time
    uint64_t peak_kb;                           // peak memory; 0 = not known
    char  *result;                              // JSON report of a good run, as it is put; owned
    char  *reason;                              // why the run failed, "" for a good one; owned
    measured_numbers measured;                  // of a good run, as it is got
} store_run;

typedef enum { STORE_ABSENT, STORE_FOUND, STORE_DAMAGED, STORE_FAILED } store_found;

// STORE_MAKE: for writing, created when missing; writability is tested at once. STORE_READ: for reading.
// STORE_LOOK: for reading what is left of a store that may be damaged; store_damage says so.
typedef enum { STORE_READ, STORE_MAKE, STORE_LOOK } store_use;

// NULL and a message when there is no file, or it is not a result store of this layout or is damaged as a whole. It is left
// unchanged. *damaged: it is a damaged store; may be NULL.
store *store_open_or_tell(const char *path, store_use, bool *damaged, char *message, size_t size);
store *store_open(const char *path, store_use, char *message, size_t size);
void store_close(store *);
// What is wrong with the file, apart from corrupt rows; "": nothing.
const char *store_damage(const store *);
int64_t store_kept_rows(const store *);                                // rows put; -1: the file has no count
// Intact rows, of `all`: the rows put if the file has a count, else the rows found. `lost`: the file is damaged, and its
// count is missing or impossible.
typedef struct { uint64_t whole, all; bool lost; } store_belief;
bool store_believe(store *, store_belief *, char *message, size_t size);

store_found store_get(store *, const char *key, store_run *, char *message, size_t size);
bool store_put(store *, const char *key, const store_identity *, const store_run *, char *message, size_t size);
void store_run_free(store_run *);
// The highest peak memory of each kernel at its size, over all programs.
typedef void store_peak_taker(void *context, const char *kernel, const char *size, uint64_t peak_kb);
bool store_peaks(store *, store_peak_taker *, void *context, char *message, size_t size);
// Results put from here on are one transaction: for a process that brings in many at once.
bool store_begin(store *, char *message, size_t size);
bool store_commit(store *, char *message, size_t size);        // after a failed store_put, all are rolled back

// store_pack.c: copies the rows of these keys and their machines into the store at `path`, created when missing and left without
// free pages. Its own rows stay.
bool store_pack(store *, const char *const *keys, unsigned n, const char *path, char *message, size_t size);
// store_repair.c: copies all intact rows and their machines into a new store.
bool store_repair(store *, const char *path, uint64_t *rows, char *message, size_t size);
// A program's counters in the short runs of the baseline (baseline.h), as text; a new one replaces it.
bool store_put_baseline(store *, const char *program, const char *text, char *message, size_t size);
char *store_baseline(store *, const char *program);                    // the caller's; NULL: there is none

// Iterates over rows, sorted by kernel, machine, overrides, policy, size, seed, program. The file is unlocked between two
// rows: a slow reader holds up no campaign.
typedef struct store_rows store_rows;
typedef enum { STORE_NONE, STORE_INTEGER, STORE_REAL, STORE_TEXT } store_kind;
typedef struct { store_kind kind; int64_t integer; double real; const char *text; } store_value;   // real: of both

enum {
#define COLUMN(identifier, name, type) STORE_##identifier##_COLUMN,
#include "sim/campaign/store/store_columns.def"
#undef COLUMN
    STORE_OWN_COLUMNS                           // numbers of the report from here on
};

unsigned store_columns(const store *);                                 // may grow with the next row
const char *store_column_name(const store *, unsigned column);
int store_column(const store *, const char *name);                     // -1: there is none

store_rows *store_select(store *, char *message, size_t size);         // NULL and a message
store_found store_next(store_rows *, char *message, size_t size);      // STORE_ABSENT past the last one
// Of the row last found by store_next, valid until its next call.
store_value store_value_of(const store_rows *, unsigned column);
uint64_t store_count(const store_rows *);                              // rows in all
void store_rows_free(store_rows *);
// The INI file of a row's machine_hash, owned by the caller; NULL: it is not there.
char *store_machine_text(store *, const char *machine_hash);

#endif
