// SPDX-License-Identifier: BSD-3-Clause
// In the manner of Rodinia's bfs: a loop of the host over levels until a flag stays down, masks of bool, a structure.
// plant: s/g_cost\[tid\] + 1;/g_cost[tid] + 2;/
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <math.h>
#include <cuda.h>

#define MAX_THREADS_PER_BLOCK 128

int no_of_nodes = 1500;
int edge_list_size;

struct Node
{
    int starting;
    int no_of_edges;
};

__global__ void
Kernel(Node *g_graph_nodes, int *g_graph_edges, bool *g_graph_mask, bool *g_updating_graph_mask, bool *g_graph_visited, int *g_cost, int no_of_nodes)
{
    int tid = blockIdx.x * MAX_THREADS_PER_BLOCK + threadIdx.x;
    if (tid < no_of_nodes && g_graph_mask[tid]) {
        g_graph_mask[tid] = false;
        for (int i = g_graph_nodes[tid].starting; i < (g_graph_nodes[tid].no_of_edges + g_graph_nodes[tid].starting); i++) {
            int id = g_graph_edges[i];
            if (!g_graph_visited[id]) {
                g_cost[id] = g_cost[tid] + 1;
                g_updating_graph_mask[id] = true;
            }
        }
    }
}

__global__ void
Kernel2(bool *g_graph_mask, bool *g_updating_graph_mask, bool *g_graph_visited, bool *g_over, int no_of_nodes)
{
    int tid = blockIdx.x * MAX_THREADS_PER_BLOCK + threadIdx.x;
    if (tid < no_of_nodes && g_updating_graph_mask[tid]) {
        g_graph_mask[tid] = true;
        g_graph_visited[tid] = true;
        *g_over = true;
        g_updating_graph_mask[tid] = false;
    }
}

static int cpu_bfs(Node *nodes, int *edges, int *cost)
{
    int *queue = (int *)malloc(sizeof(int) * no_of_nodes), head = 0, tail = 0;
    for (int i = 0; i < no_of_nodes; i++) cost[i] = -1;
    cost[0] = 0;
    queue[tail++] = 0;
    while (head < tail) {
        int n = queue[head++];
        for (int i = nodes[n].starting; i < nodes[n].starting + nodes[n].no_of_edges; i++)
            if (cost[edges[i]] < 0) {
                cost[edges[i]] = cost[n] + 1;
                queue[tail++] = edges[i];
            }
    }
    free(queue);
    return tail;
}

int main(int argc, char **argv)
{
    int num_of_blocks = 1;
    int num_of_threads_per_block = no_of_nodes;
    if (no_of_nodes > MAX_THREADS_PER_BLOCK) {
        num_of_blocks = (int)ceil(no_of_nodes / (double)MAX_THREADS_PER_BLOCK);
        num_of_threads_per_block = MAX_THREADS_PER_BLOCK;
    }
    Node *h_graph_nodes = (Node *)malloc(sizeof(Node) * no_of_nodes);
    bool *h_graph_mask = (bool *)malloc(sizeof(bool) * no_of_nodes);
    bool *h_updating_graph_mask = (bool *)malloc(sizeof(bool) * no_of_nodes);
    bool *h_graph_visited = (bool *)malloc(sizeof(bool) * no_of_nodes);
    srand(7);
    for (int i = 0; i < no_of_nodes; i++) {
        h_graph_nodes[i].starting = edge_list_size;
        h_graph_nodes[i].no_of_edges = 1 + rand() % 5;
        edge_list_size += h_graph_nodes[i].no_of_edges;
        h_graph_mask[i] = h_updating_graph_mask[i] = h_graph_visited[i] = false;
    }
    int *h_graph_edges = (int *)malloc(sizeof(int) * edge_list_size);
    for (int i = 0; i < edge_list_size; i++)
        h_graph_edges[i] = rand() % no_of_nodes;
    h_graph_mask[0] = true;
    h_graph_visited[0] = true;

    Node *d_graph_nodes;
    cudaMalloc((void **)&d_graph_nodes, sizeof(Node) * no_of_nodes);
    cudaMemcpy(d_graph_nodes, h_graph_nodes, sizeof(Node) * no_of_nodes, cudaMemcpyHostToDevice);
    int *d_graph_edges;
    cudaMalloc((void **)&d_graph_edges, sizeof(int) * edge_list_size);
    cudaMemcpy(d_graph_edges, h_graph_edges, sizeof(int) * edge_list_size, cudaMemcpyHostToDevice);
    bool *d_graph_mask, *d_updating_graph_mask, *d_graph_visited;
    cudaMalloc((void **)&d_graph_mask, sizeof(bool) * no_of_nodes);
    cudaMemcpy(d_graph_mask, h_graph_mask, sizeof(bool) * no_of_nodes, cudaMemcpyHostToDevice);
    cudaMalloc((void **)&d_updating_graph_mask, sizeof(bool) * no_of_nodes);
    cudaMemcpy(d_updating_graph_mask, h_updating_graph_mask, sizeof(bool) * no_of_nodes, cudaMemcpyHostToDevice);
    cudaMalloc((void **)&d_graph_visited, sizeof(bool) * no_of_nodes);
    cudaMemcpy(d_graph_visited, h_graph_visited, sizeof(bool) * no_of_nodes, cudaMemcpyHostToDevice);
    int *h_cost = (int *)malloc(sizeof(int) * no_of_nodes), *want = (int *)malloc(sizeof(int) * no_of_nodes);
    for (int i = 0; i < no_of_nodes; i++)
        h_cost[i] = -1;
    h_cost[0] = 0;
    int *d_cost;
    cudaMalloc((void **)&d_cost, sizeof(int) * no_of_nodes);
    cudaMemcpy(d_cost, h_cost, sizeof(int) * no_of_nodes, cudaMemcpyHostToDevice);
    bool *d_over;
    cudaMalloc((void **)&d_over, sizeof(bool));

    dim3 grid(num_of_blocks, 1, 1);
    dim3 threads(num_of_threads_per_block, 1, 1);
    int k = 0;
    bool stop;
    do {
        stop = false;
        cudaMemcpy(d_over, &stop, sizeof(bool), cudaMemcpyHostToDevice);
        Kernel<<<grid, threads, 0>>>(d_graph_nodes, d_graph_edges, d_graph_mask, d_updating_graph_mask, d_graph_visited, d_cost, no_of_nodes);
        Kernel2<<<grid, threads, 0>>>(d_graph_mask, d_updating_graph_mask, d_graph_visited, d_over, no_of_nodes);
        cudaMemcpy(&stop, d_over, sizeof(bool), cudaMemcpyDeviceToHost);
        k++;
    } while (stop);
    cudaMemcpy(h_cost, d_cost, sizeof(int) * no_of_nodes, cudaMemcpyDeviceToHost);
    int reached = cpu_bfs(h_graph_nodes, h_graph_edges, want);
    printf("Kernel Executed %d times, %d nodes reached\n", k, reached);
    bool same = memcmp(h_cost, want, sizeof(int) * no_of_nodes) == 0;
    cudaFree(d_graph_nodes);
    cudaFree(d_graph_edges);
    cudaFree(d_graph_mask);
    cudaFree(d_updating_graph_mask);
    cudaFree(d_graph_visited);
    cudaFree(d_cost);
    cudaFree(d_over);
    printf(same ? "PASSED\n" : "FAILED\n");
    return !same;
}
