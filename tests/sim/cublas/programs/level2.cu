// SPDX-License-Identifier: BSD-3-Clause
// Level 2 of cuBLAS against double precision: every form of storage, triangle, operation and diagonal, sizes around a block, steps
// of both signs, leading dimensions with room, alpha and beta 0. `few`: a part.
// plant: s/double sum = 0;/double sum = 1;/
// kernel plant: level2.h s/piece\[threadIdx.x\] = AT(x, j, incx)/piece[threadIdx.x] = AT(x, j, 1)/
// kernel plant: level2.h s/(kind == FORM_SYMMETRIC_UPPER \&\& i > j)/(kind == FORM_SYMMETRIC_UPPER \&\& i < j)/
// kernel plant: level2.h s/behind = behind < band ? behind : band;//
#include "check.h"

enum storage { FULL, BAND, PACKED };

static size_t place(int i, int n, int step) { return (size_t)(step < 0 ? (i - n + 1) * (long)step : i * (long)step); }
static size_t room(int n, int step) { return (size_t)(n ? (n - 1) * abs(step) + 2 : 2); }

// Where element (i, j) of a triangle or of half a symmetric matrix lies.
static size_t stored(storage kind, bool upper, int n, int k, int lda, int i, int j)
{
    if (kind == BAND)
        return (size_t)(upper ? k + i - j : i - j) + (size_t)j * lda;
    if (kind == FULL)
        return (size_t)i + (size_t)j * lda;
    size_t at = 0;                              // column behind column
    for (int column = 0; column < j; column++)
        at += upper ? column + 1 : n - column;
    return at + (upper ? i : i - j);
}

static bool is_stored(bool upper, int k, int i, int j) { return upper ? i <= j && j - i <= k : i >= j && i - j <= k; }

// y = alpha A x + beta y, with what is not to be read NaN.
template <typename T> static void expect_product(const std::vector<double> &a, int rows, int columns, const numbers<T> &x, int step_x,
                                                 double alpha, double beta, numbers<T> &y, int step_y)
{
    for (int i = 0; i < rows; i++) {
        double sum = 0;

        for (int j = 0; j < columns && alpha != 0; j++)
            sum += a[i + (size_t)j * rows] * x[place(j, columns, step_x)];
        double &to = y.expected[place(i, rows, step_y)];
        to = alpha * sum + (beta == 0 ? 0 : beta * to);
    }
}

static const double scalars[][2] = { { 0.75, -0.5 }, { 1, 0 }, { 0, 2 }, { 0, 0 } };

template <typename T> static void general(cublasHandle_t handle, bool device, int m, int n, int step_x, int step_y)
{
    for (int op = 0; op < 3; op++)
        for (int band = 0; band < 2; band++)
            for (auto &s : scalars) {
                int kl = 3, ku = 2, lda = band ? kl + ku + 2 : m + 3, rows = op ? n : m, columns = op ? m : n;
                numbers<T> a((size_t)lda * (n + 1)), x(room(columns, step_x)), y(room(rows, step_y));
                std::vector<double> dense((size_t)rows * columns + 1);
                scalar<T> alpha(s[0]), beta(s[1]);

                for (int i = 0; i < m; i++)
                    for (int j = 0; j < n; j++)
                        if (!band || (i - j <= kl && j - i <= ku))
                            dense[op ? j + (size_t)i * rows : i + (size_t)j * rows] = a[band ? ku + i - j + (size_t)j * lda : i + (size_t)j * lda];
                if (s[0] == 0)
                    for (size_t i = 0; i < a.host.size(); i++)
                        a.set(i, NAN);
                if (s[1] == 0)
                    for (int i = 0; i < rows; i++)
                        y.set(place(i, rows, step_y), NAN);
                a.put();
                y.put();
                if (m && n)
                    expect_product(dense, rows, columns, x, step_x, s[0], s[1], y, step_y);
                if (band)
                    GOOD(blas<T>::gbmv(handle, (cublasOperation_t)op, m, n, kl, ku, alpha.at(device), a.device, lda, x.device, step_x, beta.at(device), y.device, step_y));
                else
                    GOOD(blas<T>::gemv(handle, (cublasOperation_t)op, m, n, alpha.at(device), a.device, lda, x.device, step_x, beta.at(device), y.device, step_y));
                COMPARE(y, columns + 4, band ? "gbmv" : "gemv");
            }
    numbers<T> x(room(m, step_x)), y(room(n, step_y)), a((size_t)(m + 2) * (n + 1));
    scalar<T> alpha(-0.5);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            a.expected[i + (size_t)j * (m + 2)] += -0.5 * x[place(i, m, step_x)] * y[place(j, n, step_y)];
    GOOD(blas<T>::ger(handle, m, n, alpha.at(device), x.device, step_x, y.device, step_y, a.device, m + 2));
    COMPARE(a, 3, "ger");
}

