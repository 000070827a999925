// SPDX-License-Identifier: BSD-3-Clause
// Memory pools by both APIs: what is taken and freed as the attributes count it, what is kept and when it is given back, pools that
// are destroyed, what NVIDIA's manuals call a mistake, and a random sequence beside a model that keeps its own counts.
#include "tests/sim/cudart/answers.h"

enum { MIB = 1 << 20 };

static const cudaMemPoolProps of_device = { .allocType = cudaMemAllocationTypePinned, .location = { cudaMemLocationTypeDevice, 0 } };

static uint64_t value(cudaMemPool_t pool, cudaMemPoolAttr attribute)
{
    uint64_t is = UINT64_MAX;

    GOOD(cudaMemPoolGetAttribute(pool, attribute, &is));
    return is;
}

static void counts_are(cudaMemPool_t pool, uint64_t used, uint64_t used_high, uint64_t reserved, uint64_t reserved_high)
{
    assert_int_equal(value(pool, cudaMemPoolAttrUsedMemCurrent), used);
    assert_int_equal(value(pool, cudaMemPoolAttrUsedMemHigh), used_high);
    assert_int_equal(value(pool, cudaMemPoolAttrReservedMemCurrent), reserved);
    assert_int_equal(value(pool, cudaMemPoolAttrReservedMemHigh), reserved_high);
}

static size_t free_bytes(void)
{
    size_t is, all;

    GOOD(cudaMemGetInfo(&is, &all));
    return is;
}

static cudaMemPool_t new_pool(void)
{
    cudaMemPool_t pool = NULL;

    GOOD(cudaMemPoolCreate(&pool, &of_device));
    return pool;
}

static void test_counts(void **state)
{
    cudaMemPool_t pool;
    const size_t before = free_bytes();
    const uint64_t none = 0;
    void *a, *b, *again;
    int byte = 0;

    (void)state;
    GOOD(cudaDeviceGetDefaultMemPool(&pool, 0));
    counts_are(pool, 0, 0, 0, 0);
    GOOD(cudaMallocAsync(&a, 4096, NULL));
    GOOD(cudaMallocAsync(&b, 512, NULL));
    counts_are(pool, 4608, 4608, 4608, 4608);
    GOOD(cudaFreeAsync(a, NULL));
    counts_are(pool, 512, 4608, 4608, 4608);
    assert_int_equal(cudaMemcpy(&byte, a, 1, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);      // kept, and closed
    EACH(cudaErrorInvalidDevicePointer, cudaFreeAsync(a, NULL), cudaFree(a));
    GOOD(cudaMallocAsync(&again, 4096, NULL));
    assert_ptr_equal(again, a);
    GOOD(cudaMemset(again, 1, 4096));
    assert_int_equal(cudaMemset(again, 1, 4097), cudaErrorInvalidValue);
    GOOD(cudaFreeAsync(again, NULL));
    GOOD(cudaMallocAsync(&again, 4095, NULL));                      // not of as many bytes
    assert_ptr_not_equal(again, a);
    counts_are(pool, 4607, 4608, 8703, 8703);
    GOOD(cudaFreeAsync(b, NULL));
    GOOD(cudaStreamSynchronize(NULL));
    counts_are(pool, 4095, 4608, 4095, 8703);
    GOOD(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, (void *)&none));
    counts_are(pool, 4095, 4095, 4095, 8703);
    GOOD(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReservedMemHigh, (void *)&none));
    counts_are(pool, 4095, 4095, 4095, 4095);
    GOOD(cudaFree(again));                                          // waits, too
    counts_are(pool, 0, 4095, 0, 4095);
    assert_int_equal(free_bytes(), before);
    GOOD(cudaMallocAsync(&a, 0, NULL));
    assert_null(a);
    GOOD(cudaDeviceReset());
}

