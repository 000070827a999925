// SPDX-License-Identifier: BSD-3-Clause
// libFuzzer: any bytes as what happened in an SM, and as the levels that stood there, as `warplock check` reads them; what is taken
// goes through the facts that are derived from it. The two texts are divided by the first line "levels".
#include <stdlib.h>
#include <string.h>

#include "sim/check/facts.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void pass_over(void *context, const char *rule, int warp, uint64_t cycle, const char *text)
{
    (void)rule, (void)warp, (void)cycle, (void)text;
    ++*(unsigned *)context;
}

static void derive(const recorded *r)
{
    unsigned complaints = 0;
    size_t first = 0;
    static facts f;
    facts_open(&f, r, pass_over, &complaints);
    while (first < r->events) {
        const uint64_t cycle = r->event[first].cycle;
        size_t end = first;
        while (end < r->events && r->event[end].cycle == cycle)
            end++;
        facts_early(&f, first, end, cycle);
        for (unsigned i = 0; i < f.schedulers; i++)
            facts_turn(&f, (unsigned)((cycle + i) % f.schedulers), cycle);
        facts_loans(&f, cycle);
        facts_late(&f, cycle);
        facts_ready(&f);
        first = end;
    }
    facts_close(&f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char divider[] = "\nlevels\n";
    char error[RECORDED_ERROR] = "";
    static machine m;
    machine_error why;
    recorded r;
    char *text = malloc(size + 1);
    if (!text)
        return 0;
    memcpy(text, data, size);
    text[size] = 0;
    char *levels = strstr(text, divider);
    memset(&r, 0, sizeof r);
    r.place = PLACE_SM;
    if (!m.core.warps && !machine_load(&m, "oaws", &why))
        abort();
    r.m = m;
    if (levels)
        *levels = 0;
    const bool good = recorded_read_events(&r, "sm.txt", text, error);
    if (!good && !error[0])
        abort();
    if (good)
        derive(&r);
    error[0] = 0;
    if (levels && !recorded_read_levels(&r, "levels.txt", levels + sizeof divider - 1, error) && !error[0])
        abort();
    recorded_close(&r);
    free(text);
    return 0;
}
