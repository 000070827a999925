// 2mm: D = (A B) C with A of size rows x columns, B of columns x rows, C of rows x columns (PolyBench, there square). No
// term is negative: the bound of E = A B is that of matrix.h, the bound of D the sum of both products'.
#include "sim/workload/matrix.h"
#include "sim/workload/workload.h"

static void launch_product(job *j, const char *left, const char *right, const char *result, uint32_t rows,
                           uint32_t inner, uint32_t columns)
{
    workload_launch(j, &j->steps, "product", (workload_extent){ (columns + 31) / 32, (rows + 7) / 8 },
                    (workload_extent){ 32, 8 }, "bbbiii", left, right, result, (int)rows, (int)inner, (int)columns);
}

static void reference(const float *left, const float *right, float *result, uint32_t rows, uint32_t inner,
                      uint32_t columns)
{
    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t column = 0; column < columns; column++)
            result[(uint64_t)row * columns + column] =
                (float)matrix_column(right, inner, columns, column, &left[(uint64_t)row * inner]);
}

static void build(job *j, workload_size size)
{
    uint32_t rows = size.rows, columns = size.columns;
    const float *A = workload_reals(j, "A", SCALAR_F32, (uint64_t)rows * columns, 1, 0, 1);
    const float *B = workload_reals(j, "B", SCALAR_F32, (uint64_t)columns * rows, 2, 0, 1);
    const float *C = workload_reals(j, "C", SCALAR_F32, (uint64_t)rows * columns, 3, 0, 1);
    float *E, *D;

    workload_zero(j, "E", SCALAR_F32, (uint64_t)rows * rows);
    workload_zero(j, "D", SCALAR_F32, (uint64_t)rows * columns);
    launch_product(j, "A", "B", "E", rows, columns, rows);
    launch_product(j, "E", "C", "D", rows, rows, columns);
    E = workload_want(j, "E", 0, matrix_bound(columns));
    reference(A, B, E, rows, columns, rows);
    D = workload_want(j, "D", 0, matrix_bound(columns) + matrix_bound(rows));
    reference(E, C, D, rows, rows, columns);
}

const workload workload_2mm = {
    .name = "2mm", .help = "D = (A B) C, PolyBench: two matrix products, coalesced and uniform loads",
    .size_help = "rows x columns of A", .size = { 48, 40 }, .low = { 1, 1 }, .high = { 4096, 4096 },
    .most = 1 << 24, .paper_size = { 192, 192 },
    .bound = "(rows + columns + 2) / 2^24 relative", .build = build,
};
