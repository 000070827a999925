// SPDX-License-Identifier: BSD-3-Clause
#include "sim/workload/kernel_file.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tb/input_file.h"

enum { HEAD = 4096, MACHINE_AT = 18, GPU_MACHINE = 190 };      // of an ELF file: where its machine is; that of a GPU

typedef enum { EMPTY, PROGRAM, CUBIN, FAT_BINARY, PICTURE, BYTES, JSON, PTX, CUDA, C_SOURCE, TRACE, TEXT } kind;

// advice: what to do instead; `named`: followed by the path.
static const struct { const char *words, *advice; bool named; } kinds[] = {
    [EMPTY] = { "an empty file", "" },
    [PROGRAM] = { "a compiled program or library (ELF)", "; a CUDA program runs by: warplock run -- ", true },
    [CUBIN] = { "machine code of a GPU (cubin)", "; its source compiles to PTX by: warplock cc -S FILE.cu" },
    [FAT_BINARY] = { "a CUDA fat binary", "; its source compiles to PTX by: warplock cc -S FILE.cu" },
    [PICTURE] = { "a picture (PNG)", "" },
    [BYTES] = { "binary data", "" },
    [JSON] = { "JSON", "; a job is a file of the name x.json" },
    [PTX] = { "PTX", "; PTX is a file of the name x.ptx" },
    [CUDA] = { "CUDA C++", "; compile it first: warplock cc -S ", true },
    [C_SOURCE] = { "C or C++", "; a CUDA source (.cu) compiles to PTX by: warplock cc -S FILE.cu" },
    [TRACE] = { "a trace of machine code", "; it runs by: warplock run --trace ", true },
    [TEXT] = { "a text that does not begin as PTX does (.version)", "" },
};

static bool ends_in(const char *path, const char *suffix)
{
    const size_t length = strlen(path), tail = strlen(suffix);

    return length > tail && strcmp(path + length - tail, suffix) == 0;
}

static bool ends_in_any(const char *path, const char *const *suffixes)
{
    for (; *suffixes; suffixes++)
        if (ends_in(path, *suffixes))
            return true;
    return false;
}

static bool begins(const char *bytes, size_t length, const char *with, size_t count)
{
    return length >= count && memcmp(bytes, with, count) == 0;
}

// After blanks and comments.
static const char *first_word(const char *text)
{
    for (;;) {
        const char *end = NULL;

        while (isspace((unsigned char)*text))
            text++;
        if (strncmp(text, "//", 2) == 0)
            end = strchr(text, '\n');
        else if (strncmp(text, "/*", 2) == 0)
            end = strstr(text + 2, "*/");
        else
            return text;
        if (!end)
            return text + strlen(text);
        text = end + (*end == '\n' ? 1 : 2);
    }
}

// `bytes`: the beginning of the file, ended by a NUL.
static kind kind_of_bytes(const char *path, const char *bytes, size_t length)
{
    static const char *const cuda[] = { ".cu", ".cuh", NULL };
    static const char *const c[] = { ".c", ".cc", ".cpp", ".cxx", ".C", ".h", ".hpp", NULL };
    const char *word = first_word(bytes);

    if (!length)
        return EMPTY;
    if (begins(bytes, length, "\177ELF", 4))
        return length > MACHINE_AT && (unsigned char)bytes[MACHINE_AT] == GPU_MACHINE ? CUBIN : PROGRAM;
    if (begins(bytes, length, "\x50\xed\x55\xba", 4))
        return FAT_BINARY;
    if (begins(bytes, length, "\211PNG", 4))
        return PICTURE;
    if (strlen(bytes) < length)
        return BYTES;
    if (ends_in_any(path, cuda))
        return CUDA;
    if (ends_in_any(path, c))
        return C_SOURCE;
    if (strncmp(word, "-kernel name", 12) == 0 || strncmp(word, "MemcpyHtoD,", 11) == 0)
        return TRACE;
    // a comment that fills all bytes read may precede anything
    return *word == '{' || *word == '[' ? JSON : *word == '.' || (!*word && length == HEAD) ? PTX : TEXT;
}

static kind kind_of(const char *path, FILE *file)
{
    char bytes[HEAD + 1];
    const size_t length = fread(bytes, 1, HEAD, file);

    bytes[length] = 0;
    return kind_of_bytes(path, bytes, length);
}

bool kernel_file_check(const char *path, char *message, size_t size)
{
    const bool job = ends_in(path, ".json"), ptx = ends_in(path, ".ptx");
    const char *why;
    FILE *file;
    kind seen;
    int length;

    if (access(path, F_OK) != 0)
        return true;
    file = input_open(path, &why);
    if (!file) {
        snprintf(message, size, "%.300s: cannot be read: %s", path, why);
        return false;
    }
    seen = kind_of(path, file);
    fclose(file);
    if ((ptx && seen == PTX) || (job && (seen == JSON || seen == TEXT)))
        return true;
    length = snprintf(message, size, "%.200s: seen %s, expected %s", path, kinds[seen].words,
                      job ? "a job (docs/workloads.md)" : ptx ? "PTX" : "PTX (x.ptx), a job (x.json) or a bundled kernel");
    if (length > 0 && (size_t)length < size)
        snprintf(message + length, size - (size_t)length, "%s%.200s", kinds[seen].advice, kinds[seen].named ? path : "");
    return false;
}
