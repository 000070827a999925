// SPDX-License-Identifier: BSD-3-Clause
// owl_prefetch: which lines of an open DRAM row were sent to the L2, and which is prefetched next. One per controller.
//
// Source: OWL sections 4.4, 4.5; hardware.md section 5.2, decisions D-20, D-34. Clocks are the DRAM's.
//   vector   one bit a line of each bank's row: cleared when a row is opened, set when the line goes to the L2, for a
//            demand or as a prefetch, or is dropped because the L2 has it. A store's line is not reported.
//   offer    the lowest line whose bit is clear, of an open row that no demand waits for, while the fill path has room.
//            A demand to another row of the bank ends it: in scheme 1 at once, in scheme 2 when the opening has sent C
//            lines as prefetches (a dropped line does not count); until then the row is held.
//   C        cfg_higher while fewer demands wait than on average, else cfg_lower, in every clock anew. The average is
//            that of the last whole period: min(127, waiting) summed over 1,024 clocks, shifted right by 10.
// Within a clock: close, open, sent, each seeing the one before. What is of no bank or line that there is, sent of a
// closed row or of kind 3, is ignored; opening an open row begins it anew.
//
// Latency: outputs follow early inputs in the same clock; an event counts from the next clock on.
// Example: 32 lines, scheme 2, C 8. A row is opened, lines 0 and 3 are sent for demands: 1, 2, 4, 5, ... are offered. A
// demand to another row arrives after five of them: three more are sent, the row is held until then, and closed.
// Not modelled: which of the banks that offer gets the data bus, timing, what the L2 has (sim/memory).
#ifndef WARPLOCK_RTL_C_OWL_PREFETCH_H
#define WARPLOCK_RTL_C_OWL_PREFETCH_H

#include "rtl_c/block.h"

#define BLOCK owl_prefetch
#define TABLE "rtl_c/owl_prefetch.def"
#include "rtl_c/table_structs.h"

#endif
