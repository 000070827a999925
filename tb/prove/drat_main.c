// SPDX-License-Identifier: BSD-3-Clause
// prove_drat CLAUSES.cnf PROOF: whether a proof of cadical's holds, that the clauses have no model (DRAT, ASCII or binary).
//
// Each clause that the proof adds must follow by unit propagation from those before it: with all its literals false, what is
// forced runs into a clause with no literal left. The last one to follow is the empty clause. A clause that only a new
// definition would allow (RAT) is refused: cadical is started without the steps that make such. Nothing is shared with the
// solver: two watched literals a clause, a trail, and clauses found by their sum when they are deleted.
// Exit status 0 the proof holds, 1 it does not, 2 something cannot be read.
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/prove/prove.h"

// A clause: length, next of equal sum, then its literals; the first two are watched. Literal 2 v is v, 2 v + 1 is not v.
typedef uint32_t place;
typedef struct { place *list; uint32_t count, room; } places;
enum { LENGTH, NEXT, FIRST };

static uint32_t *store;
static size_t    store_used = 1, store_room;
static places   *watches;
static int8_t   *values;                         // of a literal: 1 true, -1 false
static uint32_t *trail, trail_count, done, n_variables;
static place    *sums;
static const uint32_t N_SUMS = 1u << 22;
static bool      refuted;                        // the clauses so far contradict each other without more

static uint32_t sum_of(const uint32_t *literals, uint32_t length)
{
    uint32_t sum = length, product = 1, mix = 0;
    for (uint32_t i = 0; i < length; i++) sum += literals[i], product *= 2 * literals[i] + 3, mix ^= literals[i] * 2654435761u;
    return (sum * 2246822519u ^ product * 3266489917u ^ mix) & (N_SUMS - 1);
}

static void watch(uint32_t literal, place clause)
{
    places *w = &watches[literal];
    if (w->count == w->room) {
        w->room = w->room ? 2 * w->room : 4;
        w->list = prove_grow(w->list, w->room, sizeof *w->list);
    }
    w->list[w->count++] = clause;
}

static void set_true(uint32_t literal)
{
    values[literal] = 1;
    values[literal ^ 1] = -1;
    trail[trail_count++] = literal;
}

// False when a clause has no literal left.
static bool propagate(void)
{
    while (done < trail_count) {
        const uint32_t wrong = trail[done++] ^ 1;
        places *w = &watches[wrong];
        uint32_t kept = 0;
        for (uint32_t i = 0; i < w->count; i++) {
            uint32_t *clause = store + w->list[i], *literals = clause + FIRST, other = 2;
            if (clause[LENGTH] == 0) continue;           // deleted
            if (literals[0] == wrong) literals[0] = literals[1], literals[1] = wrong;
            if (values[literals[0]] == 1) { w->list[kept++] = w->list[i]; continue; }
            while (other < clause[LENGTH] && values[literals[other]] == -1) other++;
            if (other < clause[LENGTH]) {
                literals[1] = literals[other];
                literals[other] = wrong;
                watch(literals[1], w->list[i]);
                continue;
            }
            w->list[kept++] = w->list[i];
            if (values[literals[0]] == -1) {
                for (i++; i < w->count; i++) w->list[kept++] = w->list[i];
                w->count = kept;
                return false;
            }
            set_true(literals[0]);
        }
        w->count = kept;
    }
    return true;
}

// Literals that are not false stand in front, so that the two watched ones can be. What it forces stays.
static void add(uint32_t *literals, uint32_t length)
{
    uint32_t open = 0;
    for (uint32_t i = 0; i < length && open < 2; i++)
        if (values[literals[i]] != -1) {
            const uint32_t t = literals[i];
            literals[i] = literals[open];
            literals[open++] = t;
        }
    if (open == 0) { refuted = true; return; }
    if (open == 1 && values[literals[0]] == 0) {
        set_true(literals[0]);
        refuted = !propagate();
    }
    if (length < 2) return;
    if (store_used + length + FIRST > store_room) {
        store_room = 2 * (store_room + length + FIRST) + (1 << 20);
        store = prove_grow(store, store_room, sizeof *store);
    }
    if (store_used + length + FIRST > UINT32_MAX) prove_refuse("the proof is too long");
    const place at = (place)store_used;
    const uint32_t sum = sum_of(literals, length);
    store[at + LENGTH] = length;
    store[at + NEXT] = sums[sum];
    memcpy(store + at + FIRST, literals, length * sizeof *literals);
    sums[sum] = at;
    store_used += length + FIRST;
    watch(literals[0], at);
    watch(literals[1], at);
}

