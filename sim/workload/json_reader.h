// SPDX-License-Identifier: BSD-3-Clause
// Shared by all readers of users' JSON files: position, error messages, expected types. Messages are
// "FILE:LINE: place: seen, expected"; the line is that of the key.
#ifndef WARPLOCK_SIM_WORKLOAD_JSON_READER_H
#define WARPLOCK_SIM_WORKLOAD_JSON_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

enum { READER_PATH = 2048 };

typedef struct {
    const char *path, *text;                    // text: NULL for JSON built in memory
    size_t      length;
    char        place[512];                     // "steps[2].args[0]", as json_place_line takes it
    bool        in_folder;                      // the files that reader_file reads must lie in the folder of `path` or below it
    uint64_t   *hash;                           // NULL, or a hash continued over every byte that reader_file reads
    char       *error;
    size_t      error_size;
} json_reader;

__attribute__((format(printf, 2, 3))) bool reader_fail(json_reader *, const char *format, ...);    // always false
__attribute__((format(printf, 2, 3))) size_t reader_enter(json_reader *, const char *format, ...); // for reader_leave
size_t      reader_enter_key(json_reader *, const char *key);                                       // any key
void        reader_leave(json_reader *, size_t before);
bool        reader_keys(json_reader *, json_t *object, const char *const *known);    // refuses the others
json_t     *reader_get(json_reader *, json_t *object, const char *key);              // NULL and a message
const char *reader_text(json_reader *, json_t *object, const char *key);
bool        reader_integer(json_reader *, json_t *value, const char *what, int64_t low, int64_t high, int64_t *number);
// The path of a file named in it, relative to the reader's.
void        reader_resolve(const json_reader *, const char *name, char path[static READER_PATH]);
// A file named in it, at most `room` bytes; *seen is room + 1 if there are more.
bool        reader_file(json_reader *, const char *name, void *data, size_t room, size_t *seen);
// The JSON of a text, its keys given once. NULL and a message.
json_t     *reader_parse(json_reader *);
// The text of a file, at most `room` bytes, to be freed; what: "a job file". NULL and "FILE: why" in `error`.
char       *reader_load(const char *path, const char *what, size_t room, size_t *length, char *error, size_t error_size);

#endif
