// SPDX-License-Identifier: BSD-3-Clause
// Files inside the program; see sim/campaign/simulator/simulator.h.
#include "sim/campaign/simulator/simulator.h"
#include "sim/machine/bundled.h"

static carried_file carried(const bundled_file *file)
{
    return file ? (carried_file){ file->path, file->begin, file->end } : (carried_file){ .path = NULL };
}

carried_file carried_find(const char *path) { return carried(bundled_find(path)); }

// The table ends with a NULL path.
carried_file carried_at(unsigned index) { return carried(&bundled_files[index]); }
