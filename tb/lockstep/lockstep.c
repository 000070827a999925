// SPDX-License-Identifier: BSD-3-Clause
// Steps one block instance and compares it with its Verilog; see tb/lockstep.h.
//
// During block_out the late inputs are still those of the last edge, for the C model too, so that reading a late input too early
// shows as a divergence and replays as one. Structs are compared with memcmp; the field table decides only where bytes differ.
//
// The model goes ahead. Its Verilog is owed the clock edge of the last step and the present inputs. It gets both in one
// evaluation, early and late inputs at once, as each evaluation costs all that depends on a register. (An output that depends on
// a late input shows then: the model had that of the last edge.) Then registers and outputs are compared, at the latest when the
// instance's next step begins, it is reset, or the run ends. A wave, check_late and BLOCKS_VERILOG need each evaluation at once.
//
// A step that is known for its tuple (tb/lockstep/known_steps.h) skips the Verilog. The registers are put into it before the next
// step that is not known.
#include "tb/lockstep/inputs.h"

static bool compares(const block *b) { return b->owner->options.mode == BLOCKS_LOCKSTEP && b->monitor->ops; }
static bool may_wait(const block *b)
{
    return compares(b) && b->monitor->ops->evaluate && !b->monitor->wave && !b->owner->options.check_late;
}

static void compare_registers(block *b, const void *met, const void *c, uint64_t cycle);

// Evaluates with these inputs, and the edge that it owes, if any: that is compared.
static void evaluate(block *b, const void *in)
{
    block_monitor *m = b->monitor;

    m->rtl_out = m->ops->evaluate(m->rtl, in, m->edge_due);
    if (!m->edge_due)
        return;
    m->edge_due = false;
    m->rtl_q = m->ops->registers(m->rtl);
    compare_registers(b, b->d, b->q, m->edge_cycle + 1);
}

// If it is from before this cycle: an edge of this cycle may not be committed. Outputs stay owed: they belong to a later cycle.
static void compare_owed_edge(block *b, uint64_t cycle)
{
    const block_monitor *m = b->monitor;
    if (m && m->edge_due && m->edge_cycle < cycle)
        evaluate(b, m->seen);
}

// Others of the run may owe an edge that goes wrong earlier, or in a lower place; what one owes counts as known for others. So before a
// divergence is noted, the edges from before it are compared; and if one differs, again those before it. True when another comes first.
static bool others_come_first(block *b, uint64_t cycle, field_kind kind)
{
    lockstep *run = b->owner;
    for (block *o = run->first; o; o = o->next)
        compare_owed_edge(o, cycle);
    return run->failure[0] && diverges_first(&run->divergence, &(divergence){.block = b, .cycle = cycle, .kind = kind});
}

// After an edge: `met` are the registers before its step, `c` the model's after it; they begin this cycle.
static void compare_registers(block *b, const void *met, const void *c, uint64_t cycle)
{
    block_monitor *m = b->monitor;

    b->owner->counts.cycles++;
    b->owner->counts.fields += m->registers;
    if (memcmp(c, m->rtl_q, m->register_size) != 0 && !others_come_first(b, cycle, FIELD_REG))
        diverge_in(b, met, FIELD_REG, cycle, c, m->rtl_q, false);
    if (m->memories) {
        m->rtl_q = m->ops->state(m->rtl);
        b->owner->counts.fields += m->memories;
        if (memcmp(c, m->rtl_q, b->ops->state_size) != 0 && !others_come_first(b, cycle, FIELD_MEM))
            diverge_in(b, met, FIELD_MEM, cycle, c, m->rtl_q, false);
    }
}

// Remembers the inputs of a step, or of several in a row.
static void record(block *b, uint64_t cycle, uint64_t edges, const void *in)
{
    history_add(&b->monitor->history, cycle, edges, in, b->q, b->monitor->seen);
}

// Outputs may differ in an evaluation with this cycle's late inputs, but not with those of the last edge, which the model
// had. Then a late input was read too early; a replay with check_late shows it.
static bool late_inputs_did_it(block *b)
{
    block_monitor *m = b->monitor;

    memcpy(m->again, m->rtl_out, b->ops->out_size);
    m->rtl_out = m->ops->evaluate(m->rtl, m->seen, false);
    return memcmp(b->out, m->rtl_out, b->ops->out_size) == 0;
}

