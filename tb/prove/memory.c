// SPDX-License-Identifier: BSD-3-Clause
#include "tb/prove/memory.h"

#include "tb/prove/obligations.h"
#include "tb/prove/prove.h"

// `written` of a byte: where it has been written.
typedef struct { int64_t bytes; literal *bits, *written; } object;
static object *objects;
static int     n_objects;

int memory_object(int64_t bytes)
{
    objects = prove_grow(objects, (size_t)n_objects + 1, sizeof *objects);
    objects[n_objects] = (object){bytes, prove_zeros((size_t)bytes * 8 + 1, sizeof(literal)), prove_zeros((size_t)bytes + 1, sizeof(literal))};
    return n_objects++;
}

int64_t memory_object_bytes(int object) { return objects[object].bytes; }

void memory_fill(int object, int64_t at, word value)
{
    for (int i = 0; i < value.width; i++) objects[object].bits[at * 8 + i] = value.bits[i];
    for (int i = 0; i < (value.width + 7) / 8; i++) objects[object].written[at + i] = ONE;
}

pointer pointer_to(int object, int64_t at)
{
    pointer p = {0, NULL};
    pointer_add(&p, (place){ONE, object, at, 0, object == NO_OBJECT ? 0 : objects[object].bytes});
    return p;
}

pointer pointer_null(void) { return pointer_to(NO_OBJECT, 0); }

void pointer_add(pointer *p, place to)
{
    if (to.where == ZERO) return;
    for (int i = 0; i < p->n_places; i++) {
        place *other = &p->places[i];
        if (other->object != to.object || other->at != to.at || other->first != to.first || other->end != to.end) continue;
        other->where = or2(other->where, to.where);
        return;
    }
    // A new array each time: another pointer may be a copy of this one.
    place *more = prove_zeros((size_t)p->n_places + 1, sizeof *more);
    for (int i = 0; i < p->n_places; i++) more[i] = p->places[i];
    more[p->n_places++] = to;
    p->places = more;
}

pointer pointer_choose(literal condition, pointer then, pointer otherwise)
{
    pointer p = {0, NULL};
    for (int i = 0; i < then.n_places; i++) {
        place to = then.places[i];
        to.where = and2(condition, to.where);
        pointer_add(&p, to);
    }
    for (int i = 0; i < otherwise.n_places; i++) {
        place to = otherwise.places[i];
        to.where = and2(not1(condition), to.where);
        pointer_add(&p, to);
    }
    return p;
}

pointer pointer_moved(pointer p, int64_t bytes)
{
    pointer moved = {p.n_places, prove_zeros((size_t)p.n_places + 1, sizeof(place))};
    for (int i = 0; i < p.n_places; i++) {
        moved.places[i] = p.places[i];
        moved.places[i].at += bytes;
    }
    return moved;
}

pointer pointer_member(pointer p, int64_t at, int64_t bytes)
{
    pointer member = pointer_moved(p, at);
    for (int i = 0; i < member.n_places; i++) {
        member.places[i].first = member.places[i].at;
        member.places[i].end = member.places[i].at + bytes;
    }
    return member;
}

// Alternatives of one array are all different: they are listed without a search.
pointer pointer_stepped(pointer p, word index, int64_t bytes)
{
    uint64_t number;
    if (word_is_number(index, &number)) {
        if (index.width < 64 && number >> (index.width - 1)) number |= ~UINT64_C(0) << index.width;
        return pointer_moved(p, (int64_t)number * bytes);
    }
    pointer stepped = {0, NULL};
    for (int i = 0; i < p.n_places; i++) {
        const place to = p.places[i];
        if (to.object == NO_OBJECT) continue;
        const int64_t last = (to.end - to.at - 1) / bytes;
        if (last < 0) continue;
        place *all = p.n_places == 1 ? prove_zeros((size_t)last + 2, sizeof *all) : NULL;
        for (int64_t k = 0; k <= last; k++) {
            const place here = {and2(to.where, word_equal(index, word_number(index.width, (uint64_t)k))), to.object, to.at + k * bytes, to.first, to.end};
            if (!all) pointer_add(&stepped, here);
            else if (here.where != ZERO) all[stepped.n_places++] = here;
        }
        if (all) stepped.places = all;
    }
    return stepped;
}