static void test_threshold(void **state)
{
    const cudaMemPool_t pool = new_pool();
    uint64_t threshold = 2048;
    cudaEvent_t event;
    void *p[4];

    (void)state;
    GOOD(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    assert_int_equal(value(pool, cudaMemPoolAttrReleaseThreshold), 2048);
    for (unsigned i = 0; i < 4; i++)
        GOOD(cudaMallocFromPoolAsync(&p[i], 1024, pool, NULL));
    for (unsigned i = 0; i < 4; i++)
        GOOD(cudaFreeAsync(p[i], NULL));
    counts_are(pool, 0, 4096, 4096, 4096);
    GOOD(cudaDeviceSynchronize());
    counts_are(pool, 0, 4096, 2048, 4096);
    GOOD(cudaMemPoolTrimTo(pool, 1500));                            // at least so many stay
    counts_are(pool, 0, 4096, 2048, 4096);
    GOOD(cudaMemPoolTrimTo(pool, 4096));
    counts_are(pool, 0, 4096, 2048, 4096);
    GOOD(cudaMemPoolTrimTo(pool, 1024));
    counts_are(pool, 0, 4096, 1024, 4096);
    threshold = 0;
    GOOD(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    GOOD(cudaEventCreate(&event));
    counts_are(pool, 0, 4096, 1024, 4096);
    GOOD(cudaEventSynchronize(event));
    counts_are(pool, 0, 4096, 0, 4096);
    threshold = UINT64_MAX;                                         // what is kept is in nobody's way
    GOOD(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    GOOD(cudaMallocFromPoolAsync(&p[0], 6 * MIB, pool, NULL));
    GOOD(cudaFreeAsync(p[0], NULL));
    GOOD(cudaDeviceSynchronize());
    counts_are(pool, 0, 6 * MIB, 6 * MIB, 6 * MIB);
    GOOD(cudaMalloc(&p[1], 5 * MIB));
    counts_are(pool, 0, 6 * MIB, 0, 6 * MIB);
    assert_int_equal(cudaMallocFromPoolAsync(&p[2], 4 * MIB, pool, NULL), cudaErrorMemoryAllocation);
    counts_are(pool, 0, 6 * MIB, 0, 6 * MIB);
    GOOD(cudaDeviceReset());
}

static void test_reuse_flags(void **state)
{
    const cudaMemPool_t pool = new_pool();

    (void)state;
    for (int i = cudaMemPoolReuseFollowEventDependencies; i <= cudaMemPoolReuseAllowInternalDependencies; i++) {
        int is[2] = { 7, 8 }, zero = 0;

        GOOD(cudaMemPoolGetAttribute(pool, (cudaMemPoolAttr)i, is));
        assert_true(is[0] == 1 && is[1] == 8);                      // an int, and no more
        GOOD(cudaMemPoolSetAttribute(pool, (cudaMemPoolAttr)i, &zero));
        GOOD(cudaMemPoolGetAttribute(pool, (cudaMemPoolAttr)i, is));
        assert_true(is[0] == 0 && is[1] == 8);
    }
    GOOD(cudaDeviceReset());
}

// The current pool, and pools that are destroyed while their memory is in use.
static void test_pools(void **state)
{
    cudaMemPool_t pool = new_pool(), first = NULL, now = NULL;
    const size_t before = free_bytes();
    void *p, *q;
    int word = 7;

    (void)state;
    GOOD(cudaDeviceGetDefaultMemPool(&first, 0));
    GOOD(cudaDeviceGetMemPool(&now, 0));
    assert_true(first && now == first && pool != first);
    GOOD(cudaDeviceSetMemPool(0, pool));
    GOOD(cudaDeviceGetMemPool(&now, 0));
    assert_ptr_equal(now, pool);
    GOOD(cudaMallocAsync(&p, 4, NULL));
    GOOD(cudaMallocFromPoolAsync(&q, 8, first, NULL));
    counts_are(pool, 4, 4, 4, 4);
    counts_are(first, 8, 8, 8, 8);
    GOOD(cudaMemPoolDestroy(pool));
    GOOD(cudaDeviceGetMemPool(&now, 0));
    assert_ptr_equal(now, first);
    EACH(cudaErrorInvalidValue, cudaMemPoolDestroy(pool), cudaMemPoolTrimTo(pool, 0), cudaDeviceSetMemPool(0, pool),
         cudaMallocFromPoolAsync(&q, 8, pool, NULL), cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &word));
    GOOD(cudaMemcpy(p, &word, 4, cudaMemcpyHostToDevice));          // its memory is there
    GOOD(cudaFreeAsync(p, NULL));
    assert_int_equal(free_bytes(), before - 256);                   // at once: nobody could take it again
    GOOD(cudaFree(q));
    assert_int_equal(free_bytes(), before);
    assert_int_equal(cudaMemPoolDestroy(first), cudaErrorInvalidValue);
    GOOD(cudaDeviceReset());
}

static void test_mistakes(void **state)
{
    const cudaMemPool_t pool = new_pool();
    cudaMemPool_t other = NULL;
    cudaMemPoolProps p = of_device;
    cudaMemLocation here = { cudaMemLocationTypeDevice, 0 }, there = { cudaMemLocationTypeDevice, 1 };
    const cudaMemAccessDesc all = { here, cudaMemAccessFlagsProtReadWrite }, none = { here, cudaMemAccessFlagsProtNone };
    const cudaMemAccessDesc abroad = { there, cudaMemAccessFlagsProtReadWrite };
    cudaMemAccessFlags flags = cudaMemAccessFlagsProtNone;
    uint64_t one = 1;
    void *memory;

    (void)state;
    EACH(cudaErrorInvalidDevice, cudaDeviceGetDefaultMemPool(&other, 1), cudaDeviceGetMemPool(&other, -1), cudaDeviceSetMemPool(1, pool));
    EACH(cudaErrorInvalidValue, cudaDeviceGetDefaultMemPool(NULL, 0), cudaDeviceGetMemPool(NULL, 0), cudaDeviceSetMemPool(0, NULL),
         cudaDeviceSetMemPool(0, (cudaMemPool_t)(void *)&one), cudaMemPoolCreate(NULL, &of_device), cudaMemPoolCreate(&other, NULL),
         cudaMemPoolDestroy(NULL), cudaMemPoolDestroy((cudaMemPool_t)(void *)&one), cudaMemPoolTrimTo(NULL, 0),
         cudaMallocFromPoolAsync(&memory, 4, NULL, NULL), cudaMallocFromPoolAsync(NULL, 4, pool, NULL));
    EACH(cudaErrorInvalidValue, cudaMemPoolGetAttribute(pool, (cudaMemPoolAttr)0, &one), cudaMemPoolGetAttribute(pool, (cudaMemPoolAttr)9, &one),
         cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, NULL), cudaMemPoolSetAttribute(pool, (cudaMemPoolAttr)9, &one),
         cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &one), cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReservedMemHigh, &one),
         cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &one), cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, NULL));
    one = 0;
    EACH(cudaErrorInvalidValue, cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &one),
         cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &one));
    p.allocType = cudaMemAllocationTypeInvalid;
    assert_int_equal(cudaMemPoolCreate(&other, &p), cudaErrorInvalidValue);
    p = of_device;
    p.location = there;
    assert_int_equal(cudaMemPoolCreate(&other, &p), cudaErrorInvalidValue);
    p = of_device;
    p.handleTypes = cudaMemHandleTypePosixFileDescriptor;
    assert_int_equal(cudaMemPoolCreate(&other, &p), cudaErrorNotSupported);
    p = of_device;
    p.reserved[0] = 1;
    assert_int_equal(cudaMemPoolCreate(&other, &p), cudaErrorNotSupported);
    EACH(cudaSuccess, cudaMemPoolSetAccess(pool, &all, 1), cudaMemPoolSetAccess(pool, NULL, 0), cudaMemPoolGetAccess(&flags, pool, &here));
    assert_int_equal(flags, cudaMemAccessFlagsProtReadWrite);
    EACH(cudaErrorInvalidValue, cudaMemPoolSetAccess(pool, &none, 1), cudaMemPoolSetAccess(pool, &abroad, 1), cudaMemPoolSetAccess(pool, NULL, 1),
         cudaMemPoolGetAccess(&flags, pool, &there), cudaMemPoolGetAccess(NULL, pool, &here), cudaMemPoolGetAccess(&flags, pool, NULL));
    EACH(cudaErrorNotSupported, cudaMemPoolExportToShareableHandle(&memory, pool, cudaMemHandleTypePosixFileDescriptor, 0),
         cudaMemPoolImportFromShareableHandle(&other, &memory, cudaMemHandleTypePosixFileDescriptor, 0),
         cudaMemPoolExportPointer(NULL, memory), cudaMemPoolImportPointer(&memory, pool, NULL));
    assert_null(other);
    GOOD(cudaDeviceReset());
    assert_int_equal(cudaMemPoolDestroy(pool), cudaErrorInvalidValue);
}

