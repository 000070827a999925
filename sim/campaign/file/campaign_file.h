// SPDX-License-Identifier: BSD-3-Clause
// The contents of a campaign file (docs/campaigns.md): kernels, machines, systems, runs and tables. The papers'
// campaigns are bundled (sim/campaign/papers); `warplock sweep` writes one in memory. Only files name policies,
// machines and kernels; the code asks for "the baseline", "the schedulers of its figures".
#ifndef WARPLOCK_SIM_CAMPAIGN_CAMPAIGN_FILE_H
#define WARPLOCK_SIM_CAMPAIGN_CAMPAIGN_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <jansson.h>

#include "sim/campaign/terms/statistics.h"
#include "sim/campaign/terms/system.h"

enum {
    CAMPAIGN_KERNELS = 256, CAMPAIGN_MACHINES = 16, CAMPAIGN_SEEDS = 64, CAMPAIGN_DETAILS = 16, CAMPAIGN_GROUPS = 64,
    CAMPAIGN_ROWS = 256, CAMPAIGN_SEARCHES = 16, CAMPAIGN_FIGURES = 32, CAMPAIGN_CLAIMS = 128, CAMPAIGN_SOURCES = 64,
    CAMPAIGN_ERROR = 1024, CAMPAIGN_VALUES = 4096, CAMPAIGN_RUNS = 1000000
};

// A kernel to run. The content of all it reads, its own file included, identifies one that is not bundled.
typedef enum { KERNEL_BUNDLED, KERNEL_JOB, KERNEL_PTX, KERNEL_TRACE } kernel_kind;
typedef struct {
    kernel_kind kind;
    const char *name;                           // what tables, groups and systems call it
    const char *word;                           // as `warplock run` takes it: a bundled name, a .json or a .ptx file
    const char *size;                           // of a bundled one, as --size; "" = its default
    const char *const *options;                 // of a PTX file, as `warplock run` takes them, n_options of them
    unsigned    n_options;
    char        source[17];                     // hash of every byte it reads, 16 digits; of a bundled one its sum (program_sums.h)
    bool        same_run;                       // bundled, and the same run for each seed: made once (sim/workload/workload.h)
    bool        aside;                          // run only when named, not as part of `all` or its groups
} campaign_kernel;

// Its place in a paper: its name and group there, and numbers that the paper prints.
typedef struct { const char *name, *group; json_t *says; } benchmark;

// A machine by its name or INI file, its --set keys, and the details that only its runs keep.
typedef struct {
    const char *name, *word, *const *sets;
    unsigned    n_sets;
    const char *details[CAMPAIGN_DETAILS + 1];  // as `warplock run` takes it; ends with NULL
} file_machine;

// system_choose() reads all lists of systems and groups.
//
// A group of kernels; `members` are separated by spaces. With a `system`, only those whose part under it over the whole
// under `over` has this relation to the bound.
typedef enum { AT_LEAST, ABOVE, AT_MOST, BELOW } group_relation;
typedef struct {
    const char *name, *members;
    unsigned    most;                           // the first so many; 0 = all
    const char *system, *over, *part, *whole;
    group_relation relation;
    double      bound;
} kernel_group;

// Runs of a campaign. A step's runs are made before the next step is planned.
typedef struct { unsigned step; const char *kernels, *systems; } runs_row;

typedef enum {
    KERNELS_BY_SYSTEM, KERNELS_BY_LIMIT, KERNELS_BY_PART, RUNS_BY_PART, SWEEP_BY_KERNEL, SWEEP_BY_SYSTEM,
    SYSTEMS_BY_LAST, SWEEP_LINES, SHAPES
} figure_shape;
typedef struct {
    const char  *id;
    figure_shape shape;
    mean_kind    mean;
    int          decimals;
    const char  *head, *title, *kernels, *systems, *over;
    double       times;
    const char  *parts;
    const char  *printed;                       // number of a kernel's `says` to print beside its best limit; "" = none
} figure;

typedef enum {
    CHANGE, REMAINS, REDUCTION, POINTS, TREND, FURTHEST, SHARE, RATIO, LEAST, ORDER, GROWTH, PEAK, SPREAD, STORAGE,
    REPORTED, EXAMPLE, MEASURES
} claim_measure_kind;
typedef struct {
    const char *id, *section, *metric, *subject, *baseline, *group, *value, *unit;      // as in the list of claims
    const char *words;                          // what is claimed, in a sentence
    claim_measure_kind measure;
    mean_kind   mean;                           // the one of the three means that is compared with the claim
    const char *kernels, *systems, *over, *part, *whole;
    const char *direction;                      // "up", "down", "same", "not up", "above X", "below X", "" for none
    const char *points_of, *rivals;             // the file's baseline and schedulers, on the machine of the claim
} claim;

