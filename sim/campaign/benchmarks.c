#include "sim/campaign/benchmarks.h"

#include <math.h>
#include <string.h>

const benchmark benchmarks[] = {
#define BENCHMARK(kernel, name, group) { kernel, name, group },
#include "sim/campaign/benchmarks.def"
#undef BENCHMARK
    { 0 },
};

static const benchmark *find(const char *kernel)
{
    static const benchmark none = { NULL, "-", "-" };

    for (const benchmark *b = benchmarks; b->kernel; b++)
        if (strcmp(b->kernel, kernel) == 0)
            return b;
    return &none;
}

static const char *computed_group(campaign *c, const char *kernel)
{
    char group = campaign_group(c, kernel);

    return group == 'd' ? "divergent" : group == 'c' ? "coherent" : "not run";
}

static void print_rows(campaign *c, FILE *file, const char *format)
{
    for (unsigned i = 0; i < c->n_kernels; i++) {
        const benchmark *b = find(c->kernels[i]);
        double share = campaign_number(campaign_find(c, c->kernels[i], c->paper->baseline), "loads.divergent_share");
        char text[16] = "-";

        if (!isnan(share))
            snprintf(text, sizeof text, "%.1f", share * 100);
        fprintf(file, format, c->kernels[i], b->name, b->group, computed_group(c, c->kernels[i]), text);
    }
    fputc('\n', file);
}

void benchmarks_print(campaign *c, FILE *file)
{
    fprintf(file, "  %-14s  %-24s  %-14s  %-14s  %s\n", "kernel", "in the paper's Table 2", "its group there",
            "group computed", "divergent loads, %");
    print_rows(c, file, "  %-14s  %-24s  %-15s  %-14s  %18s\n");
}

void benchmarks_markdown(campaign *c, FILE *file)
{
    fputs("| kernel | in the paper's Table 2 | its group there | group computed | divergent loads, % |\n"
          "| --- | --- | --- | --- | ---: |\n", file);
    print_rows(c, file, "| %s | %s | %s | %s | %s |\n");
}
