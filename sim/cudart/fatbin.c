// SPDX-License-Identifier: BSD-3-Clause
// Fat binaries. See fatbin.h. Every number of the image is checked against the remaining bytes before use; nothing is read past
// the end.
#include "sim/cudart/fatbin.h"

#include <lz4.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum {
    WRAPPER_MAGIC = 0x466243b1, CONTAINER_HEADER = 16, ENTRY_HEADER = 64, KIND_PTX = 1, KIND_CODE = 2,
    KIND_CODE_TOO = 16, FLAG_LZ4 = 0x2000, FLAG_ZSTD = 0x8000
};
#define CONTAINER_MAGIC 0xba55ed50u
// Expanded PTX; a header that claims more is damaged, or there is no memory for it.
#define EXPANDED_MAX ((size_t)256 << 20)

typedef struct { const uint8_t *at; size_t size; } bytes;
typedef struct { bytes payload; uint64_t flags, expanded; unsigned arch; } entry;

__attribute__((format(printf, 2, 3))) static void *refuse(fatbin_error *error, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return NULL;
}

static uint64_t number(const uint8_t *at, unsigned size)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < size; i++)
        value |= (uint64_t)at[i] << 8 * i;
    return value;
}

// --- text

// The text without its padding NULs. A NUL within it ends it, as for any reader.
static char *copy_text(bytes text)
{
    size_t length = strnlen((const char *)text.at, text.size);
    char *copy = malloc(length + 1);

    if (!copy)
        abort();
    memcpy(copy, text.at, length);
    copy[length] = 0;
    return copy;
}

// PTX begins with a directive, comments or blanks.
static bool is_text(bytes image)
{
    for (size_t i = 0; i < image.size && image.at[i]; i++) {
        if (image.at[i] == '.' || image.at[i] == '/')
            return true;
        if (!strchr(" \t\r\n", image.at[i]))
            return false;
    }
    return false;
}

// --- compressed payloads

// An LZ4 block expands at most 255-fold.
static char *expand_lz4(const entry *e, fatbin_error *error)
{
    size_t most = e->payload.size > EXPANDED_MAX / 255 ? EXPANDED_MAX : 255 * e->payload.size;
    size_t room = e->expanded ? e->expanded : most;
    char *text;
    int length;

    if (room > EXPANDED_MAX || room > most)
        return refuse(error, "fat binary: %zu bytes of LZ4 cannot be %zu bytes of PTX", e->payload.size, room);
    text = malloc(room + 1);
    if (!text)
        abort();
    length = LZ4_decompress_safe((const char *)e->payload.at, text, (int)e->payload.size, (int)room);
    if (length < 0 || (e->expanded && (size_t)length != room)) {
        free(text);
        return refuse(error, "fat binary: damaged LZ4 data of %zu bytes", e->payload.size);
    }
    text[length] = 0;
    return text;
}

static char *expand_zstd(const entry *e, fatbin_error *error)
{
    unsigned long long said = ZSTD_getFrameContentSize(e->payload.at, e->payload.size);
    unsigned long long room = said == ZSTD_CONTENTSIZE_UNKNOWN ? e->expanded : said;
    size_t length;
    char *text;

    if (said == ZSTD_CONTENTSIZE_ERROR || room > EXPANDED_MAX)
        return refuse(error, "fat binary: damaged zstd data of %zu bytes", e->payload.size);
    text = malloc(room + 1);
    if (!text)
        abort();
    length = ZSTD_decompress(text, room, e->payload.at, e->payload.size);
    if (ZSTD_isError(length)) {
        free(text);
        return refuse(error, "fat binary: damaged zstd data of %zu bytes: %s", e->payload.size,
                      ZSTD_getErrorName(length));
    }
    text[length] = 0;
    return text;
}

static char *expand(const entry *e, fatbin_error *error)
{
    char *text = e->flags & FLAG_LZ4 ? expand_lz4(e, error)
                 : e->flags & FLAG_ZSTD ? expand_zstd(e, error) : copy_text(e->payload);

    if (text && !is_text((bytes){ (const uint8_t *)text, strlen(text) })) {
        free(text);
        return refuse(error, "fat binary: the PTX for sm_%u is no text", e->arch);
    }
    return text;
}

// --- containers

