// SPDX-License-Identifier: BSD-3-Clause
// E-8 in a running GPU, KAWS Fig. 2: 32 CTAs, 2 SMs, 4 CTAs each (by their shared memory). The mode of kaws_progress rises on the cycle after CTA 31 is
// issued, on both SMs, the one that sleeps then included, and falls with the next kernel's launch.
#include "rtl_c/kaws_progress.h"
#include "sim/core/gpu_internal.h"
#include "tests/sim/core/kernels.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { CTAS = 32, LAUNCHES = 2, THREADS = 32, ISSUES = 8192, CALM = 5 };

// Loads one behind the other, and more of them in every second CTA.
static const char body[] = REGISTERS
    "ld.param.u64 %rd1, [buffer]; mov.u32 %r1, %ctaid.x; and.b32 %r2, %r1, 1; mad.lo.u32 %r2, %r2, 5, 1; mov.u32 %r3, 0;\n"
    "st.shared.u32 [words], %r1;\n"
    "LOOP: ld.global.u32 %r4, [%rd1]; add.u32 %r5, %r4, 1; add.u32 %r3, %r3, 1; setp.lt.u32 %p1, %r3, %r2; @%p1 bra LOOP; ret;";

typedef struct { char *text; size_t size; FILE *file; } page;
static void page_open(page *p) { p->file = open_memstream(&p->text, &p->size); }

// The cycles of the starts of kernels at SM 0, and of the last CTA before each next one or the end.
static unsigned launches(char *events, uint64_t starts[LAUNCHES], uint64_t last[LAUNCHES])
{
    char *rest;
    unsigned found = 0, ctas = 0;
    for (char *line = strtok_r(events, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        const uint64_t cycle = strtoull(line, NULL, 10);
        if (strstr(line, " sm 0 kernel_start"))
            starts[found++] = cycle;
        if (strstr(line, " cta_launch ")) {
            last[found - 1] = cycle;
            ctas++;
        }
    }
    assert_int_equal(ctas, LAUNCHES * CTAS);
    return found;
}

// An SM that has issued nothing around a cycle; both have CTAs.
static bool one_sleeps(const issue *issues, unsigned count, uint64_t cycle)
{
    bool awake[2] = {false, false};
    for (unsigned i = 0; i < count; i++)
        if (issues[i].cycle + CALM > cycle && issues[i].cycle < cycle + CALM)
            awake[issues[i].sm] = true;
    return !awake[0] || !awake[1];
}

// Least and largest mode of both SMs after so many cycles.
static void mode_after(const char *rows, uint64_t cycle, unsigned *least, unsigned *largest)
{
    char start[32], names[2048];
    unsigned column = 0;
    snprintf(names, sizeof names, "%.*s", (int)strcspn(rows, "\n"), rows);
    for (const char *at = names, *end = strstr(names, ",mode_min"); at < end; at++)
        column += *at == ',';
    snprintf(start, sizeof start, "\n%" PRIu64 ",", cycle);
    const char *at = strstr(rows, start);
    assert_non_null(at);
    for (unsigned i = 0; i <= column; i++)
        at = strchr(at, ',') + 1;
    assert_int_equal(sscanf(at, "%u,%u", least, largest), 2);
}

static void the_mode_rises_on_the_cycle_after_the_last_cta(void **state)
{
    (void)state;
    bench b;
    page events, shown;
    timeline rows = {.interval = 1};
    static issue issues[ISSUES];
    uint64_t starts[LAUNCHES], last[LAUNCHES];
    unsigned least, largest;
    kernel_bench_open(&b, "kaws gpu.sms=2 gpu.clusters=2 core.shared_bytes=16384", "kaws-progress", NULL, BLOCKS_C, 100000, body);
    page_open(&events);
    page_open(&shown);
    rows.file.stream = shown.file;
    b.gpu->options.events = events.file;
    for (unsigned i = 0; i < 2; i++)
        b.gpu->sms[i]->place.options.events = events.file;
    b.gpu->options.timeline = &rows;
    gpu_timeline_open(b.gpu);
    for (unsigned i = 0; i < LAUNCHES; i++)
        assert_int_equal(kernel_bench_run(&b, CTAS, THREADS), GPU_DONE);
    fclose(events.file);
    fclose(shown.file);
    unsigned count = kernel_bench_issues(b.trace, issues, ISSUES);
    assert_int_equal(launches(events.text, starts, last), LAUNCHES);
    for (unsigned i = 0; i < LAUNCHES; i++) {
        assert_true(last[i] > starts[i] + 100 && one_sleeps(issues, count, last[i]));
        mode_after(shown.text, starts[i] + 1, &least, &largest);
        assert_true(least == 0 && largest == 0);
        mode_after(shown.text, last[i], &least, &largest);      // the registers of the cycle in which it is issued
        assert_true(least == 0 && largest == 0);
        mode_after(shown.text, last[i] + 1, &least, &largest);
        assert_true(least == 1 && largest == 1);
        print_message("launch %u: CTA 31 is issued in cycle %u, the mode of both SMs is 1 from cycle %u on\n", i, (unsigned)last[i],
                      (unsigned)last[i] + 1);
    }
    kernel_bench_close(&b);
    free(events.text);
    free(shown.text);
}

static unsigned mode_of(const sm *s)
{
    for (unsigned i = 0; i < s->place.n_blocks; i++)
        if (strcmp(s->place.blocks[i].block->ops->block, "kaws_progress") == 0)
            return ((const struct kaws_progress_state *)s->place.blocks[i].block->q)->mode;
    fail();
    return 0;
}

// Between a launch and its first CTA, gpu.launch_latency cycles later, the CTAs of the launch before are not its own.
static void the_mode_is_0_before_the_first_cta(void **state)
{
    (void)state;
    bench b;
    kernel_bench_open(&b, "kaws gpu.sms=2 gpu.clusters=2 gpu.launch_latency=50", "kaws-progress", NULL, BLOCKS_C, 100000,
                      REGISTERS "ret;");
    assert_int_equal(kernel_bench_run(&b, 2, THREADS), GPU_DONE);
    assert_true(mode_of(b.gpu->sms[0]) == 1 && mode_of(b.gpu->sms[1]) == 1);
    b.gpu->options.max_cycles = b.gpu->counters.cycles + 40;
    assert_int_equal(kernel_bench_run(&b, 2, THREADS), GPU_LIMIT);
    assert_true(mode_of(b.gpu->sms[0]) == 0 && mode_of(b.gpu->sms[1]) == 0);
    kernel_bench_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_mode_rises_on_the_cycle_after_the_last_cta),
                                       cmocka_unit_test(the_mode_is_0_before_the_first_cta)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
