// SPDX-License-Identifier: BSD-3-Clause
// In the manner of Rodinia's pathfinder and srad: a dynamic programme over rows with a halo, then an image in global
// memory by four neighbours' index arrays, reductions by the host, cudaMemcpyDeviceToDevice.
// plant: s/MIN(shortest, right)/MIN(shortest, up)/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <assert.h>

#define BLOCK_SIZE 64
#define HALO 1
#define IN_RANGE(x, min, max) ((x) >= (min) && (x) <= (max))
#define CLAMP_RANGE(x, min, max) x = (x < (min)) ? min : ((x > (max)) ? max : x)
#define MIN(a, b) ((a) <= (b) ? (a) : (b))

__global__ void dynproc_kernel(int iteration, int *gpuWall, int *gpuSrc, int *gpuResults, int cols, int rows, int startStep, int border)
{
    __shared__ int prev[BLOCK_SIZE];
    __shared__ int result[BLOCK_SIZE];
    int bx = blockIdx.x;
    int tx = threadIdx.x;
    int small_block_cols = BLOCK_SIZE - iteration * HALO * 2;
    int blkX = small_block_cols * bx - border;
    int blkXmax = blkX + BLOCK_SIZE - 1;
    int xidx = blkX + tx;
    int validXmin = (blkX < 0) ? -blkX : 0;
    int validXmax = (blkXmax > cols - 1) ? BLOCK_SIZE - 1 - (blkXmax - cols + 1) : BLOCK_SIZE - 1;
    int W = tx - 1;
    int E = tx + 1;
    W = (W < validXmin) ? validXmin : W;
    E = (E > validXmax) ? validXmax : E;
    bool isValid = IN_RANGE(tx, validXmin, validXmax);
    if (IN_RANGE(xidx, 0, cols - 1))
        prev[tx] = gpuSrc[xidx];
    __syncthreads();
    bool computed;
    for (int i = 0; i < iteration; i++) {
        computed = false;
        if (IN_RANGE(tx, i + 1, BLOCK_SIZE - i - 2) && isValid) {
            computed = true;
            int left = prev[W];
            int up = prev[tx];
            int right = prev[E];
            int shortest = MIN(left, up);
            shortest = MIN(shortest, right);
            int index = cols * (startStep + i) + xidx;
            result[tx] = shortest + gpuWall[index];
        }
        __syncthreads();
        if (i == iteration - 1)
            break;
        if (computed)
            prev[tx] = result[tx];
        __syncthreads();
    }
    if (computed)
        gpuResults[xidx] = result[tx];
}

__global__ void srad(float *d_c, const float *I, const int *iN, const int *iS, const int *jW, const int *jE, int Nr, int Ne, float q0sqr, float *out)
{
    int ei = blockIdx.x * blockDim.x + threadIdx.x;
    if (ei >= Ne) return;
    int row = (ei + 1) % Nr - 1, col = (ei + 1) / Nr + 1 - 1;
    if ((ei + 1) % Nr == 0) {
        row = Nr - 1;
        col = col - 1;
    }
    float J = I[ei], dN = I[iN[row] + Nr * col] - J, dS = I[iS[row] + Nr * col] - J, dW = I[row + Nr * jW[col]] - J;
    float dE = I[row + Nr * jE[col]] - J;
    float G2 = (dN * dN + dS * dS + dW * dW + dE * dE) / (J * J), L = (dN + dS + dW + dE) / J;
    float num = (0.5f * G2) - ((1.0f / 16.0f) * (L * L)), den = 1 + .25f * L, qsqr = num / (den * den);
    den = (qsqr - q0sqr) / (q0sqr * (1 + q0sqr));
    float c = 1.0f / (1.0f + den);
    d_c[ei] = c < 0 ? 0 : c > 1 ? 1 : c;
    out[ei] = J + 0.125f * d_c[ei] * (dN + dS + dW + dE);
}

