// SPDX-License-Identifier: BSD-3-Clause
// Level 3 of cuBLAS against double precision: every operation, side, triangle and diagonal, shapes around both tiles, leading
// dimensions with room, batches by steps and by pointers, alpha and beta 0 beside NaN, in place. `few`: a part.
// plant: s/double sum = 0, /double sum = 1, /
// kernel plant: level3.h s/first_j + j < n \&\& first + d < end/first_j + j < n/
// kernel plant: level3.h s/(c.form == FORM_LOWER \&\& i < j)/false/
// kernel plant: level3.h s/begin = (a.form \& FORM_KINDS) == FORM_UPPER ? first_i : first_j/begin = first_i/
// host plant: level3.h s/, at = lower ? done : rest;/, at = done;/
// host plant: level3.h s/to.step = stride_c;//
#include "check.h"

static cublasOperation_t op_of(int op) { return (cublasOperation_t)op; }
static cublasFillMode_t uplo_of(bool upper) { return upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER; }
static cublasSideMode_t side_of(bool right) { return right ? CUBLAS_SIDE_RIGHT : CUBLAS_SIDE_LEFT; }
static const double scalars[][2] = { { 0.75, -0.5 }, { 1, 0 }, { 0, 2 }, { 0, 0 } };

// A matrix of a leading dimension; it can be asked for element (i, j) of op of it, by what a test says of its parts.
template <typename T> struct matrix : numbers<T> {
    int ld;
    matrix(int rows, int columns, int more = 2) : numbers<T>((size_t)(rows + more) * (columns + 1)), ld(rows + more) {}
    size_t place(int i, int j) const { return (size_t)i + (size_t)j * ld; }
    double get(int i, int j, int op) const { return (double)this->host[op ? place(j, i) : place(i, j)]; }
    double half(bool upper, int i, int j) const { return get(i, j, upper ? i > j : i < j); }
    double corner(bool upper, bool unit, int i, int j, int op) const
    {
        if (i == j)
            return unit ? 1 : get(i, i, 0);
        return (upper != (op != 0)) == i < j ? get(i, j, op) : 0;
    }
};

// C = alpha sum + beta C of element (i, j) by a function that gives a product of k terms.
template <typename T, typename F> static void expect_product(matrix<T> &c, int m, int n, int k, double alpha, double beta, F term)
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0, &to = c.expected[c.place(i, j)];

            for (int d = 0; d < k && alpha != 0; d++)
                sum += term(i, j, d);
            to = alpha * sum + (beta == 0 ? 0 : beta * to);
        }
}

template <typename T> static void spoil(matrix<T> &a, int rows, int columns)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            a.set(a.place(i, j), NAN);
    a.put();
}

template <typename T> static void products(cublasHandle_t handle, bool device, int m, int n, int k)
{
    for (int op = 0; op < 9; op++)
        for (int s = 0; s < (op % 4 ? 1 : 4); s++) {
            int op_a = op % 3, op_b = op / 3;
            matrix<T> a(op_a ? k : m, op_a ? m : k), b(op_b ? n : k, op_b ? k : n), c(m, n);
            scalar<T> alpha(scalars[s][0]), beta(scalars[s][1]);

            if (scalars[s][0] == 0)
                spoil(a, op_a ? k : m, op_a ? m : k);
            if (scalars[s][1] == 0)
                spoil(c, m, n);
            expect_product(c, m, n, k, scalars[s][0], scalars[s][1], [&](int i, int j, int d) { return a.get(i, d, op_a) * b.get(d, j, op_b); });
            GOOD(blas<T>::gemm(handle, op_of(op_a), op_of(op_b), m, n, k, alpha.at(device), a.device, a.ld, b.device, b.ld, beta.at(device), c.device, c.ld));
            COMPARE(c, k + 3, "gemm");
        }
    for (int right = 0; right < 2; right++)
        for (int upper = 0; upper < 2; upper++) {
            int rows = right ? n : m;
            matrix<T> a(rows, rows), b(m, n), c(m, n);
            scalar<T> alpha(0.5), beta(-1);

            expect_product(c, m, n, rows, 0.5, -1, [&](int i, int j, int d) {
                return right ? b.get(i, d, 0) * a.half(upper != 0, d, j) : a.half(upper != 0, i, d) * b.get(d, j, 0); });
            GOOD(blas<T>::symm(handle, side_of(right), uplo_of(upper), m, n, alpha.at(device), a.device, a.ld, b.device, b.ld, beta.at(device), c.device, c.ld));
            COMPARE(c, rows + 3, "symm");
        }
}

