// mvt: x1 += A y1 (divergent) and x2 += At y2 (coalesced); square in PolyBench, of any shape here.
#include "sim/workload/matrix.h"
#include "sim/workload/workload.h"

enum { THREADS = 256 };

static void build(job *j, workload_size size)
{
    uint32_t rows = size.rows, columns = size.columns;
    const float *A = workload_reals(j, "A", SCALAR_F32, (uint64_t)rows * columns, 1, 0, 1);
    const float *x1 = workload_reals(j, "x1", SCALAR_F32, rows, 2, 0, 1);
    const float *x2 = workload_reals(j, "x2", SCALAR_F32, columns, 3, 0, 1);
    const float *y1 = workload_reals(j, "y1", SCALAR_F32, columns, 4, 0, 1);
    const float *y2 = workload_reals(j, "y2", SCALAR_F32, rows, 5, 0, 1);
    float *want;

    workload_launch(j, &j->steps, "mvt_row", workload_ctas(rows, THREADS), (workload_extent){ THREADS, 1 }, "bbbii",
                    "A", "x1", "y1", (int)rows, (int)columns);
    workload_launch(j, &j->steps, "mvt_column", workload_ctas(columns, THREADS), (workload_extent){ THREADS, 1 },
                    "bbbii", "A", "x2", "y2", (int)rows, (int)columns);
    want = workload_want(j, "x1", 0, matrix_bound(columns));
    for (uint32_t row = 0; row < rows; row++)
        want[row] = (float)(x1[row] + matrix_row(A, columns, row, y1));
    want = workload_want(j, "x2", 0, matrix_bound(rows));
    for (uint32_t column = 0; column < columns; column++)
        want[column] = (float)(x2[column] + matrix_column(A, rows, columns, column, y2));
}

const workload workload_mvt = {
    .name = "mvt", .help = "x1 += A y1 and x2 += At y2, PolyBench: a divergent kernel, then a coalesced one",
    .size_help = "rows x columns of the matrix", .size = { 160, 160 }, .low = { 1, 1 }, .high = { 1 << 20, 1 << 20 },
    .most = 1 << 26, .paper_size = { 4096, 1024 },
    .bound = "(terms + 1) / 2^24 relative", .build = build,
};
