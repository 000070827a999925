// Every policy and observer, chosen by its exact name.
#include "sim/policy/policy.h"

#include <string.h>

#define POLICIES(X) X(policy_lrr) X(policy_gto) X(policy_two_level_rr) X(policy_two_level_gto) X(policy_swl) \
    X(policy_oaws_static) X(policy_oaws_dyn) X(policy_ocw)
#define OBSERVERS(X) X(observer_ocw)

#define DECLARE(name) extern const policy name;
POLICIES(DECLARE)
OBSERVERS(DECLARE)

#define ENTRY(name) &name,
const policy *const policy_table[] = {POLICIES(ENTRY) NULL};
const policy *const observer_table[] = {OBSERVERS(ENTRY) NULL};

static const policy *find(const policy *const *table, const char *name)
{
    for (; *table; table++)
        if (strcmp((*table)->name, name) == 0)
            return *table;
    return NULL;
}

const policy *policy_find(const char *name) { return find(policy_table, name); }
const policy *observer_find(const char *name) { return find(observer_table, name); }

void policy_list(FILE *file)
{
    for (const policy *const *entry = policy_table; *entry; entry++)
        fprintf(file, "  %-12s %s\n", (*entry)->name, (*entry)->help);
}
