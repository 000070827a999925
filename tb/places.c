// SPDX-License-Identifier: BSD-3-Clause
// The name of a place, in messages, waves and recordings.
#include "tb/lockstep.h"

static char *put_text(char *at, const char *text)
{
    while (*text)
        *at++ = *text++;
    return at;
}

static char *put_number(char *at, unsigned number)
{
    if (number > 9)
        at = put_number(at, number / 10);
    *at = (char)('0' + number % 10);
    return at + 1;
}

// A run names some hundred before it begins.
void block_place_name(block_place place, char name[PLACE_NAME])
{
    static const char *const words[] = {[PLACE_NONE] = "bench", [PLACE_GPU] = "gpu", [PLACE_SM] = "sm ", [PLACE_SCHEDULER] = "sm ",
                                        [PLACE_CONTROLLER] = "controller "};
    char *at = put_text(name, words[place.kind]);

    if (place.kind != PLACE_NONE && place.kind != PLACE_GPU)
        at = put_number(at, place.index);
    if (place.kind == PLACE_SCHEDULER)
        at = put_number(put_text(at, " sched "), place.scheduler);
    *at = 0;
}
