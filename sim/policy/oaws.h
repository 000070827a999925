// OAWS's four blocks wired as in an SM; what its policies share. See sim/policy/oaws.c.
#ifndef WARPLOCK_SIM_POLICY_OAWS_H
#define WARPLOCK_SIM_POLICY_OAWS_H

#include "rtl_c/oaws_qualify.h"
#include "rtl_c/warp_arbiter.h"
#include "sim/policy/policy.h"

typedef struct { bool issues; uint8_t warp; } oaws_state;    // the load that issues in this cycle

extern const char *const oaws_blocks[];
extern const policy_register oaws_shown[];
void     oaws_early(block *const *blocks, const policy_view *view, unsigned mode);
void     oaws_wire(void *state, block *const *blocks, unsigned next, const policy_view *view);
void     oaws_mask(void *state, block *const *blocks, const policy_view *view, policy_masks *masks);
void     oaws_late(void *state, block *const *blocks, const policy_view *view, uint64_t launched, uint64_t exited,
                   uint64_t issued);
uint32_t oaws_charge(void *state, block *const *blocks, unsigned warp, const inflight *load);

// One policy of OAWS: its mode, the numbers of the age order that the mode uses, GTO among the warps that are left.
#define OAWS_POLICY(symbol, policy_name, oaws_mode, asked_numbers, words) \
    static void early(void *state, block *const *blocks, const policy_view *view) \
    { \
        (void)state; \
        oaws_early(blocks, view, oaws_mode); \
    } \
    const policy symbol = {.name = policy_name, .help = words, .arbiter_mode = ARBITER_GTO, .numbers = asked_numbers, \
                           .blocks = oaws_blocks, .shown = oaws_shown, .state_size = sizeof(oaws_state), .early = early, .wire = oaws_wire, \
                           .mask = oaws_mask, .late = oaws_late, .charge = oaws_charge}

#endif