// Compares this cycle's outputs, evaluated with these late inputs; NULL: with those of the last edge.
static void compare_outputs(block *b, uint64_t cycle, const void *late)
{
    block_monitor *m = b->monitor;

    b->owner->counts.fields += m->outputs;
    if (memcmp(b->out, m->rtl_out, b->ops->out_size) == 0)
        return;
    if (others_come_first(b, cycle, FIELD_OUT)) {
        diverge_end(b->owner->divergence.block, true);
        return;
    }
    bool too_early = late && late_inputs_did_it(b);
    diverge_in(b, b->q, FIELD_OUT, cycle, b->out, too_early ? m->again : m->rtl_out, too_early);
    if (!b->owner->failure[0]) {               // only padding
        if (late)
            m->rtl_out = m->ops->evaluate(m->rtl, late, false);
        return;
    }
    m->history.check_late |= too_early;
    record(b, cycle, too_early, too_early ? late : m->seen);
    diverge_end(b, false);
}

// From here on d is a copy of the registers, and the sum is of their words.
static void copy_registers(block *b)
{
    block_monitor *m = b->monitor;
    const unsigned char *q = b->q;
    unsigned char *d = b->d;

    if (!m->follows) {
        memcpy(d, q, b->ops->state_size);
        m->sum = chunks_sum(q, b->ops->state_size, 0);
    }
    for (unsigned i = 0; m->follows && i < m->n_changed; i++)
        memcpy(d + m->changed[i], q + m->changed[i], CHUNK);
    m->follows = true;
    m->n_changed = 0;
}

// Gives the Verilog what it is owed: the early inputs are those seen, the late ones those of the last edge or, in a
// step, this cycle's, `late`. One evaluation; compares.
static void catch_up(block *b, const void *late)
{
    block_monitor *m = b->monitor;

    if (!m->waits || b->owner->failure[0] || (!late && !m->edge_due && !m->out_due))
        return;
    if (!late && !m->edge_due && m->known) {
        copy_registers(b);
        const chunk_sum step = chunk_sum_both(&m->sum, &m->seen_sum);
        if (known_step(m->known, &step, b->out, NULL)) {
            m->out_due = false;
            return;
        }
    }
    if (m->behind)
        m->ops->put_registers(m->rtl, b->q);
    m->behind = false;
    evaluate(b, late ? late : m->seen);
    if (b->owner->failure[0]) {
        diverge_end(b->owner->divergence.block, true);
        return;
    }
    if (m->out_due || late) {                  // or compared in an earlier cycle, but not with these late inputs
        compare_outputs(b, m->out_due ? m->out_cycle : b->clock->cycle, late);
        m->out_due = false;
    }
}

static void show_inputs(block *b, const void *in)
{
    if (b->owner->waving && b->monitor->wave) {
        wave_put_inputs(b->monitor->wave, in);
        b->monitor->shown = true;
    }
}

static void show_outputs(block *b)
{
    block_monitor *m = b->monitor;
    bool only_rtl = b->owner->options.mode == BLOCKS_VERILOG;
    if (b->owner->waving && m->wave) {
        wave_put_outputs(m->wave, only_rtl ? NULL : b->out, m->rtl_out);
        wave_put_registers(m->wave, only_rtl ? NULL : b->q, m->rtl_q);
    }
}

bool block_may_lag(const block *b) { return !b->monitor || (may_wait(b) && !b->every); }

void block_monitor_out(block *b)
{
    block_monitor *m = b->monitor;

    if (m->out_due && memcmp(m->seen, b->in, m->early_size) != 0)      // outputs of this cycle too, under inputs that were not the last
        catch_up(b, NULL);
    chunk_sum sum = m->seen_sum;
    const bool same = !inputs_differ(b, INPUTS_EARLY, &sum);
    m->looked = b->cycle;
    if (!b->every && m->settled && same) {
        show_outputs(b);
        return;
    }
    if (!same)
        inputs_see(b, INPUTS_EARLY, &sum);
    m->settled = true;
    m->rests &= same;
    if (b->owner->options.mode != BLOCKS_VERILOG || !m->ops)
        b->ops->out(b->q, m->seen, b->out);
    if (m->known) {                            // for an edge with the late inputs of the last one
        const chunk_sum step = chunk_sum_both(&m->sum, &m->seen_sum);
        known_step_soon(m->known, &step);
    }
    if (m->waits) {
        m->out_due = true;
        m->out_cycle = b->clock->cycle;
    } else if (m->ops && !b->owner->failure[0]) {
        m->rtl_out = m->ops->out(m->rtl, m->seen);
        if (!compares(b)) {
            memcpy(b->out, m->rtl_out, b->ops->out_size);
        } else {
            compare_outputs(b, b->clock->cycle, NULL);
            if (b->owner->failure[0])
                return;
        }
    }
    show_outputs(b);
}

