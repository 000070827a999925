// SPDX-License-Identifier: BSD-3-Clause
// The device side of cuRAND: Philox4x32-10 against the known answers of Random123, MRG32k3a against L'Ecuyer's first numbers and his
// matrix of a subsequence, XORWOW against itself in plain arithmetic; curand_init with seeds, subsequences and offsets against powers of the
// whole transformations, 160 * 160 bits or 3 * 3 numbers, computed here; distributions against double precision. `few`: a part.
// plant: s/0x6627e8d5u/0x6627e8d6u/
// header plant: curand_kernel.h s/(unsigned)seed ^ 0xaad26b49u/(unsigned)seed ^ 0xaad26b48u/
// header plant: curand_kernel.h s/warplock_curand_jump(n, 67, state)/warplock_curand_jump(n, 66, state)/
// header plant: curand_kernel.h s/case 2:  return make_uint4(a.z, a.w, b.x, b.y);/case 2:  return make_uint4(a.z, a.w, b.y, b.x);/
// header plant: curand_kernel.h s/state->d += 362437 \* (unsigned)n;//
// header plant: curand_kernel.h s/y << 21/y << 20/
#include <cmath>
#include <cstdio>
#include <cstring>
#include <type_traits>
#include <vector>
#include <curand_kernel.h>

static int failed, compared;
static void expect(bool good, const char *what, int line)
{
    compared++;
    if (!good && failed++ < 20)
        printf("line %d: %s\n", line, what);
}
#define EXPECT(condition) expect(condition, #condition, __LINE__)

struct start { unsigned long long seed, subsequence, offset; };
enum { DRAWN = 24 };

template <typename S> __global__ void numbers(const start *starts, int n, unsigned *to)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    S state;

    if (t >= n)
        return;
    curand_init(starts[t].seed, starts[t].subsequence, starts[t].offset, &state);
    for (int i = 0; i < DRAWN; i++)
        to[t * DRAWN + i] = curand(&state);
}

__global__ void philox(const uint4 *counters, const uint2 *keys, int n, uint4 *to)
{
    if (threadIdx.x < n)
        to[threadIdx.x] = curand_Philox4x32_10(counters[threadIdx.x], keys[threadIdx.x]);
}

template <typename T> struct device {
    T *at;
    size_t count;
    explicit device(size_t n) : count(n) { cudaMalloc((void **)&at, n * sizeof(T)); }
    explicit device(const std::vector<T> &from) : device(from.size()) { cudaMemcpy(at, from.data(), count * sizeof(T), cudaMemcpyHostToDevice); }
    ~device() { cudaFree(at); }
    std::vector<T> get() const
    {
        std::vector<T> all(count);
        cudaMemcpy(all.data(), at, count * sizeof(T), cudaMemcpyDeviceToHost);
        return all;
    }
};

// --- XORWOW in plain arithmetic: the state as 160 bits, its transformation as their images

typedef unsigned words[5];
static void step(words v)
{
    unsigned t = v[0] ^ (v[0] >> 2);
    memmove(v, v + 1, 4 * sizeof *v);
    v[4] = (v[3] ^ (v[3] << 4)) ^ (t ^ (t << 1));
}
struct transformation { unsigned image[160][5]; };
static void apply(const transformation &m, words v)
{
    words sum = { 0 };
    for (int bit = 0; bit < 160; bit++)
        if (v[bit / 32] >> bit % 32 & 1)
            for (int i = 0; i < 5; i++)
                sum[i] ^= m.image[bit][i];
    memcpy(v, sum, sizeof sum);
}
static std::vector<transformation> xorwow_powers()
{
    std::vector<transformation> all(131);
    for (int bit = 0; bit < 160; bit++) {
        words v = { 0 };
        v[bit / 32] = 1u << bit % 32;
        step(v);
        memcpy(all[0].image[bit], v, sizeof v);
    }
    for (int k = 1; k < 131; k++)
        for (int bit = 0; bit < 160; bit++) {
            memcpy(all[k].image[bit], all[k - 1].image[bit], sizeof(words));
            apply(all[k - 1], all[k].image[bit]);
        }
    return all;
}
static std::vector<unsigned> expect_xorwow(const std::vector<transformation> &powers, const start &s)
{
    unsigned t0 = 1099087573u * ((unsigned)s.seed ^ 0xaad26b49u), t1 = 2591861531u * ((unsigned)(s.seed >> 32) ^ 0xf7dcefddu);
    words v = { 123456789u + t0, 362436069u ^ t0, 521288629u + t1, 88675123u ^ t1, 5783321u + t0 };
    unsigned d = 6615241u + t1 + t0 + 362437u * (unsigned)s.offset;
    std::vector<unsigned> all;

    for (int k = 0; k < 64; k++) {
        if (s.subsequence >> k & 1)
            apply(powers[67 + k], v);
        if (s.offset >> k & 1)
            apply(powers[k], v);
    }
    for (int i = 0; i < DRAWN; i++) {
        step(v);
        all.push_back(v[4] + (d += 362437u));
    }
    return all;
}

