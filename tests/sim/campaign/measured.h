// SPDX-License-Identifier: BSD-3-Clause
// A claim measured on a campaign's results: its value, the words beside it, the verdict. For tests with results by hand.
#ifndef WARPLOCK_TESTS_SIM_CAMPAIGN_MEASURED_H
#define WARPLOCK_TESTS_SIM_CAMPAIGN_MEASURED_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "sim/campaign/claims.h"

static void claim_is(campaign *c, const char *id, double value, const char *words, const char *judged)
{
    const claim *k = c->file->claims;
    measurement m;
    char text[64];

    while (strcmp(k->id, id) != 0)
        k++;
    claim_measure(c, k, &m);
    verdict_words(claim_judge(c, k, &m), text);
    if (!(fabs(m.value - value) < 1e-9 || (isnan(m.value) && isnan(value))) || strcmp(m.words, words) != 0 ||
        strcmp(text, judged) != 0)
        fail_msg("%s: seen %.12g, `%s', `%s', expected %.12g, `%s', `%s'", id, m.value, m.words, text, value, words,
                 judged);
}

#endif
