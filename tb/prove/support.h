// SPDX-License-Identifier: BSD-3-Clause
// Which facts a piece is asked for with: by the inputs that both depend on.
#ifndef WARPLOCK_TB_PROVE_SUPPORT_H
#define WARPLOCK_TB_PROVE_SUPPORT_H

#include "tb/prove/graph.h"

typedef enum { FACTS_NONE, FACTS_WITHIN, FACTS_TOUCHING, FACTS_ALL } fact_choice;   // none; no input but the piece's; one of the piece's; all

void    support_begin(const literal *facts, size_t n_facts);
literal support_facts(literal piece, fact_choice choice, size_t *used);  // all chosen ones together, and their number

#endif
