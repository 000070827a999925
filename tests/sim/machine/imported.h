// SPDX-License-Identifier: BSD-3-Clause
// For the tests of the import: the configurations beside them, and what becomes of one.
#ifndef WARPLOCK_TESTS_SIM_MACHINE_IMPORTED_H
#define WARPLOCK_TESTS_SIM_MACHINE_IMPORTED_H

#include "sim/machine/import.h"

typedef struct { char *config, *network; } imported_texts;      // network NULL: none is read
typedef void imported_printer(const import *, FILE *);

imported_texts imported_read(const char *folder, const char *network);
imported_texts imported_gtx480(void);
void imported_free(imported_texts);
import *imported_convert(imported_texts);                       // as files gpgpusim.config and n.icnt
char *imported_edit(const char *text, const char *find, const char *replacement);      // `find` is there once
import *imported_convert_edited(imported_texts, const char *find, const char *replacement);     // in the one file or the other
char *imported_printed(const import *, imported_printer *);

#endif
