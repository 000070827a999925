// mutants BLOCK CONFIG COUNT SEED: runs the block bench against each mutant 1..COUNT of a netlist made by tests/tb/mutants.sh
// and prints `caught NUMBER line` or `survived NUMBER`; number 0 is the unchanged netlist, which must pass.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/bench.h"

unsigned mutant_selected;      // read by tests/tb/mutant_glue.cpp

int main(int count, char **words)
{
    bench_options options = {.when = LOCKSTEP_EVERY, .no_pack = true};
    const block_ops *const *ops = block_table;
    bench_result result;

    if (count != 5) {
        fputs("mutants: expected BLOCK CONFIG COUNT SEED\n", stderr);
        return 2;
    }
    while (*ops && (strcmp((*ops)->block, words[1]) != 0 || strcmp((*ops)->config, words[2]) != 0))
        ops++;
    if (!*ops) {
        fprintf(stderr, "mutants: %s %s, expected a tuple of rtl_c/configs.def\n", words[1], words[2]);
        return 2;
    }
    options.seed = strtoull(words[4], NULL, 10);
    for (unsigned mutant = 0; mutant <= strtoul(words[3], NULL, 10); mutant++) {
        mutant_selected = mutant;
        block_bench_run(*ops, &options, &result);
        if (mutant == 0 && result.failed) {
            printf("the unchanged netlist fails: %s\n", result.message);
            return 1;
        }
        if (result.failed)
            printf("caught %u %s\n", mutant, result.message);
        else if (mutant != 0)
            printf("survived %u\n", mutant);
    }
    return 0;
}
