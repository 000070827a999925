// SPDX-License-Identifier: BSD-3-Clause
// Which .global and .const variables a function reads, and which it may write. Follows addresses through the function's
// registers, whatever the order of its instructions. An address that is stored, passed to another function or taken by
// an atomic counts as written. This is only for a hint to the user (job_notices), so limits err to the quiet side: what
// is not followed counts as written. Variables with an initial value do not matter.
#include "sim/frontend/code.h"

#include <stdlib.h>

enum { FOLLOWED_MAX = 64, PASSES_MAX = 16 };

typedef struct {
    program  *program;
    function *function;
    symbol   *followed[FOLLOWED_MAX];       // bit i of a mask: an address in followed[i]
    uint32_t  n_followed;
    uint64_t *constants;                    // masks of constant rows, from the function's first
    uint32_t  first_row, n_rows;
    uint64_t *registers;                    // masks of register rows, by 4 bytes of offset
    uint64_t  read, written;
    bool      changed;
} search;

static bool is_followed(const symbol *s)
{
    return (s->space == SPACE_GLOBAL || s->space == SPACE_CONST) && s->initial_bytes == 0;
}

static uint64_t mask_of(search *v, symbol *s)
{
    for (uint32_t i = 0; i < v->n_followed; i++) {
        if (v->followed[i] == s) {
            return UINT64_C(1) << i;
        }
    }
    if (v->n_followed == FOLLOWED_MAX) {
        s->is_lost = true;
        return 0;
    }
    v->followed[v->n_followed] = s;
    return UINT64_C(1) << v->n_followed++;
}

// The function's relocations precede `before`; the first of them has the highest row.
static bool find_constants(search *v, const relocation *before)
{
    const relocation *r;
    bool any = false;
    for (r = v->program->relocations; r != before; r = r->next) {
        if (r->initial == NULL && is_followed(r->symbol)) {
            v->first_row = r->row / CONSTANT_ROW_BYTES;
            v->n_rows = any ? v->n_rows : v->first_row + 1;
            any = true;
        }
    }
    v->n_rows -= any ? v->first_row : 0;
    v->constants = any ? calloc(v->n_rows, sizeof *v->constants) : NULL;
    v->registers = any ? calloc(v->function->rows_bytes / PREDICATE_ROW + 1, sizeof *v->registers) : NULL;
    for (r = v->program->relocations; v->constants != NULL && r != before; r = r->next) {
        if (r->initial == NULL && is_followed(r->symbol)) {
            v->constants[r->row / CONSTANT_ROW_BYTES - v->first_row] = mask_of(v, r->symbol);
        }
    }
    return v->constants != NULL && v->registers != NULL;
}

static uint64_t mask_in(const search *v, operand_row row)
{
    uint32_t constant = row.offset / CONSTANT_ROW_BYTES;
    if (row.table == TABLE_REGISTERS) {
        return v->registers[row.offset / PREDICATE_ROW];
    }
    bool followed = row.table == TABLE_CONSTANTS && constant - v->first_row < v->n_rows;
    return followed ? v->constants[constant - v->first_row] : 0;
}

static void step_memory(search *v, const insn *i)
{
    const insn_code *c = i->code;
    if (i->memory == MEMORY_LOAD) {
        v->read |= mask_in(v, c->src[0]);
        return;
    }
    for (uint32_t k = 0; k < CODE_SOURCES; k++) {
        v->written |= i->memory == MEMORY_ATOMIC || k <= c->vector ? mask_in(v, c->src[k]) : 0;
    }
}

static void step(search *v, const insn *i)
{
    const insn_code *c = i->code;
    uint64_t in = 0;
    for (uint32_t k = 0; c->call != NULL && k < c->call->n_arguments; k++) {
        v->written |= c->call->arguments[k].is_row ? mask_in(v, c->call->arguments[k].value) : 0;
    }
    if (i->memory != MEMORY_NONE) {
        step_memory(v, i);
        return;
    }
    for (uint32_t k = 0; k < c->n_src; k++) {
        in |= mask_in(v, c->src[k]);
    }
    for (uint32_t k = 0; k < c->n_dst; k++) {
        uint64_t *to = c->dst[k].table == TABLE_REGISTERS ? &v->registers[c->dst[k].offset / PREDICATE_ROW] : NULL;
        if (to != NULL && (in & ~*to) != 0) {
            *to |= in;
            v->changed = true;
        }
    }
}

void variable_uses(program *p, function *f, const relocation *before)
{
    search v = { .program = p, .function = f, .changed = true };
    uint32_t passes = 0;
    if (find_constants(&v, before)) {
        for (; v.changed && passes < PASSES_MAX; passes++) {
            v.changed = false;
            for (uint32_t i = f->first; i < f->first + f->count; i++) {
                step(&v, &p->insns[i]);
            }
        }
    }
    free(v.constants);
    free(v.registers);
    for (uint32_t i = 0; i < v.n_followed; i++) {
        if ((v.read >> i & 1) != 0) {
            function_use(p, &f->reads, v.followed[i]);
        }
        if ((v.written >> i & 1) != 0 || v.changed) {
            function_use(p, &f->writes, v.followed[i]);
        }
    }
}
