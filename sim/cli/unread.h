// SPDX-License-Identifier: BSD-3-Clause
// Warns once, on stderr, of what the user typed and the command does not read: options by the rows of unread.def, keys of --set by
// their readers (sim/policy/readers.h). Machine and campaign files are complete by design and give no warnings.
#ifndef WARPLOCK_SIM_CLI_UNREAD_H
#define WARPLOCK_SIM_CLI_UNREAD_H

#include "sim/cli/campaign.h"
#include "sim/run/policies.h"

// The facts about a command that its options do not give.
typedef struct {
    unsigned policies;                          // that are run
    bool     searches;                          // one of them is a search
    bool     program;                           // a CUDA program is run
    bool     jobs, ptx, bundled, traces;        // some kernel is
    bool     only_traces;                       // every kernel is a trace
    bool     sizes;                             // some bundled kernel has no size of its own
    bool     only_csv, only_figures;            // nothing but --csv - is written; nothing but that or --json
    bool     forced;                            // --force is needed
} unread_facts;

void unread_options(const cli_options *, unsigned command, const unread_facts *);   // command: CLI_RUN, ...
// For a run of kernels or a program. `facts`: those of the kernels; the rest is filled in.
void unread_of_run(const cli_options *, const machine *, const cli_policies *, unread_facts facts);
// For `warplock kernels`.
void unread_of_list(const cli_options *, const machine *);
// For a sweep or campaign. False after a message when it sweeps a key that nobody reads, without --force.
bool unread_of_session(campaign_session *);

#endif
