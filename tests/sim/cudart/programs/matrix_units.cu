// SPDX-License-Identifier: BSD-3-Clause
// nvcuda::wmma (mma.h): D = A B + C of every shape, type and layout that there is, beside sums in double precision, and of integers
// beside theirs; a product in tiles as programs have it, scaled in the fragments; what saturates.
// options: -std=c++14 -arch=sm_70
// plant: s/sum += (double)/sum -= (double)/
#include <mma.h>
#include <cstdio>
#include <cmath>
#include <vector>
using namespace nvcuda;

static int wrong;
static void expect(const char *what, int at, double seen, double want, double error)
{
    if (!(fabs(seen - want) <= error) && wrong++ < 9) fprintf(stderr, "%s: element %d is %g, expected %g\n", what, at, seen, want);
}
__host__ __device__ inline float number(float x) { return x; }
__host__ __device__ inline double number(double x) { return x; }
__host__ __device__ inline float number(__half x) { return __half2float(x); }
__host__ __device__ inline float number(__nv_bfloat16 x) { return __bfloat162float(x); }

template <typename L> struct layout { static const bool rows = false; static const wmma::layout_t word = wmma::mem_col_major; };
template <> struct layout<wmma::row_major> { static const bool rows = true; static const wmma::layout_t word = wmma::mem_row_major; };

template <int M, int N, int K, typename T, typename E, typename D, typename C, typename LA, typename LB, typename LC>
__global__ void product(const E *a, const E *b, const C *c, D *d, int more)
{
    wmma::fragment<wmma::matrix_a, M, N, K, T, LA> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, T, LB> fb;
    wmma::fragment<wmma::accumulator, M, N, K, C> fc;
    wmma::fragment<wmma::accumulator, M, N, K, D> fd;
    wmma::load_matrix_sync(fa, a, (layout<LA>::rows ? K : M) + more);
    wmma::load_matrix_sync(fb, b, (layout<LB>::rows ? N : K) + more);
    wmma::load_matrix_sync(fc, c, (layout<LC>::rows ? N : M) + more, layout<LC>::word);
    wmma::mma_sync(fd, fa, fb, fc);
    wmma::store_matrix_sync(d, fd, (layout<LC>::rows ? N : M) + more, layout<LC>::word);
}

// Small whole numbers and halves: exact in every type, and so are their sums.
template <typename E> std::vector<E> drawn(size_t n, unsigned seed)
{
    std::vector<E> v(n);
    for (E &x : v) seed = seed * 1664525u + 1013904223u, x = E((float)(int)(seed >> 28) / 2.f - 4.f);
    return v;
}
template <typename E> E *device(const std::vector<E> &v)
{
    E *p;
    cudaMalloc(&p, v.size() * sizeof(E));
    cudaMemcpy(p, v.data(), v.size() * sizeof(E), cudaMemcpyHostToDevice);
    return p;
}
template <int M, int N, int K, typename T, typename E, typename D, typename C, typename LA, typename LB, typename LC>
void check(const char *name)
{
    const int more = 16, sa = (layout<LA>::rows ? K : M) + more, sb = (layout<LB>::rows ? N : K) + more, sc = (layout<LC>::rows ? N : M) + more;
    std::vector<E> a = drawn<E>(sa * 32, 1 + M), b = drawn<E>(sb * 32, 2 + N);
    std::vector<C> c = drawn<C>(sc * 32, 3);
    std::vector<D> d(sc * 32, D(77.f));
    E *d_a = device(a), *d_b = device(b);
    C *d_c = device(c);
    D *d_d = device(d);
    product<M, N, K, T, E, D, C, LA, LB, LC><<<1, 32>>>(d_a, d_b, d_c, d_d, more);
    cudaMemcpy(d.data(), d_d, d.size() * sizeof(D), cudaMemcpyDeviceToHost);
    if (cudaGetLastError() != cudaSuccess) wrong++, fprintf(stderr, "%s: not launched\n", name);
    std::vector<bool> written(d.size());
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            int at = layout<LC>::rows ? i * sc + j : j * sc + i;
            double sum = number(c[at]);
            for (int k = 0; k < K; k++)
                sum += (double)number(a[layout<LA>::rows ? i * sa + k : k * sa + i]) * number(b[layout<LB>::rows ? k * sb + j : j * sb + k]);
            expect(name, at, number(d[at]), sum, 0);
            written[at] = true;
        }
    for (size_t i = 0; i < d.size(); i++)
        if (!written[i]) expect("what is beside the matrix", (int)i, number(d[i]), 77, 0);
    cudaFree(d_a), cudaFree(d_b), cudaFree(d_c), cudaFree(d_d);
}
template <int M, int N, int K, typename T, typename E, typename D, typename C> void layouts(const char *name)
{
    using namespace wmma;
    check<M, N, K, T, E, D, C, row_major, row_major, row_major>(name);
    check<M, N, K, T, E, D, C, row_major, col_major, col_major>(name);
    check<M, N, K, T, E, D, C, col_major, row_major, col_major>(name);
    check<M, N, K, T, E, D, C, col_major, col_major, row_major>(name);
}
template <int M, int N> void shape()
{
    layouts<M, N, 16, __half, __half, float, float>("half to float");
    layouts<M, N, 16, __half, __half, float, __half>("half and half to float");
    layouts<M, N, 16, __half, __half, __half, float>("half and float to half");
    layouts<M, N, 16, __half, __half, __half, __half>("half to half");
    layouts<M, N, 16, __nv_bfloat16, __nv_bfloat16, float, float>("bfloat16");
}

