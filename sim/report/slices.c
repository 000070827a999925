// SPDX-License-Identifier: BSD-3-Clause
// Input buffers of the memory sub-partitions as a table and as JSON.
#include "sim/report/slices.h"

#include <inttypes.h>
#include <stdlib.h>

#include "sim/report/fit.h"
#include "sim/report/ratio.h"

slice_profile *slices_new(unsigned n, uint32_t depth)
{
    slice_profile *p = calloc(1, sizeof *p + n * sizeof *p->of);

    if (!p)
        abort();
    p->n = n;
    p->depth = depth;
    return p;
}

void slices_print(FILE *file, const slice_profile *p, uint64_t cycles)
{
    fprintf(file, "  %6s" FIT_RIGHT " %10s" FIT_RIGHT " %10s" FIT_RIGHT " %10s" FIT_RIGHT " %10s\n", "slice", "places", "use%", "full%", "most");
    for (unsigned i = 0; i < p->n; i++)
        fprintf(file, "  %6u" FIT_RIGHT " %10.3f" FIT_RIGHT " %10.1f" FIT_RIGHT " %10.1f" FIT_RIGHT " %10" PRIu64 "\n", i, report_ratio(p->of[i].held, cycles),
                100 * report_ratio(p->of[i].held, cycles * p->depth), 100 * report_ratio(p->of[i].full, cycles), p->of[i].most);
    fprintf(file, "  places: used of %" PRIu32 " in the queue from the network, mean over core cycles; full%%: cycles with none left\n",
            p->depth);
}

json_t *slices_json(const slice_profile *p, uint64_t cycles)
{
    json_t *array = json_array();

    for (unsigned i = 0; i < p->n; i++) {
        json_t *object = json_object();

        json_object_set_new(object, "slice", json_integer(i));
        json_object_set_new(object, "held", json_integer((json_int_t)p->of[i].held));
        json_object_set_new(object, "full", json_integer((json_int_t)p->of[i].full));
        json_object_set_new(object, "most", json_integer((json_int_t)p->of[i].most));
        json_object_set_new(object, "occupancy", json_real(report_ratio(p->of[i].held, cycles)));
        json_object_set_new(object, "use", json_real(report_ratio(p->of[i].held, cycles * p->depth)));
        json_array_append_new(array, object);
    }
    return array;
}
