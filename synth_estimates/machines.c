// SPDX-License-Identifier: BSD-3-Clause
// The machines of the report, which are the bundled ones, its systems, from systems.def, and the totals of each system.
// A total adds the rows of the system's parts at its machine's parameters: instances per SM, so a part of which there
// is one per GPU or memory controller stands apart. Nothing is added between blocks: no wires, no clock tree.
#include "synth_estimates/overhead.h"

#include <stdlib.h>
#include <string.h>

// base: what every policy needs. A block that no system lists yet is measured at FIRST_MACHINE.
#define BASE "base"
#define FIRST_MACHINE "oaws"

enum { MACHINES_MAX = 16 };

const overhead_system overhead_systems[] = {
#define SYSTEM(name, machine, words) {#name, #machine, words},
#define PART(system, block, parameters)
#include "synth_estimates/systems.def"
#undef SYSTEM
#undef PART
    {0}};

const overhead_part overhead_parts[] = {
#define SYSTEM(name, machine, words)
#define PART(system, block, parameters) {#system, #block, parameters},
#include "synth_estimates/systems.def"
#undef SYSTEM
#undef PART
    {0}};

// Reads the bundled machines; exit 2 when one is not to be read, or a system's is not among them.
static void load_machines(overhead_machine machines[MACHINES_MAX + 1])
{
    char name[64];
    for (unsigned i = 0; machine_bundled(i, name); i++) {
        machine_error error;
        if (i == MACHINES_MAX || !machine_load(&machines[i].keys, name, &error)) {
            fprintf(stderr, "%s\n", i == MACHINES_MAX ? "synth_estimates/machines.c: too many machines" : error.text);
            exit(2);
        }
        machines[i].name = machines[i].keys.name;
        block_params_of_machine(&machines[i].keys, machines[i].parameters);
    }
    for (const overhead_system *system = overhead_systems; system->name; system++) {
        const overhead_machine *machine = machines;
        while (machine->name && strcmp(machine->name, system->machine) != 0) machine++;
        if (machine->name) continue;
        fprintf(stderr, "synth_estimates/systems.def: system %s: machine %s, expected one of sim/machine/*.ini\n",
                system->name, system->machine);
        exit(2);
    }
}

const overhead_machine *overhead_machines(void)
{
    static overhead_machine machines[MACHINES_MAX + 1];
    if (!machines[0].name) load_machines(machines);
    return machines;
}

// Where a block stands; one that is not built yet stands in an SM.
const overhead_place *overhead_place_of(const char *block)
{
    static const overhead_place places[] = {
#define PLACE(block, kind, clock, role) {#block, PLACE_##kind, CLOCK_##clock, role},
#include "rtl_c/places.def"
#undef PLACE
        {NULL, PLACE_SM, CLOCK_CORE, UPDATES}};
    const overhead_place *place = places;
    while (place->block && strcmp(place->block, block) != 0) place++;
    return place;
}

double overhead_clock_mhz(const overhead_machine *machine, const char *block)
{
    bool dram = block && overhead_place_of(block)->clock == CLOCK_DRAM;
    return dram ? machine->keys.clock.dram_mhz : machine->keys.clock.core_mhz;
}

bool overhead_decides(const char *block)
{
    for (const overhead_part *part = overhead_parts; part->system; part++)
        if (strcmp(part->block, block) == 0 && overhead_place_of(block)->role == DECIDES) return true;
    return false;
}

const overhead_machine *overhead_machine_of(const char *name)
{
    for (const overhead_machine *machine = overhead_machines(); machine->name; machine++)
        if (strcmp(machine->name, name) == 0) return machine;
    return NULL;
}

// The value in a part's list as "N=48 S=2"; false when it does not name the parameter.
static bool part_gives(const char *list, const char *name, unsigned *value)
{
    size_t length = strlen(name);
    for (const char *at = list; at; at = strchr(at, ' ')) {
        if (*at == ' ') at++;
        if (strncmp(at, name, length) != 0 || at[length] != '=') continue;
        *value = (unsigned)atoi(at + length + 1);
        return true;
    }
    return false;
}

static bool machine_gives(const overhead_machine *machine, const char *name, unsigned *value)
{
    for (const block_param *param = machine->parameters; param->name; param++)
        if (strcmp(param->name, name) == 0) return *value = param->value, true;
    return false;
}

// What the part's system chooses, else what the machine gives.
static bool find_value(const overhead_part *part, const overhead_machine *machine, const char *name, unsigned *value)
{
    return part_gives(part ? part->parameters : NULL, name, value) || machine_gives(machine, name, value);
}

static bool fits_part(const block_ops *ops, const overhead_part *part, const overhead_machine *machine)
{
    for (const block_param *param = ops->params; param->name; param++) {
        unsigned value = 0;
        if (!find_value(part, machine, param->name, &value) || value != param->value) return false;
    }
    return true;
}

const overhead_part *overhead_part_at(const block_ops *ops, const overhead_machine *machine)
{
    for (const overhead_part *part = overhead_parts; part->system; part++)
        if (strcmp(part->block, ops->block) == 0 && fits_part(ops, part, machine)) return part;
    return NULL;
}

