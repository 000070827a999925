// SPDX-License-Identifier: BSD-3-Clause
// The independent reference of bucl_update: what happened in each cycle of a period, and fractions of 128 bits that are compared
// at its end.
#ifndef WARPLOCK_TESTS_RTL_C_BUCL_UPDATE_LEDGER_H
#define WARPLOCK_TESTS_RTL_C_BUCL_UPDATE_LEDGER_H

#include <stdbool.h>
#include <string.h>

#include "rtl_c/bucl_update.h"

enum { ARMS = 15 };
static const unsigned arms[ARMS] = {2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20, 22, 25};

typedef struct { __int128 above, below; } fraction;
static bool less(fraction a, fraction b) { return a.above * b.below < b.above * a.below; }

typedef struct {
    unsigned accesses[64], hits[64], occupancy[64][P_MAX];   // of each cycle
    unsigned cycles, tucd;
    fraction l1dhr, uib[P_MAX];
    unsigned profile_left;                                   // with the comparison of the SMs behind it
    uint64_t instructions[SMS_MAX];
} ledger;

static unsigned within(const struct bucl_update_in *in, int tucd)
{
    int most = tucd < in->cfg_tucd_max ? tucd : in->cfg_tucd_max;
    return (unsigned)(most > in->cfg_tucd_min ? most : in->cfg_tucd_min);
}

static void ledger_begin(ledger *l, const struct bucl_update_in *in, unsigned sms)
{
    memset(l, 0, sizeof *l);
    l->tucd = within(in, in->cfg_tucd);
    l->l1dhr = (fraction){0, 1};
    for (unsigned p = 0; p < P_MAX; p++)
        l->uib[p] = (fraction){0, 1};
    l->profile_left = in->cfg_profile ? in->cfg_profile + sms : 0;
}

static void ledger_end_period(ledger *l, const struct bucl_update_in *in, unsigned partitions)
{
    unsigned accesses = 0, hits = 0;
    for (unsigned cycle = 0; cycle < l->cycles; cycle++) {
        accesses += l->accesses[cycle];
        hits += l->hits[cycle];
    }
    for (unsigned p = 0; p < partitions; p++) {
        unsigned filled = 0;
        for (unsigned cycle = 0; cycle < l->cycles; cycle++)
            filled += l->occupancy[cycle][p];
        l->uib[p] = (fraction){filled, (unsigned)in->cfg_depth * in->cfg_period};
    }
    if (accesses) {
        l->l1dhr = (fraction){hits, accesses};
        if (in->cfg_profile == 0)
            l->tucd = within(in, (int)l->tucd + (less((fraction){in->cfg_l1dhr, 100}, l->l1dhr) ? 1 : -1));
    }
    l->cycles = 0;
}

static void ledger_cycle(ledger *l, const struct bucl_update_in *in, unsigned sms, unsigned partitions)
{
    if (in->kernel_launch) {
        ledger_begin(l, in, sms);
        return;
    }
    if (in->cfg_period) {
        l->accesses[l->cycles] = in->access;
        l->hits[l->cycles] = in->access && in->hit;
        for (unsigned p = 0; p < partitions; p++)
            l->occupancy[l->cycles][p] = in->occupancy[p];
        if (++l->cycles == in->cfg_period)
            ledger_end_period(l, in, partitions);
    }
    if (l->profile_left) {
        unsigned most = 0;
        for (unsigned sm = 0; sm < sms && l->profile_left > sms; sm++)
            l->instructions[sm] += in->thread_instructions[sm];
        for (unsigned sm = 1; sm < sms; sm++)
            if (l->instructions[sm] > l->instructions[most])
                most = sm;
        if (--l->profile_left == 0)
            l->tucd = within(in, (int)arms[most % ARMS]);
    }
}

#endif
