// SPDX-License-Identifier: BSD-3-Clause
// Once everything is parsed: where the register rows, the local memory and the shared variables of each function are.
//
// Device functions come first, each with its own rows and bytes (those of a recursive one are saved: call_frames.c), then
// entries. A module-scope shared variable takes space only in the entries that reach it, at one offset in all of them.
#include "sim/frontend/code.h"

#include <stdlib.h>
#include <string.h>

static uint32_t aligned(uint32_t value, uint32_t align)
{
    return (value + align - 1) / align * align;
}

static void place_function(program *p, function *f, uint32_t *rows, uint32_t *local)
{
    f->row_base = aligned(*rows, 64);
    f->local_base = aligned(*local, f->local_align > 16 ? f->local_align : 16);
    *rows = f->row_base + f->rows_bytes;
    *local = f->local_base + f->local_bytes;
    if (*local > GENERIC_WINDOW_BYTES) {
        program_fail(p, f->line, "%.80s: too much local memory, expected less than %d bytes", f->name,
                     GENERIC_WINDOW_BYTES);
    }
}

static void move_row(operand_row *row, uint32_t base)
{
    row->offset += row->table == TABLE_REGISTERS ? base : 0;
}

// A call may have been decoded against a declaration that the definition does not match.
static void check_range(program *p, uint32_t i, const function *callee, uint32_t at, uint32_t bytes)
{
    if (at + bytes > callee->local_bytes) {
        program_fail(p, p->insns[i].line, "call of %.80s, expected the parameters of its definition in line %u",
                     callee->name, callee->line);
    }
}

// A function without a body must be a service, called as CUDA declares it.
static void check_service(program *p, uint32_t i, const call_info *call, const service *s)
{
    bool good = call->n_arguments == strlen(s->arguments) && (!call->has_result || call->result_bytes == 4);
    for (uint32_t k = 0; good && k < call->n_arguments; k++) {
        uint32_t bytes = call->arguments[k].bytes;
        good = bytes == 4 || (bytes == 8 && s->arguments[k] == 'p');
    }
    if (!good) {
        program_fail(p, p->insns[i].line, "call of %s, expected its parameters as CUDA declares them", s->name);
    }
}

static void move_from(const function *f, call_info *call)
{
    for (uint32_t k = 0; k < call->n_arguments; k++) {
        call->arguments[k].from += f->local_base;
        move_row(&call->arguments[k].value, f->row_base);
    }
    call->result_to += f->local_base;
}

static void move_to(program *p, const function *f, uint32_t i, call_info *call)
{
    call->saves = call->callee->is_recursive && call->callee->component == f->component;
    for (uint32_t k = 0; k < call->n_arguments; k++) {
        check_range(p, i, call->callee, call->arguments[k].to, call->arguments[k].bytes);
        call->arguments[k].to += call->callee->local_base;
    }
    check_range(p, i, call->callee, call->result_from, call->result_bytes);
    call->result_from += call->callee->local_base;
}

static void move_call(program *p, const function *f, uint32_t i)
{
    insn_code *c = (insn_code *)p->insns[i].code;
    call_info *call = (call_info *)c->call;
    const service *s = call->callee == NULL || call->callee->is_defined ? NULL : service_find(call->callee->name);
    move_from(f, call);
    for (call_info *candidate = call->candidates; candidate != NULL; candidate = candidate->next) {
        move_from(f, candidate);
        move_to(p, f, i, candidate);
    }
    if (s != NULL) {
        check_service(p, i, call, s);
        c->run = s->run;
        c->flow = FLOW_NEXT;
        p->insns[i].flags &= ~(uint32_t)INSN_CALL;
    } else if (call->callee != NULL) {
        move_to(p, f, i, call);
    }
}

