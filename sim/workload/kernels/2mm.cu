// SPDX-License-Identifier: BSD-3-Clause
// PolyBench's 2MM, D = (A B) C: a matrix product, launched twice.
#include "product.h"
