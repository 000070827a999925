// SPDX-License-Identifier: BSD-3-Clause
// Every bundled workload, executed functionally at awkward sizes, equals its CPU reference; and the comparison notices
// a wrong element wherever it is looked for. In `make test` every fourth size, from kernel to kernel others; of every fourth kernel
// more seeds, and of the next one wrong elements.
#include <assert.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "sim/workload/job_run.h"
#include "sim/workload/workload.h"
#include "tests/tier.h"

// In `make test` every fourth, from `first`.
static bool left_out(size_t index, size_t first)
{
    return !tier_is_all() && index % 4 != first % 4;
}

static size_t place_of(const workload *w)
{
    size_t place = 0;

    while (workload_table[place] != w)
        place++;
    return place;
}

static job_result result;
static functional_run functional;

static void run(const job *j)
{
    job_target target;

    functional = (functional_run){ 0 };
    target = functional_target(&functional);
    job_run(j, &target, &result);
}

static job *build_seeded(const workload *w, workload_size size, uint32_t seed)
{
    job_error error;
    job *j = workload_job(w, size, seed, &error);

    if (!j)
        fail_msg("%s", error.text);
    return j;
}

static job *build(const workload *w, workload_size size)
{
    return build_seeded(w, size, 0);
}

static bool same_inputs(const job *a, const job *b)
{
    for (unsigned i = 0; i < a->n_buffers; i++) {
        const job_buffer *one = &a->buffers[i], *other = &b->buffers[i];

        if (one->host == HOST_DATA &&
            (one->count != other->count || memcmp(one->data, other->data, one->count * scalar_size(one->type)) != 0))
            return false;
    }
    return true;
}

static void sizes_of_one(void **state)
{
    static const workload_size sizes[] = {
        { 0 }, { 3 }, { 31 }, { 33 }, { 257 }, { 3, 3 }, { 3, 31 }, { 33, 33 }, { 257, 2 }, { 31, 257 },
    };
    const workload *w = *state;             // + 1: so the sizes that take longest are left to `make test-all`

    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        char text[WORKLOAD_SIZE_TEXT];
        workload_size size = sizes[i];
        job *j;

        if ((size.columns && !w->size.columns) || left_out(i, place_of(w) + 1))
            continue;
        if (size.columns && size.columns < w->low.columns)
            size.columns = w->low.columns;
        if (size.columns && size.columns > w->high.columns)
            size.columns = w->high.columns;
        j = build(w, size);
        workload_print_size(workload_whole_size(w, size), text);

        run(j);
        if (result.status != STATUS_GOOD || result.verified != 1)
            fail_msg("%s, size %s: %s", w->name, text, result.message);
        job_free(j);
    }
}

// The usual inputs and two more of each kernel (in `make test` two more of every fourth): results equal the reference, and inputs differ where there are random ones.
static void test_seeds(void **state)
{
    static const uint32_t seeds[] = { 0, 1, UINT32_MAX };

    (void)state;
    for (const workload *const *w = workload_table; *w; w++) {
        job *usual = NULL;

        for (size_t i = 0; i < sizeof seeds / sizeof seeds[0]; i++) {
            if (i > 0 && left_out(place_of(*w), 0))
                break;

            job *j = build_seeded(*w, (workload_size){ 0 }, seeds[i]);

            run(j);
            if (result.status != STATUS_GOOD || result.verified != 1)
                fail_msg("%s, seed %u: %s", (*w)->name, seeds[i], result.message);
            if (!usual)
                usual = j;
            else if (same_inputs(usual, j))
                fail_msg("%s: the inputs of seed %u are the usual ones", (*w)->name, seeds[i]);
            if (j != usual)
                job_free(j);
        }
        job_free(usual);
    }
}

// The last element of every expected buffer, changed by its lowest bit or, when it is a float, by 1 %.
static void test_wrong_results_are_noticed(void **state)
{
    (void)state;
    for (const workload *const *w = workload_table; *w; w++) {
        if (left_out(place_of(*w), 1))
            continue;
        job *j = build(*w, (workload_size){ 0 });
        unsigned n_expects = j->n_expects;

        assert_true(n_expects > 0);
        for (unsigned i = 0; i < n_expects; i++) {
            job_expect *expect = &j->expects[i];
            const job_buffer *buffer = &j->buffers[expect->buffer];
            uint64_t index = strcmp((*w)->name, "conv2d") ? buffer->count - 1 : buffer->count / 2;
            char *at = (char *)expect->want + index * scalar_size(buffer->type), kept[8];

            memcpy(kept, at, scalar_size(buffer->type));
            if (scalar_is_float(buffer->type))
                scalar_store_real(buffer->type, at, (double)scalar_load(buffer->type, at) * 1.01 + 0.01);
            else
                at[0] ^= 1;
            run(j);
            assert_int_equal(result.status, STATUS_MISMATCH);
            assert_int_equal(result.verified, 0);
            assert_non_null(strstr(result.message, buffer->name));
            memcpy(at, kept, scalar_size(buffer->type));
        }
        job_free(j);
    }
}

