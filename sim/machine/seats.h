// SPDX-License-Identifier: BSD-3-Clause
// mesh.seats: what is at each router of the mesh, numbered along the rows from the upper left corner.
//
// Rows are separated by `/`, the seats of a row by `,`: the number of a cluster of SMs, `m` and the number of a memory
// controller, or `-` for nothing. Each cluster and each controller of the machine has one seat; seats of numbers that
// it lacks are empty, so that a smaller machine can keep the text.
// Example, 3 x 2: 0,m0,1/2,m1,-
#ifndef WARPLOCK_SIM_MACHINE_SEATS_H
#define WARPLOCK_SIM_MACHINE_SEATS_H

#include "sim/machine/machine.h"

enum { SEATS_CLUSTERS = 64, SEATS_CONTROLLERS = 32 };
enum { SEATS_SLICES = 4 };             // at most at one seat: the slices of its controller

typedef struct { uint8_t cluster[SEATS_CLUSTERS], controller[SEATS_CONTROLLERS]; } machine_seats;     // the router of each

bool machine_seats_read(const machine *, machine_seats *, machine_error *);

#endif
