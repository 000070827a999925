// SPDX-License-Identifier: BSD-3-Clause
// The rows of machine.def, into which a file is read: machine.c has them, machine_file.c reads. Private to both. `where` begins
// a message: "file:line" or the option.
#ifndef WARPLOCK_SIM_MACHINE_MACHINE_ROWS_H
#define WARPLOCK_SIM_MACHINE_MACHINE_ROWS_H

#include "sim/machine/machine.h"

enum {
    MACHINE_ROWS = 0
#define SECTION(section, help) + 1
#define NUMBER(section, key, initial, low, high, unit, help) + 1
#define CHOICE(section, key, initial, words, help) + 1
#define TEXT(section, key, initial, help) + 1
#include "sim/machine/machine.def"
};

__attribute__((format(printf, 2, 3))) bool machine_fail(machine_error *, const char *format, ...);    // false
bool machine_has_section(const char *section);
bool machine_fail_at_section(const char *section, const char *where, machine_error *);               // false, with the nearest
// The row of [section] key; -1, and a message with the nearest, when there is none. It is found soonest shortly behind row `after`.
int  machine_row(const char *section, const char *key, int after, const char *where, machine_error *);
bool machine_set_row(machine *, int row, const char *value, const char *where, machine_error *);

#endif