int main(int argc, char **argv)
{
    const int rows = 9, cols = 200, pyramid_height = 3, border = pyramid_height * HALO;
    int *data = new int[rows * cols], **wall = new int *[rows], *want = new int[cols], *next = new int[cols], *result = new int[cols];
    srand(9);
    for (int n = 0; n < rows; n++) {
        wall[n] = data + cols * n;
        for (int j = 0; j < cols; j++) wall[n][j] = rand() % 10;
    }
    memcpy(want, wall[0], cols * sizeof(int));
    for (int t = 1; t < rows; t++) {
        for (int x = 0; x < cols; x++) {
            int best = want[x];
            if (x > 0) best = MIN(best, want[x - 1]);
            if (x < cols - 1) best = MIN(best, want[x + 1]);
            next[x] = wall[t][x] + best;
        }
        memcpy(want, next, cols * sizeof(int));
    }
    int *gpuWall, *gpuResult[2], src = 1, dst = 0, smallBlockCol = BLOCK_SIZE - pyramid_height * HALO * 2;
    int blockCols = cols / smallBlockCol + ((cols % smallBlockCol == 0) ? 0 : 1);
    cudaMalloc((void **)&gpuResult[0], sizeof(int) * cols);
    cudaMalloc((void **)&gpuResult[1], sizeof(int) * cols);
    cudaMemcpy(gpuResult[1], data, sizeof(int) * cols, cudaMemcpyHostToDevice);
    cudaMemcpy(gpuResult[0], gpuResult[1], sizeof(int) * cols, cudaMemcpyDeviceToDevice);
    cudaMalloc((void **)&gpuWall, sizeof(int) * (rows - 1) * cols);
    cudaMemcpy(gpuWall, data + cols, sizeof(int) * (rows - 1) * cols, cudaMemcpyHostToDevice);
    for (int t = 0; t < rows - 1; t += pyramid_height) {
        int temp = src;
        src = dst;
        dst = temp;
        dynproc_kernel<<<blockCols, BLOCK_SIZE>>>(MIN(pyramid_height, rows - t - 1), gpuWall, gpuResult[src], gpuResult[dst], cols, rows, t, border);
    }
    cudaMemcpy(result, gpuResult[dst], sizeof(int) * cols, cudaMemcpyDeviceToHost);
    int wrong = memcmp(result, want, cols * sizeof(int)) != 0;
    printf("path: %s\n", wrong ? "differs" : "same");

    const int Nr = 24, Nc = 20, Ne = Nr * Nc;
    float I[Ne], got[Ne], *d_I, *d_c, *d_out;
    int iN[Nr], iS[Nr], jW[Nc], jE[Nc], *d_index;
    for (int i = 0; i < Nr; i++) { iN[i] = i ? i - 1 : 0; iS[i] = i < Nr - 1 ? i + 1 : i; }
    for (int j = 0; j < Nc; j++) { jW[j] = j ? j - 1 : 0; jE[j] = j < Nc - 1 ? j + 1 : j; }
    for (int i = 0; i < Ne; i++) I[i] = expf((i * 29 % 83) / 83.0f);
    cudaMalloc((void **)&d_I, sizeof I);
    cudaMalloc((void **)&d_c, sizeof I);
    cudaMalloc((void **)&d_out, sizeof I);
    cudaMalloc((void **)&d_index, (2 * Nr + 2 * Nc) * sizeof(int));
    cudaMemcpy(d_I, I, sizeof I, cudaMemcpyHostToDevice);
    cudaMemcpy(d_index, iN, sizeof iN, cudaMemcpyHostToDevice);
    cudaMemcpy(d_index + Nr, iS, sizeof iS, cudaMemcpyHostToDevice);
    cudaMemcpy(d_index + 2 * Nr, jW, sizeof jW, cudaMemcpyHostToDevice);
    cudaMemcpy(d_index + 2 * Nr + Nc, jE, sizeof jE, cudaMemcpyHostToDevice);
    for (int step = 0; step < 2; step++) {
        double total = 0, total2 = 0;
        float now[Ne];
        for (int i = 0; i < Ne; i++) { total += I[i]; total2 += I[i] * I[i]; }
        float mean = total / Ne, q0sqr = (total2 / Ne - mean * mean) / (mean * mean);
        srad<<<(Ne + 63) / 64, 64>>>(d_c, d_I, d_index, d_index + Nr, d_index + 2 * Nr, d_index + 2 * Nr + Nc, Nr, Ne, q0sqr, d_out);
        cudaMemcpy(d_I, d_out, sizeof I, cudaMemcpyDeviceToDevice);
        cudaMemcpy(got, d_out, sizeof I, cudaMemcpyDeviceToHost);
        for (int j = 0; j < Nc; j++)
            for (int i = 0; i < Nr; i++) {
                float J = I[i + Nr * j], n = I[iN[i] + Nr * j] - J, s = I[iS[i] + Nr * j] - J, w = I[i + Nr * jW[j]] - J, e = I[i + Nr * jE[j]] - J;
                float G2 = (n * n + s * s + w * w + e * e) / (J * J), L = (n + s + w + e) / J, num = 0.5f * G2 - L * L / 16, den = 1 + .25f * L;
                float q = num / (den * den), c = 1 / (1 + (q - q0sqr) / (q0sqr * (1 + q0sqr)));
                now[i + Nr * j] = J + 0.125f * (c < 0 ? 0 : c > 1 ? 1 : c) * (n + s + w + e);
            }
        memcpy(I, now, sizeof I);
        for (int i = 0; i < Ne; i++) wrong += fabsf(got[i] - I[i]) > 1e-4f;
    }
    printf("%d wrong\n%s\n", wrong, wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
