// SPDX-License-Identifier: BSD-3-Clause
#include "sim/campaign/benchmarks.h"

#include <math.h>

#include "sim/report/fit.h"
#include "tb/plain.h"

static const benchmark *find(const campaign_file *file, const char *kernel)
{
    static const benchmark none = { .name = "-", .group = "-" };
    int index = campaign_file_kernel(file, kernel);

    return index >= 0 ? &file->benchmarks[index] : &none;
}

double benchmark_number(const campaign_file *file, const char *kernel, const char *name)
{
    json_t *number = json_object_get(find(file, kernel)->says, name);

    return json_is_number(number) ? json_number_value(number) : NAN;
}

enum { CELLS = 5 };
typedef struct { const char *cells[CELLS]; char share[16]; } benchmark_row;

static void make_row(campaign *c, const char *kernel, benchmark_row *row)
{
    const char *group = campaign_own_group(c, kernel);
    const benchmark *b = find(c->file, kernel);
    double share = campaign_number(campaign_find(c, kernel, c->file->baseline), "loads.divergent_share");

    *row = (benchmark_row){ { kernel, b->name, b->group, group ? group : "not run", row->share }, "-" };
    if (!isnan(share))
        snprintf(row->share, sizeof row->share, "%.1f", share * 100);
}

void benchmarks_print(campaign *c, FILE *to)
{
    char name[40];
    fit fitted;
    FILE *file = fit_begin(&fitted, to);

    snprintf(name, sizeof name, "in the paper's %s", c->file->printed_in);
    fprintf(file, "  %-14s" FIT_LEFT "  %-24s" FIT_LEFT "  %-14s" FIT_LEFT "  %-14s" FIT_RIGHT "  %s\n", "kernel", name, "its group there", "group computed",
            "divergent loads, %");
    for (unsigned i = 0; i < c->n_kernels; i++) {
        benchmark_row row;

        make_row(c, c->kernels[i].name, &row);
        fprintf(file, "  %-14s" FIT_LEFT "  %-24s" FIT_LEFT "  %-15s" FIT_LEFT "  %-14s" FIT_RIGHT "  %18s\n", row.cells[0], row.cells[1], row.cells[2], row.cells[3],
                row.cells[4]);
    }
    fputc('\n', file);
    fit_end(&fitted);
}

void benchmarks_markdown(campaign *c, FILE *file)
{
    char name[120];

    snprintf(name, sizeof name, "in the paper's %s", c->file->printed_in);
    plain_markdown_row(file, (const char *[CELLS]){ "kernel", name, "its group there", "group computed",
                                                    "divergent loads, %" }, CELLS);
    fputs("| --- | --- | --- | --- | ---: |\n", file);
    for (unsigned i = 0; i < c->n_kernels; i++) {
        benchmark_row row;

        make_row(c, c->kernels[i].name, &row);
        plain_markdown_row(file, row.cells, CELLS);
    }
    fputc('\n', file);
}
