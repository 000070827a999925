// SPDX-License-Identifier: BSD-3-Clause
// A monitor of test builds (-DWARPLOCK_MONITOR): in every cycle in which an SM is awake it derives from the SM's own state,
// warp by warp, what its masks and the inputs of its blocks must be, and ends the program where they are not.
//
// It sees what a recording does not hold (scoreboard, SIMT stack, collectors), and every SM of a run. In other builds the
// calls are nothing. Not looked at: cycles in which the SM sleeps; its inputs stand then.
#ifndef WARPLOCK_SIM_CORE_MONITOR_H
#define WARPLOCK_SIM_CORE_MONITOR_H

#include "sim/core/sm.h"

#ifdef WARPLOCK_MONITOR
void monitor_early(sm *);                           // outputs of the policy's blocks stand, no scheduler has looked yet
void monitor_grant(const sm *, unsigned scheduler, const policy_masks *);   // an arbiter has its early inputs
void monitor_lend(const sm *);                       // the blocks behind the arbiters have been fed and evaluated
void monitor_late(sm *);                            // late inputs are set, no block has stepped yet
void monitor_close(sm *);
#else
static inline void monitor_early(sm *s) { (void)s; }
static inline void monitor_grant(const sm *s, unsigned scheduler, const policy_masks *masks)
{
    (void)s, (void)scheduler, (void)masks;
}
static inline void monitor_lend(const sm *s) { (void)s; }
static inline void monitor_late(sm *s) { (void)s; }
static inline void monitor_close(sm *s) { (void)s; }
#endif

#endif
