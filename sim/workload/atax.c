// atax: y = At (A x), as two kernels (PolyBench). Rows are divergent, columns coalesced.
#include "sim/workload/matrix.h"
#include "sim/workload/workload.h"

enum { THREADS = 256 };

static void build(job *j, workload_size size)
{
    uint32_t rows = size.rows, columns = size.columns;
    const float *A = workload_reals(j, "A", SCALAR_F32, (uint64_t)rows * columns, 1, 0, 1);
    const float *x = workload_reals(j, "x", SCALAR_F32, columns, 2, 0, 1);
    float *tmp, *y;

    workload_zero(j, "tmp", SCALAR_F32, rows);
    workload_zero(j, "y", SCALAR_F32, columns);
    workload_launch(j, &j->steps, "atax_row", workload_ctas(rows, THREADS),
                    (workload_extent){ THREADS, 1 }, "bbbii", "A", "x", "tmp", (int)rows, (int)columns);
    workload_launch(j, &j->steps, "atax_column", workload_ctas(columns, THREADS),
                    (workload_extent){ THREADS, 1 }, "bbbii", "A", "tmp", "y", (int)rows, (int)columns);
    tmp = workload_want(j, "tmp", 0, matrix_bound(columns));
    for (uint32_t row = 0; row < rows; row++)
        tmp[row] = (float)matrix_row(A, columns, row, x);
    y = workload_want(j, "y", 0, matrix_bound(columns) + matrix_bound(rows));
    for (uint32_t column = 0; column < columns; column++)
        y[column] = (float)matrix_column(A, rows, columns, column, tmp);
}

const workload workload_atax = {
    .name = "atax", .help = "y = At (A x), PolyBench: a divergent kernel (32 lines a load), then a coalesced one",
    .size_help = "rows x columns of the matrix", .size = { 512, 64 }, .low = { 1, 1 }, .high = { 1 << 20, 1 << 20 },
    .most = 1 << 26, .paper_size = { 4096, 1024 },
    .bound = "(rows + columns + 2) / 2^24 relative", .build = build,
};
