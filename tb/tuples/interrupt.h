// SPDX-License-Identifier: BSD-3-Clause
// Signals that come while tuples are built: they end the compilers and remove the private folder first, then act as
// usual.
#ifndef WARPLOCK_TB_TUPLES_INTERRUPT_H
#define WARPLOCK_TB_TUPLES_INTERRUPT_H

#include <stdbool.h>

// From now on SIGINT, SIGTERM and SIGHUP are only noted, unless they are ignored, and the ends of children are seen.
void interrupt_hold(void);
bool interrupt_seen(void);
void interrupt_release(void);                   // everything as before; raises what was noted

#endif
