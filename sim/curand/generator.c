// SPDX-License-Identifier: BSD-3-Clause
// cuRAND's generators: launches of the kernels in sim/curand/kernels through the CUDA runtime. Missing: MTGP32, MT19937, Sobol,
// Poisson, generators that run on the host.
#include "sim/cuda/curand.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

// What a compiler adds to a program with kernels; an image may be plain PTX.
void **__cudaRegisterFatBinary(void *wrapper);
void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int thread_limit, void *thread_id,
                            void *block_id, void *block, void *grid, int *warp_size);

__asm__(".section .rodata\n"
        "curand_ptx: .incbin \"sim/curand/kernels/curand.ptx\"\n"
        "        .byte 0\n"
        ".previous");
extern const char curand_ptx[];

enum {
#define KERNEL(name) K_##name,
#include "sim/curand/kernels.def"
#undef KERNEL
    KERNELS
};
static const char *const names[KERNELS] = {
#define KERNEL(name) "curand_" #name,
#include "sim/curand/kernels.def"
#undef KERNEL
};

// What is drawn, in each generator's order of kernels: results per turn, for Philox, too.
enum { BITS, UNIFORM, UNIFORM_DOUBLE, NORMAL, NORMAL_DOUBLE, KINDS };
static const unsigned results[KINDS] = { 1, 1, 1, 2, 2 }, results_of_philox[KINDS] = { 4, 4, 2, 4, 2 };

struct curandGenerator_st {
    curandRngType_t    type;
    curandOrdering_t   order;
    cudaStream_t       stream;
    unsigned long long seed, offset;
    unsigned long long turn;                    // the next
    unsigned           within;                  // of Philox: its results given out
    int                kind;                    // their kind
    void              *states;                  // on the device; NULL: before the first number
    struct curandGenerator_st *next;
};