// Outputs again, with the late inputs as they will be at the edge: neither side's may change.
static void check_late(block *b)
{
    block_monitor *m = b->monitor;

    b->ops->out(b->q, m->seen, m->again);
    if (memcmp(b->out, m->again, b->ops->out_size) != 0)
        diverge_in(b, b->q, FIELD_OUT, b->clock->cycle, b->out, m->again, true);
    m->rtl_out = m->ops->settle(m->rtl, m->seen);
    if (!b->owner->failure[0] && memcmp(b->out, m->rtl_out, b->ops->out_size) != 0)
        diverge_in(b, b->q, FIELD_OUT, b->clock->cycle, b->out, m->rtl_out, true);
    b->owner->counts.fields += 2 * m->outputs;
}

static void step_both(block *b)
{
    block_monitor *m = b->monitor;

    if (compares(b) && b->owner->options.check_late) {
        check_late(b);
        if (b->owner->failure[0]) {
            diverge_end(b, false);
            return;
        }
    }
    m->rtl_q = m->ops->edge(m->rtl, m->seen);
    m->steps++;
    if (!compares(b)) {
        memcpy(b->d, m->rtl_q, m->register_size);
        m->rests = memcmp(b->d, b->q, m->register_size) == 0;
        m->follows = false;
        return;
    }
    compare_registers(b, b->q, b->d, b->clock->cycle + 1);
    if (b->owner->failure[0])
        diverge_end(b, true);
}

// The Verilog gets this edge in the next step, or when something else needs it.
static void owe_edge(block *b)
{
    block_monitor *m = b->monitor;

    m->edge_due = true;
    m->edge_cycle = b->clock->cycle;
    m->steps++;
}

// Skips the Verilog: it was compared with these registers and inputs before.
static void leave_out(block *b)
{
    block_monitor *m = b->monitor;

    m->out_due = false;
    m->behind = true;
    m->steps++;
    b->owner->counts.known++;
}

// Which inputs may differ from those seen: those of block_out must stay as they were, if it was called for this cycle.
static inputs_which since_out(const block *b) { return b->monitor->looked == b->cycle ? INPUTS_LATE : INPUTS_ALL; }

// The C model's claim alone would hide a Verilog register that moves while the model rests. So the Verilog must have had an edge
// under the same inputs, its own or of a known step, or be owed one: it changed nothing, or it diverges when it comes.
static bool known_to_rest(const block *b)
{
    const block_monitor *m = b->monitor;
    chunk_sum sum = {{0, 0}};
    return m->rests && !inputs_differ(b, since_out(b), &sum);
}

// d becomes the model's registers behind the edge; notes where they differ.
static void next_registers(block *b)
{
    block_monitor *m = b->monitor;
    if (b->owner->options.mode != BLOCKS_VERILOG || !m->ops)
        b->ops->next(b->q, b->in, b->out, b->d);
    const uint32_t *at = m->q_chunks;
    for (unsigned changes; (changes = chunks_next(b->q, b->d, &at, m->q_end)); at++) {
        m->changed[m->n_changed++] = *at;
        FOR_EACH_BIT_FAST(i, changes, CHUNK_WORDS) {
            const size_t word = *at / sizeof(uint64_t) + i;
            chunk_sum_change(&m->sum, chunk_word(b->q, word), chunk_word(b->d, word), word);
        }
    }
    m->rests = m->n_changed == 0 || (m->memories && memcmp(b->d, b->q, m->register_size) == 0);
}

void block_monitor_next(block *b)
{
    block_monitor *m = b->monitor;

    if (!m->settled)
        block_monitor_out(b);
    b->skip = !b->every && known_to_rest(b) && b->ops->idle(b->q, b->in);
    if (b->skip) {
        if (m->out_due)
            catch_up(b, NULL);
        b->owner->counts.skipped += m->ops != NULL;
        show_inputs(b, b->in);
        return;
    }
    const inputs_which which = since_out(b);
    chunk_sum sum = m->seen_sum;
    const bool same = !inputs_differ(b, which, &sum), owed = m->edge_due;
    if (m->recorded)
        record_step(m->recorded, &b->owner->options, b->clock->cycle, b->in, b->out);
    if (owed)                                  // d has what that edge met
        catch_up(b, b->in);
    copy_registers(b);
    const chunk_sum step = chunk_sum_both(&m->sum, &sum);
    if (m->known && !same)
        known_step_soon(m->known, &step);
    next_registers(b);
    const bool known = m->known && known_step(m->known, &step, b->out, &m->sum);
    if (m->waits && !known && !owed)
        catch_up(b, b->in);
    if (m->ops && !b->owner->failure[0])
        record(b, b->clock->cycle, 1, b->in);
    if (!same)
        inputs_see(b, which, &sum);
    show_inputs(b, b->monitor->seen);
    if (known)
        leave_out(b);
    else if (m->waits)
        owe_edge(b);
    else if (m->ops && !b->owner->failure[0])
        step_both(b);
    m->settled = false;
}

