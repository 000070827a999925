// SPDX-License-Identifier: BSD-3-Clause
// The rows of a query, as a table, CSV or JSON. A table is printed after the last row is read; CSV and JSON are streamed row
// by row. Each is false, with a message, when the store cannot be read.
#ifndef WARPLOCK_SIM_CAMPAIGN_RESULTS_LIST_H
#define WARPLOCK_SIM_CAMPAIGN_RESULTS_LIST_H

#include <stdio.h>

#include "sim/campaign/results/query.h"

enum { LIST_FIELDS = 256 };
typedef struct { query_field fields[LIST_FIELDS]; unsigned n; bool chosen; } list_fields;  // chosen: named by the user

// Fields of "a,b,c"; for "" the defaults of a table, or of a file. False and a message.
bool list_choose(const query *, const char *words, bool file, list_fields *, char *message, size_t size);

bool list_table(query *, const list_fields *, FILE *, char *message, size_t size);
bool list_csv(query *, const list_fields *, FILE *, char *message, size_t size);
bool list_json(query *, const list_fields *, FILE *, char *message, size_t size);   // not chosen: all fields of a row

#endif
