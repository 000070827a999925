// SPDX-License-Identifier: BSD-3-Clause
// A program that is linked with the runtime looks at its processor before main, as warplock's own do (tb/processor.h).
// Compiled for any.
#include "tb/processor.h"