// The entry at the head of `rest`; `rest` moves past it.
static bool take_entry(bytes *rest, entry *e, unsigned *kind, fatbin_error *error)
{
    const uint8_t *at = rest->at;

    if (rest->size < ENTRY_HEADER)
        return refuse(error, "fat binary: an entry begins %zu bytes before the end, expected %d", rest->size,
                      ENTRY_HEADER);
    uint64_t header = number(at + 4, 4), padded = number(at + 8, 8), compressed = number(at + 16, 4);
    *kind = (unsigned)number(at, 2);
    *e = (entry){ .flags = number(at + 40, 8), .expanded = number(at + 56, 8), .arch = (unsigned)number(at + 28, 4) };
    bool packed = e->flags & (FLAG_LZ4 | FLAG_ZSTD);
    if (header < ENTRY_HEADER || header > rest->size || padded > rest->size - header || (packed && compressed > padded))
        return refuse(error, "fat binary: an entry of %llu + %llu bytes in the %zu that are left",
                      (unsigned long long)header, (unsigned long long)padded, rest->size);
    e->payload = (bytes){ at + header, packed ? compressed : padded };
    *rest = (bytes){ at + header + padded, rest->size - header - padded };
    return true;
}

static bool better(unsigned arch, unsigned than, unsigned wanted)
{
    return arch <= wanted ? than > wanted || arch > than : than > wanted && arch < than;
}

static char *container_ptx(bytes image, unsigned wanted, fatbin_error *error)
{
    unsigned kind = 0, n_code = 0, code = 0;
    bool found = false;
    entry best = { 0 };

    if (image.size < CONTAINER_HEADER)
        return refuse(error, "fat binary: %zu bytes, expected a header of %d", image.size, CONTAINER_HEADER);
    uint64_t version = number(image.at + 4, 2), header = number(image.at + 6, 2), size = number(image.at + 8, 8);
    if (version != 1 || header < CONTAINER_HEADER)
        return refuse(error, "fat binary: version %u with a header of %u bytes, expected version 1 with %d",
                      (unsigned)version, (unsigned)header, CONTAINER_HEADER);
    if (image.size == FATBIN_BY_ITSELF ? size > SIZE_MAX / 2 : header > image.size || size > image.size - header)
        return refuse(error, "fat binary: says %llu bytes, has %zu", (unsigned long long)size, image.size);
    for (bytes rest = { image.at + header, size }; rest.size;) {
        entry e = { 0 };

        if (!take_entry(&rest, &e, &kind, error))
            return NULL;
        if (kind == KIND_PTX && (!found || better(e.arch, best.arch, wanted))) {
            best = e;
            found = true;
        } else if (kind == KIND_CODE || kind == KIND_CODE_TOO) {
            n_code++;
            code = e.arch;
        }
    }
    if (found)
        return expand(&best, error);
    if (!n_code)
        return refuse(error, "fat binary: neither PTX nor machine code in it");
    return refuse(error, "fat binary: no PTX in it, only machine code (sm_%u%s), which is not executed: compile "
                  "with PTX, nvcc -gencode arch=compute_%u,code=compute_%u", code, n_code > 1 ? ", ..." : "", code, code);
}

char *fatbin_ptx(const void *image, size_t size, unsigned arch, fatbin_error *error)
{
    bytes whole = { image, size };

    if (!image || !size)
        return refuse(error, "device code: an empty image");
    if (is_text(whole))
        return copy_text(whole);
    // Binary images have at least the four bytes of their kind.
    if (size < 4)
        return refuse(error, "device code: an image of %zu bytes", size);
    if (number(image, 4) == CONTAINER_MAGIC)
        return container_ptx(whole, arch, error);
    if (memcmp(image, "\177ELF", 4) == 0)
        return refuse(error, "device code: machine code (a cubin), which is not executed, expected PTX: nvcc -ptx");
    return refuse(error, "device code: begins with 0x%08x, expected PTX or a fat binary (0x%08x)",
                  (unsigned)number(image, 4), CONTAINER_MAGIC);
}

const void *fatbin_image(const void *wrapper, unsigned index, fatbin_error *error)
{
    const struct { uint32_t magic, version; const void *image; const void *const *rest; } *w = wrapper;

    error->text[0] = 0;
    if (!w || w->magic != WRAPPER_MAGIC || (w->version != 1 && w->version != 2))
        return refuse(error, "fat binary: a wrapper with magic 0x%08x, version %u, expected 0x%08x, 1 or 2",
                      w ? w->magic : 0, w ? w->version : 0, WRAPPER_MAGIC);
    if (w->version == 1 || !w->rest)
        return index ? NULL : w->image;
    return w->rest[index];                      // asked in order, up to the NULL
}
