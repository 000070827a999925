// SPDX-License-Identifier: BSD-3-Clause
// The GPU's one bucl_update: what all SMs issue and how full the sub-partitions' input buffers are; see sim/check/check.h. A
// recording of SM 0 tells what it samples there (check_bucl.c).
#include "sim/check/check_internal.h"

#include <inttypes.h>
#include <string.h>

enum { PLACES_WIRE = 127, LANES_WIRE = 511 };

typedef struct { uint64_t held[P_MAX], lanes[MACHINE_SMS]; bool begins; } gpu_facts;

static uint64_t at_most(uint64_t value, uint64_t most) { return value < most ? value : most; }

static void take(check *c, gpu_facts *g, const recorded_event *event)
{
    const uint64_t of = recorded_number(c->r, event, 0), value = recorded_number(c->r, event, 1);
    const uint64_t left = recorded_number(c->r, event, 2);
    switch (event->kind) {
    case LINE_GPU_grid:  g->begins = true; break;
    case LINE_GPU_issue: g->lanes[of] += value; break;
    case LINE_GPU_slice:
        check_rule(c, g->held[of] + value >= left, "slice", -1, c->update, "more requests leave an input buffer than are in it");
        g->held[of] = g->held[of] + value >= left ? g->held[of] + value - left : 0;
        break;
    default: break;
    }
}

static void look(check *c, const gpu_facts *g)
{
    const machine *m = &c->r->m;
    check_value(c, c->update, "kernel_launch", g->begins);
    for (unsigned i = 0; i < m->gpu.sms; i++)
        check_element(c, c->update, "thread_instructions", i, at_most(g->lanes[i], LANES_WIRE));
    for (unsigned i = 0; i < m->l2.sub_partitions; i++) {
        char text[FINDING_TEXT];
        const uint64_t seen = c->shown->gpu.occupancy[i];
        check_element(c, c->update, "occupancy", i, at_most(g->held[i], PLACES_WIRE));
        check_rule(c, g->held[i] <= m->l2.queue_from_icnt, "slice", -1, c->update, "an input buffer holds more than it has places");
        snprintf(text, sizeof text, "of sub-partition %u: seen 0x%" PRIx64 ", expected 0x%" PRIx64, i, seen, g->held[i]);
        check_rule(c, seen == at_most(g->held[i], UINT8_MAX), "level occupancy", -1, c->update, text);
    }
}

void check_gpu(check *c)
{
    const recorded *r = c->r;
    gpu_facts g;
    size_t first = 0;
    memset(&g, 0, sizeof g);
    for (c->cycle = 0; c->update && c->cycle < r->cycles; c->cycle++) {
        memset(g.lanes, 0, sizeof g.lanes);
        g.begins = false;
        check_show_levels(c);
        check_update_early(c);
        for (; first < r->events && r->event[first].cycle == c->cycle; first++)
            take(c, &g, &r->event[first]);
        look(c, &g);
    }
}
