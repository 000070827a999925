// SPDX-License-Identifier: BSD-3-Clause
#include "tb/prove/graph.h"

#include <stdlib.h>
#include <string.h>

#include "tb/prove/prove.h"

static struct { literal a, b; } *nodes;         // of an input and of node 0 both are 0
static char   **names;
static uint32_t n_nodes, room;
static uint32_t *slots, n_slots;                // open addressing; 0 is free

static uint32_t new_node(literal a, literal b, const char *name)
{
    if (n_nodes == room) {
        room = room ? 2 * room : 1 << 16;
        nodes = prove_grow(nodes, room, sizeof *nodes);
        names = prove_grow(names, room, sizeof *names);
    }
    nodes[n_nodes].a = a;
    nodes[n_nodes].b = b;
    names[n_nodes] = name ? prove_copy(name) : NULL;
    return n_nodes++;
}

static void begin(void)
{
    if (n_nodes == 0) new_node(0, 0, NULL);
}

literal graph_input(const char *name)
{
    begin();
    return new_node(0, 0, name) << 1;
}

uint32_t graph_size(void)
{
    begin();
    return n_nodes;
}

bool graph_is_and(uint32_t node) { return nodes[node].a != 0; }
const char *graph_input_name(uint32_t node) { return names[node]; }

void graph_operands(uint32_t node, literal *a, literal *b)
{
    *a = nodes[node].a;
    *b = nodes[node].b;
}

static bool is_and(literal x) { return graph_is_and(x >> 1); }

static uint32_t *slot_of(literal a, literal b)
{
    uint32_t at = (a * 2654435761u ^ b * 2246822519u) & (n_slots - 1);
    while (slots[at] && (nodes[slots[at]].a != a || nodes[slots[at]].b != b)) at = (at + 1) & (n_slots - 1);
    return &slots[at];
}

static void more_slots(void)
{
    if (2 * n_nodes < n_slots) return;
    n_slots = n_slots ? 2 * n_slots : 1 << 17;
    free(slots);
    slots = prove_grow(NULL, n_slots, sizeof *slots);
    memset(slots, 0, n_slots * sizeof *slots);
    for (uint32_t i = 1; i < n_nodes; i++)
        if (nodes[i].a) *slot_of(nodes[i].a, nodes[i].b) = i;
}

// x an and, y any literal: x & y where one level down shows it; true when it does.
static bool and_of_and(literal x, literal y, literal *result)
{
    const literal p = nodes[x >> 1].a, r = nodes[x >> 1].b;
    if (!(x & 1)) {                                              // p & r & y
        if (p == y || r == y) return *result = x, true;
        if (p == not1(y) || r == not1(y)) return *result = ZERO, true;
        return false;
    }
    if (p == not1(y) || r == not1(y)) return *result = y, true;   // !(p & r) & y
    if (p == y) return *result = and2(y, not1(r)), true;
    if (r == y) return *result = and2(y, not1(p)), true;
    if (!is_and(y)) return false;
    const literal s = nodes[y >> 1].a, t = nodes[y >> 1].b;
    if (!(y & 1)) {                                              // !(p & r) & s & t
        if (s == not1(p) || s == not1(r) || t == not1(p) || t == not1(r)) return *result = y, true;
        return false;
    }
    const bool opposed = (p == not1(s) && r == not1(t)) || (p == not1(t) && r == not1(s));
    if (opposed && ((p ^ r) & 1)) {                               // an exclusive or has one form: that of its inputs as they are
        const literal i = p & ~1u, j = r & ~1u;
        return *result = not1(and2(not1(and2(i, j)), not1(and2(not1(i), not1(j))))), true;
    }
    if ((p == s && r == not1(t)) || (p == t && r == not1(s))) return *result = not1(p), true;   // !(p & r) & !(p & !r)
    if ((r == s && p == not1(t)) || (r == t && p == not1(s))) return *result = not1(r), true;
    return false;
}

