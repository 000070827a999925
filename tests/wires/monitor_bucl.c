// SPDX-License-Identifier: BSD-3-Clause
// What the inputs of BUCL's blocks must be, from the LD/ST unit of an SM and the one bucl_update; see tests/wires/monitor.c.
#ifndef WARPLOCK_MONITOR
#define WARPLOCK_MONITOR
#endif
#include "tests/wires/monitor_internal.h"

#include <string.h>

#include "rtl_c/bucl_bypass.h"
#include "rtl_c/bucl_update.h"
#include "sim/core/ldst_internal.h"
#include "tb/lockstep_internal.h"

static void look_at_threshold(const sm *s, const struct bucl_bypass_in *in)
{
    const block *b = s->order->block->owner->first;
    while (strcmp(b->ops->block, "bucl_update") != 0)
        b = b->next;
    const struct bucl_update_out *out = b->out;
    monitor_demand(s, "bucl_bypass", "tucd", in->tucd, out->tucd[s->index]);
    monitor_demand(s, "bucl_bypass", "l1dhr_low", in->l1dhr_low, out->l1dhr_low);
    monitor_demand(s, "bucl_bypass", "uib_low", in->uib_low, out->uib_low);
}

// The head of the latency queue is a load's access and has failed: it has gone in this cycle, or stands there still.
void monitor_bucl_early(const sm *s, const monitor *mon)
{
    const block *b = monitor_block(s, "bucl_bypass");
    if (!b)
        return;
    const ldst *unit = s->ldst;
    const struct bucl_bypass_in *in = b->in;
    const struct bucl_bypass_out *out = b->out;
    const inflight *load = monitor_accepted_load(s, mon);
    const queued_access *head = unit->blocked ? &unit->queue[unit->queue_head] : NULL;
    const bool global = load && load->step.space == SPACE_GLOBAL, stands = head && head->load;
    look_at_threshold(s, in);
    monitor_demand(s, "bucl_bypass", "load", in->load, load != NULL);
    monitor_demand(s, "bucl_bypass", "load_global", in->load_global, global);
    if (global && load->step.insn->element >= 4) {          // a segment is a line
        const unsigned lines = monitor_lines(unit, &load->step);
        monitor_demand(s, "bucl_bypass", "load_acc", in->load_acc, lines < 63 ? lines : 63);
    }
    monitor_demand(s, "bucl_bypass", "fail", in->fail, stands || s->events.l1d_bypass_count);
    monitor_demand(s, "ldst", "the load in the dispatch register passes", load && unit->passes, out->load_bypass);
    if (!stands)
        return;
    monitor_demand(s, "bucl_bypass", "fail_global", in->fail_global, head->access.kind == REQUEST_GLOBAL_READ);
    monitor_demand(s, "bucl_bypass", "fail_partition", in->fail_partition, memory_slice_of(s->memory, head->access.address));
    monitor_demand(s, "bucl_bypass", "room in a queue that was full", in->queue_full && memory_has_room(s->memory, s->index, 0), 0);
    monitor_demand(s, "ldst", "an access stays that may pass", out->access_bypass && !l1d_sends_to(unit->l1d, head->access.address), 0);
}
