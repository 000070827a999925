// SPDX-License-Identifier: BSD-3-Clause
#include "tb/prove/settle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tb/hash.h"
#include "tb/prove/cases.h"
#include "tb/prove/cnf.h"
#include "tb/prove/obligations.h"
#include "tb/prove/prove.h"
#include "tb/prove/run.h"
#include "tb/prove/support.h"
#include "tb/prove/sweep.h"

enum { PATH_ROOM = 4096 };
enum { FEW = 4 };                                // pieces
static const double FIRST_SECONDS = 4, FEW_SECONDS = 16;         // for a question about several pieces, before it is halved

static settle_limits limits;
static settle_result result;
static const aiger  *step;
static literal      *of_step;                    // literals of the graph
static bool          final;                      // all facts are assumed
static struct { size_t piece; unsigned in_case; } *asked;        // in this round: outputs of the swept graph
static size_t        n_asked;
static unsigned     *unproven;                   // cases of each piece

static char *path_of(const char *name)
{
    static char paths[8][PATH_ROOM];
    static unsigned next;
    char *path = paths[next++ % 8];
    snprintf(path, PATH_ROOM, "%s/%s", limits.folder, name);
    return path;
}

// The step in the graph, where equal pieces meet.
static void load(void)
{
    of_step = prove_grow(NULL, step->n_inputs + step->n_ands + 1u, sizeof *of_step);
    of_step[0] = ZERO;
    for (uint32_t i = 0; i < step->n_inputs; i++) of_step[i + 1] = graph_input(step->input_names[i] ? step->input_names[i] : "?");
#define OF_STEP(x) (of_step[(x) >> 1] ^ ((x) & 1))
    for (uint32_t i = 0; i < step->n_ands; i++)
        of_step[step->n_inputs + 1 + i] = and2(OF_STEP(step->ands[i][0]), OF_STEP(step->ands[i][1]));
}

static void mark_proven(size_t question)
{
    const size_t piece = asked[question].piece;
    if (--unproven[piece] == 0 && result.states[piece] == PIECE_OPEN) result.states[piece] = PIECE_PROVEN;
}

// Of this program and of those that it calls.
static bool time_is_up(void)
{
    return (double)clock() / CLOCKS_PER_SEC + result.sweep_seconds + result.solver_seconds + result.check_seconds >= limits.seconds_in_all;
}

static uint64_t add_file(uint64_t sum, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) prove_refuse("%s cannot be read", path);
    sum = hash_stream(sum, file);
    fclose(file);
    return sum;
}

// Whether cadical's proof that the clauses have no model holds.
static void check_proof(const char *clauses, const char *proof)
{
    char *argv[] = {prove_copy(limits.check_proofs), (char *)clauses, (char *)proof, NULL};
    const char *log = path_of("drat.log");
    if (run_program(argv, log, 20 * limits.seconds, &result.check_seconds) != 0) prove_refuse("%s: cadical's proof does not hold", proof);
    result.proofs_sum = add_file(add_file(result.proofs_sum, clauses), proof);
}

// One question about pieces of those asked: 20 none can be broken, 10 some can, as `values` says, else neither.
static int ask(const aiger *swept, const size_t *outputs, size_t n_outputs, double seconds, uint64_t *values)
{
    char *clauses = path_of("question.cnf"), *proof = path_of("proof"), *log = path_of("cadical.log");
    cnf_write(swept, outputs, n_outputs, clauses);
    char *argv[] = {"cadical", "-q", clauses, limits.check_proofs ? proof : NULL, NULL};
    unlink(proof);
    const int status = run_program(argv, log, seconds, &result.solver_seconds);
    if (status == 20 && limits.check_proofs) check_proof(clauses, proof);
    if (status == 10) {
        cnf_read_model(swept, log, values);
        aiger_evaluate(swept, values);
    }
    return status;
}

// A model that breaks pieces: under all facts it is a counterexample, under some they are asked again under more. The
// others, whose number is returned, stay.
static size_t broken_by(const aiger *swept, const uint64_t *values, size_t *outputs, size_t n_outputs)
{
    size_t left = 0;
    for (size_t i = 0; i < n_outputs; i++) {
        if (!aiger_value(values, swept->outputs[outputs[i]])) outputs[left++] = outputs[i];
        else if (final && !result.values) {
            result.states[asked[outputs[i]].piece] = PIECE_BROKEN;
            result.values = prove_zeros(step->n_inputs + step->n_ands + 1u, sizeof *values);
            memcpy(result.values, values, (step->n_inputs + 1u) * sizeof *values);
            cases_set(asked[outputs[i]].in_case, result.values);
        }
    }
    if (left == n_outputs) prove_refuse("cadical's model breaks nothing");
    return left;
}

// Few hard pieces are cheaper together: what a solver has learnt of one serves the others.
static double seconds_for(size_t n_outputs) { return n_outputs == 1 ? limits.seconds : n_outputs <= FEW ? FEW_SECONDS : FIRST_SECONDS; }

