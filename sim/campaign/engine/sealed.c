// SPDX-License-Identifier: BSD-3-Clause
#include "sim/campaign/engine/sealed.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tb/hash.h"
#include "tb/input_file.h"
#include "tb/output_file.h"

enum { MOST = 1 << 30 };

bool sealed_write(const char *path, const char *text, char *message, size_t size)
{
    output_file file;
    size_t length = strlen(text);

    if (!output_open(&file, path, message, size))
        return false;
    fprintf(file.stream, "warplock %016" PRIx64 " %zu\n", hash_bytes(HASH_START, text, length), length);
    fwrite(text, 1, length, file.stream);
    return output_close(&file, message, size);
}

static sealed_state read_text(FILE *file, char **text)
{
    uint64_t expected;
    size_t length;
    char end;

    if (fscanf(file, "warplock %16" SCNx64 " %zu%c", &expected, &length, &end) != 3 || end != '\n' || length > MOST)
        return SEALED_DAMAGED;
    *text = calloc(1, length + 1);
    if (!*text)
        abort();
    if (fread(*text, 1, length, file) == length && fgetc(file) == EOF && !ferror(file) &&
        hash_bytes(HASH_START, *text, length) == expected && strlen(*text) == length)
        return SEALED_GOOD;
    free(*text);
    *text = NULL;
    return SEALED_DAMAGED;
}

sealed_state sealed_read(const char *path, char **text)
{
    const char *why;
    sealed_state state;
    FILE *file;

    *text = NULL;
    errno = 0;
    file = input_open(path, &why);
    if (!file)
        return errno == ENOENT || errno == ESTALE ? SEALED_ABSENT : SEALED_DAMAGED;
    state = read_text(file, text);
    fclose(file);
    return state;
}
