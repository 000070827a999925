// SPDX-License-Identifier: BSD-3-Clause
// In the manner of Rodinia's nw: diagonals of blocks from a loop of the host, macros, cudaThreadSynchronize.
// plant: s/if (y >= 1/if (y > 1/
#define LIMIT -999
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <math.h>
#include <cuda.h>
#include <sys/time.h>
#define BLOCK_SIZE 16

__device__ __host__ int maximum(int a, int b, int c)
{
    int k;
    if (a <= b)
        k = b;
    else
        k = a;
    if (k <= c)
        return (c);
    else
        return (k);
}

__global__ void needle_cuda_shared_1(int *referrence, int *matrix_cuda, int cols, int penalty, int i, int block_width)
{
    int bx = blockIdx.x;
    int tx = threadIdx.x;
    int b_index_x = bx;
    int b_index_y = i - 1 - bx;
    int index = cols * BLOCK_SIZE * b_index_y + BLOCK_SIZE * b_index_x + tx + (cols + 1);
    int index_n = cols * BLOCK_SIZE * b_index_y + BLOCK_SIZE * b_index_x + tx + (1);
    int index_w = cols * BLOCK_SIZE * b_index_y + BLOCK_SIZE * b_index_x + (cols);
    int index_nw = cols * BLOCK_SIZE * b_index_y + BLOCK_SIZE * b_index_x;
    __shared__ int temp[BLOCK_SIZE + 1][BLOCK_SIZE + 1];
    __shared__ int ref[BLOCK_SIZE][BLOCK_SIZE];
    if (tx == 0)
        temp[tx][0] = matrix_cuda[index_nw];
    for (int ty = 0; ty < BLOCK_SIZE; ty++)
        ref[ty][tx] = referrence[index + cols * ty];
    __syncthreads();
    temp[tx + 1][0] = matrix_cuda[index_w + cols * tx];
    __syncthreads();
    temp[0][tx + 1] = matrix_cuda[index_n];
    __syncthreads();
    for (int m = 0; m < BLOCK_SIZE; m++) {
        if (tx <= m) {
            int t_index_x = tx + 1;
            int t_index_y = m - tx + 1;
            temp[t_index_y][t_index_x] = maximum(temp[t_index_y - 1][t_index_x - 1] + ref[t_index_y - 1][t_index_x - 1],
                                                 temp[t_index_y][t_index_x - 1] - penalty, temp[t_index_y - 1][t_index_x] - penalty);
        }
        __syncthreads();
    }
    for (int m = BLOCK_SIZE - 2; m >= 0; m--) {
        if (tx <= m) {
            int t_index_x = tx + BLOCK_SIZE - m;
            int t_index_y = BLOCK_SIZE - tx;
            temp[t_index_y][t_index_x] = maximum(temp[t_index_y - 1][t_index_x - 1] + ref[t_index_y - 1][t_index_x - 1],
                                                 temp[t_index_y][t_index_x - 1] - penalty, temp[t_index_y - 1][t_index_x] - penalty);
        }
        __syncthreads();
    }
    for (int ty = 0; ty < BLOCK_SIZE; ty++)
        matrix_cuda[index + ty * cols] = temp[ty + 1][tx + 1];
}

__global__ void needle_cuda_shared_2(int *referrence, int *matrix_cuda, int cols, int penalty, int i, int block_width)
{
    int tx = threadIdx.x;
    int b_index_x = blockIdx.x + block_width - i;
    int b_index_y = block_width - blockIdx.x - 1;
    int index = cols * BLOCK_SIZE * b_index_y + BLOCK_SIZE * b_index_x + tx + (cols + 1);
    __shared__ int temp[BLOCK_SIZE + 1][BLOCK_SIZE + 1];
    for (int ty = 0; ty <= BLOCK_SIZE; ty++) {
        temp[ty][tx + 1] = matrix_cuda[index - cols + ty * cols];
        if (tx == 0) temp[ty][0] = matrix_cuda[index - cols + ty * cols - 1];
    }
    __syncthreads();
    for (int m = 0; m < 2 * BLOCK_SIZE - 1; m++) {
        int x = tx + 1, y = m - tx + 1;
        if (y >= 1 && y <= BLOCK_SIZE)
            temp[y][x] = maximum(temp[y - 1][x - 1] + referrence[index + cols * (y - 1)], temp[y][x - 1] - penalty,
                                 temp[y - 1][x] - penalty);
        __syncthreads();
    }
    for (int ty = 0; ty < BLOCK_SIZE; ty++)
        matrix_cuda[index + ty * cols] = temp[ty + 1][tx + 1];
}

int main(int argc, char **argv)
{
    int max_rows = 64 + 1, max_cols = 64 + 1, penalty = 10;
    int *referrence, *input_itemsets, *output_itemsets, *want, *matrix_cuda, *referrence_cuda;
    int size = max_cols * max_rows;
    referrence = (int *)malloc(max_rows * max_cols * sizeof(int));
    input_itemsets = (int *)malloc(max_rows * max_cols * sizeof(int));
    output_itemsets = (int *)malloc(max_rows * max_cols * sizeof(int));
    want = (int *)malloc(max_rows * max_cols * sizeof(int));
    if (!input_itemsets)
        fprintf(stderr, "error: can not allocate memory");
    srand(7);
    for (int i = 0; i < size; i++) {
        input_itemsets[i] = 0;
        referrence[i] = rand() % 21 - 10;
    }
    for (int i = 1; i < max_rows; i++)
        input_itemsets[i * max_cols] = -i * penalty;
    for (int j = 1; j < max_cols; j++)
        input_itemsets[j] = -j * penalty;
    memcpy(want, input_itemsets, size * sizeof(int));
    for (int i = 1; i < max_rows; i++)
        for (int j = 1; j < max_cols; j++)
            want[i * max_cols + j] = maximum(want[(i - 1) * max_cols + j - 1] + referrence[i * max_cols + j],
                                             want[i * max_cols + j - 1] - penalty, want[(i - 1) * max_cols + j] - penalty);

    cudaMalloc((void **)&referrence_cuda, sizeof(int) * size);
    cudaMalloc((void **)&matrix_cuda, sizeof(int) * size);
    cudaMemcpy(referrence_cuda, referrence, sizeof(int) * size, cudaMemcpyHostToDevice);
    cudaMemcpy(matrix_cuda, input_itemsets, sizeof(int) * size, cudaMemcpyHostToDevice);
    dim3 dimGrid;
    dim3 dimBlock(BLOCK_SIZE, 1);
    int block_width = (max_cols - 1) / BLOCK_SIZE;
    printf("Processing top-left matrix\n");
    for (int i = 1; i <= block_width; i++) {
        dimGrid.x = i;
        dimGrid.y = 1;
        needle_cuda_shared_1<<<dimGrid, dimBlock>>>(referrence_cuda, matrix_cuda, max_cols, penalty, i, block_width);
    }
    printf("Processing bottom-right matrix\n");
    for (int i = block_width - 1; i >= 1; i--) {
        dimGrid.x = i;
        dimGrid.y = 1;
        needle_cuda_shared_2<<<dimGrid, dimBlock>>>(referrence_cuda, matrix_cuda, max_cols, penalty, i, block_width);
    }
    cudaMemcpy(output_itemsets, matrix_cuda, sizeof(int) * size, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < size; i++)
        wrong += output_itemsets[i] != want[i];
    cudaFree(referrence_cuda);
    cudaFree(matrix_cuda);
    printf("%d differ\n%s\n", wrong, wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
