// SPDX-License-Identifier: BSD-3-Clause
// standard.cu once more in C++20, and what C++17 and C++20 have besides: names of memory orders in their enumeration, structured
// bindings, deduced arguments.
// options: -std=c++20 -arch=sm_70
// plant: s/memory_order::relaxed/memory_order::relaxed) + (1/
#define STANDARD_WITHOUT_MAIN
#include "standard.cu"

__global__ void later(int *out)
{
    __shared__ cuda::atomic<int, cuda::thread_scope_block> a;
    if (threadIdx.x == 0) a.store(3, cuda::memory_order::release);
    __syncthreads();
    a.fetch_add(threadIdx.x, cs::memory_order::acq_rel);
    __syncthreads();
    if (threadIdx.x != 0) return;
    cuda::atomic_thread_fence(cs::memory_order::seq_cst, cuda::thread_scope::thread_scope_block);
    out[0] = a.load(cuda::memory_order::relaxed);
    auto [first, second] = cs::pair(4, 0.5f);
    auto [x, y, z] = cs::tuple(1, 2.0f, 3.0);
    auto [i, j] = cs::array{20, 30};
    out[1] = (int)(first + 2 * second + x + y + z + i + j);
    out[2] = cs::is_invocable_v<cs::plus<>, int, int> + cs::is_same_v<cs::remove_cvref_t<const int &>, int> + (int)cs::to_integer<int>(cs::byte{5});
}
int main()
{
    int out[3], *d = device<int>(3);
    later<<<1, 64>>>(d);
    fetch(out, d, sizeof out);
    expect("orders", 0, out[0], 3 + 64 * 63 / 2), expect("bindings", 0, out[1], 4 + 1 + 6 + 50), expect("traits", 0, out[2], 7);
    all_checks();
    printf("%d wrong\n%s\n", wrong, wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
