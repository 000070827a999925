// SPDX-License-Identifier: BSD-3-Clause
// Misspelt words; see sim/campaign/simulator/simulator.h.
#include "sim/campaign/simulator/simulator.h"
#include "sim/machine/nearest.h"

void word_offer(word_search *search, const char *known)
{
    nearest_search inner = { search->wanted, search->best, search->distance };

    nearest_offer(&inner, known);
    search->best = inner.best;
    search->distance = inner.distance;
}
