// SPDX-License-Identifier: BSD-3-Clause
#include "project.h"
#include <cstdio>
#include <string>
#include <vector>
#include <cuda_runtime_api.h>
#include <vector_functions.h>

int main(int argc, char **argv)
{
    std::vector<int4> values(100);
    std::vector<int> xs;
    for (int i = 0; i < 100; i++) values[i] = make_int4(i, i, i, i);
    bool good = run_kernel(values.data(), 100, FACTOR);
    for (int i = 0; i < 100; i++) {
        good = good && values[i].x == 2 * i && values[i].y == i + FACTOR && values[i].z == 700 && values[i].w == -i;
        xs.push_back(values[i].x);
    }
    cudaDeviceProp device;
    good = good && cudaGetDeviceProperties(&device, 0) == cudaSuccess && device.warpSize == 32;
    std::printf("sum %d, %s\n", sum_of(xs.data(), (int)xs.size()), good ? "right" : "wrong");
    return !good;
}
