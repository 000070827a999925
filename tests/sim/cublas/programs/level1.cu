// SPDX-License-Identifier: BSD-3-Clause
// Level 1 of cuBLAS against double precision: lengths around a block and around the 64 blocks of a sum, steps of both signs, scalars
// and results of the host and of the device; NaN, infinities, numbers whose squares overflow. `few`: a part.
// plant: s/expected\[y_at(i)\] += alpha/expected[y_at(i)] -= alpha/
// kernel plant: level1.h s/AT(y, i, incy) += alpha \* AT(x, i, incx)/AT(y, i, incy) += alpha * AT(x, i, 1)/
// kernel plant: level1.h s/r = -r;/;/
// kernel plant: level1.h s/(a == than \&\& at < than_at)/false/
#include "check.h"

static int n, step_x, step_y;

static size_t place(int i, int step) { return (size_t)(step < 0 ? (i - n + 1) * (long)step : i * (long)step); }
static size_t x_at(int i) { return place(i, step_x); }
static size_t y_at(int i) { return place(i, step_y); }
static size_t room(int step) { return (size_t)(n ? (n - 1) * (size_t)abs(step) + 3 : 3); }

template <typename T> static void elements(cublasHandle_t handle, bool device)
{
    numbers<T> x(room(step_x)), y(room(step_y));
    double alpha = 0.75, c = 0.6, s = -0.8;
    scalar<T> a(alpha), cosine(c), sine(s);

    GOOD(blas<T>::axpy(handle, n, a.at(device), x.device, step_x, y.device, step_y));
    for (int i = 0; i < n; i++)
        y.expected[y_at(i)] += alpha * x[x_at(i)];
    COMPARE(x, 0, "axpy changes x");
    COMPARE(y, 1, "axpy");
    GOOD(blas<T>::swap(handle, n, x.device, step_x, y.device, step_y));
    for (int i = 0; i < n; i++)
        std::swap(x.expected[x_at(i)], y.expected[y_at(i)]);
    COMPARE(x, 1, "swap");
    COMPARE(y, 1, "swap");
    GOOD(blas<T>::rot(handle, n, x.device, step_x, y.device, step_y, cosine.at(device), sine.at(device)));
    for (int i = 0; i < n; i++) {
        double v = x.expected[x_at(i)], w = y.expected[y_at(i)];
        x.expected[x_at(i)] = c * v + s * w;
        y.expected[y_at(i)] = c * w - s * v;
    }
    COMPARE(x, 4, "rot");
    COMPARE(y, 4, "rot");
    for (int flag = -2; flag <= 1; flag++) {
        T *param, host[5] = { (T)flag, (T)0.5, (T)-0.25, (T)0.125, (T)0.75 };
        double h11 = flag == 0 ? 1 : 0.5, h22 = flag == 0 ? 1 : 0.75, h21 = flag == 1 ? -1 : -0.25, h12 = flag == 1 ? 1 : 0.125;

        cudaMalloc((void **)&param, sizeof host);
        cudaMemcpy(param, host, sizeof host, cudaMemcpyHostToDevice);
        GOOD(blas<T>::rotm(handle, n, x.device, step_x, y.device, step_y, device ? param : host));
        for (int i = 0; i < n && flag != -2; i++) {
            double v = x.expected[x_at(i)], w = y.expected[y_at(i)];
            x.expected[x_at(i)] = h11 * v + h12 * w;
            y.expected[y_at(i)] = h21 * v + h22 * w;
        }
        cudaFree(param);
    }
    COMPARE(x, 12, "rotm");
    COMPARE(y, 12, "rotm");
    GOOD(blas<T>::copy(handle, n, x.device, step_x, y.device, step_y));
    for (int i = 0; i < n; i++)
        y.expected[y_at(i)] = x.expected[x_at(i)];
    COMPARE(y, 12, "copy");
    GOOD(blas<T>::scal(handle, n, a.at(device), x.device, step_x));
    for (int i = 0; i < n && step_x > 0; i++)
        x.expected[x_at(i)] *= alpha;
    COMPARE(x, 13, "scal");
}

