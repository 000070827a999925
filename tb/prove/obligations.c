// SPDX-License-Identifier: BSD-3-Clause
#include "tb/prove/obligations.h"

#include <stdlib.h>
#include <string.h>

#include "tb/prove/graph_file.h"
#include "tb/prove/ports.h"
#include "tb/prove/prove.h"

// Names to numbers of an array: open addressing, grown by doubling.
typedef struct { const char **names; uint32_t *numbers; size_t room, used; } index_of_names;

static size_t place_of(const index_of_names *index, const char *name)
{
    uint64_t hash = 14695981039346656037u;
    for (const char *c = name; *c; c++) hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    size_t at = hash & (index->room - 1);
    while (index->names[at] && strcmp(index->names[at], name) != 0) at = (at + 1) & (index->room - 1);
    return at;
}

static void make_room(index_of_names *index)
{
    if (2 * (index->used + 1) < index->room) return;
    const index_of_names old = *index;
    index->room = old.room ? 2 * old.room : 1 << 10;
    index->names = prove_zeros(index->room, sizeof *index->names);
    index->numbers = prove_zeros(index->room, sizeof *index->numbers);
    for (size_t i = 0; i < old.room; i++)
        if (old.names[i]) {
            const size_t at = place_of(index, old.names[i]);
            index->names[at] = old.names[i];
            index->numbers[at] = old.numbers[i];
        }
}

// The number of a name; `number`, and *fresh, when it had none.
static uint32_t number_of(index_of_names *index, const char *name, uint32_t number, bool *fresh)
{
    make_room(index);
    const size_t at = place_of(index, name);
    *fresh = !index->names[at];
    if (*fresh) {
        index->names[at] = prove_copy(name);
        index->numbers[at] = number;
        index->used++;
    }
    return index->numbers[at];
}

static bool look_up(const index_of_names *index, const char *name, uint32_t *number)
{
    if (!index->room) return false;
    const size_t at = place_of(index, name);
    if (index->names[at]) *number = index->numbers[at];
    return index->names[at];
}

static index_of_names bits;

literal bit_named(const char *name)
{
    literal known;
    bool fresh;
    if (look_up(&bits, name, &known)) return known;
    return number_of(&bits, name, graph_input(name), &fresh);
}

bool bit_is_known(const char *name)
{
    literal known;
    return look_up(&bits, name, &known);
}

void bit_is_zero(const char *name)
{
    bool fresh;
    if (number_of(&bits, name, ZERO, &fresh) != ZERO) prove_refuse("%s exists and does not", name);
}

static index_of_names result_names;
static model_result  *results;
static size_t         count;

void result_is(const char *name, literal value)
{
    bool fresh;
    const uint32_t at = number_of(&result_names, name, (uint32_t)count, &fresh);
    if (!fresh) prove_refuse("%s is given twice", name);
    results = prove_grow(results, count + 1, sizeof *results);
    results[at] = (model_result){prove_copy(name), value, ZERO, false};
    count++;
}

model_result *result_named(const char *name)
{
    uint32_t at;
    return look_up(&result_names, name, &at) ? &results[at] : NULL;
}

size_t n_results(void) { return count; }
const model_result *result_at(size_t index) { return &results[index]; }

bool results_write(const char *path, bool rtl)
{
    literal     *outputs = prove_grow(NULL, count, sizeof *outputs);
    const char **names = prove_grow(NULL, count, sizeof *names);
    size_t n = 0;
    for (size_t i = 0; i < count; i++)
        if (!rtl || results[i].compared) outputs[n] = rtl ? results[i].rtl : results[i].value, names[n++] = results[i].name;
    ports_resolve(outputs, n);
    const bool good = graph_write(path, outputs, names, n);
    free(outputs), free(names);
    return good;
}

typedef struct { literal *list; size_t count, room; } literals;

static literals facts;
static struct { const char *name; literal wrong; } *pieces;
static size_t n_made, n_table, n_hashed, n_pieces, room;

static void append(literals *l, literal x)
{
    if (l->count == l->room) {
        l->room = l->room ? 2 * l->room : 1 << 6;
        l->list = prove_grow(l->list, l->room, sizeof *l->list);
    }
    l->list[l->count++] = x;
}

