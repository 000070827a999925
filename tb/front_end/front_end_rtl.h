// SPDX-License-Identifier: BSD-3-Clause
// verilog/warp_front_end.v, Verilated, behind plain C functions: its ports, and its blocks' pins and registers.
#ifndef WARPLOCK_TB_FRONT_END_RTL_H
#define WARPLOCK_TB_FRONT_END_RTL_H

#include "tb/systemc/front_end.h"

void front_end_rtl_open(void);
void front_end_rtl_close(void);
// All inputs, clock low, settled -> the outputs. With `late` false the late inputs keep their values.
void front_end_rtl_settle(bool reset, bool late, const struct front_end_in *in, struct front_end_out *out);
// The rising edge.
void front_end_rtl_edge(void);
// The present values of a block of enum FE_ORDER ..., in structs that are zero outside the fields.
void front_end_rtl_read(unsigned block, void *in, void *out, void *q);

#endif
