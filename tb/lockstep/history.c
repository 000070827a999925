// SPDX-License-Identifier: BSD-3-Clause
// See tb/lockstep/history.h.
#include "tb/lockstep/history.h"

#include <stdlib.h>
#include <string.h>

#include "rtl_c/bits.h"
#include "tb/lockstep/chunks.h"

static size_t input_words(const block_ops *ops) { return (ops->in_size + sizeof(uint64_t) - 1) / sizeof(uint64_t); }

void history_open(history *h, const block_ops *ops, size_t steps)
{
    memset(h, 0, sizeof *h);
    h->ops = ops;
    h->capacity = steps;
    h->n_changed = (unsigned)((input_words(ops) + 63) / 64);
    h->changed = calloc(h->n_changed, sizeof *h->changed);
    for (int i = 0; i < 2; i++) {
        h->segments[i].q = calloc(1, ops->state_size);
        h->segments[i].before = calloc(1, chunks_size(ops->in_size));
    }
    history_reset(h);
}

void history_close(history *h)
{
    for (int i = 0; i < 2; i++) {
        free(h->segments[i].q);
        free(h->segments[i].before);
        free(h->segments[i].words);
    }
    free(h->changed);
    memset(h, 0, sizeof *h);
}

static void clear(history_segment *s) { s->steps = s->n_words = 0; }

void history_reset(history *h)
{
    for (int i = 0; i < 2; i++) {
        clear(&h->segments[i]);
        h->segments[i].from_reset = true;
        memset(h->segments[i].before, 0, h->ops->in_size);
    }
}

void history_begin(history *h, const void *q, const void *before)
{
    h->segments[0].from_reset = false;
    memcpy(h->segments[0].q, q, h->ops->state_size);
    memcpy(h->segments[0].before, before, h->ops->in_size);
}

static void turn(history *h)
{
    const history_segment older = h->segments[1];
    h->segments[1] = h->segments[0];
    h->segments[0] = older;
    clear(&h->segments[0]);
}

static void make_room(history *h, history_segment *s)
{
    const size_t largest = 2 + h->n_changed + input_words(h->ops);

    if (s->n_words + largest <= s->room)
        return;
    s->room = 2 * s->room + largest;
    s->words = realloc(s->words, s->room * sizeof *s->words);
}

void history_add(history *h, uint64_t cycle, uint64_t edges, const void *in, const void *q, const void *seen)
{
    history_segment *s = &h->segments[0];

    if (s->steps == h->capacity) {
        turn(h);
        history_begin(h, q, seen);
    }
    make_room(h, s);
    uint64_t *at = s->words + s->n_words;
    *at++ = cycle;
    *at++ = edges;
    for (unsigned i = 0; i < h->n_changed; i++) {
        const uint64_t changed = h->changed[i];
        h->changed[i] = 0;
        *at++ = changed;
        FOR_EACH_BIT_FAST(word, changed, 64)
            *at++ = chunk_word(in, 64 * (size_t)i + word);
    }
    s->n_words = (size_t)(at - s->words);
    s->steps++;
}

// Appends the steps of a segment. Its inputs take whole words.
static void append(const history *h, const history_segment *s, stimulus *whole)
{
    unsigned char *in = calloc(1, chunks_size(h->ops->in_size));
    const uint64_t *at = s->words;

    memcpy(in, s->before, h->ops->in_size);
    for (size_t step = 0; step < s->steps; step++) {
        const uint64_t cycle = *at++, edges = *at++;
        for (unsigned i = 0; i < h->n_changed; i++) {
            const uint64_t changed = *at++;
            FOR_EACH_BIT_FAST(word, changed, 64)
                memcpy(in + sizeof *at * (64 * (size_t)i + word), at++, sizeof *at);
        }
        stimulus_append(whole, cycle, edges, in);
    }
    free(in);
}

void history_stimulus(const history *h, stimulus *whole, const char *instance, uint64_t seed)
{
    const history_segment *oldest = &h->segments[h->segments[1].steps != 0];

    stimulus_open(whole, h->ops, instance, h->segments[0].steps + h->segments[1].steps);
    whole->seed = seed;
    whole->check_late = h->check_late;
    whole->from_reset = oldest->from_reset;
    memcpy(whole->q, oldest->q, h->ops->state_size);
    memcpy(whole->before, oldest->before, h->ops->in_size);
    append(h, &h->segments[1], whole);
    append(h, &h->segments[0], whole);
}
