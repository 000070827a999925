// SPDX-License-Identifier: BSD-3-Clause
// Files in the Trace Event Format; see sim/run/perfetto.h.
#include "sim/run/perfetto.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "sim/run/outputs.h"

static bool find_sms(const cli_options *o, const machine *m, number_set *sms)
{
    if (!outputs_sms("--perfetto-sms", o->perfetto_sms, "--perfetto FILE.json", o->perfetto[0] != 0, m, sms))
        return false;
    if (!number_set_any(sms))
        *sms = (number_set){ { UINT64_MAX, UINT64_MAX } };
    return true;
}

bool perfetto_check(const cli_options *o, const machine *m)
{
    number_set sms;

    return find_sms(o, m, &sms);
}

// Keeps what a file's name may contain.
static void plain_name(const char *name, char to[static 64])
{
    unsigned length = 0;

    for (; *name && length < 63; name++)
        to[length++] = isalnum((unsigned char)*name) || strchr("-_+", *name) ? *name : '_';
    to[length] = 0;
}

void perfetto_file(const cli_options *o, const char *kernel, unsigned number, const char *policy, bool only,
                   char path[static OUTPUT_PATH])
{
    const size_t length = strlen(o->perfetto);
    const bool json = length > 5 && strcmp(o->perfetto + length - 5, ".json") == 0;
    char of_kernel[64], of_policy[64], which[16] = "";

    plain_name(kernel, of_kernel);
    plain_name(policy, of_policy);
    if (only || !length) {
        snprintf(path, OUTPUT_PATH, "%s", o->perfetto);
        return;
    }
    if (number > 1)
        snprintf(which, sizeof which, "-%u", number);
    snprintf(path, OUTPUT_PATH, "%.*s.%s%s.%s%s", (int)(length - (json ? 5 : 0)), o->perfetto, of_kernel, which, of_policy,
             json ? ".json" : "");
}

bool perfetto_open(run_trace *trace, const cli_options *o, const machine *m, const char *path, const char *kernel,
                   const char *policy)
{
    char message[256], window[96];
    const uint64_t start = o->perfetto_start, cycles = o->perfetto_window;

    *trace = (run_trace){ 0 };
    if (!path[0])
        return true;
    if (!find_sms(o, m, &trace->sms))
        return false;
    if (!output_open(&trace->events.file, path, message, sizeof message))
        return cli_mistake("--perfetto: %s", message);
    if (cycles)
        snprintf(window, sizeof window, "%" PRIu64 " cycles from cycle %" PRIu64 " on", cycles, start);
    else
        snprintf(window, sizeof window, "from cycle %" PRIu64 " on", start);
    trace_events_begin(&trace->events, start, cycles,
                       (const trace_fact[]){ { "program", "warplock" }, { "machine", m->name }, { "kernel", kernel },
                                             { "policy", policy }, { "window", window }, { "command", o->command } }, 6);
    trace->curves = (timeline){ .trace = &trace->events, .interval = o->perfetto_interval };
    return true;
}

bool perfetto_close(run_trace *trace)
{
    char message[256];

    if (!trace->events.file.stream)
        return true;
    trace_events_end(&trace->events);
    return output_close(&trace->events.file, message, sizeof message) || cli_mistake("--perfetto: %s", message);
}

void perfetto_discard(run_trace *trace)
{
    if (trace->events.file.stream)
        output_discard(&trace->events.file);
}
