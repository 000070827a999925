// SPDX-License-Identifier: BSD-3-Clause
// Issue trace, events and timeline of a run; see sim/run/outputs.h.
#include "sim/run/outputs.h"

#include <stdlib.h>
#include <string.h>

#include "sim/run/perfetto.h"
#include "tb/whole_number.h"

bool outputs_open(run_outputs *outputs, const cli_options *options)
{
    char error[1024];

    outputs->timeline.interval = options->timeline_interval;
    if (options->issue_trace[0] && !output_open(&outputs->trace, options->issue_trace, error, sizeof error))
        return cli_mistake("--issue-trace: %s", error);
    if (options->events[0] && !output_open(&outputs->events, options->events, error, sizeof error))
        return cli_mistake("--events: %s", error);
    if (options->timeline[0] && !output_open(&outputs->timeline.file, options->timeline, error, sizeof error))
        return cli_mistake("--timeline: %s", error);
    return true;
}

bool outputs_close(run_outputs *outputs)
{
    char error[1024];
    bool good = true;

    if (outputs->trace.stream && !output_close(&outputs->trace, error, sizeof error))
        good = cli_mistake("--issue-trace: %s", error);
    if (outputs->events.stream && !output_close(&outputs->events, error, sizeof error))
        good = cli_mistake("--events: %s", error);
    if (outputs->timeline.file.stream && !output_close(&outputs->timeline.file, error, sizeof error))
        good = cli_mistake("--timeline: %s", error);
    return perfetto_close(&outputs->perfetto) && good;
}

bool outputs_sms(const char *option, const char *names, const char *with, bool given, const machine *m, number_set *places)
{
    char name[64];
    uint64_t sm;

    *places = (number_set){ { names[0] ? 0 : 1 } };
    if (names[0] && !given)
        return cli_mistake("%s: seen without %.*s, expected %s with it", option, (int)strcspn(with, " "), with, with);
    if (strcmp(names, "all") == 0)
        return true;
    while (cli_next_name(&names, name)) {
        if (!whole_number(name, 0, m->gpu.sms - 1, &sm))
            return cli_mistake("%s: seen `%s`, expected all, or numbers of SMs below the %u of the machine", option, name,
                               m->gpu.sms);
        number_set_add(places, (unsigned)sm);
    }
    return true;
}

void outputs_discard(run_outputs *outputs)
{
    if (outputs->trace.stream)
        output_discard(&outputs->trace);
    if (outputs->events.stream)
        output_discard(&outputs->events);
    if (outputs->timeline.file.stream)
        output_discard(&outputs->timeline.file);
    perfetto_discard(&outputs->perfetto);
}
