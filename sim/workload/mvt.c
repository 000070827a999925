// mvt: x1 += A y1 (divergent) and x2 += At y2 (coalesced) with a size x size matrix (PolyBench).
#include "sim/workload/matrix.h"
#include "sim/workload/workload.h"

enum { THREADS = 256 };

static void build(job *j, uint32_t n)
{
    const float *A = workload_reals(j, "A", SCALAR_F32, (uint64_t)n * n, 1, 0, 1);
    const float *x1 = workload_reals(j, "x1", SCALAR_F32, n, 2, 0, 1);
    const float *x2 = workload_reals(j, "x2", SCALAR_F32, n, 3, 0, 1);
    const float *y1 = workload_reals(j, "y1", SCALAR_F32, n, 4, 0, 1);
    const float *y2 = workload_reals(j, "y2", SCALAR_F32, n, 5, 0, 1);
    workload_extent grid = { (n + THREADS - 1) / THREADS, 1 }, block = { THREADS, 1 };
    float *want;

    workload_launch(j, &j->steps, "mvt_row", grid, block, "bbbi", "A", "x1", "y1", (int)n);
    workload_launch(j, &j->steps, "mvt_column", grid, block, "bbbi", "A", "x2", "y2", (int)n);
    want = workload_want(j, "x1", 0, matrix_bound(n));
    for (uint32_t i = 0; i < n; i++)
        want[i] = (float)(x1[i] + matrix_row(A, n, i, y1));
    want = workload_want(j, "x2", 0, matrix_bound(n));
    for (uint32_t i = 0; i < n; i++)
        want[i] = (float)(x2[i] + matrix_column(A, n, n, i, y2));
}

const workload workload_mvt = {
    "mvt", "x1 += A y1 and x2 += At y2, PolyBench: a divergent kernel, then a coalesced one",
    "rows and columns of the matrix", 160, 1, 8192, "(size + 1) / 2^24 relative", build,
};
