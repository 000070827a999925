// SPDX-License-Identifier: BSD-3-Clause
// Buffers that are variables of the module, and the notice of a variable that is read but never filled.
#include "sim/workload/job_symbols.h"

#include <inttypes.h>
#include <stdio.h>

#include "sim/machine/nearest.h"

static bool unknown(const program *p, const char *symbol, job_error *error)
{
    nearest_search search = { .wanted = symbol };

    for (const program_variable *v = NULL; (v = program_variable_next(p, v));)
        nearest_offer(&search, variable_look(v).name);
    if (!search.best)
        return job_fail(error, "symbol: seen `%.60s`, expected a variable of %.100s, which has none", symbol,
                        program_file_name(p));
    return job_fail(error, "symbol: %.100s has no variable `%.60s` of that name alone; the nearest is %.60s",
                    program_file_name(p), symbol, search.best);
}

// As for an argument: size and kind count, signedness does not; .b8 takes any type, as compilers declare arrays.
static bool type_fits(const variable_facts *facts, scalar_type type)
{
    if (facts->kind == 'b')
        return facts->element == 1 || facts->element == scalar_size(type);
    return facts->element == scalar_size(type) && (facts->kind == 'f') == scalar_is_float(type);
}

bool job_bind_symbol(job *j, job_buffer *buffer, const char *symbol, job_error *error)
{
    const program_variable *variable = program_variable_find(j->program, symbol);
    uint64_t bytes = buffer->count * scalar_size(buffer->type);
    variable_facts facts;

    if (!variable)
        return unknown(j->program, symbol, error);
    facts = variable_look(variable);
    for (unsigned i = 0; i < j->n_buffers; i++)
        if (j->buffers[i].variable == variable)
            return job_fail(error, "symbol: `%.60s` is buffer `%s` already", facts.name, j->buffers[i].name);
    if (!type_fits(&facts, buffer->type))
        return job_fail(error, "symbol: seen type %s, expected that of %.60s, .%s (%.100s:%" PRIu32 ")",
                        scalar_name(buffer->type), facts.name, facts.type, program_file_name(j->program), facts.line);
    if (bytes != facts.bytes)
        return job_fail(error, "symbol: seen %" PRIu64 " bytes (%" PRIu64 " of %s), expected the %" PRIu64 " of %.60s "
                        "(%.100s:%" PRIu32 ")", bytes, buffer->count, scalar_name(buffer->type), facts.bytes,
                        facts.name, program_file_name(j->program), facts.line);
    buffer->variable = variable;
    j->bytes -= (bytes + JOB_BUFFER_ALIGNMENT - 1) / JOB_BUFFER_ALIGNMENT * JOB_BUFFER_ALIGNMENT;
    return true;
}

// The kernel of the first launch, through all repeats, for which `holds` does.
static const kernel *find_launch(const job_steps *steps, const program_variable *v,
                                 bool (*holds)(const kernel *, const program_variable *))
{
    for (size_t i = 0; i < steps->count; i++) {
        const job_step *step = &steps->items[i];
        const kernel *found = step->kind == STEP_REPEAT ? find_launch(&step->steps, v, holds) : NULL;

        if (found || (step->kind == STEP_LAUNCH && holds(step->kernel, v)))
            return found ? found : step->kernel;
    }
    return NULL;
}

static bool is_filled_by_step(const job *j, const job_steps *steps, const program_variable *v)
{
    for (size_t i = 0; i < steps->count; i++) {
        const job_step *step = &steps->items[i];

        if (step->kind == STEP_FILL && j->buffers[step->buffer].variable == v)
            return true;
        if (step->kind == STEP_REPEAT && is_filled_by_step(j, &step->steps, v))
            return true;
    }
    return false;
}

// By the host, initially or by a step.
static bool is_filled(const job *j, const program_variable *v)
{
    for (unsigned i = 0; i < j->n_buffers; i++)
        if (j->buffers[i].variable == v && j->buffers[i].host != HOST_NONE)
            return true;
    return is_filled_by_step(j, &j->steps, v);
}

// A kernel that gets the address may write, too.
static bool is_passed(const job *j, const job_steps *steps, const program_variable *v)
{
    for (size_t i = 0; i < steps->count; i++) {
        const job_step *step = &steps->items[i];

        for (unsigned a = 0; a < step->n_args; a++)
            if (step->args[a].kind == ARG_BUFFER && j->buffers[step->args[a].buffer].variable == v)
                return true;
        if (step->kind == STEP_REPEAT && is_passed(j, &step->steps, v))
            return true;
    }
    return false;
}

unsigned job_notices(const job *j, void (*tell)(const char *text))
{
    unsigned told = 0;

    for (const program_variable *v = NULL; (v = program_variable_next(j->program, v));) {
        const kernel *reader = find_launch(&j->steps, v, kernel_reads);
        variable_facts facts;
        char text[512];

        if (variable_is_texture(v) || !reader || find_launch(&j->steps, v, kernel_writes) || is_filled(j, v) || is_passed(j, &j->steps, v))
            continue;
        facts = variable_look(v);
        if (facts.has_initial || variable_is_pointed_at(j->program, v))
            continue;
        snprintf(text, sizeof text, "%.200s:%" PRIu32 ": %.80s reads the %s variable %.80s, which nothing fills: it is "
                 "zero (a buffer of a job file with \"symbol\" fills it)", program_file_name(j->program), facts.line,
                 kernel_name(reader), facts.space, facts.name);
        tell(text);
        told++;
    }
    return told;
}
