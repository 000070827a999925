// SPDX-License-Identifier: BSD-3-Clause
// cp.async, its groups and waits; mbarrier. For the timing model a copy is a load of global memory without a register, a wait is a
// membar, which holds the warp until its loads are back, and an mbarrier is 8 bytes of shared memory, as on sm_80: ATOMS arrives,
// LDS looks. A wait for all but the last N groups waits for all.
#include "sim/frontend/decode/decode.h"

static bool take(decoder *d, ptx_async_word word)
{
    statement *s = d->s;
    for (uint32_t i = 0; i < s->n_words; i++) {
        if (s->words[i] == word) {
            s->words[i] = s->words[--s->n_words];
            return true;
        }
    }
    return false;
}

static void need(decoder *d, ptx_async_word word)
{
    if (!take(d, word)) {
        decode_fail(d, "expected .%s", async_word_name(word));
    }
}

static void take_end(decoder *d)
{
    if (d->s->n_words > 0) {
        decode_fail(d, ".%s found, expected one that this instruction has", async_word_name((ptx_async_word)d->s->words[0]));
    }
}

static bool is_number(const operand *o, uint64_t least, uint64_t most)
{
    return o->kind == OPERAND_INTEGER && o->value >= least && o->value <= most;
}

// --- cp.async

static void decode_wait(decoder *d)
{
    d->code->run = run_nothing;
    d->insn.flags |= INSN_MEMBAR;
}

static void decode_wait_group(decoder *d)
{
    decode_operand_count(d, 1, 1);
    if (!is_number(&d->s->operands[0], 0, UINT32_MAX)) {
        decode_fail(d, "expected a number of groups");
    }
    decode_wait(d);
}

// The size of the source, or the predicate that suppresses reading it.
static void decode_limit(decoder *d, copy_info *copy)
{
    operand o = d->s->operands[3];
    bool predicate = o.kind == OPERAND_REGISTER && o.symbol->type == TYPE_pred;
    copy->limit = predicate ? COPY_IGNORES : COPY_SIZED;
    copy->negated = predicate && o.negated;
    o.negated = o.negated && !predicate;
    decode_source_operand(d, &o, predicate ? TYPE_pred : TYPE_u32, false);
}

static void decode_copy(decoder *d, bool past_l1d)
{
    insn_code *c = d->code;
    copy_info *copy = program_alloc(d->program, sizeof *copy);
    need(d, ASYNC_shared);
    need(d, ASYNC_global);
    decode_operand_count(d, 3, 4);
    const operand *size = &d->s->operands[2];
    if (!is_number(size, past_l1d ? 16 : 4, 16) || (size->value & (size->value - 1)) != 0) {
        decode_fail(d, past_l1d ? "expected 16 bytes" : "expected 4, 8 or 16 bytes");
    }
    decode_class(d, UNIT_MEM, LATENCY_SIMPLE);
    decode_address(d, 0, SPACE_SHARED);
    c->src[1] = c->src[0];
    copy->to_offset = c->offset;
    copy->to_is_wide = c->address_is_wide;
    decode_address(d, 1, SPACE_GLOBAL);
    c->n_src = 2;
    if (d->s->n_operands == 4) {
        decode_limit(d, copy);
    }
    c->copy = copy;
    c->run = run_copy;
    d->insn.memory = MEMORY_LOAD;
    d->insn.width = d->insn.element = (uint8_t)size->value;
    d->insn.flags |= INSN_TO_SHARED | (past_l1d ? INSN_PAST_L1D : 0);
}

// --- mbarrier

static void decode_object(decoder *d, uint32_t index, memory_kind kind, uint32_t choice)
{
    uint8_t space = take(d, ASYNC_shared) ? SPACE_SHARED : SPACE_GENERIC;
    need(d, ASYNC_b64);
    decode_class(d, UNIT_MEM, LATENCY_SIMPLE);
    decode_address(d, index, space);
    d->code->choice = choice;
    d->code->vector = 1;
    d->code->run = run_mbarrier;
    d->insn.memory = (uint8_t)kind;
    d->insn.width = d->insn.element = 8;
}

// The second source row: a number of arrivals or of bytes, 1 if not written.
static void decode_count(decoder *d, uint32_t index)
{
    static const operand one = { .kind = OPERAND_INTEGER, .value = 1 };
    d->code->n_src = 1;
    decode_source_operand(d, index < d->s->n_operands ? &d->s->operands[index] : &one, TYPE_u32, false);
}

// Memory ordering changes nothing: instructions execute whole.
static void take_order(decoder *d, ptx_async_word usual)
{
    if (take(d, usual) || take(d, ASYNC_relaxed)) {
        need(d, ASYNC_cta);
    }
}

