// SPDX-License-Identifier: BSD-3-Clause
// Goes through the cycles of a recording; see sim/check/check.h.
#include "sim/check/check_internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_c/warp_arbiter.h"
#include "tb/field.h"

static const checked_policy policies[] = {
#define CHECKED(name, mode, any_order, classes, rules) {name, mode, any_order, classes, rules},
#include "sim/check/policies.def"
#undef CHECKED
};

// --- an SM

// A rule of facts.h.
static void complain(void *context, const char *rule, int warp, uint64_t cycle, const char *text)
{
    char name[FINDING_NAME];
    snprintf(name, sizeof name, "rule %s", rule);
    check_found(context, name, warp, cycle, NULL, text);
}

static void answer_nothing(check *c)
{
    c->may_issue = c->can_issue = ~UINT64_C(0);
    c->occlude = 0;
    memset(c->priority, 0, sizeof c->priority);
}

static void check_early(check *c)
{
    answer_nothing(c);
    check_order_early(c);
    check_levels(c);
    if (c->ocw)
        check_oaws_early(c);
    if (c->vta)
        check_ccws_early(c);
    if (c->policy.rules & RULES_SWL)
        check_swl(c);
    if (c->policy.rules & RULES_MASCAR)
        check_mascar(c);
    if (c->policy.rules & (RULES_BUCL | RULES_MRPB))
        check_bucl_early(c);
    if (c->update)
        check_update_early(c);
    if (c->progress)
        check_progress_early(c);
    if (c->groups)
        check_owl_early(c);
}

static void check_late(check *c)
{
    check_order_late(c);
    if (c->ocw)
        check_oaws_late(c);
    if (c->vta)
        check_ccws_late(c);
    if (c->progress)
        check_progress_late(c);
    if (c->groups)
        check_owl_late(c);
    if (c->update)
        check_update_late(c);
    for (unsigned i = 0; i < c->f.schedulers; i++)
        check_arbiter_late(c, i);
    c->result->loads += c->f.now.loads_done;
}

// The order of schedulers rotates by one each cycle; each sees what those before it have done.
static void check_schedulers(check *c, bool rests)
{
    for (unsigned i = 0; i < c->f.schedulers; i++) {
        const unsigned scheduler = (unsigned)((c->cycle + i) % c->f.schedulers);
        if (!rests)
            check_arbiter_early(c, scheduler);
        facts_turn(&c->f, scheduler, c->cycle);
        if (!rests)
            check_arbiter_granted(c, scheduler);
    }
    if (c->share && !rests && !c->f.now.slept)
        check_share_early(c);
    facts_loans(&c->f, c->cycle);
    if (c->share && !rests && !c->f.now.slept)
        check_share_late(c);
}

// No wire differs from the last cycle: while the SM sleeps, what was compared then holds now.
static bool stands(const recorded *r, uint64_t cycle)
{
    for (unsigned i = 0; i < r->blocks; i++) {
        const recorded_block *b = &r->block[i];
        if (memcmp(recorded_in(b, cycle), recorded_in(b, cycle - 1), b->inputs.ops->in_size) != 0 ||
            memcmp(recorded_out(b, cycle), recorded_out(b, cycle - 1), b->inputs.ops->out_size) != 0)
            return false;
    }
    return true;
}

static void check_sm(check *c)
{
    const recorded *r = c->r;
    size_t first = 0;
    facts_open(&c->f, r, complain, c);
    c->f.reorders = c->policy.rules & RULES_MASCAR || c->r->m.l1d.banks > 1;
    for (c->cycle = 0; c->cycle < r->cycles; c->cycle++) {
        size_t end = first;
        while (end < r->events && r->event[end].cycle == c->cycle)
            end++;
        const bool slept = c->f.now.slept;
        check_show_levels(c);
        facts_early(&c->f, first, end, c->cycle);
        const bool rests = slept && c->f.now.slept && first == end && stands(r, c->cycle);
        if (!rests)
            check_early(c);
        check_schedulers(c, rests);
        facts_late(&c->f, c->cycle);
        if (!rests)
            check_late(c);
        first = end;
    }
    facts_close(&c->f);
}

// --- a recording

