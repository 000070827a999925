// SPDX-License-Identifier: BSD-3-Clause
// Random programs of streams against a sequential model: kernels, copies, fills, host functions, events and waits by the
// runtime's API and the driver's, in four streams.
//
// What two streams use is handed over by an event or by waiting, so any order that CUDA allows gives what the calls one
// after the other give. A program that fails is made smaller while it fails, and printed. 100 programs of 60 calls, with
// TIER=all 600; WARPLOCK_SEED takes others.
#include "tests/sim/cudart/runtime_ptx.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/tier.h"

enum { STREAMS = 4, BUFFERS = 4, WORDS = 64, CALLS = 60, NOBODY = -1 };
typedef enum { UPLOAD, DOWNLOAD, BETWEEN, FILL, SCALE, REVERSE, ADD_ON_HOST, WAIT, RENEW, KINDS } kind;
typedef struct { kind what; bool by_driver; uint8_t stream, one, other, value, from, count; } call;
static const char *const kind_names[] = {"upload", "download", "between", "fill", "scale", "reverse", "add on host", "wait", "renew"};

// Of the device's buffers and of the host's: what they hold by the model, who used them last.
typedef struct {
    uint32_t     device[BUFFERS][WORDS], host[BUFFERS][WORDS];      // host: of the model; what the program has is `real`
    int          device_user[BUFFERS], host_user[BUFFERS];
    uint32_t     real[BUFFERS][WORDS];
    uint32_t    *memory[BUFFERS];
    cudaStream_t stream[STREAMS];
    cudaEvent_t  event;
    CUfunction   reverse;
    float        last;                                              // of the event of each hand-over, since the first
    cudaEvent_t  began;
    bool         good;
} session;

static uint64_t state;
static bool model_is_wrong;                          // a copy between buffers leaves out its last word

static uint32_t below(uint32_t limit)
{
    uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((z ^ z >> 31) >> 16) % limit;
}

static void expect(session *p, bool holds) { p->good = p->good && holds; }

// The stream may use what another one has used last behind an event of that one.
static void hand_over(session *p, int *user, int stream)
{
    float since = 0;
    if (*user != NOBODY && *user != stream) {
        expect(p, cudaEventRecord(p->event, p->stream[*user]) == cudaSuccess);
        expect(p, cudaStreamWaitEvent(p->stream[stream], p->event, 0) == cudaSuccess);
        expect(p, cudaEventElapsedTime(&since, p->began, p->event) == cudaSuccess && since >= p->last);
        p->last = since;
    }
    *user = stream;
}

// Floats that multiplying leaves exact; scale() multiplies by 1, 2, 3, 4.
static uint32_t scaled(uint32_t bits, unsigned at)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    f *= (float)(1 + at % 4);
    memcpy(&bits, &f, sizeof f);
    return bits;
}

static void add_to_all(void *words)
{
    for (unsigned i = 0; i < WORDS; i++)
        ((uint32_t *)words)[i] += i + 1;
}

static void copy(session *p, const call *c, void *to, const void *from, cudaMemcpyKind direction)
{
    size_t bytes = 4u * c->count;
    cudaStream_t s = p->stream[c->stream];
    cudaError_t error = cudaSuccess;

    if (!c->by_driver) error = cudaMemcpyAsync(to, from, bytes, direction, s);
    else if (direction == cudaMemcpyHostToDevice) error = (cudaError_t)cuMemcpyHtoDAsync((uintptr_t)to, from, bytes, s);
    else if (direction == cudaMemcpyDeviceToHost) error = (cudaError_t)cuMemcpyDtoHAsync(to, (uintptr_t)from, bytes, s);
    else error = (cudaError_t)cuMemcpyDtoDAsync((uintptr_t)to, (uintptr_t)from, bytes, s);
    expect(p, error == cudaSuccess);
}

static void run_kernel(session *p, const call *c)
{
    int n = c->count;
    void *arguments[] = {&p->memory[c->one], &n};

    if (c->what == SCALE)
        expect(p, cudaLaunchKernel(&host_scale, (dim3){2, 1, 1}, (dim3){32, 1, 1}, arguments, 0, p->stream[c->stream]) == cudaSuccess);
    else if (c->by_driver)
        expect(p, cuLaunchKernel(p->reverse, 1, 1, 1, c->count, 1, 1, 4u * c->count, p->stream[c->stream], arguments, NULL) == CUDA_SUCCESS);
    else
        expect(p, cudaLaunchKernel(&host_reverse, (dim3){1, 1, 1}, (dim3){c->count, 1, 1}, arguments, 4u * c->count,
                                   p->stream[c->stream]) == cudaSuccess);
}

