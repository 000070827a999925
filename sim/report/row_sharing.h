// SPDX-License-Identifier: BSD-3-Clause
// Which CTAs of a launch share DRAM rows (OWL paper, Table 4). sim/core fills it in on request (--per-row).
//
// A CTA accesses a row when one of its warps loads, stores or does an atomic there in global memory, whichever cache has the
// line. So sharing is a property of the kernel and the address map, and no schedule changes it. Local memory is left out: its
// addresses follow from a thread's place, not from its number. A CTA of a row is consecutive when the CTA one lower or one
// higher is also of the row: of 1, 2, 3, 4 all, of 1, 2, 5 two of three, of a single one none. A row's share is the consecutive
// part of its CTAs; the figure is the mean over all rows of all launches, each with equal weight.
#ifndef WARPLOCK_SIM_REPORT_ROW_SHARING_H
#define WARPLOCK_SIM_REPORT_ROW_SHARING_H

#include <stdint.h>
#include <stdio.h>

#include <jansson.h>

typedef struct row_sharing row_sharing;

typedef struct {
    uint64_t rows, shared_rows;                 // accessed, summed over launches; those accessed by more than one CTA
    uint64_t ctas;                              // of each of them, summed
    double   shares;                            // consecutive ones of each row's CTAs, summed over rows
} row_sharing_sums;

row_sharing *row_sharing_new(void);
void row_sharing_free(row_sharing *);
void row_sharing_access(row_sharing *, uint64_t row, uint64_t cta);     // in this launch; row: any number for it
void row_sharing_launch_end(row_sharing *);
row_sharing_sums row_sharing_total(const row_sharing *);                // of the launches that have ended
void    row_sharing_print(FILE *, const row_sharing *);
json_t *row_sharing_json(const row_sharing *);

#endif
