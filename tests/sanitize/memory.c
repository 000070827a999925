// SPDX-License-Identifier: BSD-3-Clause
// MemorySanitizer's shim for `make sanitize`. Debian's libraries are not compiled with it: what they write it would take for
// unwritten, and what they hand to a function of ours, too. So here is said what each of those that are used writes; it is
// trusted, and what is not named here is found as soon as it is read. Memory that a library asks for is taken for written, whoever
// had it before (malloc_hook; poison_in_malloc=0, poison_in_free=0): a library may have copied into it what lay on a stack
// where ours had been. Memory that ours ask for is not: that goes through here (tb/allocate.c).
// linked: -Wl,--wrap=ini_parse_stream,--wrap=json_loads,--wrap=json_loadb,--wrap=json_loadf,--wrap=json_load_file
// linked: -Wl,--wrap=json_dump_callback,--wrap=sqlite3_open_v2,--wrap=sqlite3_prepare_v2,--wrap=sqlite3_create_collation
// linked: -Wl,--wrap=sqlite3_column_text,--wrap=sqlite3_column_name,--wrap=sqlite3_errmsg
// linked: -Wl,--wrap=sqlite3_step,--wrap=sqlite3_exec,--wrap=sqlite3_close,--wrap=json_dumps
// linked: -Wl,--wrap=LZ4_decompress_safe,--wrap=ZSTD_decompress,--wrap=compress2,--wrap=__cxa_demangle
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include <ini.h>
#include <jansson.h>
#include <sanitizer/msan_interface.h>
#include <sqlite3.h>
#include <zlib.h>

// Called from a library: what stands in its arguments' shadow is another call's.
#define FROM_LIBRARY __attribute__((no_sanitize("memory")))

// While a library works, what it hands to the C library is not looked at: its frames lie where ours have been.
static void enter(void) { __msan_scoped_disable_interceptor_checks(); }
static void leave(void) { __msan_scoped_enable_interceptor_checks(); }

// --- memory of ours

void *__real_malloc(size_t);
char *__real_strdup(const char *);
char *__real_strndup(const char *, size_t);
void *shim_malloc(size_t);
void *shim_realloc(void *, size_t);
char *shim_strdup(const char *);
char *shim_strndup(const char *, size_t);

void *shim_malloc(size_t bytes)
{
    void *memory = __real_malloc(bytes);

    if (memory)
        __msan_poison(memory, bytes);
    return memory;
}

// Called for each allocation, ours and a library's.
void __sanitizer_malloc_hook(const volatile void *, size_t);

FROM_LIBRARY void __sanitizer_malloc_hook(const volatile void *memory, size_t bytes)
{
    __msan_unpoison((const void *)memory, bytes);
}

// What is not written yet stays so where it is moved to.
void *shim_realloc(void *memory, size_t bytes)
{
    size_t before = memory ? malloc_usable_size(memory) : 0;
    char *moved = shim_malloc(bytes);

    if (moved && memory) {
        memcpy(moved, memory, before < bytes ? before : bytes);
        free(memory);
    }
    return moved;
}

char *shim_strdup(const char *text) { return __real_strdup(text); }
char *shim_strndup(const char *text, size_t most) { return __real_strndup(text, most); }

static void written_text(const char *text)
{
    if (text)
        __msan_unpoison_string(text);
}

// --- the library of C++, which knows what a name of its compilers says

char *__real___cxa_demangle(const char *, char *, size_t *, int *);
char *__wrap___cxa_demangle(const char *, char *, size_t *, int *);

char *__wrap___cxa_demangle(const char *name, char *buffer, size_t *length, int *status)
{
    enter();
    char *readable = __real___cxa_demangle(name, buffer, length, status);
    leave();
    written_text(readable);
    return readable;
}

// --- machine files

int __real_ini_parse_stream(ini_reader, void *, ini_handler, void *);
int __wrap_ini_parse_stream(ini_reader, void *, ini_handler, void *);
static ini_reader reader;
static ini_handler handler;