static bool is_inside(place to, int64_t bytes)
{
    return to.object != NO_OBJECT && to.at >= to.first && to.at + bytes <= to.end;
}

static void check_bounds(pointer p, int64_t bytes, literal where, const char *name)
{
    literal inside = ZERO;
    for (int i = 0; i < p.n_places; i++)
        if (is_inside(p.places[i], bytes)) inside = or2(inside, p.places[i].where);
    must_hold(name, under(where, inside), where);
}

word memory_load(pointer from, int width, literal where, literal **unwritten)
{
    const int64_t bytes = (width + 7) / 8;
    word value = word_zero(width);
    check_bounds(from, bytes, where, "load in bounds");
    for (int p = 0; p < from.n_places; p++) {
        const place to = from.places[p];
        if (!is_inside(to, bytes)) continue;
        const object *o = &objects[to.object];
        for (int i = 0; i < width; i++) {
            const literal open = and2(to.where, not1(under(where, o->written[to.at + i / 8])));
            if (open == ZERO) continue;
            if (!*unwritten) *unwritten = prove_zeros((size_t)width, sizeof **unwritten);
            (*unwritten)[i] = or2((*unwritten)[i], open);
        }
        for (int i = 0; i < width; i++) {
            const literal bit = under(where, o->bits[to.at * 8 + i]);
            value.bits[i] = from.n_places == 1 ? bit : or2(value.bits[i], and2(to.where, bit));
        }
    }
    return value;
}

// Where one of the bits of a byte is not written.
static literal any_unwritten(const literal *unwritten, int width, int64_t byte)
{
    literal any = ZERO;
    for (int i = (int)byte * 8; unwritten && i < width && i < ((int)byte + 1) * 8; i++) any = or2(any, unwritten[i]);
    return any;
}

void memory_store(pointer to, word value, const literal *unwritten, literal where)
{
    const int64_t bytes = (value.width + 7) / 8;
    check_bounds(to, bytes, where, "store in bounds");
    for (int p = 0; p < to.n_places; p++) {
        const place at = to.places[p];
        if (!is_inside(at, bytes)) continue;
        const object *o = &objects[at.object];
        const literal here = to.n_places == 1 ? where : and2(where, at.where);
        for (int64_t i = 0; i < bytes * 8; i++) {
            literal *bit = &o->bits[at.at * 8 + i];
            *bit = choose1(here, i < value.width ? value.bits[i] : ZERO, *bit);
        }
        for (int64_t i = 0; i < bytes; i++) {
            literal *written = &o->written[at.at + i];
            *written = choose1(here, not1(any_unwritten(unwritten, value.width, i)), *written);
        }
    }
}

// Whole bytes; what was not written before is copied as not written.
void memory_copy(pointer to, pointer from, int64_t bytes, literal where)
{
    for (int t = 0; t < to.n_places; t++)
        for (int f = 0; f < from.n_places; f++) {
            const place target = to.places[t], source = from.places[f];
            const literal here = and2(where, and2(target.where, source.where));
            if (here == ZERO) continue;
            if (!is_inside(target, bytes) || !is_inside(source, bytes)) { must_hold("copy in bounds", ZERO, here); continue; }
            const object *o = &objects[target.object], *s = &objects[source.object];
            for (int64_t i = 0; i < bytes; i++) {
                literal *written = &o->written[target.at + i];
                *written = choose1(here, s->written[source.at + i], *written);
                for (int64_t k = 0; k < 8; k++) {
                    literal *bit = &o->bits[(target.at + i) * 8 + k];
                    *bit = choose1(here, under(where, s->bits[(source.at + i) * 8 + k]), *bit);
                }
            }
        }
}

void memory_set(pointer to, word byte, int64_t bytes, literal where)
{
    for (int64_t i = 0; i < bytes; i++) memory_store(pointer_moved(to, i), byte, NULL, where);
}
