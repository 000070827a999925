// SPDX-License-Identifier: BSD-3-Clause
// The CUDA version of the names.
#ifndef WARPLOCK_CUDA_VERSION_H
#define WARPLOCK_CUDA_VERSION_H

#define CUDA_VERSION   11000
#ifndef CUDART_VERSION
#define CUDART_VERSION 11000
#endif
#if defined(__CUDA__) && defined(__clang__)
#define __CUDACC_VER_MAJOR__ 11
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 0
#endif

#endif
