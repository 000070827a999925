// SPDX-License-Identifier: BSD-3-Clause
// program WHAT ...: a CUDA program without a CUDA compiler, for tests that look at how one begins, ends and reports.
//
//   atax ROWS COLUMNS ROUNDS ENDING   both kernels of sim/workload/kernels/atax.ptx so many times, checked; then it
// ends by
//                                     return, exit, abort, kill, trap (a kernel's), out (a load outside every buffer)
//   tiny LAUNCHES                     so many launches of a few instructions
//   threads THREADS LAUNCHES          so many threads, each with buffers and launches of its own
//   child                             a child of a process that has used the GPU asks for it
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/sim/cudart/runtime_ptx.h"

enum { THREADS = 128 };

static void check(CUresult result, const char *what)
{
    const char *name = "an error without a name";

    if (!result)
        return;
    cuGetErrorName(result, &name);
    printf("%s: %s\n", what, name);
    exit(1);
}
#define CHECK(call) check((CUresult)(call), #call)

static void run_atax(const float *A, const float *x, float *y, int rows, int columns, int rounds)
{
    CUdeviceptr d_A, d_x, d_tmp, d_y;
    CUfunction row, column;
    CUmodule module;
    size_t size = sizeof(float);

    CHECK(cuModuleLoad(&module, "sim/workload/kernels/atax.ptx"));
    CHECK(cuModuleGetFunction(&row, module, "atax_row"));
    CHECK(cuModuleGetFunction(&column, module, "atax_column"));
    CHECK(cuMemAlloc(&d_A, (size_t)rows * (size_t)columns * size));
    CHECK(cuMemAlloc(&d_x, (size_t)columns * size));
    CHECK(cuMemAlloc(&d_tmp, (size_t)rows * size));
    CHECK(cuMemAlloc(&d_y, (size_t)columns * size));
    CHECK(cuMemcpyHtoD(d_A, A, (size_t)rows * (size_t)columns * size));
    CHECK(cuMemcpyHtoD(d_x, x, (size_t)columns * size));
    CHECK(cuMemsetD32(d_tmp, 0, (size_t)rows));
    CHECK(cuMemsetD32(d_y, 0, (size_t)columns));
    for (int i = 0; i < rounds; i++) {
        CHECK(cuLaunchKernel(row, (unsigned)(rows + THREADS - 1) / THREADS, 1, 1, THREADS, 1, 1, 0, NULL,
                             (void *[]){ &d_A, &d_x, &d_tmp, &rows, &columns, &columns }, NULL));
        CHECK(cuLaunchKernel(column, (unsigned)(columns + THREADS - 1) / THREADS, 1, 1, THREADS, 1, 1, 0, NULL,
                             (void *[]){ &d_A, &d_tmp, &d_y, &rows, &columns, &columns }, NULL));
    }
    CHECK(cuMemcpyDtoH(y, d_y, (size_t)columns * size));
}

static int end(const char *how)
{
    void *nowhere = NULL;

    if (strcmp(how, "exit") == 0)
        exit(3);
    if (strcmp(how, "abort") == 0)
        abort();
    if (strcmp(how, "kill") == 0)
        raise(SIGKILL);
    if (strcmp(how, "trap") == 0)
        launch_on(&host_trap, 1, 1, 0, NULL);
    if (strcmp(how, "out") == 0)
        launch_on(&host_store, 1, 1, 0, (void *[]){ &nowhere });
    if (cudaDeviceSynchronize())
        printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    return 0;
}

