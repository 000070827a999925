// SPDX-License-Identifier: BSD-3-Clause
// The ranks of pages by their views (after Mars): a round of map on the GPU, and no reduce. A line is what the page-view count
// has found, views and page with a tab between: a thread looks in pvr_count whether its line has views, and works them
// out in pvr_map, a digit after the other; what is sorted are pairs of views and line, most views first.
#include "mapreduce.h"
#include "sort.h"

// The digits in front of a tab; 0 where there is something else, or nothing.
__device__ static inline int digits(const unsigned char *list, int begin, int end)
{
    int at = begin;

    while (at < end && list[at] >= '0' && list[at] <= '9')
        at++;
    return at < end && list[at] == '\t' ? at - begin : 0;
}

__global__ void pvr_count(const unsigned char *list, const int *lines, int *counts, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        counts[i] = digits(list, lines[i], lines[i + 1]) > 0;
}

__global__ void pvr_scan(int *counts, int n)
{
    __shared__ int sums[SCAN_THREADS];

    scan(sums, counts, n);
}

// counts, which are sums by now, have one more behind the last.
__global__ void pvr_map(const unsigned char *list, const int *lines, const int *counts, record *records, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n && counts[i + 1] > counts[i]) {
        unsigned views = 0;

        for (int at = lines[i]; list[at] != '\t'; at++)
            views = views * 10 + (list[at] - '0');
        records[counts[i]] = make_record(~views, i);
    }
}

__global__ void pvr_sort_chunk(record *records, int first, int last)
{
    __shared__ record chunk[CHUNK];

    sort_chunk(chunk, records, first, last);
}

__global__ void pvr_sort_step(record *records, int stretch, int distance)
{
    sort_step(records, stretch, distance);
}
