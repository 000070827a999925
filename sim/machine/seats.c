// SPDX-License-Identifier: BSD-3-Clause
// Reads the text seat by seat; each number must occur once.
#include "sim/machine/seats.h"
#include "sim/machine/machine_rows.h"

#include <stdlib.h>
#include <string.h>

enum { NO_SEAT = 255 };

// A whole number below `most` of `length` characters; most if it is none.
static unsigned number_of(const char *text, size_t length, unsigned most)
{
    unsigned number = 0;

    if (length == 0 || length > 2 || strspn(text, "0123456789") < length)
        return most;
    for (size_t i = 0; i < length; i++)
        number = 10 * number + (unsigned)(text[i] - '0');
    return number < most ? number : most;
}

static bool take_seat(machine_seats *seats, const char *text, size_t length, unsigned row, unsigned column,
                      unsigned width, machine_error *error)
{
    const bool controller = length && text[0] == 'm';
    const unsigned most = controller ? SEATS_CONTROLLERS : SEATS_CLUSTERS;
    const unsigned number = number_of(text + controller, length - controller, most);

    if (length == 1 && text[0] == '-')
        return true;
    if (number == most)
        return machine_fail(error, "mesh.seats: seen `%.*s` in row %u, seat %u, expected the number of a cluster, m and that of "
                    "a controller, or -", (int)(length < 20 ? length : 20), text, row + 1, column + 1);
    uint8_t *seat = controller ? &seats->controller[number] : &seats->cluster[number];
    if (*seat != NO_SEAT)
        return machine_fail(error, "mesh.seats: seen %s%u twice, expected each once", controller ? "m" : "", number);
    *seat = (uint8_t)(row * width + column);
    return true;
}

static bool take_row(machine_seats *seats, const machine *m, const char *text, size_t length, unsigned row,
                     machine_error *error)
{
    const char *end = text + length;
    unsigned column = 0;

    for (;; column++) {
        size_t here = strcspn(text, ",/");

        if (column < m->mesh.width && !take_seat(seats, text, here, row, column, m->mesh.width, error))
            return false;
        text += here;
        if (text == end)
            break;
        text++;
    }
    if (column + 1 != m->mesh.width)
        return machine_fail(error, "mesh.seats: seen %u seats in row %u, expected %u (mesh.width)", column + 1, row + 1,
                    m->mesh.width);
    return true;
}

bool machine_seats_read(const machine *m, machine_seats *seats, machine_error *error)
{
    unsigned rows = 0;

    memset(seats, NO_SEAT, sizeof *seats);
    for (const char *at = m->mesh.seats;; at++, rows++) {
        size_t length = strcspn(at, "/");

        if (rows < m->mesh.height && !take_row(seats, m, at, length, rows, error))
            return false;
        at += length;
        if (!*at)
            break;
    }
    if (rows + 1 != m->mesh.height)
        return machine_fail(error, "mesh.seats: seen %u rows, expected %u (mesh.height)", rows + 1, m->mesh.height);
    for (unsigned i = 0; i < m->gpu.clusters; i++)
        if (i >= SEATS_CLUSTERS || seats->cluster[i] == NO_SEAT)
            return machine_fail(error, "mesh.seats: seen no seat of cluster %u, expected one for each of %u", i,
                        m->gpu.clusters);
    for (unsigned i = 0; i < m->dram.controllers; i++)
        if (seats->controller[i] == NO_SEAT)
            return machine_fail(error, "mesh.seats: seen no seat of controller m%u, expected one for each of %u", i,
                        m->dram.controllers);
    return true;
}
