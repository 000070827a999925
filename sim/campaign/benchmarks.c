#include "sim/campaign/benchmarks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BENCHMARKS(paper, where) static const benchmark benchmarks_##paper[] = {
#define BENCHMARK(kernel, name, group) { kernel, name, group, "" },
#define BENCHMARK_SAYS(kernel, name, group, numbers) { kernel, name, group, numbers },
#define END_BENCHMARKS(paper) { 0 } };
#include "sim/campaign/papers.def"

// Each paper's, and where the paper lists them.
static const struct { const char *paper, *where; const benchmark *rows; } tables[] = {
#define BENCHMARKS(paper, where) { #paper, where, benchmarks_##paper },
#include "sim/campaign/papers.def"
};

static unsigned table_of(const paper *p)
{
    for (unsigned i = 0; i < sizeof tables / sizeof tables[0]; i++)
        if (strcmp(tables[i].paper, p->id) == 0)
            return i;
    abort();
}

const benchmark *benchmarks_of(const paper *p)
{
    return tables[table_of(p)].rows;
}

static const benchmark *find(const paper *p, const char *kernel)
{
    static const benchmark none = { NULL, "-", "-", "" };

    for (const benchmark *b = benchmarks_of(p); b->kernel; b++)
        if (strcmp(b->kernel, kernel) == 0)
            return b;
    return &none;
}

double benchmark_number(const paper *p, const char *kernel, const char *name)
{
    const char *at = find(p, kernel)->says;
    size_t length = strlen(name);

    for (; *at; at += strcspn(at, " "), at += *at == ' ', at += strcspn(at, " "), at += *at == ' ')
        if (strncmp(at, name, length) == 0 && at[length] == ' ')
            return strtod(at + length, NULL);
    return NAN;
}

static void print_rows(campaign *c, FILE *file, const char *format)
{
    for (unsigned i = 0; i < c->n_kernels; i++) {
        const benchmark *b = find(c->paper, c->kernels[i].name);
        const char *group = campaign_own_group(c, c->kernels[i].name);
        double share = campaign_number(campaign_find(c, c->kernels[i].name, c->paper->baseline), "loads.divergent_share");
        char text[16] = "-";

        if (!isnan(share))
            snprintf(text, sizeof text, "%.1f", share * 100);
        fprintf(file, format, c->kernels[i].name, b->name, b->group, group ? group : "not run", text);
    }
    fputc('\n', file);
}

void benchmarks_print(campaign *c, FILE *file)
{
    char name[40];

    snprintf(name, sizeof name, "in the paper's %s", tables[table_of(c->paper)].where);
    fprintf(file, "  %-14s  %-24s  %-14s  %-14s  %s\n", "kernel", name, "its group there", "group computed",
            "divergent loads, %");
    print_rows(c, file, "  %-14s  %-24s  %-15s  %-14s  %18s\n");
}

void benchmarks_markdown(campaign *c, FILE *file)
{
    fprintf(file, "| kernel | in the paper's %s | its group there | group computed | divergent loads, %% |\n"
            "| --- | --- | --- | --- | ---: |\n", tables[table_of(c->paper)].where);
    print_rows(c, file, "| %s | %s | %s | %s | %s |\n");
}
