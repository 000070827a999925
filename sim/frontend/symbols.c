// SPDX-License-Identifier: BSD-3-Clause
// Names of a module: one hash of what is visible now. A closed scope's names leave the hash and stay in the arena.
// "%r<100>" is one symbol until "%r7" is used. Also the constants: one row per immediate value.
#include "sim/frontend/code.h"

#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 1024 };

static uint32_t hash_name(const char *name, uint32_t length)
{
    uint32_t h = 2166136261u;
    for (uint32_t i = 0; i < length; i++) {
        h = (h ^ (uint8_t)name[i]) * 16777619u;
    }
    return h % BUCKETS;
}

static symbol **bucket(program *p, const char *name, uint32_t length)
{
    if (p->buckets == NULL) {
        p->buckets = program_alloc(p, BUCKETS * sizeof *p->buckets);
    }
    return &p->buckets[hash_name(name, length)];
}

// In a chain, from s on.
static symbol *next_exact(symbol *s, const char *name, uint32_t length, bool range)
{
    while (s != NULL && !(strncmp(s->name, name, length) == 0 && s->name[length] == '\0' &&
                          (s->kind == SYMBOL_REGISTER_RANGE) == range)) {
        s = s->chain;
    }
    return s;
}

static symbol *find_exact(program *p, const char *name, uint32_t length, bool range)
{
    return next_exact(*bucket(p, name, length), name, length, range);
}

static void insert(program *p, symbol *s)
{
    symbol **b = bucket(p, s->name, (uint32_t)strlen(s->name));
    while (*b != NULL && (*b)->scope > s->scope) {      // inner scopes first
        b = &(*b)->chain;
    }
    s->chain = *b;
    *b = s;
}

// The innermost range with a register of this name, and its index; a single register of the name changes nothing.
static symbol *range_of(program *p, const char *name, uint32_t length, uint32_t *index)
{
    uint32_t stem = length;
    while (stem > 0 && name[stem - 1] >= '0' && name[stem - 1] <= '9') {
        stem--;
    }
    if (stem == length || length - stem > 6 || (name[stem] == '0' && length - stem > 1)) {
        return NULL;
    }
    *index = 0;
    for (uint32_t i = stem; i < length; i++) {
        *index = *index * 10 + (uint32_t)(name[i] - '0');
    }
    symbol *range = find_exact(p, name, stem, true);
    while (range != NULL && *index >= range->count) {
        range = next_exact(range->chain, name, stem, true);
    }
    return range;
}

static symbol *register_of_range(program *p, const symbol *range, const char *name, uint32_t length, uint32_t index)
{
    symbol *s = program_alloc(p, sizeof *s);
    *s = *range;
    s->kind = SYMBOL_REGISTER;
    s->name = program_copy(p, name, length);
    s->number = range->number + index;
    s->name_number = index;
    insert(p, s);
    return s;
}

symbol *symbol_find(program *p, const char *name, uint32_t length)
{
    uint32_t index;
    symbol *s = find_exact(p, name, length, false), *range = range_of(p, name, length, &index);
    bool hides = range != NULL && (s == NULL || range->scope > s->scope);
    return hides ? register_of_range(p, range, name, length, index) : s;
}

static _Noreturn void fail_at_second(program *p, uint32_t line, const char *name, uint32_t length, const symbol *first)
{
    program_fail(p, line, "%.*s is declared a second time, first in line %u", (int)length, name, first->line);
}

symbol *symbol_add(program *p, symbol_kind kind, const token *name, uint32_t scope)
{
    symbol *old = find_exact(p, name->text, name->length, kind == SYMBOL_REGISTER_RANGE);
    if (old != NULL && old->scope == scope) {
        fail_at_second(p, name->line, name->text, name->length, old);
    }
    symbol *s = program_alloc(p, sizeof *s);
    s->kind = kind;
    s->name = program_copy(p, name->text, name->length);
    s->line = name->line;
    s->scope = scope;
    insert(p, s);
    return s;
}

// "%r<8>" and "%r7" are one name; which of them stands first does not matter.
void symbol_check_register(program *p, const symbol *s)
{
    uint32_t index, length = (uint32_t)strlen(s->name);
    if (s->kind == SYMBOL_REGISTER) {
        const symbol *range = range_of(p, s->name, length, &index);
        if (range != NULL && range->scope == s->scope) {
            fail_at_second(p, s->line, s->name, length, range);
        }
        return;
    }
    for (uint32_t i = 0; i < BUCKETS; i++) {
        for (const symbol *one = p->buckets[i]; one != NULL; one = one->chain) {
            length = (uint32_t)strlen(one->name);
            if (one->kind == SYMBOL_REGISTER && one->scope == s->scope && range_of(p, one->name, length, &index) == s) {
                fail_at_second(p, s->line, one->name, length, one);
            }
        }
    }
}