// Together first; in halves when that takes too long.
static void settle_some(const aiger *swept, size_t *outputs, size_t n_outputs)
{
    uint64_t *values = prove_grow(NULL, swept->n_inputs + swept->n_ands + 1u, sizeof *values);
    while (n_outputs && !time_is_up() && !result.values) {
        const int status = ask(swept, outputs, n_outputs, seconds_for(n_outputs), values);
        if (status == 20) {
            for (size_t i = 0; i < n_outputs; i++) mark_proven(outputs[i]);
            result.solved += n_outputs;
            break;
        }
        if (status == 10) {
            n_outputs = broken_by(swept, values, outputs, n_outputs);
            continue;
        }
        if (n_outputs == 1) break;
        settle_some(swept, outputs, n_outputs / 2);
        outputs += n_outputs / 2;
        n_outputs -= n_outputs / 2;
    }
    free(values);
}

// The open pieces with as many facts as `choice` says, each in every case in which it is not plainly true; a question that
// stands in several cases is asked once.
static void find_questions(fact_choice choice, literal *outputs, size_t most)
{
    literal *facts = prove_grow(NULL, result.n_facts, sizeof *facts), *wrong = prove_grow(NULL, result.n_pieces, sizeof *wrong);
    size_t least = SIZE_MAX, used;
    for (size_t i = 0; i < result.n_facts; i++) facts[i] = OF_STEP(step->outputs[result.n_pieces + i]);
    support_begin(facts, result.n_facts);
    for (size_t i = 0; i < result.n_pieces; i++) {
        if (result.states[i] != PIECE_OPEN) continue;
        wrong[i] = OF_STEP(step->outputs[i]);
        wrong[i] = and2(support_facts(wrong[i], choice, &used), wrong[i]);
        if (used < least) least = used;
        unproven[i] = 0;
    }
    final = least == result.n_facts;
    n_asked = 0;
    const uint32_t size = graph_size();
    uint32_t *last = prove_zeros(result.n_pieces + 1, sizeof *last);
    for (unsigned c = 0; c < cases_count(); c++) {
        literal *now = cases_graph(c, size);
        for (size_t i = 0; i < result.n_pieces && n_asked < most; i++) {
            if (result.states[i] != PIECE_OPEN) continue;
            const literal question = now[wrong[i] >> 1] ^ (wrong[i] & 1);
            if (question == ZERO || question == last[i]) continue;
            last[i] = outputs[n_asked] = question;
            asked[n_asked].piece = i;
            asked[n_asked++].in_case = c;
            unproven[i]++;
        }
        free(now);
    }
    for (size_t i = 0; i < result.n_pieces; i++)
        if (result.states[i] == PIECE_OPEN && unproven[i] == 0) result.states[i] = PIECE_PROVEN;
    free(facts), free(wrong);
}

static void settle_round(fact_choice choice)
{
    const size_t most = result.n_pieces * cases_count();
    literal *outputs = prove_grow(NULL, most, sizeof *outputs);
    asked = prove_grow(asked, most, sizeof *asked);
    find_questions(choice, outputs, most);
    result.questions += n_asked;
    if (n_asked) {
        const char **names = prove_grow(NULL, n_asked, sizeof *names);
        for (size_t i = 0; i < n_asked; i++) names[i] = step->output_names[asked[i].piece];
        const aiger swept = sweep(outputs, names, n_asked, &limits, &result.sweep_seconds);
        size_t *left = prove_grow(NULL, n_asked, sizeof *left), n_left = 0;
        for (size_t i = 0; i < n_asked; i++) {
            if (swept.outputs[i] != 0) left[n_left++] = i;
            else mark_proven(i), result.swept++;
        }
        if (choice != FACTS_NONE || final) settle_some(&swept, left, n_left);
        free(left), free(names);
    }
    free(outputs);
}

// Of reads of memories there are facts in great number (ports.h), and what both sides say alike needs none of them: it is swept first.
static bool reads_memories(void)
{
    for (uint32_t i = 0; i < step->n_inputs; i++) if (step->input_names[i] && strncmp(step->input_names[i], "read ", 5) == 0) return true;
    return false;
}

settle_result settle(const aiger *of, settle_limits with)
{
    step = of;
    limits = with;
    result.proofs_sum = HASH_START;
    while (result.n_pieces < step->n_outputs && (!step->output_names[result.n_pieces] || strcmp(step->output_names[result.n_pieces], ASSUMED) != 0))
        result.n_pieces++;
    result.n_facts = step->n_outputs - result.n_pieces;
    result.states = prove_zeros(result.n_pieces + 1, sizeof *result.states);
    unproven = prove_zeros(result.n_pieces + 1, sizeof *unproven);
    load();
    cases_begin(step);
    for (fact_choice choice = reads_memories() ? FACTS_NONE : FACTS_WITHIN; choice <= FACTS_ALL && !result.values && !time_is_up(); choice++) {
        settle_round(choice);
        if (final) break;
    }
    for (size_t i = 0; i < result.n_pieces; i++) {
        result.open += result.states[i] == PIECE_OPEN;
        result.broken += result.states[i] == PIECE_BROKEN;
    }
    return result;
}