// --- MRG32k3a in whole numbers

typedef unsigned __int128 wide;
static const unsigned long long modulus[2] = { 4294967087ull, 4294944443ull };
struct matrix { unsigned long long at[3][3]; };
static matrix times(const matrix &a, const matrix &b, unsigned long long m)
{
    matrix c;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            wide sum = 0;
            for (int k = 0; k < 3; k++)
                sum += (wide)a.at[i][k] * b.at[k][j];
            c.at[i][j] = (unsigned long long)(sum % m);
        }
    return c;
}
static const matrix steps[2] = { { { { 0, 1, 0 }, { 0, 0, 1 }, { 4294967087ull - 810728, 1403580, 0 } } },
                                 { { { 0, 1, 0 }, { 0, 0, 1 }, { 4294944443ull - 1370589, 0, 527612 } } } };
static std::vector<unsigned> expect_mrg(const start &s)
{
    unsigned long long state[2][3], low = (unsigned)s.seed ^ 0x55555555u, high = (unsigned)(s.seed >> 32) ^ 0xaaaaaaaau;
    std::vector<unsigned> all;

    for (int c = 0; c < 2; c++) {
        for (int i = 0; i < 3; i++)
            state[c][i] = s.seed ? (c + i) % 2 ? high * 12345 % modulus[c] : low * 12345 % modulus[c] : 12345;
        matrix power = steps[c];
        for (int k = 0; k < 140; k++, power = times(power, power, modulus[c])) {
            bool taken = (k < 64 && s.offset >> k & 1) + (k >= 76 && s.subsequence >> (k - 76) & 1);
            unsigned long long v[3];
            if (!taken)
                continue;
            for (int i = 0; i < 3; i++) {
                wide sum = 0;
                for (int j = 0; j < 3; j++)
                    sum += (wide)power.at[i][j] * state[c][j];
                v[i] = (unsigned long long)(sum % modulus[c]);
            }
            memcpy(state[c], v, sizeof v);
        }
    }
    for (int i = 0; i < DRAWN; i++) {
        unsigned long long p = (1403580ull * state[0][1] + (modulus[0] - 810728ull) * state[0][0]) % modulus[0];
        wide q_sum = (wide)527612 * state[1][2] + (wide)(modulus[1] - 1370589) * state[1][0];
        unsigned long long q = (unsigned long long)(q_sum % modulus[1]);
        for (int c = 0; c < 2; c++) {
            state[c][0] = state[c][1];
            state[c][1] = state[c][2];
            state[c][2] = c ? q : p;
        }
        double z = p <= q ? (double)p - (double)q + 4294967087.0 : (double)(p - q);
        all.push_back((unsigned)(z * 1.000000048662));
    }
    return all;
}

static uint4 plain_philox(uint4 c, uint2 k)
{
    for (int round = 0; round < 10; round++) {
        unsigned long long a = 0xd2511f53ull * c.x, b = 0xcd9e8d57ull * c.z;
        c = make_uint4((unsigned)(b >> 32) ^ c.y ^ k.x, (unsigned)b, (unsigned)(a >> 32) ^ c.w ^ k.y, (unsigned)a);
        k.x += 0x9e3779b9u;
        k.y += 0xbb67ae85u;
    }
    return c;
}
static std::vector<unsigned> expect_philox(const start &s)
{
    std::vector<unsigned> all;
    for (int i = 0; i < DRAWN; i++) {
        wide at = (wide)s.subsequence << 64;
        unsigned within = (unsigned)((s.offset % 4 + i) % 4);
        at += s.offset / 4 + (s.offset % 4 + i) / 4;
        uint4 c = plain_philox(make_uint4((unsigned)at, (unsigned)(at >> 32), (unsigned)(at >> 64), (unsigned)(at >> 96)),
                               make_uint2((unsigned)s.seed, (unsigned)(s.seed >> 32)));
        all.push_back(within == 0 ? c.x : within == 1 ? c.y : within == 2 ? c.z : c.w);
    }
    return all;
}