template <typename T> static void sums(cublasHandle_t handle, bool device)
{
    numbers<T> x(room(step_x)), y(room(step_y));
    scalar<T> result(7);
    scalar<int> best(7);
    double dot = 0, asum = 0, squares = 0, sizes = 0;
    int largest = 0, smallest = 0;

    for (int i = 0; i < n; i++) {
        double v = x[x_at(i)], w = y[y_at(i)];

        dot += v * w;
        sizes += fabs(v * w);
        asum += fabs(v);
        squares += v * v;
        largest = !largest || fabs(v) > fabs(x[x_at(largest - 1)]) ? i + 1 : largest;
        smallest = !smallest || fabs(v) < fabs(x[x_at(smallest - 1)]) ? i + 1 : smallest;
    }
    if (step_x <= 0)
        asum = squares = largest = smallest = 0;
    // Each rounding is of a part of a sum: of 80 terms a thread at most and the halvings.
    double bound = 100 * epsilon_of(T());

    GOOD(blas<T>::dot(handle, n, x.device, step_x, y.device, step_y, result.at(device)));
    EXPECT(fabs(result.result(device) - dot) <= bound * sizes);
    GOOD(blas<T>::asum(handle, n, x.device, step_x, result.at(device)));
    EXPECT(fabs(result.result(device) - asum) <= bound * asum);
    GOOD(blas<T>::nrm2(handle, n, x.device, step_x, result.at(device)));
    EXPECT(fabs(result.result(device) - sqrt(squares)) <= bound * sqrt(squares));
    GOOD(blas<T>::amax(handle, n, x.device, step_x, best.at(device)));
    EXPECT(best.result(device) == largest);
    GOOD(blas<T>::amin(handle, n, x.device, step_x, best.at(device)));
    EXPECT(best.result(device) == smallest);
}

// Numbers at the ends of the type.
template <typename T> static void extremes(cublasHandle_t handle)
{
    double big = sizeof(T) == 4 ? 1e30 : 1e300, small = 1 / big, zero = 0;
    T result;
    int best;

    n = 700;
    step_x = step_y = 1;
    numbers<T> x(n), y(n);
    for (int i = 0; i < n; i++)
        x.set(i, i % 2 ? 3 * big : 4 * big);
    x.put();
    GOOD(blas<T>::nrm2(handle, n, x.device, 1, &result));
    EXPECT(fabs(result / (5 * big * sqrt(n / 2.0)) - 1) < 1e-5);
    for (int i = 0; i < n; i++)
        x.set(i, i % 2 ? 3 * small : 4 * small);
    x.put();
    GOOD(blas<T>::nrm2(handle, n, x.device, 1, &result));
    EXPECT(fabs(result / (5 * small * sqrt(n / 2.0)) - 1) < 1e-5);
    x.set(300, INFINITY);
    x.set(301, -INFINITY);
    x.put();
    GOOD(blas<T>::nrm2(handle, n, x.device, 1, &result));
    EXPECT(std::isinf(result) && result > 0);
    GOOD(blas<T>::amax(handle, n, x.device, 1, &best));
    EXPECT(best == 301);
    x.set(5, NAN);
    x.put();
    GOOD(blas<T>::nrm2(handle, n, x.device, 1, &result));
    EXPECT(std::isnan(result));
    // Nothing is added to y by 0, not even what is no number.
    T nothing = 0;
    GOOD(blas<T>::axpy(handle, n, &nothing, x.device, 1, y.device, 1));
    COMPARE(y, 0, "axpy with 0");
    for (int i = 0; i < n; i++)
        x.set(i, zero);
    x.put();
    GOOD(blas<T>::nrm2(handle, n, x.device, 1, &result));
    EXPECT(result == 0);
    GOOD(blas<T>::amin(handle, n, x.device, 1, &best));
    EXPECT(best == 1);
}