// Products with what is transposed: a triangle of the result is written, the other stays.
template <typename T> static void ranks(cublasHandle_t handle, bool device, int n, int k)
{
    for (int kind = 0; kind < 3; kind++)
        for (int op = 0; op < 3; op++)
            for (int upper = 0; upper < 2; upper++) {
                matrix<T> a(op ? k : n, op ? n : k), b(op ? k : n, op ? n : k), c(n, n);
                scalar<T> alpha(0.5), beta(op ? -1 : 0);
                std::vector<double> before = c.expected;

                expect_product(c, n, n, k, 0.5, op ? -1 : 0, [&](int i, int j, int d) {
                    double ai = a.get(i, d, op), aj = a.get(j, d, op), bi = b.get(i, d, op), bj = b.get(j, d, op);
                    return kind == 0 ? ai * aj : kind == 1 ? ai * bj : ai * bj + bi * aj; });
                for (int i = 0; i < n; i++)
                    for (int j = 0; j < n; j++)
                        if (upper ? i > j : i < j)
                            c.expected[c.place(i, j)] = before[c.place(i, j)];
                if (kind == 0)
                    GOOD(blas<T>::syrk(handle, uplo_of(upper), op_of(op), n, k, alpha.at(device), a.device, a.ld, beta.at(device), c.device, c.ld));
                else if (kind == 1)
                    GOOD(blas<T>::syrkx(handle, uplo_of(upper), op_of(op), n, k, alpha.at(device), a.device, a.ld, b.device, b.ld, beta.at(device), c.device, c.ld));
                else
                    GOOD(blas<T>::syr2k(handle, uplo_of(upper), op_of(op), n, k, alpha.at(device), a.device, a.ld, b.device, b.ld, beta.at(device), c.device, c.ld));
                COMPARE(c, 2 * k + 4, kind == 0 ? "syrk" : kind == 1 ? "syrkx" : "syr2k");
            }
}

template <typename T> static void triangles(cublasHandle_t handle, bool device, int m, int n)
{
    for (int choice = 0; choice < 24; choice++) {
        bool right = choice & 1, upper = choice & 2, unit = choice & 4;
        int op = choice / 8, rows = right ? n : m;
        matrix<T> a(rows, rows), b(m, n), c(m, n), in_place(m, n, 5);
        scalar<T> alpha(0.75), inverse(1 / 0.75);

        for (int i = 0; i < rows; i++)          // so that a solution is as exact as its sums
            for (int j = 0; j < rows; j++)
                a.set(a.place(i, j), i == j ? unit ? NAN : 1 + fabs(number()) : upper == i < j ? number() / (rows + 1) : NAN);
        a.put();
        auto term = [&](const matrix<T> &x) {
            return [&](int i, int j, int d) {
                return right ? x.get(i, d, 0) * a.corner(upper, unit, d, j, op) : a.corner(upper, unit, i, d, op) * x.get(d, j, 0); }; };
        expect_product(c, m, n, rows, 0.75, 0, term(b));
        GOOD(blas<T>::trmm(handle, side_of(right), uplo_of(upper), op_of(op), unit ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT, m, n,
                           alpha.at(device), a.device, a.ld, b.device, b.ld, c.device, c.ld));
        COMPARE(c, 8 + rows / 4, "trmm");
        COMPARE(b, 0, "trmm changes b");
        expect_product(in_place, m, n, rows, 0.75, 0, term(in_place));
        GOOD(blas<T>::trmm(handle, side_of(right), uplo_of(upper), op_of(op), unit ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT, m, n,
                           alpha.at(device), a.device, a.ld, in_place.device, in_place.ld, in_place.device, in_place.ld));
        COMPARE(in_place, 8 + rows / 4, "trmm in place");
        for (int i = 0; i < m; i++)             // and back
            for (int j = 0; j < n; j++)
                in_place.expected[in_place.place(i, j)] = in_place.get(i, j, 0);
        GOOD(blas<T>::trsm(handle, side_of(right), uplo_of(upper), op_of(op), unit ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT, m, n,
                           inverse.at(device), a.device, a.ld, in_place.device, in_place.ld));
        COMPARE(in_place, 16 + rows, "trsm");
    }
    matrix<T> a(m, m), b(m, n);
    scalar<T> nothing(0);
    spoil(a, m, m);
    spoil(b, m, n);
    expect_product(b, m, n, 0, 0, 0, [](int, int, int) { return 0; });
    GOOD(blas<T>::trsm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, m, n, nothing.at(device), a.device, a.ld,
                       b.device, b.ld));
    COMPARE(b, 0, "trsm with 0");
}

