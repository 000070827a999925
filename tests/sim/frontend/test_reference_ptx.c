// SPDX-License-Identifier: BSD-3-Clause
// The PTX of ../shared/reference (nvcc): parses, gives the right values, and counts instructions exactly as GPGPU-Sim does
// (../shared/reference/README.md). Skipped where that folder is absent.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "sim/frontend/exec.h"

typedef struct { const char *file, *entry; uint32_t grid[3], block[3]; uint64_t threads, warps; } expected;

typedef struct { program *program; device_memory *memory; uint8_t params[64]; size_t bytes; } setup;

static void push(setup *s, const void *value, size_t bytes)
{
    s->bytes = (s->bytes + bytes - 1) / bytes * bytes;
    memcpy(s->params + s->bytes, value, bytes);
    s->bytes += bytes;
}

static float *push_buffer(setup *s, uint32_t count)
{
    uint64_t address = device_alloc(s->memory, "buffer", count * 4);
    push(s, &address, 8);
    return device_at(s->memory, address, count * 4);
}

static void push_int(setup *s, int32_t value)
{
    push(s, &value, 4);
}

// False when there is no reference folder.
static bool begin(setup *s, const char *file)
{
    char path[100];
    ptx_error error;
    snprintf(path, sizeof path, "../shared/reference/%s", file);
    FILE *f = fopen(path, "r");
    if (f == NULL) {
        return false;
    }
    fclose(f);
    *s = (setup){ .program = program_load(path, &error), .memory = device_memory_new() };
    if (s->program == NULL) {
        fail_msg("%s", error.text);
    }
    return true;
}

static void run(setup *s, const expected *e)
{
    ptx_error error;
    launch_config c = { .kernel = program_find(s->program, e->entry, &error), .params = s->params, .params_size = s->bytes,
                        .memory = s->memory, .sm_count = 15, .warps_per_sm = 48 };
    memcpy(c.grid, e->grid, sizeof c.grid);
    memcpy(c.block, e->block, sizeof c.block);
    assert_true(device_load_program(s->memory, s->program, &error));
    launch *l = launch_new(&c, 1, &error);
    uint64_t threads, warps;
    if (l == NULL || !launch_run_functional(l, 0, &threads, &warps)) {
        fail_msg("%s%s", error.text, l != NULL ? launch_error(l) : "");
    }
    launch_free(l);
    assert_int_equal(threads, e->threads);
    assert_int_equal(warps, e->warps);
}

static void end(setup *s)
{
    device_memory_free(s->memory);
    program_free(s->program);
}

static void test_vadd(void **state)
{
    (void)state;
    setup s;
    if (!begin(&s, "vadd.ptx")) {
        skip();
    }
    float *a = push_buffer(&s, 65536), *b = push_buffer(&s, 65536), *c = push_buffer(&s, 65536);
    push_int(&s, 65536);
    for (int i = 0; i < 65536; i++) {
        a[i] = (float)i;
        b[i] = 0.5f * (float)i;
    }
    run(&s, &(expected){ "vadd", "vadd", { 256, 1, 1 }, { 256, 1, 1 }, 1376256, 45056 });
    for (int i = 0; i < 65536; i++) {
        assert_true(c[i] == 1.5f * (float)i);
    }
    end(&s);
}

static void test_conv2d(void **state)
{
    (void)state;
    setup s;
    if (!begin(&s, "conv2d.ptx")) {
        skip();
    }
    float *a = push_buffer(&s, 512 * 512), *b = push_buffer(&s, 512 * 512);
    push_int(&s, 512);
    push_int(&s, 512);
    for (int i = 0; i < 512 * 512; i++) {
        a[i] = 1.0f;
    }
    run(&s, &(expected){ "conv2d", "conv2d", { 16, 64, 1 }, { 32, 8, 1 }, 14092412, 449536 });
    assert_true(b[0] == 0.0f && b[511 * 512 + 5] == 0.0f && b[513] == b[300 * 512 + 200] && b[513] != 0.0f);
    end(&s);
}

static void test_atax(void **state)
{
    (void)state;
    setup s;
    if (!begin(&s, "atax.ptx")) {
        skip();
    }
    float *a = push_buffer(&s, 7680 * 64), *x = push_buffer(&s, 64), *tmp = push_buffer(&s, 7680);
    push_int(&s, 7680);
    push_int(&s, 64);
    for (int i = 0; i < 7680 * 64; i++) {
        a[i] = (float)(i / 64 % 100);
    }
    for (int i = 0; i < 64; i++) {
        x[i] = 2.0f;
    }
    run(&s, &(expected){ "atax", "atax_row", { 30, 1, 1 }, { 256, 1, 1 }, 4592640, 144000 });
    for (int i = 0; i < 7680; i++) {
        assert_true(tmp[i] == 128.0f * (float)(i % 100));
    }
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_vadd), cmocka_unit_test(test_conv2d), cmocka_unit_test(test_atax) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
