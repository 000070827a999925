// SPDX-License-Identifier: BSD-3-Clause
// The order in which blocks are executed: each after all that lead to it, and what follows a loop after all of the loop, so
// that a block runs once for all paths that reach it, with its values chosen by the path conditions. A block of a loop runs
// once per round; rounds end when the condition to go on has become the constant false.
#include <stdlib.h>
#include <string.h>

#include "tb/prove/execute.h"
#include "tb/prove/obligations.h"
#include "tb/prove/prove.h"

enum { MOST_ROUNDS = 4000000 };

typedef struct { unsigned count, *list; } numbers;
typedef enum { UNSEEN, OPEN, DONE } mark;

static LLVMBasicBlockRef *blocks, *sorted;
static unsigned           n_blocks, *number_in_sorted;
static numbers           *next;                          // successors of each block
static mark              *marks;
static literal           *pending;                       // the path condition with which a block is to run next
static unsigned           n_pending;
static struct { unsigned from, to; } *back;              // edges that close a loop
static unsigned           n_back;
static bool              *in_loop;                       // [header * n_blocks + block]
static unsigned          *position, *at_position, placed;

static void append(numbers *n, unsigned number)
{
    n->list = prove_grow(n->list, n->count + 1, sizeof *n->list);
    n->list[n->count++] = number;
}

static int by_address(const void *left, const void *right)
{
    const LLVMBasicBlockRef a = *(const LLVMBasicBlockRef *)left, b = *(const LLVMBasicBlockRef *)right;
    return (a > b) - (a < b);
}

static unsigned number_of(LLVMBasicBlockRef block)
{
    const LLVMBasicBlockRef *found = bsearch(&block, sorted, n_blocks, sizeof *sorted, by_address);
    return number_in_sorted[found - sorted];
}

static void find_back_edges(unsigned block)
{
    marks[block] = OPEN;
    for (unsigned i = 0; i < next[block].count; i++) {
        const unsigned to = next[block].list[i];
        if (marks[to] == OPEN) {
            back = prove_grow(back, n_back + 1, sizeof *back);
            back[n_back].from = block;
            back[n_back++].to = to;
        } else if (marks[to] == UNSEEN) find_back_edges(to);
    }
    marks[block] = DONE;
}

static bool is_back(unsigned from, unsigned to)
{
    for (unsigned i = 0; i < n_back; i++) if (back[i].from == from && back[i].to == to) return true;
    return false;
}

// The loop of a back edge: all that reach its source without passing its header.
static void find_loop(unsigned header, unsigned source, const numbers *before)
{
    bool    *inside = in_loop + (size_t)header * n_blocks;
    unsigned *work = prove_grow(NULL, n_blocks, sizeof *work), n_work = 0;
    inside[header] = true;
    if (!inside[source]) {
        inside[source] = true;
        work[n_work++] = source;
    }
    while (n_work) {
        const numbers *from = &before[work[--n_work]];
        for (unsigned i = 0; i < from->count; i++)
            if (!inside[from->list[i]]) {
                inside[from->list[i]] = true;
                work[n_work++] = from->list[i];
            }
    }
    free(work);
}

// Every block of a loop stands before every exit of it: as if an edge led there from each.
static void order_exits(void)
{
    unsigned *own = prove_zeros(n_blocks, sizeof *own);
    for (unsigned b = 0; b < n_blocks; b++) own[b] = next[b].count;
    for (unsigned header = 0; header < n_blocks; header++) {
        const bool *inside = in_loop + (size_t)header * n_blocks;
        if (!inside[header]) continue;
        for (unsigned b = 0; b < n_blocks; b++)
            for (unsigned i = 0; inside[b] && i < own[b]; i++) {
                const unsigned exit = next[b].list[i];
                for (unsigned from = 0; !inside[exit] && from < n_blocks; from++) if (inside[from]) append(&next[from], exit);
            }
    }
}

static void place_block(unsigned block)
{
    marks[block] = DONE;
    for (unsigned i = 0; i < next[block].count; i++) {
        const unsigned to = next[block].list[i];
        if (marks[to] == UNSEEN && !is_back(block, to)) place_block(to);
    }
    position[block] = --placed;
    at_position[placed] = block;
}

