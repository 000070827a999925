// SPDX-License-Identifier: BSD-3-Clause
// Which bundled kernels have the same run for each seed (`same_run` of their descriptors): those of which no address, no
// guard and no branch goes by what a load, an atomic or a texture gives, so that every warp executes the same instructions
// at the same addresses whatever the inputs are, and whose buffers and launches are the same. That is worked out here for
// each kernel, and must be what its descriptor says. tests/sim/campaign/test_same_run.sh compares whole reports.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "sim/frontend/module.h"
#include "sim/workload/workload.h"

enum { REGISTERS = 1 << 16 };

// Registers that hold, or may hold, something that depends on what memory has. Of the arguments of a launch nothing does:
// they are compared.
static bool depends[REGISTERS];

static bool any_depends(const uint16_t *registers, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (depends[registers[i]])
            return true;
    return false;
}

static bool is_read(const insn *k)
{
    return (k->memory == MEMORY_LOAD && k->space != SPACE_PARAM) || k->memory == MEMORY_ATOMIC || (k->flags & INSN_CALL);
}

// Where an instruction's own path or address depends on it. The address base is the last source but for the guard; where
// there is no base, some operand is taken for it.
static bool goes_by_values(const insn *k)
{
    unsigned guards = (k->flags & INSN_PREDICATED) ? 1 : 0;
    unsigned bases = k->memory != MEMORY_NONE && k->n_src > guards ? 1 : 0;

    if (k->flags & INSN_CALL)                           // what it gets and gives is not followed
        return true;
    if (k->space == SPACE_TEXTURE)
        return any_depends(k->src, k->n_src);
    return any_depends(k->src + k->n_src - guards - bases, guards + bases);
}

// One pass over all instructions of a function, in any order: a register depends if any instruction makes it so.
static bool spread_once(const insn *first, unsigned count)
{
    bool changed = false;

    for (const insn *k = first; k < first + count; k++) {
        for (unsigned i = 0; i < k->n_dst; i++) {
            if (!depends[k->dst[i]] && (is_read(k) || any_depends(k->src, k->n_src)))
                changed = depends[k->dst[i]] = true;
        }
    }
    return changed;
}

static bool kernel_goes_by_values(const kernel *of)
{
    const insn *first = &ptx_kernel_of(of)->function->program->insns[ptx_kernel_of(of)->function->first];
    unsigned count = ptx_kernel_of(of)->function->count;

    memset(depends, 0, sizeof depends);
    while (spread_once(first, count))
        ;
    for (const insn *k = first; k < first + count; k++)
        if (goes_by_values(k))
            return true;
    return false;
}

static bool program_goes_by_values(const program *p)
{
    for (size_t i = 0; i < program_kernels(p); i++)
        if (kernel_goes_by_values(program_kernel(p, i)))
            return true;
    return false;
}

static bool same_launch(const job_step *a, const job_step *b)
{
    if (a->kernel && strcmp(kernel_name(a->kernel), kernel_name(b->kernel)) != 0)
        return false;
    for (unsigned i = 0; i < a->n_args; i++)
        if (a->args[i].kind != b->args[i].kind || a->args[i].buffer != b->args[i].buffer ||
            a->args[i].bits != b->args[i].bits || a->args[i].kind == ARG_BYTES)
            return false;
    return memcmp(a->grid, b->grid, sizeof a->grid) == 0 && memcmp(a->block, b->block, sizeof a->block) == 0 &&
           a->dynamic_shared == b->dynamic_shared;
}

// A host's loop ends by what a buffer has.
static bool same_steps(const job_steps *a, const job_steps *b)
{
    for (size_t i = 0; i < a->count; i++) {
        const job_step *one = &a->items[i], *other = &b->items[i];

        if (i >= b->count || one->kind != other->kind || one->kind == STEP_REPEAT || one->n_args != other->n_args ||
            one->buffer != other->buffer || !same_launch(one, other))
            return false;
    }
    return a->count == b->count;
}

// Where buffers are, and whether the host has copied them; not what is in them.
static bool same_buffers(const job *a, const job *b)
{
    for (unsigned i = 0; i < a->n_buffers; i++)
        if (i >= b->n_buffers || a->buffers[i].count != b->buffers[i].count || a->buffers[i].type != b->buffers[i].type ||
            a->buffers[i].host != b->buffers[i].host)
            return false;
    return a->n_buffers == b->n_buffers;
}

