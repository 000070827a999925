#include "sim/campaign/paper.h"

#include <stddef.h>
#include <string.h>

enum {
#define PAPER(id, ...) PAPER_##id,
#include "sim/campaign/papers.def"
};

const paper papers[] = {
#define PAPER(id, title, machine, baseline, schedulers, groups, details) \
    { #id, title, machine, baseline, schedulers, groups, details },
#include "sim/campaign/papers.def"
    { 0 },
};

const paper_group all_groups[] = {
#define GROUP(paper, name, members, most) { #paper, name, members, most, NULL, NULL, NULL, NULL, AT_LEAST, 0 },
#define MEASURED(paper, name, members, system, over, part, whole, relation, bound) \
    { #paper, name, members, 0, system, over, part, whole, relation, bound },
#include "sim/campaign/papers.def"
    { 0 },
};

const paper_runs all_runs[] = {
#define RUNS(part, step, kernels, systems) { #part, step, kernels, systems },
#include "sim/campaign/papers.def"
    { 0 },
};

const campaign_kind campaign_kinds[] = {
#define CAMPAIGN(name, of, parts, help) { #name, &papers[PAPER_##of], parts, help },
#include "sim/campaign/papers.def"
    { 0 },
};

bool kind_has_part(const campaign_kind *kind, const char *part)
{
    size_t length = strlen(part);

    for (const char *at = kind->parts; (at = strstr(at, part)); at += length)
        if ((at == kind->parts || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}
