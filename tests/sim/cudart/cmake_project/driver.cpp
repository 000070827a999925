// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <cuda.h>

int main()
{
    int count = 0;
    bool good = cuInit(0) == CUDA_SUCCESS && cuDeviceGetCount(&count) == CUDA_SUCCESS && count == 1;
    std::printf("driver: %s\n", good ? "right" : "wrong");
    return !good;
}
