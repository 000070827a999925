// SPDX-License-Identifier: BSD-3-Clause
#include "kernels.h"
#include <cstdio>
#ifndef NAME
#define NAME "of_library"
#endif
int main()
{
    int values[50], sum = 0;
    for (int i = 0; i < 50; i++)
        values[i] = i;
    bool good = squares(values, 50);
    for (int value : values)
        sum += value;
    std::printf("%s: %s\n", NAME, good && sum == 40425 ? "right" : "wrong");
    return !good;
}