// The Verilog's registers hold the complement of their reset values before the reset, so that a missed one shows. A reset
// leaves memories as they are: both sides begin with what the table says.
static void reset_rtl(block *b)
{
    block_monitor *m = b->monitor;

    b->ops->reset(b->d);
    for (const block_field *f = b->ops->fields; f->name; f++)
        for (unsigned element = 0; f->kind == FIELD_REG && element < f->count; element++)
            field_set(f, b->d, element, ~field_get(f, b->d, element) & field_mask(f, element));
    m->ops->load(m->rtl, b->d);
    m->rtl_q = m->ops->reset(m->rtl);
    b->ops->reset(b->d);
}

static known_steps **known_to_parts(lockstep *part) { return part->run == part ? NULL : &part->run->shared; }

void block_reset(block *b)
{
    block_monitor *m = b->monitor;

    if (m)
        catch_up(b, NULL);
    b->cycle = 0;
    b->ops->reset(b->q);
    if (!m)
        return;
    m->waits = may_wait(b);
    m->known = m->waits && !b->every && m->memories == 0 && m->ops->put_registers ? known_steps_of(&b->owner->known, known_to_parts(b->owner), b->ops) : NULL;
    memset(m->seen, 0, b->ops->in_size);
    m->seen_sum = (chunk_sum){{0, 0}};
    m->settled = m->rests = m->behind = m->follows = false;
    m->steps = 0;
    if (m->recorded)
        record_clear(m->recorded);
    if (!m->ops || b->owner->failure[0])
        return;
    reset_rtl(b);
    history_reset(&m->history);
    if (!compares(b)) {
        memcpy(b->q, m->rtl_q, b->ops->state_size);
        return;
    }
    b->owner->counts.fields += m->registers + m->memories;
    if (memcmp(b->d, m->rtl_q, b->ops->state_size) != 0)
        diverge_in(b, b->q, FIELD_REG, b->clock->cycle, b->d, m->rtl_q, false);
    if (!b->owner->failure[0] && memcmp(b->d, m->rtl_q, b->ops->state_size) != 0)
        diverge_in(b, b->q, FIELD_MEM, b->clock->cycle, b->d, m->rtl_q, false);
    if (b->owner->failure[0])
        diverge_end(b, false);
}

void block_load(block *b, const void *q)
{
    block_monitor *m = b->monitor;

    block_reset(b);
    memcpy(b->q, q, b->ops->state_size);
    if (!m || !m->ops || b->owner->failure[0])
        return;
    m->ops->load(m->rtl, q);
    m->rtl_q = m->ops->state(m->rtl);
    history_begin(&m->history, q, m->seen);
}

// Whether cycles that only count may be skipped. With a wave each is shown; without a comparison the Verilog counts.
static bool may_count(const block *b)
{
    const block_monitor *m = b->monitor;
    return b->ops->count && !b->every && (!m || (!m->wave && compares(b) && m->ops->put_registers));
}

// Skips those of these cycles in which only counters move, on both sides; false: none now. The Verilog has had an edge
// under the same inputs, which is compared first: if more moves there, it is seen.
static bool count_cycles(block *b, uint64_t cycles)
{
    block_monitor *m = b->monitor;

    if (!may_count(b) || (m && (m->steps == 0 || memcmp(m->seen, b->in, b->ops->in_size) != 0)))
        return false;
    void *after = m ? m->counted : b->d;
    memcpy(after, b->q, b->ops->state_size);
    const uint64_t counted = b->ops->count(b->q, b->in, cycles, after);
    if (!counted)
        return false;
    if (m) {
        count_check(b, after);
        catch_up(b, NULL);
        if (!b->owner->failure[0])
            record(b, b->clock->cycle, counted, b->in);
        m->ops->put_registers(m->rtl, after);
        m->settled = m->rests = m->follows = false;
        b->owner->counts.skipped += counted;
    }
    memcpy(b->q, after, b->ops->state_size);
    b->cycle += counted;
    return true;
}

