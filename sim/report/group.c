// SPDX-License-Identifier: BSD-3-Clause
// The OAWS paper's two groups of benchmarks.
#include "sim/report/report.h"


const char *report_group(const counters *c)
{
    return DIVERGENT_ONE_IN * c->loads_divergent > c->loads_coherent + c->loads_divergent ? "divergent" : "coherent";
}
