// SPDX-License-Identifier: BSD-3-Clause
// Who calls whom, once everything is parsed: the candidates of an indirect call, cycles of calls, and what a function needs with
// its callees (registers, shared variables, levels).
//
// Candidates are all functions whose address is taken anywhere in the module and whose parameters and result have as many bytes
// each as the call's. Functions that call each other form a component (Tarjan, "Depth-first search and linear graph algorithms",
// 1972); what one of them needs all do. How their calls run: call_frames.c.
#include "sim/frontend/code.h"
#include "sim/frontend/refusals.h"

#include <string.h>

enum { CALL_DEPTH_MAX = 64 };

static void merge_uses(program *p, use **list, const use *more)
{
    for (; more != NULL; more = more->next) {
        function_use(p, list, more->symbol);
    }
}

// --- indirect calls
static bool takes(const call_info *call, const function *f)
{
    bool same = f->is_defined && call->n_arguments == f->n_formals && call->has_result == (f->result != NULL) &&
                (!call->has_result || call->result_bytes == f->result->bytes);
    for (uint32_t k = 0; same && k < call->n_arguments; k++) {
        same = call->arguments[k].bytes == f->formals[k]->bytes;
    }
    return same;
}

static void add_candidate(program *p, call_info *call, symbol *s)
{
    function *f = s->function;
    call_info *candidate = program_alloc(p, sizeof *candidate);
    *candidate = *call;
    candidate->callee = f;
    candidate->address = s->address;
    candidate->candidates = NULL;
    candidate->next = call->candidates;
    candidate->arguments = program_alloc(p, (call->n_arguments + 1) * sizeof *candidate->arguments);
    for (uint32_t k = 0; k < call->n_arguments; k++) {
        candidate->arguments[k] = call->arguments[k];
        candidate->arguments[k].to = (uint32_t)f->formals[k]->address;
    }
    candidate->result_from = call->has_result ? (uint32_t)f->result->address : 0;
    call->candidates = candidate;
}

static void find_candidates(program *p, function *f)
{
    for (call_info *call = f->indirect_calls; call != NULL; call = call->next) {
        for (use *u = p->addressed; u != NULL; u = u->next) {
            if (takes(call, u->symbol->function)) {
                add_candidate(p, call, u->symbol);
                function_use(p, &f->calls, u->symbol);
            }
        }
    }
}

// --- components
static bool names_local(const program *p, const function *f)
{
    bool any = false;
    for (uint32_t i = f->first; i < f->first + f->count; i++) {
        any = any || ((const insn_code *)p->insns[i].code)->names_local;
    }
    return any;
}

static uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }

// What `f` needs of callees outside its component.
static void add_callees(program *p, const function *f, function *sum)
{
    for (const use *u = f->calls; u != NULL; u = u->next) {
        const function *callee = u->symbol->function;
        if (!callee->is_defined || callee->component == f->component) {
            continue;
        }
        merge_uses(p, &sum->shared, callee->shared);
        merge_uses(p, &sum->reads, callee->reads);
        merge_uses(p, &sum->writes, callee->writes);
        sum->call_depth = larger(sum->call_depth, callee->call_depth + 1);
        sum->deep_registers = larger(sum->deep_registers, callee->deep_registers);
        sum->deep_ordered_registers = larger(sum->deep_ordered_registers, callee->deep_ordered_registers);
        sum->recurses = sum->recurses || callee->recurses;
        sum->has_stack = sum->has_stack || callee->has_stack;
    }
}

static bool calls_itself(const function *f)
{
    bool itself = false;
    for (const use *u = f->calls; u != NULL; u = u->next) {
        itself = itself || u->symbol->function == f;
    }
    return itself;
}

static void add_member(program *p, function *f, function *sum)
{
    f->frame_bytes = f->is_recursive && names_local(p, f) ? (f->local_bytes + 15) / 16 * 16 : 0;
    merge_uses(p, &sum->shared, f->shared);
    merge_uses(p, &sum->reads, f->reads);
    merge_uses(p, &sum->writes, f->writes);
    sum->deep_registers += f->live_registers;
    sum->deep_ordered_registers += f->ordered_registers;
    sum->has_stack = sum->has_stack || f->frame_bytes > 0;
    sum->recurses = sum->recurses || f->is_recursive;
}

// The functions from the last one begun to `root` call each other.
static void close_component(program *p, function **begun, function *root)
{
    function sum = { 0 }, *end = root->below, *f;
    uint32_t number = ++p->n_components, members = 0;
    for (f = *begun; f != end; f = f->below) {
        f->component = number;
        members++;
    }
    for (f = *begun; f != end; f = f->below) {
        add_callees(p, f, &sum);
    }
    for (f = *begun; f != end; f = f->below) {
        f->is_recursive = members > 1 || calls_itself(f);
        add_member(p, f, &sum);
    }
    for (f = *begun; f != end; f = f->below) {
        f->shared = sum.shared;
        f->reads = sum.reads;
        f->writes = sum.writes;
        f->call_depth = sum.call_depth + members - 1;
        f->deep_registers = sum.deep_registers;
        f->deep_ordered_registers = sum.deep_ordered_registers;
        f->recurses = sum.recurses;
        f->has_stack = sum.has_stack;
        f->visiting = 2;
    }
    *begun = end;
}

static void check_depth(program *p, const function *f, uint32_t depth)
{
    if (depth + f->call_depth > CALL_DEPTH_MAX) {
        program_fail(p, f->line, "calls nested too deeply, expected at most %d levels", CALL_DEPTH_MAX);
    }
}

// Depth first; what callees need is known before their callers. Depth is bounded, so is the recursion.
static void visit(program *p, function *f, uint32_t depth, function **begun)
{
    check_depth(p, f, depth);
    f->visiting = 1;
    f->order = f->lowest = ++p->n_visited;
    f->below = *begun;
    *begun = f;
    for (const use *u = f->calls; u != NULL; u = u->next) {
        function *callee = u->symbol->function;
        if (!callee->is_defined) {
            if (service_find(callee->name) == NULL) {
                program_fail(p, f->line, "%.80s calls %.80s, %s", f->name, callee->name,
                             refusal_of(REFUSE_FUNCTION, callee->name).text);
            }
        } else if (callee->visiting == 0) {
            visit(p, callee, depth + 1, begun);
            f->lowest = callee->lowest < f->lowest ? callee->lowest : f->lowest;
        } else if (callee->visiting == 1) {
            f->lowest = callee->order < f->lowest ? callee->order : f->lowest;
        } else {
            check_depth(p, callee, depth + 1);
        }
    }
    if (f->lowest == f->order) {
        close_component(p, begun, f);
    }
}

void calls_resolve(program *p)
{
    function *begun = NULL;
    for (function *f = p->functions; f != NULL; f = f->next) {
        find_candidates(p, f);
    }
    for (function *f = p->functions; f != NULL; f = f->next) {
        if (f->visiting == 0) {
            visit(p, f, 0, &begun);
        }
    }
}
