// What is known of a paper whose claims are measured, and its campaigns: rows of papers.def. Policies and machines are
// named in the tables alone; the code asks for "the baseline", "the schedulers of its figures".
#ifndef WARPLOCK_SIM_CAMPAIGN_PAPER_H
#define WARPLOCK_SIM_CAMPAIGN_PAPER_H

#include <stdbool.h>

// Lists of systems are as system_choose() reads them; so is that of groups.
typedef struct {
    const char *id, *title;
    const char *machine;                        // a bundled one
    const char *baseline;                       // the system that others are held against
    const char *schedulers;                     // of its figures, in their order; those that are not built are left out
    const char *groups;                         // of kernels, that its tables show, in their order
    const char *details;                        // what every run of it keeps beside its report, as `warplock run` takes it
} paper;

// A group of kernels that the paper names; members are kernels and groups, divided by spaces. With a `system` those of
// them whose part under it, over the whole under `over`, has this relation to the bound.
typedef enum { AT_LEAST, ABOVE, AT_MOST, BELOW } group_relation;
typedef struct {
    const char *paper, *name, *members;
    unsigned    most;
    const char *system, *over, *part, *whole;
    group_relation relation;
    double      bound;
} paper_group;

// Runs that a campaign part is made of. A step's runs are made before the next step's are asked for.
typedef struct { const char *part; unsigned step; const char *kernels, *systems; } paper_runs;

// A campaign is one or more parts: names divided by spaces.
typedef struct { const char *name; const paper *of; const char *parts, *help; } campaign_kind;

extern const paper         papers[];            // ends with a NULL id
extern const paper_group   all_groups[];        // ends with a NULL paper
extern const paper_runs    all_runs[];          // ends with a NULL part
extern const campaign_kind campaign_kinds[];    // ends with a NULL name

// Whether the part belongs to the campaign.
bool kind_has_part(const campaign_kind *, const char *part);

#endif