// Whether the clause follows. What was set to find that out is taken back.
static bool follows(const uint32_t *literals, uint32_t length)
{
    const uint32_t before = trail_count;
    bool satisfied = false;
    for (uint32_t i = 0; i < length && !satisfied; i++) {
        if (values[literals[i]] == 1) satisfied = true;
        else if (values[literals[i]] == 0) set_true(literals[i] ^ 1);
    }
    const bool holds = satisfied || !propagate();
    while (trail_count > before) {
        const uint32_t literal = trail[--trail_count];
        values[literal] = values[literal ^ 1] = 0;
    }
    done = trail_count;
    return holds;
}

static int by_number(const void *a, const void *b) { return (*(const uint32_t *)a > *(const uint32_t *)b) - (*(const uint32_t *)a < *(const uint32_t *)b); }

// A clause that forces a literal of the trail stays: what follows from it has been used.
static void delete(uint32_t *literals, uint32_t length)
{
    static uint32_t *own;
    static uint32_t  own_room;
    if (length < 2) return;
    if (own_room < length) own = prove_grow(own, own_room = 2 * length, sizeof *own);
    qsort(literals, length, sizeof *literals, by_number);
    place *link = &sums[sum_of(literals, length)];
    for (; *link; link = &store[*link + NEXT]) {
        uint32_t *clause = store + *link;
        if (clause[LENGTH] != length) continue;
        memcpy(own, clause + FIRST, length * sizeof *own);
        qsort(own, length, sizeof *own, by_number);
        if (memcmp(own, literals, length * sizeof *own) != 0) continue;
        if (values[clause[FIRST]] == 1 || values[clause[FIRST + 1]] == 1) return;
        *link = clause[NEXT];
        clause[LENGTH] = 0;
        return;
    }
}

static uint32_t *read_literals;
static uint32_t  n_read, read_room;

static bool take(long number)
{
    if (number == 0) return false;
    if (labs(number) > (long)n_variables) prove_refuse("variable %ld of %u", labs(number), n_variables);
    if (n_read == read_room) read_literals = prove_grow(read_literals, read_room = 2 * read_room + 64, sizeof *read_literals);
    read_literals[n_read++] = (uint32_t)(2 * labs(number) + (number < 0));
    return true;
}

static void read_clauses(const char *path)
{
    FILE *file = fopen(path, "r");
    unsigned long clauses;
    long number;
    if (!file || fscanf(file, "p cnf %u %lu", &n_variables, &clauses) != 2) prove_refuse("%s: expected clauses", path);
    watches = prove_zeros(2 * (size_t)n_variables + 2, sizeof *watches);
    values = prove_zeros(2 * (size_t)n_variables + 2, 1);
    trail = prove_zeros((size_t)n_variables + 1, sizeof *trail);
    sums = prove_zeros(N_SUMS, sizeof *sums);
    while (!refuted && fscanf(file, "%ld", &number) == 1) {
        if (take(number)) continue;
        add(read_literals, n_read);
        n_read = 0;
    }
    fclose(file);
}

// The next number of a proof in the binary form.
static long read_binary(FILE *file)
{
    uint32_t number = 0;
    for (int shift = 0; shift < 32; shift += 7) {
        const int byte = getc(file);
        if (byte == EOF) prove_refuse("the proof ends within a clause");
        number |= (uint32_t)(byte & 127) << shift;
        if (!(byte & 128)) break;
    }
    return number & 1 ? -(long)(number >> 1) : (long)(number >> 1);
}

int main(int count, char **arguments)
{
    if (count != 3) prove_refuse("expected CLAUSES.cnf PROOF");
    read_clauses(arguments[1]);
    if (!refuted) refuted = !propagate();
    FILE *file = fopen(arguments[2], "rb");
    if (!file) prove_refuse("%s: %s", arguments[2], strerror(errno));
    unsigned long added = 0;
    for (int kind; !refuted && (kind = getc(file)) != EOF;) {
        if (kind != 'a' && kind != 'd') prove_refuse("%s: expected the binary form", arguments[2]);
        n_read = 0;
        while (take(read_binary(file))) {}
        if (kind == 'd') { delete(read_literals, n_read); continue; }
        added++;
        if (!follows(read_literals, n_read)) {
            printf("clause %lu of the proof does not follow\n", added);
            return 1;
        }
        add(read_literals, n_read);
    }
    fclose(file);
    if (!refuted) puts("the proof ends before the empty clause");
    return !refuted;
}
