// SPDX-License-Identifier: BSD-3-Clause
// random_kernel SEED FOLDER: writes one random kernel as a job folder (PTX, inputs, expected outputs from the
// interpreter, job.json), so that `warplock run FOLDER/job.json` checks the whole simulator with it.
#include <stdio.h>
#include <stdlib.h>

#include "tests/sim/random/random_run.h"

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: random_kernel SEED FOLDER\n");
        return 2;
    }
    char words[256];
    uint8_t *expected[RANDOM_BUFFERS];
    random_kernel *kernel = random_kernel_new(strtoull(argv[1], NULL, 10));
    bool good = random_kernel_expected(kernel, RANDOM_FORWARD, expected, words, sizeof words);
    if (!good) fprintf(stderr, "random_kernel: seed %s: %s\n", argv[1], words);
    good = good && random_write_folder(kernel, expected, argv[2]);
    for (unsigned i = 0; i < RANDOM_BUFFERS; i++) free(expected[i]);
    random_kernel_free(kernel);
    return good ? 0 : 2;
}