template <typename T> static void half(cublasHandle_t handle, bool device, int n, int step_x, int step_y, storage kind, bool upper)
{
    cublasFillMode_t uplo = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
    int k = kind == BAND ? 4 : n, lda = kind == BAND ? k + 2 : n + 1;
    size_t count = kind == PACKED ? (size_t)n * (n + 1) / 2 + 1 : (size_t)lda * (n + 1);

    for (auto &s : scalars) {
        numbers<T> a(count), x(room(n, step_x)), y(room(n, step_y));
        std::vector<double> dense((size_t)n * n + 1);
        scalar<T> alpha(s[0]), beta(s[1]);

        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (is_stored(upper, k, i, j))
                    dense[i + (size_t)j * n] = dense[j + (size_t)i * n] = a[stored(kind, upper, n, k, lda, i, j)];
        if (s[1] == 0)
            for (int i = 0; i < n; i++)
                y.set(place(i, n, step_y), NAN);
        y.put();
        expect_product(dense, n, n, x, step_x, s[0], s[1], y, step_y);
        if (kind == FULL)
            GOOD(blas<T>::symv(handle, uplo, n, alpha.at(device), a.device, lda, x.device, step_x, beta.at(device), y.device, step_y));
        else if (kind == BAND)
            GOOD(blas<T>::sbmv(handle, uplo, n, k, alpha.at(device), a.device, lda, x.device, step_x, beta.at(device), y.device, step_y));
        else
            GOOD(blas<T>::spmv(handle, uplo, n, alpha.at(device), a.device, x.device, step_x, beta.at(device), y.device, step_y));
        COMPARE(y, n + 4, "symmetric");
    }
    if (kind == BAND)
        return;
    for (int two = 0; two < 2; two++) {
        numbers<T> a(count), x(room(n, step_x)), y(room(n, step_y));
        scalar<T> alpha(0.5);

        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (is_stored(upper, k, i, j)) {
                    double xi = x[place(i, n, step_x)], xj = x[place(j, n, step_x)], yi = y[place(i, n, step_y)], yj = y[place(j, n, step_y)];
                    a.expected[stored(kind, upper, n, k, lda, i, j)] += 0.5 * (two ? xi * yj + yi * xj : xi * xj);
                }
        if (kind == FULL)
            GOOD(two ? blas<T>::syr2(handle, uplo, n, alpha.at(device), x.device, step_x, y.device, step_y, a.device, lda)
                     : blas<T>::syr(handle, uplo, n, alpha.at(device), x.device, step_x, a.device, lda));
        else
            GOOD(two ? blas<T>::spr2(handle, uplo, n, alpha.at(device), x.device, step_x, y.device, step_y, a.device)
                     : blas<T>::spr(handle, uplo, n, alpha.at(device), x.device, step_x, a.device));
        COMPARE(a, 4, "update");
    }
}

template <typename T> static void triangle(cublasHandle_t handle, int n, int step, storage kind, bool upper)
{
    cublasFillMode_t uplo = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
    int k = kind == BAND ? 4 : n, lda = kind == BAND ? k + 2 : n + 1;
    size_t count = kind == PACKED ? (size_t)n * (n + 1) / 2 + 1 : (size_t)lda * (n + 1);

    for (int op = 0; op < 3; op++)
        for (int unit = 0; unit < 2; unit++) {
            numbers<T> a(count), x(room(n, step));
            std::vector<double> dense((size_t)n * n + 1), wanted(n);

            for (size_t i = 0; i < count; i++)  // so that a solution is as exact as its sums
                a.set(i, a[i] / (n + 1));
            for (int j = 0; j < n; j++)
                a.set(stored(kind, upper, n, k, lda, j, j), unit ? NAN : 1 + fabs(number()));
            a.put();
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++)
                    if (is_stored(upper, k, i, j))
                        dense[op ? j + (size_t)i * n : i + (size_t)j * n] = i == j && unit ? 1 : a[stored(kind, upper, n, k, lda, i, j)];
            for (int i = 0; i < n; i++) {
                double sum = 0;
                for (int j = 0; j < n; j++)
                    sum += dense[i + (size_t)j * n] * x[place(j, n, step)];
                wanted[i] = sum;
            }
            cublasOperation_t trans = (cublasOperation_t)op;
            cublasDiagType_t diag = unit ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
            for (int solve = 0; solve < 2; solve++) {
                for (int i = 0; i < n; i++)     // multiplied; then what it was, from that
                    x.expected[place(i, n, step)] = solve ? x[place(i, n, step)] : wanted[i];
                if (kind == FULL)
                    GOOD((solve ? blas<T>::trsv : blas<T>::trmv)(handle, uplo, trans, diag, n, a.device, lda, x.device, step));
                else if (kind == BAND)
                    GOOD((solve ? blas<T>::tbsv : blas<T>::tbmv)(handle, uplo, trans, diag, n, k, a.device, lda, x.device, step));
                else
                    GOOD((solve ? blas<T>::tpsv : blas<T>::tpmv)(handle, uplo, trans, diag, n, a.device, x.device, step));
                COMPARE(x, 8 + n / 4, solve ? "solution" : "triangle");
            }
        }
}

template <typename T> static void level2(cublasHandle_t handle, bool few)
{
    static const int shapes[][4] = { { 20, 9, 1, 1 }, { 7, 33, -2, 3 }, { 0, 5, 1, 1 }, { 1, 1, 1, -1 }, { 300, 5, 1, -2 }, { 40, 270, 1, 1 } };
    static const int sizes[][3] = { { 20, 1, 1 }, { 7, -2, 3 }, { 1, 1, 1 }, { 33, 3, -1 }, { 270, 1, 1 } };

    for (int device = 0; device < 2; device++) {
        pointers(handle, device != 0);
        for (int i = 0; i < (few ? 2 : 6); i++)
            general<T>(handle, device != 0, shapes[i][0], shapes[i][1], shapes[i][2], shapes[i][3]);
        for (int i = 0; i < (few ? 2 : 5); i++)
            for (int kind = 0; kind < 3; kind++)
                for (int upper = 0; upper < 2; upper++) {
                    half<T>(handle, device != 0, sizes[i][0], sizes[i][1], sizes[i][2], (storage)kind, upper != 0);
                    if (!device)
                        triangle<T>(handle, sizes[i][0], sizes[i][1], (storage)kind, upper != 0);
                }
    }
}

int main(int argc, char **)
{
    cublasHandle_t handle;

    GOOD(cublasCreate(&handle));
    level2<float>(handle, argc > 1);
    level2<double>(handle, argc > 1);
    GOOD(cublasDestroy(handle));
    return end();
}
