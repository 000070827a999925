// SPDX-License-Identifier: BSD-3-Clause
// Tables, JSON and CSV of runs; see sim/cli/results.h.
#include "sim/cli/results.h"

#include <string.h>

#include "sim/cli/summary.h"

// --csv -
static bool csv_is_output(const cli_options *options)
{
    return strcmp(options->csv, "-") == 0;
}

bool results_check(const cli_options *options)
{
    if (csv_is_output(options) && (options->json || options->verbose))
        return cli_mistake("--csv -: seen with %s, expected one of them: the standard output is that of one",
                           options->json ? "--json" : "--verbose");
    if (options->json && options->verbose)
        return cli_mistake("--verbose: seen with --json, which has all of it, expected one of them");
    return true;
}

bool results_open(run_results *results)
{
    const cli_options *o = results->options;
    char message[256];

    if (o->report[0] && !output_open(&results->report, o->report, message, sizeof message))
        return cli_mistake("--report: %s", message);
    if (o->csv[0] && !csv_is_output(o) && !output_open(&results->csv, o->csv, message, sizeof message)) {
        if (results->report.stream)
            output_discard(&results->report);
        return cli_mistake("--csv: %s", message);
    }
    return true;
}

// A single kernel fills a screen; several get a table at the end, and before it only what was asked for.
void results_kernel(run_results *results, const run_record *runs, unsigned count)
{
    const cli_options *o = results->options;

    if (results->report.stream)
        report_table(results->report.stream, runs, count);
    if (o->json || csv_is_output(o))
        return;
    if (o->verbose) {
        report_table(stdout, runs, count);
    } else {
        if (results->kernels == 1 || o->functional)
            report_brief(stdout, runs, count);
        report_details(stdout, runs, count);
    }
    fflush(stdout);
}

static void print_all(run_results *results, const run_record *runs, unsigned count)
{
    const cli_options *o = results->options;
    const summary_runs summary = { runs, count, results->policies };
    const bool several = results->kernels > 1 && !o->functional;

    if (results->report.stream && several)
        summary_print(results->report.stream, &summary);
    if (results->csv.stream)
        report_csv(results->csv.stream, runs, count);
    if (csv_is_output(o))
        report_csv(stdout, runs, count);
    else if (o->json)
        report_json(stdout, runs, count);
    else if (several)
        summary_print(stdout, &summary);
    fflush(stdout);
}

static bool close_file(output_file *file, const char *option)
{
    char message[256];

    return !file->stream || output_close(file, message, sizeof message) || cli_mistake("%s: %s", option, message);
}

run_status results_close(run_results *results, const run_record *runs, unsigned count, run_status status)
{
    if (status != STATUS_MISTAKE) {
        print_all(results, runs, count);
        const bool reported = close_file(&results->report, "--report");
        return close_file(&results->csv, "--csv") && reported ? status : STATUS_MISTAKE;
    }
    if (results->report.stream)
        output_discard(&results->report);
    if (results->csv.stream)
        output_discard(&results->csv);
    return status;
}
