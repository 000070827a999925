// SPDX-License-Identifier: BSD-3-Clause
#ifndef PROJECT_H
#define PROJECT_H
#include <vector_types.h>
#ifdef __cplusplus
extern "C" {
#endif
int sum_of(const int *values, int count);
#ifdef __cplusplus
}
bool run_kernel(int4 *values, int count, int factor);
#endif
#endif
