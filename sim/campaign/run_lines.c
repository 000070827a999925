#include "sim/campaign/run_lines.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "sim/report/names.h"
#include "sim/status.h"

static void put_field(const char *text, FILE *file)
{
    bool quoted = strpbrk(text, ",\"\n\r") != NULL;

    fputs(quoted ? "\"" : "", file);
    for (; *text; text++)
        fprintf(file, *text == '"' ? "\"\"" : "%c", *text);
    fputs(quoted ? "\"" : "", file);
}

static void put_run(const campaign_run *run, FILE *file)
{
    const campaign_machine *m = run->machine;

    put_field(run->kernel->name, file);
    fputc(',', file);
    put_field(run->kernel->size, file);
    fputc(',', file);
    put_field(m->name, file);
    fprintf(file, ",%s,", run->system.policy);
    for (unsigned i = 0; i < m->n_sets + run->system.n_sets; i++)
        fprintf(file, "%s%s", i ? " " : "", i < m->n_sets ? m->sets[i] : run->system.sets[i - m->n_sets]);
    fprintf(file, ",%" PRIu64 ",%d", run->seed, run->state == RUN_GOOD ? STATUS_GOOD : run->stored.status);
    for (const char *const *name = report_names; *name; name++) {
        double number = campaign_number(run, *name);

        if (isnan(number))
            fputc(',', file);
        else
            fprintf(file, ",%.17g", number);
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
