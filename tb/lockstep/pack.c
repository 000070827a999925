// SPDX-License-Identifier: BSD-3-Clause
// The failure pack: one folder with everything about the first divergence; see docs/lockstep.md.
//
//   report.txt      block, instance, cycle, field, both values decoded, the commands
//   stimulus.txt    the inputs of that instance alone, from a checkpoint or reset to the failing cycle
//   wave.fst        that instance over the same cycles: model, RTL and difference
//   wave.gtkw       opens the wave on the failing cycle, the bad field on top, then the inputs that led to it
//   wave.BLOCK.ROW.txt   what ENUM rows call their values, for it
// The wave is made by replaying the stimulus; report.txt says what that showed. A pack that cannot be written
// whole is removed.
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "tb/lockstep/internal.h"
#include "tb/shell.h"

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

// --- the inputs of the last cycles, and the registers that they met

enum { CYCLES_SHOWN = 6, ELEMENTS_SHOWN = 8 };

// An element that is not as `before`; without `before`, one that is not 0 or has a name.
static bool is_shown(const block_field *field, unsigned element, const void *in, const void *before)
{
    if (before)
        return field_get(field, in, element) != field_get(field, before, element);
    return field_get(field, in, element) != 0 || (field->form == FORM_ENUM && !field->is_vector);
}

static unsigned elements_to_show(const block_field *field, const void *in, const void *before)
{
    unsigned count = 0;
    for (unsigned element = 0; element < field->count; element++)
        count += is_shown(field, element, in, before);
    return count;
}

static void write_field(const block_field *field, const void *in, const void *before, FILE *file)
{
    unsigned shown = 0, count = elements_to_show(field, in, before);
    char name[FIELD_TEXT], value[FIELD_TEXT], was[FIELD_TEXT];

    for (unsigned element = 0; element < field->count && shown < ELEMENTS_SHOWN; element++) {
        if (!is_shown(field, element, in, before))
            continue;
        field_element_name(field, element, name);
        field_decode(field, field_get(field, in, element), value);
        if (before)
            field_decode(field, field_get(field, before, element), was);
        if (before)
            fprintf(file, "    %-20s %s, was %s\n", name, value, was);
        else if (shown)
            fprintf(file, "    %-20s %s\n", name, value);
        else
            fprintf(file, "    %-20s %-24s %s\n", name, value, field->words);
        shown++;
    }
    if (count > shown)
        fprintf(file, "    %-20s and %u more elements\n", field->name, count - shown);
}

// Rows of these kinds, in table order.
static void write_fields(const block_ops *ops, field_kind first, field_kind last, const void *in, const void *before, FILE *file)
{
    bool any = false, zero = false;

    for (const block_field *f = ops->fields; f->name; f++)
        if (f->kind >= first && f->kind <= last && elements_to_show(f, in, before)) {
            write_field(f, in, before, file);
            any = true;
        }
    for (const block_field *f = ops->fields; f->name && !before; f++)
        if (f->kind >= first && f->kind <= last && !elements_to_show(f, in, NULL)) {
            fprintf(file, "%s%s", zero ? ", " : "    0: ", f->name);
            zero = true;
        }
    if (zero)
        fputc('\n', file);
    else if (!any)
        fputs("    nothing\n", file);
}

// The step so many before the last one; NULL when the history does not go back so far.
static stimulus_step *step_before_last(const stimulus *steps, size_t back)
{
    return back < steps->count ? stimulus_at(steps, steps->count - 1 - back) : NULL;
}

// The step that went wrong is shown whole, earlier ones by their changes. Outputs that differ have seen only early inputs.
static void write_last_inputs(const divergence *d, const stimulus *steps, FILE *file)
{
    const block *b = d->block;
    stimulus_step *step = step_before_last(steps, 0);
    field_kind kind = d->field->kind == FIELD_OUT && !d->late ? FIELD_IN : FIELD_IN_LATE;

    if (!step)
        return;
    fprintf(file, "\ninputs in cycle %" PRIu64 ", which led to it\n", step->cycle + (step->edges ? step->edges - 1 : 0));
    write_fields(b->ops, FIELD_IN, kind, stimulus_inputs(step), NULL, file);
    fprintf(file, "\nregisters in cycle %" PRIu64 "\n", step->cycle + (step->edges ? step->edges - 1 : 0));
    write_fields(b->ops, FIELD_REG, FIELD_MEM, d->met, NULL, file);
    for (size_t back = 0; back < CYCLES_SHOWN; back++, kind = FIELD_IN_LATE) {
        stimulus_step *before = step_before_last(steps, back + 1);
        step = step_before_last(steps, back);
        if (!before)
            break;
        fprintf(file, "\nwhat changed in cycle %" PRIu64 "\n", step->cycle);
        write_fields(b->ops, FIELD_IN, kind, stimulus_inputs(step), stimulus_inputs(before), file);
    }
}

static void write_report(const lockstep *run, const stimulus *steps, const char *pack, FILE *file)
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
    write_last_inputs(d, steps, file);
    fprintf(file, "\nmodel     rtl_c/%s.c, verilog/%s.v, table rtl_c/%s.def\n", d->block->ops->block,
            d->block->ops->block, d->block->ops->block);
    if (run->options.command)
        fprintf(file, "run       %s\n", run->options.command);
    fprintf(file, "replay    %s ", run->options.replay);
    shell_print(file, pack);
    fputs("\nwave      gtkwave ", file);
    shell_print(file, pack);
    fputs("/wave.fst ", file);
    shell_print(file, pack);
    fputs("/wave.gtkw\n", file);
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
    static const char *const names[] = {"report.txt", "stimulus.txt"};
    char path[PACK_PATH + 32 + OUTPUT_PATH], file[OUTPUT_PATH];

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    for (unsigned i = 0; i < wave_file_count(); i++) {
        wave_file_name("wave.fst", i, file);
        snprintf(path, sizeof path, "%s/%s", folder, file);
        unlink(path);
    }
    rmdir(folder);
}

static bool close_written(FILE *file)
{
    bool good = !ferror(file);
    return fclose(file) == 0 && good;
}

// All of it or false: a full disk may show only when a file is closed.
static bool write_files(const lockstep *run, const stimulus *steps, const char *folder, const char *pack)
{
    char stimulus_path[PACK_PATH + 32], wave_path[PACK_PATH + 32];
    FILE *file = open_in(folder, "stimulus.txt");

    if (!file)
        return false;
    stimulus_write(steps, file);
    if (!close_written(file))
        return false;
    file = open_in(folder, "report.txt");
    if (!file)
        return false;
    write_report(run, steps, pack, file);
    snprintf(stimulus_path, sizeof stimulus_path, "%s/stimulus.txt", folder);
    snprintf(wave_path, sizeof wave_path, "%s/wave.fst", folder);
    fputs("\nreplayed when this pack was written:\n", file);
    int status = lockstep_replay(stimulus_path, &(replay_options){.wave_path = wave_path}, file);
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
    stimulus steps;
    const block *b = run->divergence.block;
    history_stimulus(&b->monitor->history, &steps, b->name, run->options.seed);
    const bool written = free_name(wanted, pack) && write_files(run, &steps, folder, pack) && rename(folder, pack) == 0;
    stimulus_close(&steps);
    if (written) {
        run->pack = strdup(pack);
        return;
    }
    fprintf(stderr, "warplock: %s: no failure pack: %s\n", run->options.pack_dir, strerror(errno));
    remove_files(folder);
}