static void model_launch(uint32_t *words, const call *c)
{
    uint32_t before[WORDS];

    memcpy(before, words, sizeof before);
    for (unsigned i = 0; i < c->count; i++)
        words[i] = c->what == SCALE ? scaled(before[i], i) : before[c->count - 1 - i];
}

// A stream that is waited for hands back all that it used; one that is closed is opened anew.
static void wait_for(session *p, const call *c)
{
    expect(p, cudaStreamSynchronize(p->stream[c->stream]) == cudaSuccess && cudaStreamQuery(p->stream[c->stream]) == cudaSuccess);
    for (unsigned i = 0; i < BUFFERS; i++) {
        if (p->device_user[i] == c->stream) p->device_user[i] = NOBODY;
        if (p->host_user[i] == c->stream) p->host_user[i] = NOBODY;
    }
    if (c->what == RENEW && c->stream != 0) {
        expect(p, cudaStreamDestroy(p->stream[c->stream]) == cudaSuccess);
        expect(p, cudaStreamCreateWithFlags(&p->stream[c->stream], c->by_driver ? cudaStreamNonBlocking : cudaStreamDefault) == cudaSuccess);
    }
}

static void make(session *p, const call *c)
{
    uint32_t *device = p->device[c->one], *host = p->host[c->other];
    bool uses_host = c->what == UPLOAD || c->what == DOWNLOAD || c->what == ADD_ON_HOST;

    if (c->what >= WAIT) {
        wait_for(p, c);
        return;
    }
    if (c->what != ADD_ON_HOST) hand_over(p, &p->device_user[c->one], c->stream);
    if (c->what == BETWEEN) hand_over(p, &p->device_user[c->other], c->stream);
    if (uses_host) hand_over(p, &p->host_user[c->other], c->stream);
    switch (c->what) {
    case UPLOAD:
        copy(p, c, p->memory[c->one] + c->from, p->real[c->other] + c->from, cudaMemcpyHostToDevice);
        memcpy(device + c->from, host + c->from, 4u * c->count);
        break;
    case DOWNLOAD:
        copy(p, c, p->real[c->other] + c->from, p->memory[c->one] + c->from, cudaMemcpyDeviceToHost);
        memcpy(host + c->from, device + c->from, 4u * c->count);
        break;
    case BETWEEN:
        if (c->one == c->other) break;
        copy(p, c, p->memory[c->one] + c->from, p->memory[c->other] + c->from, cudaMemcpyDeviceToDevice);
        memcpy(device + c->from, p->device[c->other] + c->from, 4u * (c->count - model_is_wrong));
        break;
    case FILL:
        expect(p, cudaMemsetAsync(p->memory[c->one] + c->from, c->value % 64, 4u * c->count, p->stream[c->stream]) == cudaSuccess);
        memset(device + c->from, c->value % 64, 4u * c->count);
        break;
    case ADD_ON_HOST:
        expect(p, cudaLaunchHostFunc(p->stream[c->stream], add_to_all, p->real[c->other]) == cudaSuccess);
        add_to_all(host);
        break;
    default:
        run_kernel(p, c);
        model_launch(device, c);
    }
}

static void start(session *p)
{
    CUmodule module;

    memset(p, 0, sizeof *p);
    p->good = true;
    for (unsigned i = 0; i < BUFFERS; i++) {
        p->device_user[i] = p->host_user[i] = NOBODY;
        expect(p, cudaMalloc((void **)&p->memory[i], sizeof p->device[i]) == cudaSuccess);
        expect(p, cudaMemset(p->memory[i], 0, sizeof p->device[i]) == cudaSuccess);
        for (unsigned w = 0; w < WORDS; w++) {
            float f = (float)(i + w);
            memcpy(&p->host[i][w], &f, sizeof f);
        }
    }
    memcpy(p->real, p->host, sizeof p->real);
    for (unsigned i = 1; i < STREAMS; i++)
        expect(p, cudaStreamCreateWithFlags(&p->stream[i], i % 2 ? cudaStreamNonBlocking : cudaStreamDefault) == cudaSuccess);
    expect(p, cudaEventCreate(&p->event) == cudaSuccess && cudaEventCreate(&p->began) == cudaSuccess);
    expect(p, cudaEventRecord(p->began, NULL) == cudaSuccess);
    expect(p, cuModuleLoadData(&module, runtime_ptx) == CUDA_SUCCESS);
    expect(p, cuModuleGetFunction(&p->reverse, module, "reverse") == CUDA_SUCCESS);
}