static void order_blocks(LLVMValueRef function)
{
    n_blocks = placed = LLVMCountBasicBlocks(function);
    n_back = 0;
    blocks = prove_zeros(n_blocks, sizeof *blocks);
    LLVMGetBasicBlocks(function, blocks);
    sorted = prove_zeros(n_blocks, sizeof *sorted);
    number_in_sorted = prove_zeros(n_blocks, sizeof *number_in_sorted);
    memcpy(sorted, blocks, n_blocks * sizeof *sorted);
    qsort(sorted, n_blocks, sizeof *sorted, by_address);
    for (unsigned b = 0; b < n_blocks; b++) {
        const LLVMBasicBlockRef *found = bsearch(&blocks[b], sorted, n_blocks, sizeof *sorted, by_address);
        number_in_sorted[found - sorted] = b;
    }
    next = prove_zeros(n_blocks, sizeof *next);
    marks = prove_zeros(n_blocks, sizeof *marks);
    pending = prove_zeros(n_blocks, sizeof *pending);
    position = prove_zeros(n_blocks, sizeof *position);
    at_position = prove_zeros(n_blocks, sizeof *at_position);
    in_loop = prove_zeros((size_t)n_blocks * n_blocks, sizeof *in_loop);
    numbers *before = prove_zeros(n_blocks, sizeof *before);
    for (unsigned b = 0; b < n_blocks; b++) {
        const LLVMValueRef end = LLVMGetBasicBlockTerminator(blocks[b]);
        for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) append(&next[b], number_of(LLVMGetSuccessor(end, i)));
    }
    find_back_edges(0);
    for (unsigned b = 0; b < n_blocks; b++)
        for (unsigned i = 0; marks[b] == DONE && i < next[b].count; i++) append(&before[next[b].list[i]], b);
    for (unsigned i = 0; i < n_back; i++) find_loop(back[i].to, back[i].from, before);
    order_exits();
    memset(marks, 0, n_blocks * sizeof *marks);
    place_block(0);
}

static bool is_truth(value v) { return !v.is_pointer && v.word.width == 1; }

static value truth(literal x)
{
    word w = word_zero(1);
    w.bits[0] = x;
    return value_of_word(w);
}

static literal or_apart(literal a, literal b)
{
    literal common, of_a, of_b;
    if (a == ZERO) return b;
    if (b == ZERO) return a;
    graph_split(a, b, &common, &of_a, &of_b);
    return and2(common, or2(of_a, of_b));
}

// What ends in undefined behaviour is an obligation at once, and no path beside the others: they are all that go on. LLVM may
// have found it by itself, and then says no kind.
static void run_trap(LLVMBasicBlockRef block, literal where)
{
    bool says = false;
    for (LLVMValueRef in = LLVMGetFirstInstruction(block); !LLVMIsATerminatorInst(in); in = LLVMGetNextInstruction(in)) {
        if (!LLVMIsAPHINode(in)) execute_instruction(in, where);
        says = says || LLVMIsACallInst(in);
    }
    if (!says) must_hold("undefined behaviour", ZERO, where);
}

// One more path to a block: its phis choose by the paths' conditions. All are read before one is changed. What is true or
// false is where it is true: of all that return early, "holds" stays an and of what was asked on the way.
static void arrive(unsigned from, LLVMBasicBlockRef block, literal where)
{
    enum { MOST_PHIS = 1024 };
    static value values[MOST_PHIS];
    static LLVMValueRef phis[MOST_PHIS];
    const unsigned to = number_of(block);
    int count = 0;
    if (where == ZERO) return;
    if (LLVMIsAUnreachableInst(LLVMGetBasicBlockTerminator(block))) {
        run_trap(block, where);
        return;
    }
    n_pending += pending[to] == ZERO;
    for (LLVMValueRef in = LLVMGetFirstInstruction(block); in && LLVMIsAPHINode(in); in = LLVMGetNextInstruction(in))
        for (unsigned i = 0; i < LLVMCountIncoming(in); i++)
            if (LLVMGetIncomingBlock(in, i) == blocks[from]) {
                if (count == MOST_PHIS) refuse_instruction("too many values at once", in);
                phis[count] = in;
                values[count++] = value_of(LLVMGetIncomingValue(in, i));
                break;
            }
    // What all paths to the block need says nothing about which of them was taken: it stays out of the choice.
    literal common = where, of_this = ONE, of_others = ZERO;
    if (pending[to] != ZERO) graph_split(where, pending[to], &common, &of_this, &of_others);
    for (int i = 0; i < count; i++) {
        value *before = value_pending(phis[i]);
        if (is_truth(values[i])) {
            literal *unwritten = unwritten_choose(where, 1, values[i].unwritten, pending[to] == ZERO ? NULL : before->unwritten);
            *before = truth(or_apart(pending[to] == ZERO ? ZERO : before->word.bits[0], and2(where, values[i].word.bits[0])));
            before->unwritten = unwritten;
        }
        else *before = pending[to] == ZERO ? values[i] : value_choose(of_this, values[i], *before);
    }
    pending[to] = and2(common, or2(of_this, of_others));
}

