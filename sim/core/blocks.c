// The hardware blocks of one SM: warp_order, warp_rank where the policy asks for numbers, one warp_arbiter per scheduler, and
// what the policy and observers add.
//
// Chain of a cycle: early inputs, out of warp_order and warp_rank, of the hooks' blocks, of the arbiters as the schedulers go; issue,
// launches and exits set late inputs; next of all, commit of all. A block whose step would change nothing is left behind
// and catches up (block_sleep) before its next step. With a Verilog side or a wave every block steps in every cycle in
// which the SM is awake.
#include "sim/core/monitor.h"

#include "rtl_c/bits.h"
#include "rtl_c/warp_rank.h"
#include "sim/core/gather_bits.h"
#include "sim/machine/block_params.h"

#include <stdlib.h>
#include <string.h>

static struct warp_order_in *order_in(const sm *s) { return s->order->in; }
static const struct warp_order_out *order_out(const sm *s) { return s->order->out; }
static struct warp_arbiter_in *arbiter_in(const sm *s, unsigned scheduler) { return s->arbiter[scheduler]->in; }

// The bits of a scheduler's warps: slot k is warp k * S + scheduler.
static uint64_t slots_of(const sm *s, unsigned scheduler, uint64_t warps)
{
    return gather_bits(warps, scheduler_warps(s, scheduler));
}

// Of the slots above, those that do not have the warp in their row stand before it.
unsigned sm_age(sm *s, unsigned warp)
{
    const struct warp_order_out *order = order_out(s);
    if (s->age_known >> warp & 1)
        return s->age[warp];
    unsigned behind = 0;
    for (unsigned i = 0; i < N_MAX; i++)
        behind += order->older[i] >> warp & 1;
    unsigned before = (unsigned)__builtin_popcountll(order->older[warp]) + s->warps - 1 - warp - behind;
    s->age[warp] = (uint8_t)(order->resident >> warp & 1 ? before : 0);
    s->age_known |= warp_bit(warp);
    return s->age[warp];
}

uint64_t scheduler_warps(const sm *s, unsigned scheduler)
{
    return scheduler_bits(s->schedulers, scheduler);
}

static void catch_up(sm *s, block *b)
{
    uint64_t now = s->block_clock;
    if (b->cycle < now)
        block_sleep(b, now - b->cycle);
}

static bool open_hook(sm *s, lockstep *owner, const block_param *params, const policy *policy, char *error,
                      size_t error_size)
{
    sm_hook *hook = &s->hooks[s->n_hooks++];
    char name[32];
    snprintf(name, sizeof name, "sm %u", s->index);
    *hook = (sm_hook){.policy = policy, .state = calloc(1, policy->state_size ? policy->state_size : 1)};
    s->hooks_look |= policy->early || policy->mask || policy->late;
    if (!hook->state)
        abort();
    for (const char *const *block = policy->blocks; block && *block; block++) {
        if (!block_params_fit(*block, params, policy->name, error, error_size))
            return false;
        hook->blocks[hook->n_blocks] = lockstep_add(owner, *block, params, name, error, error_size);
        if (!hook->blocks[hook->n_blocks])
            return false;
        block_reset(hook->blocks[hook->n_blocks++]);
    }
    return true;
}

// Charges come from blocks that see one load issue a cycle and shift a warp's predictions by one.
static bool blocks_suit_policy(const policy *policy, const machine *m, char *error, size_t error_size)
{
    const char *key = m->core.issue_width > 1 ? "issue_width" : "mem_issue_slots";
    unsigned seen = m->core.issue_width > 1 ? m->core.issue_width : m->core.mem_issue_slots;
    if (!policy->charge || seen == 1)
        return true;
    snprintf(error, error_size, "core.%s: seen %u, expected 1 with policy %s", key, seen, policy->name);
    return false;
}

