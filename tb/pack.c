// The failure pack: one folder with everything about the first divergence; see docs/lockstep.md.
//
//   report.txt      block, instance, cycle, field, both values decoded, the commands
//   stimulus.txt    the inputs of that instance alone, from a checkpoint or reset to the failing cycle
//   wave.fst        that instance over the same cycles: model, RTL and difference
//   wave.gtkw       opens the wave on the failing cycle, the bad field on top
// The wave is made by replaying the stimulus; report.txt says what that showed. A pack that cannot be written
// whole is removed.
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "tb/lockstep_internal.h"

enum { PACK_PATH = 2048, PACKS_MAX = 10000 };

static FILE *open_in(const char *folder, const char *name)
{
    char path[PACK_PATH + 32];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "w");
    if (!file)
        fprintf(stderr, "warplock: %s: %s\n", path, strerror(errno));
    return file;
}

// Both segments of the history as one stimulus.
static void write_stimulus(const block_monitor *m, FILE *file)
{
    stimulus whole;

    stimulus_open(&whole, m->history[0].ops, m->history[0].instance, m->history[0].count + m->history[1].count);
    const stimulus *oldest = m->history[1].count ? &m->history[1] : &m->history[0];
    whole.seed = oldest->seed;
    whole.check_late = oldest->check_late;
    whole.from_reset = oldest->from_reset;
    memcpy(whole.q, oldest->q, whole.ops->state_size);
    memcpy(whole.before, oldest->before, whole.ops->in_size);
    for (int segment = 1; segment >= 0; segment--)
        for (size_t i = 0; i < m->history[segment].count; i++) {
            stimulus_step *step = stimulus_at(&m->history[segment], i);
            stimulus_append(&whole, step->cycle, step->edges, stimulus_inputs(step));
        }
    stimulus_write(&whole, file);
    stimulus_close(&whole);
}

static void write_report(const lockstep *run, const char *pack, FILE *file)
{
    const divergence *d = &run->divergence;
    char name[FIELD_TEXT], c[FIELD_TEXT], verilog[FIELD_TEXT];

    field_element_name(d->field, d->element, name);
    field_decode(d->field, d->c, c);
    field_decode(d->field, d->verilog, verilog);
    fprintf(file, "%s\n\nblock     %s (%s)\ninstance  %s\ncycle     %" PRIu64 "%s\nfield     %s %s: %s\n", run->failure,
            d->block->ops->block, d->block->ops->config, d->block->name, d->cycle,
            field_is_state(d->field) ? " (the registers after the edge that begins it)" : "", field_kind_word(d->field),
            name, d->field->words);
    if (d->late)
        fprintf(file, "before the late inputs  %s\nwith the late inputs    %s\n", c, verilog);
    else
        fprintf(file, "C model   %s\nVerilog   %s\n", c, verilog);
    fprintf(file, "difference 0x%" PRIx64 "\n", d->c ^ d->verilog);
    if (run->options.seed)
        fprintf(file, "seed      %" PRIu64 "\n", run->options.seed);
    fprintf(file, "\nmodel     rtl_c/%s.c, verilog/%s.v, table rtl_c/%s.def\n", d->block->ops->block,
            d->block->ops->block, d->block->ops->block);
    if (run->options.command)
        fprintf(file, "run       %s\n", run->options.command);
    fprintf(file, "replay    %s %s\nwave      gtkwave %s/wave.fst %s/wave.gtkw\n", run->options.replay, pack, pack,
            pack);
}

// The first name not taken: DIR, DIR-2, DIR-3, ...
static bool free_name(const char *folder, char name[PACK_PATH])
{
    for (int number = 1; number < PACKS_MAX; number++) {
        snprintf(name, PACK_PATH, number == 1 ? "%.2000s" : "%.2000s-%d", folder, number);
        if (access(name, F_OK) != 0)
            return true;
    }
    return false;
}

static void remove_files(const char *folder)
{
    static const char *const names[] = {"report.txt", "stimulus.txt", "wave.fst", "wave.fst.hier", "wave.gtkw"};
    char path[PACK_PATH + 32];

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    rmdir(folder);
}

static bool close_written(FILE *file)
{
    bool good = !ferror(file);
    return fclose(file) == 0 && good;
}

// All of it or false: a full disk shows at the last when a file is closed.
static bool write_files(const lockstep *run, const char *folder, const char *pack)
{
    char stimulus_path[PACK_PATH + 32], wave_path[PACK_PATH + 32];
    FILE *file = open_in(folder, "stimulus.txt");

    if (!file)
        return false;
    write_stimulus(run->divergence.block->monitor, file);
    if (!close_written(file))
        return false;
    file = open_in(folder, "report.txt");
    if (!file)
        return false;
    write_report(run, pack, file);
    snprintf(stimulus_path, sizeof stimulus_path, "%s/stimulus.txt", folder);
    snprintf(wave_path, sizeof wave_path, "%s/wave.fst", folder);
    fputs("\nreplayed when this pack was written:\n", file);
    int status = lockstep_replay(stimulus_path, wave_path, NULL, file);
    if (status == 2)
        errno = EIO;
    return close_written(file) && status != 2;
}

// The folder as an absolute path: the command that the report names works from anywhere.
static void absolute_name(const char *folder, char name[PACK_PATH])
{
    char here[PACK_PATH / 2];

    if (folder[0] == '/' || !getcwd(here, sizeof here))
        snprintf(name, PACK_PATH, "%s", folder);
    else
        snprintf(name, PACK_PATH, "%s/%.*s", here, PACK_PATH / 2 - 16, folder);
}

void pack_write(lockstep *run)
{
    char wanted[PACK_PATH], folder[PACK_PATH + 8], pack[PACK_PATH];

    absolute_name(run->options.pack_dir, wanted);
    snprintf(folder, sizeof folder, "%s.XXXXXX", wanted);
    if (!mkdtemp(folder)) {
        fprintf(stderr, "warplock: %s: no failure pack: %s\n", run->options.pack_dir, strerror(errno));
        return;
    }
    chmod(folder, 0755);
    if (free_name(wanted, pack) && write_files(run, folder, pack) && rename(folder, pack) == 0) {
        run->pack = strdup(pack);
        return;
    }
    fprintf(stderr, "warplock: %s: no failure pack: %s\n", run->options.pack_dir, strerror(errno));
    remove_files(folder);
}
