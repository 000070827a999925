// SPDX-License-Identifier: BSD-3-Clause
// Every policy and observer, chosen by its exact name.
#include "sim/policy/policy.h"

#include <string.h>

#include "sim/report/fit.h"

#define POLICY(name) extern const policy name;
#define OBSERVER(name) extern const policy name;
#include "sim/policy/policies.def"
#undef POLICY
#undef OBSERVER

const policy *const policy_table[] = {
#define POLICY(name) &name,
#define OBSERVER(name)
#include "sim/policy/policies.def"
#undef POLICY
#undef OBSERVER
    NULL};

const policy *const observer_table[] = {
#define POLICY(name)
#define OBSERVER(name) &name,
#include "sim/policy/policies.def"
#undef POLICY
#undef OBSERVER
    NULL};

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
    int width = 12;
    for (const policy *const *entry = policy_table; *entry; entry++)
        width = (int)strlen((*entry)->name) > width ? (int)strlen((*entry)->name) : width;
    for (const policy *const *entry = policy_table; *entry; entry++)
        fprintf(file, "  %-*s" FIT_LEFT " %s\n", width, (*entry)->name, (*entry)->help);
}

bool policy_suits(const policy *p, const machine *m, char *error, size_t error_size)
{
    for (const policy_requirement *row = p->requires; row && row->key; row++) {
        uint32_t seen, value = row->value;
        char seen_text[32], value_text[32];
        memcpy(&seen, (const char *)m + row->offset, sizeof seen);
        if (row->same)
            memcpy(&value, (const char *)m + row->same_offset, sizeof value);
        if ((seen == value) != row->refused)
            continue;
        machine_value_text(row->key, seen, seen_text);
        machine_value_text(row->key, value, value_text);
        snprintf(error, error_size, "%s: seen %s, expected %s%s%s%s%s with %s %s: %s", row->key, seen_text,
                 row->refused ? "any but " : "", value_text, row->same ? " (" : "", row->same ? row->same : "", row->same ? ")" : "",
                 observer_find(p->name) == p ? "observer" : "policy", p->name, row->reason);
        return false;
    }
    return true;
}