bool sm_blocks_open(sm *s, const gpu_options *options, char *error, size_t error_size)
{
    const machine *m = s->machine;
    block_param params[BLOCK_PARAMS + 1];
    char name[32];
    snprintf(name, sizeof name, "sm %u", s->index);
    if (!blocks_suit_policy(options->policy, m, error, error_size))
        return false;
    block_params_of(m, options->policy->numbers, params);
    event_log_open(&s->log, options->lockstep, name, m, options->policy->name);
    ldst_log(s->ldst, &s->log);
    s->order = lockstep_add(options->lockstep, "warp_order", params, name, error, error_size);
    if (!s->order)
        return false;
    block_reset(s->order);
    if (options->policy->numbers) {
        s->rank = lockstep_add(options->lockstep, "warp_rank", params, name, error, error_size);
        if (!s->rank)
            return false;
        block_reset(s->rank);
    }
    if (!open_hook(s, options->lockstep, params, options->policy, error, error_size))
        return false;
    for (const policy *const *observer = options->observers; observer && *observer; observer++) {
        if (s->n_hooks == MAX_HOOKS) {
            snprintf(error, error_size, "at most %d observers run at once", MAX_HOOKS - 1);
            return false;
        }
        if (!open_hook(s, options->lockstep, params, *observer, error, error_size))
            return false;
    }
    for (unsigned i = 0; i < s->schedulers; i++) {
        snprintf(name, sizeof name, "sm %u sched %u", s->index, i);
        s->arbiter[i] = lockstep_add(options->lockstep, "warp_arbiter", params, name, error, error_size);
        if (!s->arbiter[i])
            return false;
        block_reset(s->arbiter[i]);
        arbiter_in(s, i)->cfg_mode = options->policy->arbiter_mode;
        if (m->policy.fetch_group <= s->warps / s->schedulers)
            arbiter_in(s, i)->cfg_group = (uint8_t)m->policy.fetch_group;
        arbiter_in(s, i)->can_issue = slots_of(s, i, MASK(s->warps));
    }
    s->always_step = s->order->monitor != NULL;
    s->order_changed = true;
    return true;
}

void sm_blocks_close(sm *s)
{
    monitor_close(s);
    for (unsigned i = 0; i < s->n_hooks; i++)
        free(s->hooks[i].state);
}

// The pairs change with launches and exits; the numbers with them and with who waits: computed again only then.
static void evaluate_order(sm *s)
{
    if (!s->order_changed && !s->rank && !s->always_step)
        return;
    uint64_t waiting = sm_waiting(s);
    const struct warp_order_out *order = order_out(s);
    bool pairs = s->order_changed;
    if (pairs || s->always_step) {
        catch_up(s, s->order);
        block_out(s->order);
    }
    for (unsigned i = 0; pairs && i < s->schedulers; i++)
        for (unsigned k = 0; k * s->schedulers + i < s->warps; k++)
            arbiter_in(s, i)->older[k] = slots_of(s, i, order->older[k * s->schedulers + i]);
    if (s->rank && (pairs || waiting != s->rank_waiting || s->always_step)) {
        struct warp_rank_in *in = s->rank->in;
        catch_up(s, s->rank);
        in->waiting = waiting;
        if (pairs) {
            in->resident = order->resident;
            memcpy(in->older, order->older, sizeof in->older);
        }
        block_out(s->rank);
    }
    s->age_known = pairs ? 0 : s->age_known;
    s->rank_waiting = waiting;
    s->order_changed = false;
}

// What the fetch of the cycle before has brought; decoded at the end of this one.
static void view_fill(const sm *s, policy_fill *fill)
{
    const insn *insn = s->fetched.valid ? kernel_insn(s->kernel, s->fetched.pc) : NULL;
    *fill = (policy_fill){0};
    for (unsigned slot = 0; slot < FILLS && insn; slot++) {
        fill->present[slot] = true;
        fill->load[slot] = route_is_load(route_of_insn(insn), insn);
        fill->pc[slot] = insn->pc;
        insn = kernel_insn(s->kernel, insn->pc + INSN_BYTES);
    }
    if (fill->present[0]) {
        const warp_slot *slot = &s->warp[s->fetched.warp];
        fill->warp = s->fetched.warp;
        fill->active = (uint8_t)__builtin_popcount(warp_active_lanes(slot->cta, slot->in_cta));
    }
}

