#include "sim/campaign/benchmarks.h"

#include <math.h>

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

static void print_rows(campaign *c, FILE *file, const char *format)
{
    for (unsigned i = 0; i < c->n_kernels; i++) {
        const benchmark *b = find(c->file, c->kernels[i].name);
        const char *group = campaign_own_group(c, c->kernels[i].name);
        double share = campaign_number(campaign_find(c, c->kernels[i].name, c->file->baseline), "loads.divergent_share");
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

    snprintf(name, sizeof name, "in the paper's %s", c->file->printed_in);
    fprintf(file, "  %-14s  %-24s  %-14s  %-14s  %s\n", "kernel", name, "its group there", "group computed",
            "divergent loads, %");
    print_rows(c, file, "  %-14s  %-24s  %-15s  %-14s  %18s\n");
}

void benchmarks_markdown(campaign *c, FILE *file)
{
    fprintf(file, "| kernel | in the paper's %s | its group there | group computed | divergent loads, %% |\n"
            "| --- | --- | --- | --- | ---: |\n", c->file->printed_in);
    print_rows(c, file, "| %s | %s | %s | %s | %s |\n");
}
