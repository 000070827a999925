// SPDX-License-Identifier: BSD-3-Clause
// prove_texts BLOCK MODEL.c HEADER.h TABLE.def MODULE.v PARAMETER...: whether the four texts of a block say the same to all who
// read them. Each thing that they need not is a line `FILE:LINE: seen X, expected Y`. Exit status 0; 2 refused, or not read.
#include <stdio.h>
#include <string.h>

#include "tb/prove/prove.h"
#include "tb/prove/texts.h"

int main(int count, char **arguments)
{
    static char parameters[1024];
    if (count < 6) prove_refuse("expected BLOCK MODEL.c HEADER.h TABLE.def MODULE.v PARAMETER...");
    for (int i = 6; i < count; i++) {
        if (strlen(parameters) + strlen(arguments[i]) + 2 > sizeof parameters) prove_refuse("too many parameters");
        strcat(strcat(parameters, arguments[i]), " ");
    }
    texts_check_c(arguments[1], arguments[2]);
    texts_check_c(arguments[1], arguments[3]);
    texts_check_table(arguments[4]);
    texts_check_verilog(arguments[1], arguments[5], parameters);
    return texts_refused() ? 2 : 0;
}
