// SPDX-License-Identifier: BSD-3-Clause
// cuFFT against sums in double precision: one to three dimensions, sizes of fours, twos, small and large primes, batches, layouts of a user,
// in place and not, forwards and back (without a factor), complex, real to complex, complex to real, both precisions; statuses. `few`: a part.
// plant: s/double turn = -2/double turn = 2/
// kernel plant: cufft.cu s/frequency % done/frequency/
// kernel plant: cufft.cu s/        root.y = -root.y;/        ;/
// kernel plant: cufft.cu s/i = i ? o.n0 - i : 0;//
// host plant: plan.c s/NUMBERS_REAL \&\& in_place ? 2 \* half/NUMBERS_REAL \&\& in_place ? o->n2/
// host plant: plan.c s/        o->distance = distance;//;s/^    o->distance = distance;//
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cufft.h>

typedef std::complex<double> number;
static int failed, compared;
static void status(cufftResult seen, cufftResult wanted, const char *call, int line)
{
    compared++;
    if (seen != wanted && failed++ < 20)
        printf("line %d: %s: seen %d, expected %d\n", line, call, seen, wanted);
}
#define GOOD(call) status(call, CUFFT_SUCCESS, #call, __LINE__)
#define STATUS(name, call) status(call, CUFFT_##name, #call, __LINE__)

static double drawn()
{
    static unsigned state = 4711;
    state = state * 1664525u + 1013904223u;
    return (int)(state >> 8) / 8388608.0 - 1;
}

struct shape { int rank, n[3], batch; };
struct place { int embed[3], step, distance; bool by_user; };

// Dimension by dimension, each as its sum.
static void transform(std::vector<number> &x, const int *n, int direction)
{
    double turn = -2 * M_PI * (direction == CUFFT_FORWARD ? 1 : -1);
    size_t step = 1, total = (size_t)n[0] * n[1] * n[2];

    for (int d = 2; d >= 0; step *= n[d], d--) {
        std::vector<number> y(total), roots(n[d]);
        for (int k = 0; k < n[d]; k++)
            roots[k] = std::polar(1.0, turn * k / n[d]);
        for (size_t i = 0; i < total; i++) {
            size_t at = i / step % n[d], first = i - at * step;
            for (int k = 0; k < n[d]; k++)
                y[i] += x[first + k * step] * roots[at * k % n[d]];
        }
        x = y;
    }
}

// Where element i of transform b lies: among complex numbers, reals or the half of a real transform's.
static size_t lies(const place &p, const int *n, int last, size_t b, size_t i)
{
    size_t k = i % n[2], j = i / n[2] % n[1], h = i / n[2] / n[1];
    if (p.by_user)
        return b * p.distance + ((h * p.embed[1] + j) * p.embed[2] + k) * p.step;
    return b * n[0] * n[1] * last + (h * n[1] + j) * last + k;
}

template <typename R> static cufftResult run(cufftHandle plan, int kind, void *in, void *out, int direction)
{
    if (sizeof(R) == sizeof(float))
        return kind == 0 ? cufftExecC2C(plan, (cufftComplex *)in, (cufftComplex *)out, direction)
             : kind == 1 ? cufftExecR2C(plan, (cufftReal *)in, (cufftComplex *)out) : cufftExecC2R(plan, (cufftComplex *)in, (cufftReal *)out);
    return kind == 0 ? cufftExecZ2Z(plan, (cufftDoubleComplex *)in, (cufftDoubleComplex *)out, direction)
         : kind == 1 ? cufftExecD2Z(plan, (cufftDoubleReal *)in, (cufftDoubleComplex *)out)
                     : cufftExecZ2D(plan, (cufftDoubleComplex *)in, (cufftDoubleReal *)out);
}

