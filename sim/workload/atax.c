// atax: y = At (A x) with a size x 64 matrix, as two kernels (PolyBench). Rows are divergent, columns coalesced.
#include "sim/workload/matrix.h"
#include "sim/workload/workload.h"

enum { COLUMNS = 64, THREADS = 256 };

static void build(job *j, uint32_t rows)
{
    const float *A = workload_reals(j, "A", SCALAR_F32, (uint64_t)rows * COLUMNS, 1, 0, 1);
    const float *x = workload_reals(j, "x", SCALAR_F32, COLUMNS, 2, 0, 1);
    float *tmp, *y;

    workload_zero(j, "tmp", SCALAR_F32, rows);
    workload_zero(j, "y", SCALAR_F32, COLUMNS);
    workload_launch(j, &j->steps, "atax_row", (workload_extent){ (rows + THREADS - 1) / THREADS, 1 },
                    (workload_extent){ THREADS, 1 }, "bbbii", "A", "x", "tmp", (int)rows, COLUMNS);
    workload_launch(j, &j->steps, "atax_column", (workload_extent){ 1, 1 }, (workload_extent){ COLUMNS, 1 }, "bbbii",
                    "A", "tmp", "y", (int)rows, COLUMNS);
    tmp = workload_want(j, "tmp", 0, matrix_bound(COLUMNS));
    for (uint32_t row = 0; row < rows; row++)
        tmp[row] = (float)matrix_row(A, COLUMNS, row, x);
    y = workload_want(j, "y", 0, matrix_bound(COLUMNS) + matrix_bound(rows));
    for (uint32_t column = 0; column < COLUMNS; column++)
        y[column] = (float)matrix_column(A, rows, COLUMNS, column, tmp);
}

const workload workload_atax = {
    "atax", "y = At (A x), PolyBench: a divergent kernel (32 lines a load), then a coalesced one",
    "rows of a matrix of 64 columns", 512, 1, 1 << 20, "(rows + 66) / 2^24 relative", build,
};
