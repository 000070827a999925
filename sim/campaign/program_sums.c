// SPDX-License-Identifier: BSD-3-Clause
#include "sim/campaign/program_sums.h"

#include <string.h>

const char *kernel_sum_of(const char *name)
{
    for (const kernel_sum *k = kernel_sums; k->name; k++)
        if (strcmp(k->name, name) == 0)
            return k->sum;
    return "";
}
