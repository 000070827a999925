// SPDX-License-Identifier: BSD-3-Clause
// Module-scope variables for others: to fill them by name, and to say which nobody fills.
#include "sim/frontend/module.h"

#include <string.h>

static const program_variable *visible(const symbol *s)
{
    while (s != NULL && (s->scope != 0 || s->is_extern || (s->space != SPACE_GLOBAL && s->space != SPACE_CONST))) {
        s = s->next;
    }
    return s;
}

const program_variable *program_variable_next(const program *p, const program_variable *before)
{
    return visible(before == NULL ? p->variables : before->next);
}

bool program_variable_share(program *p, const char *name)
{
    symbol *s = (symbol *)program_variable_find(p, name);
    if (s != NULL && s->space == SPACE_GLOBAL) {
        s->is_shared = true;
    }
    return s != NULL && s->is_shared;
}

const program_variable *program_variable_find(const program *p, const char *name)
{
    const program_variable *found = NULL;
    size_t matches = 0;
    for (const program_variable *v = NULL; (v = program_variable_next(p, v)) != NULL;) {
        if (strcmp(v->name, name) == 0) {
            return v;
        }
        if (unmangled_is(v->name, name)) {
            found = v;
            matches++;
        }
    }
    return matches == 1 ? found : NULL;
}

variable_facts variable_look(const program_variable *v)
{
    return (variable_facts){
        .name = v->name, .type = type_name(v->type), .space = v->space == SPACE_CONST ? ".const" : ".global",
        .kind = type_letter(v->type), .element = type_bytes(v->type), .line = v->line, .bytes = v->bytes,
        .has_initial = v->initial_bytes > 0,
    };
}

bool variable_is_pointed_at(const program *p, const program_variable *v)
{
    const relocation *r = p->relocations;
    while (r != NULL && (r->initial == NULL || r->symbol != v)) {
        r = r->next;
    }
    return r != NULL;
}

uint64_t variable_address(const program *p, const program_variable *v)
{
    return symbol_generic_address(p, v);
}

static bool contains(const use *u, const symbol *s)
{
    while (u != NULL && u->symbol != s) {
        u = u->next;
    }
    return u != NULL;
}

bool kernel_reads(const kernel *k, const program_variable *v)
{
    return contains(ptx_kernel_of(k)->function->reads, v);
}

bool kernel_writes(const kernel *k, const program_variable *v)
{
    return v->is_lost || contains(ptx_kernel_of(k)->function->writes, v);
}
