// SPDX-License-Identifier: BSD-3-Clause
// Every policy and observer, chosen by its exact name; those of several are composed.
#include "sim/policy/compose.h"

#include <stdlib.h>
#include <string.h>

#include "sim/report/fit.h"

#define POLICY(name) extern const policy name;
#define OBSERVER(name) extern const policy name;
#define COMPOSED(symbol, ...)
#include "sim/policy/policies.def"
#undef POLICY
#undef OBSERVER
#undef COMPOSED

// Composed of their parts before main.
#define POLICY(name)
#define OBSERVER(name)
#define COMPOSED(symbol, word, words, ...) static policy symbol = {.name = word, .help = words};
#include "sim/policy/policies.def"
#undef COMPOSED

__attribute__((constructor))
static void compose_rows(void)
{
    char error[256];
#define COMPOSED(symbol, word, words, ...) \
    if (!policy_compose(&symbol, (const policy *const[]){__VA_ARGS__, NULL}, error, sizeof error)) \
        abort();
#include "sim/policy/policies.def"
#undef COMPOSED
#undef POLICY
#undef OBSERVER
}

const policy *const policy_table[] = {
#define POLICY(name) &name,
#define OBSERVER(name)
#define COMPOSED(symbol, ...) &symbol,
#include "sim/policy/policies.def"
#undef POLICY
#undef OBSERVER
    NULL};

const policy *const observer_table[] = {
#define POLICY(name)
#define OBSERVER(name) &name,
#undef COMPOSED
#define COMPOSED(symbol, ...)
#include "sim/policy/policies.def"
#undef POLICY
#undef OBSERVER
#undef COMPOSED
    NULL};

static const policy *find(const policy *const *table, const char *name)
{
    for (; *table; table++)
        if (strcmp((*table)->name, name) == 0)
            return *table;
    return NULL;
}

// --- policies joined by `+`

typedef struct composed { struct composed *next; policy whole; char name[POLICY_NAME]; } composed;
static composed *made;                                      // each once, for as long as the program runs

// The parts of a name, without repetition and without those that add nothing to others. False: no policy is called `part`, or
// they are too many.
static bool find_parts(const char *name, const policy *parts[static POLICY_PARTS_MAX + 1], char part[static POLICY_NAME], char *error, size_t size)
{
    const policy *nothing = NULL;
    unsigned count = 0;
    for (const char *at = name, *end; at; at = *end ? end + 1 : NULL) {
        const size_t length = strcspn(at, "+");
        const policy *found;
        bool before = false;
        end = at + length;
        snprintf(part, POLICY_NAME, "%.*s", (int)length, at);
        found = length < POLICY_NAME ? find(policy_table, part) : NULL;
        if (!length)
            snprintf(error, size, "a policy is missing beside `+`");
        if (!found)
            return false;
        for (unsigned i = 0; i < count; i++)
            before |= parts[i] == found;
        if (found->adds_nothing)
            nothing = found;
        if (before || found->adds_nothing)
            continue;
        if (count == POLICY_PARTS_MAX) {
            part[0] = 0;
            snprintf(error, size, "seen more than %d policies in one, expected at most that", POLICY_PARTS_MAX);
            return false;
        }
        parts[count++] = found;
    }
    if (!count)
        parts[count++] = nothing;
    parts[count] = NULL;
    part[0] = 0;
    return true;
}

const policy *policy_find_or_tell(const char *name, char unknown[static POLICY_NAME], char *error, size_t error_size)
{
    const policy *parts[POLICY_PARTS_MAX + 1], *alone = find(policy_table, name);
    composed *new;
    unknown[0] = 0;
    if (alone)
        return alone;
    for (const composed *c = made; c; c = c->next)
        if (strcmp(c->name, name) == 0)
            return &c->whole;
    if (!find_parts(name, parts, unknown, error, error_size))
        return NULL;
    new = calloc(1, sizeof *new);
    if (!new)
        abort();
    if (strlen(name) >= sizeof new->name || !policy_compose(&new->whole, parts, error, error_size)) {
        if (strlen(name) >= sizeof new->name)
            snprintf(error, error_size, "seen a name of %zu characters, expected at most %zu", strlen(name), sizeof new->name - 1);
        free(new);
        return NULL;
    }
    strcpy(new->name, name);
    new->whole.name = new->name;
    new->whole.help = "policies together";
    new->next = made;
    made = new;
    return &new->whole;
}

const policy *policy_find(const char *name)
{
    char unknown[POLICY_NAME], error[1];
    return policy_find_or_tell(name, unknown, error, sizeof error);
}

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
        uint32_t seen;
        char seen_text[32], value_text[32];
        memcpy(&seen, (const char *)m + row->offset, sizeof seen);
        if ((seen == row->value) != row->refused)
            continue;
        machine_value_text(row->key, seen, seen_text);
        machine_value_text(row->key, row->value, value_text);
        snprintf(error, error_size, "%s: seen %s, expected %s%s with %s %s: %s", row->key, seen_text,
                 row->refused ? "any but " : "", value_text, observer_find(p->name) == p ? "observer" : "policy", p->name, row->reason);
        return false;
    }
    return true;
}
