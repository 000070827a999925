// SPDX-License-Identifier: BSD-3-Clause
// What a run measured: the numbers of its JSON report by their paths ("l1d.hits"), 8 bytes each, and the rest as
// details. So tables of 100,000 runs need no JSON.
#ifndef WARPLOCK_SIM_CAMPAIGN_STORE_MEASURED_H
#define WARPLOCK_SIM_CAMPAIGN_STORE_MEASURED_H

#include <stdbool.h>

#include <jansson.h>

typedef struct {
    unsigned n;
    double  *numbers;                           // by measured_name; NAN: it has none
    char    *group;                             // by the kernel's loads ("divergent"); NULL: the report has none
    char    *details;                           // a JSON object of lists and words; NULL for none
} measured_numbers;

// False when it is no JSON object.
bool measured_read(measured_numbers *, const char *report);
void measured_set(measured_numbers *, unsigned name, double number);
void measured_free(measured_numbers *);
double measured_number(const measured_numbers *, const char *path);            // NAN: there is none
json_t *measured_details(const measured_numbers *);                            // the caller's; NULL for none

// The report as a JSON object without what a store's row has elsewhere, and its group; NULL when it is none.
json_t *measured_open(const char *report, char **group);

// The number of a path, the same for all runs of this process.
unsigned measured_name(const char *path);

enum { MEASURED_PATH = 64 };
// Offers every number of a report to `take` with its path. Those it takes leave the report, and so do parents left
// empty.
void measured_take_numbers(json_t *report, bool (*take)(void *context, const char *path, const json_t *number),
                           void *context);

#endif