// Whether the calls leave what the model says, on the device and on the host.
static bool agrees(const call *calls, unsigned n)
{
    static session p;
    uint32_t got[WORDS];

    start(&p);
    for (unsigned i = 0; i < n && p.good; i++)
        make(&p, &calls[i]);
    expect(&p, cudaDeviceSynchronize() == cudaSuccess);
    for (unsigned i = 0; i < BUFFERS; i++) {
        expect(&p, cudaMemcpy(got, p.memory[i], sizeof got, cudaMemcpyDeviceToHost) == cudaSuccess);
        expect(&p, memcmp(got, p.device[i], sizeof got) == 0 && memcmp(p.real[i], p.host[i], sizeof got) == 0);
    }
    expect(&p, cudaDeviceReset() == cudaSuccess);
    return p.good;
}

static unsigned choose(call *calls)
{
    for (unsigned i = 0; i < CALLS; i++) {
        call *c = &calls[i];
        *c = (call){.what = (kind)below(KINDS), .by_driver = below(2), .stream = (uint8_t)below(STREAMS), .one = (uint8_t)below(BUFFERS),
                    .other = (uint8_t)below(BUFFERS), .value = (uint8_t)below(256), .from = (uint8_t)below(WORDS)};
        if (c->what == SCALE || c->what == REVERSE) c->from = 0;
        c->count = (uint8_t)(1 + below(WORDS - c->from));
    }
    return CALLS;
}

// Without as many calls as there can be at once, from the end; then fewer at once.
static unsigned shrink(call *calls, unsigned n)
{
    call fewer[CALLS];

    for (unsigned at_once = n / 2; at_once > 0; at_once /= 2) {
        for (unsigned end = n; end >= at_once; end -= at_once) {
            unsigned from = end - at_once;
            memcpy(fewer, calls, from * sizeof *calls);
            memcpy(fewer + from, calls + end, (n - end) * sizeof *calls);
            if (agrees(fewer, n - at_once))
                continue;
            n -= at_once;
            memcpy(calls, fewer, n * sizeof *calls);
        }
    }
    return n;
}

static void test_streams_agree_with_a_model(void **unused)
{
    const char *first = getenv("WARPLOCK_SEED");
    unsigned long seed = first ? strtoul(first, NULL, 10) : 1, programs = tier_is_all() ? 600 : 100;
    call calls[CALLS];

    (void)unused;
    for (unsigned long i = 0; i < programs; i++) {
        state = seed + i;
        unsigned n = choose(calls);
        if (agrees(calls, n))
            continue;
        n = shrink(calls, n);
        for (unsigned k = 0; k < n; k++)
            print_message("  stream %u: %s%s device %u, other %u, words %u to %u, value %u\n", calls[k].stream, kind_names[calls[k].what],
                          calls[k].by_driver ? " (driver)" : "", calls[k].one, calls[k].other, calls[k].from,
                          calls[k].from + calls[k].count - 1, calls[k].value);
        fail_msg("seed %lu: %u calls of %u leave something else than one after the other", seed + i, n, CALLS);
    }
}

// To an upload that makes the last word another one, the copy, and no more.
static void test_what_differs_shrinks(void **unused)
{
    call calls[CALLS];
    unsigned n = 0;

    (void)unused;
    model_is_wrong = true;
    for (state = 1; n == 0 || agrees(calls, n);) n = choose(calls);
    n = shrink(calls, n);
    model_is_wrong = false;
    assert_in_range(n, 1, 3);
    assert_int_equal(calls[n - 1].what, BETWEEN);
    assert_true(agrees(calls, n));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_streams_agree_with_a_model), cmocka_unit_test(test_what_differs_shrinks)};

    setenv("WARPLOCK_MACHINE", "oaws", 1);
    register_kernels();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
