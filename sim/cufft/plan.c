// SPDX-License-Identifier: BSD-3-Clause
// cuFFT's plans and their execution: launches of the kernels in sim/cufft/kernels through the CUDA runtime. Any size works: a
// large prime factor costs a sum of as many terms. Missing: callbacks, several devices, half precision.
#include "sim/cuda/cufft.h"

#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "sim/cufft/kernels/layout.h"

// What a compiler adds to a program with kernels; an image may be plain PTX.
void **__cudaRegisterFatBinary(void *wrapper);
void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int thread_limit, void *thread_id,
                            void *block_id, void *block, void *grid, int *warp_size);

__asm__(".section .rodata\n"
        "cufft_ptx: .incbin \"sim/cufft/kernels/cufft.ptx\"\n"
        "        .byte 0\n"
        ".previous");
extern const char cufft_ptx[];

enum { GATHER, PASS, SCATTER, KERNELS };
static const char *const names[2][KERNELS] = { { "cufft_c_gather", "cufft_c_pass", "cufft_c_scatter" },
                                               { "cufft_z_gather", "cufft_z_pass", "cufft_z_scatter" } };
enum { BLOCK = 256, RANK = 3 };

typedef struct plan {
    cufftHandle  handle;
    bool         made, is_double, by_user;      // by_user: the user's layouts, else by the sizes
    cufftType    type;
    cudaStream_t stream;
    int          n[RANK], batch;
    layout       in, out;
    size_t       bytes;                         // of one copy of the numbers
    void        *work[2], *roots[RANK];         // on the device
    struct plan *next;
} plan;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t kernels_added = PTHREAD_ONCE_INIT;
static plan *plans;
static cufftHandle handles;

