// <cuda.h>: the version whose names are here. The driver API is not declared: a program that calls it is no kernel
// file.
#ifndef WARPLOCK_CUDA_CUDA_H
#define WARPLOCK_CUDA_CUDA_H

#define CUDA_VERSION   11000
#define CUDART_VERSION 11000
#define __CUDACC_VER_MAJOR__ 11
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 0

#endif