void symbol_close_scope(program *p, uint32_t scope)
{
    for (uint32_t i = 0; p->buckets != NULL && i < BUCKETS; i++) {
        while (p->buckets[i] != NULL && p->buckets[i]->scope >= scope) {
            p->buckets[i] = p->buckets[i]->chain;
        }
    }
}

void symbol_hide_own(program *p)
{
    for (uint32_t i = 0; p->buckets != NULL && i < BUCKETS; i++) {
        for (symbol **at = &p->buckets[i]; *at != NULL;) {
            bool own = (*at)->linkage == LINKAGE_own;
            if (own) {
                *at = (*at)->chain;
            } else {
                at = &(*at)->chain;
            }
        }
    }
}

void symbol_register_row(function *f, symbol *s)
{
    if (!s->has_row) {
        uint32_t bytes = s->type == TYPE_pred ? PREDICATE_ROW : type_bytes(s->type) == 8 ? ROW64 : ROW32;
        uint32_t align = s->type == TYPE_pred ? PREDICATE_ROW : 64;
        f->rows_bytes = (f->rows_bytes + align - 1) / align * align;
        s->row = f->rows_bytes;
        s->has_row = true;
        s->next = f->used_registers;
        f->used_registers = s;
        f->rows_bytes += bytes;
    }
}

static uint32_t new_row(program *p)
{
    if (p->n_constants == p->room_constants) {
        uint32_t room = p->room_constants == 0 ? 64 : p->room_constants * 2;
        uint8_t *grown = aligned_alloc(64, (size_t)room * CONSTANT_ROW_BYTES);
        if (grown == NULL) {
            program_fail(p, 0, "out of memory (constants)");
        }
        if (p->n_constants > 0) {
            memcpy(grown, p->constants, (size_t)p->n_constants * CONSTANT_ROW_BYTES);
        }
        free(p->constants);
        p->constants = grown;
        p->room_constants = room;
    }
    return p->n_constants++ * CONSTANT_ROW_BYTES;
}

static uint64_t *row_lanes(program *p, uint32_t row)
{
    return (uint64_t *)(void *)(p->constants + row);
}

static void index_grow(program *p)
{
    uint32_t room = p->constant_index_room == 0 ? 256 : p->constant_index_room * 2;
    uint32_t *index = program_alloc(p, room * sizeof *index);
    for (uint32_t i = 0; i < p->constant_index_room; i++) {
        uint32_t row = p->constant_index[i];
        if (row != 0) {
            uint64_t value = row_lanes(p, (row - 1) * CONSTANT_ROW_BYTES)[0];
            uint32_t at = (uint32_t)(value * 0x9E3779B97F4A7C15u >> 40) & (room - 1);
            while (index[at] != 0) {
                at = (at + 1) & (room - 1);
            }
            index[at] = row;
        }
    }
    p->constant_index = index;
    p->constant_index_room = room;
}

uint32_t constant_row(program *p, uint64_t value)
{
    if (p->n_constants * 2 >= p->constant_index_room) {
        index_grow(p);
    }
    uint32_t at = (uint32_t)(value * 0x9E3779B97F4A7C15u >> 40) & (p->constant_index_room - 1);
    while (p->constant_index[at] != 0) {
        uint32_t row = (p->constant_index[at] - 1) * CONSTANT_ROW_BYTES;
        if (row_lanes(p, row)[0] == value) {
            return row;
        }
        at = (at + 1) & (p->constant_index_room - 1);
    }
    uint32_t row = new_row(p);
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        row_lanes(p, row)[lane] = value;
    }
    p->constant_index[at] = row / CONSTANT_ROW_BYTES + 1;
    return row;
}

uint32_t constant_row32(program *p, uint32_t value)
{
    return constant_row(p, (uint64_t)value << 32 | value);
}

uint32_t relocation_row(program *p, symbol *s, int64_t addend, bool narrow)
{
    relocation *r = program_alloc(p, sizeof *r);
    r->symbol = s;
    r->row = new_row(p);
    r->addend = addend;
    r->narrow = narrow;
    r->next = p->relocations;
    p->relocations = r;
    return r->row;
}

// Multiples of 16 from 16 on. They are no addresses of memory.
void function_address(program *p, symbol *s)
{
    if (s->address == 0) {
        s->address = 16 * (uint64_t)++p->n_addressed;
        function_use(p, &p->addressed, s);
    }
}

void function_use(program *p, use **list, symbol *s)
{
    const use *u = *list;
    while (u != NULL && u->symbol != s) {
        u = u->next;
    }
    if (u == NULL) {
        use *added = program_alloc(p, sizeof *added);
        *added = (use){ s, *list };
        *list = added;
    }
}

bool linkage_joins(ptx_linkage first, ptx_linkage second)
{
    return first != LINKAGE_own && (second == LINKAGE_extern || second == LINKAGE_weak || second == LINKAGE_common);
}
