// SPDX-License-Identifier: BSD-3-Clause
// Stimuli of bucl_bypass: any inputs; loads of a degree next to the threshold; fails that only one condition keeps from
// bypassing, of every sub-partition and of numbers that none has.
#include "rtl_c/bucl_bypass.h"
#include "tb/stimuli/stimuli.h"

typedef struct bucl_bypass_in bypass_in;

static unsigned partitions(const stimuli_state *s) { return stimuli_param(s->ops, "P"); }
static unsigned short_pass(const block_ops *ops) { return 300 + 20 * stimuli_param(ops, "P"); }

static void thresholds_early(stimuli_state *s, const void *q, void *in)
{
    bypass_in *i = in;

    (void)q;
    stimuli_random_inputs(s, FIELD_IN, in);
    i->load = i->load_global = 1;
    i->load_acc = (uint8_t)((i->tucd + random_below(&s->random, 3) - 1) & MASK(6));
}

// All conditions but one, or all, hold; only the bit of the access's sub-partition is set, or only it is clear.
static void fails_early(stimuli_state *s, const void *q, void *in)
{
    bypass_in *i = in;
    unsigned p = partitions(s), missing = random_below(&s->random, 6);

    (void)q;
    stimuli_random_inputs(s, FIELD_IN, in);
    i->fail_partition = (uint8_t)(random_below(&s->random, 1u << CLOG2(p)));
    i->fail = missing != 0;
    i->fail_global = missing != 1;
    i->l1dhr_low = missing != 2;
    i->queue_full = missing == 3;
    i->uib_low = UINT64_C(1) << i->fail_partition & MASK(p);
    if (missing == 4)
        i->uib_low ^= MASK(p);
}

static const stimuli_phase phases[] = {{"any inputs", short_pass, stimuli_any_early, stimuli_any_late, true},
                                       {"thresholds", short_pass, thresholds_early, stimuli_any_late, false},
                                       {"fails", short_pass, fails_early, stimuli_any_late, false},
                                       {NULL, NULL, NULL, NULL, false}};

const stimuli bucl_bypass_stimuli = {"bucl_bypass", phases};
