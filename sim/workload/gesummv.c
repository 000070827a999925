// gesummv: y = 1.5 A x + 0.75 B x, both products row by row in one divergent kernel (PolyBench, there square).
#include "sim/workload/matrix.h"
#include "sim/workload/workload.h"

enum { THREADS = 256 };

static void build(job *j, workload_size size)
{
    uint32_t rows = size.rows, columns = size.columns;
    const float *A = workload_reals(j, "A", SCALAR_F32, (uint64_t)rows * columns, 1, 0, 1);
    const float *B = workload_reals(j, "B", SCALAR_F32, (uint64_t)rows * columns, 2, 0, 1);
    const float *x = workload_reals(j, "x", SCALAR_F32, columns, 3, 0, 1);
    float *tmp, *y;

    workload_zero(j, "tmp", SCALAR_F32, rows);
    workload_zero(j, "y", SCALAR_F32, rows);
    workload_launch(j, &j->steps, "gesummv", workload_ctas(rows, THREADS), (workload_extent){ THREADS, 1 }, "bbbbbii",
                    "A", "B", "x", "tmp", "y", (int)rows, (int)columns);
    tmp = workload_want(j, "tmp", 0, matrix_bound(columns));
    y = workload_want(j, "y", 0, matrix_bound(columns + 2));
    for (uint32_t row = 0; row < rows; row++) {
        double a = matrix_row(A, columns, row, x), b = matrix_row(B, columns, row, x);

        tmp[row] = (float)a;
        y[row] = (float)(1.5 * a + 0.75 * b);
    }
}

const workload workload_gesummv = {
    .name = "gesummv", .help = "y = 1.5 A x + 0.75 B x, PolyBench: two divergent loads (32 lines each) at every step",
    .size_help = "rows x columns of the matrices", .size = { 256, 48 }, .low = { 1, 1 }, .high = { 1 << 20, 1 << 20 },
    .most = 1 << 26, .paper_size = { 4096, 256 },
    .bound = "(columns + 3) / 2^24 relative", .build = build,
};