static void refused(const char *name, workload_size size, const char *message)
{
    job_error error;

    assert_null(workload_job(workload_find(name), size, 0, &error));
    assert_string_equal(error.text, message);
}

static void test_size_range(void **state)
{
    (void)state;
    refused("conv2d", (workload_size){ 2 },
            "--size: seen 2x96, expected 3x3 to 65536x65536 for conv2d (rows x columns of the image)");
    refused("conv2d", (workload_size){ 65536, 65536 },
            "--size: seen 65536x65536, expected a product of at most 67108864 for conv2d (rows x columns of the image)");
    refused("vadd", (workload_size){ (1 << 26) + 1 },
            "--size: seen 67108865, expected 1 to 67108864 for vadd (elements)");
    assert_null(workload_find("conv2"));
}

static void parsed(const char *name, const char *text, uint32_t rows, uint32_t columns, uint32_t rounds)
{
    workload_size size;
    job_error error;

    assert_true(workload_parse_size(workload_find(name), text, &size, &error));
    assert_int_equal(size.rows, rows);
    assert_int_equal(size.columns, columns);
    assert_int_equal(size.rounds, rounds);
}

static void test_size_words(void **state)
{
    static const char *const wrong[] = { "0", "0x5", "5x0", "x", "5x", "x5", "5x5x5x5", "5x5x0", "kaw", "kaws-", "kaws/", "kaws/0", "-5", "+5", " 5", "5 ", "5.0", "Paper",
                                         "4294967296", "99999999999999999999999", "5X5" };
    workload_size size;
    job_error error;

    (void)state;
    parsed("atax", "5", 5, 0, 0);
    parsed("atax", "3840x1024", 3840, 1024, 0);
    parsed("streamcluster", "64x4x3", 64, 4, 3);
    parsed("streamcluster", "kaws", 65536, 32, 140);
    parsed("streamcluster", "kaws-few/64", 1024, 32, 10);
    parsed("streamcluster", "kaws-long", 65536, 256, 3);
    parsed("atax", "kaws", workload_find("atax")->paper_size.rows, workload_find("atax")->paper_size.columns, 0);
    parsed("vadd", "4294967295", UINT32_MAX, 0, 0);
    parsed("syrk", "paper", workload_find("syrk")->paper_size.rows, workload_find("syrk")->paper_size.columns, 0);
    parsed("atax", "paper/4", workload_find("atax")->paper_size.rows / 4, workload_find("atax")->paper_size.columns, 0);
    parsed("vadd", "paper/4000000000", workload_find("vadd")->low.rows, 0, 0);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(workload_parse_size(workload_find("atax"), wrong[i], &size, &error));
        assert_non_null(strstr(error.text, "expected N, NxM, NxMxL, paper, kaws, kaws-few, kaws-long, bucl or owl, or a word and /N"));
    }
    assert_false(workload_parse_size(workload_find("spmv"), "5x5", &size, &error));
    assert_string_equal(error.text, "--size: seen 5x5, expected one number for spmv (rows, with 11.5 elements each on average)");
    assert_false(workload_parse_size(workload_find("atax"), "5x5x5", &size, &error));
    assert_non_null(strstr(error.text, "expected two numbers for atax"));
}

static void within(const workload *w, workload_size size)
{
    job_error error;

    if (!workload_check_size(w, size, &error))
        fail_msg("%s", error.text);
    assert_int_equal(!size.columns, !w->size.columns);
    assert_int_equal(!size.rounds, !w->size.rounds);
}

// Every size that a word stands for lies within its range, and a kernel with a second number bounds the product.
static void test_paper_sizes(void **state)
{
    (void)state;
    for (const workload *const *w = workload_table; *w; w++) {
        within(*w, (*w)->paper_size);
        for (int i = 0; i < WORKLOAD_SHAPES; i++)
            if ((*w)->shapes[i].word)
                within(*w, (*w)->shapes[i].size);
        assert_int_equal(!(*w)->most, !(*w)->size.columns);
    }
}

