// SPDX-License-Identifier: BSD-3-Clause
// fatbin KIND x.ptx x.fatbin: the PTX as nvcc's tools would put it into a fat binary (fatbin_image.c), behind machine code for
// another architecture: KIND is plain, lz4, zstd, or code for machine code alone.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/cudart/fatbin_image.h"

enum { TEXT_ROOM = FATBIN_IMAGE_ROOM - 512 };

int main(int argc, char **argv)
{
    static const char *const kinds[] = { [PACK_PLAIN] = "plain", [PACK_LZ4] = "lz4", [PACK_ZSTD] = "zstd", "code" };
    static fatbin_image_bytes image;
    char *text = calloc(1, TEXT_ROOM);
    unsigned kind = 0;
    FILE *file = argc == 4 ? fopen(argv[2], "r") : NULL;

    while (kind < 4 && argc == 4 && strcmp(kinds[kind], argv[1]) != 0)
        kind++;
    if (!file || !text || kind == 4)
        return 2;
    size_t size = fread(text, 1, TEXT_ROOM - 1, file);
    fclose(file);
    image_begin(&image);
    image_entry(&image, 2, 80, 64, PACK_PLAIN, "\177ELF of sm_80", 13);
    if (kind < 3)
        image_entry(&image, 1, 35, 72, (fatbin_packing)kind, text, size + 1);
    image_end(&image);
    file = fopen(argv[3], "wb");
    return !file || fwrite(image.bytes, 1, image.size, file) != image.size || fclose(file) != 0;
}