static void add_kernels(void)
{
    static struct { unsigned magic, version; const void *image, *rest; } wrapper;
    void **module;

    wrapper.magic = 0x466243b1;
    wrapper.version = 1;
    wrapper.image = cufft_ptx;
    module = __cudaRegisterFatBinary(&wrapper);
    for (unsigned i = 0; i < 2 * KERNELS; i++)
        __cudaRegisterFunction(module, names[i / KERNELS][i % KERNELS], NULL, names[i / KERNELS][i % KERNELS], -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterFatBinaryEnd(module);
}

static plan *find(cufftHandle handle)
{
    plan *p;

    pthread_mutex_lock(&lock);
    for (p = plans; p && p->handle != handle; p = p->next)
        ;
    pthread_mutex_unlock(&lock);
    return p;
}

cufftResult cufftCreate(cufftHandle *handle)
{
    plan *p;

    if (!handle)
        return CUFFT_INVALID_VALUE;
    pthread_once(&kernels_added, add_kernels);
    if (cudaFree(NULL) != cudaSuccess)
        return CUFFT_SETUP_FAILED;
    p = calloc(1, sizeof *p);
    if (!p)
        return CUFFT_ALLOC_FAILED;
    pthread_mutex_lock(&lock);
    p->handle = *handle = ++handles;
    p->next = plans;
    plans = p;
    pthread_mutex_unlock(&lock);
    return CUFFT_SUCCESS;
}

// Frees its device memory.
static void give_back(plan *p)
{
    for (unsigned i = 0; i < RANK; i++) {
        cudaFree(p->roots[i]);
        p->roots[i] = NULL;
    }
    for (unsigned i = 0; i < 2; i++) {
        cudaFree(p->work[i]);
        p->work[i] = NULL;
    }
}

cufftResult cufftDestroy(cufftHandle handle)
{
    plan **at, *p;

    pthread_mutex_lock(&lock);
    for (at = &plans; *at && (*at)->handle != handle; at = &(*at)->next)
        ;
    p = *at;
    if (p)
        *at = p->next;
    pthread_mutex_unlock(&lock);
    if (!p)
        return CUFFT_INVALID_PLAN;
    give_back(p);
    free(p);
    return CUFFT_SUCCESS;
}

// --- making a plan

static bool is_type(cufftType type)
{
    return type == CUFFT_R2C || type == CUFFT_C2R || type == CUFFT_C2C || type == CUFFT_D2Z || type == CUFFT_Z2D || type == CUFFT_Z2Z;
}

// A table of the n-th roots of unity, w^0 to w^(n - 1); w turns backwards.
static cufftResult make_roots(plan *p, unsigned dimension)
{
    int n = p->n[dimension];
    size_t bytes = (size_t)n * (p->is_double ? sizeof(cufftDoubleComplex) : sizeof(cufftComplex));
    void *host = malloc(bytes);
    cufftResult result = CUFFT_SUCCESS;

    if (!host)
        return CUFFT_ALLOC_FAILED;
    for (int i = 0; i < n; i++) {
        // At most an eighth of a turn from the nearest quarter, where the functions are exact.
        int64_t quarter = (8 * (int64_t)i + n) / (2 * (int64_t)n), rest = 4 * (int64_t)i - quarter * n;
        double angle = 2 * 3.14159265358979323846 * (double)rest / (4.0 * n), c = cos(angle), s = sin(angle);
        double x = quarter % 4 == 0 ? c : quarter % 4 == 1 ? -s : quarter % 4 == 2 ? -c : s;
        double y = quarter % 4 == 0 ? s : quarter % 4 == 1 ? c : quarter % 4 == 2 ? -s : -c;

        if (p->is_double)
            ((cufftDoubleComplex *)host)[i] = (cufftDoubleComplex){ x, -y };
        else
            ((cufftComplex *)host)[i] = (cufftComplex){ (float)x, (float)-y };
    }
    if (cudaMalloc(&p->roots[dimension], bytes) != cudaSuccess)
        result = CUFFT_ALLOC_FAILED;
    else if (cudaMemcpy(p->roots[dimension], host, bytes, cudaMemcpyHostToDevice) != cudaSuccess)
        result = CUFFT_INTERNAL_ERROR;
    free(host);
    return result;
}

static int numbers_of(cufftType type, bool in)
{
    if (type == CUFFT_R2C || type == CUFFT_D2Z)
        return in ? NUMBERS_REAL : NUMBERS_HALF;
    if (type == CUFFT_C2R || type == CUFFT_Z2D)
        return in ? NUMBERS_HALF : NUMBERS_REAL;
    return NUMBERS_COMPLEX;
}

// Consecutive rows; real ones in place of complex ones leave room for those.
static void follow_sizes(layout *o, bool in_place)
{
    int half = o->n2 / 2 + 1;

    o->embed2 = o->numbers == NUMBERS_HALF ? half : o->numbers == NUMBERS_REAL && in_place ? 2 * half : o->n2;
    o->embed1 = o->n1;
    o->distance = (long long)o->n0 * o->n1 * o->embed2;
    o->step = 1;
}

static void by_user(layout *o, int rank, const int *embed, int step, int distance)
{
    o->embed1 = rank > 2 ? embed[1] : 1;
    o->embed2 = rank > 1 ? embed[rank - 1] : 1;
    o->distance = distance;
    o->step = step;
}

cufftResult cufftMakePlanMany(cufftHandle handle, int rank, int *n, int *in_embed, int in_step, int in_distance, int *out_embed, int out_step,
                              int out_distance, cufftType type, int batch, size_t *work_bytes)
{
    plan *p = find(handle);
    cufftResult result = CUFFT_SUCCESS;
    double total = batch;

    if (!p || p->made)
        return CUFFT_INVALID_PLAN;
    if (!is_type(type))
        return CUFFT_INVALID_TYPE;
    if (rank < 1 || rank > RANK || !n || !in_embed != !out_embed)
        return CUFFT_INVALID_VALUE;
    if (batch < 1)
        return CUFFT_INVALID_SIZE;
    for (int i = 0; i < RANK; i++) {
        p->n[i] = i < RANK - rank ? 1 : n[i - (RANK - rank)];
        total *= p->n[i];
        if (p->n[i] < 1)
            return CUFFT_INVALID_SIZE;
    }
    if (total > 1e11)
        return CUFFT_ALLOC_FAILED;
    if (in_embed && (in_step < 1 || out_step < 1))
        return CUFFT_INVALID_VALUE;
    p->type = type;
    p->batch = batch;
    p->is_double = type >= CUFFT_Z2Z;
    p->in = p->out = (layout){ .n0 = p->n[0], .n1 = p->n[1], .n2 = p->n[2], .batch = batch };
    p->in.numbers = numbers_of(type, true);
    p->out.numbers = numbers_of(type, false);
    p->by_user = in_embed != NULL;
    if (in_embed) {
        by_user(&p->in, rank, in_embed, in_step, in_distance);
        by_user(&p->out, rank, out_embed, out_step, out_distance);
    }
    p->bytes = (size_t)total * (p->is_double ? sizeof(cufftDoubleComplex) : sizeof(cufftComplex));
    for (unsigned i = 0; i < 2 && result == CUFFT_SUCCESS; i++)
        if (cudaMalloc(&p->work[i], p->bytes) != cudaSuccess)
            result = CUFFT_ALLOC_FAILED;
    for (unsigned i = 0; i < RANK && result == CUFFT_SUCCESS; i++)
        if (p->n[i] > 1)
            result = make_roots(p, i);
    p->made = result == CUFFT_SUCCESS;
    if (!p->made)
        give_back(p);                           // the next try may have other sizes
    if (work_bytes)
        *work_bytes = 2 * p->bytes;
    return result;
}

cufftResult cufftMakePlan1d(cufftHandle handle, int n, cufftType type, int batch, size_t *work_bytes)
{
    return cufftMakePlanMany(handle, 1, &n, NULL, 1, 0, NULL, 1, 0, type, batch, work_bytes);
}

cufftResult cufftMakePlan2d(cufftHandle handle, int n0, int n1, cufftType type, size_t *work_bytes)
{
    return cufftMakePlanMany(handle, 2, (int[]){ n0, n1 }, NULL, 1, 0, NULL, 1, 0, type, 1, work_bytes);
}

cufftResult cufftMakePlan3d(cufftHandle handle, int n0, int n1, int n2, cufftType type, size_t *work_bytes)
{
    return cufftMakePlanMany(handle, 3, (int[]){ n0, n1, n2 }, NULL, 1, 0, NULL, 1, 0, type, 1, work_bytes);
}

cufftResult cufftPlanMany(cufftHandle *handle, int rank, int *n, int *in_embed, int in_step, int in_distance, int *out_embed, int out_step,
                          int out_distance, cufftType type, int batch)
{
    cufftResult result = cufftCreate(handle);

    if (result != CUFFT_SUCCESS)
        return result;
    result = cufftMakePlanMany(*handle, rank, n, in_embed, in_step, in_distance, out_embed, out_step, out_distance, type, batch, NULL);
    if (result != CUFFT_SUCCESS)
        cufftDestroy(*handle);
    return result;
}

cufftResult cufftPlan1d(cufftHandle *handle, int n, cufftType type, int batch)
{
    return cufftPlanMany(handle, 1, &n, NULL, 1, 0, NULL, 1, 0, type, batch);
}

cufftResult cufftPlan2d(cufftHandle *handle, int n0, int n1, cufftType type)
{
    return cufftPlanMany(handle, 2, (int[]){ n0, n1 }, NULL, 1, 0, NULL, 1, 0, type, 1);
}

cufftResult cufftPlan3d(cufftHandle *handle, int n0, int n1, int n2, cufftType type)
{
    return cufftPlanMany(handle, 3, (int[]){ n0, n1, n2 }, NULL, 1, 0, NULL, 1, 0, type, 1);
}

cufftResult cufftGetSize(cufftHandle handle, size_t *work_bytes)
{
    plan *p = find(handle);

    if (!p || !p->made)
        return CUFFT_INVALID_PLAN;
    if (!work_bytes)
        return CUFFT_INVALID_VALUE;
    *work_bytes = 2 * p->bytes;
    return CUFFT_SUCCESS;
}

cufftResult cufftSetStream(cufftHandle handle, cudaStream_t stream)
{
    plan *p = find(handle);

    if (!p)
        return CUFFT_INVALID_PLAN;
    p->stream = stream;
    return CUFFT_SUCCESS;
}

cufftResult cufftGetVersion(int *version)
{
    if (!version)
        return CUFFT_INVALID_VALUE;
    *version = CUFFT_VERSION;
    return CUFFT_SUCCESS;
}

cufftResult cufftGetProperty(libraryPropertyType type, int *value)
{
    if (!value || type > PATCH_LEVEL)
        return CUFFT_INVALID_VALUE;
    *value = (const int[]){ CUFFT_VER_MAJOR, CUFFT_VER_MINOR, CUFFT_VER_PATCH }[type];
    return CUFFT_SUCCESS;
}

// --- execution

static bool launch(const plan *p, unsigned kernel, long long total, void **arguments)
{
    return cudaLaunchKernel(names[p->is_double][kernel], (dim3){ (unsigned)((total + BLOCK - 1) / BLOCK), 1, 1 }, (dim3){ BLOCK, 1, 1 }, arguments, 0,
                            p->stream) == cudaSuccess;
}

// First fours, then the remaining primes.
static int next_factor(int n)
{
    if (n % 4 == 0)
        return 4;
    for (int f = 2; f <= n / f; f++)
        if (n % f == 0)
            return f;
    return n;
}

static cufftResult execute(cufftHandle handle, cufftType type, void *in, void *out, int direction)
{
    plan *p = find(handle);

    if (!p || !p->made || p->type != type)
        return CUFFT_INVALID_PLAN;
    if (!in || !out || (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE))
        return CUFFT_INVALID_VALUE;
    long long total = (long long)p->batch * p->n[0] * p->n[1] * p->n[2], step = 1;
    int inverse = direction == CUFFT_INVERSE;
    void *now = p->work[0], *then = p->work[1];

    if (!p->by_user) {
        follow_sizes(&p->in, in == out);
        follow_sizes(&p->out, in == out);
    }
    if (!launch(p, GATHER, total, (void *[]){ &in, &p->in, &now }))
        return CUFFT_EXEC_FAILED;
    for (int d = RANK - 1; d >= 0; step *= p->n[d], d--)
        for (int done = 1, radix; done < p->n[d]; done *= radix) {
            radix = next_factor(p->n[d] / done);
            if (!launch(p, PASS, total, (void *[]){ &now, &then, &p->roots[d], &total, &p->n[d], &step, &done, &radix, &inverse }))
                return CUFFT_EXEC_FAILED;
            void *kept = now;

            now = then;
            then = kept;
        }
    return launch(p, SCATTER, total, (void *[]){ &now, &p->out, &out }) ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}

cufftResult cufftExecC2C(cufftHandle handle, cufftComplex *in, cufftComplex *out, int direction) { return execute(handle, CUFFT_C2C, in, out, direction); }
cufftResult cufftExecR2C(cufftHandle handle, cufftReal *in, cufftComplex *out) { return execute(handle, CUFFT_R2C, in, out, CUFFT_FORWARD); }
cufftResult cufftExecC2R(cufftHandle handle, cufftComplex *in, cufftReal *out) { return execute(handle, CUFFT_C2R, in, out, CUFFT_INVERSE); }
cufftResult cufftExecZ2Z(cufftHandle handle, cufftDoubleComplex *in, cufftDoubleComplex *out, int direction)
{
    return execute(handle, CUFFT_Z2Z, in, out, direction);
}
cufftResult cufftExecD2Z(cufftHandle handle, cufftDoubleReal *in, cufftDoubleComplex *out) { return execute(handle, CUFFT_D2Z, in, out, CUFFT_FORWARD); }
cufftResult cufftExecZ2D(cufftHandle handle, cufftDoubleComplex *in, cufftDoubleReal *out) { return execute(handle, CUFFT_Z2D, in, out, CUFFT_INVERSE); }
