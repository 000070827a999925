// SPDX-License-Identifier: BSD-3-Clause
// A program linked with the runtime checks its processor before main, as warplock's own do (tb/processor.h). Compiled for any
// processor.
#include "tb/processor.h"
