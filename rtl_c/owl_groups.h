// SPDX-License-Identifier: BSD-3-Clause
// owl_groups: groups of CTAs and their order; the arbiter sees the warps of the chosen group alone. One per SM.
//
// Source: OWL sections 4.1 to 4.3, Algorithm 1; hardware.md section 5.1, decisions D-19, D-33, D-41.
//   n           the least n >= 1 with n * warps_per_cta >= cfg_g_size, at most n_cta (up to C); found at kernel launch
//   first fill  the first n_cta CTAs of a kernel: a group takes n, the last the remainder. Later ones join the youngest
//               group if that is not the front one and has fewer than n, else they open a group behind all others
//   group[c]    number of slot c's group, in the order of opening; a group without a CTA is gone, the next move up
//   priority[c] its place in the queue. CTA-Aware: all 0, the queue is the numbers. Locality: the number. BLP: of the G
//               of the first fill, number cfg_core mod G is in front; those below it stand behind the rest of the G
//   allow       warps of the chosen group: the first of the queue with an unfinished warp that is not blocked; for
//               CTA-Aware the queue begins at the group that it is at, and goes round. If all groups are blocked, the
//               first of the queue: there is a chosen group whenever there is a group
// Order: kernel launch (which empties all slots), exits, launch. A launch takes a slot that is not empty too, whose CTA
// is gone then. A slot of C or above is none: no launch, and its warps are in no group.
//
// Latency: exit, launch, kernel launch show in the next cycle's outputs; blocked and unfinished in the same cycle's.
// Chain: before the arbiters. Example (E-9): n_cta 10, warps_per_cta 2, cfg_g_size 5: n = 3, groups of 3, 3, 4 CTAs;
// BLP on SM 1: priorities 2, 0, 1. Once the CTAs of group 1 are gone: groups 0 and 1, priorities 1 and 0.
// Not modelled: who waits for what; the order within a group (round robin, warp_arbiter).
#ifndef WARPLOCK_RTL_C_OWL_GROUPS_H
#define WARPLOCK_RTL_C_OWL_GROUPS_H

#include "rtl_c/block.h"

enum { OWL_CTA_AWARE, OWL_LOCALITY, OWL_BLP };      // cfg_scheme

#define BLOCK owl_groups
#define TABLE "rtl_c/owl_groups.def"
#include "rtl_c/table_structs.h"

#endif
