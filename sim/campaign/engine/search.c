// SPDX-License-Identifier: BSD-3-Clause
// Searches for the best of some systems; see sim/campaign/engine/search.h.
#include "sim/campaign/engine/search.h"

#include <stdlib.h>
#include <string.h>

#include "sim/campaign/engine/engine.h"

static void note_point(curve_point *point, uint32_t value, const campaign_run *run)
{
    *point = (curve_point){ .value = value, .known = run && run->state == RUN_GOOD };
    if (point->known) {
        point->ipc = campaign_number(run, "ipc");
        point->mpki = campaign_number(run, "l1d.mpki");
        point->cycles = (uint64_t)campaign_number(run, "cycles");
    }
}

const campaign_run *search_best(campaign *c, const best_word *row, const char *kernel, run_curve *curve)
{
    char *systems, name[SYSTEM_NAME];
    const campaign_run *best;
    uint32_t low, most;

    *curve = (run_curve){ 0 };
    if (!best_word_range(row, c->machines[0].base, curve->key, &low, &most) || most - low >= CURVE_POINTS)
        abort();
    campaign_kernel_bundled(c, kernel);
    systems = system_spell(row->systems, c->machines[0].base);
    for (unsigned i = 0; system_choose(systems, i, name); i++) {
        campaign_run *run = campaign_add(c, kernel, name);

        if (run)
            run->planned = true;
    }
    best = campaign_execute(c) ? campaign_find(c, kernel, row->name) : NULL;
    for (unsigned i = 0; !c->error[0] && system_choose(systems, i, name); i++) {
        const campaign_run *run = campaign_add(c, kernel, name);

        note_point(&curve->points[curve->n++], low + i, run);
        if (best && run == best)
            curve->best = low + i;
    }
    free(systems);
    return best;
}
