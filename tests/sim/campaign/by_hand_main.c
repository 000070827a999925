// SPDX-License-Identifier: BSD-3-Clause
// by_hand PROGRAM SIZE FILE: a result store in which `PROGRAM campaign NAME --size SIZE --store FILE --stored` finds
// the results that are written by hand.
#include <stdio.h>
#include <stdlib.h>

#include "tests/sim/campaign/by_hand.h"

int main(int argc, char **argv)
{
    campaign c;
    char message[512];
    store *s = argc == 4 ? store_open(argv[3], STORE_MAKE, message, sizeof message) : NULL;

    if (!s) {
        fprintf(stderr, "by_hand: %s\n", argc == 4 ? message : "expected PROGRAM SIZE FILE");
        return 2;
    }
    by_hand_begin(&c, argv[1], argv[2]);
    for (unsigned i = 0; i < c.n_runs; i++) {
        store_identity identity = {
            .program = "by hand", .kernel = c.runs[i].kernel->word, .size = c.size, .machine = c.machines[0].word,
            .machine_text = c.machines[0].text, .policy = c.runs[i].system.policy,
        };

        if (!store_put(s, c.runs[i].key, &identity, &c.runs[i].stored, message, sizeof message)) {
            fprintf(stderr, "by_hand: %s\n", message);
            return 2;
        }
    }
    store_close(s);
    campaign_end(&c);
    return 0;
}
