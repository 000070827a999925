// SPDX-License-Identifier: BSD-3-Clause
// What a campaign file says (docs/campaigns.md): kernels, machines, systems, which runs, which tables. The papers'
// campaigns are bundled ones (sim/campaign/papers), `warplock sweep` writes one in memory. Policies, machines and
// kernels are named in files alone; the code asks for "the baseline", "the schedulers of its figures".
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

// What is run. What a kernel that is not bundled reads, its own file included, is known by its content.
typedef enum { KERNEL_BUNDLED, KERNEL_JOB, KERNEL_PTX, KERNEL_TRACE } kernel_kind;
typedef struct {
    kernel_kind kind;
    const char *name;                           // what tables, groups and systems call it
    const char *word;                           // as `warplock run` takes it: a bundled name, a .json or a .ptx file
    const char *size;                           // of a bundled one, as --size; "" = its default
    const char *const *options;                 // of a PTX file, as `warplock run` takes them, n_options of them
    unsigned    n_options;
    char        source[17];                     // hash of every byte it reads, 16 digits; of a bundled one its sum (program_sums.h)
    bool        same_run;                       // of a bundled one: for each seed, so it is made once (sim/workload/workload.h)
    bool        aside;                          // meant by its name alone, not by `all` and what is made of it
} campaign_kernel;

// Its place in a paper: the name it has there, its group, numbers that the paper prints of it.
typedef struct { const char *name, *group; json_t *says; } benchmark;

// A machine by its name or INI file, what is set in it, and what runs on it keep beside those of every run.
typedef struct {
    const char *name, *word, *const *sets;
    unsigned    n_sets;
    const char *details[CAMPAIGN_DETAILS + 1];  // as `warplock run` takes it; ends with NULL
} file_machine;

// Lists of systems are as system_choose() reads them; so is that of groups.
//
// A group of kernels; members are kernels, divided by spaces. With a `system` those of them whose part under
// it, over the whole under `over`, has this relation to the bound.
typedef enum { AT_LEAST, ABOVE, AT_MOST, BELOW } group_relation;
typedef struct {
    const char *name, *members;
    unsigned    most;                           // the first so many; 0 = all
    const char *system, *over, *part, *whole;
    group_relation relation;
    double      bound;
} kernel_group;

// Runs of a campaign. A step's runs are made before the next step's are asked for.
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
    const char  *printed;                       // number of a kernel's `says` that stands beside its best limit; "" = none
} figure;

typedef enum {
    CHANGE, REMAINS, REDUCTION, POINTS, TREND, FURTHEST, SHARE, RATIO, LEAST, ORDER, GROWTH, PEAK, SPREAD, STORAGE,
    REPORTED, EXAMPLE, MEASURES
} claim_measure_kind;
typedef struct {
    const char *id, *section, *metric, *subject, *baseline, *group, *value, *unit;      // as in the list of claims
    const char *words;                          // what is claimed, in a sentence
    claim_measure_kind measure;
    mean_kind   mean;                           // of the three that are given, the one that is held against the claim
    const char *kernels, *systems, *over, *part, *whole;
    const char *direction;                      // "up", "down", "same", "not up", "above X", "below X", "" for none
    const char *points_of, *rivals;             // the file's baseline and schedulers, on the machine of the claim
} claim;

typedef struct campaign_file {
    char         name[64];                      // of the file without folder and .json
    const char  *paper;                         // whose claims these are; "" = none's
    const char  *title, *help;                  // help: "" = a part of campaigns, and none itself
    const char  *printed_in;                    // where the paper lists its benchmarks
    const char  *size;                          // of bundled kernels without one of their own; "" = their default
    uint64_t     max_cycles;                    // 0 = no limit
    uint64_t     seeds[CAMPAIGN_SEEDS];         // of claims; the first n_seeds of tables
    unsigned     n_seeds, n_claim_seeds;        // at least one; at least n_seeds
    const char  *baseline;                      // the system that others are held against; "" = none
    const char  *schedulers;                    // of figures, in their order
    const char  *shown;                         // groups of kernels that tables show, in their order
    const char  *policies;                      // systems that are run with every kernel; "" = only those of runs
    const char *const *sets;                    // for every machine, n_sets of them
    unsigned     n_sets;
    const char  *swept;                         // keys with several values, as words of systems
    const char  *details[CAMPAIGN_DETAILS + 1]; // what every run keeps beside its report, as `warplock run` takes it
    const char  *plot[CAMPAIGN_FIGURES + 1];    // counters that tables of `policies` show
    mean_kind    mean;                          // of these tables
    bool         mean_given;
    file_machine machines[CAMPAIGN_MACHINES];
    unsigned     n_machines;
    campaign_kernel kernels[CAMPAIGN_KERNELS];
    benchmark    benchmarks[CAMPAIGN_KERNELS];  // of the kernel of the same index
    unsigned     n_kernels;
    // each ends with a row of zeroes
    kernel_group groups[CAMPAIGN_GROUPS + 1];
    runs_row     runs[CAMPAIGN_ROWS + 1];
    best_word    searches[CAMPAIGN_SEARCHES + 1];
    figure       figures[CAMPAIGN_FIGURES + 1];
    claim        claims[CAMPAIGN_CLAIMS + 1];
    const char  *claims_also;                   // a machine: the claims that rest on runs are measured on it, too; "" = none
    claim        also[CAMPAIGN_CLAIMS + 1];     // those claims, on it
    unsigned     n_groups, n_runs, n_searches, n_figures, n_claims;
    // what the texts above are kept in
    json_t      *roots[CAMPAIGN_SOURCES];
    char        *paths[CAMPAIGN_SOURCES];       // of the files that were read, each once
    unsigned     n_roots;
    char       **texts;
    unsigned     n_texts;
} campaign_file;

typedef struct { char text[CAMPAIGN_ERROR]; } campaign_error;

// A bundled campaign by its name, or a file by a path with a `/` or the ending .json. NULL and a message that names file
// and line on any mistake. campaign_file_free() ends it.
campaign_file *campaign_file_load(const char *name_or_path, campaign_error *);
// The same from a text, under the path that messages give it; files that it names are relative to it.
campaign_file *campaign_file_parse(const char *path, const char *text, size_t length, campaign_error *);
// The same from JSON that never was a text.
campaign_file *campaign_file_from_json(json_t *root, campaign_error *);
campaign_file *campaign_file_new(void);         // that says nothing
void campaign_file_free(campaign_file *);

// The name of each bundled file, from index 0 on; false past the last.
bool campaign_bundled(unsigned index, char name[static 64]);
// Runs that it makes at most, each kernel in each group; more than CAMPAIGN_RUNS are refused when it is read.
uint64_t campaign_file_runs(const campaign_file *);
// The number of a kernel in the file; -1: it has none of this name.
int campaign_file_kernel(const campaign_file *, const char *name);
// Other seeds, for tables and claims, than those that it says: a value as of its key `seeds`.
bool campaign_file_set_seeds(campaign_file *, json_t *value, campaign_error *);
uint64_t systems_count(const char *systems);    // how many systems a list has; at most UINT64_MAX
void campaign_describe_keys(FILE *);            // the tables of `warplock campaign-keys`

#endif