static bool is_part(const char *block)
{
    for (const overhead_part *part = overhead_parts; part->system; part++)
        if (strcmp(part->block, block) == 0) return true;
    return false;
}

bool overhead_fits(const block_ops *ops, const overhead_machine *machine)
{
    return overhead_part_at(ops, machine) || (!is_part(ops->block) && fits_part(ops, NULL, machine));
}

static const overhead_part *part_of(const char *system, const char *block)
{
    for (const overhead_part *part = overhead_parts; part->system; part++)
        if ((!system || strcmp(part->system, system) == 0) && strcmp(part->block, block) == 0) return part;
    return NULL;
}

static const block_ops *part_tuple(const overhead_part *part, const char *block, const overhead_machine *machine)
{
    for (const block_ops *const *ops = block_table; *ops; ops++)
        if (strcmp((*ops)->block, block) == 0 && fits_part(*ops, part, machine)) return *ops;
    return NULL;
}

const block_ops *overhead_tuple(const char *system, const char *block, const overhead_machine *machine)
{
    const overhead_part *part = system ? part_of(system, block) : NULL;
    if (!part) part = part_of(BASE, block);
    return part_tuple(part ? part : part_of(NULL, block), block, machine);
}

static const overhead_system *system_of(const char *name)
{
    const overhead_system *system = overhead_systems;
    while (strcmp(system->name, name) != 0) system++;
    return system;
}

// Whether every part of the system has a tuple at its machine.
static bool is_built(const overhead_system *system)
{
    const overhead_machine *machine = overhead_machine_of(system->machine);
    for (const overhead_part *part = overhead_parts; part->system; part++)
        if (strcmp(part->system, system->name) == 0 && !part_tuple(part, part->block, machine)) return false;
    return true;
}

bool overhead_is_paper_tuple(const block_ops *ops)
{
    bool part_of_any = false;
    for (const overhead_part *part = overhead_parts; part->system; part++) {
        if (strcmp(part->block, ops->block) != 0) continue;
        part_of_any = true;
        if (fits_part(ops, part, overhead_machine_of(system_of(part->system)->machine))) return true;
        if (strcmp(part->system, BASE) != 0) continue;
        for (const overhead_system *system = overhead_systems; system->name; system++)
            if (is_built(system) && fits_part(ops, part, overhead_machine_of(system->machine))) return true;
    }
    return !part_of_any && overhead_fits(ops, overhead_machine_of(FIRST_MACHINE)); // a block that no system lists yet
}

// Prints each of the block's parameters that neither the part nor the machine names; returns how many.
static unsigned unnamed_at(FILE *messages, const block_ops *ops, const overhead_part *part, const char *machine)
{
    unsigned unnamed = 0, value;
    for (const block_param *param = ops->params; param->name; param++) {
        if (find_value(part, overhead_machine_of(machine), param->name, &value)) continue;
        fprintf(messages, "sim/machine/block_params.def: machine %s gives no %s, expected one for block %s\n", machine,
                param->name, ops->block);
        unnamed++;
    }
    return unnamed;
}

unsigned overhead_unnamed_parameters(FILE *messages)
{
    unsigned unnamed = 0;
    for (const block_ops *const *ops = block_table; *ops; ops++) {
        if (ops != block_table && strcmp(ops[-1]->block, (*ops)->block) == 0) continue;
        bool part_of_any = false;
        for (const overhead_part *part = overhead_parts; part->system; part++) {
            if (strcmp(part->block, (*ops)->block) != 0) continue;
            part_of_any = true;
            unnamed += unnamed_at(messages, *ops, part, system_of(part->system)->machine);
        }
        if (!part_of_any) unnamed += unnamed_at(messages, *ops, NULL, FIRST_MACHINE);
    }
    return unnamed;
}

// --- totals

// The sums over a system's parts. `missing`: blocks without a table; `no_tuple`: without one for the machine.
typedef struct {
    json_t *parts, *per_sm, *gpu, *missing, *no_tuple;
    bool measured;
} totals;

static const char *const costs[] = {"gate_equivalents", "area_um2", "area_um2_65nm"};

// Adds `times` instances of a row to a total, or takes them away; false when the row has no cost.
static bool add_row(json_t *total, const json_t *row, int times)
{
    const json_t *cost = json_object_get(row, "cost");
    double bits = overhead_number(total, "bits") + times * overhead_number(json_object_get(row, "bits"), "yosys");
    json_object_set_new(total, "bits", json_integer((json_int_t)bits));
    for (size_t i = 0; cost && i < sizeof costs / sizeof *costs; i++)
        json_object_set_new(total, costs[i],
                            json_real(overhead_number(total, costs[i]) + times * overhead_number(cost, costs[i])));
    // What is printed: sums of medians and of spreads.
    json_t *figure = json_object_get(total, "figure");
    if (!figure) json_object_set_new(total, "figure", figure = json_object());
    double spread, gates = overhead_figure(row, "gate_equivalents", &spread);
    gates = overhead_number(figure, "gate_equivalents") + times * gates;
    json_object_set_new(figure, "gate_equivalents", json_real(gates));
    json_object_set_new(figure, "spread", json_real(overhead_number(figure, "spread") + times * spread));
    return cost != NULL;
}

