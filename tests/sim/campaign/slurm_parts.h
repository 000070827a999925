// SPDX-License-Identifier: BSD-3-Clause
// What tests of the parts of a cluster's engine share: a folder of their own, files in it, commands that stand on PATH for
// Slurm's, the words of a refusal.
#ifndef WARPLOCK_TESTS_SIM_CAMPAIGN_SLURM_PARTS_H
#define WARPLOCK_TESTS_SIM_CAMPAIGN_SLURM_PARTS_H

#include "sim/campaign/engine/slurm_inside.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

extern char work[400], message[400];            // the folder; what was said last

// Before each test: the folder of this name, empty, its bin/ first in PATH.
int slurm_parts_begin(const char *name);
__attribute__((format(printf, 2, 3))) void put_file(const char *name, const char *format, ...);
// A command on PATH that does this.
void put_command(const char *name, const char *script);
// These words are in the message, which is forgotten.
void expect_message(const char *words);
// The campaign's folder of this name, made.
void open_folder(slurm_folder *, const char *name);
// A batch of one slice of one run of one word.
slurm_batch *batch_of_one(unsigned number, const char *key, const char *word);

#endif
