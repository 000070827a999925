// SPDX-License-Identifier: BSD-3-Clause
// A PTX file with --entry, --grid, --block, --shared, --arg and --dump.
#include "sim/cli/cli.h"
#include "sim/workload/ptx_job.h"

job *cli_ptx_job(const cli_options *options, const char *path, job_error *error)
{
    const ptx_words words = {
        .entry = options->entry, .grid = options->grid, .block = options->block, .shared = options->shared,
        .args = options->arg.words, .n_args = options->arg.count, .dumps = options->dump.words, .n_dumps = options->dump.count,
    };

    return ptx_job(&words, path, error);
}