// alpha A B + beta C, a tile for each of the four warps of a block, A and B through shared memory.
enum { SIZE = 64 };
__global__ void gemm(const half *a, const half *b, float *c, float alpha, float beta)
{
    __shared__ half tile_a[32 * 16], tile_b[16 * 32];
    unsigned warp = threadIdx.x / 32, row = blockIdx.y * 32 + warp / 2 * 16, column = blockIdx.x * 32 + warp % 2 * 16;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum, old;
    wmma::fill_fragment(sum, 0.0f);
    for (int k = 0; k < SIZE; k += 16) {
        for (unsigned i = threadIdx.x; i < 512; i += blockDim.x) {
            tile_a[i] = a[(blockIdx.y * 32 + i / 16) * SIZE + k + i % 16];
            tile_b[i] = b[(k + i / 32) * SIZE + blockIdx.x * 32 + i % 32];
        }
        __syncthreads();
        wmma::load_matrix_sync(fa, tile_a + warp / 2 * 256, 16);
        wmma::load_matrix_sync(fb, tile_b + warp % 2 * 16, 32);
        wmma::mma_sync(sum, fa, fb, sum);
        __syncthreads();
    }
    wmma::load_matrix_sync(old, c + row * SIZE + column, SIZE, wmma::mem_row_major);
    for (int i = 0; i < sum.num_elements; i++)
        old.x[i] = alpha * sum.x[i] + beta * old.x[i];
    wmma::store_matrix_sync(c + row * SIZE + column, old, SIZE, wmma::mem_row_major);
}
static void tiles()
{
    std::vector<half> a = drawn<half>(SIZE * SIZE, 7), b = drawn<half>(SIZE * SIZE, 8);
    std::vector<float> c = drawn<float>(SIZE * SIZE, 9), d(SIZE * SIZE);
    half *d_a = device(a), *d_b = device(b);
    float *d_c = device(c);
    gemm<<<dim3(SIZE / 32, SIZE / 32), 128>>>(d_a, d_b, d_c, 0.5f, 2.f);
    cudaMemcpy(d.data(), d_c, d.size() * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < SIZE * SIZE; i++) {
        double sum = 0;
        for (int k = 0; k < SIZE; k++) sum += number(a[i / SIZE * SIZE + k]) * (double)number(b[k * SIZE + i % SIZE]);
        expect("tiles", i, d[i], 0.5 * sum + 2 * c[i], 0);
    }
}

// --- integers: the same of bytes in every layout, of four bits and of one where A lies along its rows and B down its columns

