// SPDX-License-Identifier: BSD-3-Clause
// mbarrier: arrivals and tests, on 8 bytes of shared memory, lanes one after another. The manual leaves the layout open:
//
//      bits 0-19   arrivals that the phase still waits for         20-39  arrivals of a phase
//           40-60  bytes that the phase still waits for, signed    61-62  phase, modulo 4        63  1: initialised
//
// A phase is over when both counts that it waits for are 0. An arrival returns the object as it was before.
#include "sim/frontend/exec_memory.h"

#include <string.h>

enum { COUNT_MOST = (1 << 20) - 1 };
typedef struct { uint32_t pending, expected, phase; int32_t bytes; bool valid; } object;

static object unpack(uint64_t word)
{
    return (object){ .pending = (uint32_t)(word & COUNT_MOST), .expected = (uint32_t)(word >> 20 & COUNT_MOST), .phase = (uint32_t)(word >> 61 & 3),
                     .bytes = (int32_t)((int64_t)(word << 3) >> 43), .valid = word >> 63 != 0 };
}

static uint64_t pack(const object *o)
{
    return (uint64_t)o->pending | (uint64_t)o->expected << 20 | ((uint64_t)(uint32_t)o->bytes & 0x1FFFFF) << 40 | (uint64_t)(o->phase & 3) << 61 |
        (uint64_t)o->valid << 63;
}

static void end_phase(object *o)
{
    if (o->pending == 0 && o->bytes == 0) {
        o->phase++;
        o->pending = o->expected;
    }
}

static void wrong(execution *x, const insn_code *code, uint32_t lane, const char *what, int64_t seen, int64_t least, int64_t most)
{
    launch_fail(x, lane, FAULT_OTHER, "%.*s: %lld %s found, expected %lld to %lld", (int)code->text_length, code->text, (long long)seen, what,
                (long long)least, (long long)most);
}

static void add_bytes(execution *x, const insn_code *code, uint32_t lane, object *o, int64_t bytes)
{
    int64_t sum = o->bytes + bytes;
    if (sum < -COUNT_MOST || sum > COUNT_MOST) {
        wrong(x, code, lane, "bytes awaited", sum, -COUNT_MOST, COUNT_MOST);
        return;
    }
    o->bytes = (int32_t)sum;
}

static void arrive(execution *x, const insn_code *code, uint32_t lane, object *o, uint32_t operand)
{
    uint32_t count = (code->choice & MBARRIER_EXPECTS) != 0 ? 1 : operand;
    bool drops = (code->choice & MBARRIER_DROPS) != 0, stays = (code->choice & MBARRIER_STAYS) != 0;
    uint32_t most = o->pending - (stays && o->pending != 0);
    if (count == 0 || count > most) {
        wrong(x, code, lane, stays ? "arrivals that do not end the phase" : "arrivals", count, 1, most);
        return;
    }
    if ((code->choice & MBARRIER_EXPECTS) != 0) {
        add_bytes(x, code, lane, o, operand);
    }
    if (drops && count > o->expected) {
        wrong(x, code, lane, "arrivals dropped", count, 1, o->expected);
        return;
    }
    o->expected -= drops ? count : 0;
    o->pending -= count;
    end_phase(o);
}

// The object afterwards; a test changes nothing.
static object operate(execution *x, const insn_code *code, uint32_t lane, object o)
{
    uint32_t operation = code->choice & MBARRIER_OPERATION, operand = 0;
    if (operation == MBARRIER_inval) {
        return (object){ 0 };
    }
    if (operation != MBARRIER_wait) {
        operand = row32(x, code->src[1])[lane];
    }
    if (operation == MBARRIER_init) {
        if (operand == 0 || operand > COUNT_MOST) {
            wrong(x, code, lane, "arrivals", operand, 1, COUNT_MOST);
        }
        return (object){ .pending = operand, .expected = operand, .valid = true };
    }
    if (!o.valid) {
        launch_fail(x, lane, FAULT_OTHER, "%.*s: there is no initialised mbarrier at the address", (int)code->text_length, code->text);
    } else if (operation == MBARRIER_arrive && (code->choice & MBARRIER_COUNTS_ITSELF) == 0) {
        arrive(x, code, lane, &o, operand);
    } else if (operation == MBARRIER_expect) {
        add_bytes(x, code, lane, &o, operand);
    } else if (operation == MBARRIER_complete) {
        add_bytes(x, code, lane, &o, -(int64_t)operand);
        end_phase(&o);
    }
    return o;
}

// Whether the phase of a state, or of a parity, is over.
static bool is_over(execution *x, const insn_code *code, uint32_t lane, const object *o)
{
    if ((code->choice & MBARRIER_BY_PARITY) == 0) {
        return unpack(row64(x, code->src[1])[lane]).phase != o->phase;
    }
    uint32_t parity = row32(x, code->src[1])[lane];
    if (parity > 1) {
        wrong(x, code, lane, "as parity", parity, 0, 1);
    }
    return (o->phase & 1) != parity;
}

static void move_object(execution *x, const insn_code *code, uint8_t *host, const uint64_t *offset, uint32_t mask)
{
    uint64_t before[WARP_LANES];
    uint32_t over = 0, operation = code->choice & MBARRIER_OPERATION;
    if (host != x->cta->shared) {
        launch_fail(x, (uint32_t)__builtin_ctz(mask), FAULT_ADDRESS, "%.*s: expected an address in shared memory",
                    (int)code->text_length, code->text);
    }
    for (uint32_t left = mask; left != 0 && !x->failed; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        memcpy(&before[lane], host + offset[lane], sizeof before[lane]);
        object o = operate(x, code, lane, unpack(before[lane]));
        uint64_t after = pack(&o);
        over |= operation == MBARRIER_wait ? (uint32_t)is_over(x, code, lane, &o) << lane : 0;
        if (operation != MBARRIER_wait) {
            memcpy(host + offset[lane], &after, sizeof after);
        }
    }
    if (operation == MBARRIER_wait) {
        predicate_write(predicate_of(x, code->dst[0]), over, mask);
    } else if (operation == MBARRIER_arrive && !x->failed) {
        row_write64(row64(x, code->dst[0]), before, mask);
    }
}

// An address outside fails, even where reads there are 0.
void run_mbarrier(execution *x, const insn_code *code, uint32_t mask)
{
    uint32_t done = access_lanes(x, code, mask, move_object);
    if (done != mask) {
        launch_fail(x, (uint32_t)__builtin_ctz(mask & ~done), FAULT_ADDRESS, "%.*s: no mbarrier lies outside shared memory",
                    (int)code->text_length, code->text);
    }
}

void run_pending_count(execution *x, const insn_code *code, uint32_t mask)
{
    uint32_t r[WARP_LANES];
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        r[i] = unpack(row64(x, code->src[0])[i]).pending;
    }
    row_write32(row32(x, code->dst[0]), r, mask);
}
