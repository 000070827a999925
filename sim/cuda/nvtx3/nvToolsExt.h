// SPDX-License-Identifier: BSD-3-Clause
// <nvtx3/nvToolsExt.h>
#include <nvToolsExt.h>
