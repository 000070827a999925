// SPDX-License-Identifier: BSD-3-Clause
// What hashing has left, settled by ABC and cadical.
//
// Where memories are read, pieces are swept without facts before that (FACTS_NONE).
// A piece is asked for under few facts first, since a solver's question grows with what is assumed: those that speak of
// nothing that the piece does not speak of; then those that share an input with it; then all. What is proven under few
// facts is proven under all; what is broken under few is asked again under more.
#ifndef WARPLOCK_TB_PROVE_SETTLE_H
#define WARPLOCK_TB_PROVE_SETTLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tb/prove/aiger.h"

typedef enum { PIECE_OPEN, PIECE_PROVEN, PIECE_BROKEN } piece_state;

typedef struct {
    const char *folder;              // of the questions and answers
    double      seconds;             // of processor time for one question, at most
    double      seconds_in_all;
    const char *conflicts;           // that sweeping spends on one pair of functions, at most
    const char *sweeper;             // the program that joins equal functions; NULL: none
    const char *check_proofs;        // the program that does; NULL: none
} settle_limits;

typedef struct {
    size_t n_pieces, n_facts, open, broken;
    size_t questions, swept, solved; // of pieces, in each case and round
    double sweep_seconds, solver_seconds, check_seconds;
    uint64_t proofs_sum;             // of the questions of which the solver's proof was checked, and of these proofs, in order
    piece_state *states;             // of the pieces, the first outputs of the step
    uint64_t *values;                // of the step's variables, where a piece is broken and all facts hold
} settle_result;

settle_result settle(const aiger *step, settle_limits limits);

#endif
