// The machines and systems of the report, from machines.def and systems.def, and the totals of each system per SM.
// A total adds the rows of the system's parts at its machine's parameters: instances per SM, so a part of which there
// is one per GPU or memory controller stands apart. Nothing is added between blocks: no wires, no clock tree.
#include "synth_estimates/overhead.h"

#include <stdlib.h>
#include <string.h>

const overhead_machine overhead_machines[] = {
#define MACHINE(name, mhz, parameters) {#name, mhz, parameters},
#include "synth_estimates/machines.def"
#undef MACHINE
    {0}};

const overhead_system overhead_systems[] = {
#define SYSTEM(name, machine, sms, words) {#name, #machine, sms, words},
#define PART(system, block, instances)
#include "synth_estimates/systems.def"
#undef SYSTEM
#undef PART
    {0}};

const overhead_part overhead_parts[] = {
#define SYSTEM(name, machine, sms, words)
#define PART(system, block, instances) {#system, #block, instances},
#include "synth_estimates/systems.def"
#undef SYSTEM
#undef PART
    {0}};

const overhead_machine *overhead_machine_of(const char *name)
{
    for (const overhead_machine *machine = overhead_machines; machine->name; machine++)
        if (strcmp(machine->name, name) == 0) return machine;
    return NULL;
}

unsigned overhead_parameter(const overhead_machine *machine, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = machine->parameters; at; at = strchr(at, ' ')) {
        if (*at == ' ') at++;
        if (strncmp(at, name, length) == 0 && at[length] == '=') return (unsigned)atoi(at + length + 1);
    }
    return 0;
}

bool overhead_fits(const block_ops *ops, const overhead_machine *machine)
{
    for (const block_param *param = ops->params; param->name; param++)
        if (overhead_parameter(machine, param->name) != param->value) return false;
    return true;
}

const block_ops *overhead_tuple(const char *block, const overhead_machine *machine)
{
    for (const block_ops *const *ops = block_table; *ops; ops++)
        if (strcmp((*ops)->block, block) == 0 && overhead_fits(*ops, machine)) return *ops;
    return NULL;
}

static const overhead_system *system_of(const overhead_part *part)
{
    const overhead_system *system = overhead_systems;
    while (strcmp(system->name, part->system) != 0) system++;
    return system;
}

bool overhead_is_paper_tuple(const block_ops *ops)
{
    bool part_of_any = false;
    for (const overhead_part *part = overhead_parts; part->system; part++)
        if (strcmp(part->block, ops->block) == 0) {
            part_of_any = true;
            if (overhead_fits(ops, overhead_machine_of(system_of(part)->machine))) return true;
        }
    return !part_of_any && overhead_fits(ops, overhead_machine_of("oaws")); // a block that no system lists yet
}

// Adds `times` instances of a row to a total; false when the row has no cost.
static bool add_row(json_t *total, const json_t *row, unsigned times)
{
    static const char *const costs[] = {"gate_equivalents", "area_um2", "area_um2_65nm"};
    const json_t *cost = json_object_get(row, "cost");
    double bits = overhead_number(total, "bits") + times * overhead_number(json_object_get(row, "bits"), "yosys");
    json_object_set_new(total, "bits", json_integer((json_int_t)bits));
    for (size_t i = 0; cost && i < sizeof costs / sizeof *costs; i++)
        json_object_set_new(total, costs[i],
                            json_real(overhead_number(total, costs[i]) + times * overhead_number(cost, costs[i])));
    return cost != NULL;
}

static json_t *system_report(const overhead_system *system, json_t *rows)
{
    const overhead_machine *machine = overhead_machine_of(system->machine);
    json_t *parts = json_array(), *missing = json_array(), *per_sm = json_object();
    bool measured = true;
    for (const overhead_part *part = overhead_parts; part->system; part++) {
        if (strcmp(part->system, system->name) != 0) continue;
        static const char *const words[] = {"SM", "scheduler", "GPU", "memory controller"};
        const block_ops *ops = overhead_tuple(part->block, machine);
        json_array_append_new(parts, json_pack("{s:s,s:s*,s:s}", "block", part->block, "config",
                                               ops ? ops->config : NULL, "one_per", words[part->instances]));
        json_t *row = ops ? overhead_row(rows, ops->block, ops->config) : NULL;
        if (!row)
            json_array_append_new(missing, json_string(part->block));
        else if (part->instances <= PER_SCHEDULER)
            measured &= add_row(per_sm, row, part->instances == PER_SM ? 1 : overhead_parameter(machine, "S"));
    }
    bool built = json_array_size(missing) == 0;
    json_t *report = json_pack("{s:s,s:s,s:s,s:i,s:b,s:b,s:o,s:o}", "name", system->name, "machine", system->machine,
                               "words", system->words, "sms", system->sms, "built", built, "measured",
                               built && measured, "parts", parts, "missing", missing);
    if (built) {
        json_object_set(report, "per_sm", per_sm);
        if (measured)
            json_object_set_new(report, "gpu_area_mm2_65nm",
                                json_real(overhead_number(per_sm, "area_um2_65nm") * system->sms / 1e6));
    }
    json_decref(per_sm);
    return report;
}

json_t *overhead_systems_report(json_t *rows)
{
    json_t *reports = json_array();
    for (const overhead_system *system = overhead_systems; system->name; system++)
        json_array_append_new(reports, system_report(system, rows));
    return reports;
}
