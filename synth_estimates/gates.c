// SPDX-License-Identifier: BSD-3-Clause
// Commands for gates.sh:
//   overhead gates-parts SYSTEM                             `machine NAME`, then `PART BLOCK CONFIG` of base and it
//   overhead gates-bench BLOCK CONFIG                        the bench of its mapped netlist
//   overhead gates-energy NETLIST TOP ENERGY DUMP CYCLES     energy of the toggles in DUMP, as JSON
#include "synth_estimates/gates.h"
#include "synth_estimates/overhead.h"

#include <stdlib.h>
#include <string.h>

enum { USER_MISTAKE = 2 };

static int parts(const char *name)
{
    const overhead_system *system = overhead_systems;
    while (system->name && strcmp(system->name, name) != 0) system++;
    if (!system->name) {
        fprintf(stderr, "overhead: system %s, expected one of synth_estimates/systems.def\n", name);
        return USER_MISTAKE;
    }
    printf("machine %s\n", system->machine);
    for (const overhead_part *part = overhead_parts; part->system; part++) {
        if (strcmp(part->system, name) != 0 && strcmp(part->system, "base") != 0) continue;
        const block_ops *ops = overhead_tuple(part->system, part->block, overhead_machine_of(system->machine));
        if (ops) printf("%s %s %s\n", part->system, ops->block, ops->config);
    }
    return 0;
}

static int bench(const char *block, const char *config)
{
    for (const block_ops *const *ops = block_table; *ops; ops++)
        if (strcmp((*ops)->block, block) == 0 && strcmp((*ops)->config, config) == 0)
            return overhead_gates_bench(stdout, *ops), 0;
    fprintf(stderr, "overhead: %s %s, expected a tuple of rtl_c/configs.def\n", block, config);
    return USER_MISTAKE;
}

int overhead_gates(int count, char **words)
{
    const char *command = words[1];
    if (count == 3 && strcmp(command, "gates-parts") == 0) return parts(words[2]);
    if (count == 4 && strcmp(command, "gates-bench") == 0) return bench(words[2], words[3]);
    if (count != 7 || strcmp(command, "gates-energy") != 0) {
        fprintf(stderr, "overhead: expected a command and its words, as at the top of synth_estimates/gates.c\n");
        return USER_MISTAKE;
    }
    json_t *energy = overhead_gates_energy(words[2], words[3], words[4], words[5], atof(words[6]));
    json_dumpf(energy, stdout, JSON_REAL_PRECISION(9));
    printf("\n");
    json_decref(energy);
    return 0;
}
