// SPDX-License-Identifier: BSD-3-Clause
// Machines and their keys; see sim/campaign/simulator/simulator.h.
#include <stdio.h>
#include <stdlib.h>

#include "sim/campaign/simulator/simulator.h"
#include "sim/machine/machine.h"

_Static_assert((int)SIMULATOR_KEY == (int)MACHINE_KEY, "a key is copied");

static bool tell(bool good, const machine_error *why, simulator_error *error)
{
    if (!good)
        snprintf(error->text, sizeof error->text, "%s", why->text);
    return good;
}

static machine *room(void)
{
    machine *m = malloc(sizeof *m);

    if (!m)
        abort();
    return m;
}

machine *simulator_machine(const char *name_or_path, simulator_error *error)
{
    machine *m = room();
    machine_error why;

    if (tell(machine_load(m, name_or_path, &why), &why, error))
        return m;
    free(m);
    return NULL;
}

machine *simulator_machine_usual(void)
{
    machine *m = room();

    machine_defaults(m);
    return m;
}

machine *simulator_machine_copy(const machine *of)
{
    machine *m = room();

    *m = *of;
    return m;
}

bool simulator_machine_set(machine *m, const char *assignment, simulator_error *error)
{
    machine_error why;

    return tell(machine_set(m, assignment, &why), &why, error);
}

bool simulator_machine_check(const machine *m, simulator_error *error)
{
    machine_error why;

    return tell(machine_check(m, &why), &why, error);
}

const char *simulator_machine_name(const machine *m) { return m->name; }

char *simulator_machine_text(const machine *m)
{
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);

    if (!file)
        abort();
    machine_dump(m, file);
    fclose(file);
    return text;
}

unsigned simulator_machine_warps(const machine *m) { return m->core.warps; }
unsigned simulator_machine_sms(const machine *m) { return m->gpu.sms; }
unsigned simulator_machine_controllers(const machine *m) { return m->dram.controllers; }
uint64_t simulator_machine_hash(const machine *m, uint64_t hash) { return machine_hash(m, hash); }
uint64_t simulator_machine_content(const machine *m, uint64_t files) { return machine_content(m, files); }

bool simulator_key_range(const machine *m, const char *key, uint32_t *low, uint32_t *most)
{
    return machine_key_range(m, key, low, most);
}

bool simulator_key_at(unsigned index, char key[static SIMULATOR_KEY])
{
    machine_key row;

    if (!machine_key_at(index, &row))
        return false;
    snprintf(key, SIMULATOR_KEY, "%s", row.name);
    return true;
}
