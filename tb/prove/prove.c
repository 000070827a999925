// SPDX-License-Identifier: BSD-3-Clause
#include "tb/prove/prove.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

noreturn void prove_refuse(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("prove: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    exit(2);
}

void *prove_grow(void *array, size_t count, size_t size)
{
    array = reallocarray(array, count ? count : 1, size);
    if (!array) prove_refuse("out of memory");
    return array;
}

// Small pieces from large ones: words of literals are made by the million.
void *prove_zeros(size_t count, size_t size)
{
    enum { PIECE = 1 << 22 };
    static char  *piece;
    static size_t left;
    const size_t  bytes = (count * size + 15) / 16 * 16;
    if (bytes > PIECE / 4) {
        void *own = prove_grow(NULL, count, size);
        return memset(own, 0, count * size);
    }
    if (bytes > left) {
        piece = prove_grow(NULL, PIECE, 1);
        memset(piece, 0, PIECE);
        left = PIECE;
    }
    left -= bytes;
    void *mine = piece;
    piece += bytes;
    return mine;
}

char *prove_copy(const char *text)
{
    const size_t bytes = strlen(text) + 1;
    return memcpy(prove_zeros(bytes, 1), text, bytes);
}
