// SPDX-License-Identifier: BSD-3-Clause
// Launches, PTX lines and ages of warps of a run; see sim/run/details.h.
#include "sim/run/details.h"

#include <stdlib.h>
#include <string.h>

#include "sim/core/profile.h"

void details_begin(run_record *record, const cli_options *options, const machine *m)
{
    record->per_launch = options->per_launch;
    record->per_line = options->per_line;
    record->per_age = options->per_age;
    record->reported = options->locality ? REPORTED_LOCALITY : REPORTED_ALWAYS;
    if (record->per_line || record->per_age)
        record->profile = profile_new(record->per_age ? m->core.warps : 1);
    if (options->per_degree)
        record->degrees = calloc(1, sizeof *record->degrees);
    if (options->per_degree && !record->degrees)
        abort();
    if (options->per_slice)
        record->slices = slices_new(m->l2.sub_partitions, m->l2.queue_from_icnt);
    if (options->per_row)
        record->rows = row_sharing_new();
    if (options->per_interval)
        record->intervals = intervals_new();
    if (options->per_link)
        record->links = links_new(m->mesh.width, m->mesh.height);
}

// Room for a power of two.
static launch_record *add_launch(run_record *record)
{
    unsigned n = record->n_launches++;

    if ((n & (n - 1)) == 0) {
        record->launches = realloc(record->launches, (n ? 2 * (size_t)n : 1) * sizeof *record->launches);
        if (!record->launches)
            abort();
    }
    return &record->launches[n];
}

static launch_record *name_launch(run_record *record, const launch_config *config)
{
    launch_record *launch = add_launch(record);

    *launch = (launch_record){ .kernel = strdup(kernel_name(config->kernel)) };
    if (!launch->kernel)
        abort();
    memcpy(launch->grid, config->grid, sizeof launch->grid);
    memcpy(launch->block, config->block, sizeof launch->block);
    return launch;
}

void details_launch(run_record *record, const launch_config *config, uint32_t l1d_ways, const counters *counted)
{
    launch_record *launch;

    if (!record->per_launch)
        return;
    launch = name_launch(record, config);
    launch->l1d_ways = l1d_ways;
    launch->counters = counters_since(counted, &record->before);
    record->before = *counted;
}

void details_functional_launch(run_record *record, const launch_config *config, uint64_t warp_insns, uint64_t thread_insns)
{
    launch_record *launch;

    if (!record->per_launch)
        return;
    launch = name_launch(record, config);
    launch->functional = true;
    launch->counters.warp_insns = warp_insns;
    launch->counters.thread_insns = thread_insns;
    launch->counters.launches = 1;
}

void details_free(run_record *record)
{
    for (unsigned i = 0; i < record->n_launches; i++)
        free(record->launches[i].kernel);
    free(record->launches);
    profile_free(record->profile);
    free(record->degrees);
    free(record->slices);
    row_sharing_free(record->rows);
    free(record->links);
    free(record->intervals);
}
