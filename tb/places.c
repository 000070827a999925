// SPDX-License-Identifier: BSD-3-Clause
// The name of a place, in messages, waves and recordings.
#include "tb/lockstep.h"

void block_place_name(block_place place, char name[PLACE_NAME])
{
    static const char *const words[] = {[PLACE_SM] = "sm", [PLACE_SCHEDULER] = "sm", [PLACE_CONTROLLER] = "controller"};
    if (place.kind == PLACE_NONE || place.kind == PLACE_GPU)
        snprintf(name, PLACE_NAME, "%s", place.kind == PLACE_GPU ? "gpu" : "bench");
    else if (place.kind == PLACE_SCHEDULER)
        snprintf(name, PLACE_NAME, "%s %u sched %u", words[place.kind], place.index, place.scheduler);
    else
        snprintf(name, PLACE_NAME, "%s %u", words[place.kind], place.index);
}