static void decode_arrive(decoder *d, bool drops)
{
    uint32_t choice = MBARRIER_arrive | (drops ? MBARRIER_DROPS : 0);
    bool expects = take(d, ASYNC_expect_tx), stays = !expects && take(d, ASYNC_noComplete);
    take_order(d, ASYNC_release);
    decode_operand_count(d, expects || stays ? 3 : 2, 3);
    decode_optional_destination(d, &d->s->operands[0], TYPE_b64);
    decode_count(d, 2);
    decode_object(d, 1, MEMORY_ATOMIC, choice | (expects ? MBARRIER_EXPECTS : 0) | (stays ? MBARRIER_STAYS : 0));
}

static void decode_bytes(decoder *d, mbarrier_operation operation)
{
    take_order(d, ASYNC_relaxed);
    decode_operand_count(d, 2, 2);
    decode_count(d, 1);
    decode_object(d, 0, MEMORY_ATOMIC, operation);
}

// The time that try_wait may wait is 0.
static void decode_look(decoder *d, bool tries)
{
    bool parity = take(d, ASYNC_parity);
    take_order(d, ASYNC_acquire);
    decode_operand_count(d, 3, tries ? 4 : 3);
    decode_predicate_destination(d, &d->s->operands[0]);
    d->code->n_src = 1;
    decode_source(d, 2, parity ? TYPE_b32 : TYPE_b64, false);
    if (d->s->n_operands == 4) {
        decode_source(d, 3, TYPE_u32, false);
    }
    decode_object(d, 1, MEMORY_LOAD, MBARRIER_wait | (parity ? MBARRIER_BY_PARITY : 0));
}

static void decode_pending_count(decoder *d)
{
    need(d, ASYNC_b64);
    decode_operand_count(d, 2, 2);
    decode_destination(d, 0, TYPE_u32, false);
    decode_source(d, 1, TYPE_b64, false);
    d->code->run = run_pending_count;
}

static void decode_mbarrier(decoder *d)
{
    if (take(d, ASYNC_init)) {
        decode_operand_count(d, 2, 2);
        decode_count(d, 1);
        decode_object(d, 0, MEMORY_STORE, MBARRIER_init);
    } else if (take(d, ASYNC_inval)) {
        decode_operand_count(d, 1, 1);
        decode_object(d, 0, MEMORY_STORE, MBARRIER_inval);
    } else if (take(d, ASYNC_arrive)) {
        decode_arrive(d, false);
    } else if (take(d, ASYNC_arrive_drop)) {
        decode_arrive(d, true);
    } else if (take(d, ASYNC_expect_tx)) {
        decode_bytes(d, MBARRIER_expect);
    } else if (take(d, ASYNC_complete_tx)) {
        decode_bytes(d, MBARRIER_complete);
    } else if (take(d, ASYNC_test_wait)) {
        decode_look(d, false);
    } else if (take(d, ASYNC_try_wait)) {
        decode_look(d, true);
    } else if (take(d, ASYNC_pending_count)) {
        decode_pending_count(d);
    } else {
        decode_fail(d, "expected .init, .inval, .arrive, .test_wait or another of its operations");
    }
}

// Two instructions: the warp waits for its copies, then it arrives. Without .noinc the arrival is first added to those that are
// expected, so that it changes no count.
static void decode_copy_arrives(decoder *d)
{
    decoder wait = *d;
    wait.code = program_alloc(d->program, sizeof *wait.code);
    *wait.code = *d->code;
    decode_wait(&wait);
    bool counted = take(d, ASYNC_noinc);
    need(d, ASYNC_arrive);
    decode_operand_count(d, 1, 1);
    d->code->dst[d->code->n_dst++] = (operand_row){ TABLE_WARP, SINK_ROW };
    decode_count(d, 1);
    decode_object(d, 0, MEMORY_ATOMIC, MBARRIER_arrive | (counted ? 0 : MBARRIER_COUNTS_ITSELF));
    take_end(d);
    decode_emit(&wait);
}

static void decode_cp(decoder *d)
{
    need(d, ASYNC_async);
    if (take(d, ASYNC_commit_group)) {
        decode_operand_count(d, 0, 0);
        d->code->run = run_nothing;
    } else if (take(d, ASYNC_wait_group)) {
        decode_wait_group(d);
    } else if (take(d, ASYNC_wait_all)) {
        decode_operand_count(d, 0, 0);
        decode_wait(d);
    } else if (take(d, ASYNC_mbarrier)) {
        decode_copy_arrives(d);
    } else if (take(d, ASYNC_ca)) {
        decode_copy(d, false);
    } else if (take(d, ASYNC_cg)) {
        decode_copy(d, true);
    } else {
        decode_fail(d, "expected .ca, .cg, .commit_group, .wait_group, .wait_all or .mbarrier.arrive");
    }
}

void decode_async(decoder *d)
{
    if (d->s->mnemonic == PTX_cp) {
        decode_cp(d);
    } else {
        decode_mbarrier(d);
    }
    take_end(d);
}
