// SPDX-License-Identifier: BSD-3-Clause
// A run from its opening to its end, and what it leaves: wave, recording, failure pack; see tb/lockstep.h.
#include "tb/lockstep/internal.h"

#include <stdlib.h>

lockstep *lockstep_open(const lockstep_options *options, char *error, size_t error_size)
{
    lockstep *run = calloc(1, sizeof *run);
    unsigned sides = options->mode == BLOCKS_C         ? WAVE_MODEL
                     : options->mode == BLOCKS_VERILOG ? WAVE_RTL
                                                       : WAVE_MODEL | WAVE_RTL;

    run->options = *options;
    run->run = run;
    if (!run->options.pack_dir)
        run->options.pack_dir = "warplock-failure";
    if (!run->options.pack_cycles)
        run->options.pack_cycles = DEFAULT_PACK_CYCLES;
    if (!run->options.replay)
        run->options.replay = "build/warplock replay";
    if (!run->options.no_pack)
        run->leave_pack = pack_write;
    if (options->record_dir && !record_possible(options->record_dir, error, error_size)) {
        free(run);
        return NULL;
    }
    if (options->wave_path) {
        run->wave = wave_open(options->wave_path, sides, options->wave_start, options->wave_cycles, error, error_size);
        if (!run->wave) {
            free(run);
            return NULL;
        }
    }
    return run;
}

blocks_mode lockstep_mode(const lockstep *run) { return run->options.mode; }

bool lockstep_is_one(const lockstep *run) { return run->wave || run->options.record_dir; }

lockstep *lockstep_part(lockstep *run, unsigned part)
{
    if (lockstep_is_one(run))
        return run;
    for (unsigned i = 0; i <= part; i++) {             // those before it, too: none is missing between others
        if (run->parts[i])
            continue;
        lockstep *made = run->parts[i] = calloc(1, sizeof *made);
        made->options = run->options;
        made->leave_pack = run->leave_pack;
        made->run = run;
    }
    return run->parts[part];
}

bool lockstep_save_wave(lockstep *run, char *error, size_t error_size)
{
    return !run->wave || wave_save(run->wave, error, error_size);
}

void lockstep_close(lockstep *run)
{
    for (unsigned part = 0; part < LOCKSTEP_PARTS && run->parts[part]; part++)
        lockstep_close(run->parts[part]);
    if (run->wave)
        wave_close(run->wave);
    instances_free(run);
    record_close_texts(run->texts);
    known_steps_close(run->known);
    known_steps_close(run->shared);
    free(run->pack);
    free(run->met);
    free(run);
}