// By the policy's rules; others of the same name are an observer's. 0: of all policies.
static const struct { const char *name; size_t offset; unsigned rules; } own_blocks[] = {
#define BLOCK(name, member, rules) {name, offsetof(check, member), rules},
    BLOCK("warp_order", order, 0) BLOCK("warp_arbiter.0", arbiter[0], 0) BLOCK("warp_arbiter.1", arbiter[1], 0)
    BLOCK("warp_arbiter.2", arbiter[2], 0) BLOCK("warp_arbiter.3", arbiter[3], 0) BLOCK("warp_rank", rank, RULES_RANKS)
    BLOCK("oaws_ocw", ocw, RULES_OAWS) BLOCK("oaws_dlc", dlc, RULES_OAWS) BLOCK("oaws_misspred", misspred, RULES_OAWS)
    BLOCK("oaws_qualify", qualify, RULES_OAWS) BLOCK("ccws_vta", vta, RULES_CCWS) BLOCK("ccws_lls", lls, RULES_CCWS)
    BLOCK("ccws_llds", llds, RULES_CCWS) BLOCK("kaws_progress", progress, RULES_PROGRESS) BLOCK("kaws_share", share, RULES_SHARE)
    BLOCK("bucl_bypass", bypass, RULES_BUCL) BLOCK("bucl_update", update, RULES_BUCL) BLOCK("owl_groups", groups, RULES_OWL)
    BLOCK("owl_prefetch", prefetch, RULES_PREFETCH)
#undef BLOCK
};
enum { OWN_BLOCKS = sizeof own_blocks / sizeof *own_blocks };

static const checked_policy *find_policy(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof policies / sizeof *policies; i++)
        if (strlen(policies[i].name) == length && memcmp(policies[i].name, name, length) == 0)
            return &policies[i];
    return NULL;
}

// The policy of that name; for several joined by `+`, all their rules, and the order of the first that has its own. `lrr` beside
// others adds nothing. name NULL: unknown.
static checked_policy policy_of(const recorded *r)
{
    const checked_policy *part = find_policy(r->policy, strlen(r->policy));
    checked_policy all = {.any_order = true};
    if (part)
        return *part;
    for (const char *name = r->policy; *name; ) {
        const size_t length = strcspn(name, "+");
        part = find_policy(name, length);
        if (!part)
            return (checked_policy){.name = NULL};
        name += length + (name[length] == '+');
        if (strcmp(part->name, "lrr") == 0 && all.name)
            continue;
        all.mode = all.name && (!all.any_order || part->any_order) ? all.mode : part->mode;
        all.any_order &= part->any_order || strcmp(part->name, "lrr") == 0;
        all.classes |= part->classes;
        all.rules |= part->rules;
        all.name = r->policy;
    }
    return all;
}

// Every policy has an arbiter for each scheduler.
static bool has_block(const recorded *r, size_t i)
{
    const unsigned rules = policy_of(r).rules;
    const char *name = own_blocks[i].name;
    if (r->place == PLACE_GPU)
        return rules & RULES_BUCL && strcmp(name, "bucl_update") == 0;
    if (r->place == PLACE_CONTROLLER || own_blocks[i].rules == RULES_PREFETCH)
        return r->place == PLACE_CONTROLLER && rules & own_blocks[i].rules & RULES_PREFETCH;
    if (own_blocks[i].rules)
        return rules & own_blocks[i].rules;
    return strncmp(name, "warp_arbiter.", 13) != 0 || (unsigned)(name[13] - '0') < r->m.core.schedulers;
}

bool check_complete(const recorded *r, char *error, size_t error_size)
{
    for (size_t i = 0; i < OWN_BLOCKS; i++)
        if (has_block(r, i) && !recorded_find(r, own_blocks[i].name)) {
            snprintf(error, error_size, "%s.txt and %s.outputs.txt are not there, expected in a recording of policy %s", own_blocks[i].name,
                     own_blocks[i].name, r->policy);
            return false;
        }
    return true;
}

static void find_blocks(check *c)
{
    for (size_t i = 0; i < OWN_BLOCKS; i++)
        if (has_block(c->r, i) || (!(own_blocks[i].rules & ~(unsigned)RULES_RANKS) && !policy_of(c->r).name))
            *(const recorded_block **)(void *)((char *)c + own_blocks[i].offset) = recorded_find(c->r, own_blocks[i].name);
    c->policy = policy_of(c->r);
    c->answers_known = c->result->known_policy = c->policy.name != NULL;
}

// An input that nothing was compared with: from a new table row, or a kernel that does not reach it.
static void note_unreached(check *c)
{
    check_result *result = c->result;
    for (unsigned b = 0; b < c->r->blocks; b++) {
        unsigned row = 0;
        for (const block_field *f = c->r->block[b].inputs.ops->fields; f->name; f++, row++) {
            if (!field_is_input(f))
                continue;
            result->wires++;
            if (c->compared[b][row])
                continue;
            if (result->unreached < RECORDED_MAX * 4)
                snprintf(result->unreached_name[result->unreached], FINDING_NAME, "%.40s.%.48s", c->r->block[b].name, f->name);
            result->unreached++;
        }
    }
}

void check_recording(const recorded *r, check_result *result)
{
    check *c = calloc(1, sizeof *c);
    if (!c)
        abort();
    memset(result, 0, sizeof *result);
    c->r = r;
    c->result = result;
    find_blocks(c);
    if (r->place == PLACE_SM)
        check_sm(c);
    else if (r->place == PLACE_CONTROLLER)
        check_controller(c);
    else
        check_gpu(c);
    note_unreached(c);
    free(c);
}
