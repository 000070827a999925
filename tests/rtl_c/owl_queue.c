// SPDX-License-Identifier: BSD-3-Clause
// See tests/rtl_c/owl_queue.h.
#include "tests/rtl_c/owl_queue.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// --- Algorithm 1

owl_formation form_groups(unsigned N, unsigned k, unsigned g_size)
{
    owl_formation f = {.N = N, .k = k, .g_size = g_size, .n = 1};
    while (f.n * k < g_size && f.n < N)         // at most N (hardware.md)
        f.n++;
    f.g_core = N / f.n;
    for (unsigned g_num = 0; g_num < f.g_core; g_num++)
        f.group_size[g_num] = f.n;
    if (N % f.n != 0)
        f.group_size[f.g_core - 1] += N % f.n;
    return f;
}

unsigned g_pri(const owl_formation *f, unsigned scheme, unsigned g_num, unsigned core)
{
    if (scheme == OWL_CTA_AWARE)
        return 0;
    if (scheme == OWL_LOCALITY)
        return g_num;
    return (unsigned)((((int)g_num - (int)core) % (int)f->g_core + (int)f->g_core) % (int)f->g_core);
}

unsigned group_of_cta(const owl_formation *f, unsigned cta)
{
    unsigned g_num = 0;
    while (cta >= f->group_size[g_num])
        cta -= f->group_size[g_num++];
    return g_num;
}

// --- the queue

void owl_queue_begin(owl_queue *queue, unsigned warps, unsigned slots)
{
    *queue = (owl_queue){.warps = warps, .slots = slots, .formation = form_groups(0, 1, 1)};
}

// How many groups are ahead in the scheme's queue: those of the first fill go by priority, others as they came.
static unsigned in_queue(const owl_queue *queue, unsigned scheme, unsigned place)
{
    unsigned ahead = 0;
    const owl_group *one = &queue->groups[place];
    for (unsigned g = 0; g < queue->count; g++) {
        const owl_group *other = &queue->groups[g];
        bool both = one->of_first_fill && other->of_first_fill && scheme >= OWL_BLP;
        bool by_priority = both && g_pri(&queue->formation, scheme, other->g_num, queue->core) <
                                       g_pri(&queue->formation, scheme, one->g_num, queue->core);
        ahead += both ? by_priority : g < place;
    }
    return ahead;
}

static unsigned at_place(const owl_queue *queue, unsigned scheme, unsigned place)
{
    for (unsigned g = 0; g < queue->count; g++)
        if (in_queue(queue, scheme, g) == place)
            return g;
    fail_msg("no group has place %u", place);
    return 0;
}

// Whether all unfinished warps of a group wait.
static bool is_blocked(const owl_queue *queue, const struct owl_groups_in *in, unsigned group)
{
    for (unsigned w = 0; w < queue->warps; w++)
        if (in->cta[w] < queue->slots && (queue->groups[group].slots >> in->cta[w] & 1) && (in->unfinished >> w & 1) &&
            !(in->blocked >> w & 1))
            return false;
    return true;
}

// The group that is chosen: the first of the queue that is not blocked, or its first; -1: there is none.
static int chosen(const owl_queue *queue, const struct owl_groups_in *in)
{
    int first = -1;
    for (unsigned k = queue->count; k-- > 0;) {
        unsigned group = in->cfg_scheme == OWL_CTA_AWARE ? (queue->at + k) % queue->count
                                                         : at_place(queue, in->cfg_scheme, k);
        if (k == 0 && first < 0)
            return (int)group;
        if (!is_blocked(queue, in, group))
            first = (int)group;
    }
    return first;
}

void owl_queue_compare(const owl_queue *queue, const struct owl_groups_in *in, const struct owl_groups_out *out)
{
    int      group = chosen(queue, in);
    uint64_t allow = 0;
    for (unsigned w = 0; w < queue->warps && group >= 0; w++)
        if (in->cta[w] < queue->slots && (queue->groups[group].slots >> in->cta[w] & 1))
            allow |= UINT64_C(1) << w;
    assert_int_equal(out->allow, allow);
    for (unsigned c = 0; c < queue->slots; c++) {
        unsigned number = 0, priority = 0;
        for (unsigned g = 0; g < queue->count; g++)
            if (queue->groups[g].slots >> c & 1) {
                number = g;
                priority = in->cfg_scheme == OWL_CTA_AWARE ? 0 : in_queue(queue, in->cfg_scheme, g);
            }
        assert_int_equal(out->group[c], number);
        assert_int_equal(out->priority[c], priority);
    }
}

// --- what happens to it

static void leave(owl_queue *queue, uint32_t slots)
{
    unsigned left = 0, at = queue->at;
    bool     there[C_MAX] = {false};
    for (unsigned g = 0; g < queue->count; g++) {
        queue->groups[g].slots &= ~slots;
        there[g] = queue->groups[g].slots != 0;
    }
    for (unsigned k = 0; k < queue->count && !there[at]; k++)
        at = (at + 1) % queue->count;           // to the next, from the last to the first
    queue->at = 0;
    for (unsigned g = 0; g < queue->count; g++)
        if (there[g]) {
            if (g == at)
                queue->at = left;
            queue->groups[left++] = queue->groups[g];
        }
    queue->count = left;
}

static void enter(owl_queue *queue, unsigned scheme, unsigned slot)
{
    owl_group *group = NULL;
    bool       of_first_fill = queue->launched < queue->formation.N;
    unsigned   g_num = of_first_fill ? group_of_cta(&queue->formation, queue->launched) : 0;

    if (of_first_fill) {
        for (unsigned g = 0; g < queue->count; g++)
            if (queue->groups[g].g_num == g_num)
                group = &queue->groups[g];
    } else if (queue->count && in_queue(queue, scheme, queue->count - 1) != 0 &&
               count_ones(queue->groups[queue->count - 1].slots) < queue->formation.n)
        group = &queue->groups[queue->count - 1];
    if (!group) {
        group = &queue->groups[queue->count++];
        *group = (owl_group){of_first_fill, g_num, 0};
    }
    group->slots |= UINT32_C(1) << slot;
    queue->launched++;
}

void owl_queue_step(owl_queue *queue, const struct owl_groups_in *in)
{
    bool launches = in->launch && in->launch_cta < queue->slots;
    if (in->cfg_scheme == OWL_CTA_AWARE && queue->count)
        queue->at = (unsigned)chosen(queue, in);
    if (in->kernel_launch) {
        unsigned N = in->n_cta < queue->slots ? in->n_cta : queue->slots;
        owl_queue_begin(queue, queue->warps, queue->slots);
        queue->formation = form_groups(N, in->warps_per_cta, in->cfg_g_size);
        queue->core = in->cfg_core;
    }
    leave(queue, in->exit);
    if (launches) {
        leave(queue, UINT32_C(1) << in->launch_cta);
        enter(queue, in->cfg_scheme, in->launch_cta);
    }
}
