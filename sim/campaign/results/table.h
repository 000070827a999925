// SPDX-License-Identifier: BSD-3-Clause
// Lines of texts, numbers, means with intervals, and quotients compared with a reference: for a terminal, as CSV or as
// JSON, where a mean is two values (`ipc`, `ipc.half`) and a quotient three (and `.within`).
#ifndef WARPLOCK_SIM_CAMPAIGN_RESULTS_TABLE_H
#define WARPLOCK_SIM_CAMPAIGN_RESULTS_TABLE_H

#include <stdbool.h>
#include <stdio.h>

#include "sim/campaign/terms/statistics.h"

typedef enum { TABLE_GRID, TABLE_CSV, TABLE_JSON } table_form;
typedef struct table table;

table *table_new(table_form, FILE *);
// Columns come before cells. `once`: a value that all rows share is printed above the table.
void table_text_column(table *, const char *name, bool once);
void table_number_column(table *, const char *name);
void table_spread_column(table *, const char *name);
void table_compared_column(table *, const char *name);
// A cell for each column, row by row.
void table_text(table *, const char *);
void table_number(table *, double);                                    // NAN: there is none
void table_spread(table *, const spread *);                            // "1.2 +-0.3"
void table_compared(table *, const spread *, double reference);        // "1.2 +-0.3 ~" if the interval has the reference
void table_end(table *);                                               // prints what is left and frees it

void number_text(double, char text[static 32]);                        // as a terminal gets it; "" for NAN

#endif
