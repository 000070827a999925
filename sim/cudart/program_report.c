// SPDX-License-Identifier: BSD-3-Clause
#include "sim/cudart/program_report.h"

#include <string.h>

#include "sim/cudart/environment.h"
#include "tb/output_file.h"

typedef void report_writer(FILE *, const run_record *, unsigned count);

bool program_report_check(const cli_options *options)
{
    const char *json = environment_json();
    char message[256];

    (void)options;
    return !json || output_claim(json, message, sizeof message) || cli_mistake("WARPLOCK_JSON: %s", message);
}

bool program_report_wanted(const cli_options *options)
{
    return environment_json() || options->per_launch;
}

static bool write_file(const char *path, const char *name, report_writer *writer, const run_record *record)
{
    char message[256];
    output_file file;

    if (!path || !path[0])
        return true;
    if (writer == report_csv && strcmp(path, "-") == 0) {
        writer(stdout, record, 1);
        return fflush(stdout) == 0 || cli_mistake("%s: the standard output cannot be written", name);
    }
    if (!output_open(&file, path, message, sizeof message))
        return cli_mistake("%s: %s", name, message);
    writer(file.stream, record, 1);
    return output_close(&file, message, sizeof message) || cli_mistake("%s: %s", name, message);
}

bool program_report_write(const cli_options *options, const run_record *record)
{
    bool json = write_file(environment_json(), "WARPLOCK_JSON", report_json, record);
    bool tables = write_file(options->report, "--report", report_table, record);

    return write_file(options->csv, "--csv", report_csv, record) && json && tables;
}