static void known_answers()
{
    // Random123's kat_vectors: philox4x32 10
    std::vector<uint4> counters = { { 0, 0, 0, 0 }, { ~0u, ~0u, ~0u, ~0u }, { 0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344 } };
    std::vector<uint2> keys = { { 0, 0 }, { ~0u, ~0u }, { 0xa4093822, 0x299f31d0 } };
    static const unsigned answers[3][4] = { { 0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u }, { 0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu },
                                            { 0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u } };
    device<uint4> from(counters), to(3);
    device<uint2> by(keys);
    philox<<<1, 32>>>(from.at, by.at, 3, to.at);
    std::vector<uint4> seen = to.get();
    for (int i = 0; i < 3; i++)
        EXPECT(seen[i].x == answers[i][0] && seen[i].y == answers[i][1] && seen[i].z == answers[i][2] && seen[i].w == answers[i][3]);
    // L'Ecuyer and others 2002, RngStreams: the first matrix to the power of 2^76
    matrix power = steps[0];
    for (int k = 0; k < 76; k++)
        power = times(power, power, modulus[0]);
    static const unsigned long long published[3][3] = { { 82758667u, 1871391091u, 4127413238u }, { 3672831523u, 69195019u, 1871391091u },
                                                        { 3672091415u, 3528743235u, 69195019u } };
    EXPECT(memcmp(power.at, published, sizeof published) == 0);
}

template <typename S, typename F> static void sequences(const std::vector<start> &starts, F expected)
{
    device<start> from(starts);
    device<unsigned> to(starts.size() * DRAWN);

    numbers<S><<<(int)(starts.size() + 63) / 64, 64>>>(from.at, (int)starts.size(), to.at);
    std::vector<unsigned> seen = to.get();
    for (size_t t = 0; t < starts.size(); t++) {
        std::vector<unsigned> wanted = expected(starts[t]);
        for (int i = 0; i < DRAWN; i++) {
            compared++;
            if (seen[t * DRAWN + i] != wanted[i] && failed++ < 20)
                printf("seed %llu, subsequence %llu, offset %llu: number %d: seen %u, expected %u\n", starts[t].seed, starts[t].subsequence, starts[t].offset, i,
                       seen[t * DRAWN + i], wanted[i]);
        }
    }
}

// --- distributions: of a second state, whose numbers are transformed on the host

enum { F_UNIFORM = 0, F_NORMAL = 1, F_LOG = 3, F_PAIR = 4, FLOATS = 6, DOUBLES = 6 };
template <typename S> __global__ void distributions(float *f, double *d, unsigned *bits)
{
    S a, b;

    curand_init(99, threadIdx.x, 5, &a);
    b = a;
    f += threadIdx.x * FLOATS;
    d += threadIdx.x * DOUBLES;
    bits += threadIdx.x * 32;
    for (int i = 0; i < 32; i++)
        bits[i] = curand(&b);
    f[0] = curand_uniform(&a);                  // 0
    f[1] = curand_normal(&a);                   // 1, 2
    f[2] = curand_normal(&a);
    f[3] = curand_log_normal(&a, 0.5f, 0.25f);  // 3, 4
    float2 pair = curand_normal2(&a);           // 5, 6
    f[4] = pair.x;
    f[5] = pair.y;
    d[0] = curand_uniform_double(&a);           // 7, and of XORWOW 8, too, which moves those behind by one
    d[1] = curand_normal_double(&a);            // 8 to 11
    d[2] = curand_normal_double(&a);
    d[3] = curand_log_normal_double(&a, 0.5, 0.25);     // 12 to 15
    double2 two = curand_normal2_double(&a);    // 16 to 19
    d[4] = two.x;
    d[5] = two.y;
}

static double uniform(unsigned x) { return (x + 0.5) / 4294967296.0; }
static double uniform(unsigned x, unsigned y) { return ((double)(x ^ (unsigned long long)y << 21) + 0.5) / 9007199254740992.0; }
static void normal(double u, double v, double *pair)
{
    pair[0] = sqrt(-2 * log(u)) * sin(2 * M_PI * v);
    pair[1] = sqrt(-2 * log(u)) * cos(2 * M_PI * v);
}

