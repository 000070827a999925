// SPDX-License-Identifier: BSD-3-Clause
#include "tb/prove/pointers.h"

#include "tb/prove/prove.h"

enum { POINTER_BITS = 64 };
static const uint64_t first_word = UINT64_C(0x5050505000000000);       // no address of an object, and no number that a model has

static pointer *stored;
static uint64_t count;

void pointer_store(pointer to, pointer value, literal where)
{
    stored = prove_grow(stored, count + 1, sizeof *stored);
    stored[count] = value;
    memory_store(to, word_number(POINTER_BITS, first_word + count), NULL, where);
    count++;
}

static pointer pointer_at(place from, literal where)
{
    uint64_t number;
    literal *unwritten = NULL;
    pointer at = {0, NULL};
    pointer_add(&at, (place){ONE, from.object, from.at, from.first, from.end, from.index});
    const word bits = memory_load(at, POINTER_BITS, where, &unwritten);
    for (int i = 0; unwritten && i < POINTER_BITS; i++)
        if (unwritten[i] != ZERO) prove_refuse("a pointer is loaded that was not written");
    if (!word_is_number(bits, &number)) prove_refuse("a pointer that was stored on some paths alone is loaded");
    if (number == 0) return pointer_null();
    if (number < first_word || number - first_word >= count) prove_refuse("a pointer is loaded from bytes that are none");
    return stored[number - first_word];
}

pointer pointer_load(pointer from, literal where)
{
    pointer loaded = {0, NULL};
    for (int i = 0; i < from.n_places; i++) {
        const place at = from.places[i];
        const pointer here = pointer_at(at, and2(where, at.where));
        for (int k = 0; k < here.n_places; k++) {
            place to = here.places[k];
            to.where = and2(at.where, to.where);
            pointer_add(&loaded, to);
        }
    }
    return loaded;
}

literal pointer_is_null(pointer p)
{
    literal null = ZERO;
    for (int i = 0; i < p.n_places; i++) if (p.places[i].object == NO_OBJECT) null = or2(null, p.places[i].where);
    return null;
}
