// SPDX-License-Identifier: BSD-3-Clause
// Every system on qv100 and rtx3070, in lockstep with its Verilog on every SM and in Verilog alone: for every bundled kernel nothing
// differs, and the JSON is that of C blocks; of the other policies, whose blocks are these, every sixth kernel in lockstep.
// Prints the table: machine, policy, mode, kernels, edges compared, mismatches. In `make test` a kernel of some policies.
// Seen to fail: tests/sim/test_planted_modes.sh plants bugs in blocks.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "sim/policy/policy.h"
#include "sim/workload/workload.h"
#include "tests/sim/modes.h"
#include "tests/tier.h"

typedef struct {
    const char *name;
    unsigned    sms, controllers;
} modern_machine;

static const modern_machine qv100 = {"qv100", 80, 32}, rtx3070 = {"rtx3070", 46, 16};

// Blocks of a policy: so many in an SM, so many in the GPU, so many in a memory controller. A SYSTEM runs every kernel, in Verilog
// alone too; one that is a STEP of a system, all kernels in lockstep; one with the blocks of another has every sixth kernel, in turn.
typedef enum { SAME_BLOCKS, STEP, SYSTEM } weight;
typedef struct {
    const char *policy;
    unsigned    of_sm, of_gpu, of_controller;
    weight      weight;
    const char *in_test;                           // kernel in `make test`, on the machine whose turn it is
} modern_policy;

static const modern_policy policies[] = {
    {"gto", 5, 0, 0, SYSTEM, "reduce"}, {"swl+bucl", 7, 1, 0, SAME_BLOCKS, "reduce"}, {"ccws-priority", 8, 0, 0, SAME_BLOCKS, "bfs"},
    {"oaws-dyn", 10, 0, 0, SYSTEM, "reduce"}, {"oaws-static", 9, 0, 0, STEP}, {"ccws", 8, 0, 0, SYSTEM}, {"kaws", 7, 0, 0, SYSTEM},
    {"bucl-dyn", 6, 1, 0, SYSTEM}, {"owl-prefetch", 5, 0, 1, STEP}, {"owl", 6, 0, 1, SYSTEM, "reduce"}, {"lrr", 5}, {"2lvl-rr", 5},
    {"2lvl-gto", 5}, {"oldest", 5}, {"swl", 6}, {"mascar", 6}, {"mrpb", 5}, {"bucl-prf", 6, 1}, {"ocw", 10},
    {"kaws-progress", 6, 0, 0, SAME_BLOCKS, "fft"}, {"kaws-share", 6}, {"cta-aware", 6}, {"cta-aware-locality", 6},
    {"cta-aware-locality-blp", 6},
};
enum { POLICIES = sizeof policies / sizeof *policies, IN_TURN = 6 };

// `only` that kernel, NULL: one of every `every`, beginning with the kernel `turn`.
static void row_agrees(const mode_row *row, const char *only, unsigned every, unsigned turn)
{
    mode_sums sums = {0};
    for (unsigned i = 0; workload_table[i]; i++)
        if (only ? strcmp(workload_table[i]->name, only) == 0 : i % every == turn % every) modes_agree_for(row, workload_table[i]->name, "", &sums);
    print_message("%-7s %-22s %-18s %2u kernels", row->machine, row->policy, row->options, sums.runs);
    if (row->instances) print_message("  %10.0f edges %2.0f mismatches", sums.edges, sums.mismatches);
    print_message("\n");
    assert_true(sums.runs >= (only ? 1 : 54 / every));
}

static void policies_agree_on(const modern_machine *machine, unsigned turn)
{
    unsigned tried = 0;
    for (unsigned i = 0; i < POLICIES; i++) {
        const modern_policy *p = &policies[i];
        if (!tier_is_all() && (!p->in_test || tried++ % 2 != turn)) continue;
        const char *only = tier_is_all() ? NULL : p->in_test;
        const unsigned instances = p->of_sm * machine->sms + p->of_gpu + p->of_controller * machine->controllers;
        row_agrees(&(mode_row){machine->name, p->policy, "--blocks lockstep", instances}, only, p->weight == SAME_BLOCKS ? IN_TURN : 1, i);
        if (p->weight == SYSTEM && (tier_is_all() || turn == 0))
            row_agrees(&(mode_row){machine->name, p->policy, "--blocks verilog"}, only, 1, i);
    }
}

static void policies_agree_on_qv100(void **state)
{
    (void)state;
    policies_agree_on(&qv100, 0);
}

static void policies_agree_on_rtx3070(void **state)
{
    (void)state;
    policies_agree_on(&rtx3070, 1);
}

// Whoever adds a policy says here what its blocks are.
static void every_policy_is_here(void **state)
{
    (void)state;
    for (const policy *const *p = policy_table; *p; p++) {
        const char *name = (*p)->name, *end = strrchr(name, '-');
        unsigned i = 0;
        while (i < POLICIES && strcmp(policies[i].policy, name) != 0) i++;
        if (i == POLICIES && !(end && strcmp(end, "-best") == 0)) fail_msg("%s is not in the table", name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_policy_is_here),
        cmocka_unit_test(policies_agree_on_qv100),
        cmocka_unit_test(policies_agree_on_rtx3070),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
