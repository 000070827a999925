// SPDX-License-Identifier: BSD-3-Clause
// Which CTAs of a launch share DRAM rows (OWL paper, Table 4). sim/core fills it in when it is asked to (--per-row).
//
// A CTA accesses a row when an access of one of its warps, a load, store or atomic on global memory, lies in it, whichever
// cache has the line: so it is a property of the kernel and the address map, and no schedule changes it. Local memory, which
// goes with the place of a thread and not with its number, is left out. Of the CTAs of a row those are consecutive whose
// number has a neighbour among them, one lower or one higher: of 1, 2, 3, 4 all, of 1, 2, 5 two of three, of a single one
// none. The share of a row is that of its CTAs, the figure the mean over all rows of all launches, each row the same.
#ifndef WARPLOCK_SIM_REPORT_ROW_SHARING_H
#define WARPLOCK_SIM_REPORT_ROW_SHARING_H

#include <stdint.h>
#include <stdio.h>

#include <jansson.h>

typedef struct row_sharing row_sharing;

typedef struct {
    uint64_t rows, shared_rows;                 // accessed, summed over launches; of these: by more than one CTA
    uint64_t ctas;                              // of each of them, summed
    double   shares;                            // consecutive ones of each row's CTAs, summed over rows
} row_sharing_sums;

row_sharing *row_sharing_new(void);
void row_sharing_free(row_sharing *);
void row_sharing_access(row_sharing *, uint64_t row, uint64_t cta);     // of this launch; row: any number of its own
void row_sharing_launch_end(row_sharing *);
row_sharing_sums row_sharing_total(const row_sharing *);                // of the launches that have ended
void    row_sharing_print(FILE *, const row_sharing *);
json_t *row_sharing_json(const row_sharing *);

#endif
