// SPDX-License-Identifier: BSD-3-Clause
// Initial contents of a job file's buffers: "zero", "none", {"lcg": ...}, {"iota": [start, step]},
// {"values": [...]}; and tagged scalars.
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "sim/report/number.h"
#include "sim/workload/job_reader.h"

job_host job_init_host(json_t *init)
{
    const char *word = json_string_value(init);

    if (word && strcmp(word, "none") == 0)
        return HOST_NONE;
    return word ? HOST_ZERO : HOST_DATA;
}

// Words for values that JSON has no number for.
static bool find_word(json_t *value, double *real)
{
    static const struct { const char *word; double real; } words[] = {
        { "nan", NAN }, { "inf", INFINITY }, { "-inf", -INFINITY },
    };

    for (size_t i = 0; json_is_string(value) && i < sizeof words / sizeof *words; i++)
        if (strcmp(json_string_value(value), words[i].word) == 0)
            return *real = words[i].real, true;
    return false;
}

bool job_read_scalar(job_reader *r, json_t *value, scalar_type type, uint64_t *bits)
{
    char seen[NUMBER_TEXT];
    double word;

    *bits = 0;
    if (scalar_is_float(type)) {
        if (find_word(value, &word)) {
            scalar_store_real(type, bits, word);
            return true;
        }
        if (!json_is_number(value))
            return reader_fail(&r->json, "%s: expected a number, or \"nan\", \"inf\" or \"-inf\"", scalar_name(type));
        if (!scalar_holds_real(type, json_number_value(value)))
            return reader_fail(&r->json, "%s: seen %s, expected a number that it holds", scalar_name(type),
                               number_exact(json_number_value(value), seen));
        scalar_store_real(type, bits, json_number_value(value));
        return true;
    }
    if (json_is_real(value))
        return reader_fail(&r->json, "%s: seen %s, expected a whole number", scalar_name(type),
                           number_exact(json_number_value(value), seen));
    if (!json_is_integer(value))
        return reader_fail(&r->json, "%s: expected a whole number", scalar_name(type));
    if (!scalar_holds(type, json_integer_value(value)))
        return reader_fail(&r->json, "%s: seen %" PRId64 ", expected a number that it holds", scalar_name(type),
                           (int64_t)json_integer_value(value));
    scalar_store_integer(type, bits, json_integer_value(value));
    return true;
}

static bool read_lcg(job_reader *r, json_t *lcg, job_buffer *buffer)
{
    static const char *const known[] = { "seed", "lo", "hi", NULL };
    json_t *seed_value, *low, *high;
    char seen[2][NUMBER_TEXT];
    int64_t seed = 0;

    if (!reader_keys(&r->json, lcg, known) || !(seed_value = reader_get(&r->json, lcg, "seed")) ||
        !reader_integer(&r->json, seed_value, "seed", 0, UINT32_MAX, &seed) || !(low = reader_get(&r->json, lcg, "lo")) ||
        !(high = reader_get(&r->json, lcg, "hi")))
        return false;
    if (scalar_is_float(buffer->type)) {
        if (!json_is_number(low) || !json_is_number(high))
            return reader_fail(&r->json, "lo, hi: expected numbers");
        if (!scalar_holds_real(buffer->type, json_number_value(low)) || !scalar_holds_real(buffer->type, json_number_value(high)))
            return reader_fail(&r->json, "lo, hi: seen %s and %s, expected numbers that %s holds",
                               number_exact(json_number_value(low), seen[0]), number_exact(json_number_value(high), seen[1]),
                               scalar_name(buffer->type));
        if (!scalar_holds_real(buffer->type, json_number_value(high) - json_number_value(low)))
            return reader_fail(&r->json, "lo, hi: seen %s and %s, expected numbers whose difference %s can hold",
                               number_exact(json_number_value(low), seen[0]), number_exact(json_number_value(high), seen[1]),
                               scalar_name(buffer->type));
        job_fill_lcg_real(buffer, (uint32_t)seed, json_number_value(low), json_number_value(high));
        return true;
    }
    if (!json_is_integer(low) || !json_is_integer(high))
        return reader_fail(&r->json, "lo, hi: expected whole numbers for %s", scalar_name(buffer->type));
    if (json_integer_value(low) >= json_integer_value(high))
        return reader_fail(&r->json, "lo, hi: seen %" PRId64 " and %" PRId64 ", expected lo < hi",
                           (int64_t)json_integer_value(low), (int64_t)json_integer_value(high));
    if (!scalar_holds(buffer->type, json_integer_value(low)) ||
        !scalar_holds(buffer->type, json_integer_value(high) - 1))
        return reader_fail(&r->json, "lo, hi: seen %" PRId64 " and %" PRId64 ", expected numbers that %s holds",
                           (int64_t)json_integer_value(low), (int64_t)json_integer_value(high),
                           scalar_name(buffer->type));
    job_fill_lcg_integer(buffer, (uint32_t)seed, json_integer_value(low), json_integer_value(high));
    return true;
}

