// SPDX-License-Identifier: BSD-3-Clause
// The blocks of every system as SystemC modules, made from their tables; see tb/systemc/block_module.h. A system's own
// are in tb/systemc/system_<name>.h. The geometry is the command line's: -DCFG_N=48 -DCFG_S=2 ...
#ifndef WARPLOCK_TB_SYSTEMC_MODULES_H
#define WARPLOCK_TB_SYSTEMC_MODULES_H

#include <cstring>

#include "tb/systemc/pins.h"

#include "Vwarp_arbiter.h"
#include "Vwarp_order.h"

extern "C" {
#include "rtl_c/warp_arbiter.h"
#include "rtl_c/warp_order.h"
}

#define BLOCK warp_order
#define TABLE "rtl_c/warp_order.def"
#include "tb/systemc/block_module.h"
#define BLOCK warp_arbiter
#define TABLE "rtl_c/warp_arbiter.def"
#include "tb/systemc/block_module.h"

#endif