// In a recursive function: a local variable's address is known when it runs.
static void move_local(program *p, const function *f, uint32_t i)
{
    insn_code *c = (insn_code *)p->insns[i].code;
    if (c->run != integer_handler(OPERATION_mov, (ptx_type)c->type)) {
        program_fail(p, p->insns[i].line, "%.*s with the address of a local variable of %.80s, which calls itself, expected mov",
                     (int)c->text_length, c->text, f->name);
    }
    c->inner = c->run;
    c->run = run_stack_address;
    c->offset = -(int64_t)f->frame_bytes - f->local_base;
}

// Operands were decoded relative to the function.
static void move_code(program *p, const function *f)
{
    for (uint32_t i = f->first; i < f->first + f->count; i++) {
        insn_code *c = (insn_code *)p->insns[i].code;
        c->guard += f->row_base;
        for (uint32_t k = 0; k < CODE_DESTINATIONS; k++) {
            move_row(&c->dst[k], f->row_base);
        }
        for (uint32_t k = 0; k < CODE_SOURCES; k++) {
            move_row(&c->src[k], f->row_base);
        }
        if (c->call != NULL) {
            move_call(p, f, i);
        }
        if (c->names_local && f->frame_bytes > 0) {
            move_local(p, f, i);
        }
    }
}

static bool reaches(const function *f, const symbol *s)
{
    const use *u = f->shared;
    while (u != NULL && u->symbol != s) {
        u = u->next;
    }
    return u != NULL;
}

static void place_shared(program *p, symbol *s)
{
    uint64_t at = 0;
    for (size_t k = 0; k < p->n_kernels; k++) {
        const function *f = p->kernels[k]->function;
        if (f->shared_bytes > at && reaches(f, s)) {
            at = f->shared_bytes;
        }
    }
    s->address = (at + s->align - 1) / s->align * s->align;
    if (s->address + s->bytes >= GENERIC_WINDOW_BYTES) {
        program_fail(p, s->line, "%.80s: too much shared memory, expected less than %d bytes", s->name,
                     GENERIC_WINDOW_BYTES);
    }
    for (size_t k = 0; k < p->n_kernels; k++) {
        function *f = p->kernels[k]->function;
        if (reaches(f, s)) {
            f->shared_bytes = (uint32_t)(s->address + s->bytes);
        }
    }
}

static void place_variables(program *p)
{
    for (symbol *s = p->variables; s != NULL; s = s->next) {
        if (s->space == SPACE_SHARED && !s->is_extern) {
            place_shared(p, s);
        } else if (s->space == SPACE_CONST) {
            s->address = (p->constant_bytes + s->align - 1) / s->align * s->align;
            p->constant_bytes = s->address + s->bytes;
        }
    }
    for (symbol *s = p->variables; s != NULL; s = s->next) {
        if (s->space == SPACE_SHARED && s->is_extern) {          // dynamic: after everything else; several are one
            s->align = s->align > 16 ? s->align : 16;
            s->bytes = 0;
            place_shared(p, s);
        }
    }
}

void layout_module(program *p)
{
    calls_resolve(p);
    for (function *f = p->functions; f != NULL; f = f->next) {
        if (!f->is_entry) {
            place_function(p, f, &p->callee_rows, &p->callee_local);
        }
    }
    for (function *f = p->functions; f != NULL; f = f->next) {
        uint32_t rows = p->callee_rows, local = p->callee_local;
        if (f->is_entry) {
            place_function(p, f, &rows, &local);
        }
    }
    for (const function *f = p->functions; f != NULL; f = f->next) {
        move_code(p, f);
    }
    place_variables(p);
    const uint32_t registers = insns_registers(p->insns, p->n_insns);
    for (size_t k = 0; k < p->n_kernels; k++) {
        kernel *face = &p->kernels[k]->face;
        face->insns = p->insns;
        face->n_insns = p->n_insns;
        face->registers = registers;
        face->shared_bytes = p->kernels[k]->function->shared_bytes;
    }
    for (const relocation *r = p->relocations; r != NULL; r = r->next) {
        if (r->symbol->is_extern && r->symbol->space != SPACE_SHARED) {
            program_fail(p, r->symbol->line, "%.80s is .extern, expected a definition in this file", r->symbol->name);
        }
    }
    relocate(p);
}
