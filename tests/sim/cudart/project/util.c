// SPDX-License-Identifier: BSD-3-Clause
#include "project.h"

int sum_of(const int *values, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++) sum += values[i];
    return sum;
}
