// SPDX-License-Identifier: BSD-3-Clause
#include "tb/prove/sweep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/prove/graph_file.h"
#include "tb/prove/prove.h"
#include "tb/prove/run.h"

enum { PATH_ROOM = 4096, ROUNDS = 16 };          // of 64 vectors

static uint64_t random_lanes(void)
{
    static uint64_t seed = 88172645463325252u;
    seed ^= seed << 13;
    seed ^= seed >> 7;
    return seed ^= seed << 17;
}

// Behind the questions every and below them. Returns how many outputs that makes.
static size_t add_functions(literal **outputs, const char ***names, size_t count)
{
    const uint32_t size = graph_size();
    uint8_t *used = prove_grow(NULL, size, 1);
    memset(used, 0, size);
    *outputs = prove_grow(*outputs, count + size, sizeof **outputs);
    *names = prove_grow(*names, count + size, sizeof **names);
    for (size_t i = 0; i < count; i++) used[(*outputs)[i] >> 1] = 1;
    for (uint32_t i = size; i-- > 1;) {
        literal a, b;
        if (!used[i] || !graph_is_and(i)) continue;
        graph_operands(i, &a, &b);
        used[a >> 1] = used[b >> 1] = 1;
        (*names)[count] = NULL;
        (*outputs)[count++] = i << 1;
    }
    free(used);
    return count;
}

// Ones are rare in one round and frequent in another: conjunctions of many facts are true at times.
static void compare(const aiger *before, const aiger *after, const char *path)
{
    uint64_t *values[2] = {prove_grow(NULL, before->n_inputs + before->n_ands + 1u, sizeof **values),
                           prove_grow(NULL, after->n_inputs + after->n_ands + 1u, sizeof **values)};
    for (int round = 0; round < ROUNDS; round++) {
        for (uint32_t i = 1; i <= before->n_inputs; i++) {
            uint64_t lanes = random_lanes();
            for (int k = 0; k < round / 2 % 4; k++) lanes &= random_lanes();
            values[0][i] = values[1][i] = round % 2 ? ~lanes : lanes;
        }
        aiger_evaluate(before, values[0]);
        aiger_evaluate(after, values[1]);
        for (uint32_t i = 0; i < before->n_outputs; i++)
            if (aiger_value(values[0], before->outputs[i]) != aiger_value(values[1], after->outputs[i]))
                prove_refuse("%s: what was swept is another function: output %u", path, i);
    }
    free(values[0]), free(values[1]);
}

aiger sweep(const literal *questions, const char *const *question_names, size_t count, const settle_limits *limits, double *seconds)
{
    char round[PATH_ROOM], swept[PATH_ROOM], log[PATH_ROOM], command[2 * PATH_ROOM + 64];
    snprintf(round, sizeof round, "%s/round.aig", limits->folder);
    snprintf(swept, sizeof swept, "%s/swept.aig", limits->folder);
    snprintf(log, sizeof log, "%s/abc.log", limits->folder);
    snprintf(command, sizeof command, "&r %s; &fraig -x -C %s; &w %s", round, limits->conflicts, swept);
    literal *outputs = prove_grow(NULL, count, sizeof *outputs);
    const char **names = prove_grow(NULL, count, sizeof *names);
    memcpy(outputs, questions, count * sizeof *outputs);
    memcpy(names, question_names, count * sizeof *names);
    const size_t all = limits->sweeper ? add_functions(&outputs, &names, count) : count;
    if (!graph_write(round, outputs, names, all)) prove_refuse("%s: cannot be written", round);
    free(outputs), free(names);
    unlink(swept);
    aiger before = aiger_read(round);
    if (limits->sweeper) {
        char *argv[] = {prove_copy(limits->sweeper), "-c", command, NULL};
        run_program(argv, log, limits->seconds, seconds);
    }
    if (access(swept, R_OK) != 0) {
        before.n_outputs = (uint32_t)count;
        return before;
    }
    aiger after = aiger_read(swept);
    if (after.n_outputs != before.n_outputs || after.n_inputs != before.n_inputs) prove_refuse("%s: not what was asked", swept);
    compare(&before, &after, swept);
    after.n_outputs = (uint32_t)count;
    return after;
}
