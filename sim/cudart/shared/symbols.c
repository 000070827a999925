// SPDX-License-Identifier: BSD-3-Clause
// Data of libc and libstdc++ that the simulator reads, for the shared libraries: code compiled for programs accesses such data
// in a way that cannot be linked into a shared library, so there it reads these (cudart.mk renames the references).
#include <stdio.h>

extern char **environ;

FILE *cudart_own_stdout, *cudart_own_stderr;
char **cudart_own_environ;                      // as at the program's start
const char cudart_own_nothrow = 0;              // std::nothrow: only its address is passed on

__attribute__((constructor(101))) static void take(void)
{
    cudart_own_stdout = stdout;
    cudart_own_stderr = stderr;
    cudart_own_environ = environ;
}
