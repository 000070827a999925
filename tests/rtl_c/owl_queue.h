// SPDX-License-Identifier: BSD-3-Clause
// Groups of CTAs by the letter of OWL's Algorithm 1 and of hardware.md section 5.1 (D-19, D-41), apart from the block:
// records of groups in the order in which they were opened, quotients and remainders, places that are counted.
#ifndef WARPLOCK_TESTS_RTL_C_OWL_QUEUE_H
#define WARPLOCK_TESTS_RTL_C_OWL_QUEUE_H

#include "rtl_c/owl_groups.h"

// What procedure FORM_GROUPS leaves: n, g_core and group_size, for N CTAs of k warps.
typedef struct { unsigned N, k, g_size, n, g_core, group_size[C_MAX]; } owl_formation;
owl_formation form_groups(unsigned N, unsigned k, unsigned g_size);
// g_pri of a group on a core, by CTA-AWARE, CTA-AWARE-LOCALITY and CTA-AWARE-LOCALITY-BLP.
unsigned g_pri(const owl_formation *formation, unsigned scheme, unsigned g_num, unsigned core);
unsigned group_of_cta(const owl_formation *formation, unsigned cta);     // the i-th of the first fill, from 0

typedef struct { bool of_first_fill; unsigned g_num; uint32_t slots; } owl_group;
typedef struct {
    unsigned      warps, slots, core;
    owl_formation formation;
    unsigned      launched;                 // CTAs since the kernel's launch
    owl_group     groups[C_MAX];            // that there are, in the order of opening
    unsigned      count;
    unsigned      at;                       // CTA-Aware's
} owl_queue;

void owl_queue_begin(owl_queue *queue, unsigned warps, unsigned slots);
void owl_queue_step(owl_queue *queue, const struct owl_groups_in *in);
// What the block puts out before that step; fails the test where it does not.
void owl_queue_compare(const owl_queue *queue, const struct owl_groups_in *in, const struct owl_groups_out *out);

#endif
