// SPDX-License-Identifier: BSD-3-Clause
// Replays a recorded stimulus against one instance, C model and Verilog, without the simulator; see tb/lockstep.h.
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "tb/lockstep/internal.h"
#include "tb/lockstep/replay.h"
#include "tb/vectors.h"

enum { PACK_PATH = 4096 };

// Registers and late ports as they were before the first recorded step.
static void restore(block *b, const stimulus *s)
{
    block_monitor *m = b->monitor;

    if (s->from_reset || lockstep_failed(b->owner))
        return;
    block_load(b, s->q);
    memcpy(m->seen, s->before, b->ops->in_size);
    history_begin(&m->history, s->q, s->before);
    m->ops->settle(m->rtl, s->before);
}

void stimulus_play(lockstep *run, block *b, const stimulus *s, FILE *vectors)
{
    restore(b, s);
    for (size_t i = 0; i < s->count && !lockstep_failed(run); i++) {
        stimulus_step *step = stimulus_at(s, i);
        memcpy(b->in, stimulus_inputs(step), b->ops->in_size);
        for (uint64_t edge = 0; (edge == 0 || edge < step->edges) && !lockstep_failed(run); edge++) {
            lockstep_cycle(run, step->cycle + edge);
            block_out(b);
            if (step->edges == 0 || lockstep_failed(run))
                break;
            block_next(b);
            block_commit(b);
            if (vectors)
                vectors_write(vectors, b->ops, false, b->in, b->out, b->q);
        }
    }
    lockstep_complete(run);
}

static int mistake(const char *what)
{
    fprintf(stderr, "warplock: %s\n", what);
    return 2;
}

// The stimulus in a failure pack, else the file itself; `path` is which.
static bool stimulus_of_pack(stimulus *s, const char *pack, char path[static PACK_PATH], char *error, size_t size)
{
    struct stat kind;
    bool folder = stat(pack, &kind) == 0 && S_ISDIR(kind.st_mode);

    if (snprintf(path, PACK_PATH, folder ? "%s/stimulus.txt" : "%s", pack) >= PACK_PATH) {
        snprintf(error, size, "seen a path of %zu bytes, expected fewer", strlen(pack));
        return false;
    }
    return (folder ? stimulus_read_own : stimulus_read)(s, path, true, error, size);
}

int lockstep_replay(const char *pack, const replay_options *wanted, FILE *output)
{
    char error[TUPLE_ERROR], path[PACK_PATH];
    FILE *vectors = NULL;
    stimulus s;

    if (!stimulus_of_pack(&s, pack, path, error, sizeof error))
        return mistake(error);
    if (wanted->vectors_path && !(vectors = fopen(wanted->vectors_path, "w"))) {
        snprintf(error, sizeof error, "%.160s: %s", wanted->vectors_path, strerror(errno));
        stimulus_close(&s);
        return mistake(error);
    }
    output_protect(path);
    lockstep_options options = {.mode = BLOCKS_LOCKSTEP,
                                .when = LOCKSTEP_EVERY,
                                .wave_path = wanted->wave_path,
                                .wave_start = wanted->wave_start,
                                .wave_cycles = wanted->wave_cycles,
                                .no_pack = !wanted->pack_dir,
                                .pack_dir = wanted->pack_dir,
                                .command = wanted->command,
                                .replay = wanted->replay,
                                .check_late = s.check_late,
                                .seed = s.seed,
                                .pack_cycles = s.count + 1};
    lockstep *run = lockstep_open(&options, error, sizeof error);
    if (!run) {
        stimulus_close(&s);
        return mistake(error);
    }
    block *b = lockstep_add_ops(run, s.ops, tuple_verilog(s.ops), s.instance);
    stimulus_play(run, b, &s, vectors);
    if (vectors && fclose(vectors) != 0)
        fprintf(output, "%s: %s\n", wanted->vectors_path, strerror(errno));
    bool saved = lockstep_save_wave(run, error, sizeof error);
    const char *failure = lockstep_failed(run);
    if (!saved)
        fprintf(output, "%s\n", error);
    if (failure)
        fprintf(output, "%s\n", failure);
    else
        fprintf(output, "%s[%s]: %zu steps replayed, C model and Verilog agree\n", s.ops->block, s.instance, s.count);
    if (lockstep_pack(run))
        fprintf(output, "failure pack: %s/report.txt\n", lockstep_pack(run));
    int status = !saved ? 2 : failure ? 1 : 0;
    lockstep_close(run);
    stimulus_close(&s);
    return status;
}
