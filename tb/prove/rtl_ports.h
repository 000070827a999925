// SPDX-License-Identifier: BSD-3-Clause
// The ports of the memories of the Verilog, as prove.sh has made them inputs and outputs: `tags_q_read_0.address[3]`, `.data[0]`,
// `tags_q_write_0.enable[0]`, `.clock`. A read has no clock; of a memory there is one write port.
#ifndef WARPLOCK_TB_PROVE_RTL_PORTS_H
#define WARPLOCK_TB_PROVE_RTL_PORTS_H

#include "tb/prove/word.h"

// The functions of AIGER's variables, as far as they are known.
typedef struct { literal *function; uint8_t *known; } rtl_functions;

bool rtl_port_signal(const char *name, unsigned signal);         // whether it is one of a port: AIGER's literal
// Gives the data of each read whose address is known; whether there were any. `reset`: they are anything.
bool rtl_ports_read(rtl_functions of, bool reset);
// What each memory holds after the step is what the model's does: asked of any word. `clock`: AIGER's literal of clk_i.
void rtl_ports_compare(rtl_functions of, unsigned clock);

#endif
