// SPDX-License-Identifier: BSD-3-Clause
#include "tb/prove/ports.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/prove/obligations.h"
#include "tb/prove/prove.h"

enum { NAME_ROOM = 512 };

// What was read may be anything where nothing is known of it.
typedef struct { word index, any, data; } read_port;
struct ports_memory { const char *name; unsigned count; int width, index_width; bool registers; read_port *reads; size_t n_reads; const ports_contents *result; ports_memory *next; };
struct ports_contents { const ports_contents *before; ports_memory *of; literal where; word index, data; };

static ports_memory *memories;

static word index_of(const ports_memory *m, word index) { return word_extend(index, m->index_width, false); }

const ports_contents *ports_named(const char *name)
{
    for (ports_memory *m = memories; m; m = m->next) {
        if (strcmp(m->name, name) != 0) continue;
        ports_contents *c = prove_zeros(1, sizeof *c);
        c->of = m;
        return c;
    }
    return NULL;
}

const ports_contents *ports_begin(const char *name, unsigned count, int width, bool registers)
{
    if (registers && ports_named(name)) return ports_named(name);
    if (ports_named(name)) prove_refuse("%s is two memories", name);
    ports_memory *m = prove_zeros(1, sizeof *m);
    *m = (ports_memory){.name = prove_copy(name), .count = count, .width = width, .index_width = 1, .registers = registers, .next = memories};
    while (m->index_width < 31 && 1u << m->index_width < count) m->index_width++;
    memories = m;
    return ports_named(name);
}

unsigned ports_count(const ports_contents *contents) { return contents->of->count; }
int ports_width(const ports_contents *contents) { return contents->of->width; }

literal ports_inside(const ports_contents *contents, word index)
{
    const int wide = index.width > 32 ? index.width : 32;
    return word_less(word_extend(index, wide, false), word_number(wide, contents->of->count));
}

const ports_contents *ports_write(const ports_contents *before, literal where, word index, word data)
{
    ports_contents *after = prove_zeros(1, sizeof *after);
    *after = (ports_contents){before, before->of, where, index_of(before->of, index), word_extend(data, before->of->width, false)};
    return after;
}

static bool is_same(word a, word b) { return memcmp(a.bits, b.bits, (size_t)a.width * sizeof *a.bits) == 0; }

static literal bit_of_word(const ports_memory *m, unsigned number, int bit)
{
    char name[NAME_ROOM];
    if (m->registers) snprintf(name, sizeof name, "%s[%u]", m->name, number * (unsigned)m->width + (unsigned)bit);
    else snprintf(name, sizeof name, "%s[%u][%d]", m->name, number, bit);
    return bit_named(name);
}

// Bit b of the word with this number: an or over all words, of those whose number it is.
static literal chosen(const ports_memory *m, word index, int b)
{
    literal bit = ZERO;
    for (unsigned k = 0; k < m->count; k++) {
        const literal here = word_equal(index, word_number(index.width, k));
        if (here != ZERO) bit = or2(bit, and2(here, bit_of_word(m, k, b)));
    }
    return bit;
}

// What the memory held: of one index the same data, and else other names. A word by its own number is itself; no fact binds
// that to what is read by an index, so what hangs on it is proven of the resolved graph alone.
static word read_first(ports_memory *m, word index)
{
    char name[NAME_ROOM];
    uint64_t number;
    for (size_t r = 0; r < m->n_reads; r++) if (is_same(m->reads[r].index, index)) return m->reads[r].data;
    word data = word_zero(m->width);
    if (word_is_number(index, &number)) {
        for (int b = 0; number < m->count && b < m->width; b++) data.bits[b] = bit_of_word(m, (unsigned)number, b);
        return data;
    }
    for (int b = 0; b < m->width; b++) {
        snprintf(name, sizeof name, "read %zu of %s[%d]", m->n_reads, m->name, b);
        data.bits[b] = graph_input(name);
    }
    m->reads = prove_grow(m->reads, m->n_reads + 1, sizeof *m->reads);
    m->reads[m->n_reads++] = (read_port){index, data, data};
    return data;
}

void ports_know(const ports_contents *contents, word index, literal known, word data)
{
    ports_memory *m = contents->of;
    const word    at = index_of(m, index), any = read_first(m, at);
    for (size_t r = 0; r < m->n_reads; r++)
        if (is_same(m->reads[r].index, at)) m->reads[r].data = word_choose(known, word_extend(data, m->width, false), any);
}

