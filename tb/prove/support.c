// SPDX-License-Identifier: BSD-3-Clause
#include "tb/prove/support.h"

#include <stdlib.h>
#include <string.h>

#include "tb/prove/prove.h"

typedef struct { uint32_t *list; size_t count, room; } inputs;

static const literal *facts;
static size_t         n_facts;
static inputs        *of_fact;
static uint32_t      *first_fact, *next_fact;    // facts of each input that is their first, as lists; number + 1
static inputs        *touching;                  // facts of each input
static uint32_t      *stamps, stamp, room;

static void append(inputs *to, uint32_t number)
{
    if (to->count == to->room) {
        to->room = to->room ? 2 * to->room : 8;
        to->list = prove_grow(to->list, to->room, sizeof *to->list);
    }
    to->list[to->count++] = number;
}

static void begin(void)
{
    if (room < graph_size()) {
        stamps = prove_grow(stamps, 2 * (size_t)graph_size(), sizeof *stamps);
        memset(stamps + room, 0, (2 * (size_t)graph_size() - room) * sizeof *stamps);
        room = 2 * graph_size();
    }
    stamp++;
}

// The inputs that x depends on; they are stamped.
static void find_inputs(literal x, inputs *found)
{
    static inputs waiting;
    begin();
    found->count = waiting.count = 0;
    append(&waiting, x >> 1);
    while (waiting.count) {
        const uint32_t node = waiting.list[--waiting.count];
        literal a, b;
        if (node == 0 || stamps[node] == stamp) continue;
        stamps[node] = stamp;
        if (!graph_is_and(node)) { append(found, node); continue; }
        graph_operands(node, &a, &b);
        append(&waiting, a >> 1);
        append(&waiting, b >> 1);
    }
}

void support_begin(const literal *list, size_t count)
{
    facts = list;
    n_facts = count;
    const size_t size = graph_size();
    of_fact = prove_zeros(n_facts + 1, sizeof *of_fact);
    first_fact = prove_zeros(size, sizeof *first_fact);
    next_fact = prove_zeros(n_facts + 1, sizeof *next_fact);
    touching = prove_zeros(size, sizeof *touching);
    for (size_t i = 0; i < n_facts; i++) {
        find_inputs(facts[i], &of_fact[i]);
        if (!of_fact[i].count) continue;
        uint32_t *first = &first_fact[of_fact[i].list[0]];
        next_fact[i] = *first;
        *first = (uint32_t)i + 1;
        for (size_t k = 0; k < of_fact[i].count; k++) append(&touching[of_fact[i].list[k]], (uint32_t)i);
    }
}

static bool is_within(const inputs *fact)
{
    for (size_t i = 0; i < fact->count; i++) if (stamps[fact->list[i]] != stamp) return false;
    return true;
}

literal support_facts(literal piece, fact_choice choice, size_t *used)
{
    static inputs own;
    static uint8_t *taken;
    literal all = ONE;
    *used = 0;
    find_inputs(piece, &own);
    if (choice == FACTS_ALL)
        for (size_t i = 0; i < n_facts; i++) all = and2(all, facts[i]), ++*used;
    if (choice == FACTS_WITHIN)
        for (size_t k = 0; k < own.count; k++)
            for (uint32_t i = first_fact[own.list[k]]; i; i = next_fact[i - 1])
                if (is_within(&of_fact[i - 1])) all = and2(all, facts[i - 1]), ++*used;
    if (choice == FACTS_TOUCHING) {
        taken = prove_grow(taken, n_facts + 1, 1);
        memset(taken, 0, n_facts + 1);
        for (size_t k = 0; k < own.count; k++)
            for (size_t t = 0; t < touching[own.list[k]].count; t++) {
                const uint32_t i = touching[own.list[k]].list[t];
                if (!taken[i]) taken[i] = 1, all = and2(all, facts[i]), ++*used;
            }
    }
    return all;
}
