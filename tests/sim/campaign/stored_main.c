// SPDX-License-Identifier: BSD-3-Clause
// stored FILE PROGRAM [CHANGE [MSHRS [NUMBER]]]: a result store written by hand, for tests of `warplock results`: kernels alpha and beta
// under gto and under swl with limits 2 and 10, each with the seeds 0, 1, 2, and a run that failed; all of PROGRAM. IPC of
// alpha under gto is 2, 3, 4 by seed, of beta 10 times that; under swl the limit's hundredth more, of seed 1 a tenth less.
// With CHANGE a number is added to the IPC of beta under gto, and its last
// seed is left out; with MSHRS the file of the machine has another number of them, and a key that is new; with NUMBER each
// run has measured one of that name.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/store/store.h"

static char message[512];
static char machine_text[256];
static const char *own;

static void put(store *s, const char *program, const char *kernel, const char *set, uint64_t seed, double ipc, bool failed)
{
    store_identity identity = {
        .program = program, .kernel = kernel, .size = "64", .seed = seed, .machine = "small.ini",
        .machine_text = machine_text,
        .set = set, .policy = strncmp(set, "policy", 6) == 0 ? "swl" : "gto",
    };
    char report[256], key[128];
    store_run run = { .status = failed ? 3 : 0, .seconds = 0.5, .result = report, .reason = failed ? "a deadlock, as planned" : "" };

    snprintf(report, sizeof report, "{\"ipc\":%.12g,\"cycles\":%d,\"l1d\":{\"hits\":5},\"group\":\"%s\",\"per_line\":[{\"line\":7}]}",
             ipc, (int)(12000 / ipc), kernel[0] == 'a' ? "divergent" : "coherent");
    if (own)
        snprintf(report + strlen(report) - 1, sizeof report - strlen(report), ",\"%s\":1}", own);
    if (failed)
        report[0] = 0;
    snprintf(key, sizeof key, "%s %s %s %d", program, kernel, set, (int)seed);
    if (!store_put(s, key, &identity, &run, message, sizeof message)) {
        fprintf(stderr, "stored: %s\n", message);
        exit(2);
    }
}

int main(int argc, char **argv)
{
    static const char *const kernels[] = { "alpha", "beta" };
    double change = argc > 3 ? strtod(argv[3], NULL) : 0;
    store *s = argc > 2 ? store_open(argv[1], STORE_MAKE, message, sizeof message) : NULL;

    if (!s) {
        fprintf(stderr, "stored: %s\n", argc > 2 ? message : "expected FILE PROGRAM [CHANGE [MSHRS [NUMBER]]]");
        return 2;
    }
    own = argc > 5 ? argv[5] : NULL;
    snprintf(machine_text, sizeof machine_text, "; help: changes with programs\n[l1d]\n; entries\nmshrs = %s\nways = 4\n"
             "[policy]\nswl_limit = 24\n%s", argc > 4 ? argv[4] : "32", argc > 4 ? "fresh = 1\n" : "");
    for (unsigned k = 0; k < 2; k++) {
        for (unsigned seed = 0; seed < 3; seed++) {
            double ipc = (2 + seed) * (k ? 10 : 1), slower = seed == 1 ? 0.9 : 1;

            if (!(k && change != 0 && seed == 2))
                put(s, argv[2], kernels[k], "l1d.mshrs=64", seed, ipc + (k ? change : 0), false);
            put(s, argv[2], kernels[k], "policy.swl_limit=2 l1d.mshrs=64", seed, ipc * 1.02 * slower, false);
            put(s, argv[2], kernels[k], "policy.swl_limit=10 l1d.mshrs=64", seed, ipc * 1.10 * slower, false);
        }
    }
    put(s, argv[2], "gamma", "", 0, 0, true);
    store_close(s);
    return 0;
}
