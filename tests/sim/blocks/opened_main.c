// SPDX-License-Identifier: BSD-3-Clause
// opened MACHINE POLICY: a GPU of two SMs is made as a run makes it, without the look beforehand at which blocks can be had
// (sim/core/gpu.h): 0 when it is there, 1 and why on stderr.
#include <stdio.h>

#include "sim/core/gpu.h"
#include "sim/policy/policy.h"
#include "tb/lockstep.h"

int main(int argc, char **argv)
{
    static const char *const sets[] = { "gpu.sms=2", "gpu.clusters=2" };
    char message[1024] = "";
    machine_error error;
    machine m;
    lockstep *blocks;
    gpu *g;

    if (argc != 3 || !machine_load(&m, argv[1], &error) || !policy_find(argv[2]))
        return 2;
    for (unsigned i = 0; i < 2; i++)
        if (!machine_set(&m, sets[i], &error))
            return 2;
    blocks = lockstep_open(&(lockstep_options){ .mode = BLOCKS_C, .no_pack = true }, message, sizeof message);
    g = blocks ? gpu_new(&(gpu_options){ .machine = &m, .policy = policy_find(argv[2]), .lockstep = blocks }, message, sizeof message) : NULL;
    if (!g)
        fprintf(stderr, "%s\n", message);
    else
        gpu_free(g);
    if (blocks)
        lockstep_close(blocks);
    return g ? 0 : 1;
}