template <int M, int N, int K, typename T, typename LA, typename LB, typename LC>
__global__ void whole(const unsigned char *a, const unsigned char *b, const int *c, int *d, bool saturate)
{
    typedef typename wmma::fragment<wmma::matrix_a, M, N, K, T, LA>::storage_element_type E;
    wmma::fragment<wmma::matrix_a, M, N, K, T, LA> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, T, LB> fb;
    wmma::fragment<wmma::accumulator, M, N, K, int> fc;
    wmma::load_matrix_sync(fa, (const E *)a, layout<LA>::rows ? K : M);
    wmma::load_matrix_sync(fb, (const E *)b, layout<LB>::rows ? N : K);
    wmma::load_matrix_sync(fc, c, layout<LC>::rows ? N : M, layout<LC>::word);
    wmma::mma_sync(fc, fa, fb, fc, saturate);
    wmma::store_matrix_sync(d, fc, layout<LC>::rows ? N : M, layout<LC>::word);
}
__global__ void bits(const unsigned char *a, const unsigned char *b, const int *c, int *d, bool both)
{
    wmma::fragment<wmma::matrix_a, 8, 8, 128, wmma::experimental::precision::b1, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 8, 8, 128, wmma::experimental::precision::b1, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 8, 8, 128, int> fc;
    static_assert(fa.num_elements == 32 && fa.num_storage_elements == 1, "a word of bits");
    wmma::load_matrix_sync(fa, a, 128), wmma::load_matrix_sync(fb, b, 128);
    wmma::load_matrix_sync(fc, c, 8, wmma::mem_row_major);
    if (both)
        wmma::bmma_sync(fc, fa, fb, fc, wmma::experimental::bmmaBitOpAND);
    else
        wmma::bmma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(d, fc, 8, wmma::mem_row_major);
}
// The n-th element of `width` bits, with its sign or without.
static int element(const std::vector<unsigned char> &v, int n, int width, bool sign)
{
    int value = v[n * width / 8] >> n * width % 8 & ((1 << width) - 1);
    return sign && value >> (width - 1) ? value - (1 << width) : value;
}
struct integers {
    std::vector<unsigned char> a, b;
    std::vector<int> c, d;
    unsigned char *d_a, *d_b;
    int *d_c, *d_d;
    integers(int m, int n, int k, int width, bool large) : a(m * k * width / 8), b(k * n * width / 8), c(m * n), d(m * n)
    {
        unsigned seed = m + k + width;
        for (unsigned char &x : a) seed = seed * 1664525u + 1013904223u, x = seed >> 24;
        for (unsigned char &x : b) seed = seed * 1664525u + 1013904223u, x = seed >> 23;
        for (int &x : c) seed = seed * 1664525u + 1013904223u, x = large ? (int)(0x7ffffff0u + (seed >> 31)) : (int)seed >> 8;
        d_a = device(a), d_b = device(b), d_c = device(c), d_d = device(d);
    }
    ~integers() { cudaFree(d_a), cudaFree(d_b), cudaFree(d_c), cudaFree(d_d); }
    void fetch(const char *name)
    {
        if (cudaMemcpy(d.data(), d_d, d.size() * sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess)
            wrong++, fprintf(stderr, "%s: not launched\n", name);
    }
};
template <int M, int N, int K, typename T, typename LA, typename LB, typename LC>
void check_whole(const char *name, int width, bool sign, bool saturate)
{
    integers i(M, N, K, width, saturate);
    whole<M, N, K, T, LA, LB, LC><<<1, 32>>>(i.d_a, i.d_b, i.d_c, i.d_d, saturate);
    i.fetch(name);
    for (int row = 0; row < M; row++)
        for (int column = 0; column < N; column++) {
            int at = layout<LC>::rows ? row * N + column : column * M + row;
            long long sum = i.c[at];
            for (int k = 0; k < K; k++)
                sum += element(i.a, layout<LA>::rows ? row * K + k : k * M + row, width, sign) *
                       element(i.b, layout<LB>::rows ? k * N + column : column * K + k, width, sign);
            if (saturate) sum = sum > 0x7fffffff ? 0x7fffffff : sum;
            expect(name, at, i.d[at], sum, 0);
        }
}
template <int M, int N, typename T> void bytes(const char *name, bool sign)
{
    using namespace wmma;
    check_whole<M, N, 16, T, row_major, row_major, row_major>(name, 8, sign, false);
    check_whole<M, N, 16, T, row_major, col_major, col_major>(name, 8, sign, true);
    check_whole<M, N, 16, T, col_major, row_major, col_major>(name, 8, sign, true);
    check_whole<M, N, 16, T, col_major, col_major, row_major>(name, 8, sign, false);
}
static void all_integers()
{
    using namespace wmma;
    bytes<16, 16, signed char>("signed char", true), bytes<32, 8, signed char>("signed char", true), bytes<8, 32, signed char>("signed char", true);
    bytes<16, 16, unsigned char>("unsigned char", false), bytes<32, 8, unsigned char>("unsigned char", false);
    bytes<8, 32, unsigned char>("unsigned char", false);
    check_whole<8, 8, 32, experimental::precision::s4, row_major, col_major, row_major>("s4", 4, true, false);
    check_whole<8, 8, 32, experimental::precision::s4, row_major, col_major, col_major>("s4", 4, true, true);
    check_whole<8, 8, 32, experimental::precision::u4, row_major, col_major, row_major>("u4", 4, false, true);
    for (int both = 0; both < 2; both++) {
        integers i(8, 8, 128, 1, false);
        bits<<<1, 32>>>(i.d_a, i.d_b, i.d_c, i.d_d, both);
        i.fetch("bits");
        for (int at = 0; at < 64; at++) {
            int sum = i.c[at];
            for (int k = 0; k < 128; k++) {
                int x = element(i.a, at / 8 * 128 + k, 1, false), y = element(i.b, at % 8 * 128 + k, 1, false);
                sum += both ? x & y : x ^ y;
            }
            expect(both ? "bits that are both" : "bits that differ", at, i.d[at], sum, 0);
        }
    }
}

// 200 x 200 sixteen times is beyond half's 65,504; an element of A that is NaN makes a row of them.
__global__ void limits(__half *open, __half *closed, float *tf32)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, __half> c;
    wmma::fill_fragment(a, 200.f), wmma::fill_fragment(b, -200.f), wmma::fill_fragment(c, 0.f);
    wmma::mma_sync(c, a, b, c);
    wmma::store_matrix_sync(open, c, 16, wmma::mem_row_major);
    wmma::fill_fragment(c, 0.f);
    wmma::mma_sync(c, a, b, c, true);
    wmma::store_matrix_sync(closed, c, 16, wmma::mem_row_major);
    wmma::fill_fragment(a, __float2half(nanf("")));
    wmma::mma_sync(c, a, b, c, true);
    wmma::store_matrix_sync(closed + 256, c, 16, wmma::mem_row_major);
    tf32[0] = wmma::__float_to_tf32(1.0f + 1.0f / 2048), tf32[1] = wmma::__float_to_tf32(1.0f + 1.0f / 4096), tf32[2] = wmma::__float_to_tf32(-INFINITY);
}
static void at_the_limits()
{
    std::vector<__half> h(3 * 256);
    std::vector<float> f(3);
    __half *d_h = device(h);
    float *d_f = device(f);
    limits<<<1, 32>>>(d_h, d_h + 256, d_f);
    cudaMemcpy(h.data(), d_h, h.size() * sizeof(__half), cudaMemcpyDeviceToHost);
    cudaMemcpy(f.data(), d_f, f.size() * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 256; i++) {
        if (!std::isinf(number(h[i])) && wrong++ < 9) fprintf(stderr, "beyond half: %g, expected -inf\n", number(h[i]));
        expect("saturated", i, number(h[256 + i]), -65504, 0);
        expect("a saturated NaN", i, number(h[512 + i]), 0, 0);
    }
    expect("__float_to_tf32 half way", 0, f[0], 1.0 + 1.0 / 1024, 0);
    expect("__float_to_tf32 below", 1, f[1], 1, 0);
    if (f[2] != -INFINITY) wrong++, fprintf(stderr, "__float_to_tf32 of an infinity: %g\n", f[2]);
}

int main()
{
    shape<16, 16>(), shape<32, 8>(), shape<8, 32>();
    layouts<16, 16, 8, wmma::precision::tf32, float, float, float>("tf32");
    layouts<8, 8, 4, double, double, double, double>("double");
    all_integers();
    tiles();
    at_the_limits();
    printf("%d wrong\n%s\n", wrong, wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