static void test_driver(void **state)
{
    const CUmemPoolProps properties = { .allocType = CU_MEM_ALLOCATION_TYPE_PINNED, .location = { CU_MEM_LOCATION_TYPE_DEVICE, 0 } };
    CUmemLocation here = { CU_MEM_LOCATION_TYPE_DEVICE, 0 };
    const CUmemAccessDesc all = { here, CU_MEM_ACCESS_FLAGS_PROT_READWRITE };
    CUmemAccess_flags flags = CU_MEM_ACCESS_FLAGS_PROT_NONE;
    CUmemoryPool pool, now;
    cuuint64_t threshold = 64, is = 0;
    CUdeviceptr a, b;

    (void)state;
    GOOD(cuMemPoolCreate(&pool, &properties));
    GOOD(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &threshold));
    GOOD(cuMemAllocFromPoolAsync(&a, 64, pool, NULL));
    GOOD(cuDeviceSetMemPool(0, pool));
    GOOD(cuDeviceGetMemPool(&now, 0));
    assert_ptr_equal(now, pool);
    GOOD(cuMemAllocAsync(&b, 32, NULL));
    GOOD(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &is));
    assert_int_equal(is, 96);
    GOOD(cuMemsetD8(a, 1, 64));
    EACH(CUDA_SUCCESS, cuMemPoolSetAccess(pool, &all, 1), cuMemPoolGetAccess(&flags, pool, &here), cuMemFreeAsync(a, NULL), cuMemFree(b),
         cuCtxSynchronize());
    assert_int_equal(flags, CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
    GOOD(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT, &is));
    assert_int_equal(is, 32);                                       // the older one is given back first
    GOOD(cuMemPoolTrimTo(pool, 0));
    GOOD(cuDeviceGetDefaultMemPool(&now, 0));
    EACH(CUDA_ERROR_INVALID_VALUE, cuMemPoolDestroy(now), cuMemAllocAsync(&a, 0, NULL), cuMemAllocAsync(NULL, 4, NULL), cuMemFreeAsync(0, NULL),
         cuMemFreeAsync(a, NULL), cuMemAllocFromPoolAsync(&a, 4, NULL, NULL), cuMemPoolCreate(&now, NULL), cuMemPoolGetAccess(NULL, pool, &here));
    assert_int_equal(cuDeviceGetMemPool(&now, 1), CUDA_ERROR_INVALID_DEVICE);
    EACH(CUDA_ERROR_NOT_SUPPORTED, cuMemPoolExportToShareableHandle(&a, pool, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0),
         cuMemPoolImportFromShareableHandle(&now, NULL, CU_MEM_HANDLE_TYPE_NONE, 0), cuMemPoolExportPointer(NULL, a),
         cuMemPoolImportPointer(&a, pool, NULL));
    GOOD(cuMemPoolDestroy(pool));
    GOOD(cudaDeviceReset());
}