word ports_read(const ports_contents *contents, word index)
{
    const word at = index_of(contents->of, index);
    if (!contents->before) return read_first(contents->of, at);
    const word before = ports_read(contents->before, at);
    return word_choose(and2(contents->where, word_equal(contents->index, at)), contents->data, before);
}

// A number beyond the last is that of the first word.
word ports_any(const ports_contents *contents)
{
    char name[NAME_ROOM];
    word any = word_zero(contents->of->index_width);
    for (int b = 0; b < any.width; b++) {
        snprintf(name, sizeof name, "any word of %s[%d]", contents->of->name, b);
        any.bits[b] = bit_named(name);
    }
    const literal inside = ports_inside(contents, any);
    for (int b = 0; b < any.width; b++) any.bits[b] = and2(inside, any.bits[b]);
    return any;
}

void ports_set_result(const ports_contents *contents) { contents->of->result = contents; }

word ports_result(const ports_contents *of)
{
    const ports_contents *result = of->of->result;
    if (!result) prove_refuse("the model says nothing of %s", of->of->name);
    return ports_read(result, ports_any(result));
}

bool ports_are_used(void)
{
    for (const ports_memory *m = memories; m; m = m->next) if (m->n_reads) return true;
    return false;
}

static void assume_same(const read_port *one, const read_port *other, literal inside)
{
    const literal same = and2(inside, word_equal(one->index, other->index));
    assume_whole(or2(not1(same), word_equal(one->data, other->data)));
}

void ports_assume(void)
{
    for (const ports_memory *m = memories; m; m = m->next)
        for (size_t i = 0; i < m->n_reads; i++) {
            const literal inside = word_less(word_extend(m->reads[i].index, 32, false), word_number(32, m->count));
            for (size_t k = 0; k < i; k++) assume_same(&m->reads[i], &m->reads[k], inside);
        }
}

// What stands behind a node in a resolved graph: an index is made before its data is. In one graph all reads are resolved, in the
// other those of registers.
enum { NOT_YET = 0xff };
typedef struct { literal *behind; uint32_t done, room; bool registers_alone; } resolution;

static literal as_resolved(const resolution *r, literal x) { return r->behind[x >> 1] ^ (x & 1); }

static void resolve_read(resolution *r, const ports_memory *m, const read_port *read)
{
    word index = word_zero(m->index_width);
    for (int i = 0; i < index.width; i++) index.bits[i] = as_resolved(r, read->index.bits[i]);
    for (int b = 0; b < m->width; b++) r->behind[read->any.bits[b] >> 1] = chosen(m, index, b);
}

static bool resolve_input(resolution *r, uint32_t node)
{
    for (const ports_memory *m = memories; m; m = m->next)
        for (size_t i = 0; i < m->n_reads && (m->registers || !r->registers_alone); i++)
            if (m->reads[i].any.bits[0] >> 1 == node) return resolve_read(r, m, &m->reads[i]), true;
    return false;
}

// All nodes that there are now.
static void resolve(resolution *r)
{
    const uint32_t size = graph_size();
    if (r->room < size) {
        r->behind = prove_grow(r->behind, 2 * (size_t)size, sizeof *r->behind);
        memset(r->behind + r->room, NOT_YET, (2 * (size_t)size - r->room) * sizeof *r->behind);
        r->room = 2 * size;
    }
    for (uint32_t node = r->done; node < size; node++) {
        literal a, b;
        if (graph_is_and(node)) {
            graph_operands(node, &a, &b);
            r->behind[node] = and2(as_resolved(r, a), as_resolved(r, b));
        } else if (r->behind[node] == UINT32_MAX && !resolve_input(r, node)) r->behind[node] = node << 1;
    }
    r->done = size;
}

// In the order of their numbers, for who prints them.
static void name_words(void)
{
    for (const ports_memory *m = memories; m; m = m->next)
        for (unsigned k = 0; k < m->count; k++) for (int b = 0; b < m->width; b++) bit_of_word(m, k, b);
}

void ports_resolve(literal *outputs, size_t count)
{
    static resolution all;
    if (!all.done) name_words();
    if (!all.done) resolve(&all);
    for (size_t i = 0; i < count; i++) outputs[i] = as_resolved(&all, outputs[i]);
}

literal ports_resolve_registers(literal x)
{
    static resolution registers = {.registers_alone = true};
    if (memories && registers.done <= x >> 1) resolve(&registers);
    return memories ? as_resolved(&registers, x) : x;
}
