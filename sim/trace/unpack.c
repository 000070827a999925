// SPDX-License-Identifier: BSD-3-Clause
// See sim/trace/unpack.h.
#include "sim/trace/unpack.h"

#include <errno.h>
#include <lzma.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

#include "tb/input_file.h"

enum { INPUT_BYTES = 1 << 16, MAGIC_BYTES = 6 };

typedef enum { PLAIN, XZ, ZSTD } packing;

struct unpack {
    FILE         *file;
    packing       packing;
    lzma_stream   xz;
    ZSTD_DStream *zstd;
    bool          at_end;              // of the file
    bool          within;              // a zstd frame
    bool          done;
    size_t        at, length;          // of input
    uint8_t       input[INPUT_BYTES];
};

static bool fill(unpack *u, char *why, size_t why_size)
{
    ssize_t got;

    do
        got = read(fileno(u->file), u->input, sizeof u->input);
    while (got < 0 && errno == EINTR);
    if (got < 0) {
        snprintf(why, why_size, "cannot be read: %s", strerror(errno));
        return false;
    }
    u->at = 0;
    u->length = (size_t)got;
    u->at_end = got == 0;
    return true;
}

static bool begin(unpack *u, char *why, size_t why_size)
{
    static const uint8_t xz[] = { 0xFD, '7', 'z', 'X', 'Z', 0 }, zstd[] = { 0x28, 0xB5, 0x2F, 0xFD }, gzip[] = { 0x1F, 0x8B };

    if (!fill(u, why, why_size))
        return false;
    if (u->length >= sizeof gzip && memcmp(u->input, gzip, sizeof gzip) == 0) {
        snprintf(why, why_size, "seen a file packed by gzip, expected a plain one or one packed by xz or zstd");
        return false;
    }
    if (u->length >= sizeof xz && memcmp(u->input, xz, sizeof xz) == 0) {
        u->packing = XZ;
        if (lzma_stream_decoder(&u->xz, UNPACK_XZ_BYTES, LZMA_CONCATENATED) != LZMA_OK) {
            snprintf(why, why_size, "xz: no memory");
            return false;
        }
    } else if (u->length >= sizeof zstd && memcmp(u->input, zstd, sizeof zstd) == 0) {
        u->packing = ZSTD;
        u->zstd = ZSTD_createDStream();
        if (!u->zstd || ZSTD_isError(ZSTD_DCtx_setParameter(u->zstd, ZSTD_d_windowLogMax, UNPACK_ZSTD_WINDOW_LOG))) {
            snprintf(why, why_size, "zstd: no memory");
            return false;
        }
    }
    return true;
}

unpack *unpack_open(const char *path, char *why, size_t why_size)
{
    unpack *u = calloc(1, sizeof *u);
    const char *reason;

    u->xz = (lzma_stream)LZMA_STREAM_INIT;
    u->file = input_open(path, &reason);
    if (!u->file)
        snprintf(why, why_size, "cannot be read: %s", reason);
    if (u->file && begin(u, why, why_size))
        return u;
    unpack_close(u);
    return NULL;
}

void unpack_close(unpack *u)
{
    if (!u)
        return;
    if (u->file)
        fclose(u->file);
    lzma_end(&u->xz);
    ZSTD_freeDStream(u->zstd);
    free(u);
}

static long read_plain(unpack *u, void *to, size_t size)
{
    size_t here = u->length - u->at < size ? u->length - u->at : size;

    memcpy(to, u->input + u->at, here);
    u->at += here;
    return (long)here;
}

static long read_xz(unpack *u, void *to, size_t size, char *why, size_t why_size)
{
    lzma_ret result;

    u->xz.next_in = u->input + u->at;
    u->xz.avail_in = u->length - u->at;
    u->xz.next_out = to;
    u->xz.avail_out = size;
    result = lzma_code(&u->xz, u->at_end ? LZMA_FINISH : LZMA_RUN);
    u->at = u->length - u->xz.avail_in;
    u->done = result == LZMA_STREAM_END;
    if (u->done || result == LZMA_OK)
        return (long)(size - u->xz.avail_out);
    snprintf(why, why_size, "xz: %s",
             result == LZMA_BUF_ERROR        ? "the file ends within the packed data"
             : result == LZMA_MEMLIMIT_ERROR ? "packed so that unpacking takes more than 80 MB, expected a level of at most -9"
             : result == LZMA_FORMAT_ERROR   ? "something that is not xz stands behind packed data"
                                             : "the packed data are damaged");
    return -1;
}

static long read_zstd(unpack *u, void *to, size_t size, char *why, size_t why_size)
{
    ZSTD_inBuffer in = { u->input, u->length, u->at };
    ZSTD_outBuffer out = { to, size, 0 };
    size_t left;

    if (u->at_end && u->at == u->length && !u->within) {
        u->done = true;
        return 0;
    }
    left = ZSTD_decompressStream(u->zstd, &out, &in);
    if (ZSTD_isError(left)) {
        snprintf(why, why_size, "zstd: %s", ZSTD_getErrorName(left));
        return -1;
    }
    if (u->at_end && out.pos == 0 && in.pos == u->at) {
        snprintf(why, why_size, "zstd: the file ends within the packed data");
        return -1;
    }
    u->within = left != 0;
    u->at = in.pos;
    return (long)out.pos;
}

long unpack_read(unpack *u, void *to, size_t size, char *why, size_t why_size)
{
    long got = 0;

    while (got == 0 && !u->done) {
        if (u->at == u->length && !u->at_end && !fill(u, why, why_size))
            return -1;
        if (u->packing == PLAIN) {
            u->done = u->at_end;
            got = read_plain(u, to, size);
        } else
            got = u->packing == XZ ? read_xz(u, to, size, why, why_size) : read_zstd(u, to, size, why, why_size);
    }
    return got;
}
