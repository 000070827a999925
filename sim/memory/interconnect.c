// SPDX-License-Identifier: BSD-3-Clause
// Which kind of network a machine has, and who its inputs and outputs are.
#include "sim/memory/interconnect.h"

#include <stdlib.h>

#include "sim/machine/seats.h"
#include "sim/memory/crossbar.h"
#include "sim/memory/local_crossbar.h"
#include "sim/memory/mesh.h"

static mesh_side clusters_of(const machine *machine, const machine_seats *seats)
{
    mesh_side side = {.count = machine->gpu.clusters};
    for (unsigned i = 0; i < side.count; i++)
        side.router[i] = seats->cluster[i];
    return side;
}

static mesh_side slices_of(const machine *machine, const machine_seats *seats)
{
    mesh_side side = {.count = machine->l2.sub_partitions};
    const unsigned of_controller = side.count / machine->dram.controllers;
    for (unsigned i = 0; i < side.count; i++)
        side.router[i] = seats->controller[i / of_controller];
    return side;
}

void interconnect_open(const machine *machine, counters *counters, network **to_memory, network **to_sms)
{
    machine_seats seats;
    machine_error error;
    if (machine->icnt.kind == NETWORK_CROSSBAR) {
        *to_memory = crossbar_new(machine, machine->gpu.clusters, machine->l2.sub_partitions);
        *to_sms = crossbar_new(machine, machine->l2.sub_partitions, machine->gpu.clusters);
        return;
    }
    if (machine->icnt.kind == NETWORK_LOCAL) {
        *to_memory = local_crossbar_new(machine, machine->gpu.clusters, machine->l2.sub_partitions, 0);
        *to_sms = local_crossbar_new(machine, machine->l2.sub_partitions, machine->gpu.clusters, machine->gpu.clusters);
        return;
    }
    if (!machine_seats_read(machine, &seats, &error))          // machine_check has seen to that
        abort();
    const mesh_side clusters = clusters_of(machine, &seats), slices = slices_of(machine, &seats);
    *to_memory = mesh_new(machine, &clusters, &slices, counters);
    *to_sms = mesh_new(machine, &slices, &clusters, counters);
}
