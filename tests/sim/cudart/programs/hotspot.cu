// SPDX-License-Identifier: BSD-3-Clause
// In the manner of Rodinia's hotspot: a pyramid of time steps in shared memory, ping-pong of two buffers, macros.
// plant: s/temp_t\[ty\]\[tx\] = temp_on_cuda/temp_t[ty][tx] = 2 * temp_on_cuda/
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <assert.h>
#include <math.h>

#define BLOCK_SIZE 16
#define STR_SIZE 256
#define MAX_PD (3.0e6)
#define PRECISION 0.001
#define SPEC_HEAT_SI 1.75e6
#define K_SI 100
#define FACTOR_CHIP 0.5
#define IN_RANGE(x, min, max) ((x) >= (min) && (x) <= (max))
#define MIN(a, b) ((a) <= (b) ? (a) : (b))

float t_chip = 0.0005;
float chip_height = 0.016;
float chip_width = 0.016;
float amb_temp = 80.0;

__global__ void calculate_temp(int iteration, float *power, float *temp_src, float *temp_dst, int grid_cols, int grid_rows,
                               int border_cols, int border_rows, float Cap, float Rx, float Ry, float Rz, float step, float time_elapsed)
{
    __shared__ float temp_on_cuda[BLOCK_SIZE][BLOCK_SIZE];
    __shared__ float power_on_cuda[BLOCK_SIZE][BLOCK_SIZE];
    __shared__ float temp_t[BLOCK_SIZE][BLOCK_SIZE];
    float amb_temp = 80.0;
    float step_div_Cap;
    float Rx_1, Ry_1, Rz_1;
    int bx = blockIdx.x;
    int by = blockIdx.y;
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    step_div_Cap = step / Cap;
    Rx_1 = 1 / Rx;
    Ry_1 = 1 / Ry;
    Rz_1 = 1 / Rz;
    int small_block_rows = BLOCK_SIZE - iteration * 2;
    int small_block_cols = BLOCK_SIZE - iteration * 2;
    int blkY = small_block_rows * by - border_rows;
    int blkX = small_block_cols * bx - border_cols;
    int blkYmax = blkY + BLOCK_SIZE - 1;
    int blkXmax = blkX + BLOCK_SIZE - 1;
    int yidx = blkY + ty;
    int xidx = blkX + tx;
    int loadYidx = yidx, loadXidx = xidx;
    int index = grid_cols * loadYidx + loadXidx;
    if (IN_RANGE(loadYidx, 0, grid_rows - 1) && IN_RANGE(loadXidx, 0, grid_cols - 1)) {
        temp_on_cuda[ty][tx] = temp_src[index];
        power_on_cuda[ty][tx] = power[index];
    }
    __syncthreads();
    int validYmin = (blkY < 0) ? -blkY : 0;
    int validYmax = (blkYmax > grid_rows - 1) ? BLOCK_SIZE - 1 - (blkYmax - grid_rows + 1) : BLOCK_SIZE - 1;
    int validXmin = (blkX < 0) ? -blkX : 0;
    int validXmax = (blkXmax > grid_cols - 1) ? BLOCK_SIZE - 1 - (blkXmax - grid_cols + 1) : BLOCK_SIZE - 1;
    int N = ty - 1;
    int S = ty + 1;
    int W = tx - 1;
    int E = tx + 1;
    N = (N < validYmin) ? validYmin : N;
    S = (S > validYmax) ? validYmax : S;
    W = (W < validXmin) ? validXmin : W;
    E = (E > validXmax) ? validXmax : E;
    bool computed;
    for (int i = 0; i < iteration; i++) {
        computed = false;
        if (IN_RANGE(tx, i + 1, BLOCK_SIZE - i - 2) && IN_RANGE(ty, i + 1, BLOCK_SIZE - i - 2) &&
            IN_RANGE(tx, validXmin, validXmax) && IN_RANGE(ty, validYmin, validYmax)) {
            computed = true;
            temp_t[ty][tx] = temp_on_cuda[ty][tx] + step_div_Cap * (power_on_cuda[ty][tx] +
                             (temp_on_cuda[S][tx] + temp_on_cuda[N][tx] - 2.0 * temp_on_cuda[ty][tx]) * Ry_1 +
                             (temp_on_cuda[ty][E] + temp_on_cuda[ty][W] - 2.0 * temp_on_cuda[ty][tx]) * Rx_1 +
                             (amb_temp - temp_on_cuda[ty][tx]) * Rz_1);
        }
        __syncthreads();
        if (i == iteration - 1)
            break;
        if (computed)
            temp_on_cuda[ty][tx] = temp_t[ty][tx];
        __syncthreads();
    }
    if (computed)
        temp_dst[index] = temp_t[ty][tx];
}

