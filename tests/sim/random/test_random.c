// Random kernels: sim/frontend's functional execution against the independent interpreter, all buffers bit for bit.
//
// 300 kernels from a fixed seed; WARPLOCK_SEED and WARPLOCK_KERNELS take others; it ends after WARPLOCK_FAILURES (5). A
// kernel that fails is written to $BUILD/random/seed-N.ptx. NaNs: a generated kernel replaces a NaN before its bits can
// be seen, so none are excused here.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "sim/frontend/exec.h"
#include "tests/sim/random/random_kernel.h"

enum { DEFAULT_SEED = 1000, DEFAULT_KERNELS = 300, DEFAULT_FAILURES = 5 };
static const uint64_t most_warp_insns = 20000000;

static unsigned long setting(const char *name, unsigned long otherwise)
{
    const char *text = getenv(name);
    return text && *text ? strtoul(text, NULL, 10) : otherwise;
}

static void keep_kernel(const random_kernel *kernel)
{
    const char *build = getenv("BUILD");
    char path[256];
    snprintf(path, sizeof path, "%s/random", build ? build : "build");
    mkdir(build ? build : "build", 0777);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/random/seed-%llu.ptx", build ? build : "build", (unsigned long long)kernel->seed);
    FILE *file = fopen(path, "w");
    if (!file) return;
    fputs(kernel->ptx, file);
    fclose(file);
    print_message("  kernel in %s; WARPLOCK_SEED=%llu WARPLOCK_KERNELS=1 runs it alone\n", path,
                  (unsigned long long)kernel->seed);
}

// Runs the kernel in sim/frontend; results are copied into data. False with a message.
static bool run_frontend(const random_kernel *kernel, uint8_t *data[RANDOM_BUFFERS], ptx_error *error)
{
    program *module = program_parse("random.ptx", kernel->ptx, strlen(kernel->ptx), error);
    if (!module) return false;
    device_memory *memory = device_memory_new();
    uint64_t addresses[RANDOM_BUFFERS], thread_insns, warp_insns;
    for (unsigned i = 0; i < RANDOM_BUFFERS; i++) {
        addresses[i] = device_alloc(memory, kernel->buffers[i].name, kernel->buffers[i].bytes);
        memcpy(device_at(memory, addresses[i], kernel->buffers[i].bytes), kernel->buffers[i].initial,
               kernel->buffers[i].bytes);
    }
    uint8_t params[RANDOM_PARAM_BYTES];
    random_kernel_params(kernel, addresses, params);
    launch_config config = {.kernel = program_find(module, kernel->entry, error),
                            .dynamic_shared = kernel->dynamic_shared,
                            .params = params,
                            .params_size = kernel->params_bytes,
                            .memory = memory,
                            .sm_count = 15,
                            .warps_per_sm = 48};
    memcpy(config.grid, kernel->grid, sizeof config.grid);
    memcpy(config.block, kernel->block, sizeof config.block);
    launch *run = config.kernel && device_load_program(memory, module, error) ? launch_new(&config, 8, error) : NULL;
    bool good = run && launch_run_functional(run, most_warp_insns, &thread_insns, &warp_insns);
    if (run && !good) snprintf(error->text, sizeof error->text, "%s", launch_error(run));
    for (unsigned i = 0; i < RANDOM_BUFFERS; i++) {
        memcpy(data[i], device_at(memory, addresses[i], kernel->buffers[i].bytes), kernel->buffers[i].bytes);
    }
    if (run) launch_free(run);
    device_memory_free(memory);
    program_free(module);
    return good;
}

static bool compare(const random_kernel *kernel, uint8_t *const want[RANDOM_BUFFERS],
                    uint8_t *const got[RANDOM_BUFFERS])
{
    for (unsigned i = 0; i < RANDOM_BUFFERS; i++) {
        uint32_t bytes = kernel->buffers[i].bytes, differing = 0, first = 0;
        for (uint32_t b = bytes; b-- > 0;) {
            if (want[i][b] != got[i][b]) first = b, differing++;
        }
        if (differing == 0) continue;
        char words[96];
        random_kernel_place(kernel, i, first, words, sizeof words);
        print_message("  seed %llu: %s: %s: got byte 0x%02x, expected 0x%02x; %u of %u bytes differ\n",
                      (unsigned long long)kernel->seed, kernel->buffers[i].name, words, got[i][first], want[i][first],
                      differing, bytes);
        return false;
    }
    return true;
}

static void free_data(uint8_t *data[RANDOM_BUFFERS])
{
    for (unsigned i = 0; i < RANDOM_BUFFERS; i++) free(data[i]);
}

static bool one_kernel_agrees(uint64_t seed)
{
    random_kernel *kernel = random_kernel_new(seed);
    uint8_t *want[RANDOM_BUFFERS], *got[RANDOM_BUFFERS];
    char words[256];
    ptx_error error = {""};
    bool good = random_kernel_expected(kernel, false, want, words, sizeof words);
    if (!good) print_message("  seed %llu: interpreter: %s\n", (unsigned long long)seed, words);
    for (unsigned i = 0; i < RANDOM_BUFFERS; i++) {
        got[i] = calloc(kernel->buffers[i].bytes, 1);
        assert_non_null(got[i]);
    }
    if (good && !run_frontend(kernel, got, &error)) {
        print_message("  seed %llu: frontend: %s\n", (unsigned long long)seed, error.text);
        good = false;
    }
    good = good && compare(kernel, want, got);
    if (!good) keep_kernel(kernel);
    free_data(want);
    free_data(got);
    random_kernel_free(kernel);
    return good;
}

static void test_frontend_agrees_with_interpreter(void **state)
{
    (void)state;
    unsigned long first = setting("WARPLOCK_SEED", DEFAULT_SEED), count = setting("WARPLOCK_KERNELS", DEFAULT_KERNELS);
    unsigned long failures = 0, done = 0, most = setting("WARPLOCK_FAILURES", DEFAULT_FAILURES);
    while (done < count && failures < most) failures += !one_kernel_agrees(first + done++);
    print_message("  %lu random kernels from seed %lu: %lu agree\n", done, first, done - failures);
    assert_int_equal(failures, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_frontend_agrees_with_interpreter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