// The launches of the KAWS paper's Table 2, and the CTAs that each has: as many launches as there, or fewer ones. In
// `make test` every third.
static const struct { const char *kernel, *size; unsigned launches; uint32_t ctas, or_ctas; } table_2[] = {
    { "streamcluster", "kaws", 140, 128, 0 }, { "pathfinder", "kaws", 5, 463, 0 }, { "btree", "kaws", 2, 6000, 10000 },
    { "hotspot", "kaws", 1, 1849, 0 }, { "mriq", "kaws", 4, 128, 0 }, { "quasirandom", "kaws", 42, 128, 0 },
    { "conv3d", "kaws", 254, 256, 0 }, { "3mm", "kaws", 3, 1024, 0 }, { "resnet", "kaws", 38, 64, 256 },
    { "streamcluster", "kaws-long", 3, 128, 0 }, { "mriq", "kaws-long", 1, 128, 0 },
    { "quasirandom", "kaws-long", 6, 128, 0 }, { "resnet", "kaws-long", 18, 64, 256 },
};

static void test_shapes_of_kaws(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof table_2 / sizeof table_2[0]; i++) {
        if (!tier_is_all() && i % 3 != 1)
            continue;

        const workload *w = workload_find(table_2[i].kernel);
        workload_size size;
        job_error error;
        job *j;

        assert_true(workload_parse_size(w, table_2[i].size, &size, &error));
        j = build(w, size);
        assert_int_equal(j->steps.count, table_2[i].launches);
        for (size_t k = 0; k < j->steps.count; k++) {
            const job_step *step = &j->steps.items[k];
            uint32_t ctas = step->grid[0] * step->grid[1] * step->grid[2];

            assert_int_equal(step->kind, STEP_LAUNCH);
            if (ctas != table_2[i].ctas && ctas != table_2[i].or_ctas)
                fail_msg("%s: a launch of %u CTAs", w->name, ctas);
        }
        job_free(j);
    }
}

// More samples a launch than the smaller of the two kernels has room for, and fewer in the last one.
static void test_long_launches(void **state)
{
    job *j = build(workload_find("mriq"), (workload_size){ 300, 500, 200 });

    (void)state;
    assert_int_equal(j->steps.count, 3);
    run(j);
    assert_int_equal(result.status, STATUS_GOOD);
    assert_int_equal(result.verified, 1);
    job_free(j);
}

// atax, 512 x 64: 16 warps walk 64 columns with a load of A (32 lines) and one of x at every step, then as many
// walk 64 rows with two coalesced loads; each of the 32 loads its sum first.
// conv2d, 96 x 96: 94 inner lines of 3 warps with 9 loads each, some of which fall into exactly 2 lines.
static void test_loads(void **state)
{
    job *j = build(workload_find("atax"), (workload_size){ 512, 64 });

    (void)state;
    run(j);
    assert_int_equal(functional.divergent_loads, 16 * 64);
    assert_int_equal(functional.divergent_lines, 16 * 64 * 32);
    assert_int_equal(functional.coherent_loads, 16 * 64 + 16 * 64 * 2 + 32);
    assert_int_equal(functional.coherent_lines, functional.coherent_loads);
    job_free(j);

    j = build(workload_find("conv2d"), (workload_size){ 96, 96 });
    run(j);
    assert_int_equal(functional.divergent_loads, 0);
    assert_int_equal(functional.coherent_loads, 94 * 3 * 9);
    job_free(j);
}

// A case of its own for the sizes of each kernel, so that a plant in one kernel names it.
// Documents so long that there is more in them than the link to their home: words, other links, tags that only begin as one.
static void test_long_documents(void **state)
{
    const workload *w = workload_find("invertedindex");
    job *j = build(w, (workload_size){ 9, 500 });

    (void)state;
    run(j);
    if (result.status != STATUS_GOOD || result.verified != 1)
        fail_msg("%s", result.message);
    job_free(j);
}

int main(void)
{
    enum { KERNELS = 256, NAME = 64 };
    static char names[KERNELS][NAME];
    struct CMUnitTest tests[KERNELS + 16] = {
        cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_long_documents),
        cmocka_unit_test(test_wrong_results_are_noticed),
        cmocka_unit_test(test_size_range),
        cmocka_unit_test(test_size_words),
        cmocka_unit_test(test_paper_sizes),
        cmocka_unit_test(test_shapes_of_kaws),
        cmocka_unit_test(test_long_launches),
        cmocka_unit_test(test_loads),
    };
    size_t count = 0, kernel = 0;

    while (tests[count].name)
        count++;
    for (; workload_table[kernel]; kernel++) {
        assert(kernel < KERNELS);
        snprintf(names[kernel], NAME, "sizes_of_%s", workload_table[kernel]->name);
        tests[count++] = (struct CMUnitTest){
            .name = names[kernel], .test_func = sizes_of_one, .initial_state = (void *)workload_table[kernel]
        };
    }
    return _cmocka_run_group_tests("workloads", tests, count, NULL, NULL);
}