// kind: 0 complex, 1 real to complex, 2 complex to real.
template <typename R> static void check(const shape &s, int kind, int direction, bool in_place, const place *user)
{
    static const cufftType single[] = { CUFFT_C2C, CUFFT_R2C, CUFFT_C2R }, twice[] = { CUFFT_Z2Z, CUFFT_D2Z, CUFFT_Z2D };
    cufftType type = sizeof(R) == sizeof(float) ? single[kind] : twice[kind];
    int n[3] = { 1, 1, 1 }, half, last_in, last_out;
    size_t total = 1, longest;
    cufftHandle plan;

    for (int i = 0; i < s.rank; i++)
        n[3 - s.rank + i] = s.n[i];
    for (int i = 0; i < 3; i++)
        total *= n[i];
    half = n[2] / 2 + 1;
    last_in = kind == 1 ? in_place ? 2 * half : n[2] : kind == 2 ? half : n[2];
    last_out = kind == 2 ? in_place ? 2 * half : n[2] : kind == 1 ? half : n[2];
    place in = {}, out = {};
    if (user) {
        in = user[0];
        out = user[1];
    }
    longest = user ? (size_t)s.batch * 4000 : (size_t)s.batch * n[0] * n[1] * (n[2] + 2);
    std::vector<R> host(2 * longest), before;
    std::vector<std::vector<number>> wanted(s.batch);
    for (R &x : host)
        x = (R)drawn();
    for (int b = 0; b < s.batch; b++) {
        std::vector<number> x(total);
        for (size_t i = 0; i < total; i++)
            x[i] = kind == 1 ? number((R)drawn()) : number((R)drawn(), (R)drawn());
        if (kind == 2) {                        // the transform of real numbers, as it is rounded
            for (number &v : x)
                v = v.real();
            transform(x, n, CUFFT_FORWARD);
            for (size_t i = 0; i < total; i++)
                x[i] = number((R)x[i].real(), (R)x[i].imag());
            for (size_t i = 0; i < total; i++) {        // what is not stored follows from what is
                size_t k = i % n[2], j = i / n[2] % n[1], h = i / n[2] / n[1];
                if (k > (size_t)n[2] / 2)
                    x[i] = std::conj(x[(((n[0] - h) % n[0]) * n[1] + (n[1] - j) % n[1]) * n[2] + n[2] - k]);
            }
        }
        for (size_t i = 0; i < total; i++) {
            size_t at = lies(in, n, last_in, b, i);
            if (kind == 1) {
                host[at] = (R)x[i].real();
            } else if (kind == 0 || i % n[2] <= (size_t)n[2] / 2) {
                host[2 * at] = (R)x[i].real();
                host[2 * at + 1] = (R)x[i].imag();
            }
        }
        transform(x, n, direction);
        wanted[b] = x;
    }
    R *from, *to;
    cudaMalloc((void **)&from, host.size() * sizeof(R));
    cudaMemcpy(from, host.data(), host.size() * sizeof(R), cudaMemcpyHostToDevice);
    if (in_place) {
        to = from;
    } else {
        cudaMalloc((void **)&to, host.size() * sizeof(R));
        cudaMemcpy(to, from, host.size() * sizeof(R), cudaMemcpyDeviceToDevice);
    }
    before = host;
    int sizes[3] = { s.n[0], s.n[1], s.n[2] };
    if (user)
        GOOD(cufftPlanMany(&plan, s.rank, sizes, in.embed + 3 - s.rank, in.step, in.distance, out.embed + 3 - s.rank, out.step, out.distance, type, s.batch));
    else if (s.rank == 1)
        GOOD(cufftPlan1d(&plan, s.n[0], type, s.batch));
    else if (s.batch > 1)
        GOOD(cufftPlanMany(&plan, s.rank, sizes, NULL, 1, 0, NULL, 1, 0, type, s.batch));
    else if (s.rank == 2)
        GOOD(cufftPlan2d(&plan, s.n[0], s.n[1], type));
    else
        GOOD(cufftPlan3d(&plan, s.n[0], s.n[1], s.n[2], type));
    GOOD(run<R>(plan, kind, from, to, direction));
    cudaMemcpy(host.data(), to, host.size() * sizeof(R), cudaMemcpyDeviceToHost);
    double error = 0, size = 0;
    for (int b = 0; b < s.batch; b++)
        for (size_t i = 0; i < total; i++) {
            size_t at = lies(out, n, last_out, b, i);
            if (kind == 1 && i % n[2] > (size_t)n[2] / 2)
                continue;
            number seen = kind == 2 ? number(host[at]) : number(host[2 * at], host[2 * at + 1]);
            size += std::norm(wanted[b][i]);
            error += std::norm(seen - (kind == 2 ? number(wanted[b][i].real()) : wanted[b][i]));
        }
    compared++;
    // Of a sum of n terms as a whole: a few roundings of its size.
    if (!(error <= size * pow((sizeof(R) == 4 ? 6e-8 : 1.2e-16) * 40, 2)) && failed++ < 20)
        printf("%d * %d * %d, batch %d, kind %d, direction %d, %zu bytes%s%s: error %g of %g\n", n[0], n[1], n[2], s.batch, kind, direction, sizeof(R),
               in_place ? ", in place" : "", user ? ", layout" : "", sqrt(error), sqrt(size));
    // Nothing between a user's numbers is written.
    if (user && !in_place) {
        std::vector<bool> taken(host.size());
        for (int b = 0; b < s.batch; b++)
            for (size_t i = 0; i < total; i++) {
                size_t at = lies(out, n, last_out, b, i);
                if (kind == 2)
                    taken[at] = true;
                else if (kind == 0 || i % n[2] <= (size_t)n[2] / 2)
                    taken[2 * at] = taken[2 * at + 1] = true;
            }
        compared++;
        for (size_t i = 0; i < host.size(); i++)
            if (!taken[i] && host[i] != before[i]) {
                printf("a number beside the layout was written\n");
                failed++;
                break;
            }
    }
    GOOD(cufftDestroy(plan));
    cudaFree(from);
    if (!in_place)
        cudaFree(to);
}

template <typename R> static void all(const shape &s, const place *user)
{
    for (int in_place = 0; in_place < (user ? 1 : 2); in_place++) {
        check<R>(s, 0, CUFFT_FORWARD, in_place != 0, user);
        check<R>(s, 0, CUFFT_INVERSE, in_place != 0, user);
        check<R>(s, 1, CUFFT_FORWARD, in_place != 0, user);
        check<R>(s, 2, CUFFT_INVERSE, in_place != 0, user);
    }
}

