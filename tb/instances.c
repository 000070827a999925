// Building a run and its block instances: the tuple for a geometry, memory, the Verilated side; see tb/lockstep.h.
#include "tb/lockstep_internal.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

lockstep *lockstep_open(const lockstep_options *options, char *error, size_t error_size)
{
    lockstep *run = calloc(1, sizeof *run);
    unsigned sides = options->mode == BLOCKS_C         ? WAVE_MODEL
                     : options->mode == BLOCKS_VERILOG ? WAVE_RTL
                                                       : WAVE_MODEL | WAVE_RTL;

    run->options = *options;
    if (!run->options.pack_dir)
        run->options.pack_dir = "warplock-failure";
    if (!run->options.pack_cycles)
        run->options.pack_cycles = DEFAULT_PACK_CYCLES;
    if (!run->options.replay)
        run->options.replay = "build/warplock replay";
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

static const unsigned *find_value(const block_param *params, const char *name)
{
    for (; params->name; params++)
        if (strcmp(params->name, name) == 0)
            return &params->value;
    return NULL;
}

// How far a tuple is from the wanted parameters; 0 = it is the one.
static unsigned distance(const block_ops *ops, const block_param *wanted)
{
    unsigned sum = 0;
    for (const block_param *p = ops->params; p->name; p++) {
        const unsigned *value = find_value(wanted, p->name);
        if (value)
            sum += *value > p->value ? *value - p->value : p->value - *value;
    }
    return sum;
}

static void explain_missing(const block_ops *nearest, const block_param *wanted, char *error, size_t error_size)
{
    char geometry[160] = "", name[96] = "", flags[160] = "";
    const char *blank = "", *bar = "";

    for (const block_param *p = nearest->params; p->name; p++) {
        const unsigned *value = find_value(wanted, p->name);
        char lower[32];
        size_t i = 0;
        for (; p->name[i] && i < sizeof lower - 1; i++)
            lower[i] = (char)(p->name[i] | 0x20);
        lower[i] = 0;
        snprintf(geometry + strlen(geometry), sizeof geometry - strlen(geometry), "%s%s=%u", blank, p->name, *value);
        snprintf(name + strlen(name), sizeof name - strlen(name), "%s%s%u", bar, lower, *value);
        snprintf(flags + strlen(flags), sizeof flags - strlen(flags), " -DCFG_%s=%u", p->name, *value);
        blank = " ";
        bar = "_";
    }
    snprintf(error, error_size,
             "%s is not built for %s; the nearest tuple is %s; to add this one, add the line "
             "\"CONFIG(%s, %s,%s)\" to rtl_c/configs.def and rebuild",
             nearest->block, geometry, nearest->config, nearest->block, name, flags);
}

static const verilated_ops *find_verilated(const block_ops *ops)
{
    for (const verilated_ops *const *v = verilated_table; *v; v++)
        if (strcmp((*v)->block, ops->block) == 0 && strcmp((*v)->config, ops->config) == 0)
            return *v;
    return NULL;
}

// Nobody looks for the Verilog of C blocks.
static const verilated_ops *verilated_side(const lockstep *run, const block_ops *ops)
{
    return run->options.mode == BLOCKS_C ? NULL : find_verilated(ops);
}

// The operations of the block for these parameters; NULL and a message when it is not built for them.
static const block_ops *find_ops(const char *block_name, const block_param *params, char *error, size_t error_size)
{
    const block_ops *nearest = NULL;
    unsigned least = UINT_MAX;
    const char *name = NULL;
    bool     of_block = false;

    for (const block_ops *const *t = block_table; *t && least; t++) {
        if ((*t)->block != name) {                       // tuples of a block share it
            name = (*t)->block;
            of_block = strcmp(name, block_name) == 0;
        }
        if (!of_block)
            continue;
        unsigned away = distance(*t, params);
        nearest = !nearest || away < least ? *t : nearest;
        least = away < least ? away : least;
    }
    if (!nearest) {
        snprintf(error, error_size, "%s: no such block, expected one of rtl_c/configs.def", block_name);
        return NULL;
    }
    for (const block_param *p = nearest->params; p->name; p++)
        if (!find_value(params, p->name)) {
            fprintf(stderr, "warplock: bug: lockstep_add(%s) without parameter %s\n", block_name, p->name);
            abort();
        }
    if (least) {
        explain_missing(nearest, params, error, error_size);
        return NULL;
    }
    return nearest;
}

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

static void measure(block_monitor *m, const block_ops *ops)
{
    m->early_size = ops->in_size;
    m->register_size = ops->state_size;
    for (const block_field *f = ops->fields; f->name; f++) {
        bool misplaced = (f->kind == FIELD_IN && m->early_size < ops->in_size) ||
                         (f->kind == FIELD_REG && m->register_size < ops->state_size);
        if (misplaced) {
            fprintf(stderr, "warplock: bug: rtl_c/%s.def: row %s: late inputs and memories must come last\n",
                    ops->block, f->name);
            abort();
        }
        if (f->kind == FIELD_IN_LATE && f->offset < m->early_size)
            m->early_size = f->offset;
        if (f->kind == FIELD_MEM && f->offset < m->register_size)
            m->register_size = f->offset;
        if (f->kind == FIELD_OUT)
            m->outputs += f->count;
        if (f->kind == FIELD_REG)
            m->registers += f->count;
        if (f->kind == FIELD_MEM)
            m->memories += f->count;
    }
}

// An SM or controller may be left out.
static bool in_wave(const lockstep *run, block_place place)
{
    bool numbered = place.kind != PLACE_NONE && place.kind != PLACE_GPU;
    return run->wave && (!numbered || !run->options.wave_places || (place.index < 64 && run->options.wave_places >> place.index & 1));
}

static block_monitor *new_monitor(lockstep *run, block *b, const verilated_ops *rtl, recording *recorded)
{
    block_monitor *m = calloc(1, sizeof *m);

    measure(m, b->ops);
    m->seen = calloc(1, b->ops->in_size);
    m->again = calloc(1, b->ops->out_size);
    m->excess = inputs_excess(b->ops);
    m->recorded = recorded;
    b->every |= recorded != NULL;          // each cycle is a line
    m->ops = run->options.mode == BLOCKS_C ? NULL : rtl;
    if (m->ops) {
        m->rtl = m->ops->open();
        m->rtl_q = m->ops->state(m->rtl);
        m->rtl_out = m->ops->out(m->rtl, m->seen);
        for (int segment = 0; segment < 2; segment++) {
            stimulus_open(&m->history[segment], b->ops, b->name, run->options.pack_cycles + 1);
            m->history[segment].seed = run->options.seed;
            m->history[segment].check_late = run->options.check_late;
        }
        run->counts.instances++;
    }
    if (in_wave(run, b->place))
        m->wave = wave_add(run->wave, b, b->clock != &run->clock);
    return m;
}

static block *add(lockstep *run, const block_ops *ops, const verilated_ops *rtl, const char *name, block_place place,
                  block_clock *clock)
{
    block *b = calloc(1, sizeof *b);

    if (run->options.mode != BLOCKS_C && !rtl) {
        fprintf(stderr, "warplock: bug: %s %s has no Verilated module\n", ops->block, ops->config);
        abort();
    }
    b->ops = ops;
    b->owner = run;
    b->every = run->options.when == LOCKSTEP_EVERY;
    b->in = calloc(1, ops->in_size);
    b->out = calloc(1, ops->out_size);
    b->q = calloc(1, ops->state_size);
    b->d = calloc(1, ops->state_size);
    b->place = place;
    b->clock = clock;
    snprintf(b->name, sizeof b->name, "%s", name);
    recording *recorded = record_open(b);
    if (run->options.mode != BLOCKS_C || in_wave(run, place) || recorded)
        b->monitor = new_monitor(run, b, rtl, recorded);
    if (run->last)
        run->last->next = b;
    else
        run->first = b;
    run->last = b;
    block_reset(b);
    return b;
}

block *lockstep_add_ops(lockstep *run, const block_ops *ops, const verilated_ops *rtl, const char *instance_name)
{
    return add(run, ops, rtl, instance_name, (block_place){0}, &run->clock);
}

block *lockstep_add(lockstep *run, const char *block_name, const block_param *params, const char *instance_name,
                    char *error, size_t error_size)
{
    const block_ops *ops = find_ops(block_name, params, error, error_size);
    return ops ? lockstep_add_ops(run, ops, verilated_side(run, ops), instance_name) : NULL;
}

block *lockstep_add_at(lockstep *run, block_place place, block_clock *clock, const char *block_name,
                       const block_param *params, char *error, size_t error_size)
{
    const block_ops *ops = find_ops(block_name, params, error, error_size);
    char name[PLACE_NAME];
    block_place_name(place, name);
    return ops ? add(run, ops, verilated_side(run, ops), name, place, clock ? clock : &run->clock) : NULL;
}

static void free_monitor(block_monitor *m)
{
    if (m->ops) {
        m->ops->close(m->rtl);
        stimulus_close(&m->history[0]);
        stimulus_close(&m->history[1]);
    }
    record_close(m->recorded);
    free(m->seen);
    free(m->again);
    free(m->excess);
    free(m);
}

void lockstep_show_rate(lockstep *run, block_place place, const char *name, const char *words, const uint64_t *counter)
{
    if (in_wave(run, place))
        wave_add_rate(run->wave, place, name, words, counter);
}

bool lockstep_save_wave(lockstep *run, char *error, size_t error_size)
{
    return !run->wave || wave_save(run->wave, error, error_size);
}

void lockstep_close(lockstep *run)
{
    if (run->wave)
        wave_close(run->wave);
    for (block *b = run->first, *next; b; b = next) {
        next = b->next;
        if (b->monitor)
            free_monitor(b->monitor);
        free(b->in);
        free(b->out);
        free(b->q);
        free(b->d);
        free(b);
    }
    record_close_texts(run->texts);
    free(run->pack);
    free(run);
}
