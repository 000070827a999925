// SPDX-License-Identifier: BSD-3-Clause
// See tb/lockstep/known_steps.h.
#include "tb/lockstep/known_steps.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM = 512 << 10, PLACES_MAX = 4096, LANES = 8 };          // bytes; a power of two

struct known_steps {
    known_steps     *next;             // of another tuple
    const block_ops *ops;
    size_t           step_size;        // registers, inputs, outputs, registers after, in this order
    unsigned         places;           // a power of two
    uint32_t         random;           // draws which known steps to compare, as loops recur at equal distances
    unsigned char   *steps;
    enum what { NOTHING, OUTPUTS, EDGE } *known;      // of each place
};

known_steps *known_steps_of(known_steps **all, const block_ops *ops)
{
    known_steps *k = *all;

    while (k && k->ops != ops)
        k = k->next;
    if (k)
        return k;
    k = calloc(1, sizeof *k);
    k->next = *all;
    *all = k;
    k->ops = ops;
    k->step_size = 2 * ops->state_size + ops->in_size + ops->out_size;
    for (k->places = PLACES_MAX; k->places > 1 && k->places * k->step_size > ROOM; )
        k->places /= 2;
    k->steps = malloc(k->places * k->step_size);
    k->known = calloc(k->places, sizeof *k->known);
    return k;
}

void known_steps_close(known_steps *k)
{
    for (known_steps *next; k; k = next) {
        next = k->next;
        free(k->steps);
        free(k->known);
        free(k);
    }
}

// Eight parallel sums, which the compiler vectorises.
static void mix_words(uint32_t sums[static LANES], const unsigned char *bytes)
{
    uint32_t words[LANES];

    memcpy(words, bytes, sizeof words);
    for (unsigned lane = 0; lane < LANES; lane++)
        sums[lane] = (sums[lane] << 7 | sums[lane] >> 25) ^ (words[lane] * UINT32_C(0x9E3779B1) + (words[lane] >> 15));
}

static void mix(uint32_t sums[static LANES], const void *bytes, size_t size)
{
    const unsigned char *from = bytes, *end = from + size;

    for (; (size_t)(end - from) >= LANES * sizeof *sums; from += LANES * sizeof *sums)
        mix_words(sums, from);
    if (from < end) {
        unsigned char last[LANES * sizeof *sums] = {0};
        memcpy(last, from, (size_t)(end - from));
        mix_words(sums, last);
    }
}

static unsigned place_of(const known_steps *k, const void *q, const void *in)
{
    uint32_t sums[LANES] = {1, 2, 3, 4, 5, 6, 7, 8};
    uint64_t sum = 0;

    mix(sums, q, k->ops->state_size);
    mix(sums, in, k->ops->in_size);
    for (unsigned lane = 0; lane < LANES; lane++)
        sum = (sum ^ sums[lane]) * UINT64_C(0x9E3779B97F4A7C15);
    sum = (sum ^ sum >> 32) * UINT64_C(0xD6E8FEB86659FD93);        // else what differs in the last lanes alone shares places
    return (unsigned)(sum >> 32) & (k->places - 1);
}

bool known_step(known_steps *k, const void *q, const void *in, const void *out, const void *d)
{
    unsigned place = place_of(k, q, in);
    unsigned char *met = k->steps + place * k->step_size, *inputs = met + k->ops->state_size,
                  *outputs = inputs + k->ops->in_size, *left = outputs + k->ops->out_size;
    bool same = k->known[place] && memcmp(met, q, k->ops->state_size) == 0 && memcmp(inputs, in, k->ops->in_size) == 0 &&
                memcmp(outputs, out, k->ops->out_size) == 0;
    if (same && (!d || (k->known[place] == EDGE && memcmp(left, d, k->ops->state_size) == 0))) {
        k->random = k->random * 1664525 + 1013904223;
        return (k->random >> 16) % KNOWN_STEPS_AGAIN != 0;
    }
    k->known[place] = d ? EDGE : OUTPUTS;
    memcpy(met, q, k->ops->state_size);
    memcpy(inputs, in, k->ops->in_size);
    memcpy(outputs, out, k->ops->out_size);
    if (d)
        memcpy(left, d, k->ops->state_size);
    return false;
}