// Whether all cycles to come under these inputs change nothing, on either side.
static inline bool rests(const block *b)
{
    return !b->every && (!b->monitor || known_to_rest(b)) && b->ops->idle(b->q, b->in);
}

static void skip_cycles(block *b, uint64_t cycles)
{
    b->cycle += cycles;
    if (b->monitor && b->monitor->ops)
        b->owner->counts.skipped += cycles;
}

void block_sleep(block *b, uint64_t cycles)
{
    if (rests(b)) {
        skip_cycles(b, cycles);
        return;
    }
    const uint64_t now = b->clock->cycle, end = b->cycle + cycles;
    while (b->cycle < end && !b->owner->failure[0]) {
        block_turn_clock(b, b->cycle);         // it has lived through all earlier cycles
        if (count_cycles(b, end - b->cycle))
            continue;
        block_out(b);
        block_next(b);
        block_commit(b);
        if (b->monitor && rests(b))
            skip_cycles(b, end - b->cycle);
    }
    block_turn_clock(b, now);
}

static lockstep *earliest_divergence(lockstep *run)
{
    lockstep *first = NULL;
    for (unsigned i = 0; i < LOCKSTEP_PARTS && run->parts[i]; i++) {
        lockstep *part = run->parts[i];
        if (part->failure[0] && (!first || diverges_first(&part->divergence, &first->divergence)))
            first = part;
    }
    return first;
}

void lockstep_settle(lockstep *run)
{
    lockstep *first = run->failed ? NULL : earliest_divergence(run);
    for (unsigned i = 0; i < LOCKSTEP_PARTS && run->parts[i]; i++)
        known_steps_share(run->parts[i]->known);
    if (!first)
        return;
    const uint64_t cycle = first->divergence.cycle;
    for (unsigned i = 0; i < LOCKSTEP_PARTS && run->parts[i]; i++)     // what other parts owe may come first
        for (block *b = run->parts[i]->first; b; b = b->next)
            compare_owed_edge(b, cycle);
    run->failed = first = earliest_divergence(run);
    if (run->leave_pack)
        run->leave_pack(first);
}

void lockstep_complete(lockstep *run)
{
    for (block *b = run->first; b; b = b->next)
        if (b->monitor)
            catch_up(b, NULL);
    for (unsigned part = 0; part < LOCKSTEP_PARTS; part++)
        if (run->parts[part])
            lockstep_complete(run->parts[part]);
    if (run->run == run)
        lockstep_settle(run);
}

static void move_to(lockstep *run, wave_time time)
{
    bool opens;

    run->time = time;
    if (!run->wave)
        return;
    run->waving = wave_at(run->wave, time, &opens);
    // A block that rests from now on has its present inputs, not those of its last edge.
    for (block *b = run->waving ? run->first : NULL; b; b = b->next) {
        if (!b->monitor || !b->monitor->shown)
            continue;
        wave_put_inputs(b->monitor->wave, b->in);
        b->monitor->shown = false;
    }
    for (block *b = opens ? run->first : NULL; b; b = b->next) {
        if (!b->monitor || !b->monitor->wave)
            continue;
        show_inputs(b, b->monitor->seen);
        show_outputs(b);
    }
}

void lockstep_cycle(lockstep *run, uint64_t cycle)
{
    run->clock.cycle = cycle;
    for (unsigned part = 0; part < LOCKSTEP_PARTS && run->parts[part]; part++)
        run->parts[part]->clock.cycle = cycle;
    move_to(run, (wave_time){cycle, 0});
}

void lockstep_edge(lockstep *run, block_clock *clock, uint64_t edge, uint64_t core_cycle, unsigned nth)
{
    clock->cycle = edge;
    move_to(run, core_cycle ? (wave_time){core_cycle - 1, nth} : (wave_time){0, 0});
}

const char *lockstep_failed(const lockstep *run)
{
    const lockstep *failed = run->run == run ? run->failed : run;
    return failed && failed->failure[0] ? failed->failure : NULL;
}

const char *lockstep_pack(const lockstep *run) { return run->failed ? run->failed->pack : NULL; }

lockstep_counts lockstep_count(const lockstep *run)
{
    lockstep_counts all = run->counts;
    for (unsigned part = 0; part < LOCKSTEP_PARTS && run->parts[part]; part++) {
#define LOCKSTEP_COUNT(member, help) all.member += run->parts[part]->counts.member;
#include "tb/lockstep_counts.def"
#undef LOCKSTEP_COUNT
    }
    return all;
}
