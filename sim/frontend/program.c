// SPDX-License-Identifier: BSD-3-Clause
// What others see of a program: its entries and what a kernel needs.
#include "sim/frontend/module.h"
#include "sim/machine/nearest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint32_t insns_registers(const insn *insns, uint32_t n)
{
    uint32_t above = 1;
    for (uint32_t k = 0; k < n; k++) {
        const insn *i = &insns[k];
        for (unsigned r = 0; r < i->n_dst; r++) {
            above = i->dst[r] >= above ? i->dst[r] + 1u : above;
        }
        for (unsigned r = 0; r < i->n_src; r++) {
            above = i->src[r] >= above ? i->src[r] + 1u : above;
        }
    }
    return above;
}

void program_free(program *p)
{
    if (p != NULL) {
        arena_free(p);
        free(p->insns);
        free(p->constants);
        free(p);
    }
}

const char *program_file_name(const program *p)
{
    return p->file_name;
}

size_t program_kernels(const program *p)
{
    return p->n_kernels;
}

const kernel *program_kernel(const program *p, size_t index)
{
    return index < p->n_kernels ? &p->kernels[index]->face : NULL;
}

// The plain name in an Itanium-mangled one: _Z4vaddPKf -> vadd, _ZL1c -> c. Of nested names (_ZN1a1bE…) the last part.
bool unmangled_is(const char *mangled, const char *name)
{
    if (strncmp(mangled, "_Z", 2) != 0) {
        return false;
    }
    const char *at = mangled + 2, *part = NULL;
    size_t length = 0;
    bool nested = *at == 'N';
    at += nested || *at == 'L';
    while (*at >= '1' && *at <= '9') {
        char *end;
        length = strtoul(at, &end, 10);
        if (length > strlen(end)) {
            return false;
        }
        part = end;
        at = end + length;
        if (!nested) {
            break;
        }
    }
    return part != NULL && strlen(name) == length && memcmp(part, name, length) == 0;
}

static void list_entries(const program *p, const char *name, size_t matches, ptx_error *error)
{
    nearest_search search = {.wanted = name};
    for (size_t i = 0; i < p->n_kernels; i++) {
        nearest_offer(&search, p->kernels[i]->function->name);
    }
    int n = matches == 0 && search.best
                ? snprintf(error->text, sizeof error->text, "%.200s: entry %.60s not found; the nearest is %.60s; expected one of:",
                           p->file_name, name, search.best)
                : snprintf(error->text, sizeof error->text, "%.200s: entry %.60s %s, expected one of:", p->file_name, name,
                           matches == 0 ? "not found" : "is ambiguous");
    for (size_t i = 0; i < p->n_kernels && n < (int)sizeof error->text - 70; i++) {
        n += snprintf(error->text + n, sizeof error->text - (size_t)n, " %.60s", p->kernels[i]->function->name);
    }
}

const kernel *program_find(const program *p, const char *name, ptx_error *error)
{
    const kernel *found = NULL;
    size_t matches = 0;
    for (size_t i = 0; i < p->n_kernels; i++) {
        if (strcmp(p->kernels[i]->function->name, name) == 0) {
            return &p->kernels[i]->face;
        }
        if (unmangled_is(p->kernels[i]->function->name, name)) {
            found = &p->kernels[i]->face;
            matches++;
        }
    }
    if (matches != 1) {
        list_entries(p, name, matches, error);
        return NULL;
    }
    return found;
}

const ptx_kernel *ptx_kernel_of(const kernel *k)
{
    if (k->source != &ptx_source) {
        fprintf(stderr, "front end: kernel %s is of no PTX\n", k->name);
        abort();
    }
    return (const ptx_kernel *)(const void *)k;
}

bool kernel_is_named(const kernel *k, const char *name)
{
    return strcmp(k->name, name) == 0 || unmangled_is(k->name, name);
}

size_t kernel_params(const kernel *k)
{
    return ptx_kernel_of(k)->function->n_formals;
}

const kernel_param *kernel_param_at(const kernel *k, size_t index)
{
    const function *f = ptx_kernel_of(k)->function;
    return index < f->n_formals ? &f->params[index] : NULL;
}

uint32_t kernel_target(const kernel *k)
{
    return ptx_kernel_of(k)->function->program->target;
}

bool kernel_reads_grid_barrier(const kernel *k)
{
    return ptx_kernel_of(k)->function->program->reads_grid_barrier;
}

uint32_t kernel_local_bytes(const kernel *k)
{
    const function *f = ptx_kernel_of(k)->function;
    return f->has_stack ? (f->local_base + f->local_bytes + 15) / 16 * 16 + CALL_STACK_BYTES : f->local_base + f->local_bytes;
}

uint32_t kernel_registers(const kernel *k, uint32_t limit)
{
    const function *f = ptx_kernel_of(k)->function;
    uint32_t most = f->deep_registers, least = f->deep_ordered_registers;
    return most <= limit ? most : limit > least ? limit : least;
}