template <typename T> static void batches(cublasHandle_t handle, bool device, int m, int n, int k, int count)
{
    int step_a = (m + 2) * (k + 1), step_b = (n + 2) * (k + 1), step_c = (m + 2) * (n + 1) + 3;
    scalar<T> alpha(0.5), beta(0.25);

    for (int list = 0; list < 2; list++) {
        numbers<T> a((size_t)step_a * count), b((size_t)step_b * count), c((size_t)step_c * count);
        std::vector<T *> at_a, at_b, at_c;
        T **lists;

        for (int p = 0; p < count; p++) {
            // By a list in another order, so that no step would find them.
            int q = list ? (p * 5 + 3) % count : p;
            at_a.push_back(a.device + (size_t)q * step_a);
            at_b.push_back(b.device + (size_t)p * step_b);
            at_c.push_back(c.device + (size_t)p * step_c);
            for (int i = 0; i < m; i++)
                for (int j = 0; j < n; j++) {
                    double sum = 0, &to = c.expected[(size_t)p * step_c + i + (size_t)j * (m + 2)];
                    for (int d = 0; d < k; d++)
                        sum += a[(size_t)q * step_a + i + (size_t)d * (m + 2)] * b[(size_t)p * step_b + j + (size_t)d * (n + 2)];
                    to = 0.5 * sum + 0.25 * to;
                }
        }
        cudaMalloc((void **)&lists, 3 * count * sizeof(T *));
        cudaMemcpy(lists, at_a.data(), count * sizeof(T *), cudaMemcpyHostToDevice);
        cudaMemcpy(lists + count, at_b.data(), count * sizeof(T *), cudaMemcpyHostToDevice);
        cudaMemcpy(lists + 2 * count, at_c.data(), count * sizeof(T *), cudaMemcpyHostToDevice);
        if (list)
            GOOD(blas<T>::gemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_T, m, n, k, alpha.at(device), (const T **)lists, m + 2,
                                      (const T **)lists + count, n + 2, beta.at(device), lists + 2 * count, m + 2, count));
        else
            GOOD(blas<T>::gemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_T, m, n, k, alpha.at(device), a.device, m + 2, step_a, b.device, n + 2,
                                             step_b, beta.at(device), c.device, m + 2, step_c, count));
        COMPARE(c, k + 3, list ? "gemmBatched" : "gemmStridedBatched");
        cudaFree(lists);
    }
}

template <typename T> static void beyond(cublasHandle_t handle, bool device, int m, int n)
{
    for (int op = 0; op < 9; op++)
        for (auto &s : scalars) {
            int op_a = op % 3, op_b = op / 3;
            matrix<T> a(op_a ? n : m, op_a ? m : n), b(op_b ? n : m, op_b ? m : n), c(m, n);
            scalar<T> alpha(s[0]), beta(s[1]);

            if (s[0] == 0)
                spoil(a, op_a ? n : m, op_a ? m : n);
            if (s[1] == 0)
                spoil(b, op_b ? n : m, op_b ? m : n);
            for (int i = 0; i < m; i++)
                for (int j = 0; j < n; j++)
                    c.expected[c.place(i, j)] = (s[0] == 0 ? 0 : s[0] * a.get(i, j, op_a)) + (s[1] == 0 ? 0 : s[1] * b.get(i, j, op_b));
            GOOD(blas<T>::geam(handle, op_of(op_a), op_of(op_b), m, n, alpha.at(device), a.device, a.ld, beta.at(device), b.device, b.ld, c.device, c.ld));
            COMPARE(c, 2, "geam");
        }
    for (int right = 0; right < 2; right++)
        for (int step = -2; step < 3; step += 2) {
            int length = right ? n : m;
            matrix<T> a(m, n), c(m, n);
            numbers<T> x((size_t)length * 2 + 1);

            for (int i = 0; i < m; i++)
                for (int j = 0; j < n; j++) {
                    int at = right ? j : i;
                    c.expected[c.place(i, j)] = a.get(i, j, 0) * x[step < 0 ? (at - length + 1) * step : at * step];
                }
            GOOD(blas<T>::dgmm(handle, side_of(right), m, n, a.device, a.ld, x.device, step, c.device, c.ld));
            COMPARE(c, 1, "dgmm");
        }
}

template <typename T> static void level3(cublasHandle_t handle, bool few)
{
    static const int shapes[][3] = { { 20, 9, 17 }, { 7, 33, 16 }, { 0, 5, 3 }, { 5, 0, 3 }, { 6, 7, 0 }, { 1, 1, 1 }, { 16, 16, 16 },
                                     { 70, 45, 35 }, { 250, 257, 9 } };

    for (int device = 0; device < 2; device++) {
        pointers(handle, device != 0);
        for (int i = 0; i < (few ? 1 : 9); i++) {
            products<T>(handle, device != 0, shapes[i][0], shapes[i][1], shapes[i][2]);
            if (i < 8)
                ranks<T>(handle, device != 0, shapes[i][0], shapes[i][2]);
            if (i < 8)
                triangles<T>(handle, device != 0, shapes[i][0], shapes[i][1]);
            if (i < 8)
                beyond<T>(handle, device != 0, shapes[i][0], shapes[i][1]);
        }
        if (few)
            triangles<T>(handle, device != 0, 40, 9);       // more rows than are solved at once
        else
            ranks<T>(handle, device != 0, 250, 5);
        batches<T>(handle, device != 0, 9, 18, 5, few ? 2 : 7);
        batches<T>(handle, device != 0, 64, 33, 8, few ? 1 : 9);
    }
}

int main(int argc, char **)
{
    cublasHandle_t handle;

    GOOD(cublasCreate(&handle));
    level3<float>(handle, argc > 1);
    level3<double>(handle, argc > 1);
    GOOD(cublasDestroy(handle));
    return end();
}