static bool same_for_seeds(const workload *w, workload_size size)
{
    static const uint32_t seeds[] = { 1, 2, UINT32_MAX };
    job_error error;
    job *usual = workload_job(w, size, 0, &error);
    bool same = !program_goes_by_values(usual->program);

    for (unsigned i = 0; i < sizeof seeds / sizeof seeds[0] && same; i++) {
        job *other = workload_job(w, size, seeds[i], &error);

        same = same_buffers(usual, other) && same_steps(&usual->steps, &other->steps);
        job_free(other);
    }
    job_free(usual);
    return same;
}

static void test_descriptors(void **state)
{
    unsigned count = 0, wrong = 0;

    (void)state;
    for (const workload *const *w = workload_table; *w; w++) {
        bool same = same_for_seeds(*w, (workload_size){ 0 }) && same_for_seeds(*w, (*w)->low);

        if (same != (*w)->same_run) {
            print_message("%s: the descriptor says %d, its PTX and launches say %d\n", (*w)->name, (*w)->same_run, same);
            wrong++;
        }
        count += same;
    }
    assert_int_equal(wrong, 0);
    assert_in_range(count, 20, 40);                     // of 54: neither none nor all
}

// Each way in which a path or an address may go by what memory has, and what looks like one and is none.
static void test_rules(void **state)
{
    static const struct { const char *body; bool by_values; } cases[] = {
        { "ld.global.u32 %r2, [%rd1]; add.u32 %r2, %r2, 1; st.global.u32 [%rd1], %r2;", false },
        { "ld.global.u32 %r2, [%rd1]; setp.eq.u32 %p1, %r2, 0; selp.u32 %r3, 1, %r2, %p1; st.global.u32 [%rd1], %r3;", false },
        { "ld.global.u32 %r2, [%rd1]; cvt.u64.u32 %rd2, %r2; ld.global.u32 %r3, [%rd2];", true },
        { "ld.global.u64 %rd2, [%rd1]; add.u64 %rd3, %rd1, %rd2; st.global.u32 [%rd3+4], 0;", true },
        { "ld.global.u64 %rd2, [%rd1]; atom.global.add.u32 %r2, [%rd2], 1;", true },
        { "atom.global.add.u32 %r2, [%rd1], 1; cvt.u64.u32 %rd2, %r2; prefetch.global.L2 [%rd2];", true },
        { "atom.global.add.u32 %r2, [%rd1], 1;", false },
        { "ld.global.u32 %r2, [%rd1]; setp.eq.u32 %p1, %r2, 0; @%p1 bra out; st.global.u32 [%rd1], 0; out: ", true },
        { "ld.global.u32 %r2, [%rd1]; setp.eq.u32 %p1, %r2, 0; @!%p1 add.u32 %r3, %r3, 1;", true },
        { "setp.eq.u32 %p1, %r1, 0; @%p1 bra out; st.global.u32 [%rd1], 0; out: ", false },
        { "ld.global.u32 %r2, [%rd1]; st.shared.u32 [box], %r2; ld.shared.u32 %r3, [box]; "
          "cvt.u64.u32 %rd2, %r3; ld.global.u32 %r3, [%rd2];", true },
        // in a loop: what the second round reads comes of what the first one left
        { "again: add.u64 %rd1, %rd1, %rd2; ld.global.u32 %r2, [%rd1]; cvt.u64.u32 %rd2, %r2; "
          "setp.eq.u32 %p1, %r1, 0; @%p1 bra again;", true },
        { "ld.global.v2.u32 {%r2, %r3}, [%rd1]; cvt.u64.u32 %rd2, %r3; ld.global.u32 %r3, [%rd2];", true },
        { "ld.global.u32 %r2, [%rd1]; shfl.sync.bfly.b32 %r3, %r2, 1, 31, -1; cvt.u64.u32 %rd2, %r3; "
          "st.global.u32 [%rd2], 0;", true },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[1024];
        ptx_error error;
        program *p;

        snprintf(text, sizeof text, ".version 7.0\n.target sm_60\n.address_size 64\n.visible .entry k(.param .u64 a, .param .u32 n)\n"
                 "{ .reg .pred %%p<2>; .reg .u32 %%r<4>; .reg .u64 %%rd<4>; .shared .align 4 .u32 box;\n"
                 "ld.param.u64 %%rd1, [a]; ld.param.u32 %%r1, [n]; mov.u32 %%r3, 0; mov.u64 %%rd2, 0;\n%s ret; }\n", cases[i].body);
        p = program_parse("rule.ptx", text, strlen(text), &error);
        if (!p)
            fail_msg("%s", error.text);
        if (program_goes_by_values(p) != cases[i].by_values)
            fail_msg("seen %d: %s", !cases[i].by_values, cases[i].body);
        program_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_descriptors), cmocka_unit_test(test_rules) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
