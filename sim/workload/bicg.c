// bicg: s = At r (coalesced) and q = A p (divergent) with a size x 64 matrix (PolyBench).
#include "sim/workload/matrix.h"
#include "sim/workload/workload.h"

enum { COLUMNS = 64, THREADS = 256 };

static void build(job *j, uint32_t rows)
{
    const float *A = workload_reals(j, "A", SCALAR_F32, (uint64_t)rows * COLUMNS, 1, 0, 1);
    const float *r = workload_reals(j, "r", SCALAR_F32, rows, 2, 0, 1);
    const float *p = workload_reals(j, "p", SCALAR_F32, COLUMNS, 3, 0, 1);
    float *s, *q;

    workload_zero(j, "s", SCALAR_F32, COLUMNS);
    workload_zero(j, "q", SCALAR_F32, rows);
    workload_launch(j, &j->steps, "bicg_column", (workload_extent){ 1, 1 }, (workload_extent){ COLUMNS, 1 }, "bbbii",
                    "A", "r", "s", (int)rows, COLUMNS);
    workload_launch(j, &j->steps, "bicg_row", (workload_extent){ (rows + THREADS - 1) / THREADS, 1 },
                    (workload_extent){ THREADS, 1 }, "bbbii", "A", "p", "q", (int)rows, COLUMNS);
    s = workload_want(j, "s", 0, matrix_bound(rows));
    for (uint32_t column = 0; column < COLUMNS; column++)
        s[column] = (float)matrix_column(A, rows, COLUMNS, column, r);
    q = workload_want(j, "q", 0, matrix_bound(COLUMNS));
    for (uint32_t row = 0; row < rows; row++)
        q[row] = (float)matrix_row(A, COLUMNS, row, p);
}

const workload workload_bicg = {
    "bicg", "s = At r and q = A p, PolyBench: a coalesced kernel, then a divergent one",
    "rows of a matrix of 64 columns", 512, 1, 1 << 20, "(terms + 1) / 2^24 relative", build,
};