// What must hold together for x: the leaves of the tree of ands at its top, each once; at most so many.
static uint32_t *stamps, *leaf_stamps, stamp, stamps_room;       // of a node; of a literal

static uint32_t *more_stamps(uint32_t *old, size_t from, size_t to)
{
    old = prove_grow(old, to, sizeof *old);
    memset(old + from, 0, (to - from) * sizeof *old);
    return old;
}

static void begin_stamps(void)
{
    const uint32_t size = graph_size();
    if (stamps_room < size) {
        stamps = more_stamps(stamps, stamps_room, 2 * (size_t)size);
        leaf_stamps = more_stamps(leaf_stamps, 2 * (size_t)stamps_room, 4 * (size_t)size);
        stamps_room = 2 * size;
    }
    stamp++;
}

static bool leaves_of(literal x, literals *leaves, size_t most)
{
    static literals waiting;
    begin_stamps();
    leaves->count = waiting.count = 0;
    append(&waiting, x);
    while (waiting.count) {
        const literal top = waiting.list[--waiting.count];
        if (!(top & 1) && stamps[top >> 1] == stamp) continue;
        if ((top & 1) || !graph_is_and(top >> 1)) {
            if (leaf_stamps[top] == stamp) continue;
            if (leaves->count == most) return false;
            leaf_stamps[top] = stamp;
            append(leaves, top);
            continue;
        }
        literal a, b;
        stamps[top >> 1] = stamp;
        graph_operands(top >> 1, &a, &b);
        append(&waiting, a);
        append(&waiting, b);
    }
    return true;
}

// What must hold together for x, in small pieces: "a, or all of these" is as many pieces as there are of these.
static literals pieces_of(literal x)
{
    enum { FEW = 3 };
    literals leaves = {0}, found = {0}, inner = {0};
    leaves_of(x, &leaves, SIZE_MAX);
    for (size_t i = 0; i < leaves.count; i++) {
        const literal leaf = leaves.list[i];
        literal operands[2] = {ONE, ONE};
        size_t most = 0;
        if ((leaf & 1) && graph_is_and(leaf >> 1)) graph_operands(leaf >> 1, &operands[0], &operands[1]);
        for (int k = 0; k < 2 && most < FEW; k++) {
            if (!(operands[k] & 1) || !graph_is_and(operands[k] >> 1)) continue;
            leaves_of(not1(operands[k]), &inner, SIZE_MAX);
            most = inner.count;
            for (size_t e = 0; most >= FEW && e < inner.count; e++) append(&found, or2(not1(operands[1 - k]), inner.list[e]));
        }
        if (most < FEW) append(&found, leaf);
    }
    free(leaves.list), free(inner.list);
    return found;
}

void assume(literal fact)
{
    literals leaves = pieces_of(fact);
    for (size_t i = 0; i < leaves.count; i++) if (leaves.list[i] != ONE) append(&facts, leaves.list[i]);
    free(leaves.list);
}

void assume_whole(literal fact)
{
    if (fact != ONE) append(&facts, fact);
}

static void add_piece(const char *name, literal wrong)
{
    if (wrong == ZERO) return;
    if (n_pieces == room) {
        room = room ? 2 * room : 1 << 10;
        pieces = prove_grow(pieces, room, sizeof *pieces);
    }
    pieces[n_pieces].name = prove_copy(name);
    pieces[n_pieces++].wrong = wrong;
}

static void add_pieces(const char *name, const literals *leaves, literal where)
{
    const size_t before = n_pieces;
    for (size_t i = 0; i < leaves->count; i++) add_piece(name, and2(where, not1(leaves->list[i])));
    n_made++;
    n_hashed += n_pieces == before;
}

void must_hold(const char *name, literal holds, literal where)
{
    static literals leaves;
    leaves_of(holds, &leaves, SIZE_MAX);
    add_pieces(name, &leaves, where);
}

void must_be_zero(const char *name, literal x)
{
    must_hold(name, not1(x), ONE);
    n_table++;
}

enum { MOST_LEAVES = 64, MOST_TURNS = 8 };