// rotg and rotmg make b 0, whatever the signs and sizes.
template <typename T> static void rotations(cublasHandle_t handle, bool device)
{
    static const double pairs[][2] = { { 3, 4 }, { -3, 4 }, { 4, -3 }, { -5, -1 }, { 0, 2 }, { 2, 0 }, { 0, 0 }, { 1e-3, 1e3 } };

    for (auto &pair : pairs) {
        scalar<T> a(pair[0]), b(pair[1]), c(9), s(9);

        GOOD(blas<T>::rotg(handle, a.at(device), b.at(device), c.at(device), s.at(device)));
        double r = a.result(device), z = b.result(device), cosine = c.result(device), sine = s.result(device);
        double size = fabs(pair[0]) > fabs(pair[1]) ? pair[0] : pair[1], e = 8 * epsilon_of(T());
        EXPECT(fabs(cosine * cosine + sine * sine - 1) <= e);
        EXPECT(fabs(cosine * pair[1] - sine * pair[0]) <= e * fabs(size));
        EXPECT(fabs(r - copysign(hypot(pair[0], pair[1]), size)) <= e * fabs(size));
        double from_c = fabs(z) < 1 ? sqrt(1 - z * z) : z == 1 ? 0 : 1 / z;
        EXPECT(pair[0] == 0 || pair[1] == 0 || fabs(from_c - cosine) <= 1e3 * e);
    }
    static const double modified[][4] = { { 2, 3, 1, 0.5 }, { 1, 5, 0.5, 2 }, { 1e9, 3, 1, 2 }, { 1e-9, 2, 3, 1 }, { 3, 1e-9, 2, 4 },
                                          { -1, 1, 1, 1 }, { 1, 0, 1, 1 }, { 2, -0.1, 3, 1 } };
    for (auto &m : modified) {
        T host[5] = { 9, 9, 9, 9, 9 }, *param;
        scalar<T> d1(m[0]), d2(m[1]), x1(m[2]), y1(m[3]);

        cudaMalloc((void **)&param, sizeof host);
        cudaMemcpy(param, host, sizeof host, cudaMemcpyHostToDevice);
        GOOD(blas<T>::rotmg(handle, d1.at(device), d2.at(device), x1.at(device), y1.at(device), device ? param : host));
        if (device)
            cudaMemcpy(host, param, sizeof host, cudaMemcpyDeviceToHost);
        double flag = host[0], h11 = flag == 0 ? 1 : host[1], h22 = flag == 0 ? 1 : host[4], h21 = flag == 1 ? -1 : host[2],
               h12 = flag == 1 ? 1 : host[3], e = 100 * epsilon_of(T());
        EXPECT(flag == (m[1] == 0 ? -2 : m[0] < 0 || m[0] > 1e8 || m[0] < 1e-8 || fabs(m[1]) < 1e-8 ? -1 : fabs(m[0] * m[2] * m[2]) > fabs(m[1] * m[3] * m[3]) ? 0 : 1));
        if (m[1] != 0 && m[0] > 0) {
            double x = h11 * m[2] + h12 * m[3], y = h21 * m[2] + h22 * m[3], norm = m[0] * m[2] * m[2] + m[1] * m[3] * m[3];
            EXPECT(fabs(y) <= e * (fabs(h21 * m[2]) + fabs(h22 * m[3])));
            EXPECT(fabs(x - x1.result(device)) <= e * fabs(x));
            EXPECT(fabs(d1.result(device) * x * x - norm) <= e * fabs(norm));
        }
        cudaFree(param);
    }
}

template <typename T> static void level1(cublasHandle_t handle, bool few)
{
    static const int lengths[] = { 0, 1, 300, 2, 31, 256, 257, 5000, 17000 }, steps[][2] = { { 1, 1 }, { 2, -3 }, { -1, 1 } };

    for (int device = 0; device < 2; device++) {
        pointers(handle, device != 0);
        for (int length = 0; length < (few ? 3 : 9); length++)
            for (auto &step : steps) {
                n = lengths[length];
                step_x = step[0];
                step_y = step[1];
                elements<T>(handle, device != 0);
                sums<T>(handle, device != 0);
            }
        rotations<T>(handle, device != 0);
    }
    pointers(handle, false);
    extremes<T>(handle);
}

int main(int argc, char **)
{
    cublasHandle_t handle;

    GOOD(cublasCreate(&handle));
    level1<float>(handle, argc > 1);
    level1<double>(handle, argc > 1);
    GOOD(cublasDestroy(handle));
    return end();
}
