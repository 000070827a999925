// SPDX-License-Identifier: BSD-3-Clause
#include "tb/prove/memory.h"

#include <string.h>

#include "tb/prove/obligations.h"
#include "tb/prove/prove.h"

// Bytes first..end - 1 are words, `each` bytes each, of which ports.h knows the contents.
typedef struct { int64_t first, end, each; const ports_contents *contents; } words;
enum { MOST_WORDS = 8 };                         // arrays of words of an object

// `written` of a byte: where it has been written.
typedef struct { int64_t bytes; literal *bits, *written; words arrays[MOST_WORDS]; int n_arrays; } object;
static object *objects;
static int     n_objects;

int memory_object(int64_t bytes)
{
    objects = prove_grow(objects, (size_t)n_objects + 1, sizeof *objects);
    objects[n_objects] = (object){.bytes = bytes, .bits = prove_zeros((size_t)bytes * 8 + 1, sizeof(literal)), .written = prove_zeros((size_t)bytes + 1, sizeof(literal))};
    return n_objects++;
}

int64_t memory_object_bytes(int object) { return objects[object].bytes; }

void memory_fill(int object, int64_t at, word value)
{
    for (int i = 0; i < value.width; i++) objects[object].bits[at * 8 + i] = value.bits[i];
    for (int i = 0; i < (value.width + 7) / 8; i++) objects[object].written[at + i] = ONE;
}

void memory_has_ports(pointer at, const ports_contents *contents, int64_t bytes_each)
{
    if (at.n_places != 1 || at.places[0].object == NO_OBJECT) prove_refuse("a memory that stands nowhere");
    object *o = &objects[at.places[0].object];
    const int64_t first = at.places[0].at;
    if (o->n_arrays == MOST_WORDS) prove_refuse("an object with too many memories");
    o->arrays[o->n_arrays++] = (words){first, first + bytes_each * ports_count(contents), bytes_each, contents};
}

static words *words_at(place to)
{
    object *o = to.object == NO_OBJECT ? NULL : &objects[to.object];
    for (int i = 0; o && i < o->n_arrays; i++)
        if (o->arrays[i].contents && to.at >= o->arrays[i].first && to.at < o->arrays[i].end) return &o->arrays[i];
    return NULL;
}

const ports_contents *memory_contents(pointer at)
{
    const words *w = at.n_places == 1 ? words_at(at.places[0]) : NULL;
    if (!w || at.places[0].at != w->first) prove_refuse("no memory stands there");
    return w->contents;
}

pointer pointer_to(int object, int64_t at)
{
    pointer p = {0, NULL};
    pointer_add(&p, (place){ONE, object, at, 0, object == NO_OBJECT ? 0 : objects[object].bytes, NULL});
    return p;
}

pointer pointer_null(void) { return pointer_to(NO_OBJECT, 0); }

