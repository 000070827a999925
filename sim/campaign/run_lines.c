// SPDX-License-Identifier: BSD-3-Clause
#include "sim/campaign/run_lines.h"

#include <inttypes.h>

#include "sim/report/csv_text.h"
#include "sim/report/names.h"
#include "sim/report/number.h"
#include "sim/report/status.h"

static void put_run(const campaign_run *run, FILE *file)
{
    const campaign_machine *m = run->machine;

    csv_text(file, run->kernel->name);
    fputc(',', file);
    csv_text(file, run->kernel->size);
    fputc(',', file);
    csv_text(file, m->name);
    fprintf(file, ",%s,", run->system.policy);
    for (unsigned i = 0; i < m->n_sets + run->system.n_sets; i++)
        fprintf(file, "%s%s", i ? " " : "", i < m->n_sets ? m->sets[i] : run->system.sets[i - m->n_sets]);
    fprintf(file, ",%" PRIu64 ",%d", run->seed, run->state == RUN_GOOD ? STATUS_GOOD : run->stored.status);
    for (const char *const *name = report_names; *name; name++) {
        fputc(',', file);
        number_put(file, campaign_number(run, *name));
    }
    fputc('\n', file);
}

void run_lines(const campaign *c, FILE *file)
{
    fputs("kernel,size,machine,policy,set,seed,status", file);
    for (const char *const *name = report_names; *name; name++)
        fprintf(file, ",%s", *name);
    fputc('\n', file);
    for (unsigned i = 0; i < c->n_runs; i++)
        if (c->runs[i].planned && c->runs[i].state >= RUN_GOOD)
            put_run(&c->runs[i], file);
}
