// SPDX-License-Identifier: BSD-3-Clause
// verilog/warp_front_end.v, Verilated, behind plain C functions: its ports, and pins and registers of the blocks in it.
#ifndef WARPLOCK_TB_FRONT_END_RTL_H
#define WARPLOCK_TB_FRONT_END_RTL_H

#include "tb/systemc/front_end.h"

void front_end_rtl_open(void);
void front_end_rtl_close(void);
// All inputs, clock low, settled -> the outputs. With `late` false the late inputs keep what they had.
void front_end_rtl_settle(bool reset, bool late, const struct front_end_in *in, struct front_end_out *out);
// The rising edge.
void front_end_rtl_edge(void);
// A block of enum FE_ORDER ... as it is now, into structs that are zero where no field is.
void front_end_rtl_read(unsigned block, void *in, void *out, void *q);

#endif