static void update_view(sm *s)
{
    policy_view *view = &s->view;
    view->order = order_out(s);
    view->numbers = s->rank ? s->rank->out : NULL;
    view->ready = sm_ready(s);
    view->may_get_ready = s->has_insn & s->clear & ~(s->at_membar | s->on_atomic);
    view->load = s->load;
    view->resident = s->resident & ~s->finished;
    view->waiting = sm_waiting(s);
    view->ldst = ldst_last_events(s->ldst);
    view->free_mshrs = l1d_free_mshrs(ldst_l1d(s->ldst));
    view->kernel_start = s->kernel_start;
    view_fill(s, &view->fill);
}

static void evaluate_hooks(sm *s)
{
    update_view(s);
    for (unsigned i = 0; i < s->n_hooks; i++) {
        sm_hook *hook = &s->hooks[i];
        for (unsigned b = 0; b < hook->n_blocks; b++)
            catch_up(s, hook->blocks[b]);
        if (hook->policy->early)
            hook->policy->early(hook->state, hook->blocks, &s->view);
        for (unsigned b = 0; b < hook->n_blocks; b++) {
            if (hook->policy->wire)
                hook->policy->wire(hook->state, hook->blocks, b, &s->view);
            block_out(hook->blocks[b]);
        }
    }
}

void sm_blocks_early(sm *s)
{
    for (unsigned i = 0; i < s->schedulers; i++)
        catch_up(s, s->arbiter[i]);
    evaluate_order(s);
    if (s->hooks_look)
        evaluate_hooks(s);
    monitor_early(s);
}

policy_masks sm_blocks_masks(sm *s)
{
    policy_masks masks = {.may_issue = ~UINT64_C(0), .can_issue = ~UINT64_C(0), .occlude = 0};
    for (unsigned i = 0; s->hooks_look && i < s->n_hooks; i++) {
        sm_hook *hook = &s->hooks[i];
        policy_masks answer = {.may_issue = ~UINT64_C(0), .can_issue = ~UINT64_C(0), .occlude = 0};
        if (hook->policy->mask)
            hook->policy->mask(hook->state, hook->blocks, &s->view, &answer);
        if (i == 0)
            masks = answer;
    }
    return masks;
}

int sm_arbiter_grant(sm *s, unsigned scheduler, uint64_t ready, const policy_masks *masks)
{
    block *b = s->arbiter[scheduler];
    struct warp_arbiter_in *in = b->in;
    const struct warp_arbiter_out *out = b->out;
    if (!ready && !in->ready && !s->always_step)
        return -1;
    uint64_t all = MASK(s->warps);
    in->ready = slots_of(s, scheduler, ready & all);
    in->can_issue = slots_of(s, scheduler, masks->can_issue & all);
    in->load = slots_of(s, scheduler, s->load & all);
    in->occlude = slots_of(s, scheduler, masks->occlude & all);
    monitor_grant(s, scheduler, masks);
    block_out(b);
    return out->grant_valid ? (int)(out->grant * s->schedulers + scheduler) : -1;
}

