// SPDX-License-Identifier: BSD-3-Clause
// Holds the wires of a recording against what the SM did: check_recording [--every] FOLDER
//
// Lockstep compares what a block makes of its inputs; here each input of each block is compared, in every cycle, with
// what another block put out in that cycle or with what the SM did (tests/wires/facts.h). Prints the first violation of
// each wire and rule, then how much was looked at. Exit status: 0 none, 1 violations, 2 no recording. An input that nothing is
// compared with, since nothing
// reached it or because it is new, is a violation with --every.
#include "tests/wires/wires.h"

#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    bool every = argc == 3 && strcmp(argv[1], "--every") == 0;
    if (argc != 2 + every) {
        fputs("use: check_recording [--every] FOLDER\n", stderr);
        return 2;
    }
    static recorded r;
    recorded_open(&r, argv[1 + every]);
    wires_result result = wires_check(&r, every, stdout);
    printf("%zu cycles, %u wires, %u of them not reached, %llu comparisons, %llu issues, %llu loads, %u violations\n",
           r.cycles, result.wires, result.unreached,
           (unsigned long long)result.comparisons, (unsigned long long)result.issues, (unsigned long long)result.loads,
           result.violations);
    recorded_close(&r);
    return result.violations != 0;
}
