// SPDX-License-Identifier: BSD-3-Clause
// Only for a program's main file, which is compiled for any x86-64. Checks that the processor has what the rest was compiled
// for (tb/processor.c) before any of that runs, including constructors of the Verilated modules.
#ifndef WARPLOCK_TB_PROCESSOR_H
#define WARPLOCK_TB_PROCESSOR_H

#include <stdbool.h>
#include <unistd.h>

extern const bool built_for_avx2, built_for_bmi2, built_for_fma, built_for_avx512;

#if defined __x86_64__
__attribute__((constructor(101))) static void check_processor(void)
{
    static const char line[] = "warplock: this processor has not the instructions that this program was built for; "
                               "one for any: make clean, then make all OPTIMISE=-O3\n";

    __builtin_cpu_init();
    if ((built_for_avx2 && !__builtin_cpu_supports("avx2")) || (built_for_bmi2 && !__builtin_cpu_supports("bmi2")) ||
        (built_for_fma && !__builtin_cpu_supports("fma")) || (built_for_avx512 && !__builtin_cpu_supports("avx512f")))
        _exit(write(STDERR_FILENO, line, sizeof line - 1) < 0 ? 2 : 2);
}
#endif

#endif
