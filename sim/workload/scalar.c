// SPDX-License-Identifier: BSD-3-Clause
#include "sim/workload/scalar.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

const char scalar_names[] = "u8, s8, u16, s16, u32, s32, u64, s64, f32, f64";

static const struct { const char *name; unsigned size; bool is_float, is_signed; } types[SCALAR_TYPES] = {
    [SCALAR_U8] = { "u8", 1, false, false },   [SCALAR_S8] = { "s8", 1, false, true },
    [SCALAR_U16] = { "u16", 2, false, false }, [SCALAR_S16] = { "s16", 2, false, true },
    [SCALAR_U32] = { "u32", 4, false, false }, [SCALAR_S32] = { "s32", 4, false, true },
    [SCALAR_U64] = { "u64", 8, false, false }, [SCALAR_S64] = { "s64", 8, false, true },
    [SCALAR_F32] = { "f32", 4, true, true },   [SCALAR_F64] = { "f64", 8, true, true },
};

const char *scalar_name(scalar_type type)
{
    return types[type].name;
}

int scalar_find(const char *name)
{
    for (int type = 0; type < SCALAR_TYPES; type++)
        if (strcmp(types[type].name, name) == 0)
            return type;
    return -1;
}

unsigned scalar_size(scalar_type type)
{
    return types[type].size;
}

bool scalar_is_float(scalar_type type)
{
    return types[type].is_float;
}

bool scalar_holds(scalar_type type, int64_t value)
{
    unsigned bits = 8 * types[type].size;

    if (!types[type].is_signed)
        return value >= 0 && (bits == 64 || value < (INT64_C(1) << bits));
    return bits == 64 || (value >= -(INT64_C(1) << (bits - 1)) && value < (INT64_C(1) << (bits - 1)));
}

bool scalar_holds_real(scalar_type type, double value)
{
    return isfinite(type == SCALAR_F32 ? (float)value : value);
}

void scalar_store_integer(scalar_type type, void *at, int64_t value)
{
    if (types[type].is_float)
        scalar_store_real(type, at, (double)value);
    else
        memcpy(at, &value, types[type].size);
}

void scalar_store_real(scalar_type type, void *at, double value)
{
    float single = (float)value;

    if (type == SCALAR_F32)
        memcpy(at, &single, sizeof single);
    else
        memcpy(at, &value, sizeof value);
}

static int64_t load_signed(scalar_type type, const void *at)
{
    unsigned unused = 64 - 8 * types[type].size;
    uint64_t bits = 0;

    memcpy(&bits, at, types[type].size);
    return (int64_t)(bits << unused) >> unused;
}

static uint64_t load_unsigned(scalar_type type, const void *at)
{
    uint64_t bits = 0;

    memcpy(&bits, at, types[type].size);
    return bits;
}

static double load_real(scalar_type type, const void *at)
{
    float single;
    double number;

    if (type == SCALAR_F32)
        return memcpy(&single, at, sizeof single), single;
    return memcpy(&number, at, sizeof number), number;
}

long double scalar_load(scalar_type type, const void *at)
{
    if (types[type].is_float)
        return load_real(type, at);
    return types[type].is_signed ? (long double)load_signed(type, at) : (long double)load_unsigned(type, at);
}

void scalar_print(scalar_type type, const void *at, char *text, size_t size)
{
    if (types[type].is_float && isnan(load_real(type, at)))
        snprintf(text, size, "nan");            // a sign means nothing
    else if (types[type].is_float)
        snprintf(text, size, "%.*g", type == SCALAR_F32 ? 9 : 17, load_real(type, at));
    else if (types[type].is_signed)
        snprintf(text, size, "%" PRId64, load_signed(type, at));
    else
        snprintf(text, size, "%" PRIu64, load_unsigned(type, at));
}
