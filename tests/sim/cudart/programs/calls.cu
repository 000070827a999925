// SPDX-License-Identifier: BSD-3-Clause
// Calls that are not by name: function pointers in variables, tables, arguments and copied by the host, virtual functions;
// and functions that call themselves, with and without arrays of their own, each other, and through pointers. Lanes of a warp
// call different functions and go down to different depths.
// plant: s/    out\[4 \* i\] = fibonacci(i % 11);/    out[4 * i] = fibonacci(i % 10);/
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

enum { THREADS = 192, CTAS = 3, N = THREADS * CTAS };

#define GOOD(call) do { cudaError_t e = (call); if (e != cudaSuccess) { printf("%s: %s\n", #call, cudaGetErrorString(e)); exit(1); } } while (0)

// --- pointers
typedef int (*operation)(int, int);
__host__ __device__ __noinline__ int plus(int a, int b) { return a + b; }
__host__ __device__ __noinline__ int minus(int a, int b) { return a - b; }
__host__ __device__ __noinline__ int times(int a, int b) { return a * b; }
__host__ __device__ __noinline__ int twice(int a, int b) { return plus(a, b) + plus(b, a); }
__device__ operation table[4] = { plus, minus, times, twice };
__device__ operation chosen = times;
__constant__ operation fixed[2];

struct wide { double x, y; int n; };
typedef wide (*turn)(wide, float);
__host__ __device__ __noinline__ wide left_turn(wide w, float by) { wide r = { w.x - by, w.y + by, w.n + 1 }; return r; }
__host__ __device__ __noinline__ wide right_turn(wide w, float by) { wide r = { w.x + by, w.y - by, w.n - 1 }; return r; }

__global__ void pointers(int *out, wide *turned, operation given)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    turn way = i % 5 < 2 ? left_turn : right_turn;
    wide w = { i * 0.5, -i * 0.25, i };
    int value = table[i % 4](i, 3);

    value += chosen(i, 2) - fixed[i & 1](value, i);
    if (i % 3 == 0)
        value = given(value, i % 7);
    for (int k = 0; k < i % 6; k++)
        w = way(w, (float)k);
    out[i] = value;
    turned[i] = w;
}

__global__ void take_address(operation *to, int which) { *to = which ? plus : minus; }

static int expected_value(int i)
{
    operation all[4] = { plus, minus, times, twice };
    int value = all[i % 4](i, 3);

    value += times(i, 2) - (i & 1 ? minus : plus)(value, i);
    return i % 3 == 0 ? minus(value, i % 7) : value;
}

static wide expected_turn(int i)
{
    wide w = { i * 0.5, -i * 0.25, i };
    for (int k = 0; k < i % 6; k++)
        w = i % 5 < 2 ? left_turn(w, (float)k) : right_turn(w, (float)k);
    return w;
}

// --- virtual functions: objects that the device has made
struct shape {
    __device__ virtual float area() const = 0;
    __device__ virtual float scaled(float by) const { return area() * by; }
    __device__ virtual ~shape() {}
};
struct square : shape {
    float side;
    __device__ square(float s) : side(s) {}
    __device__ float area() const override { return side * side; }
};
struct box : square {
    float height;
    __device__ box(float s, float h) : square(s), height(h) {}
    __device__ float area() const override { return 2 * square::area() + 4 * side * height; }
    __device__ float scaled(float by) const override { return area() + by; }
};

__global__ void make_shapes(shape **shapes)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 2)
        shapes[i] = new square((float)(i % 9));
    else
        shapes[i] = new box((float)(i % 9), 2);
}
__global__ void measure(shape **shapes, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = shapes[i]->area() + shapes[N - 1 - i]->scaled(3);
}
__global__ void drop_shapes(shape **shapes) { delete shapes[blockIdx.x * blockDim.x + threadIdx.x]; }

static float area_of(int i)
{
    float s = (float)(i % 9);
    return i % 2 ? s * s : 2 * s * s + 8 * s;
}

// --- recursion
__host__ __device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__host__ __device__ __noinline__ unsigned ackermann(unsigned m, unsigned n)
{
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
__host__ __device__ bool is_odd(int n);
__host__ __device__ __noinline__ bool is_even(int n) { return n == 0 || is_odd(n - 1); }
__host__ __device__ __noinline__ bool is_odd(int n) { return n != 0 && is_even(n - 1); }

// An array of each call's own, which callees write through a pointer.
__host__ __device__ __noinline__ int digits(int n, int depth, int *above)
{
    int mine[4] = { n, depth, 0, 0 };

    if (depth > 0) {
        mine[2] = digits(n / 2, depth - 1, mine) + mine[3];
        mine[2] += digits(n / 3, depth - 1, &mine[1]) - mine[0];
    }
    above[depth & 1] += mine[0] + mine[2];
    return mine[1] + mine[2] * 3;
}

// A sort that calls itself, and its comparison by a pointer, which calls the first function of all.
typedef bool (*order)(int, int);
__host__ __device__ __noinline__ bool ascending(int a, int b) { return fibonacci(a & 3) + a < fibonacci(b & 3) + b; }
__host__ __device__ __noinline__ bool descending(int a, int b) { return a > b; }
__host__ __device__ __noinline__ void sort(int *at, int n, order before)
{
    int pivot = at[n / 2], i = 0, j = n - 1;

    while (i <= j) {
        while (before(at[i], pivot)) i++;
        while (before(pivot, at[j])) j--;
        if (i <= j) { int t = at[i]; at[i++] = at[j]; at[j--] = t; }
    }
    if (j > 0) sort(at, j + 1, before);
    if (i < n - 1) sort(at + i, n - i, before);
}

enum { SORTED = 12 };
__global__ void recursion(int *out, int *sorted)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, above[2] = { i, 1 };
    int *mine = sorted + i * SORTED;

    out[4 * i] = fibonacci(i % 11);
    out[4 * i + 1] = (int)ackermann((unsigned)i % 3, (unsigned)i % 4) + (is_even(i % 23) ? 1000 : 0);
    out[4 * i + 2] = digits(i, i % 5, above) + above[0];
    out[4 * i + 3] = above[1];
    for (int k = 0; k < SORTED; k++)
        mine[k] = (i * 37 + k * 101) % 61;
    if (i % 32 != 7)
        sort(mine, SORTED, i % 2 ? ascending : descending);
}