// The values that have arrived. Of a truth what the block's condition says already falls away.
static value arrived(LLVMValueRef phi, literal where)
{
    const value v = *value_pending(phi);
    literal common, rest, unused;
    if (!is_truth(v)) return v;
    graph_split(v.word.bits[0], where, &common, &rest, &unused);
    value known = truth(rest);
    known.unwritten = v.unwritten;
    return known;
}

static void leave(unsigned from, LLVMValueRef end, literal where)
{
    switch (LLVMGetInstructionOpcode(end)) {
    case LLVMRet:
        if (n_pending) refuse_instruction("an end beside others", end);
        return;
    case LLVMUnreachable: refuse_instruction("a step that has no end", end);
    case LLVMBr:
        if (LLVMIsConditional(end)) {
            const literal condition = under(where, word_used(LLVMGetCondition(end), where).bits[0]);
            arrive(from, LLVMGetSuccessor(end, 0), and2(where, condition));
            arrive(from, LLVMGetSuccessor(end, 1), and2(where, not1(condition)));
        } else arrive(from, LLVMGetSuccessor(end, 0), where);
        return;
    case LLVMSwitch: {
        const word key = word_used(LLVMGetOperand(end, 0), where);
        literal other = where;
        for (int i = 2; i < LLVMGetNumOperands(end); i += 2) {
            const literal is = word_equal(key, word_of(LLVMGetOperand(end, (unsigned)i)));
            arrive(from, LLVMValueAsBasicBlock(LLVMGetOperand(end, (unsigned)i + 1)), and2(where, is));
            other = and2(other, not1(is));
        }
        arrive(from, LLVMGetSwitchDefaultDest(end), other);
        return;
    }
    default: refuse_instruction("a way to end a block that is not known", end);
    }
}

void execute_function(LLVMValueRef function)
{
    order_blocks(function);
    pending[0] = ONE;
    n_pending = 1;
    unsigned first = 0;                                  // no position before it is pending
    for (long rounds = 0;; rounds++) {
        unsigned p = first;
        while (p < n_blocks && (marks[at_position[p]] == UNSEEN || pending[at_position[p]] == ZERO)) p++;
        if (p >= n_blocks) return;
        if (rounds > MOST_ROUNDS) prove_refuse("too many steps: a loop whose end is not constant?");
        const unsigned b = at_position[p];
        const literal where = n_pending == 1 ? ONE : pending[b];         // the only path: its condition is a tautology
        pending[b] = ZERO;
        n_pending--;
        LLVMValueRef in = LLVMGetFirstInstruction(blocks[b]);
        for (; LLVMIsAPHINode(in); in = LLVMGetNextInstruction(in)) value_bind(in, arrived(in, where));
        for (; !LLVMIsATerminatorInst(in); in = LLVMGetNextInstruction(in)) value_bind(in, execute_instruction(in, where));
        leave(b, in, where);
        // Back to a block that now waits before this one: the next round of a loop.
        first = p;
        for (unsigned i = 0; i < next[b].count; i++)
            if (pending[next[b].list[i]] != ZERO && position[next[b].list[i]] < first) first = position[next[b].list[i]];
    }
}