template <typename S> static void distribution()
{
    device<float> f(64 * FLOATS);
    device<double> d(64 * DOUBLES);
    device<unsigned> bits(64 * 32);

    distributions<S><<<1, 64>>>(f.at, d.at, bits.at);
    std::vector<float> floats = f.get();
    std::vector<double> doubles = d.get();
    std::vector<unsigned> all = bits.get();
    for (int t = 0; t < 64; t++) {
        const unsigned *x = &all[t * 32];
        const float *s = &floats[t * FLOATS];
        const double *e = &doubles[t * DOUBLES];
        double pair[2];

        EXPECT(fabs(s[0] - uniform(x[0])) < 1.2e-7);
        normal(uniform(x[1]), uniform(x[2]), pair);
        EXPECT(fabs(s[1] - pair[0]) < 1e-5 && fabs(s[2] - pair[1]) < 1e-5);
        normal(uniform(x[3]), uniform(x[4]), pair);
        EXPECT(fabs(s[3] / exp(0.5 + 0.25 * pair[0]) - 1) < 1e-5);
        normal(uniform(x[5]), uniform(x[6]), pair);     // log_normal has left its second: of normal it is the next
        EXPECT(fabs(s[4] - pair[0]) < 1e-5 && fabs(s[5] - pair[1]) < 1e-5);
        const bool one = std::is_same<S, curandStatePhilox4_32_10_t>::value;
        EXPECT(fabs(e[0] - (one ? (x[7] + 1.0) / 4294967296.0 : uniform(x[7], x[8]))) < 1e-15);
        x += one ? 0 : 1;
        normal(uniform(x[8], x[9]), uniform(x[10], x[11]), pair);
        EXPECT(fabs(e[1] - pair[0]) < 1e-14 && fabs(e[2] - pair[1]) < 1e-14);
        normal(uniform(x[12], x[13]), uniform(x[14], x[15]), pair);
        EXPECT(fabs(e[3] / exp(0.5 + 0.25 * pair[0]) - 1) < 1e-14);
        normal(uniform(x[16], x[17]), uniform(x[18], x[19]), pair);
        EXPECT(fabs(e[4] - pair[0]) < 1e-14 && fabs(e[5] - pair[1]) < 1e-14);
    }
}

// MRG32k3a with no seed: L'Ecuyer's stream of 12345s, whose first number is published; its uniform numbers are of one draw in both types.
__global__ void first_of_mrg(double *d, float *f)
{
    curandStateMRG32k3a_t a, b;

    curand_init(0, 0, 0, &a);
    b = a;
    for (int i = 0; i < 10; i++)
        d[i] = curand_uniform_double(&a);
    for (int i = 0; i < 10; i++)
        f[i] = curand_uniform(&b);
    curand_init(7, 3, 0, &a);
    b = a;
    double2 pair = curand_normal2_double(&a);
    d[10] = curand_uniform_double(&b);
    d[11] = curand_uniform_double(&b);
    d[12] = pair.x;
    d[13] = pair.y;
}

// curand4 of Philox from each place within four.
__global__ void fours(unsigned *to)
{
    curandStatePhilox4_32_10_t a;

    curand_init(5, 1, threadIdx.x, &a);
    for (int i = 0; i < 3; i++) {
        uint4 x = curand4(&a);
        unsigned *at = to + threadIdx.x * 13 + i * 4;
        at[0] = x.x;
        at[1] = x.y;
        at[2] = x.z;
        at[3] = x.w;
    }
    to[threadIdx.x * 13 + 12] = curand(&a);
}

int main(int argc, char **)
{
    std::vector<transformation> powers = xorwow_powers();
    std::vector<start> starts = { { 1234, 0, 0 }, { 0, 0, 0 }, { 1234, 1, 0 }, { 1234, 0, 7 }, { 42, 4095, 3 }, { 0xffffffffffffffffull, 2, 1 } };

    for (unsigned k = 0; k < 64 && argc < 2; k++) {
        starts.push_back({ 77 + k, 1ull << k, 0 });
        starts.push_back({ 0x123456789abcdefull * k, 0, 1ull << k });
        starts.push_back({ 9, 0x9e3779b97f4a7c15ull * k, 0xc2b2ae3d27d4eb4full * k });
    }
    known_answers();
    sequences<curandState>(starts, [&](const start &s) { return expect_xorwow(powers, s); });
    sequences<curandStateMRG32k3a_t>(starts, expect_mrg);
    sequences<curandStatePhilox4_32_10_t>(starts, expect_philox);
    distribution<curandState>();
    distribution<curandStatePhilox4_32_10_t>();

    device<double> d(14);
    device<float> f(10);
    first_of_mrg<<<1, 1>>>(d.at, f.at);
    std::vector<double> first = d.get();
    std::vector<float> in_float = f.get();
    double pair[2];
    EXPECT(fabs(first[0] - 0.127011) < 1e-6);
    EXPECT(fabs(first[1] - 0.318528) < 1e-6);
    for (int i = 0; i < 10; i++)
        EXPECT(fabs(first[i] - in_float[i]) < 1e-7);
    normal(first[10], first[11], pair);
    EXPECT(fabs(first[12] - pair[0]) < 1e-14 && fabs(first[13] - pair[1]) < 1e-14);

    device<unsigned> four(4 * 13);
    fours<<<1, 4>>>(four.at);
    std::vector<unsigned> seen = four.get();
    for (unsigned t = 0; t < 4; t++) {
        std::vector<unsigned> wanted = expect_philox({ 5, 1, t });
        for (int i = 0; i < 13; i++)
            EXPECT(seen[t * 13 + i] == wanted[i]);
    }
    printf("%d compared, %d failed\n%s\n", compared, failed, failed ? "FAILED" : "PASSED");
    return failed != 0;
}
