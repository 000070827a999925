// SPDX-License-Identifier: BSD-3-Clause
// Shared by the files that read a campaign file. Private to them.
#ifndef WARPLOCK_SIM_CAMPAIGN_CAMPAIGN_READER_H
#define WARPLOCK_SIM_CAMPAIGN_CAMPAIGN_READER_H

#include "sim/campaign/file/campaign_file.h"
#include "sim/campaign/simulator/simulator.h"

typedef struct campaign_reader {
    json_source    json;
    campaign_file *file;
    const struct campaign_reader *outer;        // of the file that includes this one
    const char   **details;                     // where to put the list being read, of all runs or of a machine
} campaign_reader;

// Keys of each object, ending with NULL.
#define OBJECT(identifier, title) extern const char *const campaign_keys_##identifier[];
#define KEY(name, kind, help)
#define END(identifier)
#include "sim/campaign/file/campaign_keys.def"
#undef OBJECT
#undef KEY
#undef END

// Takes over a text and keeps it as long as the file.
const char *file_keep(campaign_file *, char *text);
// A text, or a list of texts joined by `joint`; `initial` when the key is not there. NULL after a message.
const char *file_text(campaign_reader *, json_t *object, const char *key, const char *joint, const char *initial);
bool file_number(campaign_reader *, json_t *object, const char *key, int64_t low, int64_t high, int64_t initial,
                 int64_t *number);
bool file_real(campaign_reader *, json_t *object, const char *key, double initial, double *number);
// The index of the key's text among the words, which end with NULL.
bool file_choice(campaign_reader *, json_t *object, const char *key, const char *const *words, unsigned initial,
                 unsigned *index);
// Reads each item of an optional list; any other value is a list of one.
bool file_items(campaign_reader *, json_t *object, const char *key, unsigned most,
                bool (*read)(campaign_reader *, json_t *item));

// campaign_systems.c: a key's values, "v" or, from a range or a list, "a,b,c", and their number.
bool file_values(campaign_reader *, json_t *value, const char **list, unsigned *count);
// A list of systems for system_choose(), every word checked; `initial` when the key is not there.
const char *file_systems(campaign_reader *, json_t *object, const char *key, const char *initial);
// Check each word of such a list; check that the campaign has a machine of this name.
bool file_check_systems(campaign_reader *, const char *systems);
bool file_check_machine(campaign_reader *, const char *name);
// Each "section.key=value" of an object `set`. A key may have several values unless `several` is NULL: to that is
// appended " section.key=a,b,c".
bool file_sets(campaign_reader *, json_t *object, const char *const **sets, unsigned *n_sets, const char **several);
// Reads the list `details` of an object; it ends with NULL.
bool file_details(campaign_reader *, json_t *object, const char **to);
bool file_read_machine(campaign_reader *, json_t *item);        // campaign_kernels.c
bool file_read_kernel(campaign_reader *, json_t *item);
bool file_read_group(campaign_reader *, json_t *item);          // campaign_tables.c
bool file_read_runs(campaign_reader *, json_t *item);
bool file_read_search(campaign_reader *, json_t *item);
bool file_read_figure(campaign_reader *, json_t *item);
bool file_read_claim(campaign_reader *, json_t *item);
// Whether the first `length` bytes name a counter, or a sum of counters, "a+b".
bool file_is_sum(campaign_reader *, const char *text, size_t length);
// campaign_complete.c: adds what follows from the file: runs and tables of `policies`, sets of every machine.
bool file_complete(campaign_reader *);
// Checks that need the whole file.
bool file_check_claims(campaign_reader *);
bool file_check_groups(campaign_reader *);
extern const char *const mean_words[];

#endif