static int compute_tran_temp(float *MatrixPower, float *MatrixTemp[2], int col, int row, int total_iterations, int num_iterations,
                             int blockCols, int blockRows, int borderCols, int borderRows, const float *c)
{
    dim3 dimBlock(BLOCK_SIZE, BLOCK_SIZE);
    dim3 dimGrid(blockCols, blockRows);
    float t, time_elapsed = 0.001;
    int src = 1, dst = 0;
    for (t = 0; t < total_iterations; t += num_iterations) {
        int temp = src;
        src = dst;
        dst = temp;
        calculate_temp<<<dimGrid, dimBlock>>>(MIN(num_iterations, total_iterations - t), MatrixPower, MatrixTemp[src], MatrixTemp[dst],
                                              col, row, borderCols, borderRows, c[0], c[1], c[2], c[3], c[4], time_elapsed);
    }
    return dst;
}

int main(int argc, char **argv)
{
    int grid_rows = 40, grid_cols = 40, size = grid_rows * grid_cols, pyramid_height = 2, total_iterations = 5;
    int borderCols = pyramid_height, borderRows = pyramid_height;
    int smallBlockCol = BLOCK_SIZE - pyramid_height * 2, smallBlockRow = BLOCK_SIZE - pyramid_height * 2;
    int blockCols = grid_cols / smallBlockCol + ((grid_cols % smallBlockCol == 0) ? 0 : 1);
    int blockRows = grid_rows / smallBlockRow + ((grid_rows % smallBlockRow == 0) ? 0 : 1);
    float *temp = (float *)malloc(size * sizeof(float)), *power = (float *)malloc(size * sizeof(float));
    float *out = (float *)calloc(size, sizeof(float)), *next = (float *)malloc(size * sizeof(float));
    for (int i = 0; i < size; i++) {
        temp[i] = 320 + i * 37 % 23;
        power[i] = (i * 11 % 17) * 1e-3f;
    }
    float grid_height = chip_height / grid_rows, grid_width = chip_width / grid_cols;
    float Cap = FACTOR_CHIP * SPEC_HEAT_SI * t_chip * grid_width * grid_height;
    float Rx = grid_width / (2.0 * K_SI * t_chip * grid_height), Ry = grid_height / (2.0 * K_SI * t_chip * grid_width);
    float Rz = t_chip / (K_SI * grid_height * grid_width);
    float max_slope = MAX_PD / (FACTOR_CHIP * t_chip * SPEC_HEAT_SI);
    float c[5] = { Cap, Rx, Ry, Rz, (float)(PRECISION / max_slope) };
    float *MatrixTemp[2], *MatrixPower;
    cudaMalloc((void **)&MatrixTemp[0], sizeof(float) * size);
    cudaMalloc((void **)&MatrixTemp[1], sizeof(float) * size);
    cudaMemcpy(MatrixTemp[0], temp, sizeof(float) * size, cudaMemcpyHostToDevice);
    cudaMalloc((void **)&MatrixPower, sizeof(float) * size);
    cudaMemcpy(MatrixPower, power, sizeof(float) * size, cudaMemcpyHostToDevice);
    int ret = compute_tran_temp(MatrixPower, MatrixTemp, grid_cols, grid_rows, total_iterations, pyramid_height, blockCols, blockRows,
                                borderCols, borderRows, c);
    cudaMemcpy(out, MatrixTemp[ret], sizeof(float) * size, cudaMemcpyDeviceToHost);
    for (int t = 0; t < total_iterations; t++) {
        for (int y = 0; y < grid_rows; y++)
            for (int x = 0; x < grid_cols; x++) {
                int i = y * grid_cols + x, n = y ? i - grid_cols : i, s = y < grid_rows - 1 ? i + grid_cols : i;
                int w = x ? i - 1 : i, e = x < grid_cols - 1 ? i + 1 : i;
                next[i] = temp[i] + c[4] / Cap * (power[i] + (temp[s] + temp[n] - 2.0 * temp[i]) / Ry +
                                                  (temp[e] + temp[w] - 2.0 * temp[i]) / Rx + (80.0f - temp[i]) / Rz);
            }
        float *swap = temp;
        temp = next;
        next = swap;
    }
    int wrong = 0;
    for (int i = 0; i < size; i++)
        wrong += fabs(temp[i] - out[i]) > 1e-3 * fabs(temp[i]);
    printf("%d of %d differ\n%s\n", wrong, size, wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
