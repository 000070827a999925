// SPDX-License-Identifier: BSD-3-Clause
// sad: sums of absolute differences of a frame's blocks, of 4 x 4 to 16 x 16 pixels, from the reference frame at
// the places around each (Parboil, whose range is 16 pixels: 33 x 33 places, 61 threads a CTA): 3 launches. The
// reference works out every sum from its pixels; sums are integers: equal.
#include <stdlib.h>

#include "sim/workload/workload.h"

enum { THREAD_PLACES = 18, MACROBLOCK = 16 };

typedef struct { const uint16_t *frame, *from; int width, height, range, side, places; uint32_t pitch; } motion;

// A macroblock's planes: a buffer holds so many of each of its parts of `side` pixels, each a block at its
// place there.
typedef struct { int left, top, width, height; } block;
typedef struct { const char *buffer; int side, planes; block blocks[5]; } level;

static const level levels[] = {
    { "sums_4", 4, 1, { { 0, 0, 4, 4 } } },
    { "sums_8", 8, 5, { { 0, 0, 8, 4 }, { 0, 4, 8, 4 }, { 0, 0, 4, 8 }, { 4, 0, 4, 8 }, { 0, 0, 8, 8 } } },
    { "sums_16", 16, 5, { { 0, 0, 16, 8 }, { 0, 8, 16, 8 }, { 0, 0, 8, 16 }, { 8, 0, 8, 16 }, { 0, 0, 16, 16 } } },
};
enum { LEVELS = sizeof levels / sizeof *levels };

// A picture of waves, and the same a few pixels on with noise, as a camera moves.
static void draw(uint16_t *pixels, uint32_t width, uint32_t height, uint32_t shift, uint32_t state)
{
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++)
            pixels[y * width + x] = (uint16_t)(((x + shift) * (y + 2 * shift) / 7 + job_lcg(&state) % 32) & 255);
}

static int within(int value, int end)
{
    return value < 0 ? 0 : value < end ? value : end - 1;
}

static uint16_t difference(const motion *m, const block *b, int left, int top, int place)
{
    const int x_off = place % m->side - m->range, y_off = place / m->side - m->range;
    int sum = 0;

    for (int y = top + b->top; y < top + b->top + b->height; y++)
        for (int x = left + b->left; x < left + b->left + b->width; x++)
            sum += abs(m->frame[y * m->width + x] -
                       m->from[within(y + y_off, m->height) * m->width + within(x + x_off, m->width)]);
    return (uint16_t)sum;
}

// A buffer macroblock by macroblock, part by part.
static void reference(job *j, const motion *m, const level *l)
{
    const int across = MACROBLOCK / l->side, parts = across * across, macroblocks = m->width / MACROBLOCK;
    uint16_t *want = workload_want(j, l->buffer, 0, 0);

    for (int part = 0; part < parts * macroblocks * (m->height / MACROBLOCK); part++)
        for (int plane = 0; plane < l->planes; plane++, want += m->pitch) {
            const int left = part / parts % macroblocks * MACROBLOCK + part % across * l->side;
            const int top = part / parts / macroblocks * MACROBLOCK + part % parts / across * l->side;

            for (int place = 0; place < m->places; place++)
                want[place] = difference(m, &l->blocks[plane], left, top, place);
        }
}

static void build(job *j, workload_size size)
{
    const uint32_t down = (size.rows + MACROBLOCK - 1) / MACROBLOCK;
    const uint32_t across = (size.columns + MACROBLOCK - 1) / MACROBLOCK;
    const uint32_t height = down * MACROBLOCK, width = across * MACROBLOCK;
    const uint32_t side = 2 * size.rounds + 1, places = side * side;
    const uint32_t pitch = (places + 7) / 8 * 8;
    uint16_t *frame = workload_data(j, "frame", SCALAR_U16, (uint64_t)width * height);
    uint16_t *from = workload_data(j, "reference", SCALAR_U16, (uint64_t)width * height);
    const motion m = { frame, from, (int)width, (int)height,
                       (int)size.rounds, (int)side, (int)places, pitch };
    const workload_extent macroblocks = { across, down }, blocks = { 4 * across, 4 * down };

    draw(frame, width, height, 3, workload_stream(j, 1));
    draw(from, width, height, 0, workload_stream(j, 2));
    for (int i = 0; i < LEVELS; i++) {
        const uint32_t parts = MACROBLOCK / (uint32_t)levels[i].side;

        workload_zero(j, levels[i].buffer, SCALAR_U16,
                      (uint64_t)down * across * parts * parts * (uint32_t)levels[i].planes * pitch);
    }
    workload_launch(j, &j->steps, "sad_4", blocks, workload_ctas(places, THREAD_PLACES), "bbbiiii", "frame",
                    "reference", "sums_4", (int)width, (int)height, (int)size.rounds, (int)pitch);
    workload_launch(j, &j->steps, "sad_8", macroblocks, (workload_extent){ 32, 4 }, "bbii", "sums_4", "sums_8",
                    (int)places, (int)pitch);
    workload_launch(j, &j->steps, "sad_16", macroblocks, (workload_extent){ 32, 1 }, "bbii", "sums_8", "sums_16",
                    (int)places, (int)pitch);
    for (int i = 0; i < LEVELS; i++)
        reference(j, &m, &levels[i]);
}

const workload workload_sad = {
    .name = "sad", .help = "a video encoder's search for motion, Parboil: differences of blocks, 2-byte sums in 41 planes",
    .size_help = "rows x columns of the frame, rounded up to macroblocks of 16 x 16, x range of the search",
    .size = { 16, 16, 6 }, .low = { 1, 1, 1 }, .high = { 4096, 4096, 16 }, .most = 1 << 20,
    .paper_size = { 96, 128, 16 },
    .shapes = { { "owl", { 64, 64, 16 } } },
    .bound = "equal", .build = build, .same_run = true,
};
