// SPDX-License-Identifier: BSD-3-Clause
// The kernels of cuBLAS, each in float and in double, and products of shorter numbers. make ptx compiles this to cublas.ptx, which the library contains.
//
// Matrices are column major. A scalar comes by its address on the device, or, if that is NULL, by its value: the pointer modes
// of the API. With beta 0 the old result is not read, with alpha 0 the operands are not: a NaN there does not spread.
#include <cuda_runtime.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <library_types.h>
#include "sim/cublas/kernels/operand.h"

enum { BLOCK = 256 };

#define REAL float
#define KERNEL(name) extern "C" __global__ void cublas_s##name
#define OPERAND operand_s
#define CALL(name) name##_s
#include "sim/cublas/kernels/level1.h"
#include "sim/cublas/kernels/level2.h"
#include "sim/cublas/kernels/level3.h"
#include "sim/cublas/kernels/batched.h"
#undef REAL
#undef KERNEL
#undef OPERAND
#undef CALL
#define REAL double
#define KERNEL(name) extern "C" __global__ void cublas_d##name
#define OPERAND operand_d
#define CALL(name) name##_d
#include "sim/cublas/kernels/level1.h"
#include "sim/cublas/kernels/level2.h"
#include "sim/cublas/kernels/level3.h"
#include "sim/cublas/kernels/batched.h"
#include "sim/cublas/kernels/mixed.h"
