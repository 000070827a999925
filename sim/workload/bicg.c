// bicg: s = At r (coalesced) and q = A p (divergent) (PolyBench).
#include "sim/workload/matrix.h"
#include "sim/workload/workload.h"

enum { THREADS = 256 };

static void build(job *j, workload_size size)
{
    uint32_t rows = size.rows, columns = size.columns;
    const float *A = workload_reals(j, "A", SCALAR_F32, (uint64_t)rows * columns, 1, 0, 1);
    const float *r = workload_reals(j, "r", SCALAR_F32, rows, 2, 0, 1);
    const float *p = workload_reals(j, "p", SCALAR_F32, columns, 3, 0, 1);
    float *s, *q;

    workload_zero(j, "s", SCALAR_F32, columns);
    workload_zero(j, "q", SCALAR_F32, rows);
    workload_launch(j, &j->steps, "bicg_column", workload_ctas(columns, THREADS),
                    (workload_extent){ THREADS, 1 }, "bbbii", "A", "r", "s", (int)rows, (int)columns);
    workload_launch(j, &j->steps, "bicg_row", workload_ctas(rows, THREADS),
                    (workload_extent){ THREADS, 1 }, "bbbii", "A", "p", "q", (int)rows, (int)columns);
    s = workload_want(j, "s", 0, matrix_bound(rows));
    for (uint32_t column = 0; column < columns; column++)
        s[column] = (float)matrix_column(A, rows, columns, column, r);
    q = workload_want(j, "q", 0, matrix_bound(columns));
    for (uint32_t row = 0; row < rows; row++)
        q[row] = (float)matrix_row(A, columns, row, p);
}

const workload workload_bicg = {
    .name = "bicg", .help = "s = At r and q = A p, PolyBench: a coalesced kernel, then a divergent one",
    .size_help = "rows x columns of the matrix", .size = { 512, 64 }, .low = { 1, 1 }, .high = { 1 << 20, 1 << 20 },
    .most = 1 << 26, .paper_size = { 4096, 1024 },
    .bound = "(terms + 1) / 2^24 relative", .build = build,
};