// x where all of `given` are true.
static literal cofactor(literal x, const literals *given)
{
    static uint32_t *values;
    static uint32_t  values_room;
    static literals  waiting;
    begin_stamps();
    if (values_room < stamps_room) {
        values = prove_grow(values, stamps_room, sizeof *values);
        values_room = stamps_room;
    }
    for (size_t i = 0; i < given->count; i++) {
        stamps[given->list[i] >> 1] = stamp;
        values[given->list[i] >> 1] = not1(given->list[i] & 1);
    }
    waiting.count = 0;
    append(&waiting, x & ~1u);
    while (waiting.count) {
        const uint32_t node = waiting.list[waiting.count - 1] >> 1;
        literal a, b;
        if (stamps[node] == stamp) { waiting.count--; continue; }
        if (!graph_is_and(node)) {
            stamps[node] = stamp;
            values[node] = node << 1;
            continue;
        }
        graph_operands(node, &a, &b);
        const bool has_a = stamps[a >> 1] == stamp, has_b = stamps[b >> 1] == stamp;
        if (!has_a) append(&waiting, a & ~1u);
        if (!has_b) append(&waiting, b & ~1u);
        if (!has_a || !has_b) continue;
        const literal value = and2(values[a >> 1] ^ (a & 1), values[b >> 1] ^ (b & 1));
        stamps[node] = stamp;
        values[node] = value;
        waiting.count--;
    }
    return values[x >> 1] ^ (x & 1);
}

// What is claimed where something holds is asked with that taken as given: of what a step changes when it is not idle
// nothing is left then.
void must_hold_apart(const char *name, literal holds, literal where)
{
    static literals given;
    if (where == ZERO || !leaves_of(where, &given, MOST_LEAVES)) given.count = 0;
    literal before = not1(holds);
    for (int turn = 0; turn < MOST_TURNS && holds != before; turn++) {    // what one turn makes may be what is given
        before = holds;
        holds = cofactor(holds, &given);
    }
    literals leaves = pieces_of(holds);
    add_pieces(name, &leaves, where);
    free(leaves.list);
}

void must_be_as_claimed(const char *name, literal holds, literal where)
{
    must_hold_apart(name, holds, where);
    n_table++;
}

// Literals that both x and y need to be true.
static void common_leaves(literal x, literal y, literals *common)
{
    static literals of_x, of_y;
    common->count = 0;
    if (!leaves_of(x, &of_x, MOST_LEAVES) || !leaves_of(y, &of_y, MOST_LEAVES)) return;
    for (size_t i = 0; i < of_x.count; i++)
        for (size_t j = 0; j < of_y.count; j++) if (of_x.list[i] == of_y.list[j]) append(common, of_x.list[i]);
}

// Two functions are compared where what both need for being true, or for being false, holds: what only one of them says
// again further down falls away, and what is left may be one node.
void must_equal(const char *name, literal x, literal y)
{
    static literals common;
    const size_t before = n_pieces;
    literal where = ONE;
    for (int turn = 0; turn < MOST_TURNS && x != y; turn++) {
        common_leaves(x, y, &common);
        if (!common.count) {
            x = not1(x);
            y = not1(y);
            common_leaves(x, y, &common);
        }
        if (!common.count) break;
        for (size_t i = 0; i < common.count; i++) where = and2(where, common.list[i]);
        x = cofactor(x, &common);
        y = cofactor(y, &common);
    }
    add_piece(name, and2(where, xor2(x, y)));
    n_made++;
    n_table++;
    n_hashed += n_pieces == before;
}

size_t n_of_table(void) { return n_table; }
size_t n_obligations(void) { return n_made; }
size_t n_closed_by_hashing(void) { return n_hashed; }
size_t n_left(void) { return n_pieces; }

bool assumed_nothing(void)
{
    for (size_t i = 0; i < facts.count; i++) if (facts.list[i] == ZERO) return true;
    return false;
}

bool obligations_write(const char *path, bool resolved)
{
    const size_t count = n_pieces + facts.count;
    literal     *outputs = prove_grow(NULL, count, sizeof *outputs);
    const char **names = prove_grow(NULL, count, sizeof *names);
    for (size_t i = 0; i < n_pieces; i++) outputs[i] = pieces[i].wrong, names[i] = pieces[i].name;
    for (size_t i = 0; i < facts.count; i++) outputs[n_pieces + i] = facts.list[i], names[n_pieces + i] = ASSUMED;
    if (resolved) ports_resolve(outputs, count);
    const bool good = graph_write(path, outputs, names, count);
    free(outputs), free(names);
    return good;
}
