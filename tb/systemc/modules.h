// Every block as a SystemC module, made from its table; see tb/systemc/block_module.h. The geometry is the command
// line's: -DCFG_N=48 -DCFG_S=2 -DCFG_M=32 -DCFG_SETS=32 -DCFG_ENTRIES=32, and -DCFG_ACROSS=1 -DCFG_NUMBERS=7.
#ifndef WARPLOCK_TB_SYSTEMC_MODULES_H
#define WARPLOCK_TB_SYSTEMC_MODULES_H

#include <cstring>

#include "tb/systemc/pins.h"

#include "Voaws_dlc.h"
#include "Voaws_misspred.h"
#include "Voaws_ocw.h"
#include "Voaws_qualify.h"
#include "Vwarp_arbiter.h"
#include "Vwarp_order.h"
#include "Vwarp_rank.h"

extern "C" {
#include "rtl_c/oaws_dlc.h"
#include "rtl_c/oaws_misspred.h"
#include "rtl_c/oaws_ocw.h"
#include "rtl_c/oaws_qualify.h"
#include "rtl_c/warp_arbiter.h"
#include "rtl_c/warp_order.h"
#include "rtl_c/warp_rank.h"
}

#define BLOCK warp_order
#define TABLE "rtl_c/warp_order.def"
#include "tb/systemc/block_module.h"
#define BLOCK warp_rank
#define TABLE "rtl_c/warp_rank.def"
#include "tb/systemc/block_module.h"
#define BLOCK oaws_ocw
#define TABLE "rtl_c/oaws_ocw.def"
#include "tb/systemc/block_module.h"
#define BLOCK oaws_dlc
#define TABLE "rtl_c/oaws_dlc.def"
#include "tb/systemc/block_module.h"
#define BLOCK oaws_misspred
#define TABLE "rtl_c/oaws_misspred.def"
#include "tb/systemc/block_module.h"
#define BLOCK oaws_qualify
#define TABLE "rtl_c/oaws_qualify.def"
#include "tb/systemc/block_module.h"
#define BLOCK warp_arbiter
#define TABLE "rtl_c/warp_arbiter.def"
#include "tb/systemc/block_module.h"

#endif
