// SPDX-License-Identifier: BSD-3-Clause
// Recordings of L1D accesses and their replay; see sim/run/recording.h.
#include "sim/run/recording.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim/machine/machine.h"
#include "sim/replay/l1d_replay.h"

bool recording_open(l1d_recording *recording, const cli_options *options, const machine *m, const char *policy,
                    const char *kernel, bool last)
{
    stream_head head = {.sms = m->gpu.sms, .sets = m->l1d.sets, .ways = m->l1d.ways, .line_bytes = m->l1d.line_bytes,
                        .index = m->l1d.index, .allocate = m->l1d.allocate, .global_write = m->l1d.global_write};
    bool to_file = options->record_l1d[0] && last;
    char error[1024];

    *recording = (l1d_recording){ 0 };
    if (!to_file && !options->belady)
        return true;
    snprintf(head.machine, sizeof head.machine, "%s", m->name);
    snprintf(head.policy, sizeof head.policy, "%s", policy);
    snprintf(head.kernel, sizeof head.kernel, "%s", kernel);
    if (to_file && !output_open(&recording->file, options->record_l1d, error, sizeof error))
        return cli_mistake("--record-l1d: %s", error);
    if (options->belady && !(recording->kept = tmpfile())) {
        recording_discard(recording);
        return cli_mistake("--belady: a temporary file cannot be written");
    }
    recording->writer = stream_writer_new(options->belady ? recording->kept : recording->file.stream, &head);
    return true;
}

static void copy(FILE *from, FILE *to)
{
    char bytes[1 << 14];
    size_t count;

    rewind(from);
    while ((count = fread(bytes, 1, sizeof bytes, from)) > 0)
        fwrite(bytes, 1, count, to);
}

static bool replay_kept(FILE *kept, run_record *record)
{
    char error[400] = "cannot be written";
    bool good = fflush(kept) == 0 && !ferror(kept);
    stream_file *file = good ? stream_read(kept, "the recording", error, sizeof error) : NULL;

    if (file) {
        const replay_geometry geometry = replay_recorded_geometry(stream_head_of(file));

        record->replayed = replay_file(file, &geometry, &record->replays, error, sizeof error);
        stream_free(file);
    }
    return record->replayed || cli_mistake("--belady: %s", error);
}

bool recording_close(l1d_recording *recording, const cli_options *options, run_record *record)
{
    const counters *c = &record->counters;
    bool good = true;
    char error[1024];

    if (!recording->writer)
        return true;
    stream_writer_end(recording->writer, &(stream_totals){ c->cycles, c->thread_insns, c->warp_insns });
    recording->writer = NULL;
    if (recording->kept) {
        good = replay_kept(recording->kept, record);
        if (recording->file.stream)
            copy(recording->kept, recording->file.stream);
        fclose(recording->kept);
    }
    if (recording->file.stream && !output_close(&recording->file, error, sizeof error))
        good = cli_mistake("--record-l1d: %s", error);
    if (good && options->belady && !replay_holds(&record->replays))
        good = cli_mistake("--belady: bug: %s under %s: a replay under LRU has not the run's hits and merges", record->kernel,
                           record->policy);
    return good;
}

void recording_discard(l1d_recording *recording)
{
    stream_writer_discard(recording->writer);
    if (recording->kept)
        fclose(recording->kept);
    if (recording->file.stream)
        output_discard(&recording->file);
    *recording = (l1d_recording){ 0 };
}
