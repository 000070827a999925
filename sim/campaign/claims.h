// The paper's claims (claims.def) beside what a campaign measured.
#ifndef WARPLOCK_SIM_CAMPAIGN_CLAIMS_H
#define WARPLOCK_SIM_CAMPAIGN_CLAIMS_H

#include "sim/campaign/campaign.h"

typedef struct {
    const char *id, *section, *metric, *subject, *baseline, *group, *value, *unit;
    enum { CHANGE, FURTHEST, SHARE, RATIO, SPREAD, STORAGE } measure;
    const char *kernels, *part, *whole;
} claim;

typedef struct {
    double   value;                             // in the claim's unit; NAN = not measured
    unsigned counted, wanted;                   // kernels
    char     words[160];                         // why not, or which of several
} measurement;

extern const claim claims[];                    // ends with a NULL id

// The systems of Fig. 8, gto first; those whose policies are not built are left out by all who go through them.
extern const char *const campaign_schedulers[];     // ends with NULL

void claim_measure(campaign *, const claim *, measurement *);
// "agrees": within a tenth of the value; of 0: within 3 per cent (the paper: "no significant"); of a sign: it.
// Otherwise "same sign" or "opposite" for changes, "differs" for everything else; "" when not measured.
const char *claim_verdict(const claim *, const measurement *);

// For a terminal and as Markdown: those of some sections of the paper (a list that ends with NULL), or all when it is empty.
void claims_print(campaign *, const char *const *sections, FILE *);
void claims_markdown(campaign *, const char *const *sections, FILE *);

// Kernels of "divergent", "coherent", "five" or a kernel's own name; returns how many.
unsigned campaign_kernels_of(campaign *, const char *kernels, const char *names[static CAMPAIGN_KERNELS]);

#endif
