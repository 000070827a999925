// SPDX-License-Identifier: BSD-3-Clause
// spmv: y = A x for a random sparse matrix in CSR with 0 to 23 elements a row. All terms are positive: the bound is
// that of matrix.h with 23 terms.
#include "sim/workload/matrix.h"
#include "sim/workload/workload.h"

enum { ROW_MAX = 23, THREADS = 256 };

static void build(job *j, workload_size size)
{
    uint32_t rows = size.rows;
    int32_t *first = workload_data(j, "first", SCALAR_S32, (uint64_t)rows + 1), *columns;
    const float *values, *x;
    uint32_t state = workload_stream(j, 1);
    float *want;

    for (uint32_t row = 0; row < rows; row++)
        first[row + 1] = first[row] + (int32_t)(job_lcg(&state) % (ROW_MAX + 1));
    first[rows] += first[rows] == 0;            // an element at least, for a buffer cannot be empty
    columns = workload_data(j, "columns", SCALAR_S32, (uint64_t)first[rows]);
    for (int32_t at = 0; at < first[rows]; at++)
        columns[at] = (int32_t)(job_lcg(&state) % rows);
    values = workload_reals(j, "values", SCALAR_F32, (uint64_t)first[rows], 2, 0, 1);
    x = workload_reals(j, "x", SCALAR_F32, rows, 3, 0, 1);
    workload_zero(j, "y", SCALAR_F32, rows);
    workload_launch(j, &j->steps, "spmv", workload_ctas(rows, THREADS),
                    (workload_extent){ THREADS, 1 }, "bbbbbi", "first", "columns", "values", "x", "y", (int)rows);
    want = workload_want(j, "y", 0, matrix_bound(ROW_MAX));
    for (uint32_t row = 0; row < rows; row++) {
        double sum = 0;

        for (int32_t at = first[row]; at < first[row + 1]; at++)
            sum += (double)values[at] * x[columns[at]];
        want[row] = (float)sum;
    }
}

const workload workload_spmv = {
    .name = "spmv", .help = "sparse matrix times vector, CSR: rows of different lengths, gathers",
    .size_help = "rows, with 11.5 elements each on average", .size = { 1024 }, .low = { 1 }, .high = { 1 << 22 },
    .paper_size = { 1 << 16 },
    .shapes = { { "owl", { 43008 } } },
    .bound = "24 / 2^24 relative", .build = build,
};
