// SPDX-License-Identifier: BSD-3-Clause
// The claims of a campaign file next to the measured values.
#ifndef WARPLOCK_SIM_CAMPAIGN_CLAIMS_H
#define WARPLOCK_SIM_CAMPAIGN_CLAIMS_H

#include "sim/campaign/campaign.h"
#include "sim/campaign/terms/statistics.h"

typedef struct {
    double   value;                             // in the claim's unit; NAN = not measured
    double   means[MEAN_KINDS];                 // the three means of it; NAN where nothing is averaged
    double   rise, fall, highest;               // of a trend: largest steps in %, highest over the first
    double   by_seed[CAMPAIGN_SEEDS], half;     // of the value: of each seed, and half of its 95 % interval over them
    unsigned seeds;                             // how many; one or none: there is no interval
    unsigned counted, wanted;                   // kernels
    char     words[160];                        // why it was not measured, or which of several was
} measurement;

// Direction and size of the measured value against the claim.
typedef enum { DIRECTION_UNMEASURED, DIRECTION_RIGHT, DIRECTION_WRONG, DIRECTION_NONE, DIRECTION_UNCLAIMED } direction;
typedef enum { SIZE_UNMEASURED, SIZE_TENTH, SIZE_THIRD, SIZE_FURTHER, SIZE_UNCLAIMED } size_verdict;
typedef struct { direction direction; size_verdict size; } verdict;

// Per cent. A measured change below the first, or within its interval over the seeds, has no direction. A claim of no
// change holds up to the second, our limit for "no significant gain".
#define NO_DIRECTION 1.0
#define SIGNIFICANT  3.0

void claim_measure(campaign *, const claim *, measurement *);
verdict claim_judge(campaign *, const claim *, const measurement *);
// The two words, as "right direction, within a third"; "" when not measured.
const char *direction_words(direction);
const char *size_words(size_verdict);
void verdict_words(verdict, char words[static 64]);
const char *claim_unit(const claim *);          // of the measured number

// For a terminal, as Markdown, and as columns (id, claim, claimed, measured, direction, size, half) for checking notes.
void claims_print(campaign *, FILE *);
void claims_markdown(campaign *, FILE *);
void claims_data(campaign *, FILE *);

#endif
