// What a run writes cycle by cycle: issue trace, events and timeline, each of them only if asked for.
#ifndef WARPLOCK_SIM_CLI_OUTPUTS_H
#define WARPLOCK_SIM_CLI_OUTPUTS_H

#include "sim/cli/cli.h"
#include "sim/report/timeline.h"

typedef struct { output_file trace, events; timeline timeline; } run_outputs;      // a stream NULL: not asked for

bool outputs_open(run_outputs *, const cli_options *);      // all NULL before; false after a message, then nothing is open
bool outputs_close(run_outputs *);                          // whole files; false after a message
// The numbers of --wave-sms, one bit each; 0: all. False after a message.
bool outputs_wave_places(const cli_options *, const machine *, uint64_t *places);
void outputs_discard(run_outputs *);                        // no files

#endif
