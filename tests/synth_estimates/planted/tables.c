// SPDX-License-Identifier: BSD-3-Clause
// Prints tables of a report, a JSON file, by their names: for tests that have a report of their own.
#include "synth_estimates/overhead.h"

int main(int count, char **words)
{
    if (count < 3) return 2;
    json_t *report = overhead_load(words[1]);
    overhead_text_tables(stdout, report, (const char *const *)words + 2);
    json_decref(report);
    return 0;
}