literal and2(literal a, literal b)
{
    literal known;
    begin();
    if (a < b) { const literal t = a; a = b; b = t; }             // a is the younger
    if (b == ZERO || a == not1(b)) return ZERO;
    if (b == ONE || a == b) return a;
    if (is_and(a) && and_of_and(a, b, &known)) return known;
    if (is_and(b) && and_of_and(b, a, &known)) return known;
    more_slots();
    uint32_t *slot = slot_of(a, b);
    if (!*slot) *slot = new_node(a, b, NULL);
    return *slot << 1;
}

literal or2(literal a, literal b) { return not1(and2(not1(a), not1(b))); }
literal xor2(literal a, literal b) { return and2(not1(and2(a, b)), not1(and2(not1(a), not1(b)))); }

literal choose1(literal condition, literal then, literal otherwise)
{
    if (then == otherwise) return then;
    return or2(and2(condition, then), and2(not1(condition), otherwise));
}

static bool implies(literal condition, literal x)
{
    if (condition == x || x == ONE) return true;
    return !(condition & 1) && is_and(condition) && (nodes[condition >> 1].a == x || nodes[condition >> 1].b == x);
}

literal under(literal condition, literal x)
{
    for (;;) {
        if (implies(condition, x)) return ONE;
        if (implies(condition, not1(x))) return ZERO;
        if (!is_and(x)) return x;
        const literal p = nodes[x >> 1].a, q = nodes[x >> 1].b, inverted = x & 1;
        if (!(p & 1) || !(q & 1) || !is_and(p) || !is_and(q)) {
            if (inverted) return x;
            if (implies(condition, p)) x = q;
            else if (implies(condition, q)) x = p;
            else return x;
            continue;
        }
        // x = !(s & a) & !(t & b), or its inverse: a choice, one of whose two products may be false here.
        const literal products[2] = {p, q};
        int dead = -1;
        for (int i = 0; i < 2; i++) {
            const uint32_t n = products[i] >> 1;
            if (implies(condition, not1(nodes[n].a)) || implies(condition, not1(nodes[n].b))) dead = i;
        }
        if (dead < 0) return x;
        const literal left = products[1 - dead];
        const uint32_t n = left >> 1;
        if (implies(condition, nodes[n].a)) x = not1(nodes[n].b) ^ inverted;
        else if (implies(condition, nodes[n].b)) x = not1(nodes[n].a) ^ inverted;
        else return left ^ inverted;
    }
}

enum { MOST_PARTS = 64 };

static void take(literal *parts, int *count, int at) { parts[at] = parts[--*count]; }

void graph_split(literal a, literal b, literal *common, literal *of_a, literal *of_b)
{
    literal parts[2][MOST_PARTS] = {{a}, {b}};
    int count[2] = {1, 1};
    *common = *of_a = *of_b = ONE;
    // The younger part of all is in both, or is an and that is taken apart, or is of one alone.
    while (count[0] && count[1]) {
        int side = 0, at = 0, other;
        for (int s = 0; s < 2; s++)
            for (int i = 0; i < count[s]; i++) if (parts[s][i] > parts[side][at]) side = s, at = i;
        const literal x = parts[side][at];
        for (other = 0; other < count[1 - side] && parts[1 - side][other] != x;) other++;
        take(parts[side], &count[side], at);
        if (other < count[1 - side]) {
            take(parts[1 - side], &count[1 - side], other);
            *common = and2(*common, x);
        } else if (!(x & 1) && is_and(x) && count[side] + 2 <= MOST_PARTS) {
            parts[side][count[side]++] = nodes[x >> 1].a;
            parts[side][count[side]++] = nodes[x >> 1].b;
        } else if (side == 0) *of_a = and2(*of_a, x);
        else *of_b = and2(*of_b, x);
    }
    for (int i = 0; i < count[0]; i++) *of_a = and2(*of_a, parts[0][i]);
    for (int i = 0; i < count[1]; i++) *of_b = and2(*of_b, parts[1][i]);
}

