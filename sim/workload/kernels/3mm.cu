// SPDX-License-Identifier: BSD-3-Clause
// PolyBench's 3MM, G = (A B) (C D): a matrix product, launched three times.
#include "product.h"
