// SPDX-License-Identifier: BSD-3-Clause
// See tb/lockstep/known_steps.h.
#include "tb/lockstep/known_steps.h"

#include <stdlib.h>
#include <string.h>

// Bytes for the steps of a tuple, and for those that a part has of its own.
enum { ROOM = 8 << 20, PART_ROOM = 256 << 10, PLACES_MAX = 1 << 15 };

struct known_steps {
    known_steps     *next;             // of another tuple
    known_steps     *shared;           // those of all parts, which change between cycles alone; NULL: these are not a part's
    const block_ops *ops;
    size_t           step_size;        // registers, inputs, outputs, registers after, in this order
    unsigned         places;           // a power of two
    uint32_t         random;           // draws which known steps to compare, as loops recur at equal distances
    unsigned char   *steps;
    struct place {
        uint64_t sum;
        enum { NOTHING, OUTPUTS, EDGE } known;
        bool     unshared;             // kept since others got to know the part's steps
    } *kept;
    uint32_t        *unshared;         // these places
    unsigned         n_unshared;
};

static known_steps *find(known_steps **all, const block_ops *ops, size_t room)
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
    for (k->places = PLACES_MAX; k->places > 1 && k->places * k->step_size > room; )
        k->places /= 2;
    k->steps = malloc(k->places * k->step_size);
    k->kept = calloc(k->places, sizeof *k->kept);
    k->unshared = calloc(k->places, sizeof *k->unshared);
    return k;
}

known_steps *known_steps_of(known_steps **all, known_steps **shared, const block_ops *ops)
{
    known_steps *k = find(all, ops, shared ? PART_ROOM : ROOM);
    if (shared && !k->shared)
        k->shared = find(shared, ops, ROOM);
    return k;
}

void known_steps_close(known_steps *k)
{
    for (known_steps *next; k; k = next) {
        next = k->next;
        free(k->steps);
        free(k->kept);
        free(k->unshared);
        free(k);
    }
}

static size_t place_of(const known_steps *k, uint64_t sum)
{
    return ((sum ^ sum >> 32) * UINT64_C(0xD6E8FEB86659FD93) >> 32) & (k->places - 1);
}

static bool knows(const known_steps *k, uint64_t sum, const void *q, const void *in, const void *out, const void *d)
{
    const size_t place = place_of(k, sum);
    const struct place *kept = k->kept + place;
    const unsigned char *met = k->steps + place * k->step_size, *inputs = met + k->ops->state_size,
                        *outputs = inputs + k->ops->in_size, *left = outputs + k->ops->out_size;

    return kept->known && kept->sum == sum && memcmp(met, q, k->ops->state_size) == 0 && memcmp(inputs, in, k->ops->in_size) == 0 &&
           memcmp(outputs, out, k->ops->out_size) == 0 && (!d || (kept->known == EDGE && memcmp(left, d, k->ops->state_size) == 0));
}

bool known_step(known_steps *k, uint64_t sum, const void *q, const void *in, const void *out, const void *d)
{
    if (knows(k, sum, q, in, out, d) || (k->shared && knows(k->shared, sum, q, in, out, d))) {
        k->random = k->random * 1664525 + 1013904223;
        return (k->random >> 16) % KNOWN_STEPS_AGAIN != 0;
    }
    const size_t place = place_of(k, sum);
    struct place *kept = k->kept + place;
    unsigned char *met = k->steps + place * k->step_size, *inputs = met + k->ops->state_size,
                  *outputs = inputs + k->ops->in_size, *left = outputs + k->ops->out_size;
    if (k->shared && !kept->unshared)
        k->unshared[k->n_unshared++] = (uint32_t)place;
    *kept = (struct place){sum, d ? EDGE : OUTPUTS, k->shared};
    memcpy(met, q, k->ops->state_size);
    memcpy(inputs, in, k->ops->in_size);
    memcpy(outputs, out, k->ops->out_size);
    if (d)
        memcpy(left, d, k->ops->state_size);
    return false;
}

void known_steps_share(known_steps *k)
{
    for (; k; k = k->next) {
        for (unsigned i = 0; i < k->n_unshared; i++) {
            struct place *kept = k->kept + k->unshared[i];
            const size_t place = place_of(k->shared, kept->sum);
            kept->unshared = false;
            k->shared->kept[place] = *kept;
            memcpy(k->shared->steps + place * k->step_size, k->steps + k->unshared[i] * k->step_size, k->step_size);
        }
        k->n_unshared = 0;
    }
}
