// SPDX-License-Identifier: BSD-3-Clause
// Kernel profiles: made at a kernel's first launch, the cells of a line at its first issue. So no cycle allocates, and lines that
// never run cost one word.
#include "sim/core/profile.h"
#include "sim/core/route.h"

#include <stdlib.h>
#include <string.h>

enum { STATEMENT = 256 };

static void *room(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory)
        abort();
    return memory;
}

profile *profile_new(unsigned ages)
{
    profile *p = room(1, sizeof *p);
    p->n_ages = ages;
    return p;
}

static void free_kernel(kernel_profile *k)
{
    for (unsigned i = 0; i < k->n_lines; i++) {
        free(k->lines[i].text);
        free(k->lines[i].ages);
    }
    free(k->name);
    free(k->ages);
    free(k->lines);
    free(k->line_of);
    free(k);
}

void profile_free(profile *p)
{
    if (!p)
        return;
    for (unsigned i = 0; i < p->n_kernels; i++)
        free_kernel(p->kernels[i]);
    free(p->kernels);
    free(p);
}

static char *copy(const char *text)
{
    char *own = room(strlen(text) + 1, 1);
    return strcpy(own, text);
}

// One behind the other; the PCs of a module go from 0 in steps.
static void list_lines(kernel_profile *k, uint32_t l1d_global)
{
    char text[STATEMENT];
    const insn *insn;
    for (k->n_insns = 0; kernel_insn(k->kernel, k->n_insns * INSN_BYTES); k->n_insns++)
        k->n_lines += route_of_insn(kernel_insn(k->kernel, k->n_insns * INSN_BYTES), l1d_global) == ROUTE_L1D;
    k->lines = room(k->n_lines, sizeof *k->lines);
    k->line_of = room(k->n_insns, sizeof *k->line_of);
    k->n_lines = 0;
    for (uint32_t i = 0; (insn = kernel_insn(k->kernel, i * INSN_BYTES)); i++) {
        if (route_of_insn(insn, l1d_global) != ROUTE_L1D)
            continue;
        kernel_insn_text(k->kernel, insn, text, sizeof text);
        k->lines[k->n_lines] = (profile_line){.line = insn->line, .pc = insn->pc, .store = insn->memory == MEMORY_STORE,
                                              .text = copy(text)};
        k->line_of[i] = ++k->n_lines;
    }
}

kernel_profile *profile_launch(profile *p, const kernel *kernel, uint32_t l1d_global)
{
    for (unsigned i = 0; i < p->n_kernels; i++)
        if (p->kernels[i]->kernel == kernel)
            return p->kernels[i];
    p->kernels = realloc(p->kernels, (p->n_kernels + 1) * sizeof *p->kernels);
    if (!p->kernels)
        abort();
    kernel_profile *k = room(1, sizeof *k);
    p->kernels[p->n_kernels++] = k;
    k->kernel = kernel;
    k->name = copy(kernel_name(kernel));
    k->n_ages = p->n_ages;
    k->ages = room(k->n_ages, sizeof *k->ages);
    list_lines(k, l1d_global);
    return k;
}

static unsigned class_of(const kernel_profile *k, unsigned age)
{
    return age < k->n_ages ? age : k->n_ages - 1;
}

line_cell *profile_issue(kernel_profile *k, const insn *insn, unsigned age)
{
    unsigned class = class_of(k, age);
    uint32_t number = k->line_of[insn->pc / INSN_BYTES];
    k->ages[class].issues++;
    if (!number)
        return NULL;
    profile_line *line = &k->lines[number - 1];
    if (!line->ages)
        line->ages = room(k->n_ages, sizeof *line->ages);
    return &line->ages[class];
}

void profile_hold(kernel_profile *k, unsigned age, uint64_t cycles)
{
    k->ages[class_of(k, age)].held += cycles;
}

void profile_mshrs(line_cell *cell, uint64_t cycle, int change)
{
    if (cycle > cell->since) {
        cell->counters.mshr_entry_cycles += cell->mshrs * (cycle - cell->since);
        cell->since = cycle;
    }
    cell->mshrs += (uint64_t)(int64_t)change;
}

void profile_settle(kernel_profile *k, uint64_t cycle)
{
    for (unsigned i = 0; i < k->n_lines; i++)
        for (unsigned age = 0; k->lines[i].ages && age < k->n_ages; age++)
            profile_mshrs(&k->lines[i].ages[age], cycle, 0);
}
