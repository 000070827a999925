// SPDX-License-Identifier: BSD-3-Clause
// A campaign of the command line, from a file or from `sweep`: its runs, then its tables on the terminal and in files.
#ifndef WARPLOCK_SIM_CLI_CAMPAIGN_H
#define WARPLOCK_SIM_CLI_CAMPAIGN_H

#include "sim/campaign/figures.h"
#include "sim/campaign/reproduce.h"
#include "sim/cli/cli.h"

typedef struct {
    const cli_options *options;
    unsigned           command;                 // CLI_SWEEP or CLI_CAMPAIGN
    campaign_file     *file;
    const char *const *chosen;                  // kernels of the command line, n_chosen of them; none: the file's
    unsigned           n_chosen;
    const char *const *sets;                    // --set of the command line that the file does not say, n_sets of them
    unsigned           n_sets;
    char               folder[900];             // for the tables; "" = none
    bool               pictures;                // in the folder, too: the papers' are drawn by scripts of their own
    campaign           campaign;
    reproduction      *parts;                   // the runs that each figure uses; NULL: not kept
    sheet             *sheets[FIGURES_MAX];
    unsigned           n_sheets;
} campaign_session;

// Makes the runs and writes the requested output; ends the file.
run_status cli_session_run(campaign_session *);

// The seeds of --seeds, N (0 to N - 1) or a list, or that of --seed.
json_t *cli_seeds(const cli_options *);

// campaign_output.c
void cli_session_print(campaign_session *);
// Checks where --folder, --csv and --html go. False after a message.
bool cli_session_check_outputs(const campaign_session *);
bool cli_session_write(campaign_session *);

// Kernels, machines, systems, seeds and options. False after a message.
bool cli_session_choose(campaign_session *);

// reproduce.c: after the tables of stored results.
run_status cli_reproduce(campaign_session *, reproduction *);

// pack.c: carries out --pack. False after a message.
bool cli_pack(const campaign_session *);

#endif
