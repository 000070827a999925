// SPDX-License-Identifier: BSD-3-Clause
// What the unit tests of the golden models share.
#include "tests/rtl_c/models.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { STRUCT_MAX = 16384 };

const block_ops *model_find(const char *block, const char *config)
{
    for (const block_ops *const *model = block_table; *model; model++)
        if (strcmp((*model)->block, block) == 0 && strcmp((*model)->config, config) == 0)
            return *model;
    fail_msg("%s_%s is not built", block, config);
    return NULL;
}

unsigned model_param(const block_ops *model, const char *name)
{
    for (const block_param *param = model->params; param->name; param++)
        if (strcmp(param->name, name) == 0)
            return param->value;
    fail_msg("%s has no parameter %s", model->block, name);
    return 0;
}

const block_ops *model_after(const char *block, const block_ops *previous)
{
    bool passed = previous == NULL;
    for (const block_ops *const *model = block_table; *model; model++) {
        if (passed && strcmp((*model)->block, block) == 0)
            return *model;
        passed = passed || *model == previous;
    }
    return NULL;
}

static uint64_t element(const block_field *field, const void *base, unsigned index)
{
    uint64_t value = 0;
    memcpy(&value, (const char *)base + field->offset + index * field->size, field->size);
    return value;
}

static void check_widths(const block_ops *model, field_kind kind, const void *base)
{
    for (const block_field *field = model->fields; field->name; field++) {
        if (field->kind != kind)
            continue;
        for (unsigned i = 0; i < field->count; i++)
            if (element(field, base, i) & ~field_mask(field, i))
                fail_msg("%s_%s: %s[%u] has more bits than 0x%llx", model->block, model->config, field->name, i,
                         (unsigned long long)field_mask(field, i));
    }
}

// Outputs computed with other late inputs must be the same.
static void check_late(const block_ops *model, const void *q, const void *in, const void *out)
{
    char other_in[STRUCT_MAX], other_out[STRUCT_MAX] = {0};
    memcpy(other_in, in, model->in_size);
    for (const block_field *field = model->fields; field->name; field++)
        if (field->kind == FIELD_IN_LATE)
            for (unsigned byte = 0; byte < (unsigned)field->size * field->count; byte++)
                other_in[field->offset + byte] ^= (char)MASK(field->width);
    memcpy(other_out, out, model->out_size);
    model->out(q, other_in, other_out);
    assert_memory_equal(out, other_out, model->out_size);
}

void model_step(const block_ops *model, void *q, const void *in, void *out)
{
    char d[STRUCT_MAX];
    assert_true(model->in_size <= STRUCT_MAX && model->out_size <= STRUCT_MAX && model->state_size <= STRUCT_MAX);
    model->out(q, in, out);
    check_widths(model, FIELD_OUT, out);
    check_late(model, q, in, out);
    memcpy(d, q, model->state_size);
    model->next(q, in, out, d);
    check_widths(model, FIELD_REG, d);
    assert_true(model->invariant(d));
    if (model->idle(q, in))
        assert_memory_equal(q, d, model->state_size);
    if (model->count) {
        char counted[STRUCT_MAX];
        memcpy(counted, q, model->state_size);
        if (model->count(q, in, 1, counted))
            assert_memory_equal(counted, d, model->state_size);
    }
    memcpy(q, d, model->state_size);
}

uint64_t random_bits(uint64_t *seed)
{
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return *seed * UINT64_C(2685821657736338717);
}

unsigned random_below(uint64_t *seed, unsigned limit) { return (unsigned)((random_bits(seed) >> 32) * limit >> 32); }

uint64_t random_mask(uint64_t *seed, unsigned width, unsigned percent)
{
    uint64_t mask = 0;
    for (unsigned bit = 0; bit < width; bit++)
        mask |= (uint64_t)(random_below(seed, 100) < percent) << bit;
    return mask;
}