bool overhead_has_table(const char *block)
{
    for (const block_ops *const *ops = block_table; *ops; ops++)
        if (strcmp((*ops)->block, block) == 0) return true;
    return false;
}

// `sign` -1: of a part that gives its place to another.
static void add_part(totals *sum, const overhead_part *part, const overhead_machine *machine, json_t *rows, int sign)
{
    static const char *const words[] = {[PLACE_SM] = "SM", [PLACE_SCHEDULER] = "scheduler", [PLACE_GPU] = "GPU",
                                        [PLACE_CONTROLLER] = "memory controller"};
    const int schedulers = (int)machine->keys.core.schedulers, sms = (int)machine->keys.gpu.sms;
    const int per_sm[] = {[PLACE_SM] = 1, [PLACE_SCHEDULER] = schedulers, [PLACE_CONTROLLER] = 0, [PLACE_GPU] = 0};
    const int per_gpu[] = {[PLACE_SM] = sms, [PLACE_SCHEDULER] = sms * schedulers, [PLACE_GPU] = 1,
                           [PLACE_CONTROLLER] = (int)machine->keys.dram.controllers};
    const place_kind kind = overhead_place_of(part->block)->kind;
    const block_ops *ops = part_tuple(part, part->block, machine);
    if (sign > 0) json_array_append_new(sum->parts, json_pack("{s:s,s:s*,s:s}", "block", part->block, "config",
                                                ops ? ops->config : NULL, "one_per", words[kind]));
    const json_t *row = ops ? overhead_row(rows, ops->block, ops->config) : NULL;
    if (!row) {
        json_array_append_new(overhead_has_table(part->block) ? sum->no_tuple : sum->missing, json_string(part->block));
        return;
    }
    add_row(sum->per_sm, row, sign * per_sm[kind]);
    sum->measured &= add_row(sum->gpu, row, sign * per_gpu[kind]);
}

// What the system has, and less what of base it puts something else for.
static void add_system(totals *sum, const char *system, const overhead_machine *machine, json_t *rows)
{
    for (const overhead_part *part = overhead_parts; part->system; part++) {
        if (strcmp(part->system, system) != 0) continue;
        const overhead_part *replaced = strcmp(system, BASE) != 0 ? part_of(BASE, part->block) : NULL;
        add_part(sum, part, machine, rows, 1);
        if (replaced) add_part(sum, replaced, machine, rows, -1);
    }
}

// The sums as a new object, which takes the totals over.
static json_t *totals_report(totals sum)
{
    bool built = json_array_size(sum.missing) + json_array_size(sum.no_tuple) == 0;
    json_t *report = json_pack("{s:b,s:b,s:o,s:o,s:o}", "built", built, "measured", built && sum.measured, "parts",
                               sum.parts, "missing", sum.missing, "no_tuple", sum.no_tuple);
    if (!sum.measured) json_object_del(sum.per_sm, "figure"), json_object_del(sum.gpu, "figure");
    for (size_t i = 0; !sum.measured && i < sizeof costs / sizeof *costs; i++) {   // sums of some parts only
        json_object_del(sum.per_sm, costs[i]);
        json_object_del(sum.gpu, costs[i]);
    }
    if (built) {
        json_object_set(report, "per_sm", sum.per_sm);
        json_object_set(report, "gpu", sum.gpu);
        if (sum.measured)
            json_object_set_new(report, "gpu_area_mm2_65nm",
                                json_real(overhead_number(sum.gpu, "area_um2_65nm") / 1e6));
    }
    json_decref(sum.per_sm);
    json_decref(sum.gpu);
    return report;
}

static totals no_totals(void)
{
    return (totals){json_array(), json_object(), json_object(), json_array(), json_array(), true};
}

json_t *overhead_system_at(const overhead_system *system, const overhead_machine *machine, json_t *rows)
{
    json_t *report = json_pack("{s:s,s:s,s:s,s:i,s:i}", "name", system->name, "machine", machine->name, "words",
                               system->words, "sms", (int)machine->keys.gpu.sms,
                               "controllers", (int)machine->keys.dram.controllers);
    totals adds = no_totals();
    add_system(&adds, system->name, machine, rows);
    json_t *own = totals_report(adds);
    json_object_update(report, own);
    json_decref(own);
    if (strcmp(system->name, BASE) != 0) {
        totals whole = no_totals();
        add_system(&whole, BASE, machine, rows);
        add_system(&whole, system->name, machine, rows);
        json_object_set_new(report, "whole", totals_report(whole));
    }
    return report;
}

json_t *overhead_systems_report(json_t *rows)
{
    json_t *reports = json_array();
    for (const overhead_system *system = overhead_systems; system->name; system++)
        json_array_append_new(reports, overhead_system_at(system, overhead_machine_of(system->machine), rows));
    return reports;
}
