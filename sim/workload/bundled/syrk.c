// SPDX-License-Identifier: BSD-3-Clause
// syrk: C = 0.75 C + 1.5 A At (PolyBench, rows of 4 KB and more). No term is negative: a term is
// rounded once and summed in columns steps, so that C is off by at most columns + 1 roundings, one more for the reference.
#include "sim/workload/matrix.h"

static void build(job *j, workload_size size)
{
    uint32_t rows = size.rows, columns = size.columns;
    matrix A = matrix_wide(j, "A", size, 1);
    const float *C = workload_reals(j, "C", SCALAR_F32, (uint64_t)rows * rows, 2, 0, 1);
    float *want;

    workload_launch(j, &j->steps, "syrk", (workload_extent){ (rows + 31) / 32, (rows + 7) / 8 },
                    (workload_extent){ 32, 8 }, "bbiii", "A", "C", (int)rows, (int)columns, (int)A.pitch);
    want = workload_want(j, "C", 0, matrix_bound(columns + 1));
    for (uint32_t i = 0; i < rows; i++) {
        for (uint32_t k = 0; k < rows; k++)
            want[(uint64_t)i * rows + k] = (float)(0.75 * C[(uint64_t)i * rows + k] +
                                                   1.5 * matrix_row(&A, columns, i, A.at + (uint64_t)k * A.pitch));
    }
}

const workload workload_syrk = {
    .name = "syrk", .help = "C = 0.75 C + 1.5 A At, PolyBench: one divergent load (32 lines) at every step",
    .size_help = "rows x columns of A, rows 4 KB apart or a multiple", .size = { 64, 16 }, .low = { 1, 1 },
    .high = { 4096, 4096 }, .most = 1 << 24, .paper_size = { 256, 128 },
    .bound = "(columns + 2) / 2^24 relative", .build = build, .same_run = true,
};
