// SPDX-License-Identifier: BSD-3-Clause
#include "sim/events/place_log.h"

#include <string.h>

FILE *place_log_open(level_log *levels, lockstep *run, block_place place, const machine *m, const char *policy, uint64_t *cycles)
{
    static const char *const files[] = {[PLACE_SM] = "sm.txt", [PLACE_CONTROLLER] = "controller.txt", [PLACE_GPU] = "gpu.txt"};
    char name[PLACE_NAME];
    if (!lockstep_records(run, place, cycles))
        return NULL;
    block_place_name(place, name);
    machine_dump(m, lockstep_attach(run, "machine.ini"));
    FILE *lines = lockstep_attach(run, files[place.kind]);
    level_log_open(levels, lockstep_attach(run, "levels.txt"), name);
    fprintf(lines, "warplock %.*s %d\ninstance %s\npolicy %s\n", (int)strcspn(name, " "), name, RECORDING_VERSION, name, policy);
    return lines;
}