static bool read_integer_iota(job_reader *r, int64_t start, int64_t step, job_buffer *buffer)
{
    unsigned size = scalar_size(buffer->type);
    int64_t last;

    if (__builtin_mul_overflow(step, (int64_t)(buffer->count - 1), &last) ||
        __builtin_add_overflow(last, start, &last) || !scalar_holds(buffer->type, start) ||
        !scalar_holds(buffer->type, last))
        return reader_fail(&r->json, "iota: seen %" PRIu64 " values from %" PRId64 " by %" PRId64 ", expected numbers that %s holds",
                           buffer->count, start, step, scalar_name(buffer->type));
    for (uint64_t i = 0; i < buffer->count; i++)
        scalar_store_integer(buffer->type, (char *)buffer->data + i * size, start + (int64_t)i * step);
    return true;
}

static bool read_iota(job_reader *r, json_t *iota, job_buffer *buffer)
{
    json_t *start = json_array_get(iota, 0), *step = json_array_get(iota, 1);
    unsigned size = scalar_size(buffer->type);
    char seen[2][NUMBER_TEXT];

    if (json_array_size(iota) != 2 || !json_is_number(start) || !json_is_number(step))
        return reader_fail(&r->json, "iota: expected [start, step]");
    if (!scalar_is_float(buffer->type)) {
        if (!json_is_integer(start) || !json_is_integer(step))
            return reader_fail(&r->json, "iota: expected whole numbers for %s", scalar_name(buffer->type));
        return read_integer_iota(r, json_integer_value(start), json_integer_value(step), buffer);
    }
    if (!scalar_holds_real(buffer->type, json_number_value(start)) ||
        !scalar_holds_real(buffer->type, json_number_value(start) + (double)(buffer->count - 1) * json_number_value(step)))
        return reader_fail(&r->json, "iota: seen %" PRIu64 " values from %s by %s, expected numbers that %s holds",
                           buffer->count, number_exact(json_number_value(start), seen[0]),
                           number_exact(json_number_value(step), seen[1]), scalar_name(buffer->type));
    for (uint64_t i = 0; i < buffer->count; i++)
        scalar_store_real(buffer->type, (char *)buffer->data + i * size,
                          json_number_value(start) + (double)i * json_number_value(step));
    return true;
}

bool job_read_values(job_reader *r, json_t *values, const job_buffer *buffer, void *data)
{
    unsigned size = scalar_size(buffer->type);

    if (!json_is_array(values) || json_array_size(values) != buffer->count)
        return reader_fail(&r->json, "values: seen %zu, expected an array of %" PRIu64, json_array_size(values),
                           buffer->count);
    for (size_t i = 0; i < buffer->count; i++) {
        size_t before = reader_enter(&r->json, ".values[%zu]", i);
        uint64_t bits;

        if (!job_read_scalar(r, json_array_get(values, i), buffer->type, &bits))
            return false;
        memcpy((char *)data + i * size, &bits, size);
        reader_leave(&r->json, before);
    }
    return true;
}

bool job_read_init(job_reader *r, json_t *init, job_buffer *buffer)
{
    static const char *const known[] = { "lcg", "iota", "values", NULL };
    const char *word = json_string_value(init);
    char nearest[NEAREST_WORD];
    size_t before;
    json_t *value;
    bool good;

    if (word) {
        if (strcmp(word, "zero") == 0 || strcmp(word, "none") == 0)
            return true;
        return reader_fail(&r->json, "init: seen `%.40s`; the nearest is %s; expected zero, none, {\"lcg\": ...}, {\"iota\": ...} or "
                           "{\"values\": [...]}", word, nearest_of(word, "zero none lcg iota values", " ", nearest));
    }
    before = reader_enter(&r->json, ".init");
    if (!reader_keys(&r->json, init, known))
        return false;
    if (json_object_size(init) != 1)
        return reader_fail(&r->json, "expected one of `lcg`, `iota` and `values`");
    if ((value = json_object_get(init, "lcg")))
        good = read_lcg(r, value, buffer);
    else if ((value = json_object_get(init, "values")))
        good = job_read_values(r, value, buffer, buffer->data);
    else
        good = read_iota(r, json_object_get(init, "iota"), buffer);
    if (good)
        reader_leave(&r->json, before);
    return good;
}
