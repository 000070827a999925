// SPDX-License-Identifier: BSD-3-Clause
#include "tests/sim/core/kernels.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// A word without a value, the first one, is another machine to begin with.
static void apply_settings(machine *m, const char *settings)
{
    machine_error error = {{0}};
    char copy[512], *rest = copy;
    size_t name = strcspn(settings, " ");
    if (name && !memchr(settings, '=', name)) {
        snprintf(copy, sizeof copy, "%.*s", (int)name, settings);
        if (!machine_load(m, copy, &error))
            fail_msg("%s", error.text);
        settings += name;
    }
    snprintf(copy, sizeof copy, "gpu.sms=1 gpu.clusters=1 %s", settings);
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        if (!machine_set(m, word, &error))
            fail_msg("%s", error.text);
}

static void load(bench *b, const char *body)
{
    ptx_error error = {{0}};
    size_t size = strlen(body) + 512;
    char *text = malloc(size);
    snprintf(text, size, ".version 6.0\n.target sm_60\n.address_size 64\n.visible .entry k(.param .u64 buffer)\n{\n%s\n}\n", body);
    b->program = program_parse("test.ptx", text, strlen(text), &error);
    free(text);
    if (!b->program)
        fail_msg("%s", error.text);
    b->memory = device_memory_new();
    if (!device_load_program(b->memory, b->program, &error))
        fail_msg("%s", error.text);
    b->buffer = device_alloc(b->memory, "buffer", BENCH_WORDS * 4);
    b->words = device_at(b->memory, b->buffer, BENCH_WORDS * 4);
}

void kernel_bench_open(bench *b, const char *settings, const char *policy, const char *observer, blocks_mode mode,
                       uint64_t max_cycles, const char *body)
{
    char error[512] = "";
    *b = (bench){0};
    machine_defaults(&b->m);
    apply_settings(&b->m, settings);
    b->blocks = lockstep_open(&(lockstep_options){.mode = mode, .no_pack = true}, error, sizeof error);
    assert_non_null(b->blocks);
    b->trace_file = open_memstream(&b->trace, &b->trace_size);
    load(b, body);
    // The options live in the GPU; only the machine and the observers' list must outlive it.
    static const struct policy *observers[2];
    observers[0] = observer ? observer_find(observer) : NULL;
    b->gpu = gpu_new(&(gpu_options){.machine = &b->m, .policy = policy_find(policy), .observers = observers, .lockstep = b->blocks,
                                    .max_cycles = max_cycles, .issue_trace = b->trace_file}, error, sizeof error);
    if (!b->gpu)
        fail_msg("%s", error);
}

launch_config kernel_bench_launch(const bench *b, uint32_t ctas, uint32_t threads)
{
    ptx_error error = {{0}};
    launch_config config = {.kernel = program_find(b->program, "k", &error), .grid = {ctas, 1, 1}, .block = {threads, 1, 1},
                            .params = &b->buffer, .params_size = sizeof b->buffer, .memory = b->memory,
                            .sm_count = b->m.gpu.sms, .warps_per_sm = b->m.core.warps};
    assert_non_null(config.kernel);
    return config;
}

gpu_status kernel_bench_run(bench *b, uint32_t ctas, uint32_t threads)
{
    launch_config config = kernel_bench_launch(b, ctas, threads);
    gpu_status status = gpu_run(b->gpu, &config);
    fflush(b->trace_file);
    return status;
}

unsigned kernel_bench_issues(const char *trace, issue *issues, unsigned room)
{
    unsigned n = 0;
    for (const char *line = trace; line && *line && n < room; line = strchr(line, '\n') + 1) {
        issue *i = &issues[n++];
        assert_int_equal(sscanf(line, "%" SCNu64 " %u %u %u %u", &i->cycle, &i->sm, &i->scheduler, &i->warp, &i->pc), 5);
    }
    return n;
}

void kernel_bench_close(bench *b)
{
    gpu_free(b->gpu);
    lockstep_close(b->blocks);
    device_memory_free(b->memory);
    program_free(b->program);
    fclose(b->trace_file);
    free(b->trace);
}
