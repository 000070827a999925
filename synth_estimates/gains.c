// SPDX-License-Identifier: BSD-3-Clause
// What stands beside our numbers and is not of our synthesis: the IPC that campaigns measured, and published areas.
#include "synth_estimates/overhead.h"

#include <string.h>

enum { TEXT = 1024, FIELDS = 4 };

// What a system buys: the claim of that paper is one of IPC under the system's policy over the same machine without it;
// `make results` keeps what was measured of it in docs/figures/PAPER/claims.dat.
static const struct {
    const char *system, *paper, *claim;
} gains[] = {
    {"oaws", "oaws", "O1"}, {"oaws", "oaws", "O2"}, {"kaws", "kaws", "K1"},
    {"kaws", "kaws", "K2"}, {"bucl", "bucl", "B1"}, {"owl", "owl", "W5"},
};

// synth_estimates/calibration/MODULE.v, written to the publication's description; published: gate equivalents.
static const struct {
    const char *module;
    double published;
    const char *library, *source;
} designs[] = {
    {"present80", 1570, "0.18 µm, UMC",
     "Bogdanov et al.: PRESENT: An Ultra-Lightweight Block Cipher, CHES 2007: encryption, 80-bit key, a round a cycle"},
};

// The claim's line, `id words claimed measured …` between tabs, when it has been measured.
static json_t *measured_claim(const char *path, const char *claim, const char *system)
{
    char line[TEXT];
    FILE *file = fopen(path, "r");
    json_t *found = NULL;
    while (file && !found && fgets(line, sizeof line, file)) {
        char *fields[FIELDS], *at = line;
        size_t count = 0;
        for (; count < FIELDS && at; count++) {
            fields[count] = at;
            at = strchr(at, '\t');
            if (at) *at++ = '\0';
        }
        if (count < FIELDS || strcmp(fields[0], claim) != 0 || strcmp(fields[3], "-") == 0) continue;
        found = json_pack("{s:s,s:s,s:s,s:s,s:s}", "system", system, "claim", fields[0], "what", fields[1], "claimed",
                          fields[2], "measured", fields[3]);
    }
    if (file) fclose(file);
    return found;
}

json_t *overhead_gains(const char *figures)
{
    json_t *list = json_array();
    for (size_t i = 0; i < sizeof gains / sizeof *gains; i++) {
        char path[TEXT];
        snprintf(path, sizeof path, "%s/%s/claims.dat", figures, gains[i].paper);
        json_t *gain = measured_claim(path, gains[i].claim, gains[i].system);
        if (gain) json_array_append_new(list, gain);
    }
    if (json_array_size(list)) return list;
    json_decref(list);
    return NULL;
}

json_t *overhead_calibration(const char *folder, const char *tech)
{
    json_t *list = json_array();
    for (size_t i = 0; i < sizeof designs / sizeof *designs; i++) {
        char path[TEXT];
        snprintf(path, sizeof path, "%s/calibration_%s", folder, designs[i].module);
        json_t *row = json_pack("{s:s,s:f,s:s,s:s,s:{s:[]}}", "block", designs[i].module, "published",
                                designs[i].published, "library", designs[i].library, "source", designs[i].source, "bits",
                                "registers");
        overhead_cost(row, designs[i].module, path, tech);
        overhead_noise(row, designs[i].module, path, tech);
        if (json_object_get(row, "cost")) json_array_append(list, row);
        json_decref(row);
    }
    if (json_array_size(list)) return list;
    json_decref(list);
    return NULL;
}
