// SPDX-License-Identifier: BSD-3-Clause
// Vector files, which the benches in tb/verilog replay.
#ifndef WARPLOCK_TB_VECTORS_H
#define WARPLOCK_TB_VECTORS_H

#include <stdio.h>

#include "rtl_c/block.h"

// One cycle as a line of a vector file.
void vectors_write(FILE *file, const block_ops *ops, bool reset, const void *in, const void *out, const void *q);

#endif
