// SPDX-License-Identifier: BSD-3-Clause
// Shared by the OAWS policies: feeding their four blocks as in an SM. See sim/policy/oaws.c.
#ifndef WARPLOCK_SIM_POLICY_OAWS_H
#define WARPLOCK_SIM_POLICY_OAWS_H

#include "rtl_c/oaws_ocw.h"
#include "rtl_c/oaws_qualify.h"
#include "rtl_c/warp_arbiter.h"
#include "sim/policy/policy.h"

extern const char *const oaws_blocks[];
extern const policy_requirement oaws_requires[];
void     oaws_feed(const policy_view *, feed_phase, unsigned mode);
void     oaws_feed_ocw(struct oaws_ocw_in *, const policy_view *);     // inputs from the LD/ST unit: all but its settings
void     oaws_select(const policy_view *, policy_masks *);
uint32_t oaws_charge(const policy_view *, unsigned warp);
uint32_t oaws_charges_done(const machine *);

// One OAWS policy: its mode, the age-order numbers that the mode uses, GTO among the remaining warps; then the keys on which its
// answers depend.
#define OAWS_POLICY(symbol, policy_name, oaws_mode, asked_numbers, words, ...) \
    static void feed(const policy_view *view, feed_phase phase) { oaws_feed(view, phase, oaws_mode); } \
    const policy symbol = {.name = policy_name, .help = words, .arbiter_mode = ARBITER_GTO, .any_order = true, .follows_loads = true, .numbers = asked_numbers, \
                           .blocks = oaws_blocks, .requires = oaws_requires, .one_a_cycle = ONE_DIVERGENT | ONE_CHARGE | ONE_LOAD_FILL, \
                           .reads = READS_KEYS(__VA_ARGS__), .feed = feed, \
                           .select = oaws_select, .charge = oaws_charge, .charges_done = oaws_charges_done}

#endif
