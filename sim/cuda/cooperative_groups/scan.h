// SPDX-License-Identifier: BSD-3-Clause
// <cooperative_groups/scan.h>: its names are in cooperative_groups.h.
#include <cooperative_groups.h>