uint64_t sm_visited_before(const sm *s, unsigned scheduler, int granted, uint64_t warps)
{
    if (granted < 0)
        return warps;
    const struct warp_arbiter_in *in = s->arbiter[scheduler]->in;
    const struct warp_arbiter_state *q = s->arbiter[scheduler]->q;
    bool greedy = in->cfg_mode == ARBITER_GTO || in->cfg_mode == ARBITER_TWO_LEVEL_GTO;
    unsigned count = s->warps / s->schedulers, grant = (unsigned)granted / s->schedulers;
    unsigned turned = count - (q->last ? (unsigned)__builtin_ctzll(q->last) + 1 : 0) % count;
    uint64_t before = 0;
    for (uint64_t left = warps; left; left &= left - 1) {
        unsigned warp = (unsigned)__builtin_ctzll(left), slot = warp / s->schedulers;
        bool earlier;
        if (greedy || in->cfg_mode == ARBITER_OLDEST) {
            bool grant_is_last = greedy && q->last >> grant & 1, slot_is_last = greedy && q->last >> slot & 1;
            bool older = slot < grant ? in->older[grant] >> slot & 1 : slot > grant && !(in->older[slot] >> grant & 1);
            earlier = !grant_is_last && (slot_is_last || older);
        } else {
            earlier = (slot + turned) % count < (grant + turned) % count;
        }
        if (earlier)
            before |= warp_bit(warp);
    }
    return before;
}

// Launches and exits go to warp_order and the arbiters; a scheduler without an eligible warp has nothing to remember.
void sm_blocks_end(sm *s)
{
    bool changed = s->launched | s->exited;
    s->view.flushed = s->flushed;
    for (unsigned i = 0; i < s->n_hooks; i++)
        if (s->hooks[i].policy->late)
            s->hooks[i].policy->late(s->hooks[i].state, s->hooks[i].blocks, &s->view, s->launched, s->exited,
                                     s->issued);
    block *stepped[2 + SCHEDULERS_MAX + MAX_HOOKS * POLICY_MAX_BLOCKS];
    unsigned n = 0;
    if (changed || s->always_step) {
        catch_up(s, s->order);
        order_in(s)->launch = s->launched;
        order_in(s)->exit = s->exited;
        stepped[n++] = s->order;
        s->order_changed |= changed;
    }
    if (s->rank && s->always_step) {
        catch_up(s, s->rank);
        stepped[n++] = s->rank;
    }
    for (unsigned i = 0; i < s->n_hooks; i++)
        for (unsigned b = 0; b < s->hooks[i].n_blocks; b++)
            stepped[n++] = s->hooks[i].blocks[b];
    for (unsigned i = 0; i < s->schedulers; i++) {
        struct warp_arbiter_in *in = arbiter_in(s, i);
        if (!changed && !in->ready && !s->always_step)
            continue;
        in->launch = slots_of(s, i, s->launched & MASK(s->warps));
        in->exit = slots_of(s, i, s->exited & MASK(s->warps));
        stepped[n++] = s->arbiter[i];
    }
    monitor_late(s);
    for (unsigned i = 0; i < n; i++)
        block_next(stepped[s->reverse_next ? n - 1 - i : i]);
    for (unsigned i = 0; i < n; i++)
        block_commit(stepped[i]);
    if (changed) {
        order_in(s)->launch = order_in(s)->exit = 0;
        for (unsigned i = 0; i < s->schedulers; i++)
            arbiter_in(s, i)->launch = arbiter_in(s, i)->exit = 0;
    }
    s->launched = s->exited = s->issued = s->flushed = 0;
    memset(s->view.issue_active, 0, sizeof s->view.issue_active);
    s->kernel_start = false;
    s->block_clock++;
}

void sm_blocks_sleep(sm *s, uint64_t cycles)
{
    for (unsigned i = 0; i < s->schedulers; i++)
        arbiter_in(s, i)->ready = 0;
    s->block_clock += cycles;
}

void sm_blocks_catch_up(sm *s)
{
    catch_up(s, s->order);
    if (s->rank)
        catch_up(s, s->rank);
    for (unsigned i = 0; i < s->n_hooks; i++)
        for (unsigned b = 0; b < s->hooks[i].n_blocks; b++)
            catch_up(s, s->hooks[i].blocks[b]);
    for (unsigned i = 0; i < s->schedulers; i++)
        catch_up(s, s->arbiter[i]);
}