static void refused()
{
    cufftHandle plan, other;
    cufftComplex *d;
    size_t bytes = 0;
    int n[4] = { 4, 4, 4, 4 }, embed[4] = { 4, 4, 4, 4 }, version = 0;

    cudaMalloc((void **)&d, 4096);
    STATUS(INVALID_SIZE, cufftPlan1d(&plan, 0, CUFFT_C2C, 1));
    STATUS(INVALID_SIZE, cufftPlan1d(&plan, 8, CUFFT_C2C, 0));
    STATUS(INVALID_SIZE, cufftPlan2d(&plan, 8, -1, CUFFT_C2C));
    STATUS(INVALID_SIZE, cufftPlan3d(&plan, 8, 8, 0, CUFFT_C2C));
    STATUS(INVALID_TYPE, cufftPlan1d(&plan, 8, (cufftType)3, 1));
    STATUS(INVALID_VALUE, cufftPlanMany(&plan, 4, n, NULL, 1, 0, NULL, 1, 0, CUFFT_C2C, 1));
    STATUS(INVALID_VALUE, cufftPlanMany(&plan, 1, n, embed, 1, 4, NULL, 1, 4, CUFFT_C2C, 1));
    STATUS(INVALID_VALUE, cufftPlanMany(&plan, 1, n, embed, 0, 4, embed, 1, 4, CUFFT_C2C, 1));
    STATUS(INVALID_VALUE, cufftCreate(NULL));
    GOOD(cufftCreate(&other));
    STATUS(INVALID_PLAN, cufftExecC2C(other, d, d, CUFFT_FORWARD));
    GOOD(cufftMakePlan1d(other, 8, CUFFT_C2C, 2, &bytes));
    status(bytes > 0 ? CUFFT_SUCCESS : CUFFT_INVALID_SIZE, CUFFT_SUCCESS, "bytes of a plan", __LINE__);
    STATUS(INVALID_PLAN, cufftMakePlan1d(other, 8, CUFFT_C2C, 2, &bytes));
    GOOD(cufftGetSize(other, &bytes));
    STATUS(INVALID_VALUE, cufftExecC2C(other, d, d, 2));
    STATUS(INVALID_VALUE, cufftExecC2C(other, NULL, d, CUFFT_FORWARD));
    STATUS(INVALID_PLAN, cufftExecR2C(other, (cufftReal *)d, d));
    STATUS(INVALID_PLAN, cufftExecC2C(other + 1000, d, d, CUFFT_FORWARD));
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    GOOD(cufftSetStream(other, stream));
    GOOD(cufftExecC2C(other, d, d, CUFFT_FORWARD));
    cudaStreamDestroy(stream);
    STATUS(EXEC_FAILED, cufftExecC2C(other, d, d, CUFFT_FORWARD));
    cudaGetLastError();
    GOOD(cufftDestroy(other));
    STATUS(INVALID_PLAN, cufftDestroy(other));
    STATUS(INVALID_PLAN, cufftSetStream(other, NULL));
    GOOD(cufftGetVersion(&version));
    status(version == CUFFT_VERSION ? CUFFT_SUCCESS : CUFFT_INVALID_VALUE, CUFFT_SUCCESS, "version", __LINE__);
    cudaFree(d);
}

int main(int argc, char **)
{
    static const shape shapes[] = { { 1, { 64 }, 2 }, { 1, { 45 }, 1 }, { 3, { 3, 5, 6 }, 1 }, { 2, { 4, 7 }, 2 }, { 1, { 1 }, 3 }, { 1, { 2 }, 1 },
                                    { 1, { 1024 }, 1 },
                                    { 1, { 101 }, 3 }, { 1, { 462 }, 2 }, { 1, { 1009 }, 1 }, { 2, { 32, 48 }, 1 }, { 2, { 1, 30 }, 2 }, { 3, { 8, 9, 10 }, 2 },
                                    { 3, { 16, 2, 13 }, 1 }, { 1, { 4096 }, 1 } };
    // of 2 * 6 * 10, steps, rows and transforms with room between them
    static const place layouts[][2] = { { { { 2, 7, 12 }, 2, 700, true }, { { 2, 8, 11 }, 3, 1000, true } },
                                        { { { 2, 6, 10 }, 5, 1, true }, { { 2, 6, 10 }, 7, 2, true } } };
    bool few = argc > 1;

    refused();
    for (int i = 0; i < (few ? 4 : 15); i++) {
        all<float>(shapes[i], nullptr);
        all<double>(shapes[i], nullptr);
    }
    for (int i = 0; i < (few ? 1 : 2); i++) {
        all<float>({ 3, { 2, 6, 10 }, 3 }, layouts[i]);
        all<double>({ 3, { 2, 6, 10 }, 3 }, layouts[i]);
    }
    printf("%d compared, %d failed\n%s\n", compared, failed, failed ? "FAILED" : "PASSED");
    return failed != 0;
}