FROM_LIBRARY static char *read_for_library(char *to, int size, void *from)
{
    return reader(to, size, from);
}

FROM_LIBRARY static int handle_for_library(void *user, const char *section, const char *name, const char *value)
{
    written_text(section);
    written_text(name);
    written_text(value);
    return handler(user, section, name, value);
}

int __wrap_ini_parse_stream(ini_reader read, void *from, ini_handler handle, void *user)
{
    reader = read;
    handler = handle;
    enter();
    int line = __real_ini_parse_stream(read_for_library, from, handle_for_library, user);
    leave();
    return line;
}

// --- JSON

// A text that was put together in a frame of the library's carries what stood there before.
static void written_tree(json_t *root)
{
    const char *key;
    json_t *member;
    size_t i;

    if (!root)
        return;
    __msan_unpoison(root, sizeof *root);
    if (json_is_string(root))
        __msan_unpoison(json_string_value(root), json_string_length(root) + 1);
    for (i = 0; json_is_array(root) && i < json_array_size(root); i++)
        written_tree(json_array_get(root, i));
    for (void *at = json_is_object(root) ? json_object_iter(root) : NULL; at; at = json_object_iter_next(root, at)) {
        key = json_object_iter_key(at);
        member = json_object_iter_value(at);
        written_text(key);
        written_tree(member);
    }
}

#define LOADS(name, parameters, arguments)          \
    json_t *__real_##name parameters;               \
    json_t *__wrap_##name parameters;               \
    json_t *__wrap_##name parameters                \
    {                                               \
        enter();                                    \
        json_t *root = __real_##name arguments;     \
        leave();                                    \
        written_tree(root);                         \
        if (error)                                  \
            __msan_unpoison(error, sizeof *error);  \
        return root;                                \
    }
LOADS(json_loads, (const char *text, size_t flags, json_error_t *error), (text, flags, error))
LOADS(json_loadb, (const char *text, size_t size, size_t flags, json_error_t *error), (text, size, flags, error))
LOADS(json_loadf, (FILE *file, size_t flags, json_error_t *error), (file, flags, error))
LOADS(json_load_file, (const char *path, size_t flags, json_error_t *error), (path, flags, error))

int __real_json_dump_callback(const json_t *, json_dump_callback_t, void *, size_t);
int __wrap_json_dump_callback(const json_t *, json_dump_callback_t, void *, size_t);
static json_dump_callback_t dump;

FROM_LIBRARY static int dump_for_library(const char *text, size_t size, void *data)
{
    __msan_unpoison(text, size);
    return dump(text, size, data);
}

int __wrap_json_dump_callback(const json_t *root, json_dump_callback_t callback, void *data, size_t flags)
{
    dump = callback;
    enter();
    int status = __real_json_dump_callback(root, dump_for_library, data, flags);
    leave();
    return status;
}

char *__real_json_dumps(const json_t *, size_t);
char *__wrap_json_dumps(const json_t *, size_t);

char *__wrap_json_dumps(const json_t *root, size_t flags)
{
    enter();
    char *text = __real_json_dumps(root, flags);
    leave();
    written_text(text);
    return text;
}

// --- stores

int __real_sqlite3_open_v2(const char *, sqlite3 **, int, const char *);
int __wrap_sqlite3_open_v2(const char *, sqlite3 **, int, const char *);
int __real_sqlite3_prepare_v2(sqlite3 *, const char *, int, sqlite3_stmt **, const char **);
int __wrap_sqlite3_prepare_v2(sqlite3 *, const char *, int, sqlite3_stmt **, const char **);
int __real_sqlite3_create_collation(sqlite3 *, const char *, int, void *, int (*)(void *, int, const void *, int, const void *));
int __wrap_sqlite3_create_collation(sqlite3 *, const char *, int, void *, int (*)(void *, int, const void *, int, const void *));
const unsigned char *__real_sqlite3_column_text(sqlite3_stmt *, int);
const unsigned char *__wrap_sqlite3_column_text(sqlite3_stmt *, int);
const char *__real_sqlite3_column_name(sqlite3_stmt *, int);
const char *__wrap_sqlite3_column_name(sqlite3_stmt *, int);
const char *__real_sqlite3_errmsg(sqlite3 *);
const char *__wrap_sqlite3_errmsg(sqlite3 *);

