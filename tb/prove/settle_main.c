// SPDX-License-Identifier: BSD-3-Clause
// prove_settle STEP.aig FOLDER SECONDS SECONDS_IN_ALL CONFLICTS SWEEPER CHECKER: whether a piece of the step that prove_step has left
// can be broken (settle.h). SWEEPER is berkeley-abc; CHECKER is prove_drat, which is given every proof of the solver's;
// empty: none. Prints `questions N, facts N, by sweeping N, by the solver N, broken N, open N; sweeping S s,
// solver S s, check S s; proofs SUM; pieces N`, then what is open, or a counterexample (explain.h), which goes to FOLDER/counterexample too.
// Exit status 0 all proven, 1 broken, 3 open, 2 with a line that says what could not be read.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/prove/explain.h"
#include "tb/prove/prove.h"
#include "tb/prove/settle.h"

int main(int count, char **arguments)
{
    if (count != 8) prove_refuse("expected STEP.aig FOLDER SECONDS SECONDS_IN_ALL CONFLICTS SWEEPER CHECKER");
    const aiger step = aiger_read(arguments[1]);
    const settle_limits limits = {.folder = arguments[2], .seconds = atof(arguments[3]), .seconds_in_all = atof(arguments[4]),
                                  .conflicts = arguments[5], .sweeper = *arguments[6] ? arguments[6] : NULL,
                                  .check_proofs = *arguments[7] ? arguments[7] : NULL};
    const settle_result r = settle(&step, limits);
    printf("questions %zu, facts %zu, by sweeping %zu, by the solver %zu, broken %zu, open %zu; sweeping %.1f s, solver %.1f s, "
           "check %.1f s; proofs %016" PRIx64 "; pieces %zu\n", r.questions, r.n_facts, r.swept, r.solved, r.broken, r.open, r.sweep_seconds,
           r.solver_seconds, r.check_seconds, r.proofs_sum, r.n_pieces);
    if (r.broken) {
        char path[4096];
        snprintf(path, sizeof path, "%s/counterexample", limits.folder);
        explain(&step, r.n_pieces, r.values, path);
        return 1;
    }
    const char *last = NULL;
    for (size_t i = 0; i < r.n_pieces; i++)
        if (r.states[i] == PIECE_OPEN && (!last || strcmp(last, step.output_names[i]) != 0)) printf("open %s\n", last = step.output_names[i]);
    return r.open ? 3 : 0;
}