static int atax(char **words)
{
    int rows = atoi(words[0]), columns = atoi(words[1]), rounds = atoi(words[2]);
    float *A = malloc((size_t)rows * (size_t)columns * sizeof *A), *x = malloc((size_t)columns * sizeof *x);
    float *y = malloc((size_t)columns * sizeof *y);
    double *tmp = calloc((size_t)rows, sizeof *tmp), *want = calloc((size_t)columns, sizeof *want);

    for (int i = 0; i < rows * columns; i++)
        A[i] = (float)(i * 7 % 32) / 32;
    for (int i = 0; i < columns; i++)
        x[i] = (float)(i % 16) / 16;
    run_atax(A, x, y, rows, columns, rounds);
    for (int k = 0; k < rounds; k++) {                          // the sums go on from round to round
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < columns; j++)
                tmp[i] += (double)A[i * columns + j] * x[j];
        for (int j = 0; j < columns; j++)
            for (int i = 0; i < rows; i++)
                want[j] += A[i * columns + j] * tmp[i];
    }
    for (int j = 0; j < columns; j++)
        if (fabs(y[j] - want[j]) > 1e-4 * fabs(want[j])) {
            printf("y[%d] is %g, expected %g\n", j, y[j], want[j]);
            return 1;
        }
    printf("right\n");
    free(A), free(x), free(y), free(tmp), free(want);
    return end(words[3]);
}

static int tiny(char **words)
{
    int n = 32;
    float *p;

    CHECK(cudaMalloc((void **)&p, 128));
    CHECK(cudaMemset(p, 0, 128));
    for (int i = 0; i < atoi(words[0]); i++)
        CHECK(launch_on(&host_scale, 1, 32, 0, (void *[]){ &p, &n }));
    CHECK(cudaMemcpyFromSymbol(&n, &host_counter, 4, 0, cudaMemcpyDeviceToHost));
    printf("%d\n", n - 5);
    return 0;
}

static int launches_of_a_thread;

// Multiplies by 1, 2, 3, 4 again and again; what other threads do must not show.
static void *one_thread(void *seed)
{
    float host[64], *p;
    int n = 64;

    for (int i = 0; i < 64; i++)
        host[i] = (float)*(int *)seed;
    CHECK(cudaMalloc((void **)&p, sizeof host));
    CHECK(cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice));
    for (int i = 0; i < launches_of_a_thread; i++)
        CHECK(launch_on(&host_scale, 2, 32, 0, (void *[]){ &p, &n }));
    CHECK(cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(p));
    launch_on(&host_scale, 0, 0, 0, (void *[]){ &p, &n });      // an error of this thread's alone
    if (cudaGetLastError() != cudaErrorInvalidConfiguration || cudaGetLastError() != cudaSuccess)
        return "a thread's last error is another's";
    for (int i = 0; i < 64; i++) {
        float want = (float)*(int *)seed;
        for (int k = 0; k < launches_of_a_thread; k++)
            want *= (float)(1 + i % 4);
        if (host[i] != want)
            return "wrong numbers";
    }
    return NULL;
}

static int threads(char **words)
{
    enum { MOST = 64 };
    int count = atoi(words[0]), seeds[MOST], failed = 0, n;
    pthread_t started[MOST];

    launches_of_a_thread = atoi(words[1]);
    for (int i = 0; i < count && i < MOST; i++) {
        seeds[i] = i + 1;
        if (pthread_create(&started[i], NULL, one_thread, &seeds[i]))
            return 1;
    }
    for (int i = 0; i < count && i < MOST; i++) {
        void *why;
        pthread_join(started[i], &why);
        if (why && ++failed)
            printf("thread %d: %s\n", i, (char *)why);
    }
    CHECK(cudaMemcpyFromSymbol(&n, &host_counter, 4, 0, cudaMemcpyDeviceToHost));
    printf("%d launches, %d threads failed\n", n - 5, failed);
    return failed != 0;
}

static int child(char **words)
{
    void *p;
    int state;

    (void)words;
    CHECK(cudaMalloc(&p, 4));
    fflush(stdout);
    if (fork() == 0) {
        printf("%s\n", cudaGetErrorName(cudaMalloc(&p, 4)));
        exit(0);
    }
    wait(&state);
    return 0;
}

int main(int argc, char **argv)
{
    setlocale(LC_ALL, "");
    static const struct { const char *name; int words; int (*run)(char **); } what[] = {
        { "atax", 4, atax }, { "tiny", 1, tiny }, { "threads", 2, threads }, { "child", 0, child },
    };

    register_kernels();
    for (unsigned i = 0; i < sizeof what / sizeof what[0]; i++)
        if (argc == what[i].words + 2 && strcmp(argv[1], what[i].name) == 0)
            return what[i].run(argv + 2);
    fprintf(stderr, "program: seen other words than those in its head\n");
    return 2;
}