typedef struct campaign_file {
    char         name[64];                      // of the file without folder and .json
    const char  *paper;                         // whose claims these are; "" = none
    const char  *title, *help;                  // help: "" = only a part of campaigns
    const char  *printed_in;                    // where the paper lists its benchmarks
    const char  *size;                          // of bundled kernels without one of their own; "" = their default
    uint64_t     max_cycles;                    // 0 = no limit
    uint64_t     seeds[CAMPAIGN_SEEDS];         // for claims; the first n_seeds for tables
    unsigned     n_seeds, n_claim_seeds;        // at least one; at least n_seeds
    const char  *baseline;                      // the system that others are compared with; "" = none
    const char  *schedulers;                    // of figures, in their order
    const char  *shown;                         // groups of kernels that tables show, in their order
    const char  *policies;                      // systems to run with every kernel; "" = only those of `runs`
    const char *const *sets;                    // for every machine, n_sets of them
    unsigned     n_sets;
    const char  *swept;                         // keys with several values, as words of systems
    const char  *details[CAMPAIGN_DETAILS + 1]; // what every run keeps besides its report, as `warplock run` takes it
    const char  *plot[CAMPAIGN_FIGURES + 1];    // counters that tables of `policies` show
    mean_kind    mean;                          // of these tables
    bool         mean_given;
    file_machine machines[CAMPAIGN_MACHINES];
    unsigned     n_machines;
    campaign_kernel kernels[CAMPAIGN_KERNELS];
    benchmark    benchmarks[CAMPAIGN_KERNELS];  // of the kernel of the same index
    unsigned     n_kernels;
    // each list ends with a row of zeroes
    kernel_group groups[CAMPAIGN_GROUPS + 1];
    runs_row     runs[CAMPAIGN_ROWS + 1];
    best_word    searches[CAMPAIGN_SEARCHES + 1];
    figure       figures[CAMPAIGN_FIGURES + 1];
    claim        claims[CAMPAIGN_CLAIMS + 1];
    const char  *claims_also;                   // a machine on which claims that rest on runs are measured, too; "" = none
    claim        also[CAMPAIGN_CLAIMS + 1];     // those claims, on that machine
    unsigned     n_groups, n_runs, n_searches, n_figures, n_claims;
    // storage of the texts above
    json_t      *roots[CAMPAIGN_SOURCES];
    char        *paths[CAMPAIGN_SOURCES];       // of the files that were read, each once
    unsigned     n_roots;
    char       **texts;
    unsigned     n_texts;
} campaign_file;

typedef struct { char text[CAMPAIGN_ERROR]; } campaign_error;

// Loads a bundled campaign by name, or a file whose path has a `/` or ends with .json. On a mistake NULL, and a message
// with file and line. campaign_file_free() frees it.
campaign_file *campaign_file_load(const char *name_or_path, campaign_error *);
// The same from a text. Messages call it `path`; files that it names are relative to that.
campaign_file *campaign_file_parse(const char *path, const char *text, size_t length, campaign_error *);
// The same from JSON built in memory.
campaign_file *campaign_file_from_json(json_t *root, campaign_error *);
campaign_file *campaign_file_new(void);         // an empty one
void campaign_file_free(campaign_file *);

// The name of each bundled file, from index 0 on; false past the last.
bool campaign_bundled(unsigned index, char name[static 64]);
// Upper bound of its runs: each kernel in each group. A file with more than CAMPAIGN_RUNS is refused when read.
uint64_t campaign_file_runs(const campaign_file *);
// The index of a kernel in the file; -1: no such kernel.
int campaign_file_kernel(const campaign_file *, const char *name);
// Replaces the file's seeds of tables and claims by a value of its key `seeds`.
bool campaign_file_set_seeds(campaign_file *, json_t *value, campaign_error *);
uint64_t systems_count(const char *systems);    // how many systems a list has; at most UINT64_MAX
void campaign_describe_keys(FILE *);            // the tables of `warplock campaign-keys`

#endif