int __wrap_sqlite3_open_v2(const char *path, sqlite3 **database, int flags, const char *system)
{
    enter();
    int status = __real_sqlite3_open_v2(path, database, flags, system);
    leave();
    __msan_unpoison(database, sizeof *database);
    return status;
}

int __wrap_sqlite3_prepare_v2(sqlite3 *database, const char *sql, int size, sqlite3_stmt **statement, const char **tail)
{
    enter();
    int status = __real_sqlite3_prepare_v2(database, sql, size, statement, tail);
    leave();
    __msan_unpoison(statement, sizeof *statement);
    if (tail)
        __msan_unpoison(tail, sizeof *tail);
    return status;
}

static int (*collation)(void *, int, const void *, int, const void *);

FROM_LIBRARY static int collate_for_library(void *data, int one_size, const void *one, int other_size, const void *other)
{
    __msan_unpoison(one, (size_t)one_size);
    __msan_unpoison(other, (size_t)other_size);
    return collation(data, one_size, one, other_size, other);
}

int __wrap_sqlite3_create_collation(sqlite3 *database, const char *name, int kind, void *data,
                                    int (*compare)(void *, int, const void *, int, const void *))
{
    collation = compare;
    return __real_sqlite3_create_collation(database, name, kind, data, collate_for_library);
}

#define TRUSTED(name, parameters, arguments)        \
    int __real_##name parameters;                   \
    int __wrap_##name parameters;                   \
    int __wrap_##name parameters                    \
    {                                               \
        enter();                                    \
        int status = __real_##name arguments;       \
        leave();                                    \
        return status;                              \
    }
TRUSTED(sqlite3_step, (sqlite3_stmt *statement), (statement))
TRUSTED(sqlite3_close, (sqlite3 *database), (database))
TRUSTED(sqlite3_exec, (sqlite3 *database, const char *sql, int (*row)(void *, int, char **, char **), void *data, char **error),
        (database, sql, row, data, error))

#define TEXT_OF(name, type, parameters, arguments)  \
    type *__wrap_##name parameters                  \
    {                                               \
        type *text = __real_##name arguments;       \
        written_text((const char *)text);           \
        return text;                                \
    }
TEXT_OF(sqlite3_column_text, const unsigned char, (sqlite3_stmt *row, int column), (row, column))
TEXT_OF(sqlite3_column_name, const char, (sqlite3_stmt *row, int column), (row, column))
TEXT_OF(sqlite3_errmsg, const char, (sqlite3 *database), (database))

// --- what is compressed

int __real_LZ4_decompress_safe(const char *, char *, int, int);
int __wrap_LZ4_decompress_safe(const char *, char *, int, int);
size_t __real_ZSTD_decompress(void *, size_t, const void *, size_t);
size_t __wrap_ZSTD_decompress(void *, size_t, const void *, size_t);
int __real_compress2(Bytef *, uLongf *, const Bytef *, uLong, int);
int __wrap_compress2(Bytef *, uLongf *, const Bytef *, uLong, int);

int __wrap_LZ4_decompress_safe(const char *from, char *to, int size, int room)
{
    int written = __real_LZ4_decompress_safe(from, to, size, room);

    if (written > 0)
        __msan_unpoison(to, (size_t)written);
    return written;
}

size_t __wrap_ZSTD_decompress(void *to, size_t room, const void *from, size_t size)
{
    size_t written = __real_ZSTD_decompress(to, room, from, size);

    if (written <= room)
        __msan_unpoison(to, written);
    return written;
}

int __wrap_compress2(Bytef *to, uLongf *room, const Bytef *from, uLong size, int level)
{
    int status = __real_compress2(to, room, from, size, level);

    __msan_unpoison(room, sizeof *room);
    __msan_unpoison(to, *room);
    return status;
}