void pointer_add(pointer *p, place to)
{
    if (to.where == ZERO) return;
    for (int i = 0; i < p->n_places; i++) {
        place *other = &p->places[i];
        if (other->object != to.object || other->at != to.at || other->first != to.first || other->end != to.end || other->index != to.index) continue;
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
        if (bytes && p.places[i].index) prove_refuse("a step from a word of a memory");
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

// The words of a memory are one alternative, whatever the index is.
static pointer to_word(place to, word index, int64_t bytes)
{
    const words *w = words_at(to);
    if (to.index || to.at != w->first || bytes != w->each) prove_refuse("a step that is not to a word of a memory");
    word *own = prove_zeros(1, sizeof *own);
    *own = index;
    to.index = own;
    pointer p = {0, NULL};
    pointer_add(&p, to);
    return p;
}

// Alternatives of one array are all different: they are listed without a search.
pointer pointer_stepped(pointer p, word index, int64_t bytes)
{
    uint64_t number;
    if (word_is_number(index, &number)) {
        if (index.width < 64 && number >> (index.width - 1)) number |= ~UINT64_C(0) << index.width;
        return pointer_moved(p, (int64_t)number * bytes);
    }
    if (p.n_places == 1 && words_at(p.places[0])) return to_word(p.places[0], index, bytes);
    pointer stepped = {0, NULL};
    for (int i = 0; i < p.n_places; i++) {
        const place to = p.places[i];
        if (to.object == NO_OBJECT) continue;
        const int64_t last = (to.end - to.at - 1) / bytes;
        if (last < 0) continue;
        place *all = p.n_places == 1 ? prove_zeros((size_t)last + 2, sizeof *all) : NULL;
        for (int64_t k = 0; k <= last; k++) {
            const place here = {and2(to.where, word_equal(index, word_number(index.width, (uint64_t)k))), to.object, to.at + k * bytes, to.first, to.end, NULL};
            if (!all) pointer_add(&stepped, here);
            else if (here.where != ZERO) all[stepped.n_places++] = here;
        }
        if (all) stepped.places = all;
    }
    return stepped;
}

// Of a word of a memory its bytes; whether there is one of this number is asked apart.
static bool is_inside(place to, int64_t bytes)
{
    return to.object != NO_OBJECT && to.at >= to.first && to.at + bytes <= to.end;
}

static literal is_of_words(place to) { return to.index ? ports_inside(words_at(to)->contents, *to.index) : ONE; }

static void check_bounds(pointer p, int64_t bytes, literal where, const char *name)
{
    literal inside = ZERO;
    for (int i = 0; i < p.n_places; i++)
        if (is_inside(p.places[i], bytes)) inside = or2(inside, and2(p.places[i].where, is_of_words(p.places[i])));
    must_hold(name, under(where, inside), where);
}

// The number of the word of a memory that is read or written as a whole.
static word number_of_word(place at, int64_t bytes)
{
    const words *w = words_at(at);
    if (bytes != w->each || (at.at - w->first) % bytes != 0) prove_refuse("part of a word of a memory");
    return at.index ? *at.index : word_number(32, (uint64_t)((at.at - w->first) / bytes));
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
        if (words_at(to)) {
            const word data = word_extend(ports_read(words_at(to)->contents, number_of_word(to, bytes)), width, false);
            for (int i = 0; i < width; i++) value.bits[i] = or2(value.bits[i], from.n_places == 1 ? data.bits[i] : and2(to.where, data.bits[i]));
            continue;
        }
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

// A local whose function has ended is unwritten (locals_main.c): it is no memory any more.
static bool ends(const literal *unwritten, int width, literal where)
{
    for (int i = 0; i < width; i++) if (!unwritten || unwritten[i] != ONE) return false;
    return where == ONE;
}

// The bits above the memory's width stay 0, of which a bit above it is asked here.
static void store_word(words *to, word number, word value, const literal *unwritten, literal where)
{
    const int width = ports_width(to->contents);
    literal over = ZERO, open = ZERO;
    for (int i = width; i < value.width; i++) over = or2(over, value.bits[i]);
    for (int64_t i = 0; i < (value.width + 7) / 8; i++) open = or2(open, any_unwritten(unwritten, value.width, i));
    must_hold("bits above the width of a memory's word", not1(over), where);
    must_hold("written before it is stored in a memory", not1(open), where);
    to->contents = ports_write(to->contents, where, number, value);
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
        words *array = words_at(at);
        if (array && ends(unwritten, value.width, here)) array->contents = NULL, array = NULL;
        if (array) {
            store_word(array, number_of_word(at, bytes), value, unwritten, here);
            continue;
        }
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

// A memory goes with all that it is a part of, on all paths.
static void copy_words(object *to, const object *from, literal where)
{
    if (where != ONE) prove_refuse("a memory that is copied in part, or on some paths alone");
    memcpy(to->arrays, from->arrays, sizeof to->arrays);
    to->n_arrays = from->n_arrays;
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
            object *o = &objects[target.object], *s = &objects[source.object];
            if (o->n_arrays || s->n_arrays) copy_words(o, s, target.at == 0 && source.at == 0 && bytes == o->bytes && bytes == s->bytes ? here : ZERO);
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