static void test_captured(void **state)
{
    const cudaMemPool_t pool = new_pool();
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphNode_t nodes[3];
    cudaGraphNodeType types[2];
    size_t count = 3;
    void *p, *again;
    CUdeviceptr by_driver;

    (void)state;
    GOOD(cudaStreamCreate(&stream));
    GOOD(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    assert_int_equal(cudaMallocFromPoolAsync(&p, 64, NULL, stream), cudaErrorInvalidValue);
    GOOD(cudaMallocFromPoolAsync(&p, 64, pool, stream));
    GOOD(cudaFreeAsync(p, stream));
    GOOD(cuMemAllocFromPoolAsync(&by_driver, 64, pool, stream));
    GOOD(cudaStreamEndCapture(stream, &graph));
    GOOD(cudaGraphGetNodes(graph, nodes, &count));
    assert_int_equal(count, 3);
    for (unsigned i = 0; i < 2; i++)
        GOOD(cudaGraphNodeGetType(nodes[i], &types[i]));
    assert_true(types[0] == cudaGraphNodeTypeMemAlloc && types[1] == cudaGraphNodeTypeMemFree && by_driver == (uintptr_t)p);
    counts_are(pool, 0, 0, 0, 0);                                   // it is the graph's
    GOOD(cudaGraphDestroy(graph));
    GOOD(cudaMallocFromPoolAsync(&again, 64, pool, stream));
    counts_are(pool, 64, 64, 64, 64);
    GOOD(cudaDeviceReset());
}

// --- at random, beside a model

typedef struct { void *at; unsigned pool; size_t bytes; } taken;
static uint64_t drawn = 5;

static unsigned draw(unsigned below)
{
    drawn = drawn * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(drawn >> 33) % below;
}

static void test_random(void **state)
{
    enum { POOLS = 3, TAKEN = 24 };
    cudaMemPool_t pool[POOLS];
    taken held[TAKEN] = { { 0 } };
    uint64_t used[POOLS] = { 0 }, high[POOLS] = { 0 }, threshold[POOLS] = { 0, 3000, UINT64_MAX };
    const size_t before = free_bytes();

    (void)state;
    for (unsigned i = 0; i < POOLS; i++) {
        pool[i] = new_pool();
        GOOD(cudaMemPoolSetAttribute(pool[i], cudaMemPoolAttrReleaseThreshold, &threshold[i]));
    }
    for (unsigned step = 0; step < 4000; step++) {
        taken *t = &held[draw(TAKEN)];

        if (t->at) {
            unsigned char seen[2];

            GOOD(cudaMemcpy(seen, t->at, 1, cudaMemcpyDeviceToHost));
            GOOD(cudaMemcpy(seen + 1, (char *)t->at + t->bytes - 1, 1, cudaMemcpyDeviceToHost));
            assert_true(seen[0] == (unsigned char)(t - held) && seen[1] == seen[0]);      // nobody else has it
            GOOD(draw(2) ? cudaFreeAsync(t->at, NULL) : cudaFree(t->at));
            used[t->pool] -= t->bytes;
            t->at = NULL;
        } else {
            t->pool = draw(POOLS);
            t->bytes = 100 * (1 + draw(8));
            GOOD(cudaMallocFromPoolAsync(&t->at, t->bytes, pool[t->pool], NULL));
            GOOD(cudaMemset(t->at, (int)(t - held), t->bytes));
            used[t->pool] += t->bytes;
        }
        if (draw(16) == 0)
            GOOD(cudaDeviceSynchronize());
        for (unsigned i = 0; i < POOLS; i++) {
            high[i] = used[i] > high[i] ? used[i] : high[i];
            assert_int_equal(value(pool[i], cudaMemPoolAttrUsedMemCurrent), used[i]);
            assert_int_equal(value(pool[i], cudaMemPoolAttrUsedMemHigh), high[i]);
            assert_true(value(pool[i], cudaMemPoolAttrReservedMemCurrent) >= used[i]);
        }
    }
    for (unsigned i = 0; i < POOLS; i++)
        GOOD(cudaMemPoolDestroy(pool[i]));
    for (unsigned i = 0; i < TAKEN; i++)
        GOOD(cudaFreeAsync(held[i].at, NULL));
    assert_int_equal(free_bytes(), before);
    GOOD(cudaDeviceReset());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts), cmocka_unit_test(test_threshold), cmocka_unit_test(test_reuse_flags),
        cmocka_unit_test(test_pools), cmocka_unit_test(test_mistakes), cmocka_unit_test(test_driver),
        cmocka_unit_test(test_captured), cmocka_unit_test(test_random),
    };

    setenv("WARPLOCK_SET", "gpu.memory_mib=8 gpu.sms=1 gpu.clusters=1", 1);
    return cmocka_run_group_tests(tests, NULL, NULL) || lock_is_held();
}