__device__ __noinline__ int endless(int n, int *at) { int mine[4] = { n, n + 1, n + 2, n + 3 }; *at += mine[n & 3]; return endless(n + 1, mine) + mine[1]; }
__device__ __noinline__ int bottomless(int n) { return n == 0x7fffffff ? 0 : bottomless(n + 1) * 3 + 1; }
__global__ void deep(int *out, int which) { out[0] = which ? bottomless(out[1]) : endless(0, out); }
__global__ void nowhere(int *out, operation given) { out[0] = given(1, 2); }

// 300 levels with an array of 64 words each: more than the call stack has when nobody asks for a larger one.
__device__ __noinline__ int steps(int n)
{
    volatile int mine[64];
    mine[n & 63] = n;
    int below = n == 0 ? 0 : steps(n - 1);
    return below + mine[n & 63] % 7;
}
__global__ void stairs(int *out) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = steps(300 + i % 3); }

template<class T> static T *array(size_t n)
{
    T *p;
    GOOD(cudaMallocManaged(&p, n * sizeof *p));
    return p;
}

int main(int argc, char **argv)
{
    int wrong = 0, *out = array<int>(4 * N), *sorted = array<int>(N * SORTED);
    wide *turned = array<wide>(N);
    shape **shapes = array<shape *>(N);
    float *areas = array<float>(N);
    operation *taken = array<operation>(2), given;

    for (int k = 0; k < 2; k++)
        take_address<<<1, 1>>>(&taken[k], k == 0);
    GOOD(cudaDeviceSynchronize());
    GOOD(cudaMemcpyToSymbol(fixed, taken, sizeof fixed));
    GOOD(cudaMemcpyFromSymbol(&given, table, sizeof given, sizeof given));
    pointers<<<CTAS, THREADS>>>(out, turned, given);
    GOOD(cudaDeviceSynchronize());
    for (int i = 0; i < N; i++) {
        wide w = expected_turn(i);
        wrong += out[i] != expected_value(i) || turned[i].x != w.x || turned[i].y != w.y || turned[i].n != w.n;
    }
    printf("pointers: %d wrong\n", wrong);

    make_shapes<<<CTAS, THREADS>>>(shapes);
    measure<<<CTAS, THREADS>>>(shapes, areas);
    drop_shapes<<<CTAS, THREADS>>>(shapes);
    GOOD(cudaDeviceSynchronize());
    for (int i = 0; i < N; i++) {
        int j = N - 1 - i;
        wrong += areas[i] != area_of(i) + (j % 2 ? area_of(j) * 3 : area_of(j) + 3);
    }
    printf("virtual functions: %d wrong\n", wrong);

    recursion<<<CTAS, THREADS>>>(out, sorted);
    GOOD(cudaDeviceSynchronize());
    for (int i = 0; i < N; i++) {
        int above[2] = { i, 1 }, mine[SORTED];
        int third = digits(i, i % 5, above) + above[0];
        for (int k = 0; k < SORTED; k++)
            mine[k] = (i * 37 + k * 101) % 61;
        if (i % 32 != 7)
            sort(mine, SORTED, i % 2 ? ascending : descending);
        for (int k = 0; k < SORTED; k++)
            wrong += sorted[i * SORTED + k] != mine[k];
        wrong += out[4 * i] != fibonacci(i % 11) || out[4 * i + 2] != third || out[4 * i + 3] != above[1];
        wrong += out[4 * i + 1] != (int)ackermann((unsigned)i % 3, (unsigned)i % 4) + (is_even(i % 23) ? 1000 : 0);
    }
    printf("recursion: %d wrong\n", wrong);

    GOOD(cudaDeviceSetLimit(cudaLimitStackSize, 128 << 10));
    stairs<<<CTAS, THREADS>>>(out);
    GOOD(cudaDeviceSynchronize());
    for (int i = 0; i < CTAS * THREADS; i++) {
        int sum = 0;
        for (int n = 300 + i % 3; n > 0; n--) sum += n % 7;
        wrong += out[i] != sum;
    }
    printf("a larger stack: %d wrong\n", wrong);

    if (argc > 1) {                     // what cannot go on: too deep, arrays without room, no function
        if (argv[1][0] == 'n') nowhere<<<1, 32>>>(out, (operation)(size_t)7);
        else deep<<<1, 1>>>(out, argv[1][0] == 'b');
        cudaError_t e = cudaDeviceSynchronize();
        printf("%s\n", cudaGetErrorName(e));
        return e == cudaSuccess;
    }
    printf(wrong ? "FAILED\n" : "PASSED\n");
    return wrong != 0;
}
