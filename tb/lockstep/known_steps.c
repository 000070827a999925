// SPDX-License-Identifier: BSD-3-Clause
// See tb/lockstep/known_steps.h.
#include "tb/lockstep/known_steps.h"

#include <stdlib.h>
#include <string.h>

// Steps of a tuple, 2 MB; those of a cycle that a part remembers.
enum { PLACES = 1 << 16, FRESH = 64 };

typedef struct {
    chunk_sum sum;
    uint64_t  left;                    // half the sum of the registers after
    uint32_t  outputs;                 // a sum of theirs
    enum { NOTHING, OUTPUTS, EDGE } known;
} place;

struct known_steps {
    known_steps     *next;             // of another tuple
    known_steps     *shared;           // those of all parts, which change between cycles alone; NULL: these are not a part's
    const block_ops *ops;
    uint32_t         random;           // draws which known steps to compare, as loops recur at equal distances
    place           *places;           // by sum; of a part the last of this cycle, in turn
    unsigned         n_fresh;          // of a part: since others got to know them
};

static known_steps *find(known_steps **all, const block_ops *ops, size_t places)
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
    k->places = calloc(places, sizeof *k->places);
    return k;
}

known_steps *known_steps_of(known_steps **all, known_steps **shared, const block_ops *ops)
{
    known_steps *k = find(all, ops, shared ? FRESH : PLACES);
    if (shared && !k->shared)
        k->shared = find(shared, ops, PLACES);
    return k;
}

void known_steps_close(known_steps *k)
{
    for (known_steps *next; k; k = next) {
        next = k->next;
        free(k->places);
        free(k);
    }
}

static place *place_of(const known_steps *k, const chunk_sum *sum) { return k->places + (sum->halves[0] >> 32) % PLACES; }

void known_step_soon(const known_steps *k, const chunk_sum *sum) { __builtin_prefetch(place_of(k->shared ? k->shared : k, sum)); }

// A product for each word, of its halves and a key's: all outputs are summed in each step, for which chunks_sum takes too long.
static inline uint64_t outputs_term(uint64_t word, size_t at)
{
    const uint64_t keyed = word + (at + 1) * UINT64_C(0x9E3779B97F4A7C15);
    return (uint64_t)(uint32_t)keyed * (keyed >> 32);
}

static uint32_t outputs_sum(const unsigned char *out, size_t size)
{
    const size_t words = size / sizeof(uint64_t), rest = size % sizeof(uint64_t);
    uint64_t sum = 0, last = 0;
    for (size_t word = 0; word < words; word++)
        sum += outputs_term(chunk_word(out, word), word);
    memcpy(&last, out + size - rest, rest);
    sum += outputs_term(last, words);
    return (uint32_t)(sum ^ sum >> 32);
}

static bool knows(const place *kept, const place *step)
{
    return kept->sum.halves[0] == step->sum.halves[0] && kept->sum.halves[1] == step->sum.halves[1] && kept->outputs == step->outputs &&
           kept->known >= step->known && (step->known != EDGE || kept->left == step->left);
}

static unsigned fresh(const known_steps *k) { return k->n_fresh < FRESH ? k->n_fresh : FRESH; }
static bool among_fresh(const known_steps *k, const place *step)
{
    for (unsigned i = 0; i < fresh(k); i++)
        if (knows(&k->places[i], step))
            return true;
    return false;
}

bool known_step(known_steps *k, const chunk_sum *sum, const void *out, const chunk_sum *left)
{
    const place step = {*sum, left ? left->halves[0] : 0, outputs_sum(out, k->ops->out_size), left ? EDGE : OUTPUTS};
    place *kept = place_of(k->shared ? k->shared : k, sum);

    if (knows(kept, &step) || (k->shared && among_fresh(k, &step))) {
        k->random = k->random * 1664525 + 1013904223;
        return (k->random >> 16) % KNOWN_STEPS_AGAIN != 0;
    }
    if (k->shared)
        kept = &k->places[k->n_fresh++ % FRESH];
    *kept = step;
    return false;
}

void known_steps_share(known_steps *k)
{
    for (; k; k = k->next) {
        for (unsigned i = 0; i < fresh(k); i++)
            *place_of(k->shared, &k->places[i].sum) = k->places[i];
        k->n_fresh = 0;
    }
}
