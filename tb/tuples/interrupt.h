// SPDX-License-Identifier: BSD-3-Clause
// Signals that come while tuples are built: they end the compilers and remove the private folder first, and then do what
// they would have done.
#ifndef WARPLOCK_TB_TUPLES_INTERRUPT_H
#define WARPLOCK_TB_TUPLES_INTERRUPT_H

#include <stdbool.h>

// From now on SIGINT, SIGTERM and SIGHUP are only noted, but for those that are ignored, and the ends of children are seen.
void interrupt_hold(void);
bool interrupt_seen(void);
void interrupt_release(void);                   // everything as before; raises what was noted

#endif
