// SPDX-License-Identifier: BSD-3-Clause
// <cooperative_groups/scan.h>: its names stand in cooperative_groups.h.
#include <cooperative_groups.h>
