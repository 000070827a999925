// SPDX-License-Identifier: BSD-3-Clause
// CUB from the host: sum, running sums, a radix sort of pairs, a histogram.
// plant: s/SortPairs(temporary, bytes, in, out, places, sorted, N)/SortPairs(temporary, bytes, in, out, places, sorted, N, 0, 8)/
#include <algorithm>
#include <cub/cub.cuh>
#include <cstdio>
#include <vector>

static const int N = 4096, BINS = 11;
static int wrong;

template <class Call> static void twice(Call call)          // CUB says first how much memory it wants
{
    void *temporary = NULL;
    size_t bytes = 0;
    wrong += call(temporary, bytes) != cudaSuccess;
    cudaMalloc(&temporary, bytes);
    wrong += call(temporary, bytes) != cudaSuccess;
    cudaFree(temporary);
}
static std::vector<int> back(const int *device, int n)
{
    std::vector<int> v(n);
    wrong += cudaMemcpy(v.data(), device, n * sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess;
    return v;
}
static void same(const char *what, bool is)
{
    if (!is) wrong++, printf("%s differ\n", what);
}

int main()
{
    std::vector<int> h(N), place(N), want(N);
    int *in, *out, *places, *sorted, sum = 0;
    for (int i = 0; i < N; i++) h[i] = i * 7919 % 1009, place[i] = i;
    cudaMalloc(&in, N * sizeof(int)), cudaMalloc(&out, N * sizeof(int)), cudaMalloc(&places, N * sizeof(int)), cudaMalloc(&sorted, N * sizeof(int));
    cudaMemcpy(in, h.data(), N * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(places, place.data(), N * sizeof(int), cudaMemcpyHostToDevice);

    for (int i = 0; i < N; i++) want[i] = sum, sum += h[i];
    twice([&](void *temporary, size_t &bytes) { return cub::DeviceReduce::Sum(temporary, bytes, in, out, N); });
    same("sums", back(out, 1)[0] == sum);
    twice([&](void *temporary, size_t &bytes) { return cub::DeviceScan::ExclusiveSum(temporary, bytes, in, out, N); });
    same("running sums", back(out, N) == want);

    twice([&](void *temporary, size_t &bytes) { return cub::DeviceRadixSort::SortPairs(temporary, bytes, in, out, places, sorted, N); });
    std::stable_sort(place.begin(), place.end(), [&](int a, int b) { return h[a] < h[b]; });
    for (int i = 0; i < N; i++) want[i] = h[place[i]];
    same("keys", back(out, N) == want);
    same("places", back(sorted, N) == place);

    std::vector<int> bins(BINS);
    for (int x : h) bins[x / 100]++;
    twice([&](void *temporary, size_t &bytes) { return cub::DeviceHistogram::HistogramEven(temporary, bytes, in, out, BINS + 1, 0, 1100, N); });
    same("bins", back(out, BINS) == bins);
    printf("%d wrong\n%s\n", wrong, wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
