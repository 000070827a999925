// SPDX-License-Identifier: BSD-3-Clause
// A machine from a configuration of GPGPU-Sim, 3.x or 4.x: the file of its options (gpgpusim.config) and the interconnect's
// file that it names. The rows of import.def say what becomes of each option: it is the source of keys; or it has no
// counterpart, and words say what is done instead; or no machine here can have its value, and a refusal names the nearest
// possible one.
#ifndef WARPLOCK_SIM_MACHINE_IMPORT_H
#define WARPLOCK_SIM_MACHINE_IMPORT_H

#include "sim/machine/machine.h"

enum { IMPORT_FILE_BYTES_MAX = 1 << 20 };

typedef struct import import;

import *import_new(void);
void import_free(import *);

// The text of each file, which need not end with NUL, and its name for messages. False and a message if it is not such a
// file. The interconnect's comes second, if import_network_name has one.
bool import_config(import *, const char *file_name, const char *text, size_t length, machine_error *);
const char *import_network_name(const import *);                // the value of -inter_config_file; NULL: none is read
bool import_network(import *, const char *file_name, const char *text, size_t length, machine_error *);

// Makes the keys, with the nearest values for refused ones. False and a message if they do not form a machine.
bool import_convert(import *, machine_error *);
const machine *import_machine(const import *);
unsigned import_refusals(const import *);
unsigned import_options(const import *);                        // of both files
void import_print_refusals(const import *, FILE *);             // a line each: "FILE:LINE: OPTION: seen ..., expected ..."
void import_print_lists(const import *, const char *before, FILE *);    // refused options, those without counterpart; `before` begins lines
void import_write(const import *, FILE *);                      // the INI: each key with its option, then those lists

#endif
