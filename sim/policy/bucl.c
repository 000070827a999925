// SPDX-License-Identifier: BSD-3-Clause
// BUCL: loads that fall into many accesses bypass the L1D, and so do accesses that it cannot take while few hit in it.
//
// Source: BUCL section IV; hardware.md section 4. In each SM bucl_bypass answers the LD/ST unit. One bucl_update in the GPU
// gives all SMs the threshold of the un-coalescing degree (TUCD), whether the hit rate of SM 0's L1D was low, and whose
// input buffers were. Feeding only: the wires between the two are in rtl_c/wires.def, decisions in the blocks. GTO among
// the warps. Not modelled: the crossing between the clocks of memory and of the SMs.
#include "sim/policy/bucl.h"

#include "rtl_c/bucl_bypass.h"
#include "rtl_c/bucl_update.h"

enum { BYPASS, UPDATE, SAMPLED_SM = 0, ACCESSES_MAX = 63, PLACES_MAX = 127, LANES_MAX = 511 };

const char *const bucl_blocks[] = {"bucl_bypass", "bucl_update", NULL};
const policy_requirement bucl_requires[] = {
    REFUSES(l1d, global_write, WRITE_BACK, "a load that passes the L1D by would not see what stores have left in it"),
    {NULL, 0, 0, NULL, false}};

static unsigned at_most(unsigned value, unsigned most) { return value < most ? value : most; }

static void feed_bypass(struct bucl_bypass_in *in, const bypass_level *asked)
{
    in->load = asked->load;
    in->load_global = asked->load_global;
    in->load_acc = (uint8_t)at_most(asked->load_accesses, ACCESSES_MAX);
    in->fail = asked->fail;
    in->fail_global = asked->fail_global;
    in->fail_partition = asked->fail_slice;
    in->queue_full = asked->queue_full;
}

static void configure(struct bucl_update_in *in, const machine *m)
{
    in->cfg_period = (uint16_t)m->policy.bucl_period;
    in->cfg_depth = (uint8_t)at_most(m->l2.queue_from_icnt, PLACES_MAX);
    in->cfg_l1dhr = (uint8_t)m->policy.bucl_l1dhr;
    in->cfg_uib = (uint8_t)m->policy.bucl_uib;
    in->cfg_tucd = (uint8_t)m->policy.bucl_tucd;
    in->cfg_tucd_min = (uint8_t)m->policy.bucl_tucd_min;
    in->cfg_tucd_max = (uint8_t)m->policy.bucl_tucd_max;
}

static void feed_update(struct bucl_update_in *in, const policy_view *view)
{
    in->access = in->hit = 0;
    for (unsigned i = 0; i < view->gpu_events->load_resolved_count && !in->access; i++)      // of several banks the lowest (D-44)
        if (view->gpu_events->load_resolved[i].sm == SAMPLED_SM) {
            in->access = 1;
            in->hit = view->gpu_events->load_resolved[i].hit;
        }
    for (unsigned slice = 0; slice < view->machine->l2.sub_partitions; slice++)
        in->occupancy[slice] = (uint8_t)at_most(view->gpu->occupancy[slice], PLACES_MAX);
    for (unsigned sm = 0; sm < view->machine->gpu.sms; sm++)
        in->thread_instructions[sm] = (uint16_t)at_most(view->gpu->thread_insns[sm], LANES_MAX);
    in->kernel_launch = view->gpu_events->grid_start_count != 0;
}

static void feed(const policy_view *view, feed_phase phase, unsigned profile)
{
    if (view->blocks[BYPASS] && phase == FEED_EARLY)
        feed_bypass(view->blocks[BYPASS]->in, &view->levels->bypass);
    if (!view->blocks[UPDATE])
        return;
    struct bucl_update_in *in = view->blocks[UPDATE]->in;
    if (phase == FEED_EARLY) {
        configure(in, view->machine);
        in->cfg_profile = (uint16_t)profile;
    } else {
        feed_update(in, view);
    }
}

void bucl_feed(const policy_view *view, feed_phase phase) { feed(view, phase, 0); }
void bucl_feed_profile(const policy_view *view, feed_phase phase) { feed(view, phase, view->machine->policy.bucl_profile); }

static const struct bucl_bypass_out *answer(const policy_view *view) { return view->blocks[BYPASS]->out; }
bool bucl_load_passes(const policy_view *view) { return answer(view)->load_bypass; }
bool bucl_access_passes(const policy_view *view) { return answer(view)->access_bypass; }
