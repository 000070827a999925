// SPDX-License-Identifier: BSD-3-Clause
// pixels PICTURE.png: reads rectangles, a line each (`x y width height name`), and prints how many pixels of each are
// coloured, neither white nor a grey. What a chart draws its data with is coloured; axes and letters are not.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

typedef struct { uint32_t width, height, bytes; uint8_t *rows; } picture;

static uint32_t big_endian(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static void give_up(const char *why)
{
    fprintf(stderr, "pixels: %s\n", why);
    exit(2);
}

static uint8_t paeth(int left, int up, int corner)
{
    int by_left = abs(up - corner), by_up = abs(left - corner), by_corner = abs(left + up - 2 * corner);

    return (uint8_t)(by_left <= by_up && by_left <= by_corner ? left : by_up <= by_corner ? up : corner);
}

// Undoes the filter of each row (PNG specification, section 9).
static void unfilter(picture *p, const uint8_t *raw)
{
    size_t length = (size_t)p->width * p->bytes;

    for (uint32_t y = 0; y < p->height; y++) {
        uint8_t *row = p->rows + y * length, filter = *raw++;
        const uint8_t *above = y ? row - length : NULL;

        for (size_t x = 0; x < length; x++) {
            int left = x < p->bytes ? 0 : row[x - p->bytes], up = above ? above[x] : 0;
            int corner = above && x >= p->bytes ? above[x - p->bytes] : 0;

            row[x] = (uint8_t)(*raw++ + (filter == 1 ? left : filter == 2 ? up : filter == 3 ? (left + up) / 2
                               : filter == 4 ? paeth(left, up, corner) : 0));
        }
    }
}

static picture read_png(const char *path)
{
    static const uint8_t signature[8] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n' };
    picture p = { 0 };
    FILE *file = fopen(path, "rb");
    uint8_t head[8], *data = NULL, *raw, of[13];
    size_t length = 0;
    uLongf raw_length;

    if (!file || fread(head, 1, 8, file) != 8 || memcmp(head, signature, 8) != 0)
        give_up("no PNG");
    while (fread(head, 1, 8, file) == 8) {
        uint32_t count = big_endian(head);

        if (memcmp(head + 4, "IHDR", 4) == 0) {
            if (fread(of, 1, 13, file) != 13 || of[8] != 8 || (of[9] != 2 && of[9] != 6) || of[12])
                give_up("expected 8 bits a colour, not interlaced");
            p.width = big_endian(of), p.height = big_endian(of + 4), p.bytes = of[9] == 6 ? 4 : 3;
        } else if (memcmp(head + 4, "IDAT", 4) == 0) {
            data = realloc(data, length + count);
            if (!data || fread(data + length, 1, count, file) != count)
                give_up("cut off");
            length += count;
        } else {
            fseek(file, (long)count, SEEK_CUR);
        }
        fseek(file, 4, SEEK_CUR);
    }
    fclose(file);
    raw_length = ((uLongf)p.width * p.bytes + 1) * p.height;
    raw = malloc(raw_length);
    p.rows = malloc((size_t)p.width * p.bytes * p.height);
    if (!raw || !p.rows || uncompress(raw, &raw_length, data, length) != Z_OK)
        give_up("damaged");
    unfilter(&p, raw);
    free(raw);
    free(data);
    return p;
}

static int is_coloured(const uint8_t *pixel)
{
    int low = pixel[0], high = pixel[0];

    for (int i = 1; i < 3; i++) {
        low = pixel[i] < low ? pixel[i] : low;
        high = pixel[i] > high ? pixel[i] : high;
    }
    return high - low > 40;
}

int main(int argc, char **argv)
{
    picture p;
    int x, y, width, height;
    char name[512];

    if (argc != 2)
        return 2;
    p = read_png(argv[1]);
    while (scanf("%d %d %d %d %511[^\n]", &x, &y, &width, &height, name) == 5) {
        unsigned coloured = 0;

        if (x < 0 || y < 0 || x + width > (int)p.width || y + height > (int)p.height)
            give_up("a rectangle beyond the picture");
        for (int row = y; row < y + height; row++)
            for (int column = x; column < x + width; column++)
                coloured += (unsigned)is_coloured(p.rows + ((size_t)row * p.width + (size_t)column) * p.bytes);
        printf("%u %d %d %s\n", coloured, width, height, name);
    }
    free(p.rows);
    return 0;
}
