// SPDX-License-Identifier: BSD-3-Clause
// The parts of every system's comparisons: inputs against their expected values, rules, a cycle's levels.
#include "sim/check/check_internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tb/field.h"

// Of an input with several elements only the first violated one is reported.
static bool same_input(const char *a, const char *b)
{
    const size_t length = strcspn(a, "[");
    return length == strcspn(b, "[") && memcmp(a, b, length) == 0;
}

void check_found(check *c, const char *name, int warp, uint64_t cycle, const recorded_block *b, const char *text)
{
    check_result *result = c->result;
    result->violations++;
    for (unsigned i = 0; i < result->findings; i++)
        if (same_input(result->found[i].name, name))
            return;
    if (result->findings == FINDINGS_MAX)
        return;
    finding *f = &result->found[result->findings++];
    b = b ? b : c->arbiter[0] ? c->arbiter[0] : &c->r->block[0];
    f->cycle = cycle;
    f->warp = warp;
    snprintf(f->name, sizeof f->name, "%s", name);
    snprintf(f->text, sizeof f->text, "%s", text);
    snprintf(f->block, sizeof f->block, "%s", b->name);
}

void check_rule(check *c, bool holds, const char *rule, int warp, const recorded_block *b, const char *text)
{
    char name[FINDING_NAME];
    c->result->comparisons++;
    if (holds)
        return;
    snprintf(name, sizeof name, "rule %s", rule);
    check_found(c, name, warp, c->cycle, b, text);
}

int check_first(uint64_t seen, uint64_t expected) { return seen == expected ? -1 : __builtin_ctzll(seen ^ expected); }

static const block_field *row_of(const recorded_block *b, const char *name, unsigned *row)
{
    const block_field *f = b->inputs.ops->fields;
    for (*row = 0; f->name && !(field_is_input(f) && strcmp(f->name, name) == 0); f++)
        ++*row;
    if (f->name && *row < FIELDS)
        return f;
    fprintf(stderr, "warplock: bug: check: %s has no input %s\n", b->name, name);
    abort();
}

static void violated(check *c, const recorded_block *b, const block_field *f, unsigned element, int warp, uint64_t seen,
                     const char *relation, uint64_t expected)
{
    char name[FINDING_NAME], text[FINDING_TEXT], of[FIELD_TEXT];
    field_element_name(f, element, of);
    snprintf(name, sizeof name, "wire %.40s.%.48s", b->name, of);
    snprintf(text, sizeof text, "seen 0x%" PRIx64 ", expected %s0x%" PRIx64, seen, relation, expected);
    check_found(c, name, warp, c->cycle, b, text);
}

// Compares an element. Bit i is of warp first + i * step; with step 0 the whole is of warp `first`.
static void compare(check *c, const recorded_block *b, const char *name, unsigned element, int first, int step, uint64_t expected)
{
    unsigned row;
    const block_field *f = row_of(b, name, &row);
    const uint64_t seen = field_get(f, recorded_in(b, c->cycle), element);
    c->compared[b - c->r->block][row]++;
    c->result->comparisons++;
    if (seen != expected)
        violated(c, b, f, element, step ? first + step * check_first(seen, expected) : first, seen, "", expected);
}

void check_value(check *c, const recorded_block *b, const char *name, uint64_t expected) { compare(c, b, name, 0, -1, 0, expected); }
void check_warps(check *c, const recorded_block *b, const char *name, uint64_t expected) { compare(c, b, name, 0, 0, 1, expected); }
void check_slots(check *c, const recorded_block *b, unsigned scheduler, const char *name, uint64_t expected)
{
    compare(c, b, name, 0, (int)scheduler, (int)c->f.schedulers, expected);
}

void check_element(check *c, const recorded_block *b, const char *name, unsigned element, uint64_t expected)
{
    compare(c, b, name, element, -1, 0, expected);
}

// A vector of bytes.
void check_each(check *c, const recorded_block *b, const char *name, unsigned first, unsigned step, const uint8_t *expected)
{
    unsigned row;
    const block_field *f = row_of(b, name, &row);
    const uint8_t *seen = (const uint8_t *)recorded_in(b, c->cycle) + f->offset;
    const unsigned warps = c->f.warps / step, count = f->count < warps ? f->count : warps;
    c->compared[b - c->r->block][row]++;
    c->result->comparisons += count;
    for (unsigned i = 0; memcmp(seen, expected, count) != 0 && i < count; i++)
        if (seen[i] != expected[i]) {
            violated(c, b, f, i, (int)(first + i * step), seen[i], "", expected[i]);
            return;
        }
}

void check_between(check *c, const recorded_block *b, const char *name, uint64_t least, uint64_t most)
{
    unsigned row;
    const block_field *f = row_of(b, name, &row);
    const uint64_t seen = field_get(f, recorded_in(b, c->cycle), 0);
    c->compared[b - c->r->block][row]++;
    c->result->comparisons++;
    if (least & ~seen)
        violated(c, b, f, 0, check_first(least & ~seen, 0), seen, "at least ", least);
    else if (seen & ~most)
        violated(c, b, f, 0, check_first(seen & ~most, 0), seen, "at most ", most);
}

unsigned check_param(const recorded_block *b, const char *name)
{
    const block_param *param = b ? b->inputs.ops->params : NULL;
    while (param && param->name && strcmp(param->name, name) != 0)
        param++;
    return param && param->name ? param->value : 0;
}

uint64_t check_slots_of(const check *c, unsigned scheduler, uint64_t warps)
{
    uint64_t slots = 0;
    for (unsigned k = 0; k * c->f.schedulers + scheduler < c->f.warps; k++)
        slots |= (warps >> (k * c->f.schedulers + scheduler) & 1) << k;
    return slots;
}

void check_show_levels(check *c)
{
    static const shown_levels nothing;
    const recorded *r = c->r;
    while (c->level < r->level_lines && r->levels[c->level].cycle <= c->cycle)
        c->level++;
    c->shown = c->level ? &r->levels[c->level - 1].shown : &nothing;
}

bool check_is_under(const check *c, const char *policy)
{
    const size_t length = strlen(policy);
    for (const char *name = c->r->policy; name; name = strchr(name, '+') ? strchr(name, '+') + 1 : NULL)
        if (strncmp(name, policy, length) == 0 && (name[length] == 0 || name[length] == '+'))
            return true;
    return false;
}
