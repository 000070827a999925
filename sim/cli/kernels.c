// SPDX-License-Identifier: BSD-3-Clause
// `warplock kernels`: the bundled kernels with their groups, found by functional execution.
#include <inttypes.h>

#include <jansson.h>

#include "sim/cli/cli.h"
#include "sim/cli/unread.h"
#include "sim/report/fit.h"
#include "sim/report/number.h"
#include "sim/report/ratio.h"
#include "sim/report/report.h"
#include "sim/workload/job_run.h"
#include "sim/workload/workload.h"

// A kernel's row, with sizes as --size takes them.
typedef struct {
    const workload *kernel;
    char     size[WORKLOAD_SIZE_TEXT], paper_size[WORKLOAD_SIZE_TEXT], executed[WORKLOAD_SIZE_TEXT];
    functional_run run;
    counters counters;                          // of the functional run: only loads
} kernel_row;

static uint64_t loads(const kernel_row *row)
{
    return row->counters.loads_coherent + row->counters.loads_divergent;
}

static double lines_per_load(const kernel_row *row)
{
    return report_ratio(row->run.coherent_lines + row->run.divergent_lines, loads(row));
}

static double lines_per_divergent_load(const kernel_row *row)
{
    return report_ratio(row->run.divergent_lines, row->run.divergent_loads);
}

static double divergent_share(const kernel_row *row)
{
    return report_ratio(row->counters.loads_divergent, loads(row));
}

// Fills all of a row but the kernel.
static run_status execute(const cli_options *options, const machine *m, kernel_row *row)
{
    static job_result result;
    functional_run run = { .max_steps = options->max_cycles, .line_bytes = m->l1d.line_bytes,
                           .l1d_global = m->l1d.global };
    job_target target = functional_target(&run);
    workload_size size = { 0 };
    job_error error;
    job *j;

    if (options->size[0] && !workload_parse_size(row->kernel, options->size, &size, &error))
        return cli_mistake("%s", error.text), STATUS_MISTAKE;
    size = workload_whole_size(row->kernel, size);
    j = workload_job(row->kernel, size, (uint32_t)options->seed, &error);
    if (!j)
        return cli_mistake("%s", error.text), STATUS_MISTAKE;
    job_run(j, &target, &result);
    job_free(j);
    if (result.status != STATUS_GOOD)
        cli_mistake("%s: %s", row->kernel->name, result.message);
    workload_print_size(row->kernel->size, row->size);
    workload_print_size(row->kernel->paper_size, row->paper_size);
    workload_print_size(size, row->executed);
    row->run = run;
    row->counters = (counters){ .loads_coherent = run.coherent_loads, .loads_divergent = run.divergent_loads };
    return result.status;
}

static void print_row(FILE *file, const kernel_row *row)
{
    const workload *w = row->kernel;

    fprintf(file, "%-13s" FIT_LEFT " %s\n", w->name, w->help);
    fprintf(file, "%-13s" FIT_LEFT " size: %s, default %s, paper %s; results: %s\n", "", w->size_help, row->size, row->paper_size, w->bound);
    fprintf(file, "%-13s" FIT_LEFT " group: %s, %.1f %% of %" PRIu64 " loads divergent at size %s\n", "", report_group(&row->counters),
           100 * divergent_share(row), loads(row), row->executed);
    fprintf(file, "%-13s" FIT_LEFT " shape: %" PRIu64 " CTAs in %" PRIu64 " launches, %.1f million thread instructions, %.1f lines a load, "
           "%.1f a divergent one\n", "", row->run.ctas, row->run.launches, (double)row->run.thread_insns / 1e6,
           lines_per_load(row), lines_per_divergent_load(row));
}

static json_t *row_json(const kernel_row *row)
{
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:f, s:I, s:I, s:I, s:I, s:f, s:f}", "kernel", row->kernel->name, "help",
                     row->kernel->help, "size_help", row->kernel->size_help, "default_size", row->size, "paper_size",
                     row->paper_size, "bound", row->kernel->bound, "size", row->executed, "group",
                     report_group(&row->counters), "divergent_share", divergent_share(row), "loads",
                     (json_int_t)loads(row), "ctas", (json_int_t)row->run.ctas, "launches",
                     (json_int_t)row->run.launches, "thread_insns", (json_int_t)row->run.thread_insns,
                     "lines_per_load", lines_per_load(row), "lines_per_divergent_load",
                     lines_per_divergent_load(row));
}

run_status cli_kernels(const cli_options *options)
{
    json_t *array = json_array();
    run_status status = STATUS_GOOD;
    machine m;
    fit fitted;
    FILE *text = fit_begin(&fitted, stdout);

    if (options->operands.count) {
        cli_mistake("kernels: seen `%.60s`, expected nothing", options->operands.words[0]);
        status = STATUS_MISTAKE;
    } else if (!cli_machine(options, &m)) {
        status = STATUS_MISTAKE;
    }
    if (status == STATUS_GOOD)
        unread_of_list(options, &m);
    for (const workload *const *w = workload_table; *w && status == STATUS_GOOD; w++) {
        kernel_row row = { .kernel = *w };

        status = execute(options, &m, &row);
        if (status == STATUS_GOOD && options->json)
            json_array_append_new(array, row_json(&row));
        else if (status == STATUS_GOOD)
            print_row(text, &row);
    }
    fit_end(&fitted);
    if (options->json && status == STATUS_GOOD) {
        json_print(array, JSON_INDENT(2), stdout);
        fputc('\n', stdout);
    }
    json_decref(array);
    return status;
}
