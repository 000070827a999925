// SPDX-License-Identifier: BSD-3-Clause
// Thrust: what programs use most of it beside the same algorithm of the C++ library.
// plant: s/thrust::stable_sort(a.begin(), a.end(), thrust::greater<int>())/thrust::stable_sort(a.begin(), a.end() - 1, thrust::greater<int>())/
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/gather.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>
#include <thrust/unique.h>
#include <vector>

typedef thrust::device_vector<int> device;
typedef std::vector<int> host;
static int wrong;

static void same(const char *what, const device &d, const host &h)
{
    host got(d.size());
    thrust::copy(d.begin(), d.end(), got.begin());
    if (got != h) wrong++, printf("%s differ\n", what);
}
static void same(const char *what, long long seen, long long expected)
{
    if (seen != expected) wrong++, printf("%s: seen %lld, expected %lld\n", what, seen, expected);
}
struct even { __host__ __device__ bool operator()(int x) const { return x % 2 == 0; } };
struct square { __host__ __device__ long long operator()(int x) const { return (long long)x * x; } };

static void sorts(const device &d, const device &k, const host &h, const host &keys)
{
    const int n = (int)h.size();
    device a = d;
    host b = h;
    thrust::stable_sort(a.begin(), a.end(), thrust::greater<int>());
    std::stable_sort(b.begin(), b.end(), std::greater<int>());
    same("sorted numbers", a, b);
    same("lower bound", thrust::lower_bound(a.begin(), a.end(), 500, thrust::greater<int>()) - a.begin(),
         std::lower_bound(b.begin(), b.end(), 500, std::greater<int>()) - b.begin());

    device sorted = k, values = d, of(n), sums(n);
    host want(97);
    thrust::sort_by_key(sorted.begin(), sorted.end(), values.begin());
    sums.erase(thrust::reduce_by_key(sorted.begin(), sorted.end(), values.begin(), of.begin(), sums.begin()).second, sums.end());
    for (int i = 0; i < n; i++) want[keys[i]] += h[i];
    same("sums by key", sums, want);
    a.erase(thrust::unique(a.begin(), a.end()), a.end());
    b.erase(std::unique(b.begin(), b.end()), b.end());
    same("unique numbers", a, b);
}
static void sums(const device &d, const device &k, const host &h, const host &keys)
{
    const int n = (int)h.size();
    device a(n);
    host b(n);
    thrust::inclusive_scan(d.begin(), d.end(), a.begin());
    std::partial_sum(h.begin(), h.end(), b.begin());
    same("running sums", a, b);
    thrust::exclusive_scan(d.begin(), d.end(), a.begin(), 5);
    for (int i = n - 1; i > 0; i--) b[i] = b[i - 1] + 5;
    b[0] = 5;
    same("running sums without the last", a, b);
    long long squares = 0;
    for (int x : h) squares += (long long)x * x;
    same("squares", thrust::transform_reduce(d.begin(), d.end(), square(), 0LL, thrust::plus<long long>()), squares);
    same("inner product", thrust::inner_product(d.begin(), d.end(), k.begin(), 0), std::inner_product(h.begin(), h.end(), keys.begin(), 0));
    same("largest", thrust::max_element(d.begin(), d.end()) - d.begin(), std::max_element(h.begin(), h.end()) - h.begin());
}
static void choices(const device &d, const device &k, const host &h, const host &keys)
{
    const int n = (int)h.size();
    device a(n), other = k, both(2 * n), one = d;
    host b, f = keys, merged(2 * n), c = h;
    a.erase(thrust::copy_if(d.begin(), d.end(), a.begin(), even()), a.end());
    std::copy_if(h.begin(), h.end(), std::back_inserter(b), even());
    same("even numbers", a, b);
    same("how many", thrust::count_if(d.begin(), d.end(), even()), (long long)b.size());
    thrust::stable_partition(one.begin(), one.end(), even());
    std::stable_partition(c.begin(), c.end(), even());
    same("parts", one, c);
    thrust::sort(one.begin(), one.end()), thrust::sort(other.begin(), other.end());
    std::sort(c.begin(), c.end()), std::sort(f.begin(), f.end());
    thrust::merge(one.begin(), one.end(), other.begin(), other.end(), both.begin());
    std::merge(c.begin(), c.end(), f.begin(), f.end(), merged.begin());
    same("merged numbers", both, merged);
    both.erase(thrust::set_intersection(one.begin(), one.end(), other.begin(), other.end(), both.begin()), both.end());
    merged.erase(std::set_intersection(c.begin(), c.end(), f.begin(), f.end(), merged.begin()), merged.end());
    same("what both have", both, merged);
    device map(n), turned(n);
    thrust::sequence(map.begin(), map.end());
    thrust::transform(thrust::make_constant_iterator(n - 1), thrust::make_constant_iterator(n - 1) + n, map.begin(), map.begin(), thrust::minus<int>());
    thrust::gather(map.begin(), map.end(), d.begin(), turned.begin());
    same("turned numbers", turned, host(h.rbegin(), h.rend()));
}

int main()
{
    const int n = 3001;
    host h(n), keys(n);
    for (int i = 0; i < n; i++) h[i] = i * 7919 % 1009, keys[i] = i * 31 % 97;
    device d(h.begin(), h.end()), k(keys.begin(), keys.end());
    sorts(d, k, h, keys);
    sums(d, k, h, keys);
    choices(d, k, h, keys);
    printf("%d wrong\n%s\n", wrong, wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
