// SPDX-License-Identifier: BSD-3-Clause
#include "tests/sim/report/screen.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

const char *screen(const char *columns, void (*print)(FILE *, const void *), const void *what)
{
    static char out[1 << 16];
    FILE *file = tmpfile();
    const int saved = dup(STDOUT_FILENO);

    assert_non_null(file);
    fflush(stdout);
    assert_true(dup2(fileno(file), STDOUT_FILENO) >= 0);
    if (*columns)
        setenv("COLUMNS", columns, 1);
    else
        unsetenv("COLUMNS");
    print(stdout, what);
    fflush(stdout);
    dup2(saved, STDOUT_FILENO);
    close(saved);
    rewind(file);
    out[fread(out, 1, sizeof out - 1, file)] = 0;
    fclose(file);
    return out;
}