enum { THREADS = 4096, THREADS_BEST_OF_MRG = 81920, THREADS_OF_PHILOX = 65536, BLOCK = 256, STATE_BYTES = 48 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t kernels_added = PTHREAD_ONCE_INIT;
static struct curandGenerator_st *generators;

static void add_kernels(void)
{
    static struct { unsigned magic, version; const void *image, *rest; } wrapper;
    void **module;

    wrapper.magic = 0x466243b1;
    wrapper.version = 1;
    wrapper.image = curand_ptx;
    module = __cudaRegisterFatBinary(&wrapper);
    for (unsigned i = 0; i < KERNELS; i++)
        __cudaRegisterFunction(module, names[i], NULL, names[i], -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterFatBinaryEnd(module);
}

static bool is_open(curandGenerator_t generator)
{
    const struct curandGenerator_st *g;

    pthread_mutex_lock(&lock);
    for (g = generators; g && g != generator; g = g->next)
        ;
    pthread_mutex_unlock(&lock);
    return g != NULL;
}

#define ENTER(generator) \
    if (!is_open(generator)) \
        return CURAND_STATUS_NOT_INITIALIZED

static unsigned threads_of(const struct curandGenerator_st *g)
{
    switch (g->type) {
    case CURAND_RNG_PSEUDO_PHILOX4_32_10: return THREADS_OF_PHILOX;
    case CURAND_RNG_PSEUDO_MRG32K3A:      return g->order == CURAND_ORDERING_PSEUDO_LEGACY ? THREADS : THREADS_BEST_OF_MRG;
    default:                              return THREADS;
    }
}

// Restarts at its offset on the next call.
static void begin_again(struct curandGenerator_st *g)
{
    cudaFree(g->states);
    g->states = NULL;
    g->within = 0;
    g->kind = BITS;
    g->turn = g->offset;
    if (g->type == CURAND_RNG_PSEUDO_PHILOX4_32_10) {
        g->turn = g->offset / 4;
        g->within = g->offset % 4;
    }
}

curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type)
{
    struct curandGenerator_st *g;

    if (!generator)
        return CURAND_STATUS_INITIALIZATION_FAILED;
    *generator = NULL;
    if (type == CURAND_RNG_PSEUDO_DEFAULT)
        type = CURAND_RNG_PSEUDO_XORWOW;
    if (type != CURAND_RNG_PSEUDO_XORWOW && type != CURAND_RNG_PSEUDO_MRG32K3A && type != CURAND_RNG_PSEUDO_PHILOX4_32_10)
        return CURAND_STATUS_TYPE_ERROR;
    pthread_once(&kernels_added, add_kernels);
    if (cudaFree(NULL) != cudaSuccess)
        return CURAND_STATUS_PREEXISTING_FAILURE;
    g = calloc(1, sizeof *g);
    if (!g)
        return CURAND_STATUS_ALLOCATION_FAILED;
    g->type = type;
    g->order = CURAND_ORDERING_PSEUDO_DEFAULT;
    pthread_mutex_lock(&lock);
    g->next = generators;
    generators = g;
    pthread_mutex_unlock(&lock);
    *generator = g;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type)
{
    (void)type;
    if (generator)
        *generator = NULL;
    return CURAND_STATUS_INITIALIZATION_FAILED;
}

curandStatus_t curandDestroyGenerator(curandGenerator_t generator)
{
    struct curandGenerator_st **at;

    pthread_mutex_lock(&lock);
    for (at = &generators; *at && *at != generator; at = &(*at)->next)
        ;
    if (*at)
        *at = generator->next;
    else
        generator = NULL;
    pthread_mutex_unlock(&lock);
    if (!generator)
        return CURAND_STATUS_NOT_INITIALIZED;
    cudaFree(generator->states);
    free(generator);
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetVersion(int *version)
{
    if (!version)
        return CURAND_STATUS_OUT_OF_RANGE;
    *version = CURAND_VERSION;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetProperty(libraryPropertyType type, int *value)
{
    if (!value || type > PATCH_LEVEL)
        return CURAND_STATUS_OUT_OF_RANGE;
    *value = (const int[]){ CURAND_VER_MAJOR, CURAND_VER_MINOR, CURAND_VER_PATCH }[type];
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream)
{
    ENTER(generator);
    generator->stream = stream;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed)
{
    ENTER(generator);
    generator->seed = seed;
    begin_again(generator);
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset)
{
    ENTER(generator);
    generator->offset = offset;
    begin_again(generator);
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order)
{
    ENTER(generator);
    if (order != CURAND_ORDERING_PSEUDO_BEST && order != CURAND_ORDERING_PSEUDO_DEFAULT && order != CURAND_ORDERING_PSEUDO_LEGACY)
        return CURAND_STATUS_OUT_OF_RANGE;
    generator->order = order;
    begin_again(generator);
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator, unsigned dimensions)
{
    (void)dimensions;
    ENTER(generator);
    return CURAND_STATUS_TYPE_ERROR;
}

// --- numbers

static curandStatus_t launch(const struct curandGenerator_st *g, unsigned kernel, unsigned blocks, void **arguments)
{
    return cudaLaunchKernel(names[kernel], (dim3){ blocks, 1, 1 }, (dim3){ BLOCK, 1, 1 }, arguments, 0, g->stream) == cudaSuccess
        ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE;
}

// The states of XORWOW and MRG32k3a.
static curandStatus_t make_states(struct curandGenerator_st *g)
{
    unsigned threads = threads_of(g), kernel = g->type == CURAND_RNG_PSEUDO_XORWOW ? K_xorwow_set : K_mrg32k3a_set;

    if (g->states || g->type == CURAND_RNG_PSEUDO_PHILOX4_32_10)
        return CURAND_STATUS_SUCCESS;
    if (cudaMalloc(&g->states, (size_t)threads * STATE_BYTES) != cudaSuccess)
        return CURAND_STATUS_ALLOCATION_FAILED;
    return launch(g, kernel, threads / BLOCK, (void *[]){ &g->states, &threads, &g->seed, &g->turn });
}

curandStatus_t curandGenerateSeeds(curandGenerator_t generator)
{
    ENTER(generator);
    return make_states(generator);
}

// Kernels with mean and deviation take a logarithm flag last; the others take fewer arguments.
static curandStatus_t generate(curandGenerator_t g, int kind, void *to, size_t n, void *mean, void *deviation, int logarithm)
{
    ENTER(g);
    unsigned threads = threads_of(g), within;
    unsigned long long count = n, turns;
    curandStatus_t status;

    if (!n)
        return CURAND_STATUS_SUCCESS;
    if (g->type == CURAND_RNG_PSEUDO_PHILOX4_32_10) {
        if (g->within && results_of_philox[g->kind] != results_of_philox[kind]) {   // drops the rest of the turn
            g->turn++;
            g->within = 0;
        }
        within = g->within;
        turns = (n + within + results_of_philox[kind] - 1) / results_of_philox[kind];
        status = launch(g, K_philox_bits + (unsigned)kind, (unsigned)((turns < threads ? turns + BLOCK - 1 : threads) / BLOCK),
                        (void *[]){ &threads, &g->seed, &g->turn, &within, &count, &to, mean, deviation, &logarithm });
        if (status != CURAND_STATUS_SUCCESS)
            return status;
        g->turn += (n + within) / results_of_philox[kind];
        g->within = (unsigned)((n + within) % results_of_philox[kind]);
        g->kind = kind;
        return status;
    }
    status = make_states(g);
    if (status == CURAND_STATUS_SUCCESS)
        status = launch(g, (g->type == CURAND_RNG_PSEUDO_XORWOW ? K_xorwow_bits : K_mrg32k3a_bits) + (unsigned)kind, threads / BLOCK,
                        (void *[]){ &g->states, &threads, &g->turn, &count, &to, mean, deviation, &logarithm });
    if (status == CURAND_STATUS_SUCCESS)
        g->turn += n / results[kind];
    return status;
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned *to, size_t n)
{
    unsigned none = 0;

    return generate(generator, BITS, to, n, &none, &none, 0);
}

curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long *to, size_t n)
{
    (void)to, (void)n;
    ENTER(generator);
    return CURAND_STATUS_TYPE_ERROR;            // only Sobol64 has it
}

curandStatus_t curandGenerateUniform(curandGenerator_t generator, float *to, size_t n)
{
    float none = 0;

    return generate(generator, UNIFORM, to, n, &none, &none, 0);
}

curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double *to, size_t n)
{
    double none = 0;

    return generate(generator, UNIFORM_DOUBLE, to, n, &none, &none, 0);
}

#define NORMAL_NUMBERS(name, type, kind, logarithm) \
    curandStatus_t curandGenerate##name(curandGenerator_t generator, type *to, size_t n, type mean, type deviation) \
    { \
        ENTER(generator); \
        return n % 2 ? CURAND_STATUS_LENGTH_NOT_MULTIPLE : generate(generator, kind, to, n, &mean, &deviation, logarithm); \
    }
NORMAL_NUMBERS(Normal, float, NORMAL, 0)
NORMAL_NUMBERS(NormalDouble, double, NORMAL_DOUBLE, 0)
NORMAL_NUMBERS(LogNormal, float, NORMAL, 1)
NORMAL_NUMBERS(LogNormalDouble, double, NORMAL_DOUBLE, 1)
